#include <stddef.h>
#include <autofix/contract.h>

typedef struct Node {
    struct Node *next;
    int key;
} Node;

int is_last(int wanted, const Node *n)
{
    CHECK(n == NULL);
    if (wanted < 0 || n->key != wanted || n == NULL)
        return 0;
    return n->next == NULL;
}
