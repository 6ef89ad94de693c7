#include <limits.h>
#include <autofix/contract.h>

long opposite(long x)
{
    if (x < 0) {
        CHECK(x != 0);
        x = -x;
    }
    return x;
}
