/* The analysis as a whole against brute force: random traces, every snapshot counted and scored row by row; and the
 * parts besides the ranking: profile, distance, switches. */
#include <math.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "subject.h"
#include "util/error.h"
#include "util/random.h"
#include "util/tempdir.h"

/* int f (int a, int b) { 2: a++; 3: b++; 4: a + b; }  with `a <= b` violated at 4. */
typedef struct {
  AfModule *module;
  AfFault *fault;
  GPtrArray *columns;
} World;

static void world_make (World *w)
{
  w->module = af_module_new ("m");
  AfType *integer = make_number (w->module, AF_TYPE_INT, "int", 32, TRUE);
  AfRoutine *f = make_routine (w->module, "f");
  for (guint i = 0; i < 3; i++)
    make_location (f, AF_LOCATION_STATEMENT, NULL);
  const guint edges[][2] = { { 0, 2 }, { 2, 3 }, { 3, 4 }, { 4, 1 }, { 4, 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    make_edge (f, edges[i][0], edges[i][1]);
  w->columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  static const char *const names[] = { "a", "b" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    AfVariable *variable = af_variable_new (i + 1, names[i], integer);
    g_ptr_array_add (f->variables, variable);
    g_ptr_array_add (w->columns, af_expr_var (integer, names[i], i + 1));
    for (guint l = 2; l < f->locations->len; l++)
      g_ptr_array_add (((AfLocation *)f->locations->pdata[l])->scope, variable);
  }
  f->n_params = 2;
  g_autoptr (AfExpr) clause = af_expr_binary (AF_OP_LE, w->columns->pdata[0], w->columns->pdata[1]);
  af_module_add_clause (w->module, af_clause_new (AF_CLAUSE_CHECK, clause, 0, 4, AF_RANGE_NONE));
  w->fault = af_fault_new (w->module, f, 4, w->module->clauses->pdata[0]);
}

static void world_clear (World *w)
{
  g_ptr_array_unref (w->columns);
  af_fault_free (w->fault);
  af_module_free (w->module);
}

static void add_row (AfTrace *trace, guint location, guint test, gint64 a, gint64 b, gboolean b_defined)
{
  gint64 values[2] = { a, b_defined ? b : 0 };
  guint8 defined[2] = { 1, (guint8)b_defined };
  af_trace_add (trace, location, test, values, defined);
}

static AfTrace *random_trace (AfRandom *random, guint n_tests)
{
  AfTrace *trace = af_trace_new (2);
  for (guint test = 0; test < n_tests; test++)
    for (guint visit = 0; visit < 1 + af_random_below (random, 6); visit++)
      add_row (trace, 2 + af_random_below (random, 3), test, af_random_between (random, -1, 2),
               af_random_between (random, -1, 2), af_random_below (random, 5) > 0);
  return trace;
}

/* A number made of a, b and constants; false where one of them is undefined. */
static gboolean number (const World *w, const AfTrace *trace, guint row, const AfExpr *e, gint64 *value)
{
  *value = e->value;
  for (guint c = 0; c < w->columns->len; c++)
    if (strcmp (((AfExpr *)w->columns->pdata[c])->text, e->text) == 0) {
      *value = g_array_index (trace->values, gint64, 2 * row + c);
      return g_array_index (trace->defined, guint8, 2 * row + c);
    }
  if (e->kind != AF_EXPR_BINARY)
    return TRUE;
  gint64 x, y;
  if (!number (w, trace, row, e->args[0], &x) || !number (w, trace, row, e->args[1], &y))
    return FALSE;
  *value = e->op == AF_OP_MUL ? x * y : e->op == AF_OP_ADD ? x + y : x - y;
  return TRUE;
}

/* 1 true, 0 false, -1 undefined: comparisons of a, b and numbers, and what is made of them. */
static int truth (const World *w, const AfTrace *trace, guint row, const AfExpr *e)
{
  gint64 operands[2];
  if (e->kind == AF_EXPR_UNARY) {
    int value = truth (w, trace, row, e->args[0]);
    return value < 0 ? value : !value;
  }
  if (e->op == AF_OP_AND || e->op == AF_OP_OR) {
    int x = truth (w, trace, row, e->args[0]), y = truth (w, trace, row, e->args[1]);
    return x < 0 || y < 0 ? -1 : e->op == AF_OP_AND ? x && y : x || y;
  }
  for (guint i = 0; i < 2; i++)
    if (!number (w, trace, row, e->args[i], &operands[i]))
      return -1;
  switch ((int)e->op) {
  case AF_OP_EQ:
    return operands[0] == operands[1];
  case AF_OP_NE:
    return operands[0] != operands[1];
  case AF_OP_LT:
    return operands[0] < operands[1];
  case AF_OP_LE:
    return operands[0] <= operands[1];
  case AF_OP_GT:
    return operands[0] > operands[1];
  default:
    return operands[0] >= operands[1];
  }
}

/* Whether all conjuncts of the snapshot hold in the row. */
static gboolean holds (const World *w, const AfTrace *trace, guint row, const AfSnapshot *snapshot)
{
  if (g_array_index (trace->location, guint, row) != snapshot->location
      || truth (w, trace, row, snapshot->predicate->expr) != snapshot->value)
    return FALSE;
  for (guint i = 0; snapshot->with && i < snapshot->with->len; i++)
    if (truth (w, trace, row, ((const AfPredicate *)snapshot->with->pdata[i])->expr) != 1)
      return FALSE;
  return TRUE;
}

/* a - b where that is positive, brought to 0 .. 1; what is undefined counts 1. */
static double distance (const AfTrace *trace, guint row)
{
  const gint64 *values = &g_array_index (trace->values, gint64, 2 * row);
  double d = g_array_index (trace->defined, guint8, 2 * row + 1) ? MAX (0, (double)(values[0] - values[1])) : 1;
  return d / (d + 1);
}

/* How much of the way to the violation is gone where the snapshot holds: a mean over the failing tests. */
static double way_of (const World *w, const AfLocalization *found, const AfSnapshot *snapshot)
{
  const AfTrace *trace = found->trace;
  guint n_rows = trace->location->len;
  double share = 0;
  for (guint test = 0; test < found->n_failing; test++) {
    double whole = 0, here = 0;
    for (guint row = 0; row < n_rows; row++) {
      if (g_array_index (trace->test, guint, row) != test)
        continue;
      gboolean is_last = row + 1 == n_rows || g_array_index (trace->test, guint, row + 1) != test;
      double growth = MAX (0, (is_last ? 1 : distance (trace, row + 1)) - distance (trace, row));
      whole += growth;
      here += holds (w, trace, row, snapshot) ? growth : 0;
    }
    share += whole > 0 ? here / whole / found->n_failing : 0;
  }
  return share;
}

/* Ochiai's coefficient of reaching the location. */
static double ochiai (const AfLocalization *found, guint location)
{
  guint failing = 0, passing = 0;
  for (guint test = 0; test < found->n_failing + found->n_passing; test++) {
    gboolean comes = FALSE;
    for (guint row = 0; row < found->trace->location->len && !comes; row++)
      comes = g_array_index (found->trace->test, guint, row) == test
              && g_array_index (found->trace->location, guint, row) == location;
    *(test < found->n_failing ? &failing : &passing) += (guint)comes;
  }
  return failing / sqrt ((double)found->n_failing * (failing + passing));
}

static void check_snapshot (const World *w, const AfLocalization *found, const AfSnapshot *snapshot,
                            const AfLocalizeOptions *options)
{
  g_autofree gboolean *seen = g_new0 (gboolean, found->n_failing + found->n_passing);
  guint failing = 0, passing = 0;
  for (guint row = 0; row < found->trace->location->len; row++)
    if (holds (w, found->trace, row, snapshot))
      seen[g_array_index (found->trace->test, guint, row)] = TRUE;
  for (guint i = 0; i < found->n_failing + found->n_passing; i++)
    *(i < found->n_failing ? &failing : &passing) += (guint)seen[i];
  ck_assert_uint_eq (snapshot->failing, failing);
  ck_assert_uint_eq (snapshot->passing, passing);
  ck_assert_uint_gt (options->faithful ? failing + passing : failing, 0);
  double dyn =
    options->gamma
    + options->alpha / (1 - options->alpha)
        * (1 - options->beta + options->beta * pow (options->alpha, passing) - pow (options->alpha, failing));
  ck_assert_double_eq_tol (snapshot->dyn, dyn, 1e-12);
  double inverse = 1 / snapshot->edep + 1 / snapshot->cdep + 1 / dyn, n = 3;
  if (af_localize_has (options, AF_EXTENSION_share)) {
    double share = (double)failing / found->n_failing * (1 - (double)passing / found->n_passing);
    inverse += 1 / MAX (0.05, share);
    n++;
  }
  if (af_localize_has (options, AF_EXTENSION_spectrum)) {
    inverse += 1 / MAX (0.05, ochiai (found, snapshot->location));
    n++;
  }
  if (af_localize_has (options, AF_EXTENSION_distance)) {
    inverse += 1 / MAX (0.05, way_of (w, found, snapshot));
    n++;
  }
  if (snapshot->edep > 0 && snapshot->cdep > 0)
    ck_assert_double_eq_tol (snapshot->susp, n / inverse, 1e-12);
  else
    ck_assert_double_eq (snapshot->susp, 0);
}

/* The stated order, as far as it can be told from outside: -1 where @a must stand before @b. */
static int compare_stated (const AfSnapshot *a, const AfSnapshot *b)
{
  const double keys[][2] = { { b->susp, a->susp },
                             { b->failing, a->failing },
                             { a->passing, b->passing },
                             { b->cdep, a->cdep },
                             { a->with != NULL, b->with != NULL } };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  if (!a->with)
    return af_predicate_compare (a->predicate, b->predicate) != 0 ? af_predicate_compare (a->predicate, b->predicate)
           : a->value != b->value                                 ? (a->value ? -1 : 1)
                                                                  : (int)a->location - (int)b->location;
  return 0;
}

/* Complements that only conjunctions need stand after the others. */
static gboolean is_complement (const AfLocalization *found, guint i)
{
  g_autoptr (AfExpr) other = af_expr_not (((const AfPredicate *)found->predicates->pdata[i])->expr);
  for (guint k = 0; k < i; k++)
    if (af_expr_equal (((const AfPredicate *)found->predicates->pdata[k])->expr, other))
      return TRUE;
  return FALSE;
}

/* How many (location, predicate, value) occur in a failing test, row by row. */
static guint count_singles (const World *w, const AfLocalization *found, gboolean also_passing)
{
  guint n = 0;
  for (guint i = 0; i < found->predicates->len; i++)
    if (!is_complement (found, i))
      for (guint location = 0; location < 5; location++)
        for (guint value = 0; value < 2; value++) {
          AfSnapshot snapshot = { .predicate = found->predicates->pdata[i],
                                  .location = location,
                                  .value = (gboolean)value };
          gboolean occurs = FALSE;
          for (guint row = 0; row < found->trace->location->len && !occurs; row++)
            occurs = (also_passing || g_array_index (found->trace->test, guint, row) < found->n_failing)
                     && holds (w, found->trace, row, &snapshot);
          n += occurs;
        }
  return n;
}

/* A literal by its values: whether it holds in a row. */
typedef struct {
  AfSnapshot snapshot;
  gboolean is_profile;
} Literal;

/* In phi: in each failing row of the location where it is defined it holds, and in one at least; in Pi: never in
 * passing ones. */
static gboolean is_invariant (const World *w, const AfLocalization *found, Literal *literal)
{
  const AfTrace *trace = found->trace;
  guint n = 0;
  literal->is_profile = TRUE;
  for (guint row = 0; row < trace->location->len; row++) {
    if (g_array_index (trace->location, guint, row) != literal->snapshot.location
        || truth (w, trace, row, literal->snapshot.predicate->expr) < 0)
      continue;
    gboolean fails = g_array_index (trace->test, guint, row) < found->n_failing,
             is_true = holds (w, trace, row, &literal->snapshot);
    if (fails && !is_true)
      return FALSE;
    n += fails;
    if (!fails && is_true)
      literal->is_profile = FALSE;
  }
  return n > 0;
}

/* The conjunctions of the paper at a location, from the rows: pairs, and the whole of Pi; as many as there are
 * snapshots. */
static void check_conjunctions (const World *w, const AfLocalization *found, guint location)
{
  g_autoptr (GArray) literals = g_array_new (FALSE, TRUE, sizeof (Literal));
  guint n_profile = 0, pairs = 0, n_pairs = 0, n_wholes = 0;
  for (guint i = 0; i < found->predicates->len; i++)
    for (guint value = 0; value < 2 && !is_complement (found, i); value++) {
      Literal literal = {
        .snapshot = { .predicate = found->predicates->pdata[i], .location = location, .value = (gboolean)value }
      };
      if (!is_invariant (w, found, &literal))
        continue;
      n_profile += literal.is_profile;
      g_array_append_val (literals, literal);
    }
  for (guint i = 0; i < literals->len; i++)
    for (guint k = i + 1; k < literals->len; k++) {
      const Literal *a = &g_array_index (literals, Literal, i), *b = &g_array_index (literals, Literal, k);
      guint failing = 0, passing = 0;
      for (guint row = 0; row < found->trace->location->len; row++)
        if (holds (w, found->trace, row, &a->snapshot) && holds (w, found->trace, row, &b->snapshot))
          *(g_array_index (found->trace->test, guint, row) < found->n_failing ? &failing : &passing) += 1;
      pairs += failing > 0 && a->is_profile == b->is_profile && (a->is_profile || passing == 0);
    }
  for (guint i = 0; i < found->snapshots->len; i++) {
    const AfSnapshot *snapshot = found->snapshots->pdata[i];
    n_pairs += snapshot->location == location && snapshot->with && snapshot->with->len == 1;
    n_wholes += snapshot->location == location && snapshot->with && snapshot->with->len + 1 == n_profile;
    ck_assert (snapshot->location != location || !snapshot->with || snapshot->with->len == 1
               || snapshot->with->len + 1 == n_profile);
  }
  ck_assert_uint_le (literals->len, 24);
  ck_assert_uint_eq (n_pairs, MIN (pairs, 12));
  if (n_profile != 2)
    ck_assert_uint_eq (n_wholes, n_profile > 2);
}

START_TEST (test_brute_force)
{
  guint pairs_of_profile = 0;

  for (guint round = 0; round < 40; round++) {
    AfRandom random;
    World w;
    AfLocalizeOptions options;
    af_random_init (&random, round);
    world_make (&w);
    af_localize_options_init (&options);
    if (round % 2)
      af_localize_options_be_faithful (&options);
    else if (round % 4 == 0)
      ck_assert (af_localize_options_switch (&options, "distance,spectrum", NULL));
    options.alpha = round % 4 < 2 ? options.alpha : 0.5;
    guint most = round % 5 == 0 ? 2 : 70; /* few tests have a profile in common */
    guint n_failing = 1 + af_random_below (&random, most), n_passing = 1 + af_random_below (&random, most);
    g_autoptr (AfSolver) solver = af_solver_new (0);
    g_autoptr (AfLocalization) found =
      af_localize_analyse (w.module, w.fault,
                           &(AfRecording){ g_ptr_array_ref (w.columns), random_trace (&random, n_failing + n_passing),
                                           n_failing, n_passing, NULL, 0 },
                           solver, &options);
    guint singles = 0, bare = 0;
    for (guint i = 0; i < found->snapshots->len; i++) {
      const AfSnapshot *snapshot = found->snapshots->pdata[i];
      check_snapshot (&w, found, snapshot, &options);
      singles += !snapshot->with;
      if (i > 0) {
        int order = compare_stated (found->snapshots->pdata[i - 1], snapshot);
        ck_assert (order < 0 || (order == 0 && snapshot->with));
      }
    }
    /* Complements that only conjunctions need stand at the end of the predicates. */
    for (guint i = 0; i < found->predicates->len; i++)
      bare += ((const AfPredicate *)found->predicates->pdata[i])->id == i;
    ck_assert_uint_eq (bare, found->predicates->len);
    ck_assert_uint_eq (singles, count_singles (&w, found, options.faithful));
    for (guint location = 2; round % 2 && location < 5; location++)
      check_conjunctions (&w, found, location);
    if (round % 2)
      pairs_of_profile += found->snapshots->len - singles;
    world_clear (&w);
  }
  ck_assert_uint_gt (pairs_of_profile, 0);
}
END_TEST

/* Failing: a <= b holds at 2 and 3 and no more at 4; passing: always.  So a > b is the strongest predicate, in the
 * paper's tool, too. */
START_TEST (test_profile)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    World w;
    AfLocalizeOptions options;
    world_make (&w);
    af_localize_options_init (&options);
    if (faithful)
      af_localize_options_be_faithful (&options);
    AfTrace *trace = af_trace_new (2);
    for (guint test = 0; test < 6; test++) {
      add_row (trace, 2, test, 1, 2, TRUE);
      add_row (trace, 3, test, 1, 2, TRUE);
      add_row (trace, 4, test, test < 3 ? 3 : 1, 2, TRUE);
    }
    g_autoptr (AfSolver) solver = af_solver_new (0);
    g_autoptr (AfLocalization) found = af_localize_analyse (
      w.module, w.fault, &(AfRecording){ g_ptr_array_ref (w.columns), trace, 3, 3, NULL, 0 }, solver, &options);
    g_autofree char *profile = texts_of (found->profile);
    ck_assert_ptr_nonnull (strstr (profile, "a <= b"));
    ck_assert_ptr_nonnull (found->strongest);
    ck_assert_str_eq (found->strongest->text, "a > b");
    ck_assert_uint_eq (((const AfSnapshot *)found->snapshots->pdata[0])->location, 4);
    world_clear (&w);
  }
}
END_TEST

