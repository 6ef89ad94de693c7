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

bool known(Box *b, int i)
{
    CHECK(i > 0);
    if (i > b->index && i < b->count)
        return true;
    return b->count == 0;
}
