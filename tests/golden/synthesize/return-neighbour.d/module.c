#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

int days_in(int year, int month);

QUERY int days_in(int year, int month)
{
    return month == 2 ? 28 + (year % 4 == 0) : 30;
}

int day_of(int year, int month, int days)
{
    int day = days % days_in(year, month);
    CHECK(day == 0);
    return day;
}
