/* The screen: which candidates pass every test of T_r?
 *
 * In:  candidates, all compiled into one binary behind a switch.   Out: those that stand, with observations.
 *
 * Failing tests come first and a candidate ends at its first failure, so that most end after one test.  Those that
 * repair something are run on the passing tests, those first that have ended most candidates so far.  For the same
 * result with any number of workers candidates go in blocks of fixed size, blocks in waves of fixed size; what a wave
 * learnt about the tests is added up in order and used from the next wave on.
 *
 *     12 failing, 230 passing tests; 600 candidates: 540 end at a failing test, 45 of the rest at passing test 17 */
#include "validate/validate-internal.h"

#include "util/jobs.h"

#define BLOCK 25 /* candidates per unit of work */
#define WAVE 8   /* units between two sortings of the tests */

typedef struct {
  AfValidation *validation;
  GPtrArray *order;   /* of AfTest: in which the tests are run now; failing ones first */
  GHashTable *places; /* AfTest to its index in T_r plus 1 */
  guint first_block;  /* of the wave */
  gint *killer;       /* per compiled candidate: index in `order` of the test it fell at, or -1 */
} Screen;

/* A failing test must be passed; a passing one may be invalid now. */
static gboolean ends (const Screen *screen, guint test, const AfOutcome *outcome)
{
  if (outcome->kind == AF_OUTCOME_PASS)
    return FALSE;
  return outcome->kind != AF_OUTCOME_INVALID || test < screen->validation->fault->failing->len;
}

static void note_end (const Screen *screen, const AfCandidate *candidate, guint test, const AfOutcome *outcome)
{
  AfTrial *trial = af_validation_trial (screen->validation, candidate);
  trial->verdict = outcome->kind == AF_OUTCOME_UNKNOWN ? AF_TRIAL_UNSTABLE : AF_TRIAL_KILLED;
  trial->killed_by = GPOINTER_TO_INT (g_hash_table_lookup (screen->places, screen->order->pdata[test])) - 1;
}

/* Runs the tests [first, end) of the order as those candidates of the block that stand. */
static gboolean screen_part (Screen *screen, guint first, guint end, GArray *block, AfSubject *subject, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) outcomes = af_outcomes_new ((end - first) * block->len);
  for (guint i = 0; i < block->len; i++) {
    const AfCandidate *candidate = screen->validation->compiled->pdata[g_array_index (block, guint, i)];
    g_array_append_val (ids, candidate->id);
  }
  AfRunRequest request = af_runs_request (screen->validation->fault, 0, first, end - first);
  request.stop_at_failure = TRUE;
  request.apart = !screen->validation->options.shares;
  if (!af_subject_run_each (subject, &request, ids, (AfOutcome *)(gpointer)outcomes->data, error))
    return FALSE;
  for (guint i = 0; i < block->len; i++) {
    guint index = g_array_index (block, guint, i);
    for (guint test = first; test < end && screen->killer[index] < 0; test++) {
      const AfOutcome *outcome = &g_array_index (outcomes, AfOutcome, i * (end - first) + test - first);
      if (!ends (screen, test, outcome))
        continue;
      screen->killer[index] = (gint)test;
      note_end (screen, screen->validation->compiled->pdata[index], test, outcome);
    }
  }
  return TRUE;
}

static void drop_ended (const Screen *screen, GArray *block)
{
  for (guint i = block->len; i-- > 0;)
    if (screen->killer[g_array_index (block, guint, i)] >= 0)
      g_array_remove_index (block, i);
}

static gboolean screen_block (guint index, guint worker, gpointer data, GError **error)
{
  Screen *screen = data;
  AfSubject *subject = screen->validation->subjects->pdata[worker];
  g_autoptr (GArray) block = g_array_new (FALSE, FALSE, sizeof (guint));
  guint first = (screen->first_block + index) * BLOCK, n_failing = screen->validation->fault->failing->len;
  for (guint i = first; i < MIN (first + BLOCK, screen->validation->compiled->len); i++) {
    screen->killer[i] = -1;
    g_array_append_val (block, i);
  }
  if (!af_subject_load (subject, screen->order, error) || !screen_part (screen, 0, n_failing, block, subject, error))
    return FALSE;
  drop_ended (screen, block);
  return screen_part (screen, n_failing, screen->order->len, block, subject, error);
}

