/* Settling: from failures that were seen to faults that stand.
 *
 * In:  sightings, one for each (routine, location, clause), with the shortest tests that showed it.
 * Out: faults with their smallest test, and what is undecided with its, in the order in which they were seen first;
 *      notices about what did not hold.
 *
 * The tests of a sighting are rerun alone in a process, shortest first, and the first one that shows the failure again
 * is minimised.  Minimising begins when the shortest test of each has been rerun (but for those that do not end).  A
 * test that fails in another way than it did at first is a fault all the same (where a stack overflows depends on what
 * the subject notes down; recursion without end uses the stack up): what the replay shows takes the place of what was
 * seen.  What never fails again is no fault; what does so only now and then (an address, a clock) is called unsteady
 * and left out, since nothing that rests on its tests could be relied on.
 *
 * A test that waits for ever has failed.  One that runs out of steps may just be long (contracts that look at each of a
 * thousand elements for each of them): it must run out of two hundred times as many, too, of more when its numbers are
 * large (endless.c), and not merely of time.  What does not is undecided, and is reported as that. */
#include "testgen/testgen-internal.h"
#include "util/jobs.h"

enum {
  KEPT_TESTS = 4,
  SLOW_TESTS = 2,
  REPLAYS = 3,
  MOST_AGAIN = 3,     /* what was no fault is looked at again so often */
  PATIENCE_MS = 6000, /* of processor time: a slow machine makes the steps that prove it, too */
  MOST_NUMBERS = 8,
  NUMBERS_AT_ONCE = 256,
  SMALL_NUMBERS = 3072, /* tried in place of each large one */
  SHRINK_STEPS = 50000,
  SHRINK_MS = 20
};

static AfFault *fault_of (const AfModule *module, const AfOutcome *outcome)
{
  return af_fault_new (module, module->routines->pdata[outcome->routine],
                       outcome->location < 0 ? 1 : (guint)outcome->location, module->clauses->pdata[outcome->clause]);
}

AfSighting *af_sighting_new (const AfModule *module, const AfOutcome *outcome)
{
  AfSighting *sighting = g_new0 (AfSighting, 1);

  sighting->fault = fault_of (module, outcome);
  sighting->tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  sighting->exact = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  return sighting;
}

void af_sighting_free (gpointer data)
{
  AfSighting *sighting = data;

  if (sighting == NULL)
    return;
  af_fault_free (sighting->fault);
  af_fault_free (sighting->other);
  g_ptr_array_unref (sighting->tests);
  g_ptr_array_unref (sighting->exact);
  g_free (sighting);
}

/* Fewer calls, then less in them. */
static gboolean is_smaller (const AfTest *a, const AfTest *b)
{
  if (a->calls->len != b->calls->len)
    return a->calls->len < b->calls->len;
  return af_test_weight (a) < af_test_weight (b);
}

void af_sighting_add (GPtrArray *tests, AfTest *test)
{
  guint place = 0;

  while (place < tests->len && !is_smaller (test, tests->pdata[place]))
    place++;
  g_ptr_array_insert (tests, (int)place, test);
  if (tests->len > KEPT_TESTS)
    g_ptr_array_remove_index (tests, KEPT_TESTS);
}

gboolean af_sighting_is (const AfFault *fault, const AfOutcome *outcome)
{
  if (outcome->kind != AF_OUTCOME_FAIL)
    return FALSE;
  if (fault->clause->kind == AF_CLAUSE_HANG)
    return outcome->clause == fault->clause->id && outcome->routine == (int)fault->routine->id;
  return af_fault_is (fault, outcome);
}

/* The fault shows in the last call, and no call was left out: the test is in its final form. */
static gboolean shows_fault (const AfModule *module, const AfFault *fault, const AfTest *test, const AfOutcome *outcome)
{
  guint last = test->calls->len - 1;

  if (!af_sighting_is (fault, outcome) || outcome->failing_call != last
      || af_gap_is_shown (module, test, outcome, NULL))
    return FALSE;
  for (guint i = 0; i < last; i++)
    if (!af_outcome_made (outcome, i))
      return FALSE;
  return TRUE;
}

typedef struct {
  const AfFault *fault;
  const AfModule *module;
  const AfRepertoire *repertoire;
  AfSubject *subject;
  const AfTestgenOptions *options;
  guint batches; /* of one minimisation */
} SettleData;

typedef struct {
  const AfRepertoire *repertoire;
  const AfTestgenOptions *options;
  GPtrArray *sightings;
  guint first; /* those before it are settled */
} SettleJob;

