#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

QUERY bool box_before(const Box *b)
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
    CHECK(b->count == b->index);
    b->count = 1;
}
