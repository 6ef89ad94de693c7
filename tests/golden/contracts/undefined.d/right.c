/* Each clause asks first whether it can be evaluated. */
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
  REQUIRE (node != NULL && (node->next == NULL || node->next->n >= 0));
  return node->n;
}

int after (Node *node)
{
  CHECK (node == NULL || node->next == NULL || node->next->n >= 0);
  return 1;
}

int beyond (int n)
{
  int *block = calloc (3, sizeof *block);
  if (!block)
    return 0;
  CHECK (n < 0 || n >= 3 || block[n] == 0);
  free (block);
  return n % 10;
}

int freed (int n)
{
  Node *node = node_new (n);
  if (!node)
    return 0;
  CHECK (node->n == n);
  node_free (node);
  return n;
}
