#!/bin/sh
# Trees and lists without a record of their own: `root = tree_insert (root, 5)`, `tree_insert (&root, 5)`.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
shows() { grep -qE -e "$1" "$scratch/output" || { fail "no /$1/"; tail -9 "$scratch/output" >&2; }; }
cat > tree.h <<'C'
typedef struct node { int key; struct node *left, *right; } Node;
Node *tree_insert (Node *root, int key);
int tree_has (const Node *root, int key);
Node *tree_remove (Node *root, int key);
void tree_free (Node *root);
C
cat > tree.c <<'C'
#include "tree.h"
#include <stdlib.h>
#include <autofix/contract.h>
Node *tree_insert (Node *root, int key)
{
  ENSURE (tree_has (RESULT, key));
  if (root == NULL) {
    root = calloc (1, sizeof *root);
    root->key = key;
  } else if (key < root->key)
    root->left = tree_insert (root->left, key);
  else if (key > root->key)
    root->right = tree_insert (root->right, key);
  return root;
}
int tree_has (const Node *root, int key)
{
  while (root != NULL && root->key != key)
    root = key < root->key ? root->left : root->right;
  return root != NULL;
}
Node *tree_remove (Node *root, int key)
{
  ENSURE (!tree_has (RESULT, key));
  Node *next;
  if (root == NULL)
    return NULL;
  if (key < root->key)
    root->left = tree_remove (root->left, key);
  else if (key > root->key)
    root->right = tree_remove (root->right, key);
  else if (root->left == NULL || root->right == NULL) {
    next = root->left == NULL ? root->right : root->left;
    free (root);
    return next;
  } else {
    for (next = root->right; next->left != NULL; next = next->left)
      ;
    root->key = next->key;
    root->right = tree_remove (root->right, next->key);
  }
  return root;
}
void tree_free (Node *root)
{
  if (root != NULL) {
    tree_free (root->left);
    tree_free (root->right);
    free (root);
  }
}
C
expect 0 - "$autofix" test --color never -q --seed 1 --effort 1 --coverage tree.c
shows '^tree_insert +6/6$'
shows '^tree_remove +10/10$'

# The key of the removed node instead of that of its successor: the old pointer is used by no further call.
sed 's/(root->right, next->key)/(root->right, key)/' tree.c > wrong.c
expect 2 - "$autofix" run --color never -q --seed 1 -j 2 --effort 1 wrong.c
shows "postcondition of 'tree_remove' violated"
shows 'n = tree_insert\(NULL, [0-9-]*\); n2 = tree_insert\(n, [0-9-]*\); n3 = tree_insert\(n2, '
shows '^  fix 1 '

# In its place, where null is an empty one; the smallest test has the node with a child to its right.
cat > list.h <<'C'
typedef struct item { int key; struct item *next; } Item;
void list_add (Item **first, int key);
int list_drop (Item **first, int key);
int list_has (const Item *first, int key);
void list_free (Item *first);
C
cat > list.c <<'C'
#include "list.h"
#include <stdlib.h>
void list_add (Item **first, int key)
{
  Item *item = malloc (sizeof *item);
  if (item == NULL)
    return;
  while (*first != NULL && (*first)->key < key)
    first = &(*first)->next;
  item->key = key;
  item->next = *first;
  *first = item;
}
int list_drop (Item **first, int key)
{
  Item *gone;
  while (*first != NULL && (*first)->key < key)
    first = &(*first)->next;
  if (*first == NULL || (*first)->key != key)
    return 0;
  gone = *first;
  *first = gone->next;
  free (gone);
  return 1;
}
int list_has (const Item *first, int key)
{
  while (first != NULL && first->key != key)
    first = first->next;
  return first != NULL;
}
void list_free (Item *first)
{
  while (first != NULL) {
    Item *next = first->next;
    free (first);
    first = next;
  }
}
C
expect 0 - "$autofix" test --color never -q --seed 1 --effort 1 --coverage list.c
shows '^list_add +[0-9/]+  not taken: line 6 \(true\)$'
shows '^list_drop +4/4$'
sed 's/  free (gone);/  free (gone->next);/' list.c > lost.c
expect 2 - "$autofix" test --color never -q --seed 1 --effort 1 lost.c
shows 'Item \*i = NULL; list_add\(&i, [0-9-]*\); '

