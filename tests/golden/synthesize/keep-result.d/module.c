#include <stddef.h>
#include <autofix/contract.h>

typedef struct Node {
    int key;
    struct Node *next;
} Node;

typedef struct {
    Node *first;
    int count;
} List;

static Node *put(Node *at, Node *fresh)
{
    if (at != NULL && at->key < fresh->key) {
        at->next = put(at->next, fresh);
        return at;
    }
    fresh->next = at;
    return fresh;
}

void list_add(List *list, Node *fresh)
{
    CHECK(list->first != NULL);
    put(list->first, fresh);
    list->count++;
}
