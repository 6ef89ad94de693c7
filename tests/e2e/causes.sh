#!/bin/sh
# What is shown as the cause explains the failure: of states that are equally suspicious the one that is against the
# clause.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > chain.h <<'END'
typedef struct Node { int value; struct Node *next; } Node;
typedef struct Chain { Node *first; int count; } Chain;
Chain *chain_new (void);
void chain_push (Chain *c, int value);
int chain_drain (Chain *c);
END
cat > chain.c <<'END'
#include "chain.h"
#include <stdlib.h>

Chain *chain_new (void)
{
  return calloc (1, sizeof (Chain));
}

void chain_push (Chain *c, int value)
{
  Node *e = malloc (sizeof *e);
  if (!e)
    return;
  *e = (Node){ value & 7, c->first };
  c->first = e;
  c->count++;
}

int chain_drain (Chain *c)
{
  Node *e = c->first;
  int sum = 0;
  for (int i = 0; e && i <= c->count; i++) {
    sum += e->value;
    free (e);
  }
  c->first = NULL;
  c->count = 0;
  return sum;
}
END
# the loop comes to the line once while e is alive, and once when it is not: both in all failing tests and in no passing
# one
expect 2 '^  cause\? +line 24 when !READABLE\(e, 1\) ' "$autofix" run --quiet --seed 1 --stop-after=localize chain.c
finish
