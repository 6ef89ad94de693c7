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

int sum(const int *numbers, int n)
{
    int total;

    CHECK(n > 0);
    for (int i = 0; i < n; i++)
        total += numbers[i];
    return total;
}
