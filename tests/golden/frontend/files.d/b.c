#include "input-private.h"

static int helper (int n) { return n; }
void counter_log (const struct Counter *c) { REQUIRE (helper (c->value) > 41); }
int hidden (struct Counter *c) { ENSURE (RESULT == OLD (c->value)); return c->value++; }
