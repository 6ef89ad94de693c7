/* Linked into a program woven with probes: listens to all of them, so that values are evaluated, and says nothing.
 *
 * A location in a hot loop is visited millions of times, each with a dozen guarded values: of each location the first
 * visits are listened to, which bounds what that costs by the size of the program. */
#include "afrt-program.h"

enum { SLOTS = 1 << 16, MOST = 200 };

static volatile unsigned long long sum;
static unsigned visits[SLOTS];

static int visit (const struct afrt_program_unit *unit, unsigned routine, unsigned location)
{
  sum += unit->routines[routine].places[location][0];
  return visits[(routine * 509 + location) % SLOTS]++ < MOST;
}

static void value (unsigned column, long long number)
{
  sum += column ^ (unsigned long long)number;
}

static void __attribute__ ((constructor)) begin (void)
{
  static const struct afrt_program_tracer tracer = { visit, value };
  afrt_program_set_tracer (&tracer);
}
