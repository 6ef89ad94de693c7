#include <stdbool.h>
#include <autofix/contract.h>

typedef struct {
    int *heap, *place, *key;
    int capacity;
} Queue;

bool resize(int **array, int capacity);

bool grow(Queue *q)
{
    int capacity = 2 * q->capacity;

    CHECK(q->capacity > 0);
    if (!resize(&q->heap, capacity) ||
        !resize(&q->place, capacity))
        return false;
    q->capacity = capacity;
    return true;
}
