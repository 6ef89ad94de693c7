/* Graphs on small arrays: union-find, breadth first, a grid. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Sets {
  int n;
  int *parent, *rank;
} Sets;

INVARIANT bool sets_valid (const Sets *s)
{
  return s->n > 0 && FORALL (i, 0, s->n, 0 <= s->parent[i] && s->parent[i] < s->n);
}

Sets *sets_new (int n)
{
  REQUIRE (0 < n && n <= 500);
  Sets *s = malloc (sizeof *s);
  if (!s)
    return NULL;
  s->n = n;
  s->parent = malloc ((size_t)n * 2 * sizeof *s->parent);
  if (!s->parent) {
    free (s);
    return NULL;
  }
  s->rank = s->parent + n;
  for (int i = 0; i < n; i++) {
    s->parent[i] = i;
    s->rank[i] = 0;
  }
  return s;
}

void sets_free (Sets *s)
{
  if (s)
    free (s->parent);
  free (s);
}

int sets_find (Sets *s, int x)
{
  REQUIRE (s != NULL && 0 <= x && x < s->n);
  while (s->parent[x] != x)
    x = s->parent[x] = s->parent[s->parent[x]];
  return x;
}

bool sets_join (Sets *s, int x, int y)
{
  REQUIRE (s != NULL && 0 <= x && x < s->n && 0 <= y && y < s->n);
  x = sets_find (s, x);
  y = sets_find (s, y);
  if (x == y)
    return false;
  if (s->rank[x] < s->rank[y]) {
    int t = x;
    x = y;
    y = t;
  }
  s->parent[y] = x;
  s->rank[x] += s->rank[x] == s->rank[y];
  return true;
}

#define NODES 12

typedef struct Graph {
  bool edges[NODES][NODES];
} Graph;

Graph *graph_new (void)
{
  return calloc (1, sizeof (Graph));
}

void graph_free (Graph *g)
{
  free (g);
}

void graph_connect (Graph *g, int from, int to)
{
  REQUIRE (g != NULL && 0 <= from && from < NODES && 0 <= to && to < NODES);
  g->edges[from][to] = g->edges[to][from] = true;
}

int graph_distance (const Graph *g, int from, int to)
{
  REQUIRE (g != NULL && 0 <= from && from < NODES && 0 <= to && to < NODES);
  ENSURE (-1 <= RESULT && RESULT < NODES);
  int distance[NODES], queue[NODES], head = 0, tail = 0;
  memset (distance, -1, sizeof distance);
  distance[from] = 0;
  queue[tail++] = from;
  while (head < tail) {
    int node = queue[head++];
    if (node == to)
      return distance[node];
    for (int next = 0; next < NODES; next++)
      if (g->edges[node][next] && distance[next] < 0) {
        distance[next] = distance[node] + 1;
        queue[tail++] = next;
      }
  }
  return -1;
}

static unsigned visit (const Graph *g, int node, bool *seen)
{
  unsigned n = 1;
  seen[node] = true;
  for (int next = 0; next < NODES; next++)
    if (g->edges[node][next] && !seen[next])
      n += visit (g, next, seen);
  return n;
}

unsigned graph_component (const Graph *g, int node)
{
  REQUIRE (g != NULL && 0 <= node && node < NODES);
  bool seen[NODES] = { false };
  return visit (g, node, seen);
}

int flood (unsigned char *grid, int width, int height, int x, int y)
{
  REQUIRE (0 < width && width <= 16 && 0 < height && height <= 16 && 0 <= x && x < width && 0 <= y && y < height);
  REQUIRE (WRITABLE (grid, width * height));
  int filled = 0, n = 0, *todo = malloc (sizeof *todo * (size_t)(width * height) * 4 + sizeof *todo);
  if (!todo)
    return -1;
  todo[n++] = y * width + x;
  while (n > 0) {
    int at = todo[--n];
    if (grid[at])
      continue;
    grid[at] = 1;
    filled++;
    if (at % width > 0)
      todo[n++] = at - 1;
    if (at % width < width - 1)
      todo[n++] = at + 1;
    if (at >= width)
      todo[n++] = at - width;
    if (at + width < width * height)
      todo[n++] = at + width;
  }
  free (todo);
  return filled;
}
