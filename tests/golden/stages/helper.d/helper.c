/* The invariant is broken by bag_add; the mistake is in the helper that it asks. */
#include "helper.h"

#include <stdlib.h>

INVARIANT bool bag_valid(const Bag *b)
{
    return b->count >= 0 && b->count <= b->capacity;
}

static bool has_room(const Bag *b)
{
    return b->count <= b->capacity;
}

Bag *bag_new(void)
{
    Bag *b = calloc(1, sizeof *b);

    if (b == NULL)
        abort();
    b->capacity = 3;
    return b;
}

bool bag_add(Bag *b)
{
    REQUIRE(b != NULL);

    if (!has_room(b))
        return false;
    b->count++;
    return true;
}
