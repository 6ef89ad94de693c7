/* Clauses that read what is not there: null, beyond the end, freed. */
#include "m.h"
#include <autofix/contract.h>
#include <stdlib.h>

Node *node_new (int n)
{
  Node *node = calloc (1, sizeof *node);
  if (node)
    node->n = n;
  return node;
}

void node_free (Node *node)
{
  free (node);
}

int total (const Node *node)
{
  REQUIRE (node->next->n >= 0);
  return node->n;
}

int after (Node *node)
{
  CHECK (node->next->n >= 0);
  return 1;
}

int beyond (int n)
{
  int *block = calloc (3, sizeof *block);
  if (!block)
    return 0;
  CHECK (n < 0 || block[n] == 0);
  free (block);
  return n % 10;
}

int freed (int n)
{
  Node *node = node_new (n);
  ENSURE (RESULT == OLD (n));
  if (!node)
    return n;
  node_free (node);
  CHECK (node->n == n);
  return n;
}
