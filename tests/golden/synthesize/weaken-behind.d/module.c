#include <autofix/contract.h>

int step(int *n);

int walk(int n)
{
    CHECK(n > 0);
    if (step(&n))
        return 1;
    return 0;
}
