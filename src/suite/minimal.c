/* A fix that is shown is one-minimal: without any operation of it, a test fails.
 *
 * In:  a fix that passes all tests.   Out: the same, or the part of it that does for it.
 *
 * The edits of a search were delta-debugged before; here the operations on syntax trees are, whatever made the fix,
 * each part built as the user builds and run on all tests.  A part does if each test ends with it as with the whole. */
#include "suite/suite-internal.h"

#include "pipeline/minimal/minimal.h"

typedef struct {
  AfSuite *suite;
  const AfReduction *reduction;
  const AfFix *whole;
  AfSuiteTrial *trial;
  AfCandidate *least; /* the smallest part that does so far, or null */
} Parts;

/* Deadlines end the search: what is known by then is kept. */
static gboolean first_of (gpointer data, const GPtrArray *sets, int *first, GError **error)
{
  Parts *parts = data;
  for (guint i = 0; i < sets->len && *first < 0 && !af_suite_is_late (parts->suite); i++) {
    AfCandidate *part = af_reduction_part (parts->reduction, sets->pdata[i]);
    gboolean does = FALSE;
    if (!parts->trial (parts->suite, part, parts->whole, &does, error)) {
      af_candidate_free (part);
      return FALSE;
    }
    if (does)
      *first = (int)i;
    g_clear_pointer (does ? &parts->least : &part, af_candidate_free);
    if (does)
      parts->least = part;
  }
  return TRUE;
}

static void close_set (gpointer data, gboolean *set, const gboolean *within G_GNUC_UNUSED, gboolean adds)
{
  af_delta_close (((const Parts *)data)->reduction->delta, set, adds);
}

gboolean af_suite_minimise (AfSuite *suite, AfFix *fix, AfSuiteTrial *trial, GError **error)
{
  const AfModule *module = ((const AfVersion *)suite->versions->pdata[0])->module;
  AfReduction *reduction = af_reduction_new (module, fix->candidate);
  if (!reduction)
    return TRUE;
  Parts parts = { suite, reduction, fix, trial, NULL };
  const AfDdmin problem = { .n = reduction->problem.n, .close = close_set, .first = first_of, .data = &parts };
  gboolean ok = af_ddmin (&problem, reduction->needed, error);
  if (parts.least) {
    parts.least->id = suite->finding->candidates->len + 1;
    g_ptr_array_add (suite->finding->candidates, parts.least);
    fix->candidate = parts.least;
  }
  af_reduction_free (reduction);
  return ok;
}
