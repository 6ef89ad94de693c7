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
    if (b == NULL || idx < 0)
        return;
    CHECK(idx > b->index);
    go(b, idx);     /* back to the saved place */
}
