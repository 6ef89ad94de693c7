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

Node *make(int size)
{
    Node *n = malloc(sizeof *n);

    if (n == NULL)
        return NULL;
    n->name = malloc(1);
    if (n->name == NULL) {
        CHECK(size > 0);
        return NULL;
    }
    free(NULL);
    return n;
}
