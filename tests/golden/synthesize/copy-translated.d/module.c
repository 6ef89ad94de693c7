#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Node {
    struct Node *next;
    struct Node *prev;
    char *name;
    int size;
} Node;

typedef struct {
    Node *head;
    Node *tail;
    int count;
    bool sorted;
} List;

void drop(List *list, Node *old)
{
    list->sorted = list->count < 2;
    old->size = 0;
}

void put(List *l, Node *node)
{
    CHECK(l->count > 0);
    l->head = node;
}
