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
    REQUIRE(b != NULL);
    b->index++;
}

void touch(Box *b)
{
    CHECK(box_before(b));
    b->count = 1;
}
