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

int middle(const Box *b, int n)
{
    if (b == NULL)
        return 0;
    CHECK(n < b->count);
    int half = (n + 1) / 2;     /* rounded up */
    return half;
}
