#include "counter.h"

#include <stdlib.h>

bool counter_valid(const Counter *c)
{
    return 0 <= c->value && c->value <= c->limit;
}

Counter *counter_new(int limit)
{
    REQUIRE(limit >= 0 && limit <= 100);
    Counter *c = malloc(sizeof *c);

    if (c == NULL)
        abort();
    c->value = 0;
    c->limit = limit;
    return c;
}

bool counter_is_full(const Counter *c)
{
    REQUIRE(c != NULL);
    return c->value == c->limit;
}

void counter_up(Counter *c)
{
    REQUIRE(c != NULL);
    c->value++;
}
