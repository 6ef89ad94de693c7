#include <stdio.h>
#include <autofix/contract.h>

void label(char *out, const char *name, int n, double part)
{
    CHECK(n > 0);
    snprintf(out, 80, "%s of %d: %.1f", name, n);
}
