#include <autofix/contract.h>

int inner(const int *cells, int rows, int columns)
{
    int n = 0;

    CHECK(rows > 0);
    for (int i = 0; i < rows - 1; i++)
        for (int k = 0; k < columns - 1; k++)
            n += cells[i * columns + k];
    return n;
}
