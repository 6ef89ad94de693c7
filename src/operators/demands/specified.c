/* Special cases that the contract tells: beyond the paper.
 *
 * In:  the first location of a routine.
 * Out: where a postcondition asks what held at entry, or sets a condition against the result, an exit in that case, and
 * in the contrary one:
 *
 *     ENSURE (RESULT == OLD (!contains (t, key)))           if (contains (t, key))
 *                                                             return false;
 *     ENSURE (RESULT == (room > length (s)))                if (room <= length (s))
 *                                                             return false;
 *
 * What is done too early, or twice, when there is nothing to do, is not begun then. */
#include "operators/operators-internal.h"

enum { MAX_CASES = 3, MAX_EXITS = 3 };

typedef struct {
  const AfQuestion *question;
  GPtrArray *cases; /* of AfExpr */
} Cases;

static void add_case (Cases *c, AfExpr *condition)
{
  gboolean joins = condition->kind == AF_EXPR_BINARY && (condition->op == AF_OP_AND || condition->op == AF_OP_OR);
  if (joins || (condition->kind == AF_EXPR_UNARY && condition->op == AF_OP_NOT)) {
    for (guint i = 0; i < condition->n_args; i++)
      add_case (c, condition->args[i]);
    return;
  }
  if (c->cases->len >= MAX_CASES || !af_operators_is_truth (condition) || af_expr_is_constant (condition)
      || !af_expr_is_pure (condition)
      || !af_operators_writable (c->question->routine, c->question->location, condition))
    return;
  for (guint i = 0; i < c->cases->len; i++)
    if (af_expr_equal (g_ptr_array_index (c->cases, i), condition))
      return;
  g_ptr_array_add (c->cases, af_expr_ref (condition));
}

static gboolean visit (AfExpr *node, gpointer data)
{
  if (node->kind != AF_EXPR_OLD)
    return TRUE;
  add_case (data, node->args[0]);
  return FALSE;
}

/* The largest conditions that the result is set against; not what holds after a success, which is the routine's work.
 */
static gboolean visit_beside (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_IMPLIES) {
    if (!af_expr_mentions_result (node->args[0]) && af_expr_mentions_result (node->args[1]))
      add_case (data, node->args[0]);
    return FALSE;
  }
  if (af_expr_mentions_result (node))
    return node->kind != AF_EXPR_FORALL && node->kind != AF_EXPR_EXISTS;
  if (af_operators_is_truth (node))
    add_case (data, node);
  return FALSE;
}

static void add_cases (Cases *cases, AfExpr *clause)
{
  af_expr_walk (clause, visit, cases);
  if (!af_expr_mentions_result (clause))
    return;
  g_autoptr (AfExpr) now = af_expr_without_old (clause);
  af_expr_walk (now, visit_beside, cases);
}

static gboolean is_first (const AfQuestion *question, const AfLocation *bearer)
{
  const AfLocation *location = question->location;
  for (guint i = 2; i < question->routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (question->routine->locations, i);
    if (other->kind != AF_LOCATION_CHECK && other->kind != AF_LOCATION_DECLARATION
        && other->range.start < location->range.start)
      return FALSE;
  }
  return location->editable && location->kind != AF_LOCATION_DECLARATION && bearer->braced && !bearer->has_label;
}

static void add_exit (AfMaker *m, const AfExpr *condition, guint at, const char *exit)
{
  const AfStyle *style = m->style;
  g_autofree char *test = g_strdup_printf ("if (%s)", condition->text);
  g_autofree char *head = af_style_text (style, condition->text);
  g_autofree char *spaced = g_strdup_printf ("if (%s)", head);
  g_autofree char *indent = af_source_indent (style->source, at);
  g_autofree char *text = af_style_headed (style, indent, spaced, exit);
  g_autofree char *summary = g_strdup_printf ("%s %s", test, exit);
  af_maker_put_before (m, af_maker_rewrite (m, ROW (SPECIFIED_EXIT), NULL, summary), at, text);
}

void af_produce_specified_exits (AfMaker *m)
{
  const AfQuestion *question = m->question;
  g_autoptr (GPtrArray) conditions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfLocation *bearer = af_location_bearer (question->routine, question->location);
  Cases cases = { question, conditions };
  if (!is_first (question, bearer))
    return;
  for (guint i = 0; i < question->module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (question->module->clauses, i);
    if (clause->kind == AF_CLAUSE_POSTCONDITION && clause->routine == (int)question->routine->id && clause->expr)
      add_cases (&cases, clause->expr);
  }
  g_autoptr (GPtrArray) exits = af_leave_texts (question, MAX_EXITS);
  for (guint i = 0; i < conditions->len; i++)
    for (guint contrary = 0; contrary < 2; contrary++) {
      g_autoptr (AfExpr) condition =
        contrary ? af_expr_not (g_ptr_array_index (conditions, i)) : af_expr_ref (g_ptr_array_index (conditions, i));
      for (guint k = 0; k < exits->len; k++) {
        g_autofree char *exit = g_strconcat (g_ptr_array_index (exits, k), ";", NULL);
        add_exit (m, condition, bearer->statement.start, exit);
      }
    }
}
