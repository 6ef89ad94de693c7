#include <autofix/contract.h>

int area(int a, int b, int c, int d)
{
    CHECK(a > b);
    return (a - b) * (c - d);
}
