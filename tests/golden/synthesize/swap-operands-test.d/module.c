#include <autofix/contract.h>

int length(const char *text, int n)
{
    int i = 0;

    CHECK(n == 0);
    while (text[i] != '\0' && i < n)
        i++;
    return i;
}
