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

int bag_find(const Bag *b, int item)
{
    ENSURE((RESULT >= 0) == bag_has(b, item));
    int i = 0;

    while (i < b->used && b->items[i] != item)
        i++;
    CHECK(i != b->used);
    return i;
}
