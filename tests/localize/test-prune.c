/* Pruning: what is merged, what is kept, that it is a fixpoint and does not depend on the order; and the analysis as a
 * whole. */
#include <string.h>

#include "subject.h"
#include "util/random.h"

typedef struct {
  AfModule *module;
  AfType *integer, *boolean, *record, *pointer;
} World;

/* struct set { int index, count; }; valid (s): if (count < 0) return false; return index >= 0;  before (s): return
 * index == 0; */
static void world_make (World *w)
{
  w->module = af_module_new ("set");
  w->integer = make_number (w->module, AF_TYPE_INT, "int", 32, TRUE);
  w->boolean = make_number (w->module, AF_TYPE_BOOL, "_Bool", 1, FALSE);
  w->record = make_number (w->module, AF_TYPE_RECORD, "struct set", 0, FALSE);
  w->record->is_complete = TRUE;
  w->pointer = make_pointer (w->module, "struct set *", w->record);
  af_type_add_field (w->record, "index", w->integer, FALSE, FALSE);
  af_type_add_field (w->record, "count", w->integer, FALSE, FALSE);
  for (guint i = 0; i < 2; i++) {
    AfRoutine *q = make_routine (w->module, i == 0 ? "valid" : "before");
    AfVariable *it = af_variable_new (1, "s", w->pointer);
    it->is_param = TRUE;
    g_ptr_array_add (q->variables, it);
    q->n_params = 1;
    q->result = w->boolean;
    q->is_query = q->is_public = TRUE;
  }
  AfRoutine *valid = w->module->routines->pdata[0], *before = w->module->routines->pdata[1];
  valid->invariant_of = w->record;
  make_location (
    valid, AF_LOCATION_IF,
    bin (field (af_expr_var (w->pointer, "s", 1), "count", w->integer), AF_OP_LT, af_expr_int (w->integer, 0)));
  AfExpr *no = af_expr_new (AF_EXPR_BOOL, w->boolean, NULL, NULL, 0);
  make_location (valid, AF_LOCATION_RETURN, no);
  make_location (
    valid, AF_LOCATION_RETURN,
    bin (field (af_expr_var (w->pointer, "s", 1), "index", w->integer), AF_OP_GE, af_expr_int (w->integer, 0)));
  const guint edges[][2] = { { 0, 2 }, { 2, 3 }, { 2, 4 }, { 3, 1 }, { 4, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    make_edge (valid, edges[i][0], edges[i][1]);
  make_location (
    before, AF_LOCATION_RETURN,
    bin (field (af_expr_var (w->pointer, "s", 1), "index", w->integer), AF_OP_EQ, af_expr_int (w->integer, 0)));
  make_edge (before, 0, 2);
  make_edge (before, 2, 1);
}

static AfExpr *object (const World *w)
{
  return af_expr_var (w->pointer, "t", 1);
}
static AfExpr *index_of (const World *w)
{
  return field (object (w), "index", w->integer);
}
static AfExpr *count_of (const World *w)
{
  return field (object (w), "count", w->integer);
}
static AfExpr *before (const World *w)
{
  return call1 (w->boolean, "before", object (w));
}
static AfExpr *num (const World *w, gint64 value)
{
  return af_expr_int (w->integer, value);
}

START_TEST (test_background)
{
  World w;
  world_make (&w);
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (objects, object (&w));
  g_autoptr (GPtrArray) facts = af_background_facts (w.module, objects);
  g_autofree char *texts = texts_of (facts);
  ck_assert_str_eq (texts, "t->count >= 0; t->index >= 0");
  g_autoptr (AfExpr) query = un (AF_OP_NOT, before (&w));
  g_autoptr (AfExpr) opened = af_background_inline (w.module, query);
  ck_assert_str_eq (opened->text, "!(t->index == 0)");
  af_module_free (w.module);
}
END_TEST

START_TEST (test_keys)
{
  World w;
  world_make (&w);
  g_autoptr (AfExpr) less = bin (index_of (&w), AF_OP_LT, count_of (&w));
  AfExpr *same[] = { bin (count_of (&w), AF_OP_GT, index_of (&w)), bin (index_of (&w), AF_OP_GE, count_of (&w)),
                     bin (count_of (&w), AF_OP_LE, index_of (&w)) };
  g_autofree char *key = af_predicate_key (less);
  for (guint i = 0; i < G_N_ELEMENTS (same); i++) {
    g_autofree char *other = af_predicate_key (same[i]);
    ck_assert_str_eq (key, other);
    af_expr_unref (same[i]);
  }
  g_autoptr (AfExpr) more = bin (index_of (&w), AF_OP_LE, count_of (&w));
  g_autofree char *different = af_predicate_key (more);
  ck_assert_str_ne (key, different);
  af_module_free (w.module);
}
END_TEST

/* A set of predicates over t with their values in a trace of many states with index in 0..3, count in 0..3. */
typedef struct {
  GPtrArray *predicates, *vectors;
} Set;

static void add_predicate (Set *set, const AfStates *states, AfExpr *e, const char *origin)
{
  g_ptr_array_add (set->predicates, af_predicate_new (set->predicates->len, e, origin));
  AfVector *vector = af_states_evaluate (states, e);
  ck_assert_msg (vector != NULL, "%s was not evaluated", e->text);
  g_ptr_array_add (set->vectors, vector);
  af_expr_unref (e);
}

static void fill (Set *set, const World *w, const AfStates *states)
{
  static const AfOp ops[] = { AF_OP_EQ, AF_OP_LT, AF_OP_LE, AF_OP_GT, AF_OP_GE, AF_OP_NE };
  add_predicate (set, states, before (w), "boolean");
  for (gint64 k = 0; k < 3; k++)
    for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
      add_predicate (set, states, bin (index_of (w), ops[i], num (w, k)), "integer");
  add_predicate (set, states, bin (index_of (w), AF_OP_LE, count_of (w)), "integer");
  add_predicate (set, states, bin (count_of (w), AF_OP_LT, index_of (w)), "integer");
  AfExpr *a = bin (index_of (w), AF_OP_GT, num (w, 1)), *b = bin (count_of (w), AF_OP_EQ, num (w, 2));
  g_autoptr (AfExpr) not_b = af_expr_not (b);
  add_predicate (set, states, implies (w->integer, af_expr_ref (not_b), bin (index_of (w), AF_OP_LT, num (w, 2))),
                 "implication");
  add_predicate (set, states, implies (w->integer, a, b), "implication");
}

static AfStates *make_states (const World *w, GPtrArray *columns, AfTrace **trace)
{
  g_ptr_array_add (columns, index_of (w));
  g_ptr_array_add (columns, count_of (w));
  g_ptr_array_add (columns, before (w));
  *trace = af_trace_new (3);
  for (gint64 i = 0; i < 16; i++) {
    gint64 values[3] = { i / 4, i % 4, i / 4 == 0 };
    guint8 defined[3] = { 1, 1, 1 };
    af_trace_add (*trace, 2, (guint)i % 2, values, defined);
  }
  return af_states_new (*trace, columns, 3, 1, 1);
}

static void set_init (Set *set)
{
  set->predicates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_predicate_free);
  set->vectors = g_ptr_array_new_with_free_func ((GDestroyNotify)af_vector_free);
}

static void set_clear (Set *set)
{
  g_ptr_array_unref (set->predicates);
  g_ptr_array_unref (set->vectors);
}

static void shuffle (Set *set, AfRandom *random)
{
  for (guint i = set->predicates->len; i > 1; i--) {
    guint k = af_random_below (random, i);
    gpointer p = set->predicates->pdata[i - 1], v = set->vectors->pdata[i - 1];
    set->predicates->pdata[i - 1] = set->predicates->pdata[k];
    set->vectors->pdata[i - 1] = set->vectors->pdata[k];
    set->predicates->pdata[k] = p;
    set->vectors->pdata[k] = v;
  }
}

START_TEST (test_fixpoint)
{
  World w;
  world_make (&w);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfTrace *trace = NULL;
  g_autoptr (AfStates) states = make_states (&w, columns, &trace);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (objects, object (&w));
  g_autoptr (GPtrArray) facts = af_background_facts (w.module, objects);
  af_solver_set_background (solver, facts);
  for (guint round = 0; round < 8; round++) {
    AfRandom random;
    Set set;
    af_random_init (&random, round);
    set_init (&set);
    fill (&set, &w, states);
    shuffle (&set, &random);
    AfPruner pruner = { .module = w.module, .solver = solver, .facts = facts, .merge = TRUE };
    af_prune (&pruner, set.predicates, set.vectors);
    g_autofree char *texts = predicate_texts (set.predicates);
    /* index < 0 cannot be; index <= 0 is before; index < 2 is index <= 1; contraposition; the shorter names stay. */
    ck_assert_str_eq (
      texts, "IMPLIES(t->count != 2, t->index < 2); before(t); t->count < t->index; t->index != 1; t->index != 2; "
             "t->index < 2; t->index <= 2");
    const AfPredicate *kept = set.predicates->pdata[0];
    ck_assert_str_eq (kept->expr->text, "before(t)");
    ck_assert_uint_ge (kept->merged->len, 3);
    for (guint i = 0; i < kept->merged->len; i++) {
      g_autoptr (AfExpr) opened = af_background_inline (w.module, kept->expr);
      ck_assert_int_eq (af_solver_equivalent (solver, opened, kept->merged->pdata[i]), AF_PROVED);
    }
    ck_assert_uint_gt (pruner.n_proved, 0);
    AfPruner again = { .module = w.module, .solver = solver, .facts = facts, .merge = TRUE };
    guint n = set.predicates->len;
    af_prune (&again, set.predicates, set.vectors);
    ck_assert_uint_eq (set.predicates->len, n);
    ck_assert_uint_eq (again.n_proved, 0);
    set_clear (&set);
  }
  af_trace_free (trace);
  af_module_free (w.module);
}
END_TEST

/* In faithful mode, too, implications are pruned to a fixpoint, whatever their order and wherever they come from; other
 * predicates stay. */
START_TEST (test_implications_only)
{
  World w;
  world_make (&w);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) facts = g_ptr_array_new ();
  AfTrace *trace = NULL;
  g_autoptr (AfStates) states = make_states (&w, columns, &trace);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  for (guint round = 0; round < 8; round++) {
    AfRandom random;
    Set set;
    af_random_init (&random, round);
    set_init (&set);
    g_autoptr (AfExpr) a = bin (index_of (&w), AF_OP_GT, num (&w, 1));
    g_autoptr (AfExpr) b = bin (count_of (&w), AF_OP_EQ, num (&w, 2));
    g_autoptr (AfExpr) not_a = af_expr_not (a);
    g_autoptr (AfExpr) not_b = af_expr_not (b);
    AfExpr *const sides[][2] = { { a, b },         { not_a, b }, { a, not_b }, { b, a },
                                 { not_b, not_a }, { not_b, a }, { b, not_a }, { not_a, not_b } };
    for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
      add_predicate (&set, states, implies (w.integer, af_expr_ref (sides[i][0]), af_expr_ref (sides[i][1])),
                     i == 4 ? "boolean" : "implication");
    add_predicate (&set, states, bin (index_of (&w), AF_OP_LT, num (&w, 2)), "integer");
    add_predicate (&set, states, bin (index_of (&w), AF_OP_LE, num (&w, 1)), "integer");
    shuffle (&set, &random);
    g_autoptr (GPtrArray) dropped = g_ptr_array_new_with_free_func ((GDestroyNotify)af_dropped_free);
    AfPruner pruner = { .module = w.module, .solver = solver, .facts = facts, .dropped = dropped };
    af_prune (&pruner, set.predicates, set.vectors);
    g_autofree char *texts = predicate_texts (set.predicates);
    ck_assert_str_eq (texts, "IMPLIES(t->count != 2, t->index <= 1); IMPLIES(t->count != 2, t->index > 1); "
                             "IMPLIES(t->count == 2, t->index <= 1); "
                             "IMPLIES(t->count == 2, t->index > 1); t->index < 2; t->index <= 1");
    ck_assert_uint_eq (dropped->len, 4);
    for (guint i = 0; i < dropped->len; i++) {
      const AfDropped *one = dropped->pdata[i];
      ck_assert_ptr_nonnull (strstr (one->kept, "IMPLIES(t->count"));
      ck_assert (g_str_has_prefix (one->proof, "Z3: the background proves IFF("));
    }
    AfPruner again = { .module = w.module, .solver = solver, .facts = facts };
    guint n = set.predicates->len;
    af_prune (&again, set.predicates, set.vectors);
    ck_assert_uint_eq (set.predicates->len, n);
    set_clear (&set);
  }
  af_trace_free (trace);
  af_module_free (w.module);
}
END_TEST

