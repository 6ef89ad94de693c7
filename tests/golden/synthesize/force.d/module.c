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

void go(Box *b, int i);

void move(Box *b, int idx)
{
    CHECK(idx > b->index);
    if (b->count > 0)
        go(b, idx);
    else if (b->dirty)
        go(b, 0);
}
