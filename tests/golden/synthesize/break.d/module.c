#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

int walk(Box *b, int n)
{
    int sum = 0;

    while (n > 0) {
        n--;
        CHECK(b->next == NULL);
        sum += b->next->count;
        b = b->next;
    }
    return sum;
}
