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

int fill(Node *n, int size)
{
    int result = -1;
    char *buffer = malloc(1);

    CHECK(buffer == NULL);
    buffer[0] = 0;
    n->size = size;
    result = 0;
out:
    free(buffer);
    return result;
}
