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

void clear(List *list)
{
    list->head = NULL;
    list->tail = NULL;
    list->count = 0;
}

void move(List *a, List *b)
{
    CHECK(b->count == 0);
    a->count += b->count;
    b->count = 0;
}
