#include <autofix/contract.h>

unsigned int sign(unsigned int v, unsigned int low)
{
    CHECK(v > 0);
    return (unsigned short)v >> 16 | low;
}
