#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Sum {
    int count;
    int calms;
    long total;
    long most;
} Sum;

void add(Sum *to, const Sum *from)
{
    REQUIRE(to != NULL && from != NULL);
    to->count += from->count;
    CHECK(to->count > 0);
    to->total += from->total;
}
