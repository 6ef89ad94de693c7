#include "bookidx.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct Node Node;

struct Node {
  Node *left, *right;
  char *term;
  int *pages;
  size_t n, room;
};

struct bx {
  Node *root;
  size_t terms, entries;
  bx_compare compare;
};

int bx_exact(const char *a, const char *b)
{
  REQUIRE(a != NULL && b != NULL);
  return strcmp(a, b);
}

int bx_nocase(const char *a, const char *b)
{
  REQUIRE(a != NULL && b != NULL);
  return strcasecmp(a, b);
}

/* ---- nodes ---- */

static void node_free(Node *node)
{
  if (node == NULL)
    return;
  free(node->pages);
  free(node->term);
  free(node);
}

static Node *node_new(const char *term)
{
  Node *node = calloc(1, sizeof *node);

  if (node == NULL)
    return NULL;
  *node = (Node){ .term = malloc(strlen(term) + 1), .pages = malloc(2 * sizeof *node->pages), .room = 2 };
  if (node->term == NULL || node->pages == NULL) {
    node_free(node);
    return NULL;
  }
  strcpy(node->term, term);
  return node;
}

/* Index of the first page that is not before this one. */
static size_t page_index(const Node *node, int page)
{
  size_t i = node->n;

  while (i > 0 && node->pages[i - 1] >= page)
    i--;
  return i;
}

static bx_result node_add(Node *node, int page)
{
  size_t i = page_index(node, page);
  int *at;

  if (i < node->n && node->pages[i] == page)
    return BX_EXISTS;
  if (node->n == node->room) {
    int *grown = realloc(node->pages, 2 * node->room * sizeof *grown);

    if (grown == NULL)
      return BX_NO_MEMORY;
    node->pages = grown;
    node->room *= 2;
  }
  at = node->pages + i;
  memmove(at + 1, at, (node->n - i) * sizeof *at);
  *at = page;
  node->n++;
  return BX_OK;
}

/* The link to the node of the term, or to where it belongs. */
static Node **locate(bx *index, const char *term)
{
  Node **link = &index->root;
  int order;

  while (*link != NULL && (order = index->compare(term, (*link)->term)) != 0)
    link = order < 0 ? &(*link)->left : &(*link)->right;
  return link;
}

static const Node *find(const bx *index, const char *term)
{
  const Node *node = index->root;
  int order;

  while (node != NULL && (order = index->compare(term, node->term)) != 0)
    node = order < 0 ? node->left : node->right;
  return node;
}

/* Takes the node out of the tree and returns it. */
static Node *detach(Node **link)
{
  Node *node = *link;

  if (node->left != NULL && node->right != NULL) {
    Node **next = &node->right;
    Node *heir;

    while ((*next)->left != NULL)
      next = &(*next)->left;
    heir = *next;
    *next = heir->right;
    heir->left = node->left;
    heir->right = node->right;
    *link = heir;
  } else {
    *link = node->left != NULL ? node->left : node->right;
  }
  node->left = node->right = NULL;
  return node;
}

/* ---- trees ---- */

static void tree_free(Node *node)
{
  if (node == NULL)
    return;
  tree_free(node->left);
  tree_free(node->right);
  node_free(node);
}

static int tree_last(const Node *node)
{
  int last, other;

  if (node == NULL)
    return 0;
  last = node->pages[node->n - 1];
  other = tree_last(node->left);
  last = other > last ? other : last;
  other = tree_last(node->right);
  return other > last ? other : last;
}

static void tree_shift(Node *node, int from, int by)
{
  if (node == NULL)
    return;
  tree_shift(node->left, from, by);
  for (size_t i = page_index(node, from); i < node->n; i++)
    node->pages[i] += by;
  tree_shift(node->right, from, by);
}

static bool tree_visit(const Node *node, bx_visitor visit, void *ctx, size_t *count)
{
  if (node == NULL)
    return true;
  if (!tree_visit(node->left, visit, ctx, count))
    return false;
  ++*count;
  return visit(ctx, node->term, node->pages, node->n) && tree_visit(node->right, visit, ctx, count);
}

/* Terms between low and high (null: no limit); sums up what is there. */
static bool tree_valid(const bx *index, const Node *node, const char *low, const char *high, size_t *terms, size_t *entries)
{
  if (node == NULL)
    return true;
  if ((low != NULL && index->compare(low, node->term) >= 0) || (high != NULL && index->compare(node->term, high) >= 0))
    return false;
  if (node->n == 0 || node->n > node->room || node->pages[0] < 1 || node->pages[node->n - 1] > BX_LAST_PAGE)
    return false;
  for (size_t i = 1; i < node->n; i++)
    if (node->pages[i - 1] >= node->pages[i])
      return false;
  ++*terms;
  *entries += node->n;
  return tree_valid(index, node->left, low, node->term, terms, entries)
    && tree_valid(index, node->right, node->term, high, terms, entries);
}

