#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Node {
    struct Node *next;
} Node;

void free_all(Node *first)
{
    Node *p, *next;

    for (p = first; p != NULL; p = next) {
        CHECK(p != first);
        free(p);
        next = p->next;
    }
}
