#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

void go(Box *b, int i)
{
    REQUIRE(0 <= i && i <= b->count + 1);
    CHECK(i <= b->count + 1);
    b->index = i;
}
