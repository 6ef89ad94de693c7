#include <autofix/contract.h>

int marks(const char *s, unsigned int n)
{
    int count = 0;

    for (unsigned int i = 0; i < n; i++) {
        CHECK(count >= 0);
        if (s[i] == '<' && s[i + 2] == '>')
            count++;
    }
    return count;
}
