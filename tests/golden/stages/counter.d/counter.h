#ifndef COUNTER_H
#define COUNTER_H

#include <stdbool.h>

#include <autofix/contract.h>

typedef struct Counter {
    int value;
    int limit;
} Counter;

INVARIANT bool counter_valid(const Counter *c);

Counter *counter_new(int limit);
QUERY bool counter_is_full(const Counter *c);
/* Counts one up; a full counter stays as it is. */
void counter_up(Counter *c);

#endif