/* At 2 nothing has a value yet in the failing test, at 3 only where passing ones come: 2 is a place to change, too,
 * beside the snapshots; the paper has none there. */
START_TEST (test_stateless)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    World w;
    AfLocalizeOptions options;
    world_make (&w);
    af_localize_options_init (&options);
    if (faithful)
      af_localize_options_be_faithful (&options);
    AfTrace *trace = af_trace_new (2);
    const gint64 none[2] = { 0, 0 };
    const guint8 undefined[2] = { 0, 0 };
    for (guint test = 0; test < 2; test++)
      af_trace_add (trace, 2 + test, test, none, undefined);
    add_row (trace, 4, 0, 3, 2, TRUE);
    add_row (trace, 4, 1, 1, 2, TRUE);
    g_autoptr (AfSolver) solver = af_solver_new (0);
    g_autoptr (AfLocalization) found = af_localize_analyse (
      w.module, w.fault, &(AfRecording){ g_ptr_array_ref (w.columns), trace, 1, 1, NULL, 0 }, solver, &options);
    for (guint i = 0; i < found->snapshots->len; i++)
      ck_assert_uint_eq (((const AfSnapshot *)found->snapshots->pdata[i])->location, 4);
    ck_assert_uint_eq (found->stateless->len, faithful ? 0 : 1);
    const AfSnapshot *place = faithful ? NULL : found->stateless->pdata[0];
    if (place) {
      g_autoptr (AfExpr) condition = af_snapshot_condition (place);
      ck_assert_uint_eq (place->location, 2);
      ck_assert_uint_eq (place->failing, 1);
      ck_assert_uint_eq (place->passing, 0);
      ck_assert_double_gt (place->susp, 0);
      ck_assert (af_expr_is_constant (condition));
    }
    world_clear (&w);
  }
}
END_TEST

