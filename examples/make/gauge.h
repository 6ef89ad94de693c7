/* A gauge that shows per cents. */
#ifndef GAUGE_H
#define GAUGE_H
#include <autofix/contract.h>

/* The value as per cents, from 0 to 100. */
int gauge_percent (int value);
#endif
