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

void put(List *l, Node *node)
{
    l->head = node;
    l->count++;
}

void drop(List *l)
{
    if (l->head != NULL) {
        CHECK(l->count > 0);
        l->head = l->head->next;     /* the rest */
    }
    l->sorted = false;
}
