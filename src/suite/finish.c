/* From plausible candidates to fixes in order.
 *
 * In:  candidates that pass all tests.   Out: fixes of the finding, of the user's text, ranked, confirmed by a plain
 * rebuild with all tests, numbered. */
#include "suite/suite-internal.h"

#include "pipeline/minimal/minimal.h"
#include "rank/rank.h"
#include "util/error.h"

enum { CONFIRMED = 10, MOST_FIXES = 200 };

/* --- fixes --- */

static AfFix *fix_of (AfSuite *suite, const AfPlausible *plausible)
{
  const AfVersion *user = suite->versions->pdata[0];
  AfCandidate *candidate = plausible->version->depth == 0
                             ? plausible->candidate
                             : af_version_flatten (suite, plausible->version, plausible->candidate);
  if (!candidate)
    return NULL;
  if (candidate != plausible->candidate) {
    candidate->id = suite->finding->candidates->len + 1;
    g_ptr_array_add (suite->finding->candidates, candidate);
  }
  AfFix *fix = af_fix_new (candidate);
  fix->n_failing = suite->n_failing;
  fix->n_passing = suite->tests->len - suite->n_failing;
  for (guint i = 0; i < suite->tests->len; i++) {
    guint64 before = g_array_index (user->ends, AfSeenEnd, i).hash,
            after = g_array_index (plausible->ends, AfSeenEnd, i).hash;
    fix->n_changed += i >= suite->n_failing && before != after;
    g_array_append_val (fix->observations, after);
  }
  fix->n_rivals = suite->plausible->len - 1;
  af_validate_note_change (fix, suite->finding->fault->routine);
  return fix;
}

static GPtrArray *fixes_of (AfSuite *suite)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 0; i < MIN (suite->plausible->len, MOST_FIXES); i++) {
    AfFix *fix = fix_of (suite, suite->plausible->pdata[i]);
    if (fix)
      g_ptr_array_add (fixes, fix);
  }
  return fixes;
}

/* --- confirmation --- */

static char *patched_text (const AfVersion *version, int file, gconstpointer data)
{
  const AfCandidate *candidate = data;
  const AfSource *source = af_module_source (version->module, file);
  return candidate->file == file ? af_edits_apply (source, candidate->edits) : g_strdup (source->text);
}

static gboolean confirm_build (AfSuite *suite, const AfCandidate *candidate, const AfFix *whole, gboolean *passes,
                               GError **error)
{
  g_autoptr (GHashTable) texts = af_version_texts (suite, suite->versions->pdata[0], NULL, patched_text, candidate);
  const AfProjectBuild how = { .texts = texts };
  g_autofree char *messages = NULL;
  *passes = FALSE;
  if (!af_project_build (&suite->project, &how, &messages, error))
    return messages != NULL;
  for (guint i = 0; i < suite->tests->len; i++) {
    const AfSuiteTest *test = suite->tests->pdata[i];
    const AfTry try = { .timeout_ms = test->timeout_ms };
    g_auto (AfSuiteEnd) end = { 0 };
    if (!af_project_try (&suite->project, suite->project.places->pdata[0], test, &try, &end, NULL, error))
      return FALSE;
    suite->n_runs++;
    if (!af_suite_test_passes (test, &end)
        || (whole && af_suite_seen (test, &end).hash != g_array_index (whole->observations, guint64, i)))
      return TRUE;
  }
  *passes = TRUE;
  return TRUE;
}

/* Whether all tests pass with the program built from the patch as the user builds it, and end as with @whole
 * (nullable).  Where that passes before, too, they must do so in the build in which they failed. */
static gboolean confirm (AfSuite *suite, const AfCandidate *candidate, const AfFix *whole, gboolean *passes,
                         GError **error)
{
  AfProject *project = &suite->project;
  gboolean is_poisoned = project->is_poisoned, is_static = project->is_static;
  if (suite->by_chance) {
    if (!confirm_build (suite, candidate, whole, passes, error))
      return FALSE;
    if (!*passes)
      return TRUE;
  }
  project->is_poisoned = project->is_static = FALSE;
  gboolean ok = confirm_build (suite, candidate, suite->by_chance ? NULL : whole, passes, error);
  project->is_poisoned = is_poisoned;
  project->is_static = is_static;
  return ok;
}

