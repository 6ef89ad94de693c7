#include <autofix/contract.h>

int digits(char *out, unsigned value)
{
    int n = 0;
    char *at = out;

    CHECK(value < 10);
    while (value > 0) {
        *at++ = (char)('0' + value % 10);
        value /= 10;
        n++;
    }
    return n;
}
