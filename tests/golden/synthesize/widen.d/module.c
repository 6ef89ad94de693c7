#include <stdbool.h>
#include <autofix/contract.h>

bool fits(int start, int days)
{
    CHECK(days >= 0);
    int target = start + days * 2;

    return target >= -1000 && target <= 1000;
}
