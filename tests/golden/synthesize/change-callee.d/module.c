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

QUERY Node *list_first(const List *l)
{
    return l->head;
}

QUERY Node *list_last(const List *l)
{
    return l->tail;
}

Node *pick(const List *l)
{
    CHECK(l->count > 0);
    return list_first(l);
}
