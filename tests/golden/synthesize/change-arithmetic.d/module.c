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

int last(const Box *b, int n)
{
    if (b->count < 0)
        return -1;
    CHECK(n == 0);
    return b->count / n;
}
