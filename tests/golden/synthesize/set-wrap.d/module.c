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

int next(Box *b, int i)
{
    CHECK(i < 0);
    b->index = i;
    return i % b->count;
}
