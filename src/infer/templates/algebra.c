/* Algebra: which of the calls that could say something of a result do so.
 *
 * In:  a table with such calls (observe/algebra.c).   Out: relations; the chance that one holds by accident.
 *
 * What such a call says by itself is no evidence: that f (b, a) is f (a, b) where a is b, or that f (RESULT) is RESULT
 * where RESULT is the argument.  The other calls count, each by the chance that two of them have the same value: of a
 * result that is nearly always 0, many are needed. */
#include "infer/infer-internal.h"

#include <math.h>

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

static const AfTerm *term_at (const AfTable *table, guint i)
{
  return table->terms->pdata[i];
}

static void try_same (AfSearch *search, guint a, guint b)
{
  if (term_at (search->table, a)->kind == term_at (search->table, b)->kind)
    af_search_try (search, (AfFact){ AF_SHAPE_SAME, (int)a, (int)b, -1, 0 }, no_fact);
}

/* RESULT == f (t->left) + f (t->right) + 1, RESULT == f (t->next) + 1. */
static void search_smaller (AfSearch *search, guint result, guint call)
{
  for (guint other = call + 1; other < search->table->terms->len; other++)
    if (term_at (search->table, other)->law == AF_ALGEBRA_SMALLER)
      af_search_sum (search, (int)result, (int)call, (int)other);
  af_search_away (search, (int)result, (int)call);
}

static void search_call (AfSearch *search, guint result, guint call)
{
  const AfTerm *asked = term_at (search->table, call);
  gboolean is_of_result = asked->law == AF_ALGEBRA_SWAPPED || asked->law == AF_ALGEBRA_AGAIN;
  if (is_of_result && result < search->table->terms->len)
    try_same (search, result, call);
  if (asked->law == AF_ALGEBRA_SMALLER && result < search->table->terms->len)
    search_smaller (search, result, call);
  for (guint i = 0; i < search->table->terms->len; i++) {
    const AfTerm *given = term_at (search->table, i);
    if ((asked->law == AF_ALGEBRA_AGAIN || asked->law == AF_ALGEBRA_UNDOING) && given->is_param
        && given->expr->type == asked->expr->type)
      try_same (search, call, i);
  }
}

void af_search_algebra (AfSearch *search)
{
  guint n = search->table->terms->len, result = 0;
  while (result < n && !term_at (search->table, result)->is_result)
    result++;
  for (guint i = 0; i < n; i++)
    if (term_at (search->table, i)->law != AF_ALGEBRA_NONE)
      search_call (search, result, i);
}

/* --- chance --- */

static int place_of (const AfTable *table, const AfExpr *expr)
{
  for (guint i = 0; i < table->terms->len; i++)
    if (af_expr_equal (term_at (table, i)->expr, expr))
      return (int)i;
  return -1;
}

static const AfExpr *call_in (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_UNARY ? expr->args[0] : expr;
}

/* Two terms of a row that must differ for it to say something: arguments that are exchanged; RESULT and what it takes
 * the place of.  FALSE: every row does. */
static gboolean find_trivial (const AfTable *table, const AfTerm *asked, int *a, int *b)
{
  const AfExpr *call = call_in (asked->expr);
  if (asked->law != AF_ALGEBRA_SWAPPED && asked->law != AF_ALGEBRA_AGAIN)
    return FALSE;
  for (guint i = 0; i < call->n_args; i++) {
    *a = place_of (table, call->args[i]);
    for (guint k = 0; k < table->terms->len; k++)
      if (*a >= 0 && term_at (table, k)->is_param && term_at (table, k)->object == (int)i && *a != (int)k) {
        *b = (int)k;
        return TRUE;
      }
  }
  return FALSE;
}

double af_algebra_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  const AfTerm *first = term_at (table, (guint)fact->a), *second = term_at (table, (guint)fact->b);
  int a = -1, b = -1;
  gboolean has_trivial = find_trivial (table, first->law != AF_ALGEBRA_NONE ? first : second, &a, &b);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer count = NULL;
  guint n = 0;
  double same = 0;
  for (guint i = 0; i < rows->len; i++) {
    guint row = g_array_index (rows, guint, i);
    gint64 value = af_table_value (table, row, fact->b);
    if (has_trivial && af_table_value (table, row, a) == af_table_value (table, row, b))
      continue;
    guint known = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &value));
    g_hash_table_insert (counts, g_memdup2 (&value, sizeof value), GUINT_TO_POINTER (known + 1));
    n++;
  }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    same += pow ((double)GPOINTER_TO_UINT (count) / n, 2);
  return n > 0 && same < 1 ? pow (same, n) : 1;
}
