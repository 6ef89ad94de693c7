/* Linear assertions: which of their numbers are solved for, and how (paper, section 4.3.4; the weights are those of
 * AutoFix-E).
 *
 * In:  a fault, or a state.
 * Out: the assertion lambda, the weights of what it constrains, and the extremal values that it leaves.
 *
 * lambda is the violated clause with its neighbours in the same contract that speak of the same names, for the user has
 * written `0 <= i && i <= count + 1` as one and the contracts are split at &&; the type invariants are the solver's
 * background.  What shall vary and what is a constant say weights: the least one varies first.  A number that occurs k
 * times has 1 / k, half of that where it is the argument that a precondition is about, and half of that again where the
 * routine can assign it:
 *
 *     0 <= idx && idx <= s->count + 1, precondition of go (s, i) called as go (s, idx)      idx 1/8, s->count 1/2 */
#include "operators/operators-internal.h"

#include "contracts/contracts.h"

/* --- lambda --- */

/* A comparison of numbers without effects, over a name that @condition has. */
static gboolean is_beside (AfExpr *other, AfExpr *condition)
{
  if (other->kind != AF_EXPR_BINARY || other->op < AF_OP_LT || other->op > AF_OP_EQ || !af_expr_is_pure (other)
      || !other->args[0]->type || !af_type_is_integer (other->args[0]->type))
    return FALSE;
  g_autoptr (GPtrArray) parts = af_expr_sub (other);
  for (guint i = 0; i < parts->len; i++) {
    AfExpr *part = parts->pdata[i];
    if (part->is_lvalue && part->type && af_type_is_integer (part->type) && af_expr_contains (condition, part))
      return TRUE;
  }
  return FALSE;
}

AfExpr *af_constraint_assertion (const AfModule *module, const AfFault *fault)
{
  const AfClause *own = fault->clause;
  if (!fault->condition)
    return NULL;
  g_autoptr (AfFault) same = af_fault_new (module, fault->routine, fault->location, own);
  gboolean in_scope = same->condition && af_expr_equal (same->condition, fault->condition);
  gboolean is_contract =
    own->kind == AF_CLAUSE_PRECONDITION || own->kind == AF_CLAUSE_POSTCONDITION || own->kind == AF_CLAUSE_INVARIANT;
  AfExpr *all = NULL;
  for (guint i = 0; in_scope && is_contract && i < module->clauses->len; i++) {
    const AfClause *clause = module->clauses->pdata[i];
    if (clause->kind != own->kind || clause->routine != own->routine || !clause->expr)
      continue;
    g_autoptr (AfFault) beside = af_fault_new (module, fault->routine, fault->location, clause);
    if (clause != own && (!beside->condition || !is_beside (beside->condition, fault->condition)))
      continue;
    AfExpr *more = all ? af_expr_binary (AF_OP_AND, all, beside->condition) : af_expr_ref (beside->condition);
    af_expr_unref (all);
    all = more;
  }
  return all ? all : af_expr_ref (fault->condition);
}

/* @condition with one-line queries opened up, as the solver sees no linear term in a call. */
static AfExpr *opened (const AfModule *module, AfExpr *condition)
{
  AfExpr *result = af_expr_ref (condition);
  g_autoptr (GPtrArray) parts = af_expr_sub (condition);
  for (guint i = 0; i < parts->len; i++) {
    AfExpr *part = g_ptr_array_index (parts, i);
    g_autoptr (AfExpr) body = part->kind == AF_EXPR_CALL ? af_contracts_inline (module, part) : NULL;
    if (!body)
      continue;
    AfExpr *next = af_expr_substitute (result, part, body);
    af_expr_unref (result);
    result = next;
  }
  return result;
}

/* @plain: no numbers. */
static void add_extremes (GPtrArray *values, const AfQuestion *question, AfExpr *target, AfExpr *condition,
                          gboolean plain)
{
  if (!question->solver || !condition)
    return;
  g_autoptr (AfExpr) lambda = question->faithful ? af_expr_ref (condition) : opened (question->module, condition);
  if (!af_expr_contains (lambda, target))
    return;
  g_autoptr (GPtrArray) extremes = af_solver_extremes (question->solver, lambda, target);
  for (guint i = 0; i < extremes->len; i++) {
    AfExpr *value = g_ptr_array_index (extremes, i);
    gboolean known = plain && af_expr_is_constant (value);
    for (guint k = 0; k < values->len && !known; k++)
      known = af_expr_equal (g_ptr_array_index (values, k), value);
    if (!known && af_operators_visible (question->routine, question->location, value) && af_expr_is_pure (value))
      g_ptr_array_add (values, af_expr_ref (value));
  }
}

