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

void go(Box *b, int i, int k);

void touch(Box *b, int i, int k)
{
    CHECK(i > k);
    go(b, k, i);
}
