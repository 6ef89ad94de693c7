/* Unions with a tag, and views of one memory as another. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Value {
  enum kind { NOTHING, NUMBER, REAL, TEXT } kind;
  union {
    long number;
    double real;
    char *text;
  } as;
} Value;

Value *value_number (long n)
{
  Value *v = calloc (1, sizeof *v);
  if (v) {
    v->kind = NUMBER;
    v->as.number = n;
  }
  return v;
}

Value *value_real (double x)
{
  Value *v = malloc (sizeof *v);
  if (v)
    *v = (Value){ .kind = REAL, .as.real = x };
  return v;
}

Value *value_text (const char *s)
{
  REQUIRE (s != NULL);
  Value *v = malloc (sizeof *v);
  if (!v)
    return NULL;
  v->kind = TEXT;
  v->as.text = malloc (strlen (s) + 1);
  if (!v->as.text) {
    free (v);
    return NULL;
  }
  strcpy (v->as.text, s);
  return v;
}

void value_free (Value *v)
{
  if (v && v->kind == TEXT)
    free (v->as.text);
  free (v);
}

bool value_is_true (const Value *v)
{
  REQUIRE (v != NULL);
  switch (v->kind) {
  case NOTHING:
    return false;
  case NUMBER:
    return v->as.number != 0;
  case REAL:
    return v->as.real != 0;
  case TEXT:
    return *v->as.text != '\0';
  }
  return false;
}

bool value_equal (const Value *a, const Value *b)
{
  REQUIRE (a != NULL && b != NULL);
  if (a->kind != b->kind)
    return false;
  return a->kind == NUMBER ? a->as.number == b->as.number
         : a->kind == REAL ? a->as.real == b->as.real
         : a->kind == TEXT ? strcmp (a->as.text, b->as.text) == 0
                           : true;
}

void value_clear (Value *v)
{
  REQUIRE (v != NULL);
  if (v->kind == TEXT)
    free (v->as.text);
  memset (v, 0, sizeof *v);
}

uint32_t bits_of (float x)
{
  union {
    float x;
    uint32_t bits;
  } pun = { .x = x };
  return pun.bits;
}

uint64_t bits_of_double (double x)
{
  uint64_t bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

int is_little_endian (void)
{
  const union {
    uint16_t word;
    unsigned char bytes[2];
  } probe = { 1 };
  return probe.bytes[0];
}
