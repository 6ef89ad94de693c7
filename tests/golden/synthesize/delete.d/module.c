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

void put(Box *b, int i)
{
    note(b, i);
    CHECK(i > 0);
    b->count++;
}
