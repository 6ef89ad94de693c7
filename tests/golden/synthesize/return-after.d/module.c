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

bool scale(Box *b, int factor)
{
    if (factor == 0) {
        CHECK(b->count > 0);
        b->count = 0;
    }
    b->count *= factor;
    return true;
}
