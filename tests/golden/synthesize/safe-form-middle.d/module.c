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

int middle(int low, int high)
{
    CHECK(low < high);
    return (low + high) / 2;
}
