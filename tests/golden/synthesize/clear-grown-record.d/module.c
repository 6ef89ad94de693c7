#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    int key;
    bool used;
} Slot;

typedef struct {
    Slot *slots;
    int room;
} Table;

bool table_double(Table *table)
{
    int room = 2 * table->room;
    Slot *bigger = realloc(table->slots, (size_t)room * sizeof *bigger);

    if (bigger == NULL) {
        return false;
    }
    CHECK(room > 2);
    table->slots = bigger;
    table->room = room;
    return true;
}
