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

void put(Node *after, Node *node)
{
    node->next = after->next;
    CHECK(node->size > 0);
    after->next = node;
}
