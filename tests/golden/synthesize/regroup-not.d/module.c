#include <autofix/contract.h>

int is_apart(int a, int b)
{
    CHECK(a > b);
    if (!a && b)
        return 1;
    return 0;
}
