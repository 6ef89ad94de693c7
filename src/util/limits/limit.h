/* An end to work: cancelled by the user, or by the clock.
 *
 *     AfLimit *limit = af_limit_new (&(AfLimitEnd){ .cancel = user, .deadline = when, ... });
 *     ... all long waits watch af_limit_cancellable (limit) ...
 *     af_limit_free (limit);          the work is over, whether or not it was cut short
 *
 * Work that can put what it has in order gets a moment for that after the user's cancellation (af_limit_set_moment).
 *
 * What is still working @grace_ms after the deadline waits where no cancellable is watched (a library that reads a
 * source, a solver): then there is nothing to report, and the process ends with a last word and status. */
#pragma once

#include <gio/gio.h>

typedef struct AfLimit AfLimit;

typedef struct {
  GCancellable *cancel; /* the user's; nullable */
  gint64 deadline;      /* monotonic; 0: none */
  guint grace_ms;       /* after the deadline */
  int status;           /* with which the process then ends */
  const char *last_word;
} AfLimitEnd;

/* @end->last_word must outlive it. */
AfLimit *af_limit_new (const AfLimitEnd *end);
/* Cancelled when the user's is, and at the deadline; owned by @limit. */
GCancellable *af_limit_cancellable (const AfLimit *limit);
/* How long after the user's cancellation the work goes on, from now on; 0, as at first: not at all. */
void af_limit_set_moment (AfLimit *limit, guint ms);
/* Whether it was the clock and not the user. */
gboolean af_limit_is_late (const AfLimit *limit);
/* Accepts null. */
void af_limit_free (AfLimit *limit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLimit, af_limit_free)

/* For a thread that has waited in vain: says @last_word, removes the temporary folders of this process, ends it. */
void af_give_up (const char *last_word, int status) G_GNUC_NORETURN;
