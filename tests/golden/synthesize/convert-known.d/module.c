#include <autofix/contract.h>

unsigned int low(int n)
{
    return (unsigned short)n;
}

int sum(int a, int b)
{
    CHECK(a > 0);
    return a + b;
}
