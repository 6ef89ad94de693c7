#include <limits.h>
#include <autofix/contract.h>

int from(const int *items, int key);

int after(const int *items, int key)
{
    CHECK(key >= 0);
    return from(items, key + 1);
}