/* The one among @seen, AfFix by key, that is the same by now; null: none.  That it was so at the good revision is said
 * of that one, too. */
static AfFix *known_as (const AfSuite *suite, const AfFix *fix, GHashTable *seen)
{
  g_autofree char *key = af_reduction_key (((const AfVersion *)suite->versions->pdata[0])->module, fix->candidate);
  AfFix *same = g_hash_table_lookup (seen, key);
  if (same && af_past_made (fix->candidate) && !af_past_made (same->candidate))
    af_past_name (suite->past, same->candidate);
  return same;
}

static gboolean confirm_fixes (AfSuite *suite, GPtrArray *fixes, GError **error)
{
  AfValidateCounts *counts = &suite->finding->validation.counts;
  guint kept = 0;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  g_ptr_array_extend_and_steal (all, g_ptr_array_ref (fixes));
  for (guint i = 0; i < all->len && kept < CONFIRMED; i++) {
    AfFix *fix = all->pdata[i];
    gboolean passes = FALSE;
    /* the first one is confirmed even if it is late */
    if (kept > 0 && af_suite_is_late (suite)) {
      known_as (suite, fix, seen);
      continue;
    }
    if (!confirm (suite, fix->candidate, NULL, &passes, error))
      return FALSE;
    fix->confirmed = fix->unsanitized = fix->own_tests = passes;
    counts->n_confirmed += passes;
    counts->n_rejected += !passes;
    if (!passes)
      continue;
    const AfCandidate *whole = fix->candidate;
    gboolean is_past = af_past_made (whole);
    if (!af_suite_minimise (suite, fix, confirm, error))
      return FALSE;
    if (is_past && fix->candidate != whole)
      af_past_name (suite->past, fix->candidate);
    if (known_as (suite, fix, seen))
      continue;
    g_hash_table_insert (seen, af_reduction_key (((AfVersion *)suite->versions->pdata[0])->module, fix->candidate),
                         fix);
    g_ptr_array_add (fixes, g_steal_pointer (&all->pdata[i]));
    kept++;
  }
  for (guint i = 0; i < all->len;)
    if (all->pdata[i])
      i++;
    else
      g_ptr_array_remove_index (all, i);
  return TRUE;
}

/* What the report shows of the search: where the user's version goes wrong, and in which states. */
static void adopt_places (AfSuite *suite)
{
  AfVersion *user = suite->versions->pdata[0];
  AfFinding *finding = suite->finding;
  finding->views = g_ptr_array_new_with_free_func ((GDestroyNotify)af_view_free);
  for (guint i = 0; i < user->localizations->len; i++) {
    AfLocalization *localization = g_steal_pointer (&user->localizations->pdata[i]);
    AfFault *fault = g_steal_pointer (&user->faults->pdata[i]);
    if (i > 0) {
      g_ptr_array_add (finding->views, af_view_new (fault, localization, FALSE));
      continue;
    }
    finding->fault->routine = fault->routine;
    finding->localization = localization;
    af_fault_free (fault);
  }
  g_ptr_array_set_free_func (user->localizations, NULL);
  g_ptr_array_set_free_func (user->faults, NULL);
}

gboolean af_suite_finish (AfSuite *suite, GError **error)
{
  AfFinding *finding = suite->finding;
  adopt_places (suite);
  af_suite_stage (suite, "confirm");
  finding->fixes = fixes_of (suite);
  if (suite->past)
    af_past_merge (suite->past, ((AfVersion *)suite->versions->pdata[0])->module, finding->fixes);
  af_validate_group (finding->fixes);
  af_rank_note_natural (finding->fixes, ((AfVersion *)suite->versions->pdata[0])->module);
  af_rank_note_unrelated (finding->fixes, ((AfVersion *)suite->versions->pdata[0])->module);
  af_rank_fixes (finding->fixes, finding->fault, FALSE);
  af_validate_group (finding->fixes);
  af_rank_note_resorts (finding->fixes, ((AfVersion *)suite->versions->pdata[0])->module);
  af_suite_note_special (suite, finding->fixes);
  af_rank_spread (finding->fixes, finding->fault);
  if (!af_suite_differ (suite, finding->fixes, error))
    return FALSE;
  af_validate_group (finding->fixes);
  if (!confirm_fixes (suite, finding->fixes, error))
    return FALSE;
  af_rank_number (finding->fixes, finding->fault);
  return TRUE;
}
