#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    int **slots;
    size_t room;
} Table;

bool table_grow(Table *t, size_t room)
{
    int **slots = realloc(t->slots, room * sizeof *slots);

    if (slots == NULL)
        return false;
    CHECK(room > t->room);
    t->slots = slots;
    t->room = room;
    return true;
}
