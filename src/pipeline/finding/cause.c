/* One cause: is a fault repaired by a fix of one that was dealt with before?
 *
 * In:  a finding whose tests are known, and the findings before it with their fixes.   Out: the fix that repairs it, or
 * nothing.
 *
 * One mistake often shows as several faults: the counter that is wrong violates the invariant in one routine and runs
 * over the array in another.  Who repairs the mistake repairs them all.  So the best fixes of each fault before, those
 * that pass this one's smallest test, are measured as `autofix judge` measures a patch: against all tests of this fault
 * and held-out ones, built with sanitizers.  The first that stands names the cause.  A fix that discards work may only
 * be hiding this fault, and is not asked.  Nor is one a cause with which no test comes any more to what failed: a stack
 * that takes one element has nothing to reverse.
 *
 * What repairs both need not be right: another fault of the same cause may lead to the place of the mistake where the
 * first did not.  So a cause is looked at from up to three of its faults, unless the fix is of high confidence; only
 * then the time of a repair is saved. */
#include "pipeline/finding/finding.h"

#include "util/error.h"
#include "util/tempdir.h"

#define MOST_RANK 3  /* of a fix that is tried */
#define MOST_TRIED 3 /* fixes, all faults together */
#define MOST_LOOKS 3 /* repairs of faults with one cause */

/* A fix of a finding before. */
typedef struct {
  const AfFinding *before;
  const AfFix *fix;
} Try;

static gboolean is_worth_a_try (const AfFinding *finding, const AfFix *fix)
{
  return fix->confirmed && !fix->discards && !fix->last_resort && fix->rank > 0 && fix->rank <= MOST_RANK
         && g_ptr_array_find (fix->also, finding->fault, NULL);
}

static GArray *list_tries (const AfFinding *finding, const GPtrArray *findings)
{
  GArray *tries = g_array_new (FALSE, FALSE, sizeof (Try));
  /* those that come later have no fixes yet */
  for (guint i = 0; i < findings->len; i++) {
    Try try = { findings->pdata[i], NULL };
    for (guint k = 0;
         try.before != finding && try.before->fixes && k < try.before->fixes->len && tries->len < MOST_TRIED; k++) {
      try.fix = try.before->fixes->pdata[k];
      if (is_worth_a_try (finding, try.fix))
        g_array_append_val (tries, try);
    }
  }
  return tries;
}

static AfYardstick *yardstick_for (const AfFinding *finding, const GArray *tries, GError **error)
{
  const AfValidation *validation = &finding->validation;
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  for (guint i = 0; i < tries->len; i++) {
    const AfRoutine *routine = g_array_index (tries, Try, i).fix->candidate->routine;
    if (routine && !g_ptr_array_find (changed, routine, NULL))
      g_ptr_array_add (changed, (gpointer)routine);
  }
  return af_yardstick_new (validation->module, finding->fault, changed, &validation->options, error);
}

/* False: the fix does not stand, or @error. */
static gboolean stands (const AfFinding *finding, const AfYardstick *yardstick, const AfFix *fix, GError **error)
{
  const AfValidation *validation = &finding->validation;
  g_autofree char *name = g_strdup_printf ("cause-%s-%s", finding->fault->id, fix->id);
  g_autofree char *dir = g_build_filename (validation->options.config.work_dir, name, NULL);
  g_autoptr (AfModule) patched =
    af_patched_load (validation->module, fix->candidate, dir, validation->options.include_dir, error);
  g_autoptr (AfMeasure) measure = patched ? af_yardstick_measure (yardstick, patched, error) : NULL;
  gboolean is_fixed = measure && measure->verdict == AF_MEASURED_FIXES && !measure->hides;
  return af_remove_tree (dir, is_fixed ? error : NULL) && is_fixed;
}

gboolean af_finding_seek_cause (AfFinding *finding, const GPtrArray *findings, GError **error)
{
  g_autoptr (GArray) tries = list_tries (finding, findings);
  g_autoptr (GError) reason = NULL;
  AfYardstick *yardstick = tries->len > 0 ? yardstick_for (finding, tries, &reason) : NULL;
  for (guint i = 0; yardstick && i < tries->len && !finding->cause; i++) {
    const Try *try = &g_array_index (tries, Try, i);
    if (stands (finding, yardstick, try->fix, &reason)) {
      finding->cause = try->before->cause ? try->before->cause : try->before->fault;
      finding->repaired_by = try->fix;
    } else if (reason && af_error_reach (reason) != AF_REACH_CANDIDATE) {
      break;
    } else {
      g_clear_error (&reason); /* of this fix alone */
    }
  }
  g_clear_pointer (&yardstick, af_yardstick_free);
  if (!reason || af_error_reach (reason) == AF_REACH_CANDIDATE)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

gboolean af_finding_is_settled (const AfFinding *finding, const GPtrArray *findings)
{
  guint n_looks = 0;
  for (guint i = 0; i < findings->len && finding->cause; i++) {
    const AfFinding *other = findings->pdata[i];
    n_looks += other->localization && (other->fault == finding->cause || other->cause == finding->cause);
  }
  return finding->cause && (n_looks >= MOST_LOOKS || finding->repaired_by->confidence == AF_CONFIDENCE_HIGH);
}
