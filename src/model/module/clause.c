/* Clauses: contracts one conjunct at a time, and what of them is shown where one is violated.
 *
 * In:  a kind, an expression, where it belongs.
 * Out: the clause, its text; its operands, whose values a failing test reports. */
#include "model/clause.h"

#include <string.h>

static const struct {
  const char *name;
  const char *phrase; /* text of a clause without an expression */
} clause_kinds[] = { [AF_CLAUSE_PRECONDITION] = { "precondition", NULL },
                     [AF_CLAUSE_POSTCONDITION] = { "postcondition", NULL },
                     [AF_CLAUSE_INVARIANT] = { "invariant", NULL },
                     [AF_CLAUSE_CHECK] = { "check", NULL },
                     [AF_CLAUSE_LOOP_INVARIANT] = { "loop invariant", NULL },
                     [AF_CLAUSE_LOOP_VARIANT] = { "loop variant", NULL },
                     [AF_CLAUSE_NULL] = { "null", NULL },
                     [AF_CLAUSE_HEAP] = { "heap", NULL },
                     [AF_CLAUSE_BOUNDS] = { "bounds", NULL },
                     [AF_CLAUSE_ARITH] = { "arithmetic", NULL },
                     [AF_CLAUSE_CRASH] = { "crash", "no crash" },
                     [AF_CLAUSE_HANG] = { "hang", "the call ends" },
                     [AF_CLAUSE_SANDBOX] = { "sandbox", "no forbidden call" },
                     [AF_CLAUSE_LEAK] = { "leak", "no memory is lost" },
                     [AF_CLAUSE_OPEN] = { "open", "no file stays open" },
                     [AF_CLAUSE_TEST] = { "test", "the test passes" } };

const char *af_clause_kind_name (AfClauseKind kind)
{
  return clause_kinds[kind].name;
}

AfClause *af_clause_new (AfClauseKind kind, AfExpr *expr, int routine, int location, AfRange range)
{
  AfClause *clause = g_new0 (AfClause, 1);
  const char *phrase = clause_kinds[kind].phrase;
  clause->kind = kind;
  clause->expr = expr ? af_expr_ref (expr) : NULL;
  clause->text = g_strdup (expr ? expr->text : phrase ? phrase : clause_kinds[kind].name);
  clause->routine = routine;
  clause->location = location;
  clause->range = range;
  return clause;
}

void af_clause_free (AfClause *clause)
{
  if (!clause)
    return;
  af_expr_unref (clause->expr);
  af_expr_unref (clause->subject);
  g_free (clause->text);
  g_free (clause);
}

gboolean af_clause_is_implicit (const AfClause *clause)
{
  return clause->kind == AF_CLAUSE_NULL || clause->kind == AF_CLAUSE_HEAP || clause->kind == AF_CLAUSE_BOUNDS
         || clause->kind == AF_CLAUSE_ARITH;
}

/* A value of its own, rather than something computed from values that are shown as well. */
static gboolean is_operand (const AfExpr *expr)
{
  gboolean reads = expr->kind == AF_EXPR_VAR || expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX
                   || expr->kind == AF_EXPR_DEREF || expr->kind == AF_EXPR_CALL || expr->kind == AF_EXPR_CALL_POINTER
                   || expr->kind == AF_EXPR_RESULT || expr->kind == AF_EXPR_NODES;
  return reads && (!expr->type || af_type_is_scalar (expr->type)) && !af_expr_is_boolean (expr)
         && af_expr_is_pure (expr);
}

static gboolean visit_old (AfExpr *node, gpointer data)
{
  gboolean *found = data;
  *found = *found || node->kind == AF_EXPR_OLD;
  return !*found;
}

static gboolean has_old (AfExpr *expr)
{
  gboolean found = FALSE;
  af_expr_walk (expr, visit_old, &found);
  return found;
}

/* Sub-expressions outside of OLD: what stands inside has another value where the clause is evaluated. */
static gboolean visit_operand (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_OLD)
    return FALSE;
  if (is_operand (node) && !has_old (node))
    g_hash_table_add (data, node->text);
  return TRUE;
}

static int compare_sizes (gconstpointer a, gconstpointer b)
{
  guint left = af_expr_size (*(AfExpr *const *)a), right = af_expr_size (*(AfExpr *const *)b);
  return (left < right) - (left > right);
}

/* What the weaver's guard takes out of the expression and notes by itself, so that it may have effects: the index of
 * `0 <= i` and `i < n`, the divisor, the length. */
static AfExpr *noted_by_guard (const AfClause *clause)
{
  AfGuardKind guard = clause->row ? clause->row->guard : AF_GUARD_CLAUSE;
  gboolean is_one = guard == AF_GUARD_LIMIT || guard == AF_GUARD_DIVISOR || guard == AF_GUARD_SIZE;
  gboolean has_zero = is_one && clause->expr->args[0]->kind == AF_EXPR_INT && clause->expr->args[0]->value == 0;
  return is_one ? clause->expr->args[has_zero ? 1 : 0] : NULL;
}

GPtrArray *af_clause_operands (const AfClause *clause)
{
  GPtrArray *operands = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  if (!clause->expr)
    return operands;
  g_autoptr (GHashTable) outside_old = g_hash_table_new (g_str_hash, g_str_equal);
  af_expr_walk (clause->expr, visit_operand, outside_old);
  /* af_expr_sub leaves out what mentions a bound variable. */
  g_autoptr (GPtrArray) parts = af_expr_sub (clause->expr);
  AfExpr *noted = noted_by_guard (clause);
  for (guint i = 0; i < parts->len; i++) {
    AfExpr *part = parts->pdata[i];
    if (is_operand (part) && g_hash_table_contains (outside_old, part->text) && !(noted && af_expr_equal (part, noted)))
      g_ptr_array_add (operands, af_expr_ref (part));
  }
  g_ptr_array_sort (operands, compare_sizes); /* stable */
  if (noted)
    g_ptr_array_insert (operands, 0, af_expr_ref (noted));
  if (operands->len > 6)
    g_ptr_array_set_size (operands, 6);
  return operands;
}
