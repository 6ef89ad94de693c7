#include <autofix/contract.h>

typedef struct Box { int n; } Box;

int box_place(const Box *b, int idx) { CHECK(idx <= b->n); return idx; }
