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

void reset(Node *n)
{
    if (n->size > 0)
        CHECK(n->name != NULL);
    free(n->name);
    n->size = 0;
}
