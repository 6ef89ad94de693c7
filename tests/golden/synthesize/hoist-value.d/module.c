#include <stdlib.h>
#include <autofix/contract.h>

typedef struct {
    char *name;
    int size;
} Owner;

char *copy(const char *text);

void rename_to(Owner *owner, const char *name)
{
    CHECK(owner->size > 0);
    free(owner->name);
    owner->name = copy(name);
}
