#include <stdio.h>
#include <autofix/contract.h>

void show_short(char *text, int h, int m)
{
    snprintf(text, 8, "%02d.%02d", h, m);
    snprintf(text, 8, "%s", "none");
}

void show(char *text, int h, int m)
{
    CHECK(h > 0);
    snprintf(text, 8, "%d:%d", h, m);
}
