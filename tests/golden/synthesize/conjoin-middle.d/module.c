#include <stddef.h>
#include <autofix/contract.h>

typedef struct {
    int size;
} Box;

int fits(const Box *p, int n)
{
    CHECK(n >= 0);
    if (n > 0 && p->size > n)
        return 1;
    return 0;
}
