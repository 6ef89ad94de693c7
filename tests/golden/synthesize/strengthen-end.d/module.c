#include <stdbool.h>
#include <autofix/contract.h>

int both(bool a, bool b, int n)
{
    CHECK(n > 0);
    if (a && b)
        return n;
    return 0;
}