/* One letter per predicate, by rows: true, false, undefined. */
START_TEST (test_trace_text)
{
  World w;
  AfLocalizeOptions options;
  world_make (&w);
  af_localize_options_init (&options);
  af_localize_options_be_faithful (&options);
  AfTrace *trace = af_trace_new (2);
  add_row (trace, 2, 0, 1, 0, FALSE);
  add_row (trace, 4, 0, 3, 2, TRUE);
  add_row (trace, 4, 1, -1, 2, TRUE);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (AfLocalization) found = af_localize_analyse (
    w.module, w.fault, &(AfRecording){ g_ptr_array_ref (w.columns), trace, 1, 1, NULL, 0 }, solver, &options);
  g_autofree char *text = af_localization_trace (w.module, w.fault, found);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_string_printf (expected, "trace of %s in m.f: 1 failing tests, then 1 passing ones\ncolumn 0 `a`\ncolumn 1 `b`\n",
                   w.fault->id);
  for (guint i = 0; i < found->predicates->len; i++)
    g_string_append_printf (expected, "predicate %u `%s`\n", i,
                            ((const AfPredicate *)found->predicates->pdata[i])->expr->text);
  for (guint row = 0; row < 3; row++) {
    static const char *const values[] = { "test 0 location 2: 1 ? | ", "test 0 location 4: 3 2 | ",
                                          "test 1 location 4: -1 2 | " };
    g_string_append (expected, values[row]);
    for (guint i = 0; i < found->predicates->len; i++)
      g_string_append_c (
        expected, "?FT"[1 + truth (&w, found->trace, row, ((const AfPredicate *)found->predicates->pdata[i])->expr)]);
    g_string_append_c (expected, '\n');
  }
  ck_assert_str_eq (text, expected->str);
  world_clear (&w);
}
END_TEST

