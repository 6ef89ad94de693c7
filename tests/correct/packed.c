/* Pointers and descriptors that are not aligned: packed records, nodes of bytes that memcpy fills. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <autofix/contract.h>

/* A node is its letter and pointers to its children, without a gap. */
typedef struct Node {
  unsigned char letter, count;
  unsigned char data[];
} Node;
typedef struct Index {
  Node *root;
  size_t count;
} Index;
struct __attribute__ ((packed)) cell {
  char tag;
  struct cell *next;
};
typedef struct Chain {
  struct cell *first;
} Chain;
typedef struct __attribute__ ((packed)) Reader {
  char tag;
  int fd;
} Reader;

static Node *node_new (unsigned char letter)
{
  Node *node = malloc (sizeof *node + 1);

  if (node) {
    node->letter = letter;
    node->count = 0;
    node->data[0] = 0;
  }
  return node;
}

static Node *node_child (const Node *node, unsigned i)
{
  Node *child;

  memcpy (&child, node->data + 1 + i * sizeof child, sizeof child);
  return child;
}

static void node_free (Node *node)
{
  for (unsigned i = 0; i < node->count; i++)
    node_free (node_child (node, i));
  free (node);
}

Index *index_new (void)
{
  Index *index = malloc (sizeof *index);

  if (!index)
    return NULL;
  index->count = 0;
  index->root = node_new (0);
  if (!index->root) {
    free (index);
    return NULL;
  }
  return index;
}

void index_free (Index *index)
{
  if (!index)
    return;
  node_free (index->root);
  free (index);
}

/* 0: it was there already, or there is no room. */
int index_add (Index *index, unsigned char letter)
{
  REQUIRE (index);
  Node *root = index->root, *child;

  for (unsigned i = 0; i < root->count; i++)
    if (node_child (root, i)->letter == letter)
      return 0;
  if (root->count == UINT8_MAX || !(child = node_new (letter)))
    return 0;
  root = realloc (index->root, sizeof *root + 1 + (root->count + 1u) * sizeof child);
  if (!root) {
    free (child);
    return 0;
  }
  memcpy (root->data + 1 + root->count * sizeof child, &child, sizeof child);
  root->count++;
  index->root = root;
  index->count++;
  return 1;
}

Chain *chain_new (void)
{
  return calloc (1, sizeof (Chain));
}

int chain_push (Chain *chain, char tag)
{
  REQUIRE (chain);
  struct cell *cell = malloc (sizeof *cell);

  if (!cell)
    return 0;
  cell->tag = tag;
  cell->next = chain->first;
  chain->first = cell;
  return 1;
}

void chain_free (Chain *chain)
{
  if (!chain)
    return;
  while (chain->first) {
    struct cell *cell = chain->first;
    chain->first = cell->next;
    free (cell);
  }
  free (chain);
}

Reader *reader_open (const char *path)
{
  REQUIRE (path);
  Reader *reader = malloc (sizeof *reader);

  if (!reader)
    return NULL;
  reader->tag = 0;
  reader->fd = open (path, O_RDONLY);
  if (reader->fd < 0) {
    free (reader);
    return NULL;
  }
  return reader;
}

void reader_free (Reader *reader)
{
  if (!reader)
    return;
  close (reader->fd);
  free (reader);
}
