#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    double *values;
    int rows, columns;
} Grid;

Grid *grid_new(int rows, int columns)
{
    Grid *g = malloc(sizeof *g);

    if (g == NULL)
        return NULL;
    g->rows = rows;
    g->columns = columns;
    g->values = calloc((size_t)(rows * columns), sizeof *g->values);
    return g;
}

bool grid_assign(Grid *to, const Grid *from)
{
    if (to == from)
        return true;
    free(to->values);
    to->rows = from->rows;
    to->columns = from->columns;
    CHECK(to->rows > 0);
    to->values = from->values;
    return true;
}
