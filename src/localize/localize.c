/* The stage: trace the fault's routine, compute predicates, score snapshots.
 *
 * In:  a fault with tests that fail with it and tests that pass.
 * Out: AfLocalization: E+ and its trace, the predicates left after pruning, the snapshots by suspiciousness.
 *
 *     expressions.c   what to record              columns.c      values -> truth of predicates
 *     predicates.c    what to ask of it           prune.c        equivalent predicates once
 *     snapshots.c     (location, predicate, value) in failing tests, counted
 *     conjunctions.c  several predicates at once  score.c        cdep, edep, dyn, susp
 *     distance.c      distance to the clause      profile.c      fault profile, strongest predicate
 *
 * af_localize runs the tests; af_localize_analyse does the rest and runs nothing. */
#include "localize/localize-internal.h"

#define SPREAD 0.5
#define DEFAULT_TESTS 100
/* A test that does not end takes its whole budget: a smaller one, and fewer of them, show the loop as well. */
#define HANG_TESTS 20
#define HANG_STEPS 100000

/* --- analysis --- */

/* Sets the edep of each predicate, relative to the best; returns the eprox of that one. */
static guint set_edeps (GPtrArray *predicates, const AfProximity *proximity)
{
  g_autofree guint *eprox = g_new0 (guint, predicates->len + 1);
  guint best = 0;
  for (guint i = 0; i < predicates->len; i++) {
    eprox[i] = af_proximity_of_predicate (proximity, ((AfPredicate *)predicates->pdata[i])->expr);
    best = MAX (best, eprox[i]);
  }
  for (guint i = 0; i < predicates->len; i++)
    ((AfPredicate *)predicates->pdata[i])->edep = af_edep (eprox[i], best);
  return best;
}

/* The predicates that are made of columns, with their values. */
static GPtrArray *evaluate (const AfStates *states, GPtrArray *predicates)
{
  GPtrArray *vectors = g_ptr_array_new_with_free_func ((GDestroyNotify)af_vector_free);
  guint kept = 0;
  for (guint i = 0; i < predicates->len; i++) {
    AfPredicate *predicate = predicates->pdata[i];
    AfVector *vector = af_states_evaluate (states, predicate->expr);
    predicates->pdata[i] = predicates->pdata[kept];
    predicates->pdata[kept] = predicate;
    if (vector != NULL) {
      g_ptr_array_add (vectors, vector);
      kept++;
    }
  }
  g_ptr_array_set_size (predicates, (int)kept);
  return vectors;
}

/* The predicate that is true where @predicate has @value: itself, or its complement, which is made once. */
static AfPredicate *literal_of (GPtrArray *predicates, GHashTable *complements, guint index, gboolean value)
{
  AfPredicate *predicate = predicates->pdata[index];
  if (value)
    return predicate;
  AfPredicate *complement = g_hash_table_lookup (complements, predicate);
  if (complement == NULL) {
    g_autoptr (AfExpr) expr = af_expr_contrary (predicate->expr);
    complement = af_predicate_new (predicates->len, expr, predicate->origin);
    complement->edep = predicate->edep;
    g_ptr_array_add (predicates, complement);
    g_hash_table_insert (complements, predicate, complement);
  }
  return complement;
}

static void take_scores (AfSnapshot *snapshot, const AfScoring *scoring, const AfScored *scored)
{
  snapshot->passing = scored->passing;
  snapshot->failing = scored->failing;
  snapshot->at_passing = scoring->visits[scored->location].passing;
  snapshot->at_failing = scoring->visits[scored->location].failing;
  snapshot->of_passing = scoring->states->n_passing;
  snapshot->of_failing = scoring->states->n_failing;
  snapshot->cdep = scored->cdep;
  snapshot->edep = scored->edep;
  snapshot->dyn = scored->dyn;
  snapshot->susp = scored->susp;
}

static AfSnapshot *snapshot_of (GPtrArray *predicates, GHashTable *complements, const AfScoring *scoring,
                                const AfScored *scored)
{
  gboolean is_pair = scored->with >= 0;
  AfPredicate *first = is_pair ? literal_of (predicates, complements, scored->predicate, scored->value)
                               : predicates->pdata[scored->predicate];
  AfSnapshot *snapshot = af_snapshot_new (first, scored->location, is_pair || scored->value);
  if (is_pair) {
    snapshot->with = g_ptr_array_new ();
    g_ptr_array_add (snapshot->with, literal_of (predicates, complements, (guint)scored->with, scored->with_value));
    for (guint i = 2; scored->whole && i < scored->whole->len; i++) {
      const AfLiteral *literal = &g_array_index (scored->whole, AfLiteral, i);
      g_ptr_array_add (snapshot->with, literal_of (predicates, complements, literal->predicate, literal->value));
    }
  }
  take_scores (snapshot, scoring, scored);
  return snapshot;
}

