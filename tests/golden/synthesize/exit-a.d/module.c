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

void touch(Box *b)
{
    b->count = 1;
    CHECK(b->index == 0);
}
