/* Actions that need the state as their guard but change no value.  Beyond the paper.
 *
 * In:  a question.
 * Out: return, break, continue and goto (`if (fail) return false;`), strengthened and weakened conditions (`!fail &&
 * cond`, `fail || cond`); and ways to leave that need no guard, at the end of a branch.
 *
 * The returned values are those of the routine's other returns, then the constants that its siblings of the same result
 * return, then what C programmers return when nothing can be done: false, NULL, 0; last, what a query that the routine
 * asks says of the neighbour: `return days_in (year - 1)`.  Labels are the routine's own.  In a condition the guard
 * comes first, so that it protects what the old condition evaluates. */
#include "operators/operators.h"

#include <string.h>

enum { MAX_RETURNS = 5, MAX_RETURNED = 4, MAX_SIBLINGS = 3, MAX_LABELS = 2, MAX_NEIGHBOURS = 3 };

static GPtrArray *new_actions (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
}

static void add_result (GPtrArray *values, AfExpr *value)
{
  for (guint i = 0; i < values->len; i++)
    if (af_expr_equal (g_ptr_array_index (values, i), value))
      return;
  g_ptr_array_add (values, af_expr_ref (value));
}

static gboolean is_constant (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BOOL || expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_NULL
         || (expr->kind == AF_EXPR_UNARY && expr->n_args == 1 && expr->args[0]->kind == AF_EXPR_INT);
}

/* Constants that the routine returns, then variables and the like that it returns and that are visible here. */
static void add_other_returns (GPtrArray *values, const AfQuestion *question)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < question->routine->locations->len; i++) {
      const AfLocation *other = g_ptr_array_index (question->routine->locations, i);
      if (other->kind != AF_LOCATION_RETURN || !other->expr || other == question->location)
        continue;
      gboolean wanted = pass == 0 ? is_constant (other->expr)
                                  : af_expr_is_pure (other->expr) && af_expr_size (other->expr) <= MAX_RETURNED;
      if (wanted && af_operators_visible (question->routine, question->location, other->expr))
        add_result (values, other->expr);
    }
}

static void add_default_returns (GPtrArray *values, AfType *type)
{
  if (type->kind == AF_TYPE_BOOL) {
    for (gint64 truth = 0; truth < 2; truth++) {
      g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_BOOL, type, NULL, NULL, 0);
      value->value = truth;
      af_expr_finish (value);
      add_result (values, value);
    }
  } else if (type->kind == AF_TYPE_INT) {
    g_autoptr (AfExpr) zero = af_expr_int (type, 0);
    add_result (values, zero);
  } else if (type->kind == AF_TYPE_POINTER) {
    g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, type, NULL, NULL, 0);
    add_result (values, null);
  }
}

/* `return -1`, `return STATUS_EMPTY` of other routines: the module's names for what went wrong. */
static void add_sibling_returns (GPtrArray *values, const AfQuestion *question)
{
  guint limit = values->len + MAX_SIBLINGS;
  for (guint r = 0; r < question->module->routines->len; r++) {
    const AfRoutine *routine = g_ptr_array_index (question->module->routines, r);
    if (routine == question->routine || routine->result != question->routine->result)
      continue;
    for (guint i = 0; i < routine->locations->len && values->len < limit; i++) {
      const AfLocation *other = g_ptr_array_index (routine->locations, i);
      if (other->kind == AF_LOCATION_RETURN && other->expr && is_constant (other->expr) && !other->expr->in_macro)
        add_result (values, other->expr);
    }
  }
}

typedef struct {
  const AfQuestion *question;
  GPtrArray *values;
  guint limit;
} Neighbours;

/* `f (x)` of the result's type, by `f (x - 1)`, `f (x + 1)` and itself. */
static gboolean visit_neighbour (AfExpr *node, gpointer data)
{
  Neighbours *n = data;
  if (node->kind != AF_EXPR_CALL || node->type != n->question->routine->result || node->n_args == 0 || node->in_macro
      || !af_expr_is_pure (node) || !af_operators_visible (n->question->routine, n->question->location, node))
    return TRUE;
  AfExpr *last = node->args[node->n_args - 1];
  for (guint i = 0; i < 3 && af_operators_is_integer (last) && n->values->len < n->limit; i++) {
    g_autoptr (AfExpr) arg = i == 2 ? af_expr_ref (last) : af_operators_shift (last, i == 0 ? AF_OP_SUB : AF_OP_ADD);
    g_autoptr (AfExpr) value = af_expr_substitute (node, last, arg);
    add_result (n->values, value);
  }
  return TRUE;
}

static void add_neighbours (GPtrArray *values, const AfQuestion *question)
{
  Neighbours n = { question, values, values->len + MAX_NEIGHBOURS };
  for (guint i = 2; i < question->routine->locations->len && question->routine->result->kind == AF_TYPE_INT; i++) {
    const AfLocation *other = g_ptr_array_index (question->routine->locations, i);
    if (other->expr && other->kind != AF_LOCATION_CHECK)
      af_expr_walk (other->expr, visit_neighbour, &n);
  }
}

GPtrArray *af_leave_values (const AfQuestion *question)
{
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfType *result = question->routine->result;
  if (!result || result->kind == AF_TYPE_VOID)
    return values;
  add_other_returns (values, question);
  if (values->len < 2 || result->kind == AF_TYPE_ENUM)
    add_sibling_returns (values, question);
  add_default_returns (values, result);
  g_ptr_array_set_size (values, MIN ((gint)values->len, MAX_RETURNS));
  add_neighbours (values, question);
  return values;
}