/* The clause a <= b by rows: distance 0, then 2 (2 of 3), then the failure; so two thirds of the way are gone by what
 * stands at 3. */
START_TEST (test_distance)
{
  World w;
  world_make (&w);
  g_autoptr (AfTrace) trace = af_trace_new (2);
  add_row (trace, 2, 0, 1, 2, TRUE);
  add_row (trace, 3, 0, 2, 2, TRUE);
  add_row (trace, 4, 0, 4, 2, TRUE);
  add_row (trace, 4, 1, 1, 2, TRUE);
  g_autoptr (AfStates) states = af_states_new (trace, w.columns, 5, 1, 1);
  g_autofree double *weights = af_distance_weights (w.module, w.fault, trace, states);
  static const double expected[] = { 0, 2.0 / 3, 1.0 / 3, 0 };
  for (guint row = 0; row < G_N_ELEMENTS (expected); row++)
    ck_assert_double_eq_tol (weights[states->state_of[row]], expected[row], 1e-12);
  /* what stood in a at the entry is 1 */
  AfExpr *old = af_expr_new (AF_EXPR_OLD, NULL, NULL, (AfExpr *const *)w.columns->pdata, 1);
  af_expr_unref (w.fault->condition);
  w.fault->condition = af_expr_binary (AF_OP_EQ, w.columns->pdata[0], old);
  g_autofree double *moved = af_distance_weights (w.module, w.fault, trace, states);
  /* 0, then 1 (1 / 2), then 3 (3 / 4), then the failure */
  static const double since[] = { 0.5, 0.25, 0.25, 0 };
  for (guint row = 0; row < G_N_ELEMENTS (since); row++)
    ck_assert_double_eq_tol (moved[states->state_of[row]], since[row], 1e-12);
  af_expr_unref (old);
  /* a clause about something that is not recorded has no distance */
  g_autoptr (AfExpr) other = af_expr_var (NULL, "elsewhere", 9);
  af_expr_unref (w.fault->condition);
  w.fault->condition = af_expr_binary (AF_OP_EQ, w.columns->pdata[0], other);
  ck_assert_ptr_null (af_distance_weights (w.module, w.fault, trace, states));
  world_clear (&w);
}
END_TEST

