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

void node_destroy(Node *n)
{
    free(n->name);
    free(n);
}

void reset(List *l)
{
    CHECK(l->count > 0);
    l->head = NULL;
}
