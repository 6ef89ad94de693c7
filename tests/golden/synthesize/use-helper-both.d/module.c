#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

static int down(int a, int n)
{
    int q = a / n;
    return q * n > a ? q - 1 : q;
}

static int rest(int a, int n)
{
    int r = a % n;
    return r < 0 ? r + n : r;
}

void split(int seconds, int *minutes, int *left)
{
    CHECK(seconds < 0);
    *minutes = seconds / 60;
    *left = seconds % 60;
}
