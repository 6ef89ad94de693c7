#include <stdbool.h>
#include <autofix/contract.h>

void settle(int *total, int left)
{
    CHECK(*total > 0);
    if (*total > 10)
        *total -= left;
}
