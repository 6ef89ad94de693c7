#include <stdio.h>
#include <autofix/contract.h>

int number(const char *text, int base)
{
    int n = base;

    CHECK(base > 0);
    sscanf(text, "%d", n);
    return n;
}