static gboolean fault_oracle (const GPtrArray *variants, gboolean *shows, gpointer user_data, GError **error)
{
  const SettleData *data = user_data;
  AfBatchMode mode = { .module = data->module };
  AfOutcome *outcomes = g_new0 (AfOutcome, variants->len + 1);
  gboolean ok;

  if (data->fault->clause->kind == AF_CLAUSE_HANG)
    mode.step_budget = SHRINK_STEPS, mode.deadline_ms = SHRINK_MS;
  else if (data->fault->undefined)
    mode.step_budget = SHRINK_STEPS;
  ok = af_batch_run (data->subject, variants, &mode, outcomes, error);
  for (guint i = 0; i < variants->len && ok; i++)
    shows[i] = shows_fault (data->module, data->fault, variants->pdata[i], &outcomes[i]);
  af_outcomes_free (outcomes, variants->len);
  return ok;
}

/* Runs @test alone; on a repeated failure *@outcome is filled and *@shows set. */
static gboolean replay (const SettleData *data, AfTest *test, gboolean patiently, gboolean *shows, AfOutcome *outcome,
                        GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  AfBatchMode mode = { .module = data->module, .isolate = TRUE, .reach = TRUE, .observe = TRUE };

  if (patiently) {
    mode.step_budget = af_patient_steps (data->repertoire, test);
    mode.deadline_ms = PATIENCE_MS;
  }
  g_ptr_array_add (tests, test);
  *shows = FALSE;
  if (!af_batch_run (data->subject, tests, &mode, outcome, error))
    return FALSE;
  *shows = shows_fault (data->module, data->fault, test, outcome);
  return TRUE;
}

/* Keeps the other failure of a test that should have shown the fault: the first one that is seen. */
static void note_other (AfSighting *sighting, const SettleData *data, const AfTest *test, const AfOutcome *outcome)
{
  sighting->is_gap |= af_gap_is_shown (data->module, test, outcome, NULL);
  if (outcome->kind != AF_OUTCOME_FAIL || outcome->routine < 0 || outcome->failing_call + 1 != test->calls->len
      || sighting->other != NULL || sighting->is_gap)
    return;
  sighting->other = fault_of (data->module, outcome);
}

/* Runs @test alone until it was seen to fail REPLAYS times or not to fail once.  An endless loop is patience enough for
 * one; a contract that has no value may just be one that takes long, and gets as much time once. */
static gboolean replay_all (AfSighting *sighting, const SettleData *data, AfTest *test, gboolean *shows,
                            AfOutcome *outcome, GError **error)
{
  gboolean is_hang = sighting->fault->clause->kind == AF_CLAUSE_HANG;

  if (!replay (data, test, is_hang, shows, outcome, error))
    return FALSE;
  if (!*shows)
    note_other (sighting, data, test, outcome);
  for (guint i = 1; i < REPLAYS && *shows && (!is_hang || outcome->detail != 0); i++) {
    gboolean patiently = outcome->undefined && i + 1 == REPLAYS;
    AfOutcome again = { 0 };

    if (!replay (data, test, patiently, shows, &again, error))
      return FALSE;
    sighting->is_slow |= !*shows && patiently && again.kind != AF_OUTCOME_PASS;
    sighting->is_long |= !*shows && patiently && again.kind == AF_OUTCOME_PASS;
    sighting->is_unsteady |= !*shows && !patiently;
    af_outcome_clear (&again);
  }
  return TRUE;
}

/* Whether the end of the time is all that is known of a test that did not end. */
static gboolean may_be_slow (const SettleData *data, const AfTest *test, const AfOutcome *outcome)
{
  return data->fault->clause->kind == AF_CLAUSE_HANG && outcome->detail == 0
         && outcome->steps < af_patient_steps (data->repertoire, test);
}

/* Takes @test as the fault's if it shows it again, every time. */
static gboolean confirm (AfSighting *sighting, const SettleData *data, AfTest *test, GError **error)
{
  AfOutcome outcome = { 0 };
  gboolean shows = FALSE;

  if (!replay_all (sighting, data, test, &shows, &outcome, error))
    return FALSE;
  if (!shows) {
    af_outcome_clear (&outcome);
    return TRUE;
  }
  sighting->holds = TRUE;
  sighting->is_slow = may_be_slow (data, test, &outcome);
  af_test_free (sighting->fault->test);
  sighting->fault->test = af_test_copy (test);
  af_outcome_clear (&sighting->fault->outcome);
  sighting->fault->outcome = outcome;
  sighting->fault->undefined = outcome.undefined;
  return TRUE;
}

