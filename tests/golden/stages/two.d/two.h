#include <stdbool.h>
#include <autofix/contract.h>
typedef struct Two { int a, b, n; } Two;
Two *two_new(void);
INVARIANT bool two_valid(const Two *t);
void two_set(Two *t, int v);