/* Faithful: only implications are compared.  Without resources: nothing is merged that is not the same text. */
START_TEST (test_bounds)
{
  World w;
  world_make (&w);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfTrace *trace = NULL;
  g_autoptr (AfStates) states = make_states (&w, columns, &trace);
  g_autoptr (GPtrArray) facts = g_ptr_array_new ();
  for (guint starved = 0; starved < 2; starved++) {
    g_autoptr (AfSolver) solver = af_solver_new (starved ? 1 : 0);
    Set set;
    set_init (&set);
    fill (&set, &w, states);
    guint n = set.predicates->len;
    AfPruner pruner = { .module = w.module, .solver = solver, .facts = facts };
    af_prune (&pruner, set.predicates, set.vectors);
    ck_assert_uint_eq (set.predicates->len, starved ? n : n - 1);
    ck_assert_uint_eq (pruner.n_unknown, starved);
    set_clear (&set);
  }
  af_trace_free (trace);
  af_module_free (w.module);
}
END_TEST

/* The invariant is `if (count < 0) return false; return index >= 0;`.  A state that it forbids implies that it is
 * violated; one that only says count > 0 does not, though `count < 0` stands in it.  Where another clause is violated,
 * what the invariant forbids implies nothing. */
START_TEST (test_strongest_and_invariant)
{
  static const struct {
    gboolean is_invariant;
    gint64 failing[2], passing[2];
    const char *strongest;
  } rows[] = {
    { TRUE, { -1, 7 }, { 3, 2 }, "t->index < 0" },
    { TRUE, { 0, 7 }, { 3, 2 }, "none" },
    { FALSE, { -1, 2 }, { 0, 9 }, "none" },
    { FALSE, { 0, 0 }, { 0, 9 }, "t->count <= 0" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    World w;
    world_make (&w);
    AfRoutine *r = make_routine (w.module, "r");
    AfVariable *t = af_variable_new (1, "t", w.pointer);
    g_ptr_array_add (r->variables, t);
    AfLocation *at = make_location (r, AF_LOCATION_STATEMENT, NULL);
    g_ptr_array_add (at->scope, t);
    make_edge (r, 0, 2);
    make_edge (r, 2, 1);
    g_autoptr (AfExpr) condition =
      rows[i].is_invariant ? call1 (w.boolean, "valid", object (&w)) : bin (count_of (&w), AF_OP_GT, num (&w, 5));
    AfClause *clause = af_clause_new (rows[i].is_invariant ? AF_CLAUSE_INVARIANT : AF_CLAUSE_CHECK, condition,
                                      (int)r->id, -1, AF_RANGE_NONE);
    g_ptr_array_add (w.module->clauses, clause);
    g_autoptr (AfFault) fault = af_fault_new (w.module, r, 1, clause);
    af_expr_unref (fault->condition);
    fault->condition = af_expr_ref (condition);
    AfLocalizeOptions options;
    af_localize_options_init (&options);
    GPtrArray *columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    g_ptr_array_add (columns, object (&w));
    g_ptr_array_add (columns, index_of (&w));
    g_ptr_array_add (columns, count_of (&w));
    AfTrace *trace = af_trace_new (3);
    for (guint test = 0; test < 2; test++) {
      const gint64 *row = test == 0 ? rows[i].failing : rows[i].passing;
      gint64 values[3] = { 1, row[0], row[1] };
      guint8 defined[3] = { 1, 1, 1 };
      af_trace_add (trace, 2, test, values, defined);
    }
    g_autoptr (AfSolver) solver = af_solver_new (0);
    g_autoptr (AfLocalization) found =
      af_localize_analyse (w.module, fault, &(AfRecording){ columns, trace, 1, 1, NULL, 0 }, solver, &options);
    ck_assert_uint_gt (found->profile->len, 0);
    ck_assert_str_eq (found->strongest ? found->strongest->text : "none", rows[i].strongest);
    g_clear_pointer (&fault, af_fault_free);
    af_module_free (w.module);
  }
}
END_TEST

/* Which predicate stands for which, with the proof: for a query and what it returns, for what the invariant decides,
 * and for mere equivalence. */
START_TEST (test_dump)
{
  static const char *const lines[] = {
    "\nbackground `t->count >= 0`\nbackground `t->index >= 0`\n",
    " boolean `before(t)`\n",
    "\ndropped `t->index == 0` for `before(t)`: the same text, or its complement, once simple queries are inlined\n",
    "\ndropped `t->index <= 0` for `before(t)`: Z3: the background proves IFF(t->index == 0, t->index <= 0)\n",
    "\ndropped `t->index < 0`: Z3: the background proves t->index >= 0\n",
  };
  for (guint faithful = 0; faithful < 2; faithful++) {
    World w;
    AfLocalizeOptions options;
    world_make (&w);
    af_localize_options_init (&options);
    if (faithful)
      af_localize_options_be_faithful (&options);
    AfRoutine *r = make_routine (w.module, "r");
    AfVariable *t = af_variable_new (1, "t", w.pointer);
    g_ptr_array_add (r->variables, t);
    g_ptr_array_add (make_location (r, AF_LOCATION_STATEMENT, NULL)->scope, t);
    make_edge (r, 0, 2);
    make_edge (r, 2, 1);
    g_autoptr (AfExpr) condition = bin (index_of (&w), AF_OP_GT, num (&w, 0));
    AfClause *clause = af_clause_new (AF_CLAUSE_CHECK, condition, (int)r->id, 2, AF_RANGE_NONE);
    g_ptr_array_add (w.module->clauses, clause);
    g_autoptr (AfFault) fault = af_fault_new (w.module, r, 2, clause);
    GPtrArray *columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    g_ptr_array_add (columns, object (&w));
    g_ptr_array_add (columns, index_of (&w));
    g_ptr_array_add (columns, before (&w));
    AfTrace *trace = af_trace_new (3);
    for (guint test = 0; test < 4; test++) {
      gint64 values[3] = { 1, test, test == 0 };
      guint8 defined[3] = { 1, 1, 1 };
      af_trace_add (trace, 2, test, values, defined);
    }
    g_autoptr (AfSolver) solver = af_solver_new (0);
    g_autoptr (AfLocalization) found =
      af_localize_analyse (w.module, fault, &(AfRecording){ columns, trace, 1, 3, NULL, 0 }, solver, &options);
    g_autofree char *dump = af_predicates_dump (w.module, fault, found);
    for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
      ck_assert_msg ((strstr (dump, lines[i]) != NULL) == (!faithful || i < 2), "%s is %s %s", lines[i],
                     faithful ? "in" : "not in", dump);
    g_clear_pointer (&fault, af_fault_free);
    af_module_free (w.module);
  }
}
END_TEST

/* void r (int a, int b) { a = b; } with `a != b` demanded there. */
typedef struct {
  AfModule *module;
  AfFault *fault;
  GPtrArray *expressions;
} Assigning;

static void assigning_make (Assigning *x)
{
  x->module = af_module_new ("m");
  AfType *integer = make_number (x->module, AF_TYPE_INT, "int", 32, TRUE);
  make_number (x->module, AF_TYPE_BOOL, "_Bool", 1, FALSE);
  AfRoutine *r = make_routine (x->module, "r");
  AfVariable *a = af_variable_new (1, "a", integer), *b = af_variable_new (2, "b", integer);
  g_ptr_array_add (r->variables, a);
  g_ptr_array_add (r->variables, b);
  AfLocation *at =
    make_location (r, AF_LOCATION_STATEMENT, assign (af_expr_var (integer, "a", 1), af_expr_var (integer, "b", 2)));
  g_ptr_array_add (at->scope, a);
  g_ptr_array_add (at->scope, b);
  make_edge (r, 0, 2);
  make_edge (r, 2, 1);
  g_autoptr (AfExpr) condition = bin (af_expr_var (integer, "a", 1), AF_OP_NE, af_expr_var (integer, "b", 2));
  AfClause *clause = af_clause_new (AF_CLAUSE_CHECK, condition, 0, 2, AF_RANGE_NONE);
  g_ptr_array_add (x->module->clauses, clause);
  x->fault = af_fault_new (x->module, r, 2, clause);
  x->expressions = af_localize_expressions (x->module, x->fault);
}

/* The analysis of tests with these values of a and b, the first two failing. */
static AfLocalization *analyse (const Assigning *x, const gint64 (*rows)[2], guint n_rows,
                                const AfLocalizeOptions *options)
{
  AfTrace *trace = af_trace_new (x->expressions->len);
  for (guint test = 0; test < n_rows; test++) {
    gint64 values[8] = { 0 };
    guint8 defined[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    for (guint i = 0; i < x->expressions->len; i++) {
      const AfExpr *e = x->expressions->pdata[i];
      values[i] = g_str_equal (e->text, "a")   ? rows[test][0]
                  : g_str_equal (e->text, "b") ? rows[test][1]
                                               : rows[test][0] != rows[test][1];
    }
    af_trace_add (trace, 2, test, values, defined);
  }
  g_autoptr (AfSolver) solver = af_solver_new (0);
  return af_localize_analyse (x->module, x->fault,
                              &(AfRecording){ g_ptr_array_ref (x->expressions), trace, 2, n_rows - 2, NULL, 0 }, solver,
                              options);
}

static void assigning_clear (Assigning *x)
{
  g_ptr_array_unref (x->expressions);
  af_fault_free (x->fault);
  af_module_free (x->module);
}

/* The snapshot of this state; null: there is none. */
static const AfSnapshot *snapshot_of (const AfLocalization *found, const char *state)
{
  for (guint i = 0; i < found->snapshots->len; i++) {
    g_autoptr (AfExpr) condition = af_snapshot_condition (found->snapshots->pdata[i]);
    if (g_str_equal (condition->text, state))
      return found->snapshots->pdata[i];
  }
  return NULL;
}

/* A fault that needs both a and b: passing tests have a, or b, never both. */
START_TEST (test_conjunction)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    AfLocalizeOptions options;
    Assigning x;
    af_localize_options_init (&options);
    if (faithful)
      af_localize_options_be_faithful (&options);
    assigning_make (&x);
    /* Tests 0, 1 fail with a > 0 and b > 0; 2 and 3 pass with one of them. */
    static const gint64 rows[][2] = { { 3, 4 }, { 4, 3 }, { 3, -4 }, { -4, 3 } };
    g_autoptr (AfLocalization) found = analyse (&x, rows, G_N_ELEMENTS (rows), &options);
    for (guint i = 0; i < found->snapshots->len; i++) {
      const AfSnapshot *snapshot = found->snapshots->pdata[i];
      ck_assert_uint_gt (faithful ? snapshot->failing + snapshot->passing : snapshot->failing, 0);
      if (i > 0)
        ck_assert_double_le (snapshot->susp, ((AfSnapshot *)found->snapshots->pdata[i - 1])->susp);
    }
    const AfSnapshot *both = snapshot_of (found, "a >= 0 && b >= 0");
    ck_assert_ptr_nonnull (both);
    ck_assert_uint_eq (both->passing, 0);
    ck_assert_uint_eq (both->failing, 2);
    assigning_clear (&x);
  }
}
END_TEST

