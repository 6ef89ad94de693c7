#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct { char *name; int n; } Item;

static char *twice(const char *text)
{
    REQUIRE(text != NULL);
    return strdup(text);
}

void copy(Item *to, const Item *from)
{
    REQUIRE(to != NULL && from != NULL);
    CHECK(from->n >= 0);
    to->name = twice(from->name);
    to->n = from->n;
}
