#include <string.h>
#include <autofix/contract.h>

void close_gap(char *text, size_t at, size_t n)
{
    CHECK(n > 0);
    memcpy(text + at, text + at + 1, n - at);
}
