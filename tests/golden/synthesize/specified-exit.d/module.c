#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct {
    int items[8];
    int used;
} Bag;

QUERY bool bag_has(const Bag *b, int item)
{
    for (int i = 0; i < b->used; i++)
        if (b->items[i] == item)
            return true;
    return false;
}

bool bag_add(Bag *b, int item)
{
    ENSURE(RESULT == OLD(!bag_has(b, item)));
    CHECK(b->used > 0);
    b->used++;
    for (int i = 0; i + 1 < b->used; i++)
        if (b->items[i] == item)
            return false;
    b->items[b->used - 1] = item;
    return true;
}
