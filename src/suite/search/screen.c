/* Which candidates pass the tests, and what the others do to them.
 *
 * In:  candidates of a version.   Out: their effects on each test, and those that pass all.
 *
 * All candidates are compiled once; the environment of a test's process says which one it is.  What a test does not
 * come to cannot change it, so that it is not run; nor does one run that is known to do what another one has done
 * (share.c).  The tests that fail run first; a candidate that leaves the first
 * ones as they are, or breaks what passed, is not run on the others unless it repairs something. */
#include "suite/search/group.h"
#include "suite/search/share.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/jobs.h"

enum { ROUNDS = 16, HOPELESS = 2, SECOND_PATIENCE = 8 };

typedef struct {
  AfSuite *suite;
  AfVersion *version;
  GPtrArray *candidates; /* of AfCandidate, not owned: those of the round that compiled */
  GPtrArray *ends;       /* by candidate: of GArray of AfSeenEnd, by test; null: it ended early */
  GPtrArray *effects;    /* by candidate: of AfEffects, owned */
  AfSharing *sharing;
  gint n_runs, n_shared; /* atomic */
} Screen;

/* --- the build --- */

static char *weave (const AfVersion *version, int file, gconstpointer data)
{
  return af_weave_switched (version->module, file, data);
}

static guint drop_blamed (const char *messages, const char *prefix, GHashTable *dropped)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  guint before = g_hash_table_size (dropped);
  for (guint i = 0; i < complaints->len; i++) {
    const AfComplaint *complaint = complaints->pdata[i];
    if (g_str_has_prefix (complaint->file, prefix))
      g_hash_table_add (dropped,
                        GUINT_TO_POINTER ((guint)g_ascii_strtoull (complaint->file + strlen (prefix), NULL, 10)));
  }
  return g_hash_table_size (dropped) - before;
}

/* A compiler names an undeclared name once in a function: those beside one that is dropped are woven alone. */
gboolean af_suite_build_switched (AfSuite *suite, const AfVersion *version, const AfWoven *woven, GHashTable *dropped,
                                  GError **error)
{
  AfWeavePlan plan = { .candidates = woven->candidates, .dropped = dropped };
  g_autofree char *head = g_strdup_printf (
    "%s#include \"%s/afrt-tests.h\"\n", woven->sharing ? "#define AFRT_TESTS_SAME 1\n" : "", suite->paths->runtime_dir);
  for (guint round = 0; round < ROUNDS; round++) {
    g_autoptr (GPtrArray) grouped = woven->sharing ? af_sharing_candidates (woven->sharing, dropped) : NULL;
    plan.candidates = grouped ? grouped : woven->candidates;
    g_autoptr (GHashTable) texts = af_version_texts (suite, version, head, weave, &plan);
    const AfProjectBuild how = { texts, TRUE, woven->poisoned };
    g_autofree char *messages = NULL;
    if (af_project_build (&suite->project, &how, &messages, error))
      return TRUE;
    if (!messages)
      return FALSE;
    gboolean is_blamed = drop_blamed (messages, "afx-candidate-", dropped) > 0;
    if (is_blamed || (woven->sharing && af_sharing_blame (woven->sharing, messages)))
      continue;
    /* what compiles alone does not compile beside its like */
    if (plan.separate) {
      af_error (error, AF_ERROR_BUILD, "the candidates cannot be built: %.300s", messages);
      return FALSE;
    }
    plan.separate = TRUE;
  }
  af_error (error, AF_ERROR_BUILD, "the candidates keep failing to compile");
  return FALSE;
}

/* --- which tests --- */

/* Whether the change is where its snapshot is. */
static gboolean is_local (const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  return candidate->snapshot && !candidate->halves[0]
         && (!action || (action->kind != AF_ACTION_MOVE && action->kind != AF_ACTION_REWRITE && !action->after));
}

/* Whether the test may come to what the candidate changes. */
static gboolean may_reach (const Screen *screen, const AfCandidate *candidate, guint test)
{
  const AfVersion *version = screen->version;
  const guint8 *reached = version->watched->reached->pdata[test];
  const AfRoutine *routine = candidate->routine;
  if (!reached || !routine)
    return TRUE;
  guint first = af_weave_watched_place (version->module, routine->id, 0);
  for (guint l = 0; l < routine->locations->len; l++) {
    const AfLocation *location = routine->locations->pdata[l],
                     *own = af_routine_location (routine, candidate->snapshot ? candidate->snapshot->location : 0);
    /* what is put before a loop or after a statement is within or beside its statement */
    gboolean counts =
      !is_local (candidate) || own->kind == AF_LOCATION_EXIT || l == own->id
      || (!af_range_is_none (own->statement) && af_range_contains (own->statement, location->range))
      || (!af_range_is_none (location->statement) && af_range_contains (location->statement, own->range));
    if (counts && reached[first + l])
      return TRUE;
  }
  return FALSE;
}

/* --- the runs --- */