/* ---- the index ---- */

bx_result bx_create(bx **out, bx_compare compare)
{
  REQUIRE(out != NULL && compare != NULL);
  ENSURE(RESULT == BX_OK ? bx_terms(*out) == 0 : *out == NULL);
  *out = malloc(sizeof **out);
  if (*out == NULL)
    return BX_NO_MEMORY;
  **out = (bx){ .compare = compare };
  return BX_OK;
}

void bx_destroy(bx *index)
{
  CONSUME(index);
  if (index != NULL)
    tree_free(index->root);
  free(index);
}

bool bx_valid(const bx *index)
{
  size_t terms = 0, entries = 0;

  return tree_valid(index, index->root, NULL, NULL, &terms, &entries) && terms == index->terms && entries == index->entries;
}

size_t bx_terms(const bx *index)
{
  REQUIRE(index != NULL);
  return index->terms;
}

size_t bx_entries(const bx *index)
{
  REQUIRE(index != NULL);
  ENSURE(RESULT >= bx_terms(index));
  return index->entries;
}

bool bx_has(const bx *index, const char *term, int page)
{
  REQUIRE(index != NULL && term != NULL);
  const Node *node = find(index, term);
  size_t i;

  if (node == NULL)
    return false;
  i = page_index(node, page);
  return i < node->n && node->pages[i] == page;
}

int bx_last(const bx *index)
{
  REQUIRE(index != NULL);
  ENSURE((RESULT == 0) == (bx_terms(index) == 0));
  return tree_last(index->root);
}

bx_result bx_pages(const bx *index, const char *term, const int **pages, size_t *n)
{
  REQUIRE(index != NULL && term != NULL && pages != NULL && n != NULL);
  ENSURE(RESULT == BX_OK ? *n > 0 && *pages != NULL : *n == 0 && *pages == NULL);
  const Node *node = find(index, term);

  *pages = NULL;
  *n = 0;
  if (node == NULL)
    return BX_NOT_FOUND;
  *pages = node->pages;
  *n = node->n;
  return BX_OK;
}

size_t bx_visit(const bx *index, bx_visitor visit, void *ctx)
{
  REQUIRE(index != NULL && visit != NULL);
  ENSURE(RESULT <= bx_terms(index));
  size_t count = 0;

  tree_visit(index->root, visit, ctx, &count);
  return count;
}

bx_result bx_add(bx *index, const char *term, int page)
{
  REQUIRE(index != NULL && term != NULL && page >= 1 && page <= BX_LAST_PAGE);
  ENSURE(RESULT == BX_NO_MEMORY || bx_has(index, term, page));
  ENSURE(bx_entries(index) == OLD(bx_entries(index)) + (RESULT == BX_OK ? 1 : 0));
  Node **link = locate(index, term);
  bx_result result;

  if (*link == NULL) {
    if ((*link = node_new(term)) == NULL)
      return BX_NO_MEMORY;
    index->terms++;
  }
  result = node_add(*link, page);
  if (result == BX_OK)
    index->entries++;
  return result;
}

bx_result bx_remove_page(bx *index, const char *term, int page)
{
  REQUIRE(index != NULL && term != NULL);
  ENSURE(!bx_has(index, term, page));
  ENSURE((RESULT == BX_OK) == OLD(bx_has(index, term, page)));
  Node **link = locate(index, term), *node = *link;
  size_t i;

  if (!bx_has(index, term, page))
    return BX_NOT_FOUND;
  i = page_index(node, page);
  node->n--;
  memmove(node->pages + i, node->pages + i + 1, (node->n - i) * sizeof *node->pages);
  index->entries--;
  if (node->n == 0) {
    node_free(detach(link));
    index->terms--;
  }
  return BX_OK;
}

bx_result bx_remove_term(bx *index, const char *term)
{
  REQUIRE(index != NULL && term != NULL);
  ENSURE(bx_terms(index) == OLD(bx_terms(index)) - (RESULT == BX_OK ? 1 : 0));
  Node **link = locate(index, term), *node = *link;

  if (node == NULL)
    return BX_NOT_FOUND;
  index->entries -= node->n;
  index->terms--;
  node_free(detach(link));
  return BX_OK;
}

bx_result bx_shift(bx *index, int from, int by)
{
  REQUIRE(index != NULL && from >= 1 && by >= 0 && by <= BX_LAST_PAGE);
  ENSURE(RESULT == BX_OK || RESULT == BX_RANGE);
  ENSURE(IMPLIES(RESULT == BX_RANGE, bx_last(index) == OLD(bx_last(index))));
  ENSURE(IMPLIES(RESULT == BX_OK && OLD(bx_last(index)) >= from, bx_last(index) == OLD(bx_last(index)) + by));
  int last = bx_last(index);

  if (last >= from && last > BX_LAST_PAGE - by)
    return BX_RANGE;
  tree_shift(index->root, from, by);
  return BX_OK;
}
