#include <autofix/contract.h>

unsigned long bytes(unsigned int n, unsigned int size)
{
    CHECK(n > 0);
    return (unsigned long)(n * size);
}
