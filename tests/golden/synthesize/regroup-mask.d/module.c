#include <autofix/contract.h>

int is_clear(unsigned flags, unsigned mask)
{
    CHECK(flags > 0);
    if (flags & mask == 0)
        return 1;
    return 0;
}