typedef struct {
  gpointer test;
  guint kills, place;
} Killer;

static gint compare_killers (gconstpointer a, gconstpointer b)
{
  const Killer *left = a, *right = b;
  if (left->kills != right->kills)
    return left->kills > right->kills ? -1 : 1;
  return left->place < right->place ? -1 : left->place > right->place;
}

/* The passing tests by how many candidates they ended; failing ones stay in front and are sorted alike. */
static void sort_tests (Screen *screen, GHashTable *kills)
{
  guint n_failing = screen->validation->fault->failing->len;
  g_autofree Killer *killers = g_new0 (Killer, screen->order->len + 1);
  for (guint i = 0; i < screen->order->len; i++)
    killers[i] =
      (Killer){ screen->order->pdata[i], GPOINTER_TO_UINT (g_hash_table_lookup (kills, screen->order->pdata[i])), i };
  qsort (killers, n_failing, sizeof *killers, compare_killers);
  qsort (killers + n_failing, screen->order->len - n_failing, sizeof *killers, compare_killers);
  for (guint i = 0; i < screen->order->len; i++)
    screen->order->pdata[i] = killers[i].test;
}

static gboolean screen_wave (Screen *screen, guint n_blocks, GHashTable *kills, GError **error)
{
  if (!af_jobs_map (n_blocks, screen->validation->subjects->len, screen_block, screen, error))
    return FALSE;
  guint end = MIN ((screen->first_block + n_blocks) * BLOCK, screen->validation->compiled->len);
  for (guint i = screen->first_block * BLOCK; i < end; i++) {
    if (screen->killer[i] < 0)
      continue;
    gpointer test = screen->order->pdata[screen->killer[i]];
    g_hash_table_insert (kills, test, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (kills, test)) + 1));
  }
  if (screen->validation->options.sorts)
    sort_tests (screen, kills);
  return TRUE;
}

/* Candidates of this round that were run before the time was over. */
static guint count_screened (const Screen *screen)
{
  return MIN (screen->first_block * BLOCK, screen->validation->compiled->len);
}

static gboolean screen_all (Screen *screen, GError **error)
{
  AfValidation *validation = screen->validation;
  const AfValidateOptions *options = &validation->options;
  g_autoptr (GHashTable) kills = g_hash_table_new (NULL, NULL);
  guint n_all = validation->compiled->len, n_blocks = (n_all + BLOCK - 1) / BLOCK;
  for (; screen->first_block < n_blocks; screen->first_block += WAVE) {
    if (af_validation_is_late (validation)) {
      validation->counts.complete = FALSE;
      break;
    }
    if (options->progress)
      options->progress (screen->first_block * BLOCK, n_all, options->progress_data);
    if (!screen_wave (screen, MIN (WAVE, n_blocks - screen->first_block), kills, error))
      return FALSE;
  }
  return TRUE;
}

/* Those that passed T_r, and how many passed the failing tests at least. */
static void take_survivors (Screen *screen)
{
  AfValidation *validation = screen->validation;
  guint n_screened = count_screened (screen);
  validation->survivors = g_ptr_array_new ();
  validation->counts.n_screened += n_screened;
  for (guint i = 0; i < n_screened; i++) {
    const AfTrial *trial = af_validation_trial (validation, validation->compiled->pdata[i]);
    gboolean survives = screen->killer[i] < 0;
    validation->counts.n_repairing += survives || trial->killed_by >= (int)validation->fault->failing->len;
    if (survives)
      g_ptr_array_add (validation->survivors, validation->compiled->pdata[i]);
  }
}

