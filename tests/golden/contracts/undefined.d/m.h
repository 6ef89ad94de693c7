#include <stdbool.h>
typedef struct Node Node;
struct Node { Node *next; int n; };
Node *node_new (int n);
void node_free (Node *node);
int total (const Node *node);
int after (Node *node);
int beyond (int n);
int freed (int n);
int unended (int n);
int circle (Node *node);
int lasting (int n);
