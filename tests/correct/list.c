/* A linked list, by pointers to pointers. */
#include <stdbool.h>
#include <stdlib.h>

#include <autofix/contract.h>

typedef struct Node {
  struct Node *next;
  int value;
} Node;

typedef struct List {
  Node *first;
  size_t length;
} List;

INVARIANT bool list_valid (const List *l)
{
  size_t n = 0;
  for (const Node *node = l->first; node && n <= l->length; node = node->next)
    n++;
  return n == l->length;
}

List *list_new (void)
{
  return calloc (1, sizeof (List));
}

void list_free (List *l)
{
  if (!l)
    return;
  for (Node *node = l->first, *next; node; node = next) {
    next = node->next;
    free (node);
  }
  free (l);
}

bool list_prepend (List *l, int value)
{
  REQUIRE (l != NULL);
  Node *node = malloc (sizeof *node);
  if (!node)
    return false;
  *node = (Node){ l->first, value };
  l->first = node;
  l->length++;
  return true;
}

bool list_append (List *l, int value)
{
  REQUIRE (l != NULL);
  Node **at = &l->first;
  while (*at)
    at = &(*at)->next;
  if (!(*at = calloc (1, sizeof **at)))
    return false;
  (*at)->value = value;
  l->length++;
  return true;
}

bool list_remove (List *l, int value)
{
  REQUIRE (l != NULL);
  for (Node **at = &l->first; *at; at = &(*at)->next)
    if ((*at)->value == value) {
      Node *gone = *at;
      *at = gone->next;
      free (gone);
      l->length--;
      return true;
    }
  return false;
}

void list_reverse (List *l)
{
  REQUIRE (l != NULL);
  Node *reversed = NULL;
  while (l->first) {
    Node *node = l->first;
    l->first = node->next;
    node->next = reversed;
    reversed = node;
  }
  l->first = reversed;
}

bool list_insert_sorted (List *l, int value)
{
  REQUIRE (l != NULL);
  Node *node = malloc (sizeof *node), **at = &l->first;
  if (node == NULL)
    return false;
  while (*at && (*at)->value < value)
    at = &(*at)->next;
  node->value = value;
  node->next = *at;
  *at = node;
  l->length++;
  return true;
}

const Node *list_find (const List *l, int value)
{
  REQUIRE (l != NULL);
  const Node *node = l->first;
  while (node && node->value != value)
    node = node->next;
  return node;
}

size_t list_count_if (const List *l, int low, int high)
{
  REQUIRE (l != NULL);
  size_t n = 0;
  for (const Node *node = l->first; node; node = node->next)
    n += low <= node->value && node->value <= high;
  return n;
}
