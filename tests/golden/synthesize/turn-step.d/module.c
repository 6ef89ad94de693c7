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

char take(Box *b, int i)
{
    CHECK(i > 0);
    return b->text[b->count--];
}
