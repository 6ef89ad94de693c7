#include <stddef.h>
#include <autofix/contract.h>

#define NONE (-1)

static int first, last;
static struct {
    int next, prev;
} slot[8];

void take(int i)
{
    int p = slot[i].prev, n = slot[i].next;

    if (p == NONE)
        first = n;
    else
        slot[p].next = n;
    CHECK(last != NONE);
    if (n != NONE)
        slot[n].prev = p;
}
