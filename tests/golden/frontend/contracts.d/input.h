#include <stdbool.h>

#include <autofix/contract.h>

typedef struct Bag Bag;

bool bag_valid (const Bag *bag);
QUERY int bag_count (const Bag *bag);
int bag_take (Bag *bag, int at);
void bag_free (Bag *bag);
