#include <stddef.h>

#include <autofix/contract.h>

typedef struct {
    int *items;
    int n;
} List;

#define PUT(l, x) \
    do { \
        if ((l)->n < 8) \
            (l)->items[(l)->n++] = (x); \
    } while (0)

void list_add(List *l, int x)
{
    CHECK(l == NULL);
    PUT(l, x);
}
