#!/bin/sh
# Elements that callers make and hand in: an intrusive queue, a vector of objects with functions.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
shows() { grep -qE -e "$1" "$scratch/output" || { fail "no /$1/"; tail -9 "$scratch/output" >&2; }; }
cat > queue.h <<'C'
#include <stddef.h>
typedef struct Task { const char *name; int prio; struct Task *next; } Task;
typedef struct Queue { Task *first, *last; size_t n; } Queue;
Queue *queue_new (void);
void queue_free (Queue *q);
void queue_push (Queue *q, Task *t);
Task *queue_pop (Queue *q);
Task *queue_find (const Queue *q, int prio);
int queue_has (const Queue *q, const Task *t);
void queue_remove (Queue *q, Task *t);
C
cat > queue.c <<'C'
#include "queue.h"
#include <stdlib.h>
#include <autofix/contract.h>
INVARIANT static int queue_valid (const Queue *q)
{
  size_t n = 0;
  for (const Task *t = q->first; t != NULL; t = t->next, n++)
    if (t->next == NULL && t != q->last)
      return 0;
  return n == q->n && (q->first != NULL || q->last == NULL);
}
Queue *queue_new (void) { return calloc (1, sizeof (Queue)); }
void queue_free (Queue *q) { free (q); }
void queue_push (Queue *q, Task *t)
{
  REQUIRE (q != NULL && t != NULL && !queue_has (q, t));
  ENSURE (q->last == t && q->n == OLD (q->n) + 1);
  t->next = NULL;
  if (q->last != NULL)
    q->last->next = t;
  else
    q->first = t;
  q->last = t;
  q->n++;
}
Task *queue_pop (Queue *q)
{
  REQUIRE (q != NULL);
  Task *t = q->first;
  if (t == NULL)
    return NULL;
  q->first = t->next;
  if (q->first == NULL)
    q->last = NULL;
  q->n--;
  return t;
}
Task *queue_find (const Queue *q, int prio)
{
  REQUIRE (q != NULL);
  ENSURE (RESULT == NULL || RESULT->prio == prio);
  for (Task *t = q->first; t != NULL; t = t->next)
    if (t->prio == prio)
      return t;
  return NULL;
}
int queue_has (const Queue *q, const Task *t)
{
  for (const Task *each = q->first; each != NULL; each = each->next)
    if (each == t)
      return 1;
  return 0;
}
void queue_remove (Queue *q, Task *t)
{
  REQUIRE (q != NULL && t != NULL && queue_has (q, t));
  ENSURE (!queue_has (q, t));
  Task *before = NULL;
  for (Task *each = q->first; each != t; each = each->next)
    before = each;
  if (before != NULL)
    before->next = t->next;
  else
    q->first = t->next;
  if (q->last == t)
    q->last = before;
  q->n--;
}
C
# right: every branch is tested, and nothing is found; no test hands an element in twice where nothing forbids it
expect 0 'queue: 0 faults' "$autofix" test --quiet --seed 1 --effort 1 --coverage queue.c
shows 'queue: 20 of 20 branches taken'
sed -i 's/ && !queue_has (q, t));/);/' queue.c
expect 0 'queue: 0 faults' "$autofix" test --quiet --seed 1 --effort 1 queue.c
# wrong: the last one stays after it has been taken
sed '/if (q->first == NULL)/,/q->last = NULL;/d' queue.c > wrong.c
expect 2 "invariant 'queue_valid' violated by 'queue_pop'" "$autofix" test --quiet --seed 1 --effort 1 wrong.c

# an object of functions behind a void *, which the vector gives back
cat > vec.h <<'C'
typedef struct Object { void (*show) (struct Object *o); int (*rank) (const struct Object *o); } Object;
typedef struct Vec { Object **items; int n, room; } Vec;
Vec *vec_new (void);
void vec_free (Vec *v);
void vec_insert (Vec *v, int at, void *data);
Object *vec_get (Vec *v, int at);
C
cat > vec.c <<'C'
#include "vec.h"
#include <stdlib.h>
#include <autofix/contract.h>
Vec *vec_new (void)
{
  Vec *v = calloc (1, sizeof *v);
  v->room = 4;
  v->items = calloc (4, sizeof *v->items);
  return v;
}
void vec_free (Vec *v)
{
  free (v->items);
  free (v);
}
void vec_insert (Vec *v, int at, void *data)
{
  REQUIRE (v != NULL && data != NULL && 0 <= at && at <= v->n);
  REQUIRE (((Object *)data)->rank != NULL);
  Object *object = data;
  if (v->n == v->room) {
    v->room *= 2;
    v->items = realloc (v->items, sizeof *v->items * (size_t)v->room);
  }
  for (int i = v->n; i >= at; i--)
    v->items[i + 1] = v->items[i];
  v->items[at] = object;
  v->n++;
}
Object *vec_get (Vec *v, int at)
{
  REQUIRE (v != NULL && 0 <= at && at < v->n);
  return v->items[at];
}
C
expect 2 "invalid memory access in 'vec_insert'" "$autofix" test --quiet --seed 1 --effort 1 vec.c

