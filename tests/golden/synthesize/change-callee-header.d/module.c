#include <math.h>
#include <autofix/contract.h>

double whole_below(double x)
{
    return floor(x);
}

double whole_part(double x)
{
    CHECK(x < 0);
    return ceil(x);
}
