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

int take(List *l)
{
    Node *n = l->head;

    CHECK(l->count > 0);
    l->head = n->next;
    free(n);
    return n->size;
}
