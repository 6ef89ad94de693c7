#include <autofix/contract.h>

void turn(int *cells, int n)
{
    for (int i = 0; i < n / 2; i++) {
        CHECK(n > 0);
        int kept = cells[i];
        cells[i] = cells[n - i];
        cells[n - i] = kept;
        if (n > 9)
            cells[n - i]++;
    }
}
