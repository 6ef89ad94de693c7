#include "two.h"
#include <stdlib.h>
INVARIANT bool two_valid(const Two *t)
{
    int x = t->a, y = t->b;
    return x != y || t->n == 0;
}
Two *two_new(void) { Two *t = calloc(1, sizeof *t); if (t == NULL) abort(); return t; }
void two_set(Two *t, int v) { REQUIRE(t != NULL); t->n = v; }