static void collect_snapshots (AfLocalization *localization, const AfScoring *scoring)
{
  g_autoptr (GHashTable) complements = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) scored = af_enumerate (scoring);
  g_autoptr (GPtrArray) wholes = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_ptr_array_add (localization->bounds,
                   g_strdup_printf ("at most %u expressions, and %u for implications: %u recorded", AF_MAX_COLUMNS,
                                    AF_MAX_OPERANDS, localization->columns->len));
  g_ptr_array_add (localization->bounds,
                   g_strdup_printf ("the first and last visits of each location by a test: %s",
                                    localization->trace->truncated ? "some in between left out" : "all"));
  g_ptr_array_add (localization->bounds, af_conjoin (scoring, scored, wholes));
  g_ptr_array_add (localization->bounds,
                   g_strdup_printf ("at most %u snapshots: %u made", AF_MAX_SNAPSHOTS, scored->len));
  af_scored_sort (scoring, scored);
  for (guint i = 0; i < MIN (scored->len, AF_MAX_SNAPSHOTS); i++)
    g_ptr_array_add (localization->snapshots, snapshot_of (localization->predicates, complements, scoring,
                                                           &g_array_index (scored, AfScored, i)));
}

/* Where failing tests come to and nothing has a value yet, as at the first call of a routine without parameters. */
static void collect_stateless (AfLocalization *localization, const AfScoring *scoring)
{
  guint n_locations = scoring->states->n_locations;
  g_autofree gboolean *seen = g_new0 (gboolean, n_locations + 1);
  for (guint i = 0; i < localization->snapshots->len; i++)
    seen[((const AfSnapshot *)localization->snapshots->pdata[i])->location] = TRUE;
  for (guint l = 0; l < n_locations; l++) {
    const AfTestCounts *visits = &scoring->visits[l];
    if (seen[l] || visits->failing == 0)
      continue;
    if (!localization->nothing) {
      g_autoptr (AfExpr) truth = af_expr_new (AF_EXPR_BOOL, NULL, NULL, NULL, 0);
      truth->value = 1;
      af_expr_finish (truth);
      localization->nothing = af_predicate_new (G_MAXUINT, truth, "boolean");
    }
    AfScored scored = { .location = l,
                        .with = -1,
                        .value = TRUE,
                        .passing = visits->passing,
                        .failing = visits->failing,
                        .cdep = g_array_index (scoring->cdeps, double, l) };
    af_scored_finish (scoring, &scored);
    AfSnapshot *snapshot = af_snapshot_new (localization->nothing, l, TRUE);
    take_scores (snapshot, scoring, &scored);
    g_ptr_array_add (localization->stateless, snapshot);
  }
}

AfLocalization *af_localize_analyse (const AfModule *module, const AfFault *fault, const AfRecording *recording,
                                     AfSolver *solver, const AfLocalizeOptions *options)
{
  AfLocalization *localization = af_localization_new ();
  GPtrArray *expressions = recording->columns;
  AfTrace *trace = recording->trace;
  g_clear_pointer (&localization->columns, g_ptr_array_unref);
  g_clear_pointer (&localization->trace, af_trace_free);
  localization->columns = expressions;
  localization->trace = trace;
  localization->n_failing = recording->n_failing;
  localization->n_passing = recording->n_passing;
  if (recording->tests)
    g_array_append_vals (localization->tests, recording->tests->data, recording->tests->len);
  af_trace_normalise (trace, expressions);

  g_autoptr (GPtrArray) forms = af_clause_forms (module, fault);
  g_auto (AfProximity) proximity;
  af_proximity_init (&proximity, forms);
  g_autoptr (GPtrArray) predicates = af_localize_predicates (module, fault, expressions, options);
  g_autoptr (AfStates) states =
    af_states_new (trace, expressions, fault->routine->locations->len, recording->n_failing, recording->n_passing);
  guint best = set_edeps (predicates, &proximity);
  g_autoptr (GPtrArray) vectors = evaluate (states, predicates);

  g_autoptr (GPtrArray) facts = af_background_facts (module, expressions);
  af_solver_set_background (solver, facts);
  AfPruner pruner = { module, solver, facts, af_localize_has (options, AF_EXTENSION_merge),
                      0,      0,      0,     localization->dropped };
  af_prune (&pruner, predicates, vectors);
  localization->n_proved = pruner.n_proved;
  localization->n_unknown = pruner.n_unknown;
  localization->n_questions = pruner.n_questions;
  g_clear_pointer (&localization->background, g_ptr_array_unref);
  localization->background = g_steal_pointer (&facts);

  g_clear_pointer (&localization->predicates, g_ptr_array_unref);
  localization->predicates = g_steal_pointer (&predicates);
  g_autoptr (GArray) cdeps = af_cdeps (fault->routine, fault->location, options->smooth);
  g_autofree double *distance =
    af_localize_has (options, AF_EXTENSION_distance) ? af_distance_weights (module, fault, trace, states) : NULL;
  localization->repeat = af_localize_has (options, AF_EXTENSION_spread) ? SPREAD : 1;
  localization->n_left_out = recording->n_left_out;
  g_autofree AfTestCounts *visits = af_count_visits (states);
  AfScoring scoring = { module, fault,    options,    states, localization->predicates, vectors, cdeps,
                        visits, distance, &proximity, best };
  af_profile (&scoring, forms, solver, localization);
  collect_snapshots (localization, &scoring);
  if (!options->faithful)
    collect_stateless (localization, &scoring);
  return localization;
}

