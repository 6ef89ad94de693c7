#include <stddef.h>
#include <autofix/contract.h>

typedef struct Node {
    struct Node *next, *prev;
} Node;

typedef struct {
    Node *head, *tail;
} List;

void take(List *l, Node *p)
{
    if (p->prev != NULL)
        p->prev->next = p->next;
    else
        l->head = p->next;
    CHECK(l->head != NULL);
    if (p->next != NULL)
        p->next->prev = p->prev;
}
