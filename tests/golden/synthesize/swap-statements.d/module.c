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
    char c = b->text[b->count];   /* the last one */
    b->count--;
    note(b, i);
    return c;
}
