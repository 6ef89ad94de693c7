#include <stdio.h>
#include <autofix/contract.h>

void box(char *out, int x, int y, int width, int height)
{
    CHECK(width > 0);
    snprintf(out, 80, "%d %d %d %d", height, x, y, width);
}