START_TEST (test_switches)
{
  static const struct {
    const char *list;
    AfExtension extension;
    gboolean on, known;
  } rows[] = {
    { "spectrum", AF_EXTENSION_spectrum, TRUE, TRUE },
    { "+spectrum", AF_EXTENSION_spectrum, TRUE, TRUE },
    { "-share", AF_EXTENSION_share, FALSE, TRUE },
    { "spectrum,-views,-spectrum", AF_EXTENSION_spectrum, FALSE, TRUE },
    { "nonsense", AF_EXTENSION_share, TRUE, FALSE },
    { "", AF_EXTENSION_share, TRUE, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfLocalizeOptions options;
    g_autoptr (GError) error = NULL;
    af_localize_options_init (&options);
    gboolean known = *rows[i].list ? af_localize_options_switch (&options, rows[i].list, &error) : FALSE;
    ck_assert_int_eq (known, rows[i].known);
    ck_assert_int_eq (af_localize_has (&options, rows[i].extension), rows[i].on);
    if (*rows[i].list && !known)
      ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
    af_localize_options_be_faithful (&options);
    for (guint e = 0; e < AF_N_EXTENSIONS; e++)
      ck_assert (!af_localize_has (&options, (AfExtension)e));
  }
}
END_TEST

static const char queue[] =
  "#include <autofix/contract.h>\n"
  "typedef struct { int count, limit, seen, *cells; } Q;\n"
  "static int one (int x) { return x + 1; }\nstatic int two (int x) { return x + 2; }\n"
  "static int three (int x) { return x + 3; }\n"
  "static int can (const Q *q) { return q->seen < q->count; }\n"
  "static void shrink (Q *q) { q->limit--; }\nstatic void drop (Q *q) { shrink (q); }\n"
  "static void look (Q *q) { q->seen++; }\n"
  "void q_cut (Q *q) { drop (q); }\nvoid q_see (Q *q) { look (q); }\nvoid q_one (Q *q) { q->cells[0] = one (0); }\n"
  "int q_put (Q *q, int x)\n{\n  x = one (x) + two (x) + three (x);\n  if (can (q)) look (q);\n"
  "  CHECK (q->count < q->limit);\n  q->cells[q->count++] = x;\n  return x;\n}\n";

/* Who writes a field of the clause, or reads one, comes before nearer ones that do neither; a helper that does the
 * writing stands for its caller. */
START_TEST (test_writers)
{
  static const char *const earlier[] = { "q_one", "q_see", "q_cut" };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "q.c", NULL);
  const char *top = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (top ? top : ".", "contracts", NULL);
  const char *const sources[] = { path, NULL }, *const flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  ck_assert (g_file_set_contents (path, queue, -1, NULL));
  g_autoptr (AfModule) module = af_frontend_load (&options, NULL);
  ck_assert (module && af_contracts_attach (module, NULL));
  const AfRoutine *put = af_module_routine (module, "q_put");
  const AfClause *check = NULL;
  for (guint i = 0; i < put->clauses->len; i++)
    if (((const AfClause *)put->clauses->pdata[i])->kind == AF_CLAUSE_CHECK)
      check = put->clauses->pdata[i];
  ck_assert_ptr_nonnull (check);
  g_autoptr (AfFault) fault = af_fault_new (module, put, (guint)check->location, check);
  g_autoptr (GPtrArray) related = af_localize_related (module, fault), before = g_ptr_array_new ();
  ck_assert_uint_eq (related->len, AF_MAX_VIEWS);
  ck_assert (g_ptr_array_find (related, af_module_routine (module, "can"), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (earlier); i++)
    g_ptr_array_add (before, (gpointer)af_module_routine (module, earlier[i]));
  g_autoptr (GPtrArray) writers = af_localize_writers (module, fault, before, related, 1);
  ck_assert_uint_eq (writers->len, 1);
  ck_assert_str_eq (((const AfRoutine *)writers->pdata[0])->name, "shrink");
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("analysis");
  TCase *tests = tcase_create ("analysis");
  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, test_brute_force);
  tcase_add_test (tests, test_profile);
  tcase_add_test (tests, test_stateless);
  tcase_add_test (tests, test_trace_text);
  tcase_add_test (tests, test_distance);
  tcase_add_test (tests, test_switches);
  tcase_add_test (tests, test_writers);
  suite_add_tcase (suite, tests);
  return run_suite (suite);
}
