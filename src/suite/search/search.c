/* The search: rounds of candidates, then changes of versions that are partly repaired.
 *
 * In:  the user's version with the ends of its tests.   Out: candidates that pass all tests.
 *
 * A round of a version: watch -> values, locate -> snapshots, synthesize -> candidates, screen -> effects; then, from
 * these effects, guards and pairs, screened like the others.  Where nothing passes all tests, the changes that repair
 * some of them and break none (or fewer) are made, and the best of the changed versions has the next round: mistakes
 * come in several places, and each step must show. */
#include "suite/suite-internal.h"

#include "suite/patterns/patterns.h"
#include "synthesize/synthesize.h"
#include "util/error.h"

enum {
  FIRST_CANDIDATES = 2000, /* in the most suspicious routine of the user's version */
  LATER_CANDIDATES = 600,  /* in the others, and in changed versions */
  MOST_GUARDED = 240,
  MOST_PAIRS = 150,
  MOST_VERSIONS = 24, /* without a budget */
  MOST_DEPTH = 3,
  STEPS = 6 /* changed versions that one version leads to */
};

/* A change that may be worth a version of its own. */
typedef struct {
  const AfVersion *version;
  const AfCandidate *change;
  int worth; /* tests gained; each broken one counts twice */
  guint number;
} Step;

static AfSynthesisTask task_of (const AfSuite *suite, const AfVersion *version, guint index)
{
  return (
    AfSynthesisTask){ .module = version->module, .fault = version->faults->pdata[index], .solver = suite->solver };
}

static void take (AfVersion *version, GPtrArray *more)
{
  g_ptr_array_set_free_func (more, NULL);
  for (guint i = 0; i < more->len; i++)
    g_ptr_array_add (version->candidates, more->pdata[i]);
  g_ptr_array_unref (more);
}

/* Where no state is suspected: what our operators can do at each place of the routine. */
static void synthesize_blindly (AfVersion *version, guint index, const AfSynthesizeOptions *options)
{
  const AfFault *fault = version->faults->pdata[index];
  const AfStaticLimits limits = { .max_candidates = options->max_candidates, .providers = options->providers };
  AfStatic *made = af_synthesize_static (version->module, fault->routine, &limits);
  g_ptr_array_add (version->made, made);
  take (version, g_steal_pointer (&made->candidates));
  made->candidates = g_ptr_array_new ();
}

static void synthesize (const AfSuite *suite, AfVersion *version)
{
  for (guint i = 0; i < version->faults->len; i++) {
    AfSynthesizeOptions options;
    AfSynthesisTask task = task_of (suite, version, i);
    af_synthesize_options_init (&options, FALSE);
    const AfPatternContext context = { suite, version, i };
    g_autoptr (GPtrArray) providers = af_patterns_providers (&context);
    if (i > 0)
      af_synthesize_options_narrow (&options);
    options.providers = providers;
    options.max_candidates = i == 0 && version->depth == 0 ? FIRST_CANDIDATES : LATER_CANDIDATES;
    if (version->watched->is_blind)
      synthesize_blindly (version, i, &options);
    else
      take (version, af_synthesize (&task, version->localizations->pdata[i], &options));
  }
}

/* Parts of what was changed since a good revision are taken back. */
static void synthesize_undo (const AfSuite *suite, AfVersion *version)
{
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (AfPlaced));
  if (!suite->past || version->depth > 0)
    return;
  for (guint i = 0; i < version->faults->len; i++) {
    const AfLocalization *localization = version->localizations->pdata[i];
    for (guint k = 0; k < localization->snapshots->len; k++) {
      AfPlaced entry = { ((const AfFault *)version->faults->pdata[i])->routine, localization->snapshots->pdata[k] };
      g_array_append_val (placed, entry);
    }
  }
  af_past_add_candidates (suite->past, version->module, placed, version->candidates);
}

static gboolean has_plausible (const AfSuite *suite, const AfVersion *version)
{
  for (guint i = 0; i < suite->plausible->len; i++)
    if (((const AfPlausible *)suite->plausible->pdata[i])->version == version)
      return TRUE;
  return FALSE;
}

static void synthesize_again (const AfSuite *suite, AfVersion *version)
{
  const AfTried tried = { version->candidates, version->effects, NULL };
  gboolean is_fixed = has_plausible (suite, version);
  g_autoptr (GPtrArray) more = g_ptr_array_new ();
  for (guint i = 0; i < version->faults->len; i++) {
    AfSynthesisTask task = task_of (suite, version, i);
    GPtrArray *guarded = af_synthesize_guarded (&task, version->localizations->pdata[i], &tried, 1, MOST_GUARDED);
    GPtrArray *pairs = af_synthesize_pairs (&task, &tried, is_fixed, is_fixed ? MOST_PAIRS / 8 : MOST_PAIRS);
    GPtrArray *everywhere = af_synthesize_everywhere (&task, &tried, is_fixed ? MOST_PAIRS / 8 : MOST_PAIRS / 2);
    g_ptr_array_extend_and_steal (more, guarded);
    g_ptr_array_extend_and_steal (more, pairs);
    g_ptr_array_extend_and_steal (more, everywhere);
  }
  take (version, g_steal_pointer (&more));
}

