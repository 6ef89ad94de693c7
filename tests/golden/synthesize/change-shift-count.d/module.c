#include <string.h>
#include <autofix/contract.h>

typedef struct {
    int *items;
    size_t count;
} List;

void drop(List *l, size_t at)
{
    CHECK(at < l->count);
    memmove(l->items + at, l->items + at + 1, (l->count - at) * sizeof(int));
    l->count--;
}
