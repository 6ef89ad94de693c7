/* Probes: the rows of a trace, one per visit of a location during the last call of a test.
 *
 * In:  afrt_trace_begin, _value ..., _end from a probe.   Out: rows in the shared memory's bulk area.
 *
 * A loop may visit a location a million times.  What matters is how it began and, above all, how it was just before the
 * failure: of each (test, location) the first AFRT_VISITS / 2 visits are kept, and the last AFRT_VISITS / 2, which
 * overwrite each other in turn.  The row's sequence number gives the supervisor the order back. */
#include "afrt-internal.h"

#include <string.h>

#define AFRT_TRACED_LOCATIONS 4096u
#define AFRT_KEPT_FIRST (AFRT_VISITS / 2)

static struct {
  uint64_t sequence;
  unsigned char *row;                                   /* that is being filled */
  uint32_t visits[AFRT_TRACED_LOCATIONS];
  uint32_t rows[AFRT_TRACED_LOCATIONS][AFRT_VISITS];    /* where the visits are */
} trace;

void afrt_trace_reset (void)
{
  trace.sequence = 0;
  trace.row = NULL;
  memset (trace.visits, 0, sizeof trace.visits);
}

/* Index of the row for this visit; -1 when there is no room. */
static long row_index (unsigned location)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t visit = trace.visits[location];
  uint32_t slot = visit < AFRT_VISITS ? visit : AFRT_KEPT_FIRST + (visit - AFRT_KEPT_FIRST) % (AFRT_VISITS - AFRT_KEPT_FIRST);
  if (visit < AFRT_VISITS) {
    if ((shared->n_rows + 1) * afrt_row_size (afrt_driver.n_columns) > AFRT_BULK_SIZE) {
      shared->truncated = 1;
      return -1;
    }
    trace.rows[location][slot] = shared->n_rows++;
  } else {
    shared->truncated = 1;
  }
  trace.visits[location]++;
  return (long)trace.rows[location][slot];
}

int afrt_trace_begin (unsigned routine, unsigned location)
{
  (void)routine;
  if (!afrt_state.tracing || afrt_state.evaluating || location >= AFRT_TRACED_LOCATIONS)
    return 0;
  long index = row_index (location);
  if (index < 0)
    return 0;
  size_t size = afrt_row_size (afrt_driver.n_columns);
  trace.row = afrt_private.shared->bulk + (size_t)index * size;
  memset (trace.row, 0, size);
  struct afrt_row head = { .location = location, .test = afrt_private.test_index, .sequence = ++trace.sequence };
  memcpy (trace.row, &head, sizeof head);
  return 1;
}

void afrt_trace_value (unsigned column, long long value)
{
  if (!trace.row || column >= afrt_driver.n_columns)
    return;
  unsigned char *values = trace.row + sizeof (struct afrt_row);
  memcpy (values + (size_t)column * sizeof (int64_t), &(int64_t){ value }, sizeof (int64_t));
  values[(size_t)afrt_driver.n_columns * sizeof (int64_t) + column] = 1;
}

void afrt_trace_end (void)
{
  trace.row = NULL;
}
