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

int longest(const List *l, int limit)
{
    int best = 0, size = 0;

    for (Node *n = l->head; n != NULL; n = n->next) {
        CHECK(n != NULL);
        for (int i = 0; i < limit; i++)
            size += n->name[i];
        if (size > best)
            best = size;
    }
    return best;
}
