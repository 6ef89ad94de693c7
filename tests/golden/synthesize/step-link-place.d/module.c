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

void drop(List *l, int size)
{
    Node **p = &l->head;

    while (*p != NULL && (*p)->size != size) {
        CHECK(l->count > 0);
        *p = (*p)->next;
    }
}
