#include <autofix/contract.h>

int marks(const char *p, const char *end)
{
    int count = 0;

    while (p < end) {
        CHECK(count >= 0);
        if (*p == '<')
            count += p[3] == '>';
        p++;
    }
    return count;
}
