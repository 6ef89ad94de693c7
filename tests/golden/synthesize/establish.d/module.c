#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Ring {
    int from, to, n;
} Ring;

INVARIANT bool ring_valid(const Ring *r)
{
    if (r->n < 0 || r->to != (r->from + r->n) % 8)
        return false;
    return r->from >= 0;
}

void ring_keep(Ring *ring, int n)
{
    CHECK(ring->n > 1);
    ring->n = n;
}
