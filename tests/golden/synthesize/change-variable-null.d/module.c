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

void push(List *l, Node *const p)
{
    Node *before;
    CHECK(l->count > 0);
    before = NULL;
    p->prev = before;
}
