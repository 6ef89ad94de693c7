#include "m.h"
#include <limits.h>
#include <stdlib.h>

struct Node { int n; };
static const int table[4] = { 1, 2, 3, 4 };

Node *node_new (int n) { Node *node = malloc (sizeof *node); if (node) node->n = n; return node; }
void node_free (Node *node) { free (node); }
int node_value (const Node *node) { return node->n; }
int use_freed (int n) { Node *node = node_new (n); node_free (node); return node->n; }
int element (int i) { return i <= 4 ? table[i] : 0; }
int block (int i)
{
  int *p = calloc (4, sizeof *p);
  int got = p && 0 <= i && i <= 4 ? p[i] : 0;
  free (p);
  return got;
}
int quotient (int a, int b) { return a / b; }
int rest (int a, int b) { return a % b; }
unsigned shifted (unsigned a, int n) { return a >> n; }
int shifted_left (int a, int n) { return 0 <= n && n < 32 ? a << n : 0; }
int negated (int a) { return -a; }
int next (int a) { a++; return a; }
long long product (long long a, long long b) { return a * b; }
int assigned (int a, int b)
{
  a += b;
  return a;
}
int lose (int n) { int *p = malloc (sizeof *p); if (!p) return 0; *p = n; return *p; }
int loop (int n) { int i = 0; while (i != n) i += 2; return 0; }
struct counter { long n; int calls[2]; };
long counted (int n)
{
  struct counter c = { n, { 1, n } };
  c.n++;
  --c.calls[1];
  return c.n;
}
static int one (int n) { return n > 0; }
int called (int n)
{
  int (*f) (int) = n > 5 ? 0 : one;
  int (*g) (int) = n < -5 ? 0 : one;
  return n % 2 ? f (n) : (*g) (n);
}
int masked (signed char c, int n)
{
  int x = c << 8;
  x = n & 255;
  x <<= n & 31;
  x %= 7;
  n /= c;
  return x + (n > 0);
}
int stepped (int n)
{
  register int i = n;
  int a[3] = { 0 }, at = 0;
  while (at < 5)
    a[at++] = i++;
  return a[0];
}
int flipped (int a, int b) { return b == 0 ? 0 : a / (b < 0 ? -1 : 1); }
static int value_of (const Node *node) { return node->n; }
static int twice_value_of (const Node *node) { return 2 * value_of (node); }
int hand_over (int n)
{
  Node *node = node_new (n);
  node_free (node);
  return n > 0 ? value_of (node) : twice_value_of (node);
}
