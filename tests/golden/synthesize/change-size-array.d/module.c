#include <string.h>
#include <autofix/contract.h>

typedef struct {
    char name[24];
    int count;
} Tag;

void clear(Tag *t)
{
    CHECK(t->count > 0);
    memset(t->name, 0, sizeof t);
}
