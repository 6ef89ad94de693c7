#include <autofix/contract.h>

typedef struct {
    int size, start, end;
} Gap;

int tail_of(const Gap *g)
{
    return g->size - g->end;
}

int cut(Gap *g, int n)
{
    CHECK(n > 3);
    g->end += n;
    return n;
}
