#include <limits.h>
#include <autofix/contract.h>

int area(int w, int h)
{
    if (w < 0 || h <= 0)
        return -1;
    CHECK(w != 1);
    return w * h;
}
