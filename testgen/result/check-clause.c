/* A violated postcondition as an assertion of a test, for builds that check none.
 *
 * In:  the clause, the arguments of the call that breaks it, as text.
 * Out: what must be remembered before the call, and the condition to assert after it:
 *
 *     ENSURE (ring_count (r) == OLD (ring_count (r)) - RESULT)
 *
 *     int before = ring_count(r);
 *     int taken = ring_drop(r, 2);
 *
 *     ck_assert(ring_count(r) == before - taken);
 *
 * That can be said where the clause uses nothing but what the module's header shows: public queries, numbers, fields of
 * records that tests can make themselves.  For the others the program has to be built so that contracts are checked. */
#include "testgen/testgen-internal.h"

typedef struct {
  const AfText *text;
  const AfRoutine *routine;
  gboolean fits;   /* nothing was found that a test cannot write */
  GPtrArray *olds; /* of AfExpr, not owned: OLD (e), outermost */
} Look;

static gboolean is_param (const AfRoutine *routine, const AfExpr *expr)
{
  for (guint i = 0; i < routine->n_params; i++)
    if (g_strcmp0 (((const AfVariable *)routine->variables->pdata[i])->name, expr->name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a test sees the fields of what @expr is or points to. */
static gboolean is_visible (const AfText *text, const AfExpr *expr)
{
  AfType *type = expr->type;

  if (type != NULL && type->kind == AF_TYPE_POINTER)
    type = type->target;
  return type != NULL && g_ptr_array_find (text->factories, type, NULL);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  Look *look = data;
  const AfRoutine *callee;

  switch (node->kind) {
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_RESULT:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
    break;
  case AF_EXPR_VAR:
    look->fits &= is_param (look->routine, node);
    break;
  case AF_EXPR_OLD:
    look->fits &= node->args[0]->type != NULL && node->args[0]->type->kind != AF_TYPE_ARRAY;
    g_ptr_array_add (look->olds, node);
    break;
  case AF_EXPR_CALL:
    callee = af_module_routine (look->text->module, node->name);
    look->fits &= callee != NULL && callee->is_public;
    break;
  case AF_EXPR_FIELD:
    look->fits &= is_visible (look->text, node->args[0]);
    break;
  case AF_EXPR_FUNCTION:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
  case AF_EXPR_OTHER:
    look->fits = FALSE;
    break;
  }
  return look->fits;
}

gboolean af_check_clause_fits (const AfText *text, const AfFault *fault, const AfRoutine *called, GPtrArray *olds)
{
  Look look = { text, called, TRUE, olds };

  if (fault->clause->kind != AF_CLAUSE_POSTCONDITION || fault->clause->expr == NULL || called != fault->routine
      || called->consumes >= 0)
    return FALSE;
  af_expr_walk (fault->clause->expr, visit, &look);
  return look.fits;
}

/* A node that is printed as @words. */
static AfExpr *words (AfType *type, const char *text)
{
  g_autofree char *inner = *text == '&' ? g_strconcat ("(", text, ")", NULL) : g_strdup (text);

  return af_expr_var (type, inner, 0);
}

char *af_check_clause_text (AfExpr *expr, const AfRoutine *called, char *const *arguments, const char *result,
                            const GPtrArray *olds, const GPtrArray *names)
{
  g_autoptr (GPtrArray) from = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) to = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (AfExpr) said = NULL;

  for (guint i = 0; olds != NULL && i < olds->len; i++) {
    AfExpr *old = olds->pdata[i];

    g_ptr_array_add (from, af_expr_ref (old));
    g_ptr_array_add (to, words (old->args[0]->type, names->pdata[i]));
  }
  for (guint i = 0; i < called->n_params; i++) {
    const AfVariable *param = called->variables->pdata[i];

    g_ptr_array_add (from, af_expr_var (param->type, param->name, 0));
    g_ptr_array_add (to, words (param->type, arguments[i]));
  }
  if (result != NULL) {
    g_ptr_array_add (from, af_expr_new (AF_EXPR_RESULT, called->result, NULL, NULL, 0));
    g_ptr_array_add (to, words (called->result, result));
  }
  said = af_expr_substitute_all (expr, (AfExpr *const *)from->pdata, (AfExpr *const *)to->pdata, from->len);
  return g_strdup (said->text);
}
