#include "spvec.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { W = 10000 };
static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }
static int m[2][W];
static int where(void) { return rnd(6) ? rnd(12) : rnd(4) ? rnd(W) : W - 1; }
static int lim(long long x) { return (int)(x > SPVEC_MAX_VALUE ? SPVEC_MAX_VALUE : x < -SPVEC_MAX_VALUE ? -SPVEC_MAX_VALUE : x); }
static void cmp(const spvec *v, const int *m)
{
  int nz = 0, width = 0, k = 0;
  same("valid", spvec_valid(v), 1);
  for (int i = 0; i < W; i++)
    if (m[i] != 0) {
      same("enough", k < v->n, 1);
      same("pos", v->entry[k].pos, i);
      same("value", v->entry[k].value, m[i]);
      same("get", spvec_get(v, i), m[i]);
      k++;
      nz++;
      width = i + 1;
    }
  same("nonzeros", spvec_nonzeros(v), nz);
  same("width", spvec_width(v), width);
  for (int t = 0; t < 5; t++) {
    int p = where();
    same("get", spvec_get(v, p), m[p]);
  }
}
int main(int argc, char **argv)
{
  state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
  spvec_free(NULL);
  for (int round = 0; round < 150; round++) {
    spvec *v[2] = {spvec_new(), spvec_new()};
    memset(m, 0, sizeof m);
    for (int step = rnd(50); step >= 0; step--) {
      int a = rnd(2), p = where(), x;
      long long d = 0;
      cmp(v[0], m[0]);
      cmp(v[1], m[1]);
      switch (rnd(9)) {
      case 0: case 1: case 2: case 3:
        x = rnd(3) == 0 ? 0 : rnd(2) ? rnd(9) - 4 : rnd(2 * SPVEC_MAX_VALUE + 1) - SPVEC_MAX_VALUE;
        spvec_set(v[a], p, x);
        m[a][p] = x;
        break;
      case 4:
        x = rnd(4) == 0 ? INT_MIN : rnd(5) - 2;
        spvec_scale(v[a], x);
        for (int i = 0; i < W; i++)
          m[a][i] = lim((long long)m[a][i] * x);
        break;
      case 5:
        spvec_add(v[a], v[!a]);
        for (int i = 0; i < W; i++)
          m[a][i] = lim((long long)m[a][i] + m[!a][i]);
        break;
      case 6:
        x = rnd(4) ? p : INT_MAX;
        spvec_truncate(v[a], x);
        for (int i = x; i < W; i++)
          m[a][i] = 0;
        break;
      default:
        x = rnd(4) == 0;
        for (int i = 0; i < W; i++)
          d += (long long)m[a][i] * m[x ? a : !a][i];
        same("dot", spvec_dot(v[a], v[x ? a : !a]), d);
      }
    }
    spvec_free(v[0]);
    spvec_free(v[1]);
  }
  return 0;
}
