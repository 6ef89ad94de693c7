#include <stdbool.h>
#include <autofix/contract.h>

typedef struct {
    int *items;
    int count;
} Rises;

void note(Rises *r, int height)
{
    CHECK(r->count >= 0);
    if (r->items[r->count - 1] < height)
        r->items[r->count++] = height;
}
