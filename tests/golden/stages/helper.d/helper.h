#include <stdbool.h>
#include <autofix/contract.h>

typedef struct Bag { int count, capacity; } Bag;

Bag *bag_new(void);
INVARIANT bool bag_valid(const Bag *b);
bool bag_add(Bag *b);
