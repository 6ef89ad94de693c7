#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

int find(const char *text, const char *word, int from);

int count_words(const char *text, const char *word, size_t length)
{
    int n = 0, at = find(text, word, 0);

    while (at >= 0) {
        n++;
        CHECK(n > 1);
        at = find(text, word, at);
    }
    return n;
}
