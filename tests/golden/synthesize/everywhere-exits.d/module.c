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

int check(List *l, int size)
{
    Node *n = malloc(sizeof *n);

    CHECK(size > 0);
    if (size < 0)
        return 1;
    if (l->count > size)
        return 2;
    free(n);
    return 0;
}
