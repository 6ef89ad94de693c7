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

int span(Box *b, int from)
{
    CHECK(from > 0);
    return from - b->count;
}
