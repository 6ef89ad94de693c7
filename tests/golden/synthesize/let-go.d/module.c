#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct {
    int *items;
    int n;
    int room;
} Stack;

void stack_take(Stack *to, Stack *from)
{
    REQUIRE(to != NULL && from != NULL);
    if (to == from)
        return;
    free(to->items);
    CHECK(from->room >= from->n);
    to->items = from->items;
    to->n = from->n;
    to->room = from->room;
}
