#include <autofix/contract.h>

int next_letter(int c)
{
    CHECK(c > 0);
    if (c > 'a' && c <= 'z')
        return c == 'z' ? 'a' : c + 1;
    if (c > 'A' && c <= 'Z')
        return c == 'Z' ? 'A' : c + 1;
    return c;
}
