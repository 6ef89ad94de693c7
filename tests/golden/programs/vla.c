/* Variable length arrays: one and two dimensions, parameters, sizeof, typedef, static in a parameter, pointers to arrays. */
#include <stdio.h>
#include <string.h>

static int trace (int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }
static int first (int a[static 2], const int b[restrict], int n) { return a[0] * b[n - 1] + a[1]; }
static long size (int n) { typedef int row[n]; row r[2]; int k = 0; int (*p)[n] = r; memset (r, 0, sizeof r); r[1][n - 1] = 5; return (long)sizeof (row) * 100 + (*++p)[n - 1] + (long)sizeof p[k++] + k; }
static int (*pick (int (*a)[3], int i))[3] { return &a[i]; }

static int grow (int n)
{
  int s = 0;
  for (int i = 1; i < n; i++) {
    int v[i], w[i][2];
    for (int j = 0; j < i; j++) { v[j] = j * i; w[j][0] = w[j][1] = v[j] + 1; }
    s += v[i - 1] + w[i / 2][1];
    if (i == n - 2) continue;
    s -= v[0];
  }
  return s;
}

int main (void)
{
  int n = 3, m[n][n], fixed[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i * 10 + j;
  printf ("%d %d %ld %ld %d %d %d\n", trace (n, m), first (m[1], m[2], n), size (4), size (9), grow (8), (*pick (fixed, 1))[2], pick (fixed, 0)[0][1]);
  return 0;
}
