/* Implications mined from contracts, and their mutations (AutoFix, section 3.3).
 *
 * In:  the violated clause, the contracts of the routine, and those of each query that a predicate calls.
 * Out: for each `a implies b` in them four: a -> b, !a -> b, a -> !b, b -> a; and what has to be recorded so that they
 * can be computed.
 *
 * A query's contract is read at the call: its parameters are the arguments, RESULT is the call, OLD (e) is e.  In the
 * routine's own contracts RESULT is what it returns, unless that is a constant. Example: `int set_has (s, v) { ENSURE
 * (IMPLIES (RESULT, s->count != 0)); ...` gives IMPLIES (set_has (t, 3), t->count != 0) when set_has (t, 3) is among
 * the expressions; `t->count` is its operand. */
#include "localize/localize-internal.h"

typedef struct {
  GPtrArray *found; /* of AfExpr: implications and equivalences */
  GPtrArray *near;  /* those of them that can be written in the routine's place */
  gboolean is_near;
} AfMiner;

static gboolean visit_implication (AfExpr *node, gpointer data)
{
  AfMiner *miner = data;
  if (node->kind == AF_EXPR_IMPLIES || node->kind == AF_EXPR_IFF) {
    g_ptr_array_add (miner->found, af_expr_ref (node));
    if (miner->is_near)
      g_ptr_array_add (miner->near, node);
  }
  return node->kind != AF_EXPR_FORALL && node->kind != AF_EXPR_EXISTS;
}

/* @expr, part of a contract of the callee, as it reads at @call. */
static AfExpr *at_call (AfExpr *expr, const AfRoutine *callee, AfExpr *call)
{
  g_autoptr (AfExpr) now = af_expr_without_old (expr);
  g_autoptr (GPtrArray) from = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) to = g_ptr_array_new ();
  g_ptr_array_add (from, af_expr_new (AF_EXPR_RESULT, callee->result, NULL, NULL, 0));
  g_ptr_array_add (to, call);
  for (guint i = 0; i < callee->n_params && i < call->n_args; i++) {
    const AfVariable *param = callee->variables->pdata[i];
    g_ptr_array_add (from, af_expr_var (param->type, param->name, param->id));
    g_ptr_array_add (to, call->args[i]);
  }
  return af_expr_substitute_all (now, (AfExpr *const *)from->pdata, (AfExpr *const *)to->pdata, from->len);
}

static void mine (AfMiner *miner, AfExpr *expr)
{
  af_expr_walk (expr, visit_implication, miner);
}

static void mine_query (AfMiner *miner, const AfModule *module, const AfRoutine *routine, AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (module, call->name);
  /* what it speaks of is declared before it */
  miner->is_near = callee != NULL && callee->definition.file == routine->definition.file
                   && callee->definition.start <= routine->definition.start;
  for (guint i = 0; callee != NULL && i < callee->clauses->len; i++) {
    const AfClause *clause = callee->clauses->pdata[i];
    if (clause->expr == NULL || (clause->kind != AF_CLAUSE_POSTCONDITION && clause->kind != AF_CLAUSE_PRECONDITION))
      continue;
    g_autoptr (AfExpr) here = at_call (clause->expr, callee, call);
    mine (miner, here);
  }
}

static void mine_routine (AfMiner *miner, const AfRoutine *routine)
{
  miner->is_near = TRUE;
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->expr == NULL || af_clause_is_implicit (clause))
      continue;
    g_autoptr (AfExpr) now = af_expr_without_old (clause->expr);
    g_autoptr (GPtrArray) forms = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    af_add_with_results (routine, now, forms);
    for (guint k = 0; k < forms->len; k++)
      mine (miner, forms->pdata[k]);
  }
}

static gboolean visit_call (AfExpr *node, gpointer data)
{
  GPtrArray *calls = data;
  if (node->kind == AF_EXPR_CALL && node->is_pure) {
    for (guint i = 0; i < calls->len; i++)
      if (af_expr_equal (calls->pdata[i], node))
        return TRUE;
    g_ptr_array_add (calls, af_expr_ref (node));
  }
  return TRUE;
}

