#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    struct Box *next;
} Box;

int pick(Box *b, int kind)
{
    int n = 0;

    CHECK(b->count > 0);
    switch (kind) {
    case 0:
        n = b->count;
        /* fall through */
    default:
        n = b->index;
        break;
    }
    return n;
}
