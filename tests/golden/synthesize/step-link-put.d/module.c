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

int length(List *l)
{
    Node **p = &l->head;
    int n = 0;

    while (*p != NULL) {
        CHECK(n == 0);
        n++;
    }
    return n;
}