/* The smallest of what the sighting's tests come down to: each leads to a local minimum of its own.  An endless loop
 * takes long to minimise: there the first one will do. */
static AfTest *smallest_test (const AfSighting *sighting, SettleData *data, guint first, GError **error)
{
  guint n = sighting->fault->clause->kind == AF_CLAUSE_HANG ? first + 1 : sighting->tests->len;
  AfTest *smallest = NULL;

  for (guint i = first; i < n && (smallest == NULL || smallest->calls->len > 2); i++) {
    AfTest *test =
      af_minimize_within (data->repertoire, sighting->tests->pdata[i], fault_oracle, data, data->batches, error);

    if (test == NULL) {
      g_clear_pointer (&smallest, af_test_free);
      return NULL;
    }
    if (smallest == NULL || is_smaller (test, smallest)) {
      AfTest *larger = smallest;

      smallest = test;
      test = larger;
    }
    af_test_free (test);
  }
  return smallest;
}

/* Confirms @test, number @index of the sighting's or one made from them, unless it was before, and minimises it. */
static gboolean settle_test (AfSighting *sighting, SettleData *data, AfTest *test, guint index, GError **error)
{
  g_autoptr (AfTest) smallest = NULL;

  if (!sighting->holds && !confirm (sighting, data, test, error))
    return FALSE;
  if (!sighting->holds || af_testgen_is_cancelled (data->options)) {
    sighting->holds &= !sighting->is_slow;
    return TRUE;
  }
  smallest = index < sighting->tests->len
               ? smallest_test (sighting, data, index, error)
               : af_minimize_within (data->repertoire, test, fault_oracle, data, data->batches, error);
  if (smallest == NULL)
    return FALSE;
  if (!af_test_equal (smallest, sighting->fault->test) && !confirm (sighting, data, smallest, error))
    return FALSE;
  sighting->holds = !sighting->is_slow;
  return TRUE;
}

/* A loop that gets longer with each round (text that grows) is no proof; a smaller test, or another one, may go round
 * in the same state. */
static gboolean settle_tests (AfSighting *sighting, SettleData *data, GError **error)
{
  if (sighting->holds)
    return settle_test (sighting, data, sighting->tests->pdata[0], 0, error);
  for (guint i = 0; i < sighting->tests->len && !sighting->holds && !(sighting->is_slow && i == SLOW_TESTS); i++)
    if (!settle_test (sighting, data, sighting->tests->pdata[i], i, error))
      return FALSE;
  return TRUE;
}

/* Puts the first small number for which *@test still does not end in place of its number @number; *@is_over when it has
 * not so many. */
static gboolean make_small (const SettleData *data, guint number, AfTest **test, gboolean *is_over, GError **error)
{
  for (guint first = 0; first < SMALL_NUMBERS; first += NUMBERS_AT_ONCE) {
    g_autoptr (GPtrArray) variants = af_smaller_numbers (data->repertoire, *test, number, first, NUMBERS_AT_ONCE);
    g_autofree gboolean *shows = variants != NULL ? g_new0 (gboolean, variants->len + 1) : NULL;

    *is_over = variants == NULL;
    if (variants == NULL)
      return TRUE;
    if (!fault_oracle (variants, shows, (gpointer)data, error))
      return FALSE;
    for (guint i = 0; i < variants->len; i++) {
      if (!shows[i])
        continue;
      af_test_free (*test);
      *test = af_test_copy (variants->pdata[i]);
      return TRUE;
    }
  }
  return TRUE;
}

/* The test that could not be decided, with small numbers in place of its large ones, may be decided. */
static gboolean settle_small (AfSighting *sighting, SettleData *data, GError **error)
{
  g_autoptr (AfTest) test = af_test_copy (sighting->fault->test);
  gboolean is_over = FALSE;

  for (guint i = 0; i < MOST_NUMBERS && !is_over; i++)
    if (!make_small (data, i, &test, &is_over, error))
      return FALSE;
  return af_test_equal (test, sighting->fault->test) || settle_test (sighting, data, test, G_MAXUINT, error);
}

/* Whether no test shows the fault that has numbers in place of far-out ones which a caller might give. */
static gboolean judge_extremes (AfSighting *sighting, SettleData *data, GError **error)
{
  g_autoptr (GPtrArray) tamed = sighting->holds ? af_extreme_tamed (data->module, sighting->fault) : NULL;
  gboolean shows[2] = { FALSE, FALSE };

  if (tamed == NULL || af_testgen_is_cancelled (data->options))
    return TRUE;
  if (!fault_oracle (tamed, shows, data, error))
    return FALSE;
  sighting->is_extreme = !shows[0] && !shows[1];
  return TRUE;
}