# without contracts: a tree whose ends are a mark, of nodes with keys of the caller
cat > tree.c <<'C'
#include <stdbool.h>
#include <stddef.h>
typedef struct Node { struct Node *up, *left, *right; const void *key; } Node;
typedef struct Tree { Node *root; int n; int (*compare) (const void *a, const void *b); } Tree;
static Node nil = { &nil, &nil, &nil, NULL };
void tree_init (Tree *t, int (*compare) (const void *a, const void *b))
{
  t->root = &nil;
  t->n = 0;
  t->compare = compare;
}
Node *tree_find (Tree *t, const void *key)
{
  Node *n = t->root;
  while (n != &nil) {
    int order = t->compare (key, n->key);
    if (order == 0)
      return n;
    n = order < 0 ? n->left : n->right;
  }
  return NULL;
}
bool tree_insert (Tree *t, Node *added)
{
  Node *n = t->root, *up = &nil;
  while (n != &nil) {
    int order = t->compare (added->key, n->key);
    if (order == 0)
      return false;
    up = n;
    n = order < 0 ? n->left : n->right;
  }
  added->left = added->right = &nil;
  added->up = up;
  if (up == &nil)
    t->root = added;
  else if (t->compare (added->key, up->key) < 0)
    up->left = added;
  else
    up->right = added;
  t->n++;
  return true;
}
Node *tree_first (const Tree *t)
{
  Node *n = t->root;
  if (n == &nil)
    return NULL;
  while (n->left != &nil)
    n = n->left;
  return n;
}
Node *tree_next (Node *n)
{
  if (n->right != &nil) {
    for (n = n->right; n->left != &nil;)
      n = n->left;
    return n;
  }
  while (n->up != &nil && n == n->up->right)
    n = n->up;
  return n->up != &nil ? n->up : NULL;
}
C
expect 0 'tree: 0 faults' "$autofix" test --quiet --seed 1 --effort 1 --coverage tree.c
shows 'tree: 22 of 22 branches taken'
# wrong: the end of the descent is not seen
sed 's/for (n = n->right; n->left != &nil;)/for (n = n->right; n->left != NULL;)/' tree.c > wrong.c
expect 2 "'tree_next' does not end" "$autofix" test --quiet --seed 1 --effort 1 wrong.c

# a link within the element, which names its list
cat > ring.h <<'C'
typedef struct Link { struct Link *next, *prev; } Link;
typedef struct Ring { Link ends; int n; } Ring;
typedef struct Item { int weight; Ring *in; Link link; } Item;
void ring_init (Ring *r);
void ring_add (Ring *r, Item *item);
Item *ring_first (const Ring *r);
void ring_remove (Item *item);
C
cat > ring.c <<'C'
#include <stddef.h>
#include "ring.h"
#define ITEM_OF(p) ((Item *) ((char *) (p) - offsetof (Item, link)))
void ring_init (Ring *r)
{
  r->ends.next = r->ends.prev = &r->ends;
  r->n = 0;
}
void ring_add (Ring *r, Item *item)
{
  Link *at = r->ends.next;
  while (at != &r->ends && ITEM_OF (at)->weight < item->weight)
    at = at->next;
  item->link.prev = at->prev;
  item->link.next = at;
  at->prev->next = &item->link;
  at->prev = &item->link;
  item->in = r;
  r->n++;
}
Item *ring_first (const Ring *r)
{
  return r->ends.next == &r->ends ? NULL : ITEM_OF (r->ends.next);
}
void ring_remove (Item *item)
{
  item->link.prev->next = item->link.next;
  item->link.next->prev = item->link.prev;
  item->in->n--;
  item->in = NULL;
}
C
expect 0 'ring: 0 faults' "$autofix" test --quiet --seed 1 --effort 1 --coverage ring.c
shows 'ring: 2 of 2 branches taken'
# wrong: the end is taken for an item
sed 's/at != &r->ends && //' ring.c > wrong.c
expect 2 "invalid memory access in 'ring_add'" "$autofix" test --quiet --seed 1 --effort 1 wrong.c

# where others go is no element that is inserted, and takes more than one of them
cat > dom.h <<'C'
typedef struct Elem { const char *name; struct Elem *parent, *child, *next; } Elem;
void elem_add (Elem *parent, Elem *child);
int elem_count (const Elem *e);
C
cat > dom.c <<'C'
#include "dom.h"
#include <stddef.h>
void elem_add (Elem *parent, Elem *child)
{
  child->parent = parent;
  child->next = parent->child;
  parent->child = child;
}
int elem_count (const Elem *e)
{
  int n = 0;
  for (const Elem *c = e->child; c != NULL && n < 2; c = c->next)
    n++;
  return 100 / (2 - n);
}
C
expect 2 "arithmetic error in 'elem_count'" "$autofix" test --quiet --seed 1 dom.c

# a tree whose insertion returns the root: nobody can tell what is where
cat > grown.h <<'C'
typedef struct Node { int key; struct Node *left, *right; } Node;
Node *tree_insert (Node *root, Node *n);
int tree_depth (const Node *root);
C
cat > grown.c <<'C'
#include "grown.h"
#include <stddef.h>
Node *tree_insert (Node *root, Node *n)
{
  if (root == NULL)
    return n;
  if (n->key < root->key)
    root->left = tree_insert (root->left, n);
  else
    root->right = tree_insert (root->right, n);
  return root;
}
int tree_depth (const Node *root)
{
  if (root == NULL)
    return 0;
  int l = tree_depth (root->left), r = tree_depth (root->right);
  return 1 + (l > r ? l : r);
}
C
expect 3 'grown: 0 faults' "$autofix" test --quiet --seed 1 --effort 1 grown.c
finish