/* --- tracing --- */

static void add_tests (GPtrArray *tests, const GPtrArray *from, guint max)
{
  for (guint i = 0; i < MIN (from->len, max); i++)
    g_ptr_array_add (tests, from->pdata[i]);
}

/* Whether the traced test came out as it is filed.  Where in its loop a test is when its budget ends is chance. */
static gboolean is_as_expected (const AfFault *fault, const AfOutcome *outcome, gboolean failing)
{
  if (!failing || outcome->kind != AF_OUTCOME_FAIL)
    return !failing && outcome->kind == AF_OUTCOME_PASS;
  const AfRoutine *blamed = fault->seen ? fault->seen->routine : fault->routine;
  if (fault->clause->kind == AF_CLAUSE_HANG)
    return outcome->clause == fault->clause->id && outcome->routine == (int)blamed->id;
  return af_fault_is (fault, outcome);
}

/* Keeps the rows of the tests that came out as expected, with their tests renumbered, and counts these. */
static void keep_expected (const AfFault *fault, const AfTrace *trace, const AfOutcome *outcomes, guint n_failing,
                           guint n_tests, AfRecording *recording)
{
  g_autofree guint *number = g_new0 (guint, n_tests + 1);
  guint kept = 0;
  recording->n_failing = 0;
  for (guint i = 0; i < n_tests; i++) {
    number[i] = G_MAXUINT;
    if (is_as_expected (fault, &outcomes[i], i < n_failing)) {
      guint place = i < n_failing ? i : fault->failing->len + i - n_failing;
      number[i] = kept++;
      recording->n_failing += i < n_failing;
      g_array_append_val (recording->tests, place);
    }
  }
  recording->n_passing = kept - recording->n_failing;
  AfTrace *rows = af_trace_new (trace->n_columns);
  rows->truncated = trace->truncated;
  for (guint row = 0; row < trace->location->len; row++) {
    guint test = g_array_index (trace->test, guint, row);
    guint location = g_array_index (trace->location, guint, row);
    if (test < n_tests && number[test] != G_MAXUINT && location < fault->routine->locations->len)
      af_trace_add (rows, location, number[test], &g_array_index (trace->values, gint64, (gsize)row * trace->n_columns),
                    &g_array_index (trace->defined, guint8, (gsize)row * trace->n_columns));
  }
  recording->trace = rows;
}

static AfBuild *build_traced (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config,
                              const GPtrArray *columns, GError **error)
{
  AfWeavePlan plan = { .traced = fault->routine, .columns = columns };
  return af_subject_build (config, module, &plan, AF_BUILD_FAST, NULL, error);
}

gboolean af_localize_prepare (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config,
                              GError **error)
{
  g_autoptr (GPtrArray) columns = af_localize_expressions (module, fault);
  g_autoptr (AfBuild) build = build_traced (module, fault, config, columns, error);
  return build != NULL;
}

