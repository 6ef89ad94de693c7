#include <autofix/contract.h>

int middle(int low, int high)
{
    CHECK(low < high);
    return low + high / 2;
}
