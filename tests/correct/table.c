/* A hash table with chains, keyed by text. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

#define BUCKETS 8

typedef struct Entry {
  struct Entry *next;
  long value;
  char key[];
} Entry;

typedef struct Table {
  Entry *buckets[BUCKETS];
  unsigned count;
} Table;

static unsigned hash (const char *s)
{
  unsigned h = 5381;
  while (*s)
    h = h * 33 ^ (unsigned char)*s++;
  return h;
}

static Entry **find (Table *t, const char *key)
{
  Entry **at = &t->buckets[hash (key) % BUCKETS];
  while (*at && strcmp ((*at)->key, key) != 0)
    at = &(*at)->next;
  return at;
}

Table *table_new (void)
{
  Table *t = malloc (sizeof *t);
  if (t)
    memset (t, 0, sizeof *t);
  return t;
}

bool table_set (Table *t, const char *key, long value)
{
  REQUIRE (t != NULL && key != NULL);
  Entry **at = find (t, key);
  if (*at == NULL) {
    Entry *e = malloc (sizeof *e + strlen (key) + 1);
    if (!e)
      return false;
    strcpy (e->key, key);
    e->next = NULL;
    *at = e;
    t->count++;
  }
  (*at)->value = value;
  return true;
}

bool table_get (const Table *t, const char *key, long *value)
{
  REQUIRE (t != NULL && key != NULL && value != NULL);
  for (const Entry *e = t->buckets[hash (key) % BUCKETS]; e; e = e->next)
    if (!strcmp (e->key, key)) {
      *value = e->value;
      return true;
    }
  return false;
}

bool table_remove (Table *t, const char *key)
{
  REQUIRE (t != NULL && key != NULL);
  Entry **at = find (t, key), *e = *at;
  if (!e)
    return false;
  *at = e->next;
  free (e);
  t->count--;
  return true;
}

unsigned table_longest_chain (const Table *t)
{
  REQUIRE (t != NULL);
  unsigned longest = 0;
  for (size_t i = 0; i < sizeof t->buckets / sizeof t->buckets[0]; i++) {
    unsigned n = 0;
    for (const Entry *e = t->buckets[i]; e; e = e->next)
      n++;
    if (n > longest)
      longest = n;
  }
  return longest;
}

void table_clear (Table *t)
{
  REQUIRE (t != NULL);
  for (int i = 0; i < BUCKETS; i++)
    while (t->buckets[i]) {
      Entry *e = t->buckets[i];
      t->buckets[i] = e->next;
      free (e);
    }
  t->count = 0;
}

void table_free (Table *t)
{
  if (t) {
    table_clear (t);
    free (t);
  }
}