GPtrArray *af_leave_labels (const AfQuestion *question)
{
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  gboolean begins = TRUE;
  for (guint at = question->routine->body.start; at < question->routine->body.end && labels->len < MAX_LABELS; at++) {
    const char *text = source->text + at;
    if (begins && (g_ascii_isalpha (*text) || *text == '_')) {
      gsize length = 1;
      while (g_ascii_isalnum (text[length]) || text[length] == '_')
        length++;
      gsize colon = length + strspn (text + length, " ");
      if (text[colon] == ':' && text[colon + 1] != ':' && (length != 7 || strncmp (text, "default", 7) != 0))
        g_ptr_array_add (labels, g_strndup (text, length));
    }
    begins = *text == '\n' || (begins && g_ascii_isspace (*text));
  }
  return labels;
}

static gboolean in_switch (const AfQuestion *question)
{
  for (guint i = 0; i < question->routine->locations->len; i++) {
    const AfLocation *l = g_ptr_array_index (question->routine->locations, i);
    if (l->kind == AF_LOCATION_SWITCH && l->statement.start <= question->location->range.start
        && question->location->range.end <= l->statement.end)
      return TRUE;
  }
  return FALSE;
}

static AfAction *goto_action (const char *label)
{
  g_autoptr (AfExpr) name = af_expr_new (AF_EXPR_OTHER, NULL, label, NULL, 0);
  return af_rule_action (AF_ACTION_LEAVE, AF_RULE_GOTO, NULL, name, AF_RANGE_NONE);
}

GPtrArray *af_leaves_of (const AfQuestion *question)
{
  GPtrArray *actions = new_actions ();
  const AfLocation *location = question->location;
  AfType *result = question->routine->result;
  gboolean is_void = !result || result->kind == AF_TYPE_VOID;
  if (location->kind == AF_LOCATION_EXIT || (location->kind == AF_LOCATION_RETURN && !location->expr))
    return actions;
  g_autoptr (GPtrArray) values = af_leave_values (question);
  g_autoptr (GPtrArray) labels = af_leave_labels (question);
  for (guint i = 0; i < labels->len; i++)
    g_ptr_array_add (actions, goto_action (g_ptr_array_index (labels, i)));
  if (is_void)
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_RETURN, NULL, NULL, AF_RANGE_NONE));
  for (guint i = 0; i < values->len; i++)
    g_ptr_array_add (
      actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_RETURN, NULL, g_ptr_array_index (values, i), AF_RANGE_NONE));
  /* A loop's own head counts as outside of it, as the code goes before the whole statement. */
  const AfLocation *head = location->loop >= 0 ? af_routine_location (question->routine, (guint)location->loop) : NULL;
  if (head && head->statement.start < location->statement.start && !in_switch (question)) {
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_BREAK, NULL, NULL, AF_RANGE_NONE));
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_CONTINUE, NULL, NULL, AF_RANGE_NONE));
  }
  return actions;
}

/* A place where a truth value decides: a condition, that of ?:, a returned or assigned truth value. */
static gboolean decides (const AfLocation *location, const AfOccurrence *o)
{
  const AfExpr *node = o->node, *parent = o->parent;
  if (location->kind == AF_LOCATION_SWITCH || o->is_target)
    return FALSE;
  if (!parent && af_location_is_condition (location))
    return TRUE;
  if (parent && parent->kind == AF_EXPR_CONDITIONAL)
    return o->index == 0;
  gboolean is_value = parent ? parent->kind == AF_EXPR_ASSIGN && parent->op == AF_OP_NONE && o->index == 1
                             : location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_DECLARATION;
  return is_value && af_operators_is_truth (node) && !af_expr_is_constant (node);
}

GPtrArray *af_guards_of (const AfQuestion *question)
{
  GPtrArray *actions = new_actions ();
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  g_autoptr (AfExpr) good = af_expr_not (question->fail);
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
    AfExpr *condition = o->node;
    /* `!c && c` and `!c || c` are constants, the others change nothing. */
    if (!decides (question->location, o) || af_expr_equal (condition, question->fail)
        || af_expr_equal (condition, good))
      continue;
    g_autoptr (AfExpr) stronger = af_expr_binary (AF_OP_AND, good, condition);
    g_autoptr (AfExpr) weaker = af_expr_binary (AF_OP_OR, question->fail, condition);
    g_ptr_array_add (actions,
                     af_rule_action (AF_ACTION_REPLACE, AF_RULE_STRENGTHEN, condition, stronger, condition->range));
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_REPLACE, AF_RULE_WEAKEN, condition, weaker, condition->range));
  }
  return actions;
}

/* A branch that ends without leaving: `if (special) { *p = limit; return false; }`; a case of a switch without break.
 */
GPtrArray *af_ends_of (const AfQuestion *question)
{
  const AfLocation *location = question->location;
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  const AfLocation *outer = af_block_around (question->routine, location);
  gboolean falls_through = af_block_is_before_label (question->routine, source, location);
  if (location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_JUMP || location->kind == AF_LOCATION_EXIT
      || !outer || (!falls_through && (outer->kind != AF_LOCATION_IF || !af_block_is_last (source, location))))
    return new_actions ();
  GPtrArray *actions = falls_through ? new_actions () : af_leaves_of (question);
  if (falls_through)
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_BREAK, NULL, NULL, AF_RANGE_NONE));
  for (guint i = 0; i < actions->len; i++)
    ((AfAction *)g_ptr_array_index (actions, i))->behind = TRUE;
  return actions;
}
