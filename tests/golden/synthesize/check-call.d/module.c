#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

bool box_open(Box *b)
{
    if (b->dirty)
        return false;
    b->dirty = true;
    return true;
}

bool use(Box *b)
{
    CHECK(b->dirty);
    box_open(b);
    b->count++;
    return true;
}
