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

int search(List *l, int size)
{
    int found = 0;

    l->count++;
    for (Node *n = l->head; n != NULL; n = n->next) {
        found++;
        CHECK(n->size > size);
        if (n->size == size) {
            return found;
        }
    }
    l->count--;
    return found;
}
