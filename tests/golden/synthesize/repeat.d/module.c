#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Item {
    struct Item *next;
} Item;

typedef struct {
    Item *first;
    int size, room;
} Cache;

void drop_first(Cache *c)
{
    Item *gone = c->first;
    c->first = gone->next;
    c->size--;
    free(gone);
}

void shrink(Cache *c, int room)
{
    c->room = room;
    CHECK(c->size < 3);
    if (c->size > room)
        drop_first(c);
}
