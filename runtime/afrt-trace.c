/* Where control went: probes of a trace, and coverage.
 *
 * In:  afrt_trace_begin, _value ..., _end from a probe, one row per visit of a location during the last call of a test,
 * or all; afrt_cover from each mark of a location, in all calls. Out: rows, or the set of steps of each test, in the
 * shared memory's bulk area.
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
  unsigned char *row; /* that is being filled */
  uint32_t visits[AFRT_TRACED_LOCATIONS];
  uint32_t rows[AFRT_TRACED_LOCATIONS][AFRT_VISITS]; /* where the visits are */
} trace;

void afrt_trace_reset (void)
{
  trace.sequence = 0;
  trace.row = NULL;
  memset (trace.visits, 0, sizeof trace.visits);
}

/* Index of the row for this visit; -1 when there is no space. */
static long row_index (unsigned location)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t visit = trace.visits[location];
  uint32_t slot =
    visit < AFRT_VISITS ? visit : AFRT_KEPT_FIRST + (visit - AFRT_KEPT_FIRST) % (AFRT_VISITS - AFRT_KEPT_FIRST);
  if (visit < AFRT_VISITS) {
    if ((shared->n_rows + 1) * afrt_row_size (afrt_private.driver->n_columns) > AFRT_BULK_SIZE) {
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
  size_t size = afrt_row_size (afrt_private.driver->n_columns);
  trace.row = afrt_private.shared->bulk + (size_t)index * size;
  memset (trace.row, 0, size);
  struct afrt_row head = { .location = location, .test = afrt_private.test_index, .sequence = ++trace.sequence };
  memcpy (trace.row, &head, sizeof head);
  return 1;
}

void afrt_trace_value (unsigned column, long long value)
{
  if (!trace.row || column >= afrt_private.driver->n_columns)
    return;
  unsigned char *values = trace.row + sizeof (struct afrt_row);
  memcpy (values + (size_t)column * sizeof (int64_t), &(int64_t){ value }, sizeof (int64_t));
  values[(size_t)afrt_private.driver->n_columns * sizeof (int64_t) + column] = 1;
}

void afrt_trace_float (unsigned column, double number)
{
  int64_t bits;
  memcpy (&bits, &number, sizeof bits);
  if (number == number)
    afrt_trace_value (column, bits < 0 ? -(bits & INT64_MAX) : bits);
}

void afrt_trace_end (void)
{
  trace.row = NULL;
}

/* --- coverage --- */

#define COVER_BITS 13
#define COVER_SLOTS (1u << COVER_BITS)

/* The set of marks of the test at hand, for "each at most once".  A slot counts when its stamp is the test's. */
static struct {
  uint32_t stamp;
  struct {
    uint32_t mark, stamp, times;
  } slots[COVER_SLOTS];
} covered;

_Static_assert(AFRT_COVER_MARKS < COVER_SLOTS, "a slot is always free");
_Static_assert(sizeof (struct afrt_cover) * AFRT_BATCH <= AFRT_BULK_SIZE, "all tests of a run find room");

struct afrt_cover *afrt_cover_of_test (void)
{
  return (struct afrt_cover *)(void *)afrt_private.shared->bulk + afrt_private.position;
}

void afrt_cover_reset (void)
{
  covered.stamp++;
  afrt_cover_of_test ()->n = 0;
  afrt_compare_reset (afrt_cover_of_test ());
}

/* The slot of the mark, new or not; null when the test has too many. */
static uint32_t *count_of (uint32_t mark)
{
  struct afrt_cover *cover = afrt_cover_of_test ();
  uint32_t slot = mark * 0x9e3779b1u >> (32 - COVER_BITS);
  while (covered.slots[slot].stamp == covered.stamp) {
    if (covered.slots[slot].mark == mark)
      return &covered.slots[slot].times;
    slot = (slot + 1) % COVER_SLOTS;
  }
  if (cover->n >= AFRT_COVER_MARKS)
    return NULL;
  covered.slots[slot].mark = mark;
  covered.slots[slot].stamp = covered.stamp;
  covered.slots[slot].times = 0;
  cover->marks[cover->n++] = mark;
  return &covered.slots[slot].times;
}

void afrt_cover_add (uint32_t mark)
{
  count_of (mark);
}

/* A step, and that it was made 2, 4, 8, ... times: one round more of a loop is nothing new, twice as many are. */
static void cover_step (uint32_t mark)
{
  uint32_t *times = count_of (mark);
  uint32_t n = times ? ++*times : 0;
  if (n > 1 && (n & (n - 1)) == 0)
    afrt_cover_add (AFRT_MARK_TIMES | ((mark * 0x85ebca6bu) >> 2 ^ n));
}

void afrt_cover (const struct afrt_frame *frame, unsigned location)
{
  /* a step to where control already is: the exit, which is left in two stages */
  if (afrt_state.evaluating || !afrt_private.in_call || (location == AFRT_EXIT_LOCATION && frame->location == location))
    return;
  if (frame->routine >= AFRT_MARK_ROUTINES || frame->location >= AFRT_MARK_LOCATIONS || location >= AFRT_MARK_LOCATIONS)
    return;
  if (afrt_private.flags & AFRT_RUN_PLACES)
    afrt_cover_add (AFRT_MARK_STEP (frame->routine, 0, location));
  else
    cover_step (AFRT_MARK_STEP (frame->routine, frame->location, location));
}
