/* Validation: which candidates pass every test, and stand up when built as the user would build them?
 *
 * Screen: one binary holds all candidates; failing tests first, stop at the first failure.
 * Confirm: the patch is applied to a copy of the sources, which is read, woven and built anew with sanitizers; all tests of
 * T_r and fresh ones are run. */
#pragma once

#include "model/candidate.h"
#include "testgen/testgen.h"

typedef struct {
  guint64 seed;
  guint jobs;
  guint n_fresh;                /* fresh tests per fault; default 300 */
  gint64 deadline;              /* monotonic; 0: none */
  AfSubjectConfig config;
  const char *include_dir;      /* for reading the patched copy */
} AfValidateOptions;

typedef struct {
  guint n_candidates;
  guint n_uncompilable;         /* did not compile */
  guint n_screened;             /* run against the tests */
  guint n_survivors;            /* passed them all: valid */
  guint n_groups;               /* behaviours among the survivors */
  guint n_confirmed, n_rejected;/* by the confirm step */
  gboolean complete;            /* not cut short by the deadline */
} AfValidateCounts;

/* The valid ones among @candidates: array of AfFix with observations, in candidate order. */
GPtrArray *af_validate_screen (const AfModule *module, const AfFault *fault, const GPtrArray *candidates,
                               const AfValidateOptions *options, AfValidateCounts *counts, GError **error);
/* Puts fixes with the same observations on T_r and on the fresh tests into one group (fix->group counts from 1 in array order,
 * the first of each is the representative). */
void af_validate_group (GPtrArray *fixes);
/* Confirms representatives in array order until @wanted are confirmed; one that falls is replaced by the next of its group, and
 * a group that falls twice is given up; places left over go to further members of
 * the groups.  Only what was confirmed stays in @fixes: nothing else is ever shown. */
gboolean af_validate_confirm (const AfModule *module, const AfFault *fault, GPtrArray *fixes, guint wanted,
                              const AfValidateOptions *options, AfValidateCounts *counts, GError **error);
