#include "m.h"
#include <limits.h>
#include <stdlib.h>

struct Node { int n; };
static const int table[4] = { 1, 2, 3, 4 };

Node *node_new (int n) { Node *node = malloc (sizeof *node); if (node) node->n = n; return node; }
void node_free (Node *node) { free (node); }
int node_value (const Node *node) { return node ? node->n : 0; }
int use_freed (int n) { Node *node = node_new (n); int got = node_value (node); node_free (node); return got; }
int element (int i) { return 0 <= i && i < 4 ? table[i] : 0; }
int block (int i)
{
  int *p = calloc (4, sizeof *p);
  int got = p && 0 <= i && i < 4 ? p[i] : 0;
  free (p);
  return got;
}
int quotient (int a, int b) { return b == 0 || (a == INT_MIN && b == -1) ? 0 : a / b; }
int rest (int a, int b) { return b == 0 || (a == INT_MIN && b == -1) ? 0 : a % b; }
unsigned shifted (unsigned a, int n) { return 0 <= n && n < 32 ? a >> n : 0; }
int shifted_left (int a, int n) { return 0 <= n && n < 8 && 0 <= a && a < 1000 ? a << n : 0; }
int negated (int a) { return a == INT_MIN ? 0 : -a; }
int next (int a) { if (a < INT_MAX) a++; return a; }
long long product (long long a, long long b)
{
  return a > -1000000 && a < 1000000 && b > -1000000 && b < 1000000 ? a * b : 0;
}
int assigned (int a, int b)
{
  a %= 1000;
  b %= 1000;
  a += b;
  a -= 2 * b;
  return a;
}
int lose (int n) { int *p = malloc (sizeof *p); if (!p) return 0; *p = n; n = *p; free (p); return n; }
int loop (int n) { int i = 0; while (i < n && i < 100) i++; return i; }
struct counter { long n; int calls[2]; unsigned small : 3; };
long counted (int n)
{
  struct counter c = { n, { 1, n % 100 }, 7 };
  c.n++;
  --c.calls[1];
  c.small++;
  signed char narrow = 127;
  narrow++;
  return c.n + c.calls[1] + (narrow < 0);
}
static int one (int n) { return n > 0; }
int called (int n)
{
  int (*f) (int) = one;
  return f (n) + (*f) (n);
}
int masked (signed char c, int n)
{
  unsigned char u = (unsigned char)c;
  n &= 15;
  int x = u << 8 | u << n;
  x &= 255;
  x <<= n;
  x /= n + 1;
  x %= 7;
  return x;
}
int stepped (int n)
{
  register int i = n > 1000 ? 1000 : n;
  int a[3] = { 0 }, at = 0;
  while (i < 1000 && at < 3)
    a[at++] = ++i;
  return a[0];
}
int flipped (int a, int b) { return b == 0 ? 0 : a / 2 / (b < 0 ? -1 : 1); }
static int value_of (const Node *node) { return node->n; }
int hand_over (int n)
{
  Node *node = node_new (n);
  int value = node ? value_of (node) / 2 : 0;
  node_free (node);
  return value;
}
