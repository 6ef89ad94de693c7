/* One cause: is a fault repaired by a fix of one that was dealt with before?
 *
 * In:  a finding whose tests are known, and the findings before it with their fixes.   Out: the fix that repairs it, or
 * nothing.
 *
 * One mistake often shows as several faults: the counter that is wrong violates the invariant in one routine and runs
 * over the array in another.  Who repairs the mistake repairs them all.  So the best fixes of each fault before, those
 * that pass this one's smallest test, are measured as `autofix judge` measures a patch: against all tests of this fault
 * and held-out ones, built with sanitizers.  The first that stands names the cause.  A fix that discards work may only
 * be hiding this fault, and is not asked.
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

typedef struct {
  AfFinding *finding;
  const AfFinding *before;
  const AfFix *fix;
} Try;

static gboolean is_worth_a_try (const AfFinding *finding, const AfFix *fix)
{
  return fix->confirmed && !fix->discards && !fix->last_resort && fix->rank > 0 && fix->rank <= MOST_RANK
         && g_ptr_array_find (fix->also, finding->fault, NULL);
}

/* False: it does not stand, or @error. */
static gboolean stands (const Try *try, AfYardstick **yardstick, guint number, GError **error)
{
  const AfValidation *validation = &try->finding->validation;
  AfCandidate *candidate = try->fix->candidate;
  g_autofree char *name = g_strdup_printf ("cause-%s-%u", try->finding->fault->id, number);
  g_autofree char *dir = g_build_filename (validation->options.config.work_dir, name, NULL);
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  if (candidate->routine)
    g_ptr_array_add (changed, (gpointer)candidate->routine);
  if (!*yardstick)
    *yardstick = af_yardstick_new (validation->module, try->finding->fault, changed, &validation->options, error);
  g_autoptr (AfModule) patched =
    *yardstick ? af_patched_load (validation->module, candidate, dir, validation->options.include_dir, error) : NULL;
  g_autoptr (AfMeasure) measure = patched ? af_yardstick_measure (*yardstick, patched, error) : NULL;
  gboolean is_fixed = measure && measure->verdict == AF_MEASURED_FIXES;
  return af_remove_tree (dir, is_fixed ? error : NULL) && is_fixed;
}

gboolean af_finding_seek_cause (AfFinding *finding, const GPtrArray *findings, GError **error)
{
  AfYardstick *yardstick = NULL;
  g_autoptr (GError) reason = NULL;
  guint n_tried = 0;
  for (guint i = 0; i < findings->len && findings->pdata[i] != finding; i++) {
    Try try = { finding, findings->pdata[i], NULL };
    const GPtrArray *fixes = try.before->fixes;
    for (guint k = 0; fixes && k < fixes->len && n_tried < MOST_TRIED && !finding->cause && !reason; k++) {
      try.fix = fixes->pdata[k];
      if (!is_worth_a_try (finding, try.fix) || !stands (&try, &yardstick, n_tried++, &reason))
        continue;
      finding->cause = try.before->cause ? try.before->cause : try.before->fault;
      finding->repaired_by = try.fix;
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
