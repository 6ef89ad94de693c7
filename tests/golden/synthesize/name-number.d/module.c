#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct {
    int *items;
    int count;
    int room;
} Stack;

int find(const int *items, int count, int item);

int place_of(const Stack *s, int item)
{
    CHECK(s->count > 8);
    return find(s->items, 8, item);
}
