#include "m.h"

#define MAX_OF(a, b) __extension__ ({ __typeof__ (a) x = (a); __typeof__ (b) y = (b); x > y ? x : y; })
static const int table[4] = { 1, 2, 3, 4 };

int larger (int a, int b) { return MAX_OF (a, b); }
int at (int i) { return __extension__ ({ int k = i; if (k > 3 || k < 0) k = 3; table[k]; }); }
int half (int n)
{
  int m = __extension__ ({ int sum = 0; for (int i = 0; i < 3; i++) sum += n == 0 ? 0 : 12 / n; sum; });
  return m;
}
