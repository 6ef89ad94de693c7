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

void touch(Box *b, int v)
{
    CHECK(v > 0);
    if (v < b->index) {
        b->index = v;
    } else if (v > b->count) {
        b->count = v;
    }
}
