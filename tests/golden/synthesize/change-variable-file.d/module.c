#include <autofix/contract.h>

static int oldest, newest;

int swap(int i)
{
    int was = oldest;

    oldest = i;
    CHECK(was > 0);
    return oldest;
}
