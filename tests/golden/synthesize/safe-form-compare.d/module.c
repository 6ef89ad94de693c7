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

int compare(int a, int b)
{
    CHECK(a > 0);
    return a - b;
}
