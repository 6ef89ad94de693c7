/* Preconditions: what to do when calls keep being skipped.
 *
 * In:  which calls were made, and after which others.
 * Out: for a routine whose precondition often does not hold: values with which it does, and calls that lead there.  For
 * any routine whose numbers can violate C's conditions: values that do.
 *
 * Random trying comes first, and for most routines it is enough.  Where fewer than half of the calls were made, the
 * clauses about numbers alone are solved, since random numbers hardly ever satisfy them:
 *
 *     REQUIRE (low + width == high)                  (0, 3, 3), (2, 0, 2), ...
 *
 * C's conditions on numbers are solved negated, so that they are violated; the precondition must still hold:
 *
 *     return a / b;                                  (1, 0), (INT_MIN, -1)
 *
 * Where fewer than one in eight was made, the clause is about the state of an object, and the tests are asked which
 * call on that object came just before those that were made:
 *
 *     REQUIRE (door_is_open (d))                     door_open (d), door_enter (d)
 *
 * This is a behavioural model with two states, the precondition holds or does not, and its transitions counted. */
#include "testgen/testgen-internal.h"

enum { MAX_SOLUTIONS = 64, MAX_LEADS = 3, FEW = 16, ROWS_PER_BREAK = 3, MAX_BREAKS = 192 };

/* How often the call after it was attempted, and made. */
typedef struct {
  guint tried, made;
} Followed;

void af_preconditions_init (AfPreconditions *preconditions, const AfRepertoire *repertoire)
{
  preconditions->repertoire = repertoire;
  preconditions->followed = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (preconditions->followed, (gint)repertoire->callables->len);
}

void af_preconditions_clear (AfPreconditions *preconditions)
{
  g_clear_pointer (&preconditions->followed, g_ptr_array_unref);
}

/* --- which call makes it hold --- */

static gboolean is_command (const AfPreconditions *preconditions, const AfCall *call)
{
  const AfCallable *callable = af_repertoire_callable (preconditions->repertoire, call->thunk);

  return callable != NULL && callable->routine != NULL && !callable->routine->is_query
         && callable->routine->consumes < 0;
}

static gboolean uses (const AfCall *call, guint variable)
{
  for (guint i = 0; i < call->n_args; i++)
    if (af_arg_is_variable (&call->args[i]) && call->args[i].index == variable)
      return TRUE;
  return FALSE;
}

/* The last command before call @index that was made on its first object, or -1. */
static int find_before (const AfPreconditions *preconditions, const AfTest *script, const AfOutcome *outcome,
                        guint index)
{
  const AfCall *call = script->calls->pdata[index];
  guint first = 0;

  while (first < call->n_args && !af_arg_is_variable (&call->args[first]))
    first++;
  for (guint i = index; first < call->n_args && i-- > 0;) {
    const AfCall *before = script->calls->pdata[i];

    if (af_outcome_made (outcome, i) && is_command (preconditions, before) && uses (before, call->args[first].index))
      return (int)before->thunk;
  }
  return -1;
}

void af_preconditions_note (AfPreconditions *preconditions, const AfTest *script, const AfOutcome *outcome)
{
  guint n = outcome->kind == AF_OUTCOME_FAIL ? MIN (outcome->failing_call + 1, script->calls->len) : script->calls->len;

  for (guint i = 0; i < n; i++) {
    const AfCall *call = script->calls->pdata[i];
    gpointer *followed = &preconditions->followed->pdata[call->thunk];
    int before = *followed != NULL ? find_before (preconditions, script, outcome, i) : -1;

    if (before < 0)
      continue;
    ((Followed *)*followed)[before].tried++;
    ((Followed *)*followed)[before].made += af_outcome_made (outcome, i);
  }
}

