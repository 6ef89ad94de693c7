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

bool fits(Box *b, int more)
{
    CHECK(more > 0);
    if (b->count + more <= b->index)
        return true;
    return false;
}
