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

int refuse(Box *b);

int put(Box *b, int i)
{
    CHECK(i > 0);
    refuse(b);
    return 0;
}
