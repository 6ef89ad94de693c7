#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct List List;

List *list_clone(const List *l);
void list_push(List *l, int value);
QUERY int list_length(const List *l);
QUERY int list_at(const List *l, int i);

struct List {
    int *items;
    int length;
};

void list_destroy(List *l)
{
    CONSUME(l);
    free(l->items);
    free(l);
}

List *list_clone(const List *l)
{
    List *copy = calloc(1, sizeof *copy);
    for (int i = 0; copy != NULL && i < l->length; i++)
        list_push(copy, l->items[i]);
    return copy;
}

size_t list_first(const List *l)
{
    return l->length > 0 ? (size_t)l->items[0] : 1;
}

size_t list_one(void)
{
    return 1;
}

/* How many were appended. */
size_t list_append(List *to, const List *from)
{
    CHECK(to == from);
    size_t count = 0;
    for (int i = 0; i < from->length; i++) {
        list_push(to, from->items[i]);
        count++;
    }
    return count;
}
