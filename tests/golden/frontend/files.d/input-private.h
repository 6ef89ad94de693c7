#include "input.h"

enum { STEP = 77 };
struct Counter { int value; };
void counter_log (const struct Counter *c);