static AfEffect effect_of (AfSeenEnd before, AfSeenEnd after)
{
  if (after.passes)
    return !before.passes ? AF_EFFECT_REPAIRED : after.hash == before.hash ? AF_EFFECT_SAME : AF_EFFECT_CHANGED;
  if (before.passes)
    return AF_EFFECT_BROKEN;
  return after.hash == before.hash ? AF_EFFECT_SAME : AF_EFFECT_CHANGED;
}

/* The numbers of the tests in the order of AfEffects: those that fail with the version, then the others. */
static GArray *order_of (const AfVersion *version)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint pass = 0; pass < 2; pass++)
    for (guint t = 0; t < version->ends->len; t++)
      if (g_array_index (version->ends, AfSeenEnd, t).passes == (gboolean)pass)
        g_array_append_val (order, t);
  return order;
}

/* A file with a 1 for each member of the group. */
static gboolean write_members (const char *path, guint n)
{
  guint8 alive[AF_SHARING_MOST];
  memset (alive, 1, sizeof alive);
  int file = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  gboolean ok = file >= 0 && write (file, alive, n) == (gssize)n;
  if (file >= 0)
    close (file);
  return ok;
}

/* What is left of them is what the run stands for. */
static void learn (Screen *screen, const AfShare *share, guint test, const char *path, const AfSeenEnd *seen)
{
  g_autofree char *alive = NULL;
  gsize length = 0;
  if (!g_file_get_contents (path, &alive, &length, NULL) || length != share->n_members || alive[share->member] != 1)
    return;
  af_sharing_learn (screen->sharing, share, test, (const guint8 *)alive, seen);
}

/* @patience: how many times the usual time it may take. */
static gboolean run_test (Screen *screen, guint worker, const AfCandidate *candidate, guint test, guint patience,
                          AfSeenEnd *seen, GError **error)
{
  AfSuite *suite = screen->suite;
  const AfSuiteTest *what = suite->tests->pdata[test];
  AfPlace *place = suite->project.places->pdata[worker];
  g_autofree char *same = g_build_filename (place->scratch, "same", NULL);
  AfTry how = { .candidate = candidate->id,
                .timeout_ms = MIN (what->timeout_ms, patience * af_suite_patience (suite, what)),
                .work_ms = patience * suite->work_ms };
  AfShare share;
  gboolean is_shared = screen->sharing && af_sharing_find (screen->sharing, candidate, &share);
  g_auto (AfSuiteEnd) end = { 0 };
  *seen = g_array_index (screen->version->ends, AfSeenEnd, test);
  if (!may_reach (screen, candidate, test))
    return TRUE;
  if (is_shared && patience == 1 && af_sharing_know (screen->sharing, &share, test, seen)) {
    g_atomic_int_inc (&screen->n_shared);
    return TRUE;
  }
  if (is_shared) {
    how.candidate = af_sharing_switch (screen->sharing, &share);
    how.member = share.member;
    how.same = write_members (same, share.n_members) ? same : NULL;
  }
  if (is_shared && !how.same) {
    af_error (error, AF_ERROR_IO, "%s: cannot be written", same);
    return FALSE;
  }
  g_atomic_int_inc (&screen->n_runs);
  if (!af_project_try (&suite->project, place, what, &how, &end, NULL, error))
    return FALSE;
  *seen = af_suite_seen (what, &end);
  if (is_shared && patience == 1)
    learn (screen, &share, test, same, seen);
  return TRUE;
}

static void note (AfEffects *effects, guint place, gboolean fails, AfEffect effect)
{
  g_array_index (effects->effects, guint8, place) = (guint8)effect;
  guint *counts = fails ? effects->n_failing : effects->n_passing;
  counts[AF_EFFECT_UNKNOWN]--;
  counts[effect]++;
}

/* Whether nothing more is to be learnt of it. */
static gboolean is_hopeless (const AfEffects *effects, guint done, guint n_failing, gboolean timed_out)
{
  guint same = effects->n_failing[AF_EFFECT_SAME], repaired = effects->n_failing[AF_EFFECT_REPAIRED];
  if (repaired > 0)
    return FALSE;
  return timed_out || same >= HOPELESS || done >= n_failing;
}

static gboolean passes_all (const AfEffects *effects, guint n_failing)
{
  return effects->n_failing[AF_EFFECT_REPAIRED] == n_failing && effects->n_passing[AF_EFFECT_BROKEN] == 0;
}

