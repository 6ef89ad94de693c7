#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

int count_digits(int n, char *out)
{
    int digits = 0;

    CHECK(n < 0);
    if (n < 0)
        n = -n;
    while (n > 0) {
        out[digits++] = (char)('0' + n % 10);
        n /= 10;
    }
    return digits;
}