/* Confirms by isolated replay and minimises, which is left out when the user has no more time; sets holds, fault->test
 * and fault->outcome. */
static gboolean sighting_settle (AfSighting *sighting, const SettleJob *job, AfSubject *subject, GError **error)
{
  SettleData data = { sighting->fault, job->repertoire->module,
                      job->repertoire, subject,
                      job->options,    af_minimize_share (job->sightings->len - job->first) };

  if (!settle_tests (sighting, &data, error))
    return FALSE;
  if (!sighting->holds && sighting->other != NULL && !sighting->is_unsteady) {
    af_fault_free (sighting->fault);
    data.fault = sighting->fault = g_steal_pointer (&sighting->other);
    sighting->is_slow = sighting->is_long = FALSE;
    if (!settle_tests (sighting, &data, error))
      return FALSE;
  }
  if (!sighting->holds && sighting->is_slow && sighting->fault->test != NULL)
    return settle_small (sighting, &data, error);
  return judge_extremes (sighting, &data, error);
}

/* --- all of them --- */

/* Replays the shortest test alone, and no more: where time ends before all tests are minimised, a fault stands with the
 * test that it has.  Whether a test ends takes long to tell, and is left to settle(). */
static gboolean confirm_shortest (guint index, guint worker, gpointer data, GError **error)
{
  SettleJob *job = data;
  AfSighting *sighting = job->sightings->pdata[job->first + index];
  SettleData replaying = { .fault = sighting->fault,
                           .module = job->repertoire->module,
                           .repertoire = job->repertoire,
                           .subject = job->options->subjects[worker],
                           .options = job->options };

  return job->options->is_rough || sighting->fault->clause->kind == AF_CLAUSE_HANG
         || confirm (sighting, &replaying, sighting->tests->pdata[0], error)
         || af_testgen_forgive_cancel (job->options, error);
}

static gboolean settle (guint index, guint worker, gpointer data, GError **error)
{
  SettleJob *job = data;
  AfSighting *sighting = job->sightings->pdata[job->first + index];
  gint64 end = job->options->end;

  if (job->options->is_rough) {
    sighting->is_late = TRUE;
    return TRUE;
  }
  if (!sighting_settle (sighting, job, job->options->subjects[worker], error)) {
    if (!af_testgen_forgive_cancel (job->options, error))
      return FALSE;
    sighting->holds &= !sighting->is_slow;
  }
  sighting->is_late =
    !sighting->holds && ((end > 0 && g_get_monotonic_time () >= end) || af_testgen_is_cancelled (job->options));
  return TRUE;
}

gboolean af_sightings_find (const GPtrArray *sightings, const AfOutcome *outcome, AfSighting **sighting)
{
  guint n_settled = 0;

  *sighting = NULL;
  for (guint i = 0; i < sightings->len && *sighting == NULL; i++) {
    AfSighting *known = sightings->pdata[i];
    gboolean is_it = known->fault != NULL && af_sighting_is (known->fault, outcome);

    n_settled += is_it && known->is_settled;
    if (is_it && !known->is_settled)
      *sighting = known;
  }
  return *sighting != NULL || n_settled < MOST_AGAIN;
}

gboolean af_testgen_learn (const AfTestgenOptions *options, GPtrArray *passing, GArray *transitions, GError **error)
{
  AfRunRequest request = { .n = passing->len };
  g_autoptr (GArray) outcomes = af_outcomes_new (passing->len);

  return request.n == 0
         || (af_subject_load (options->subjects[0], passing, error)
             && af_subject_learn (options->subjects[0], &request, (AfOutcome *)(gpointer)outcomes->data, transitions,
                                  error));
}

gboolean af_sightings_settle (const AfRepertoire *repertoire, const AfTestgenOptions *options, GPtrArray *sightings,
                              guint first, AfCorpus *corpus, GError **error)
{
  SettleJob job = { repertoire, options, sightings, first };
  guint n = sightings->len - first;

  if (!af_jobs_map (n, options->jobs, confirm_shortest, &job, error)
      || !af_jobs_map (n, options->jobs, settle, &job, error))
    return FALSE;
  for (guint i = first; i < sightings->len; i++) {
    AfSighting *sighting = sightings->pdata[i];
    af_sighting_settled (corpus, repertoire->module, sighting);
    sighting->is_settled = TRUE;
  }
  return TRUE;
}
