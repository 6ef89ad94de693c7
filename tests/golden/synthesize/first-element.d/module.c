#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

int largest(const int *numbers, int n)
{
    CHECK(n > 0);
    int best = 0;

    for (int i = 0; i < n; i++)
        if (numbers[i] > best)
            best = numbers[i];
    return best;
}
