#include <autofix/contract.h>

int total(const int *items, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        CHECK(items[i] >= 0);
        sum += items[i];
    }
    return sum;
}
