/* Actions by replacement: replace(l, p) of the paper's section 4.3.2; and where an expression occurs in the user's
 * text.
 *
 * In:  a question.  Out: for each occurrence, in the location's expression, of a largest truth or integer
 * sub-expression of the state, the values that it could take instead.
 *
 * Example: for (sset_go_i_th(s, idx), idx > s->index, true): sset_go_i_th(s, idx - 1), (s, idx + 1), (s, 0), (s, 1),
 * (s, -1).
 *
 * Only what is read is replaced: not the assigned variable, not the operand of & or ++, nothing that comes from a
 * macro. */
#include "operators/operators.h"

#include <string.h>

typedef struct {
  GArray *found;
  AfRange range;
} Walk;

static gboolean is_lvalue_place (const AfExpr *parent, guint index)
{
  return (parent->kind == AF_EXPR_ASSIGN && index == 0) || parent->kind == AF_EXPR_STEP
         || parent->kind == AF_EXPR_ADDRESS;
}

static void walk (Walk *w, AfExpr *node, AfExpr *parent, guint index, gboolean is_target)
{
  if (node->in_macro)
    return;
  if (!af_range_is_none (node->range) && af_range_contains (w->range, node->range)) {
    AfOccurrence occurrence = { node, parent, index, is_target };
    g_array_append_val (w->found, occurrence);
  }
  for (guint i = 0; i < node->n_args; i++) {
    /* The base of an assigned `a[i].f` or `a.f` is part of the place; what is behind a pointer, and an index, is read.
     */
    gboolean part_of_place = is_target && i == 0 && (node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX)
                             && !(node->kind == AF_EXPR_FIELD && node->arrow);
    walk (w, node->args[i], node, i, is_lvalue_place (node, i) || part_of_place);
  }
}

GArray *af_operators_occurrences (const AfLocation *location)
{
  Walk w = { g_array_new (FALSE, FALSE, sizeof (AfOccurrence)), location->range };
  if (location->expr && location->editable)
    walk (&w, location->expr, NULL, 0, FALSE);
  return w.found;
}

/* Whether the text around the range already has the parentheses. */
static gboolean is_parenthesised (const AfSource *source, AfRange range)
{
  guint before = af_text_behind_blanks (source->text, 0, range.start);
  guint after = af_text_skip_blanks (source->text, range.end, (guint)source->length);
  return before > 0 && source->text[before - 1] == '(' && after < source->length && source->text[after] == ')';
}

/* Whether C takes any expression but a comma in this place as it is. */
static gboolean is_roomy (const AfOccurrence *occurrence)
{
  const AfExpr *parent = occurrence->parent;
  if (!parent)
    return TRUE;
  return parent->kind == AF_EXPR_CALL || (parent->kind == AF_EXPR_CALL_POINTER && occurrence->index > 0)
         || (parent->kind == AF_EXPR_INDEX && occurrence->index == 1)
         || (parent->kind == AF_EXPR_ASSIGN && occurrence->index == 1);
}

/* C takes `a & b - 1`, but compilers ask for parentheses. */
static gboolean is_unclear (const AfExpr *value, const AfExpr *parent)
{
  gboolean adds = value->kind == AF_EXPR_BINARY && (value->op == AF_OP_ADD || value->op == AF_OP_SUB);
  return adds && parent && parent->kind == AF_EXPR_BINARY
         && (parent->op == AF_OP_BIT_AND || parent->op == AF_OP_BIT_OR || parent->op == AF_OP_BIT_XOR
             || parent->op == AF_OP_SHL || parent->op == AF_OP_SHR);
}

char *af_occurrence_text (const AfSource *source, const AfOccurrence *occurrence, const AfExpr *value)
{
  /* `a && b || c` is C, but compilers ask for parentheses. */
  gboolean mixes = value->kind == AF_EXPR_BINARY && value->op == AF_OP_AND && occurrence->parent
                   && occurrence->parent->kind == AF_EXPR_BINARY && occurrence->parent->op == AF_OP_OR;
  /* `a->b->c`, not `(a->b)->c`. */
  const AfExpr *parent = occurrence->parent;
  gboolean follows = parent && (parent->kind == AF_EXPR_FIELD || parent->kind == AF_EXPR_INDEX)
                     && occurrence->index == 0 && af_expr_precedence (value) == af_expr_precedence (parent);
  gboolean bare =
    follows || is_roomy (occurrence) || is_parenthesised (source, occurrence->node->range)
    || (!mixes && !is_unclear (value, parent) && af_expr_precedence (value) > af_expr_precedence (occurrence->parent));
  return bare ? g_strdup (value->text) : g_strdup_printf ("(%s)", value->text);
}

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

static gboolean is_element (AfExpr *expr, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    if (af_expr_equal (g_ptr_array_index (list, i), expr))
      return TRUE;
  return FALSE;
}

/* Whether the new expression in its place would make the compiler warn. */
static gboolean fits (const AfOccurrence *occurrence, AfExpr *value)
{
  if (af_operators_warns (value))
    return FALSE;
  if (!occurrence->parent)
    return TRUE;
  g_autoptr (AfExpr) parent = af_expr_substitute (occurrence->parent, occurrence->node, value);
  return !af_operators_warns (parent);
}

static void add_replacements (GPtrArray *actions, const AfQuestion *question, const AfOccurrence *occurrence)
{
  g_autoptr (GPtrArray) values = af_operators_values (question, occurrence->node);
  for (guint i = 0; i < values->len; i++) {
    const AfValue *value = g_ptr_array_index (values, i);
    if (fits (occurrence, value->value))
      g_ptr_array_add (actions, af_rule_action (AF_ACTION_REPLACE, value->replace, occurrence->node, value->value,
                                                occurrence->node->range));
  }
}

static void add_largest (GPtrArray *found, AfExpr *expr, gboolean (*takes) (AfExpr *expr, gpointer data))
{
  g_autoptr (GPtrArray) largest = af_operators_largest (expr, takes, NULL);
  for (guint i = 0; i < largest->len; i++)
    if (!is_element (g_ptr_array_index (largest, i), found))
      g_ptr_array_add (found, af_expr_ref (g_ptr_array_index (largest, i)));
}

/* The largest truth and integer sub-expressions of the state, and of p itself: where p is false, the state has its
 * operator turned. */
static GPtrArray *replaceable (const AfQuestion *question)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  add_largest (found, question->fail, takes_truth);
  add_largest (found, question->fail, takes_integer);
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

GPtrArray *af_replacements_of (const AfQuestion *question)
{
  GPtrArray *actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  g_autoptr (GPtrArray) wanted = replaceable (question);
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *occurrence = &g_array_index (occurrences, AfOccurrence, i);
    if (!occurrence->is_target && !is_left (question, occurrence->node) && is_element (occurrence->node, wanted))
      add_replacements (actions, question, occurrence);
  }
  af_constraint_sort (question, actions);
  return actions;
}
