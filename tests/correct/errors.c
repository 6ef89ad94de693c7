/* Ways out by goto. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Pair {
  char *key, *value;
  int *counts;
} Pair;

Pair *pair_new (const char *key, const char *value)
{
  REQUIRE (key != NULL && value != NULL);
  Pair *p = calloc (1, sizeof *p);
  if (!p)
    goto out;
  if (!(p->key = malloc (strlen (key) + 1)))
    goto no_key;
  strcpy (p->key, key);
  if (!(p->value = malloc (strlen (value) + 1)))
    goto no_value;
  strcpy (p->value, value);
  if (!(p->counts = calloc (26, sizeof *p->counts)))
    goto no_counts;
  return p;

no_counts:
  free (p->value);
no_value:
  free (p->key);
no_key:
  free (p);
out:
  return NULL;
}

void pair_free (Pair *p)
{
  if (p == NULL)
    return;
  free (p->counts);
  free (p->value);
  free (p->key);
  free (p);
}

int pair_count (Pair *p)
{
  REQUIRE (p != NULL);
  int sum = 0;
  memset (p->counts, 0, 26 * sizeof *p->counts);
  for (const char *s = p->value; *s; s++)
    if ('a' <= *s && *s <= 'z')
      p->counts[*s - 'a']++;
  for (int i = 0; i < 26; i++)
    sum += p->counts[i];
  return sum;
}

bool pair_set (Pair *p, const char *value)
{
  REQUIRE (p != NULL && value != NULL);
  bool done = false;
  char *copy = malloc (strlen (value) + 1);
  if (!copy)
    goto out;
  strcpy (copy, value);
  if (strcmp (copy, p->value) == 0)
    goto out;
  free (p->value);
  p->value = copy;
  copy = NULL;
  done = true;
out:
  free (copy);
  return done;
}

int pair_swap (Pair *p)
{
  REQUIRE (p != NULL);
  char *t = p->key;
  p->key = p->value;
  p->value = t;
  return strcmp (p->key, p->value);
}

int sum_of_parts (const int *a, int n)
{
  REQUIRE (n >= 0 && n < 1000 && READABLE (a, n) && FORALL (i, 0, n, -1000 <= a[i] && a[i] <= 1000));
  int result = -1;
  int *parts = NULL, *more = NULL;
  if (!(parts = malloc (((size_t)n + 1) * sizeof *parts)))
    goto done;
  if (!(more = calloc ((size_t)n + 1, sizeof *more)))
    goto done;
  parts[0] = 0;
  for (int i = 0; i < n; i++) {
    parts[i + 1] = parts[i] + a[i];
    more[i] = a[i] * 2;
  }
  result = parts[n] + more[n];
done:
  free (more);
  free (parts);
  return result;
}
