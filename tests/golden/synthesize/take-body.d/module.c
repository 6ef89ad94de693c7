#include <autofix/contract.h>

int sum(const int *a, int n)
{
    int total = 0;
    int i;

    CHECK(n > 0);
    for (i = 0; i < n; i++);
    total += a[i];
    return total;
}
