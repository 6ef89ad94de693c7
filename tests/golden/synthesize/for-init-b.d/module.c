#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

void turn(Box *b, int n)
{
    CHECK(b->count == 0);
    for (n %= b->count; n > 0; n--)
        b->index++;
}
