# A small module with one fault, for tests of reports; sourced.  Its text is UTF-8, the violated line has two-byte
# characters before the place, and a string holds what HTML, XML and JSON must escape.
cat > cell.h <<'H'
#include <autofix/contract.h>
typedef struct { int value, limit; } Cell;
Cell *cell_create(int limit);
QUERY int cell_value(const Cell *c);
QUERY int cell_limit(const Cell *c);
QUERY const char *cell_kind(const Cell *c);
void cell_add(Cell *c, int n);
void cell_free(Cell *c);
H
cat > cell.c <<'C'
#include "cell.h"
#include <stdlib.h>
Cell *cell_create(int limit)
{
    REQUIRE(limit >= 0 && limit < 100);
    Cell *c = malloc(sizeof *c);
    if (!c)
        abort();
    c->value = 0;
    c->limit = limit;
    return c;
}
int cell_value(const Cell *c) { REQUIRE(c); return c->value; }
int cell_limit(const Cell *c) { REQUIRE(c); return c->limit; }
const char *cell_kind(const Cell *c)
{ REQUIRE(c); return c->limit > 50 ? "<b title='x'>\"big\" & wide</b>" : "]]></script>"; }
void cell_add(Cell *c, int n)
{
    REQUIRE(c && n >= 0 && n < 1000);
    ENSURE(c->value <= c->limit);
    int sum = c->value + n;
    /* größer </script> <b title='x'> & ]]> */ c->value = sum;
}
void cell_free(Cell *c)
{
    CONSUME(c);
    free(c);
}
C