/* Fills in what @recording, with columns and an empty array of tests, lacks. */
static gboolean run_tests (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config, guint max,
                           AfRecording *recording, GError **error)
{
  g_autoptr (AfBuild) build = build_traced (module, fault, config, recording->columns, error);
  g_autoptr (AfSubject) subject = build != NULL ? af_subject_start (config, build, error) : NULL;
  if (subject == NULL)
    return FALSE;
  recording->n_left_out = af_weave_left_count (af_build_left (build), NULL);
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  gboolean hangs = fault->clause->kind == AF_CLAUSE_HANG;
  add_tests (tests, fault->failing, hangs ? MIN (max, HANG_TESTS) : max);
  guint n_first = tests->len;
  add_tests (tests, fault->passing, max);
  if (!af_subject_load (subject, tests, error))
    return FALSE;
  AfRunRequest request = {
    .first = 0, .n = tests->len, .step_budget = hangs ? HANG_STEPS : 0, .trace_all = fault->is_earlier
  };
  g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, tests->len + 1);
  g_autoptr (AfTrace) trace = af_trace_new (recording->columns->len);
  gboolean ran = af_subject_trace (subject, &request, outcomes, trace, error);
  if (ran)
    keep_expected (fault, trace, outcomes, n_first, tests->len, recording);
  for (guint i = 0; i < tests->len; i++)
    af_outcome_clear (&outcomes[i]);
  return ran;
}

static guint most_tests (const AfLocalizeOptions *options)
{
  /* the paper counts #p and #f over all of T_r */
  return options->max_tests ? options->max_tests : options->faithful ? G_MAXUINT : DEFAULT_TESTS;
}

AfLocalization *af_localize (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config,
                             AfSolver *solver, const AfLocalizeOptions *options, GError **error)
{
  g_autoptr (GPtrArray) columns = af_localize_expressions (module, fault);
  g_autoptr (GArray) tests = g_array_new (FALSE, FALSE, sizeof (guint));
  AfRecording recording = { .columns = columns, .tests = tests };
  if (!run_tests (module, fault, config, most_tests (options), &recording, error))
    return NULL;
  g_steal_pointer (&columns);
  return af_localize_analyse (module, fault, &recording, solver, options);
}

/* --- again --- */

/* The columns of @base that @wanted are; null where one is missing. */
static guint *columns_in (const AfLocalization *base, const GPtrArray *wanted)
{
  g_autofree guint *columns = g_new (guint, wanted->len + 1);
  for (guint i = 0; i < wanted->len; i++) {
    guint c = 0;
    while (c < base->columns->len && !af_expr_equal (base->columns->pdata[c], wanted->pdata[i]))
      c++;
    if (c == base->columns->len)
      return NULL;
    columns[i] = c;
  }
  return g_steal_pointer (&columns);
}

AfLocalization *af_localize_again (const AfModule *module, const AfFault *fault, const AfLocalization *base,
                                   AfSolver *solver, const AfLocalizeOptions *options)
{
  g_autoptr (GPtrArray) wanted = af_localize_expressions (module, fault);
  g_autofree guint *columns = columns_in (base, wanted);
  guint n_tests = base->tests->len, max = most_tests (options), n_failing = 0, n_passing = 0;
  if (!columns)
    return NULL;
  g_autofree guint *number = g_new (guint, n_tests + 1);
  for (guint t = 0; t < n_tests; t++) {
    guint place = g_array_index (base->tests, guint, t);
    gboolean fails = place < fault->failing->len, kept = (fails ? place : place - fault->failing->len) < max;
    number[t] = kept ? n_failing + n_passing : G_MAXUINT;
    n_failing += kept && fails;
    n_passing += kept && !fails;
  }
  AfTrace *trace = af_trace_new (wanted->len);
  g_autofree gint64 *values = g_new0 (gint64, wanted->len + 1);
  g_autofree guint8 *defined = g_new0 (guint8, wanted->len + 1);
  for (guint row = 0; row < base->trace->location->len; row++) {
    guint test = g_array_index (base->trace->test, guint, row);
    for (guint i = 0; i < wanted->len; i++) {
      gsize place = (gsize)row * base->trace->n_columns + columns[i];
      values[i] = g_array_index (base->trace->values, gint64, place);
      defined[i] = g_array_index (base->trace->defined, guint8, place);
    }
    if (number[test] != G_MAXUINT)
      af_trace_add (trace, g_array_index (base->trace->location, guint, row), number[test], values, defined);
  }
  AfRecording recording = { g_steal_pointer (&wanted), trace, n_failing, n_passing, NULL, base->n_left_out };
  return af_localize_analyse (module, fault, &recording, solver, options);
}
