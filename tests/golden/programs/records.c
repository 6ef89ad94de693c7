/* Unions, unnamed members, flexible and empty arrays, local types, offsetof, records by value. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct value { enum { INT, TEXT, LIST } kind; union { long i; char *text; struct { struct value *items; int count; }; }; } Value;
struct buffer { size_t n; unsigned char bytes[]; };
struct old { int n; int tail[0]; };
struct older { int n; int tail[1]; };
struct empty { };

static int weigh (const Value *v)
{
  switch (v->kind) {
  case INT: return (int)v->i;
  case TEXT: return (int)strlen (v->text);
  case LIST: { int w = 0; for (int k = 0; k < v->count; k++) w += weigh (&v->items[k]) + weigh (v->items + k); return w; }
  }
  return -1;
}

static struct buffer *fill (size_t n)
{
  struct buffer *b = malloc (sizeof *b + n);
  b->n = n;
  for (size_t i = 0; i < n; i++) b->bytes[i] = (unsigned char)(i * i);
  return b;
}

static int tails (int n)
{
  struct old *o = malloc (sizeof *o + (size_t)n * sizeof (int));
  struct older *e = malloc (sizeof *e + (size_t)n * sizeof (int));
  int s = 0;
  for (int i = 0; i < n; i++) o->tail[i] = e->tail[i] = i;
  for (int i = n; i-- > 0;) s = s * 3 + o->tail[i] - e->tail[n - 1 - i];
  free (o); free (e);
  return s;
}

static Value local (int k)
{
  struct pair { int a; struct inner { char c; int d; } in; } p = { k, { 'c', 9 } }, *q = &p;
  enum size { SMALL = 1, LARGE = 100 } size = k > 2 ? LARGE : SMALL;
  typedef int number;
  number x = q->in.d + (int)offsetof (struct pair, in.d) + size;
  union { float f; unsigned u; } pun = { 1.0f };
  struct empty nothing = { }; (void)nothing;
  { struct pair { long only; } p = { x }; x += (int)p.only; }
  return (Value){ .kind = INT, .i = x + (long)(pun.u >> 24) + (&p)->in.c };
}

int main (void)
{
  Value items[] = { { INT, { 5 } }, { TEXT, { .text = "hello" } } }, list = { .kind = LIST, .items = items, .count = 2 }, copy = list;
  copy.items++; copy.count--;
  struct buffer *b = fill (300);
  printf ("%d %d %d %d %ld %ld\n", weigh (&list), weigh (&copy), b->bytes[255] + b->bytes[17], tails (5), local (1).i, local (7).i);
  free (b);
  return 0;
}
