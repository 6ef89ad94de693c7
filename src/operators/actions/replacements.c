/* Actions by replacement: replace(l, p) of the paper's section 4.3.2.
 *
 * In:  a question.  Out: for each occurrence, in the location's expression, of a largest truth or integer
 * sub-expression of the state (beyond the paper a floating-point one, too), the values that it could take instead.
 *
 * Example: for (sset_go_i_th(s, idx), idx > s->index, true): sset_go_i_th(s, idx - 1), (s, idx + 1), (s, 0), (s, 1),
 * (s, -1). */
#include "operators/operators-internal.h"

static gboolean takes_truth (AfExpr *expr, gpointer data)
{
  (void)data;
  return af_operators_is_truth (expr);
}

static gboolean takes_integer (AfExpr *expr, gpointer data)
{
  (void)data;
  return af_operators_is_integer (expr);
}

static gboolean takes_float (AfExpr *expr, gpointer data)
{
  (void)data;
  return af_expr_is_float (expr);
}

static void add_largest (GPtrArray *found, AfExpr *expr, gboolean (*takes) (AfExpr *expr, gpointer data))
{
  g_autoptr (GPtrArray) largest = af_operators_largest (expr, takes, NULL);
  for (guint i = 0; i < largest->len; i++)
    af_operators_add_expr (found, g_ptr_array_index (largest, i));
}

/* The largest truth and integer sub-expressions of the state, and of p itself: where p is false, the state has its
 * operator turned. */
static GPtrArray *replaceable (const AfQuestion *question)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  add_largest (found, question->fail, takes_truth);
  add_largest (found, question->fail, takes_integer);
  if (!question->faithful)
    add_largest (found, question->fail, takes_float);
  if (question->snapshot && !question->snapshot->value)
    add_largest (found, question->snapshot->predicate->expr, takes_truth);
  return found;
}

/* The paper's sub (l) of an assignment is its right side's. */
static gboolean is_left (const AfQuestion *question, const AfExpr *node)
{
  const AfExpr *whole = question->location->expr;
  return question->faithful && whole->kind == AF_EXPR_ASSIGN && af_range_contains (whole->args[0]->range, node->range);
}

void af_replacements_add (AfMaker *m, const GPtrArray *providers, GPtrArray *actions)
{
  const AfQuestion *question = m->question;
  g_autoptr (GPtrArray) wanted = replaceable (question);
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  m->actions = actions;
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *occurrence = &g_array_index (occurrences, AfOccurrence, i);
    if (occurrence->is_target || is_left (question, occurrence->node)
        || !af_operators_has_expr (wanted, occurrence->node))
      continue;
    g_autoptr (GPtrArray) values = af_values_of (m, providers, occurrence->node);
    for (guint k = 0; k < values->len; k++) {
      const AfValue *value = g_ptr_array_index (values, k);
      af_maker_replace (m, occurrence, value->row, value->value);
    }
  }
  m->actions = NULL;
  af_constraint_sort (question, actions);
}
