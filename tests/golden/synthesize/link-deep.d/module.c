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

void unlink_node(List *l, Node *n)
{
    CHECK(l->count > 0);
    l->count--;
    free(n);
}
