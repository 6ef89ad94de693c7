#include <string.h>
#include <autofix/contract.h>

typedef struct Grid {
    int width, height;
    double scale;
} Grid;

void clear(Grid *grid)
{
    CHECK(grid->width > 0);
    memset(grid, 0, sizeof(int));
}
