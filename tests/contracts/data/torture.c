/* Every contract macro, in every nesting that could warn.  Compiled by contract-matrix.sh in every mode. */
#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

typedef struct Grid {
  size_t rows, columns;
  int *cells;
} Grid;

INVARIANT static bool grid_valid (const Grid *g)
{
  return g->cells != NULL || g->rows == 0;
}

static INVARIANT bool grid_valid_too (const Grid *g)
{
  return IFF (g->rows == 0, g->cells == NULL);
}

/* Called by contracts alone. */
static bool only_for_contracts (const Grid *g)
{
  return g->columns > 0;
}

QUERY size_t grid_rows (const Grid *g);
QUERY size_t grid_rows (const Grid *g)
{
  REQUIRE (g != NULL);
  ENSURE (RESULT == g->rows);
  return g->rows;
}

bool grid_all_zero (const Grid *g);
bool grid_all_zero (const Grid *g)
{
  REQUIRE (g != NULL && only_for_contracts (g));
  REQUIRE (READABLE (g->cells, g->rows * g->columns));
  AFX_REQUIRE (FORALL (r, 0, g->rows, FORALL (c, 0, g->columns, g->cells[r * g->columns + c] >= 0)));
  REQUIRE (FORALL (r, 0, 3, r >= 0) && FORALL (r, 0, 3, EXISTS (c, 0, 3, c == r)));
  REQUIRE (IMPLIES (IMPLIES (g->rows > 2, g->columns > 2), g->rows < 1000) && IFF (g->rows == 0, IFF (g->columns == 0, true)));
  ENSURE (IMPLIES (RESULT, FORALL (i, 0, g->rows, g->cells[i] == 0)));
  for (size_t i = 0; i < g->rows * g->columns; i++) {
    LOOP_INVARIANT (i <= g->rows * g->columns);
    LOOP_VARIANT ((long long)(g->rows * g->columns - i));
    if (g->cells[i] != 0)
      return false;
  }
  return true;
}

int fill (int *to, int n, void *raw, size_t size);
int fill (int *to, int n, void *raw, size_t size)
{
  REQUIRE (WRITABLE (to, n));
  REQUIRE (READABLE (raw, size) && WRITABLE (raw, size));
  ENSURE (RESULT == n && FORALL (i, 0, n, to[i] == OLD (n)));
  int i = 0;

  while (i < n) {
    LOOP_INVARIANT (0 <= i && i <= n);
    LOOP_VARIANT (n - i);
    to[i] = n;
    i++;
  }
  if (n > 3)
    CHECK (i == n);
  else
    CHECK (i <= 3);
  return i;
}

typedef struct Node {
  struct Node *next;
  struct {
    struct Node *back;
  } link;
} Node;

INVARIANT static bool chain_valid (const Node *n)
{
  return NODES (n, next) >= 0 && NODES (n->next, link.back) < 100 && REACHES (n, NULL, link.back);
}

size_t chain_length (const Node *first, Node *last);
size_t chain_length (const Node *first, Node *last)
{
  REQUIRE (NODES (first, next) >= 0 && REACHES (first, last, next));
  REQUIRE (FORALL (i, 0, 3, NODES (first, next) >= NODES (last, next) || i > 0));
  ENSURE (RESULT == (size_t)NODES (first, next) && NODES (last, link.back) == OLD (NODES (last, link.back)));
  size_t n = 0;
  for (const Node *node = first; node; node = node->next)
    n++;
  CHECK (IFF (n == 0, NODES (first, next) == 0) && last == last);
  return n;
}

struct Pair { int a, b; };
int sum (struct Pair pair);
int sum (struct Pair pair)
{
#ifndef __cplusplus
  REQUIRE (pair.a != ((struct Pair){ 1, 2 }).b);
#endif
  ENSURE (RESULT == OLD (pair.a) + OLD (pair.b));
  return pair.a + pair.b;
}

void release (Grid *g);
void release (Grid *g)
{
  AFX_CONSUME (g);
  AFX_ENSURE (1);
  (void)g;
}