/* One version's rounds. */
static gboolean work_on (AfSuite *suite, AfVersion *version, GError **error)
{
  if (!version->watched && !af_suite_watch (suite, version, error))
    return FALSE;
  af_suite_locate (suite, version);
  synthesize (suite, version);
  synthesize_undo (suite, version);
  guint second = version->candidates->len;
  for (guint i = 0; i < second; i++)
    ((AfCandidate *)version->candidates->pdata[i])->id = i + 1;
  if (!af_suite_screen (suite, version, 0, error))
    return FALSE;
  if (af_suite_is_late (suite))
    return TRUE;
  synthesize_again (suite, version);
  return af_suite_screen (suite, version, second, error);
}

/* --- steps --- */

static int by_worth (gconstpointer a, gconstpointer b)
{
  const Step *x = a, *y = b;
  if (x->worth != y->worth)
    return x->worth > y->worth ? -1 : 1;
  if (x->version->depth != y->version->depth)
    return x->version->depth < y->version->depth ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* What it does to each test, as text. */
static char *pattern_of (const AfEffects *effects)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < effects->effects->len; i++)
    g_string_append_c (text, (char)('a' + af_effects_at (effects, i)));
  return g_string_free (text, FALSE);
}

/* The best changes of the version: of those that do the same to all tests two. */
static void add_steps (const AfVersion *version, GArray *steps)
{
  g_autoptr (GHashTable) patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (Step));
  for (guint i = 0; i < version->effects->len && version->depth < MOST_DEPTH; i++) {
    const AfEffects *effects = version->effects->pdata[i];
    int worth = (int)effects->n_failing[AF_EFFECT_REPAIRED] - 2 * (int)effects->n_passing[AF_EFFECT_BROKEN];
    if (worth <= 0 || effects->n_passing[AF_EFFECT_UNKNOWN] > 0)
      continue;
    char *pattern = pattern_of (effects);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (patterns, pattern));
    g_hash_table_insert (patterns, pattern, GUINT_TO_POINTER (n + 1));
    Step step = { version, effects->candidate, worth + (int)version->depth * 0, i };
    if (n < 2)
      g_array_append_val (own, step);
  }
  g_array_sort (own, by_worth);
  g_array_append_vals (steps, own->data, MIN (own->len, STEPS));
}

/* Tests that still fail after the step, fewest first: takes the best step out. */
static gboolean next_step (GArray *steps, Step *step)
{
  guint best = 0;
  for (guint i = 1; i < steps->len; i++) {
    const Step *x = &g_array_index (steps, Step, i), *y = &g_array_index (steps, Step, best);
    int left_x = (int)x->version->n_failing - x->worth, left_y = (int)y->version->n_failing - y->worth;
    if (left_x < left_y)
      best = i;
  }
  if (steps->len == 0)
    return FALSE;
  *step = g_array_index (steps, Step, best);
  g_array_remove_index (steps, best);
  return TRUE;
}

/* The ends of the changed version's tests, from what its change did. */
static gboolean run_version (AfSuite *suite, AfVersion *version, GError **error)
{
  g_autoptr (GHashTable) texts = af_version_texts (suite, version, NULL, NULL, NULL);
  const AfProjectBuild how = { .texts = texts, .quick = TRUE };
  g_autofree char *messages = NULL;
  if (!af_project_build (&suite->project, &how, &messages, error)) {
    if (messages)
      af_error (error, AF_ERROR_BUILD, "a changed version does not compile");
    return FALSE;
  }
  for (guint i = 0; i < suite->tests->len; i++) {
    const AfSuiteTest *test = suite->tests->pdata[i];
    const AfTry try = { .timeout_ms = af_suite_patience (suite, test) };
    g_auto (AfSuiteEnd) end = { 0 };
    if (!af_project_try (&suite->project, suite->project.places->pdata[0], test, &try, &end, NULL, error))
      return FALSE;
    AfSeenEnd seen = af_suite_seen (test, &end);
    g_array_append_val (version->ends, seen);
    g_ptr_array_add (version->outs, g_bytes_ref (end.out));
    version->n_failing += !seen.passes;
  }
  suite->n_runs += suite->tests->len;
  return TRUE;
}

/* What cannot be read or built falls, and the search goes on. */
static gboolean forgive (GError **reason, GError **error)
{
  if (*reason && af_error_reach (*reason) == AF_REACH_RUN) {
    g_propagate_error (error, g_steal_pointer (reason));
    return FALSE;
  }
  g_clear_error (reason);
  return TRUE;
}

static gboolean take_step (AfSuite *suite, const Step *step, GArray *steps, GError **error)
{
  g_autoptr (GError) reason = NULL;
  AfVersion *version = af_version_changed (suite, step->version, step->change, &reason);
  if (!version)
    return forgive (&reason, error);
  g_ptr_array_add (suite->versions, version);
  if (!run_version (suite, version, &reason))
    return forgive (&reason, error);
  if (version->n_failing > 0 && !work_on (suite, version, &reason))
    return forgive (&reason, error);
  add_steps (version, steps);
  return TRUE;
}

gboolean af_suite_search (AfSuite *suite, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  AfVersion *user = suite->versions->pdata[0];
  Step step;
  af_suite_stage (suite, "search");
  if (!work_on (suite, user, error))
    return FALSE;
  if (user->faults->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
                 "name the sources that they run; a program must be built by --build",
                 "no failing test runs a routine of the sources given");
    return FALSE;
  }
  add_steps (user, steps);
  while (suite->plausible->len == 0 && !af_suite_is_late (suite) && suite->versions->len <= MOST_VERSIONS
         && next_step (steps, &step))
    if (!take_step (suite, &step, steps, error))
      return FALSE;
  suite->incomplete |= af_suite_is_late (suite);
  return TRUE;
}
