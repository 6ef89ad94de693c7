#include <limits.h>
#include <autofix/contract.h>

int number(const char *digits)
{
    int n = 0;

    for (; *digits; digits++) {
        int digit = *digits - '0';

        CHECK(digit >= 0);
        n = n * 10 + digit;
        if (n < 0)
            return -1;
    }
    return n;
}
