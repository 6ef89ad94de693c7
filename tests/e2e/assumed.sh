#!/bin/sh
# What tests break of preconditions that nobody wrote is no fault; what the module itself breaks of them is one.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > list.c <<'END'
#include <stdlib.h>
typedef struct Node { struct Node *next; int key; } Node;
typedef struct { Node *head; int n; } List;
List *list_new (void) { return calloc (1, sizeof (List)); }
int list_count (const List *l)
{
  return l->n;
}
int list_key (const Node *n)
{
  return n->key;
}
int list_add (List *l, int key)
{
  Node *n = malloc (sizeof *n);
  if (!n)
    return -1;
  n->key = key;
  n->next = l->head;
  l->head = n;
  l->n++;
  return 0;
}
int list_first (const List *l)
{
  return list_key (l->head);
}
END
expect 2 "preconditions nobody wrote \(4\)" "$autofix" test --quiet list.c
grep -q "in 'list_count'" "$scratch/output" && fail "a null argument of a test is a fault"
grep -q "list.c:5: list_count: l != NULL" "$scratch/output" || fail "it is not listed"
# list_first (l) of an empty list: the module's own call
grep -qE "fault: null pointer dereferenced in 'list_(key|first)'" "$scratch/output" \
  || fail "a null pointer of the module's own is lost"
expect 2 "null pointer dereferenced in 'list_count'" "$autofix" test --quiet --strict list.c
grep -q "preconditions nobody wrote" "$scratch/output" && fail "--strict assumes something"
"$autofix" test --quiet --effort 1 --exit-zero list.c >/dev/null
patch -s -p1 < autofix.out/patches/preconditions.patch || fail "the patch does not apply"
$cc -Werror -I "$top/contracts" -c list.c || fail "what it makes does not compile"
grep -q '^  REQUIRE (l != NULL);$' list.c || fail "it is not laid out as the rest"
"$autofix" test --quiet --effort 1 --exit-zero list.c > again
grep -q "preconditions nobody wrote" again && fail "stated, they are still assumed"
# Macros are spelled as the module has them.
cat > far.c <<'END'
#define AUTOFIX_NO_SHORT_NAMES
#include <autofix/contract.h>
int far_first (const int *p)
{
  return *p;
}
END
"$autofix" test --quiet --effort 1 --exit-zero far.c > /dev/null
patch -s -p1 < autofix.out/patches/preconditions.patch || fail "the patch with prefixes does not apply"
grep -q '^  AFX_REQUIRE (p != NULL);$' far.c || fail "not with the prefix"
# A record of the caller's that a routine sets up, by what it does: zeros in its place are no object.
cat > chain.h <<'END'
typedef struct chain Chain;
typedef struct { const Chain *of; const struct link *at; int steps; } Walk;
Chain *chain_new (void);
void chain_free (Chain *c);
int chain_add (Chain *c, int key);
void walk_start (Walk *w, const Chain *c);
int walk_next (Walk *w);
END
cat > chain.c <<'END'
#include "chain.h"
#include <stdlib.h>
struct link { struct link *next; int key; };
struct chain { struct link *first; };
Chain *chain_new (void) { return calloc (1, sizeof (Chain)); }
void chain_free (Chain *c)
{
  struct link *next;
  for (struct link *l = c ? c->first : NULL; l; l = next) {
    next = l->next;
    free (l);
  }
  free (c);
}
int chain_add (Chain *c, int key)
{
  struct link *l = malloc (sizeof *l);
  if (!l)
    return -1;
  l->key = key;
  l->next = c->first;
  c->first = l;
  return 0;
}
void walk_start (Walk *w, const Chain *c)
{
  w->of = c;
  w->at = NULL;
  w->steps = 0;
}
int walk_next (Walk *w)
{
  w->at = w->steps > 0 && w->at ? w->at->next : w->of->first;
  w->steps = w->at ? 1 : 0;
  return w->at ? w->at->key : -1;
}
END
expect 0 "chain: 0 faults" "$autofix" test --quiet --seed 1 --effort 2 chain.c
sed -i 's/return w->at ? w->at->key : -1;/return w->at->key;/' chain.c
expect 2 "null pointer dereferenced in 'walk_next'" "$autofix" test --quiet --seed 1 --effort 2 chain.c
# Numbers of tests of which nobody says how large they may be show nothing of the module; those of its own do.
cat > row.c <<'END'
#include <stdlib.h>
typedef struct { int *items; int n; } Row;
Row *row_new (void)
{
  Row *r = malloc (sizeof *r);
  if (!r)
    return NULL;
  r->n = 3;
  r->items = calloc (3, sizeof *r->items);
  if (!r->items) {
    free (r);
    return NULL;
  }
  return r;
}
void row_free (Row *r)
{
  if (r)
    free (r->items);
  free (r);
}
int row_at (const Row *r, int i)
{
  return r->items[i];
}
int row_twice (int k)
{
  return 2 * k;
}
int row_last (const Row *r)
{
  return row_at (r, r->n - 1);
}
END
expect 0 "row: 0 faults" "$autofix" test --quiet --seed 1 --effort 1 row.c
grep -q "row.c:24: row_at: READABLE(r->items + i, 1)" "$scratch/output" || fail "the index is not listed"
grep -q "row.c:28: row_twice: FITS(2 \* k)" "$scratch/output" || fail "the product is not listed"
grep -q 'FITS(2 \* k)' autofix.out/results.json || fail "results.json does not have it"
patch -s -p1 -o stated.c < autofix.out/patches/preconditions.patch || fail "the patch of numbers does not apply"
grep -q '^  REQUIRE (READABLE(r->items + i, 1));$' stated.c || fail "what can be said of the index is not said"
grep -q 'FITS' stated.c && fail "there is no such macro"
$cc -Werror -I "$top/contracts" -c stated.c || fail "what states numbers does not compile"
expect 2 "in 'row_at'" "$autofix" test --quiet --seed 1 --effort 1 --strict row.c
sed 's/r->n - 1/r->n/' row.c > over.c
expect 2 "invalid memory access in 'row_at'" "$autofix" test --quiet --seed 1 --effort 1 over.c
grep -q "row_last" "$scratch/output" || fail "the test is not the module's own call"
finish