# Nobody makes such a record, and who returns it was given it: it is made of zeros, as before.
cat > uri.h <<'C'
typedef struct { char *host; int port; } Uri;
int uri_parse (const char *text, Uri *uri);
Uri *uri_copy (Uri *to, const Uri *from);
void uri_free (Uri *uri);
C
cat > uri.c <<'C'
#include "uri.h"
#include <stdlib.h>
#include <string.h>
int uri_parse (const char *text, Uri *uri)
{
  memset (uri, 0, sizeof *uri);
  if (text[0] == '\0')
    return -1;
  uri->host = strdup (text);
  return uri->host ? 0 : -1;
}
Uri *uri_copy (Uri *to, const Uri *from)
{
  memset (to, 0, sizeof *to);
  if (from->host)
    to->host = strdup (from->host);
  return to;
}
void uri_free (Uri *uri)
{
  free (uri->host);
  memset (uri, 0, sizeof *uri);
}
C
expect 0 - "$autofix" test --color never -q --seed 1 --effort 1 --coverage uri.c
shows '^uri_copy +[12]/2'
shows '^uri_parse +[23]/'
# What is made of others like it: the first has no parent.
cat > folder.c <<'END'
#include <stdlib.h>
typedef struct folder { struct folder *parent, *first, *next; int n; } Folder;
static void put (Folder *parent, Folder *child)
{
  child->next = parent->first;
  parent->first = child;
  parent->n++;
}
Folder *folder_new (Folder *parent)
{
  Folder *folder = calloc (1, sizeof *folder);
  if (folder != NULL && parent != NULL) {
    folder->parent = parent;
    put (parent, folder);
  }
  return folder;
}
void folder_free (Folder *folder)
{
  while (folder->first != NULL) {
    Folder *next = folder->first->next;
    folder_free (folder->first);
    folder->first = next;
  }
  free (folder);
}
int folder_third (const Folder *folder)
{
  return folder->n < 3 ? -1 : folder->first->next->next->n;
}
END
expect 0 'folder: 0 faults' "$autofix" test --quiet --seed 1 --effort 2 folder.c
sed 's/n < 3/n < 2/' folder.c > wrong.c
expect 2 'fault: null pointer dereferenced in .folder_third' "$autofix" test --quiet --seed 1 --effort 2 wrong.c
# The same where nobody asks whether there is a parent, and others follow it.
cat > limb.c <<'END'
#include <stdlib.h>
typedef struct limb { struct limb *parent; int length; } Limb;
Limb *limb_new (Limb *parent, int length)
{
  Limb *limb = malloc (sizeof *limb);
  if (limb == NULL)
    return NULL;
  limb->parent = parent;
  limb->length = length % 100;
  return limb;
}
int limb_reach (const Limb *limb)
{
  int reach = limb->length;
  for (const Limb *at = limb->parent; at != NULL; at = at->parent)
    reach += at->length;
  return reach;
}
int limb_more (const Limb *limb)
{
  return limb->parent == NULL ? limb->length : limb->length - limb->parent->length;
}
void limb_free (Limb *limb) { free (limb); }
END
expect 0 'limb: 0 faults' "$autofix" test --quiet --seed 1 --effort 2 limb.c
sed 's/limb->parent == NULL ?/limb->length > 50 ?/' limb.c > wrong.c
expect 2 "fault: null pointer dereferenced in 'limb_more'" "$autofix" test --quiet --seed 1 --effort 2 wrong.c
finish
