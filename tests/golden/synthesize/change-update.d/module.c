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

void less(Box *b, int n)
{
    CHECK(n > 0);
    b->count += n;
}
