#include <stddef.h>

#include <autofix/contract.h>

typedef struct {
    int *items;
    int n;
} List;

#define PUT(l, x) ((l)->items[(l)->n++] = (x))

void list_add(List *l, int x)
{
    CHECK(l == NULL);
    PUT(l, x);
}
