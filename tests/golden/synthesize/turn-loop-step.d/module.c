#include <stddef.h>
#include <autofix/contract.h>

void append(char *to, const char *from, size_t n)
{
    while (*to)
        to++;
    CHECK(n == 0);
    do {
        *to++ = *from++;
    } while (*from != '\0' && --n != 0);
    *to = '\0';
}
