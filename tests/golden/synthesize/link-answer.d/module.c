#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Node {
    struct Node *next;
    struct Node *prev;
    int size;
} Node;

typedef struct {
    Node *head;
    Node *tail;
    int count;
} List;

void append(List *a, List *b)
{
    a->tail->next = b->head;
    CHECK(a->count > 0);
    a->tail = b->tail;
}
