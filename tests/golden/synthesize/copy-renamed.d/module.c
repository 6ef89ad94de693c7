#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    char *text;
    unsigned bits;
} Box;

void note(Box *b, int i);

int same(Box *b, int i, int k)
{
    i = b->index;
    CHECK(i > 0);
    return i - k;
}
