#include <stddef.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    char bytes[32];
    size_t used;
} Page;

void page_wipe(Page *p, int value)
{
    REQUIRE(p != NULL);
    CHECK(p->used <= 32);
    memset(p->bytes, p->used, value);
}