static GHashTable *places_new (const GPtrArray *tests)
{
  GHashTable *places = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < tests->len; i++)
    g_hash_table_insert (places, tests->pdata[i], GINT_TO_POINTER ((gint)i + 1));
  return places;
}

static gboolean screen_round (AfValidation *validation, GError **error)
{
  g_autoptr (GPtrArray) order = af_runs_tests (validation->fault, NULL);
  g_autoptr (GHashTable) places = places_new (order);
  g_autofree gint *killer = g_new0 (gint, validation->compiled->len + 1);
  Screen screen = { .validation = validation, .order = order, .places = places, .killer = killer };
  if (!screen_all (&screen, error))
    return FALSE;
  take_survivors (&screen);
  return TRUE;
}

/* --- a round --- */

/* Those of @candidates that have no trial yet get one. */
static GPtrArray *take_new (AfValidation *validation, const GPtrArray *candidates)
{
  GPtrArray *new = g_ptr_array_new ();
  for (guint i = validation->counts.n_candidates; i < candidates->len; i++)
    g_ptr_array_add (new, candidates->pdata[i]);
  validation->counts.n_candidates = candidates->len;
  af_validation_extend (validation, candidates->len);
  return new;
}

static void note_compiled (AfValidation *validation, const GPtrArray *new, GHashTable *dropped)
{
  validation->compiled = g_ptr_array_new ();
  for (guint i = 0; i < new->len; i++) {
    const AfCandidate *candidate = new->pdata[i];
    if (!g_hash_table_contains (dropped, GUINT_TO_POINTER (candidate->id)))
      g_ptr_array_add (validation->compiled, new->pdata[i]);
    else
      af_validation_trial (validation, candidate)->verdict = AF_TRIAL_UNCOMPILABLE;
  }
  validation->counts.n_uncompilable += new->len - validation->compiled->len;
}

void af_validate_end_round (AfValidation *validation)
{
  g_clear_pointer (&validation->survivors, g_ptr_array_unref);
  g_clear_pointer (&validation->compiled, g_ptr_array_unref);
  g_clear_pointer (&validation->subjects, g_ptr_array_unref);
  g_clear_pointer (&validation->build, af_build_free);
}

gboolean af_validate_screen (AfValidation *validation, const GPtrArray *candidates, GError **error)
{
  const AfSubjectConfig *config = &validation->options.config;
  g_autoptr (GPtrArray) new = take_new (validation, candidates);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  AfWeavePlan plan = { .candidates = new };
  af_validate_end_round (validation);
  if (new->len == 0 || validation->fault->failing->len == 0)
    return TRUE;
  gint64 since = g_get_monotonic_time ();
  validation->build = af_subject_build (config, validation->module, &plan, AF_BUILD_FAST, dropped, error);
  if (!validation->build)
    return FALSE;
  af_events_took (config->events, since, "build", new->len);
  validation->counts.n_left_out += af_weave_left_count (af_build_left (validation->build), NULL);
  validation->subjects = af_runs_start (config, validation->build, validation->options.jobs, error);
  if (!validation->subjects)
    return FALSE;
  note_compiled (validation, new, dropped);
  since = g_get_monotonic_time ();
  if (!screen_round (validation, error))
    return FALSE;
  af_events_took (config->events, since, "try", validation->compiled->len);
  return TRUE;
}

GPtrArray *af_validate_watch (AfValidation *validation, GError **error)
{
  if (!validation->subjects)
    return g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  GPtrArray *fixes = af_survivors_observe (validation, error);
  if (fixes)
    validation->counts.n_survivors += fixes->len;
  validation->counts.complete = validation->counts.complete && !af_validation_is_late (validation);
  return fixes;
}

GPtrArray *af_validate_observe (AfValidation *validation, GError **error)
{
  GPtrArray *fixes = af_validate_watch (validation, error);
  af_validate_end_round (validation);
  return fixes;
}
