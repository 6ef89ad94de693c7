#include <autofix/contract.h>
#include <stdbool.h>
typedef struct { int n, reads; } Cell;
QUERY int cell_get (Cell *cell);
void cell_set (Cell *cell, int n);
