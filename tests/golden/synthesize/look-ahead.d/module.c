#include <autofix/contract.h>

int escapes(const char *p, int n)
{
    int count = 0;

    while (n != 0 && *p != 0) {
        CHECK(n > 0);
        if (*p == '%' && p[1] != '%' && p[2] != '%')
            count++;
        p++;
        if (n > 0)
            n--;
    }
    return count;
}
