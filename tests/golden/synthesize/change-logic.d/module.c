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

int test(Box *b, int i)
{
    CHECK(i > 0);
    if (b->dirty && i < b->count)
        return 1;
    return 0;
}