static AfExpr *implication (AfExpr *a, AfExpr *b, AfType *type)
{
  AfExpr *args[2] = { a, b };
  return af_expr_new (AF_EXPR_IMPLIES, type, NULL, args, 2);
}

/* Says something new: RESULT stands for nothing else, and neither side is a constant, as where a routine returns
 * one. */
static gboolean is_telling (AfExpr *found)
{
  return !af_expr_mentions_result (found) && !af_expr_is_constant (found->args[0])
         && !af_expr_is_constant (found->args[1]);
}

static void mutate (AfExpr *found, GPtrArray *implications)
{
  AfExpr *a = found->args[0], *b = found->args[1];
  g_autoptr (AfExpr) not_a = af_expr_not (a);
  g_autoptr (AfExpr) not_b = af_expr_not (b);
  g_ptr_array_add (implications, implication (a, b, found->type));
  g_ptr_array_add (implications, implication (not_a, b, found->type));
  g_ptr_array_add (implications, implication (a, not_b, found->type));
  g_ptr_array_add (implications, implication (b, a, found->type));
}

/* --- operands --- */

static gboolean is_comparison (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE;
}

static gboolean is_literal (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL || expr->kind == AF_EXPR_NULL;
}

/* Appends what af_states_evaluate looks up for @expr; false where that cannot be recorded. */
static gboolean add_operands (AfExpr *expr, GPtrArray *operands)
{
  gboolean is_connective = expr->kind == AF_EXPR_IMPLIES || expr->kind == AF_EXPR_IFF
                           || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT)
                           || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR));
  gboolean by_sides = is_comparison (expr) && !af_mixes_signs (expr->args[0], expr->args[1]);
  for (guint i = 0; by_sides && i < expr->n_args; i++)
    by_sides = is_literal (expr->args[i]) || af_is_recordable (expr->args[i]);
  if (is_connective || by_sides) {
    for (guint i = 0; i < expr->n_args; i++)
      if (!add_operands (expr->args[i], operands))
        return FALSE;
    return TRUE;
  }
  if (is_literal (expr))
    return TRUE;
  g_autoptr (AfExpr) now = af_expr_without_old (expr);
  if (!af_is_recordable (expr) || !af_expr_is_pure (expr) || af_expr_mentions_result (expr)
      || !af_expr_equal (now, expr))
    return FALSE;
  g_ptr_array_add (operands, expr);
  return TRUE;
}

static gboolean is_among (const GPtrArray *exprs, const AfExpr *expr)
{
  for (guint i = 0; i < exprs->len; i++)
    if (af_expr_equal (exprs->pdata[i], expr))
      return TRUE;
  return FALSE;
}

/* --- the whole --- */

GPtrArray *af_implications (const AfModule *module, const AfFault *fault, const GPtrArray *expressions,
                            GPtrArray *operands)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) near = g_ptr_array_new ();
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfMiner miner = { found, near, TRUE };
  if (fault->condition != NULL) {
    g_autoptr (GPtrArray) forms = af_clause_forms (module, fault);
    for (guint i = 0; i < forms->len; i++)
      mine (&miner, forms->pdata[i]);
  }
  mine_routine (&miner, fault->routine);
  for (guint i = 0; i < expressions->len; i++)
    af_expr_walk (expressions->pdata[i], visit_call, calls);
  for (guint i = 0; i < calls->len; i++)
    mine_query (&miner, module, fault->routine, calls->pdata[i]);

  GPtrArray *implications = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < found->len; i++)
    if (is_telling (found->pdata[i]))
      mutate (found->pdata[i], implications);
  for (guint i = 0; operands && i < near->len; i++) {
    g_autoptr (GPtrArray) parts = g_ptr_array_new ();
    gboolean computable = is_telling (near->pdata[i]) && add_operands (near->pdata[i], parts);
    for (guint k = 0; computable && k < parts->len && operands->len < AF_MAX_OPERANDS; k++)
      if (!is_among (expressions, parts->pdata[k]) && !is_among (operands, parts->pdata[k]))
        g_ptr_array_add (operands, af_expr_ref (parts->pdata[k]));
  }
  return implications;
}