/* The paper's Pi here is { a < 0, a <= 0, b < 0, b <= 0, ...}: its pairs, and the whole of it.  sub(c) is { a != b, a,
 * b }. */
START_TEST (test_profile_subsets)
{
  AfLocalizeOptions options;
  Assigning x;
  af_localize_options_init (&options);
  af_localize_options_be_faithful (&options);
  assigning_make (&x);
  static const gint64 rows[][2] = { { -3, -4 }, { -4, -3 }, { 3, 4 }, { 5, 2 } };
  static const struct {
    const char *state;
    double edep;
  } subsets[] = {
    { "a < 0", 1 / 3.0 },
    { "a < 0 && b <= 0", 2 / 3.0 },
    { "a < 0 && a <= 0", 1 / 3.0 },
    { "a < 0 && a <= 0 && b < 0 && b <= 0", 2 / 3.0 },
  };
  g_autoptr (AfLocalization) found = analyse (&x, rows, G_N_ELEMENTS (rows), &options);
  for (guint i = 0; i < G_N_ELEMENTS (subsets); i++) {
    const AfSnapshot *snapshot = snapshot_of (found, subsets[i].state);
    ck_assert_msg (snapshot != NULL, "%s is no snapshot", subsets[i].state);
    ck_assert_uint_eq (snapshot->failing, 2);
    ck_assert_uint_eq (snapshot->passing, 0);
    ck_assert_double_eq_tol (snapshot->edep, subsets[i].edep, 1e-12);
  }
  g_autofree char *dump = af_localization_dump (x.module, x.fault, found);
  ck_assert_ptr_nonnull (strstr (
    dump,
    "\nbound of each location at most 24 states and 12 pairs of them are conjoined: 0 states and 0 pairs left out\n"));
  assigning_clear (&x);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("prune");
  TCase *tests = tcase_create ("prune");
  tcase_set_timeout (tests, 30);
  tcase_add_test (tests, test_background);
  tcase_add_test (tests, test_keys);
  tcase_add_test (tests, test_fixpoint);
  tcase_add_test (tests, test_implications_only);
  tcase_add_test (tests, test_bounds);
  tcase_add_test (tests, test_dump);
  tcase_add_test (tests, test_strongest_and_invariant);
  tcase_add_test (tests, test_conjunction);
  tcase_add_test (tests, test_profile_subsets);
  suite_add_tcase (suite, tests);
  return run_suite (suite);
}
