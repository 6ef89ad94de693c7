/* Comma, conditional, short circuit, side effects in odd places, pointers in all spellings. */
#include <stdio.h>
#include <string.h>

struct node { int value; struct node *next; int *data; int a[3][4]; };

static int calls;
static int tick (int x) { calls++; return x; }
static int *place (int *p) { calls += 10; return p; }

static int odd (struct node *n, int i)
{
  int r = 0, a[5] = { 1, 2, 3, 4, 5 }, *p = a + 2, **pp = &p;
  r += p[-1] + (-1)[p] + *(p + 1) + 2[a] + (*pp)[1] + **pp + *&a[4] + (&a[1])[2];
  r = r * 100 + *p++; r += *p--; r += ++*p; r += (*p)++; r += *--p + -p[1];
  i++;
  n->value = n->data[i - 1] = n->a[i][i + 1] = (tick (3), tick (4));
  (*n).a[(*n).value - 2][tick (1)] += n -> value;
  *place (&a[tick (2)]) += tick (7);
  a[tick (0)]++, --a[tick (1)];
  r += a[0] * a[1] + a[2] + "hello"[i] + n->a[2][1];
  r += n && n->next ? n->next->value : n ? -n->value : 0;
  r += (n->next != NULL && n->next->value / (n->value | 1) > 0) || !n->next || tick (5);
  return r + (i ? : 9) + (0 ?: tick (2));
}

static size_t sizes (int n)
{
  int k = 0;
  size_t s = sizeof k++ + sizeof (int[3]) + sizeof (struct node) + _Alignof (double) + sizeof ((struct node *)0)->a[9];
  int v[n];
  s += sizeof v + sizeof (int[n]) + sizeof v[k++];
  return s * 10 + (size_t)k;
}

static unsigned bits (unsigned x, int s)
{
  x ^= x << s; x |= x >> (s + 1); x &= ~(1u << (s & 31)); x <<= 3; x >>= s % 5;
  return x | -x | (x = ~x);
}

int main (void)
{
  struct node a = { .data = (int[]){ 1, 2, 3 } }, b = { 8, &a, (int[9]){ [3] = 7 }, { { 1 } } };
  int x = odd (&a, 0);
  printf ("%d %d\n", x, calls);
  x = odd (&b, 1);
  printf ("%d %d %d\n", x, calls, b.a[2][3]);
  printf ("%zu %u %u\n", sizes (4), bits (12345, 3), bits (~0u, 30));
  x = (printf ("a"), printf ("bc"), 5) > 4 ? printf ("d\n") : 0;
  char text[8] = "xyz", *t = text;
  while (*t) *t++ += 1;
  *strchr (text, 'y') = *"Q";
  return puts (text) < 0;
}