/* Beyond the paper the clause itself says more than its neighbours: of these only bounds with names count as much. */
GPtrArray *af_constraint_extremes (const AfQuestion *question, AfExpr *target)
{
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  gboolean has_more =
    question->assertion && !(question->clause && af_expr_equal (question->assertion, question->clause));
  if (has_more && question->faithful)
    add_extremes (values, question, target, question->assertion, FALSE);
  if (values->len == 0)
    add_extremes (values, question, target, question->clause, FALSE);
  if (has_more && !question->faithful)
    add_extremes (values, question, target, question->assertion, TRUE);
  add_extremes (values, question, target, question->fail, FALSE);
  return values;
}

/* --- weights --- */

/* A number that is no arithmetic and no constant: a variable, a field, an element, a call. */
static gboolean is_term (const AfExpr *expr)
{
  return af_operators_is_integer (expr) && !af_expr_is_constant (expr) && expr->kind != AF_EXPR_BINARY
         && expr->kind != AF_EXPR_UNARY && expr->kind != AF_EXPR_CAST;
}

static gboolean count_term (AfExpr *node, gpointer data)
{
  GArray *weights = data;
  if (!is_term (node))
    return TRUE;
  for (guint i = 0; i < weights->len; i++) {
    AfWeight *known = &g_array_index (weights, AfWeight, i);
    if (af_expr_equal (known->term, node)) {
      known->occurrences++;
      return FALSE;
    }
  }
  AfWeight weight = { .term = node, .occurrences = 1 };
  g_array_append_val (weights, weight);
  return FALSE;
}

typedef struct {
  const char *callee;
  const AfExpr *term;
  gboolean found;
} Arguments;

static gboolean find_argument (AfExpr *node, gpointer data)
{
  Arguments *arguments = data;
  for (guint i = 0; node->kind == AF_EXPR_CALL && g_strcmp0 (node->name, arguments->callee) == 0 && i < node->n_args;
       i++)
    arguments->found = arguments->found || af_expr_equal (node->args[i], arguments->term);
  return !arguments->found;
}

/* An argument that the violated precondition is about. */
static gboolean is_argument (const AfQuestion *question, const AfExpr *term)
{
  const AfFault *fault = question->fault;
  if (!fault || fault->clause->kind != AF_CLAUSE_PRECONDITION || fault->clause->routine < 0)
    return FALSE;
  const AfRoutine *callee = g_ptr_array_index (question->module->routines, fault->clause->routine);
  const AfLocation *location = af_routine_location (fault->routine, fault->location);
  Arguments arguments = { callee->name, term, FALSE };
  if (location && location->expr)
    af_expr_walk (location->expr, find_argument, &arguments);
  return arguments.found;
}

GArray *af_constraint_weights (const AfQuestion *question, AfExpr *lambda)
{
  GArray *weights = g_array_new (FALSE, TRUE, sizeof (AfWeight));
  af_expr_walk (lambda, count_term, weights);
  for (guint i = 0; i < weights->len; i++) {
    AfWeight *one = &g_array_index (weights, AfWeight, i);
    one->is_argument = is_argument (question, one->term);
    one->is_assignable = af_operators_modifiable (question, one->term);
    one->weight = (one->is_argument ? 0.5 : 1) * (one->is_assignable ? 0.5 : 1) / one->occurrences;
  }
  return weights;
}

/* What varies by the assertion, or without one by the state. */
static AfExpr *lambda_of (const AfQuestion *question)
{
  return question->assertion ? question->assertion : question->clause ? question->clause : question->fail;
}

/* Where an operator has one: of what lambda does not mention it is that of a constant which occurs once; all others
 * come after. */
static double weight_of (const GArray *weights, const AfAction *action)
{
  if (!af_action_has (action, AF_EXTREMAL))
    return 2;
  for (guint i = 0; i < weights->len; i++) {
    const AfWeight *one = &g_array_index (weights, AfWeight, i);
    if (af_expr_equal (one->term, action->target))
      return one->weight;
  }
  return 1;
}

static int by_prior (gconstpointer a, gconstpointer b, gpointer data)
{
  const AfAction *left = *(AfAction *const *)a, *right = *(AfAction *const *)b;
  guint x = left->row->prior, y = right->row->prior;
  if (x != y)
    return x < y ? -1 : 1;
  double u = weight_of (data, left), v = weight_of (data, right);
  return u < v ? -1 : u > v;
}

void af_constraint_sort (const AfQuestion *question, GPtrArray *actions)
{
  g_autoptr (GArray) weights = af_constraint_weights (question, lambda_of (question));
  g_ptr_array_sort_with_data (actions, by_prior, weights); /* stable: order of targets and values within an operator */
}
