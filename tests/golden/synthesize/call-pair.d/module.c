#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include "module.h"

bool box_before(const Box *b)
{
    return b->index == 0;
}

void box_forth(Box *b)
{
    REQUIRE(b->count == 0);
    b->index++;
}

void box_wind(Box *b)
{
    REQUIRE(b != NULL);
    b->count++;
}

void touch(Box *b)
{
    CHECK(!box_before(b) && b->count > 0);
    b->count = 1;
}
