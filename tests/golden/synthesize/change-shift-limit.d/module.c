#include <stdbool.h>
#include <autofix/contract.h>

#define LIMIT 100

typedef struct {
    int low, high;
} Span;

bool set_span(Span *s, int low, int high)
{
    REQUIRE(low <= high && high <= LIMIT + 1);
    s->low = low;
    s->high = high;
    return true;
}

bool all_from(Span *s, int low)
{
    CHECK(low > 0);
    return set_span(s, low, LIMIT);
}
