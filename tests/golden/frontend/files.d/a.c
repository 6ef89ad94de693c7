#include "input-private.h"

static int helper (int n) { ENSURE (RESULT == n + STEP); return n + STEP; }
int counter_value (const Counter *c) { REQUIRE (c != NULL); return helper (c->value); }
void counter_add (Counter *c, int n) { REQUIRE (c != NULL); c->value += n; counter_log (c); }
