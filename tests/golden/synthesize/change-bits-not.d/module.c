#include <autofix/contract.h>

unsigned without(unsigned bits, unsigned n)
{
    CHECK(n > 0);
    return bits & !(1U << n);
}
