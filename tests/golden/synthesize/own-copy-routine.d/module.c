#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    char *name;
    int number;
} Entry;

static char *copy_text(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    if (copy != NULL)
        memcpy(copy, text, n);
    return copy;
}

void entry_free(Entry *e)
{
    free(e->name);
    free(e);
}

Entry *entry_new(char *name, int number)
{
    Entry *e = malloc(sizeof *e);

    if (e == NULL)
        return NULL;
    CHECK(number > 0);
    e->name = name;
    e->number = number;
    return e;
}
