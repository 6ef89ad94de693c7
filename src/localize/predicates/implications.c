/* Implications mined from contracts, and their mutations (AutoFix, section 3.3).
 *
 * In:  the violated clause, the contracts of the routine, and those of each query that a predicate calls.
 * Out: for each `a implies b` in them four: a -> b, !a -> b, a -> !b, b -> a.
 *
 * A query's contract is read at the call: its parameters are the arguments, RESULT is the call, OLD (e) is e.
 * Example: `int set_has (s, v) { ENSURE (IMPLIES (RESULT, s->count != 0)); ...` gives IMPLIES (set_has (t, 3), t->count != 0) when
 * set_has (t, 3) is among the predicates. */
#include "localize/localize-internal.h"

typedef struct {
  GPtrArray *found;     /* of AfExpr: implications and equivalences */
} AfMiner;

static gboolean visit_implication (AfExpr *node, gpointer data)
{
  AfMiner *miner = data;
  if (node->kind == AF_EXPR_IMPLIES || node->kind == AF_EXPR_IFF)
    g_ptr_array_add (miner->found, af_expr_ref (node));
  return node->kind != AF_EXPR_FORALL && node->kind != AF_EXPR_EXISTS;
}

/* @expr, part of a contract of the callee, as it reads at @call. */
static AfExpr *at_call (AfExpr *expr, const AfRoutine *callee, AfExpr *call)
{
  g_autoptr (AfExpr) now = af_without_old (expr);
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

static void mine_query (AfMiner *miner, const AfModule *module, AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (module, call->name);
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
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->expr == NULL || af_clause_is_implicit (clause))
      continue;
    g_autoptr (AfExpr) now = af_without_old (clause->expr);
    mine (miner, now);
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

GPtrArray *af_implications (const AfModule *module, const AfFault *fault, const GPtrArray *predicates)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfMiner miner = { found };
  if (fault->condition != NULL) {
    g_autoptr (AfExpr) now = af_without_old (fault->condition);
    mine (&miner, now);
  }
  mine_routine (&miner, fault->routine);
  for (guint i = 0; i < predicates->len; i++)
    af_expr_walk (((AfPredicate *)predicates->pdata[i])->expr, visit_call, calls);
  for (guint i = 0; i < calls->len; i++)
    mine_query (&miner, module, calls->pdata[i]);

  GPtrArray *implications = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < found->len; i++)
    if (!af_mentions_result (found->pdata[i]))
      mutate (found->pdata[i], implications);
  return implications;
}
