/* One cause: is a fault repaired by a fix of one that was dealt with before?
 *
 * In:  a finding whose tests are known, and one that has been repaired.   Out: the fix that repairs both, or nothing.
 *
 * One mistake often shows as several faults: the counter that is wrong violates the invariant in one routine and runs
 * over the array in another.  Who repairs the mistake repairs them all.  So the best fixes of a fault, those that pass
 * another one's smallest test, are measured as `autofix judge` measures a patch: against all tests of that one and
 * held-out ones, built with sanitizers.  The first that stands names the cause.  A fix that discards work may only
 * be hiding the fault, and is not asked.  Nor is one a cause with which no test comes any more to what failed: a stack
 * that takes one element has nothing to reverse.
 *
 * What repairs both need not be right: another fault of the same cause may lead to the place of the mistake where the
 * first did not.  So a cause is looked at from up to three of its faults, unless the fix is of high confidence.  Where
 * what fails runs through the change, the faults meet in it (a change elsewhere may only keep the state from coming up
 * in which it fails): then two looks do, and one, if the fix is the first of its fault and all fixes of that fault that
 * pass this one's test behave alike. */
#include "pipeline/finding/finding.h"

#include "util/error.h"
#include "util/tempdir.h"

#define MOST_RANK 3    /* of a fix that is tried */
#define MOST_TRIED 3   /* fixes of one fault */
#define MOST_LOOKS 3   /* repairs of faults with one cause */
#define ENOUGH_LOOKS 2 /* where they meet in the fix */

static gboolean may_repair (const AfFinding *finding, const AfFix *fix)
{
  return fix->confirmed && !fix->discards && !fix->last_resort && fix->rank > 0
         && g_ptr_array_find (fix->also, finding->fault, NULL);
}

/* The fixes of @before that are tried: array of AfFix, not owned. */
static GPtrArray *list_tries (const AfFinding *finding, const AfFinding *before)
{
  GPtrArray *tries = g_ptr_array_new ();
  for (guint i = 0; before != finding && before->fixes && i < before->fixes->len && tries->len < MOST_TRIED; i++)
    if (((const AfFix *)before->fixes->pdata[i])->rank <= MOST_RANK && may_repair (finding, before->fixes->pdata[i]))
      g_ptr_array_add (tries, before->fixes->pdata[i]);
  return tries;
}

gboolean af_finding_may_have_cause (const AfFinding *finding, const AfFinding *before)
{
  g_autoptr (GPtrArray) tries = list_tries (finding, before);
  return tries->len > 0;
}

static AfYardstick *yardstick_for (const AfFinding *finding, const GPtrArray *tries, GError **error)
{
  const AfValidation *validation = &finding->validation;
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  for (guint i = 0; i < tries->len; i++) {
    const AfRoutine *routine = ((const AfFix *)tries->pdata[i])->candidate->routine;
    if (routine && !g_ptr_array_find (changed, routine, NULL))
      g_ptr_array_add (changed, (gpointer)routine);
  }
  return af_yardstick_new (validation->module, finding->fault, changed, &validation->options, error);
}

/* False: the fix does not stand, or @error. */
static gboolean stands (const AfFinding *finding, const AfYardstick *yardstick, const AfFix *fix, GError **error)
{
  const AfValidation *validation = &finding->validation;
  /* of the same name for each fault, so that what was built is found again */
  g_autofree char *name = g_strdup_printf ("cause-%s", fix->id);
  g_autofree char *dir = g_build_filename (validation->options.config.work_dir, name, NULL);
  g_autoptr (AfModule) patched =
    af_patched_load (validation->module, fix->candidate, dir, validation->options.include_dir, error);
  g_autoptr (AfMeasure) measure = patched ? af_yardstick_measure (yardstick, patched, error) : NULL;
  gboolean is_fixed = measure && measure->verdict == AF_MEASURED_FIXES && !measure->hides;
  return af_remove_tree (dir, is_fixed ? error : NULL) && is_fixed;
}

gboolean af_finding_seek_cause (AfFinding *finding, const AfFinding *before, GError **error)
{
  g_autoptr (GPtrArray) tries = list_tries (finding, before);
  g_autoptr (GError) reason = NULL;
  AfYardstick *yardstick = tries->len > 0 ? yardstick_for (finding, tries, &reason) : NULL;
  for (guint i = 0; yardstick && i < tries->len && !finding->cause; i++) {
    if (stands (finding, yardstick, tries->pdata[i], &reason)) {
      finding->cause = before->cause ? before->cause : before->fault;
      finding->repaired_by = tries->pdata[i];
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

/* Whether the fault would be localised in the routine that the fix changes. */
static gboolean meets (const AfFinding *finding, const AfFix *fix)
{
  const AfRoutine *changed = fix->candidate->routine;
  g_autoptr (GPtrArray) related = af_localize_related (finding->validation.module, finding->fault);
  return changed && (changed == finding->fault->routine || g_ptr_array_find (related, changed, NULL));
}

/* Whether no test tells the fixes apart that may repair both. */
static gboolean is_agreed (const AfFinding *finding, const GPtrArray *findings)
{
  const AfFix *fix = finding->repaired_by;
  for (guint i = 0; i < findings->len; i++) {
    const GPtrArray *fixes = ((const AfFinding *)findings->pdata[i])->fixes;
    gboolean is_before = fixes && g_ptr_array_find ((GPtrArray *)fixes, fix, NULL);
    for (guint k = 0; is_before && k < fixes->len; k++) {
      const AfFix *other = fixes->pdata[k];
      if (may_repair (finding, other) && other->group != fix->group)
        return FALSE;
    }
  }
  return TRUE;
}

gboolean af_finding_is_settled (const AfFinding *finding, const GPtrArray *findings)
{
  const AfFix *fix = finding->repaired_by;
  guint n_looks = 0;
  if (!fix)
    return FALSE;
  for (guint i = 0; i < findings->len; i++) {
    const AfFinding *other = findings->pdata[i];
    n_looks += other->localization && (other->fault == finding->cause || other->cause == finding->cause);
  }
  if (n_looks >= MOST_LOOKS || fix->confidence == AF_CONFIDENCE_HIGH)
    return TRUE;
  return meets (finding, fix) && (n_looks >= ENOUGH_LOOKS || (fix->rank == 1 && is_agreed (finding, findings)));
}