/* The calls after which it was made most often, as a share; only those that raise it. */
static void find_leads (AfPreconditions *preconditions, AfCallable *callable, guint tried, guint made)
{
  guint n = preconditions->repertoire->callables->len;
  const Followed *followed = preconditions->followed->pdata[callable->thunk];

  if (followed == NULL) {
    preconditions->followed->pdata[callable->thunk] = g_new0 (Followed, n + 1);
    return;
  }
  g_clear_pointer (&callable->leads, g_array_unref);
  callable->leads = g_array_new (FALSE, FALSE, sizeof (guint));
  while (callable->leads->len < MAX_LEADS) {
    guint best = n;

    for (guint i = 0; i < n; i++) {
      gboolean taken = FALSE;

      for (guint j = 0; j < callable->leads->len; j++)
        taken |= g_array_index (callable->leads, guint, j) == i;
      if (taken || followed[i].made == 0 || (guint64)followed[i].made * tried <= (guint64)made * followed[i].tried)
        continue;
      if (best == n
          || (guint64)followed[i].made * followed[best].tried > (guint64)followed[best].made * followed[i].tried)
        best = i;
    }
    if (best == n)
      return;
    g_array_append_val (callable->leads, best);
  }
}

/* --- values with which it holds --- */

static gboolean visit_name (AfExpr *node, gpointer data)
{
  const AfCallable *callable = ((gpointer *)data)[0];
  gboolean *is_scalar = ((gpointer *)data)[1];

  for (guint i = 0; node->kind == AF_EXPR_VAR && i < callable->params->len; i++) {
    const AfVariable *variable = callable->routine->variables->pdata[i];

    if (g_strcmp0 (variable->name, node->name) == 0 && af_callable_param (callable, i)->kind == AF_PARAM_SCALAR
        && variable->type->kind != AF_TYPE_FLOAT)
      return TRUE;
  }
  if (node->kind == AF_EXPR_VAR || node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_FIELD
      || node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF)
    *is_scalar = FALSE;
  return *is_scalar;
}

/* Whether the clause is about the routine's numbers alone. */
static gboolean is_scalar (const AfCallable *callable, AfExpr *expr)
{
  gboolean result = TRUE;
  gpointer data[2] = { (gpointer)callable, &result };

  af_expr_walk (expr, visit_name, data);
  return result;
}

/* The names of the parameters, not owned. */
static const char **names_of (const AfCallable *callable)
{
  const char **names = g_new0 (const char *, callable->params->len + 1);

  for (guint i = 0; i < callable->params->len; i++)
    names[i] = ((const AfVariable *)callable->routine->variables->pdata[i])->name;
  return names;
}

/* The preconditions about numbers alone: array of AfExpr, not owned. */
static GPtrArray *list_conditions (const AfCallable *callable)
{
  GPtrArray *conditions = g_ptr_array_new ();

  for (guint i = 0; i < callable->routine->clauses->len; i++) {
    const AfClause *clause = callable->routine->clauses->pdata[i];

    if (clause->kind == AF_CLAUSE_PRECONDITION && clause->expr != NULL && is_scalar (callable, clause->expr))
      g_ptr_array_add (conditions, clause->expr);
  }
  return conditions;
}

static void solve (AfCallable *callable)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (GPtrArray) conditions = list_conditions (callable);
  g_autofree const char **names = names_of (callable);

  callable->solved = g_new0 (gboolean, callable->params->len + 1);
  callable->solutions = af_solver_solutions (solver, conditions, names, callable->params->len, MAX_SOLUTIONS);
  /* what no clause mentions stays free, and what counts a buffer goes with it */
  for (guint i = 0; i < callable->params->len; i++)
    for (guint j = 0; j < conditions->len && !af_callable_counts (callable, i); j++)
      callable->solved[i] |= callable->solutions->len > 0 && af_expr_mentions (conditions->pdata[j], names[i]);
}

/* --- values that violate it --- */

static void add_pair (GPtrArray *ways, AfExpr *operation, gint64 left, gint64 right)
{
  g_autoptr (AfExpr) first = af_expr_int (operation->type, left);
  g_autoptr (AfExpr) second = af_expr_int (operation->type, right);
  g_autoptr (AfExpr) a = af_expr_binary (AF_OP_EQ, operation->args[0], first);
  g_autoptr (AfExpr) b = af_expr_binary (AF_OP_EQ, operation->args[1], second);

  g_ptr_array_add (ways, af_expr_binary (AF_OP_AND, a, b));
}

/* Conditions under each of which the implicit clause @demand is broken.  Nonlinear ones are not
 * for the solver: for these, classic pairs of operands are used. */
