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

void wipe(Box *b)
{
    b->index = 0;
    b->dirty = true;
}

void touch(Box *b)
{
    CHECK(b->index > b->count);
    b->count++;
}