static gboolean run_one (guint index, guint worker, gpointer data, GError **error)
{
  Screen *screen = data;
  const AfCandidate *candidate = screen->candidates->pdata[index];
  g_autoptr (GArray) order = order_of (screen->version), ends = g_array_new (FALSE, TRUE, sizeof (AfSeenEnd));
  guint n_failing = screen->version->n_failing;
  AfEffects *effects = af_effects_new (candidate, order->len);
  screen->effects->pdata[index] = effects;
  effects->n_failing[AF_EFFECT_UNKNOWN] = n_failing;
  effects->n_passing[AF_EFFECT_UNKNOWN] = order->len - n_failing;
  g_array_set_size (ends, order->len);
  if (af_suite_is_late (screen->suite))
    return TRUE;
  for (guint i = 0; i < order->len; i++) {
    guint test = g_array_index (order, guint, i);
    AfSeenEnd *seen = &g_array_index (ends, AfSeenEnd, test);
    if (!run_test (screen, worker, candidate, test, 1, seen, error))
      return FALSE;
    /* how long it takes depends on what else the machine does: who repairs something is not given up for that */
    if (seen->timed_out && effects->n_failing[AF_EFFECT_REPAIRED] > 0
        && !run_test (screen, worker, candidate, test, SECOND_PATIENCE, seen, error))
      return FALSE;
    note (effects, i, i < n_failing, effect_of (g_array_index (screen->version->ends, AfSeenEnd, test), *seen));
    if (is_hopeless (effects, i + 1, n_failing, seen->timed_out))
      return TRUE;
  }
  if (passes_all (effects, n_failing))
    af_suite_note_plausible (screen->suite, candidate->id);
  screen->ends->pdata[index] = g_steal_pointer (&ends);
  return TRUE;
}

/* --- what came of it --- */

static void take (Screen *screen)
{
  AfSuite *suite = screen->suite;
  AfVersion *version = screen->version;
  AfValidateCounts *counts = &suite->finding->validation.counts;
  for (guint i = 0; i < screen->candidates->len; i++) {
    AfEffects *effects = screen->effects->pdata[i];
    GArray *ends = screen->ends->pdata[i];
    guint repaired = effects->n_failing[AF_EFFECT_REPAIRED];
    counts->n_screened++;
    counts->n_repairing += repaired == version->n_failing;
    if (ends && passes_all (effects, version->n_failing)) {
      AfPlausible *plausible = g_new0 (AfPlausible, 1);
      *plausible = (AfPlausible){ version, screen->candidates->pdata[i], g_array_ref (ends) };
      g_ptr_array_add (suite->plausible, plausible);
      counts->n_survivors++;
    }
    /* what touches nothing teaches nothing */
    if (repaired > 0 || effects->n_failing[AF_EFFECT_CHANGED] > 0)
      g_ptr_array_add (version->effects, g_steal_pointer (&screen->effects->pdata[i]));
  }
}

static void free_ends (gpointer ends)
{
  if (ends)
    g_array_unref (ends);
}

static void free_effects (gpointer effects)
{
  if (effects)
    af_effects_free (effects);
}

/* For who wants to know; beside what the same would take with a build for each candidate. */
static void tell (const Screen *screen, guint n_dropped, gint64 start)
{
  const AfSuite *suite = screen->suite;
  guint n = screen->candidates->len;
  double seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC, each = n * suite->build_seconds;
  if (!suite->options->verbose)
    return;
  g_printerr (
    "autofix: version %u, %u tests fail: %u candidates, %u do not compile, %d runs, %d shared, %u plausible\n",
    suite->versions->len - 1, screen->version->n_failing, n + n_dropped, n_dropped, screen->n_runs, screen->n_shared,
    suite->plausible->len);
  g_printerr ("autofix: %.1f candidates per second, %.1f if each was compiled\n", n / MAX (seconds, 1e-3),
              n / MAX (seconds + each, 1e-3));
}

gboolean af_suite_screen (AfSuite *suite, AfVersion *version, guint first, GError **error)
{
  AfValidateCounts *counts = &suite->finding->validation.counts;
  g_autoptr (GPtrArray) round = g_ptr_array_new (), compiled = g_ptr_array_new ();
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func (free_ends),
                        effects = g_ptr_array_new_with_free_func (free_effects);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  gint64 start = g_get_monotonic_time ();
  for (guint i = first; i < version->candidates->len; i++) {
    AfCandidate *candidate = version->candidates->pdata[i];
    g_autofree char *key = af_version_key (version, candidate);
    candidate->id = i + 1;
    if (g_hash_table_add (suite->tried, g_steal_pointer (&key)))
      g_ptr_array_add (round, candidate);
  }
  counts->n_candidates += round->len;
  if (round->len == 0 || af_suite_is_late (suite))
    return TRUE;
  g_autoptr (AfSharing) sharing = NULL;
  if (af_options_has (suite->options, AF_PART_shared))
    sharing = af_sharing_new (version, round, suite->tests->len);
  const AfWoven woven = { .candidates = sharing ? NULL : round, .sharing = sharing };
  Screen screen = { suite, version, compiled, ends, effects, sharing, 0, 0 };
  if (!af_suite_build_switched (suite, version, &woven, dropped, error))
    return FALSE;
  for (guint i = 0; i < round->len; i++)
    if (!g_hash_table_contains (dropped, GUINT_TO_POINTER (((AfCandidate *)round->pdata[i])->id)))
      g_ptr_array_add (compiled, round->pdata[i]);
  counts->n_uncompilable += g_hash_table_size (dropped);
  g_ptr_array_set_size (ends, (int)compiled->len);
  g_ptr_array_set_size (effects, (int)compiled->len);
  if (!af_jobs_map (compiled->len, suite->options->jobs, run_one, &screen, error))
    return FALSE;
  suite->n_runs += (guint)screen.n_runs;
  take (&screen);
  tell (&screen, g_hash_table_size (dropped), start);
  return TRUE;
}
