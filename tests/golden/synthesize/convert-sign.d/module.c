#include <autofix/contract.h>

int count(unsigned int n, int i)
{
    CHECK(i < 0);
    while (i < n)
        i++;
    return i;
}
