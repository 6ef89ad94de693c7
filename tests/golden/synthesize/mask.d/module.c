#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    unsigned bits;
    int size;
} Small;

QUERY unsigned below(int bit)
{
    return 1u << bit;
}

void small_trim(Small *s)
{
    s->bits &= below(s->size) - 1;
}

int small_count(const Small *s, int first)
{
    int n = 0;
    unsigned rest;
    CHECK(first > 0);
    rest = s->bits;
    while (rest != 0) {
        n++;
        rest &= rest - 1;
    }
    return n;
}
