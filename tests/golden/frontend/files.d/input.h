#include <autofix/contract.h>
#include <stddef.h>

typedef struct Counter Counter;
QUERY int counter_value (const Counter *c);
void counter_add (Counter *c, int n);
