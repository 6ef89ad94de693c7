#include <autofix/contract.h>
#include <stdbool.h>
typedef struct Gauge Gauge;
struct Gauge { int value, limit; };
INVARIANT bool gauge_valid (const Gauge *gauge);
Gauge *gauge_new (int limit);
void gauge_free (Gauge *gauge);
void gauge_add (Gauge *gauge, int n);
void gauge_reset (Gauge *gauge, int limit);
