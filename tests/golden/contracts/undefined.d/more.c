/* A wild pointer, a division, an overflow, what a query reads; a precondition of one's own. */
#include "m.h"
#include <autofix/contract.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static int second (const Node *node)
{
  return node->next->n;
}

int total (const Node *node)
{
  REQUIRE (second (node) >= 0);
  return 1;
}

int after (Node *node)
{
  return node ? total (node) : 0;
}

int beyond (int n)
{
  const Node *wild = (const Node *)(intptr_t)0x10;
  CHECK (n != 1 || wild->n == 0);
  CHECK (n == 2 || 10 / (n - 2) < 100);
  CHECK (10 / n < 100);
  CHECK (n * 2 != 1);
  CHECK (n != 5 || second (NULL) == 0);
  CHECK (n != 6 || strcmp (n > 0 ? NULL : "", "a") != 0);
  return 0;
}

int freed (int n)
{
  char *text = malloc (3);
  int length = 0;
  if (!text)
    return 0;
  strcpy (text, "ab");
  free (text);
  CHECK (n != 8 || READABLE (text, 3));
  CHECK (n != 9 || text[0] == 'a');
  return length;
}

int unended (int n)
{
  char *text = malloc (4);
  if (!text)
    return 0;
  memset (text, 'a', 4);
  CHECK (n != 7 || strlen (text) < 4);
  free (text);
  return n;
}

static QUERY int length (const Node *node)
{
  int n = 0;
  for (; node; node = node->next)
    n++;
  return n;
}

/* A contract that does not end is broken by who made the circle, not by the query that walks it. */
int circle (Node *node)
{
  ENSURE (length (node) >= 0);
  if (!node)
    return 1;
  node->next = node;
  return 0;
}

/* One that only takes long is not. */
int lasting (int n)
{
  CHECK (FORALL (i, 0, n == 11 ? 300000 : 1, i >= 0));
  return n;
}
