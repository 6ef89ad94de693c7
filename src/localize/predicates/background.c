/* What is known about the objects, for the prover.
 *
 * In:  the traced expressions, and the module's type invariants and queries.
 * Out: facts about each object among the expressions, and predicates with simple queries inlined.
 *
 * An invariant function counts as far as it has the form
 *     if (c1) return false;  if (c2) return false;  ...  return e;
 * which says !c1, !c2, e, each split at &&.  A query whose body is `return e;` is replaced by e, so that set_before (s)
 * and s->index == 0 are seen to be the same. */
#include "localize/localize-internal.h"

/* Queries that call queries are opened this deep. */
#define MAX_DEPTH 3

static void add_conjuncts (GPtrArray *facts, AfExpr *expr, const AfExpr *param, AfExpr *object)
{
  g_autoptr (GPtrArray) conjuncts = af_expr_conjuncts (expr);
  for (guint i = 0; i < conjuncts->len; i++)
    if (af_expr_is_pure (conjuncts->pdata[i]))
      g_ptr_array_add (facts, af_expr_substitute (conjuncts->pdata[i], param, object));
}

static gboolean returns_false (const AfLocation *location)
{
  const AfExpr *e = location->expr;
  return location->kind == AF_LOCATION_RETURN && e != NULL && (e->kind == AF_EXPR_BOOL || e->kind == AF_EXPR_INT)
         && e->value == 0;
}

static gboolean visit_local (AfExpr *node, gpointer data)
{
  const char **param = data;
  if (node->kind == AF_EXPR_VAR && node->variable_id != 0 && g_strcmp0 (node->name, *param) != 0)
    *param = NULL;
  return *param != NULL;
}

/* Whether @expr speaks of nothing local but the parameter, so that it means the same outside. */
static gboolean is_about (AfExpr *expr, const AfVariable *param)
{
  const char *name = param->name;
  af_expr_walk (expr, visit_local, &name);
  return name != NULL;
}

/* Follows the control flow from the entry as long as it has the form above. */
static void read_invariant (const AfRoutine *invariant, AfExpr *object, GPtrArray *facts)
{
  const AfVariable *param = invariant->variables->pdata[0];
  g_autoptr (AfExpr) it = af_expr_var (param->type, param->name, param->id);
  const AfLocation *at = af_routine_location (invariant, 0);
  for (guint steps = 0; steps < invariant->locations->len && at->next->len > 0; steps++) {
    if (at->kind == AF_LOCATION_ENTRY) {
      at = af_routine_location (invariant, g_array_index (at->next, guint, 0));
    } else if (at->kind == AF_LOCATION_RETURN) {
      if (at->expr != NULL && is_about (at->expr, param))
        add_conjuncts (facts, at->expr, it, object);
      return;
    } else if (at->kind == AF_LOCATION_IF && at->next->len == 2 && is_about (at->expr, param)
               && returns_false (af_routine_location (invariant, g_array_index (at->next, guint, 0)))) {
      /* !(a || b) is !a && !b. */
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
      g_ptr_array_add (parts, af_expr_ref (at->expr));
      for (guint i = 0; i < parts->len; i++) {
        AfExpr *part = parts->pdata[i];
        if (part->kind == AF_EXPR_BINARY && part->op == AF_OP_OR) {
          g_ptr_array_add (parts, af_expr_ref (part->args[0]));
          g_ptr_array_add (parts, af_expr_ref (part->args[1]));
          continue;
        }
        g_autoptr (AfExpr) fact = af_expr_not (part);
        add_conjuncts (facts, fact, it, object);
      }
      at = af_routine_location (invariant, g_array_index (at->next, guint, 1));
    } else {
      return;
    }
  }
}

GPtrArray *af_background_facts (const AfModule *module, const GPtrArray *expressions)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < expressions->len; i++) {
    AfExpr *object = expressions->pdata[i];
    if (object->type == NULL || !af_type_is_record_pointer (object->type))
      continue;
    const AfRoutine *invariant = af_module_invariant (module, object->type->target);
    if (invariant != NULL && invariant->n_params == 1)
      read_invariant (invariant, object, facts);
  }
  return facts;
}

static gboolean visit_call (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_CALL && node->is_pure)
    g_ptr_array_add (data, af_expr_ref (node));
  return TRUE;
}

/* One level; the same expression when there is nothing to open. */
static AfExpr *inline_once (const AfModule *module, AfExpr *expr)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) from = g_ptr_array_new ();
  g_autoptr (GPtrArray) to = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  af_expr_walk (expr, visit_call, calls);
  for (guint i = 0; i < calls->len; i++) {
    AfExpr *body = af_contracts_inline (module, calls->pdata[i]);
    if (body != NULL) {
      g_ptr_array_add (from, calls->pdata[i]);
      g_ptr_array_add (to, body);
    }
  }
  return af_expr_substitute_all (expr, (AfExpr *const *)from->pdata, (AfExpr *const *)to->pdata, from->len);
}

AfExpr *af_background_inline (const AfModule *module, AfExpr *expr)
{
  AfExpr *current = af_expr_ref (expr);
  for (guint depth = 0; depth < MAX_DEPTH; depth++) {
    AfExpr *next = inline_once (module, current);
    gboolean done = af_expr_equal (next, current);
    af_expr_unref (current);
    current = next;
    if (done)
      break;
  }
  return current;
}
