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

Node *last(const List *l)
{
    Node *n = l->head;

    while (n != NULL) {
        CHECK(n->next == NULL);
        n = n->next->next;
    }
    return n;
}
