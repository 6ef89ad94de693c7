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
    CHECK(i > 0);
    if (i > 3) {
        note(b, 3);
    }
    note(b, i);
}