static GPtrArray *list_ways (AfExpr *demand)
{
  GPtrArray *ways = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfExpr *operation = demand->kind == AF_EXPR_FITS ? demand->args[0] : NULL;
  gboolean is_signed = operation != NULL && operation->kind == AF_EXPR_BINARY && operation->type != NULL
                       && operation->type->kind == AF_TYPE_INT && operation->type->bits >= 32
                       && operation->type->bits <= 64;
  gint64 least = is_signed ? af_type_min (operation->type) : 0, most = is_signed ? af_type_max (operation->type) : 0;
  guint bits = is_signed ? operation->type->bits : 0;

  if (is_signed && (operation->op == AF_OP_DIV || operation->op == AF_OP_MOD)) {
    add_pair (ways, operation, least, -1);
  } else if (is_signed && operation->op == AF_OP_SHL) {
    add_pair (ways, operation, 1, bits - 1);
    add_pair (ways, operation, most, 1);
    add_pair (ways, operation, -1, 1);
    add_pair (ways, operation, 0x100, bits - 8);
  } else if (is_signed && operation->op == AF_OP_MUL) {
    add_pair (ways, operation, most, 2);
    add_pair (ways, operation, 2, most);
    add_pair (ways, operation, least, -1);
    add_pair (ways, operation, G_GINT64_CONSTANT (1) << (bits / 2), G_GINT64_CONSTANT (1) << (bits / 2));
    g_ptr_array_add (ways, af_expr_not (demand));
  } else {
    g_ptr_array_add (ways, af_expr_not (demand));
  }
  return ways;
}

/* Appends rows that satisfy @conditions, each with the set of parameters that it mentions. */
static void add_breaks (AfCallable *callable, AfSolver *solver, const GPtrArray *conditions, const char *const *names)
{
  guint m = callable->params->len;
  g_autoptr (GArray) rows = af_solver_solutions (solver, conditions, names, m, ROWS_PER_BREAK);
  guint64 spoken_of = 0;

  for (guint i = 0; i < MIN (m, 64); i++)
    for (guint j = 0; j < conditions->len && !af_callable_counts (callable, i); j++)
      if (af_expr_mentions (conditions->pdata[j], names[i]))
        spoken_of |= G_GUINT64_CONSTANT (1) << i;
  for (guint i = 0; m > 0 && i < rows->len / m && callable->n_breaks < MAX_BREAKS; i++) {
    g_array_append_vals (callable->breaks, &g_array_index (rows, gint64, i * m), m);
    g_array_append_val (callable->breaks_speak_of, spoken_of);
    callable->n_breaks++;
  }
}

static void find_breaks (AfCallable *callable)
{
  g_autoptr (AfSolver) solver = NULL;
  g_autoptr (GPtrArray) conditions = list_conditions (callable);
  g_autofree const char **names = names_of (callable);

  callable->breaks = g_array_new (FALSE, FALSE, sizeof (gint64));
  callable->breaks_speak_of = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < callable->routine->clauses->len; i++) {
    const AfClause *clause = callable->routine->clauses->pdata[i];
    g_autoptr (GPtrArray) ways = NULL;

    if ((clause->kind != AF_CLAUSE_ARITH && clause->kind != AF_CLAUSE_BOUNDS) || clause->expr == NULL
        || !is_scalar (callable, clause->expr))
      continue;
    if (solver == NULL)
      solver = af_solver_new (0);
    ways = list_ways (clause->expr);
    for (guint j = 0; j < ways->len; j++) {
      g_ptr_array_add (conditions, ways->pdata[j]);
      add_breaks (callable, solver, conditions, names);
      g_ptr_array_set_size (conditions, (gint)conditions->len - 1);
    }
  }
}

void af_preconditions_improve (AfPreconditions *preconditions, const AfSchedule *schedule)
{
  for (guint i = 0; i < preconditions->repertoire->targets->len; i++) {
    AfCallable *callable = preconditions->repertoire->targets->pdata[i];
    guint tried = g_array_index (schedule->tried, guint, callable->thunk);
    guint made = g_array_index (schedule->made, guint, callable->thunk);

    if (tried < FEW)
      continue;
    if (callable->breaks == NULL)
      find_breaks (callable);
    if (callable->solutions == NULL && made * 2 < tried)
      solve (callable);
    if (made * 8 < tried)
      find_leads (preconditions, callable, tried, made);
  }
}

void af_preconditions_prepare (const GPtrArray *aims)
{
  for (guint i = 0; i < aims->len; i++)
    if (((AfCallable *)aims->pdata[i])->breaks == NULL)
      find_breaks (aims->pdata[i]);
}
