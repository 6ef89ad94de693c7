/* A binary search tree. */
#include <stdbool.h>
#include <stdlib.h>

#include <autofix/contract.h>

typedef struct Tree {
  struct Tree *left, *right;
  int key;
} Tree;

typedef struct Set {
  Tree *root;
  size_t count;
} Set;

static size_t count (const Tree *t)
{
  return t ? 1 + count (t->left) + count (t->right) : 0;
}

INVARIANT bool set_valid (const Set *s)
{
  return count (s->root) == s->count;
}

Set *set_new (void)
{
  return calloc (1, sizeof (Set));
}

static void free_tree (Tree *t)
{
  if (!t)
    return;
  free_tree (t->left);
  free_tree (t->right);
  free (t);
}

void set_free (Set *s)
{
  if (s) {
    free_tree (s->root);
    free (s);
  }
}

bool set_add (Set *s, int key)
{
  REQUIRE (s != NULL);
  Tree **at = &s->root;
  while (*at != NULL) {
    if ((*at)->key == key)
      return false;
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  }
  Tree *t = calloc (1, sizeof *t);
  if (!t)
    return false;
  t->key = key;
  *at = t;
  s->count++;
  return true;
}

bool set_has (const Set *s, int key)
{
  REQUIRE (s != NULL);
  const Tree *t = s->root;
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t != NULL;
}

bool set_remove (Set *s, int key)
{
  REQUIRE (s != NULL);
  ENSURE (!set_has (s, key));
  Tree **at = &s->root;
  while (*at && (*at)->key != key)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  Tree *gone = *at;
  if (!gone)
    return false;
  if (gone->left && gone->right) {
    Tree **next = &gone->right;
    while ((*next)->left)
      next = &(*next)->left;
    gone->key = (*next)->key;
    at = next;
    gone = *next;
  }
  *at = gone->left ? gone->left : gone->right;
  free (gone);
  s->count--;
  return true;
}

int set_min (const Set *s)
{
  REQUIRE (s != NULL && s->root != NULL);
  const Tree *t = s->root;
  while (t->left)
    t = t->left;
  return t->key;
}

int set_height (const Set *s)
{
  REQUIRE (s != NULL);
  const Tree *path[64];
  int height = 0, n = 0;
  int depth[64];
  if (s->root) {
    path[n] = s->root;
    depth[n++] = 1;
  }
  while (n > 0) {
    const Tree *t = path[--n];
    int d = depth[n];
    if (d > height)
      height = d;
    if (t->left && n < 62) {
      path[n] = t->left;
      depth[n++] = d + 1;
    }
    if (t->right && n < 62) {
      path[n] = t->right;
      depth[n++] = d + 1;
    }
  }
  return height;
}

static size_t fill (const Tree *t, int *keys, size_t n)
{
  if (!t)
    return n;
  n = fill (t->left, keys, n);
  keys[n++] = t->key;
  return fill (t->right, keys, n);
}

int *set_keys (const Set *s)
{
  REQUIRE (s != NULL);
  int *keys = malloc ((s->count + 1) * sizeof *keys);
  if (keys)
    keys[fill (s->root, keys, 0)] = 0;
  return keys;
}
