#include <autofix/contract.h>

typedef struct {
    int num, den;
} Fraction;

void reduce(Fraction *f, int common)
{
    int divisor = common;

    CHECK(f->den < 0);
    f->num /= divisor;
    f->den /= divisor;
}
