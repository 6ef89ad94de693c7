#include <string.h>
#include <autofix/contract.h>

typedef struct {
    short key[6];
    int count;
} Lock;

void copy(Lock *l, const Lock *from)
{
    CHECK(l->count > 0);
    memcpy(l->key, from->key, 6);
}
