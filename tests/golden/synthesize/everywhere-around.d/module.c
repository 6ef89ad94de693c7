#include <autofix/contract.h>

int ends(const int *cells, int n)
{
    int first, last;

    CHECK(n > 0);
    first = n - 1;
    last = n - 1;
    return cells[n - 1] + first - last;
}
