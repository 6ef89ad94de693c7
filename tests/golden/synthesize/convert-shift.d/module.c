#include <autofix/contract.h>

unsigned int bit(int i)
{
    CHECK(i > 30);
    return 1 << i;
}
