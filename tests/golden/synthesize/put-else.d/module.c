#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Node {
    struct Node *next, *prev;
} Node;

typedef struct {
    Node *head, *tail;
} List;

void take_last(List *l, Node *p)
{
    l->tail = p->prev;
}

void take(List *l, Node *p)
{
    CHECK(l->head != NULL);
    if (p->next != NULL)
        p->next->prev = p->prev;
    free(p);
}
