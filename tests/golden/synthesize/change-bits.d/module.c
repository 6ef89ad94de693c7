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

unsigned without(Box *b, unsigned mask)
{
    CHECK(mask > 0);
    return b->bits & mask;
}
