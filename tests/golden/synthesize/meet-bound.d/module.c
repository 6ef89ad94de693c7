#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
} Box;

void go(Box *b, int i)
{
    if (i > b->count + 1) {
        CHECK(i > 0);
        i = 0;
    }
    b->index = i;
}
