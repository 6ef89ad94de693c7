#include <stdio.h>
#include <autofix/contract.h>

void show(char *text, size_t n, size_t size, const char *name, unsigned m)
{
    CHECK(n > 0);
    snprintf(text, size, "%-4d%% of %zu: %x %-*i %5d", n, size, m, 8, name, m);
}
