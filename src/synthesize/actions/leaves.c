/* Actions that need the state as their guard but change no value; and statements copied from elsewhere.  Beyond the paper.
 *
 * In:  a question.
 * Out: return, break and continue (`if (fail) return false;`), strengthened and weakened conditions
 *      (`!fail && cond`, `fail || cond`), and statements of the module that could stand here.
 *
 * The returned values are those of the routine's other returns, then what C programmers return when nothing can be done:
 * false, NULL, 0.  In a condition the guard comes first, so that it protects what the old condition evaluates. */
#include "synthesize/synthesize-internal.h"

enum { MAX_RETURNS = 4, MAX_RETURNED = 4, MAX_COPIES = 24, MAX_RENAMED = 12 };

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
      gboolean wanted = pass == 0 ? is_constant (other->expr) : af_expr_is_pure (other->expr) && af_expr_size (other->expr) <= MAX_RETURNED;
      if (wanted && af_synthesize_visible (question->routine, question->location, other->expr))
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

GPtrArray *af_leaves_of (const AfQuestion *question)
{
  GPtrArray *actions = new_actions ();
  const AfLocation *location = question->location;
  AfType *result = question->routine->result;
  gboolean is_void = !result || result->kind == AF_TYPE_VOID;
  if (location->kind == AF_LOCATION_EXIT || (location->kind == AF_LOCATION_RETURN && !location->expr))
    return actions;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  if (!is_void) {
    add_other_returns (values, question);
    add_default_returns (values, result);
  }
  if (is_void)
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_RETURN, NULL, NULL, AF_RANGE_NONE));
  for (guint i = 0; i < values->len && i < MAX_RETURNS; i++)
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_RETURN, NULL, g_ptr_array_index (values, i), AF_RANGE_NONE));
  /* A loop's own head counts as outside of it, as the code goes before the whole statement. */
  const AfLocation *head = location->loop >= 0 ? af_routine_location (question->routine, (guint)location->loop) : NULL;
  if (head && head->statement.start < location->statement.start && !in_switch (question)) {
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_BREAK, NULL, NULL, AF_RANGE_NONE));
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_LEAVE, AF_RULE_CONTINUE, NULL, NULL, AF_RANGE_NONE));
  }
  return actions;
}

GPtrArray *af_guards_of (const AfQuestion *question)
{
  GPtrArray *actions = new_actions ();
  const AfLocation *location = question->location;
  AfExpr *condition = location->expr;
  if (!af_location_is_condition (location) || location->kind == AF_LOCATION_SWITCH || !condition
      || af_range_is_none (condition->range) || condition->in_macro)
    return actions;
  g_autoptr (AfExpr) good = af_expr_not (question->fail);
  /* `!c && c` and `!c || c` are constants, the others change nothing. */
  if (af_expr_equal (condition, question->fail) || af_expr_equal (condition, good))
    return actions;
  g_autoptr (AfExpr) stronger = af_expr_binary (AF_OP_AND, good, condition);
  g_autoptr (AfExpr) weaker = af_expr_binary (AF_OP_OR, question->fail, condition);
  g_ptr_array_add (actions, af_rule_action (AF_ACTION_REPLACE, AF_RULE_STRENGTHEN, condition, stronger, condition->range));
  g_ptr_array_add (actions, af_rule_action (AF_ACTION_REPLACE, AF_RULE_WEAKEN, condition, weaker, condition->range));
  return actions;
}

/* --- statements from elsewhere --- */

typedef struct {
  const AfQuestion *question;
  gboolean ok;
} Rebind;

/* A name of another routine means the same here when a visible variable has the same name and type. */
static gboolean check_name (AfExpr *node, gpointer data)
{
  Rebind *rebind = data;
  if (node->kind == AF_EXPR_OTHER || node->in_macro)
    rebind->ok = FALSE;
  if (node->kind != AF_EXPR_VAR || node->variable_id == 0)
    return rebind->ok;
  gboolean found = FALSE;
  const GPtrArray *variables = rebind->question->routine->variables;
  for (guint i = 0; i < variables->len && !found; i++) {
    const AfVariable *variable = g_ptr_array_index (variables, i);
    g_autoptr (AfExpr) here = af_expr_var (variable->type, variable->name, variable->id);
    found = g_strcmp0 (variable->name, node->name) == 0 && variable->type == node->type && !variable->is_const
            && af_synthesize_visible (rebind->question->routine, rebind->question->location, here);
  }
  rebind->ok = rebind->ok && found;
  return rebind->ok;
}

static gboolean is_copyable (const AfQuestion *question, const AfRoutine *owner, const AfLocation *from)
{
  const AfExpr *expr = from->expr;
  if (from->kind != AF_LOCATION_STATEMENT || !from->editable || !expr || from == question->location)
    return FALSE;
  if (expr->kind != AF_EXPR_ASSIGN && expr->kind != AF_EXPR_STEP && expr->kind != AF_EXPR_CALL)
    return FALSE;
  if (expr->kind == AF_EXPR_CALL && g_strcmp0 (expr->name, question->routine->name) == 0)
    return FALSE;
  const AfRoutine *callee = expr->kind == AF_EXPR_CALL ? af_module_routine (question->module, expr->name) : NULL;
  if (callee && callee->is_static
      && (callee->definition.file != question->routine->definition.file || callee->definition.start > question->routine->definition.start))
    return FALSE;
  if (owner->definition.file != question->routine->definition.file)
    return FALSE;
  Rebind rebind = { question, TRUE };
  af_expr_walk (from->expr, check_name, &rebind);
  return rebind.ok;
}

/* A statement that could be copied. */
typedef struct {
  AfExpr *expr;
  guint count;          /* how often it stands in the module */
  guint place;
} Copy;

static void note_copy (GArray *copies, const AfLocation *from)
{
  for (guint i = 0; i < copies->len; i++) {
    Copy *copy = &g_array_index (copies, Copy, i);
    if (af_expr_equal (copy->expr, from->expr)) {
      copy->count++;
      return;
    }
  }
  Copy copy = { from->expr, 1, copies->len };
  g_array_append_val (copies, copy);
}

static int by_count (gconstpointer a, gconstpointer b)
{
  const Copy *left = a, *right = b;
  if (left->count != right->count)
    return left->count > right->count ? -1 : 1;
  return left->place < right->place ? -1 : left->place > right->place;
}

static void add_copy (GPtrArray *actions, AfRule rule, AfExpr *expr)
{
  for (guint i = 0; i < actions->len; i++)
    if (af_expr_equal (((const AfAction *)g_ptr_array_index (actions, i))->value, expr))
      return;
  AfActionKind kind = expr->kind == AF_EXPR_CALL ? AF_ACTION_CALL : AF_ACTION_SET;
  g_ptr_array_add (actions, af_rule_action (kind, rule, expr->n_args ? expr->args[0] : NULL, expr, AF_RANGE_NONE));
}

/* @expr of this routine with @variable by another of its type. */
static void add_renamed (GPtrArray *actions, const AfQuestion *question, AfExpr *expr, const AfVariable *variable, guint limit)
{
  const GPtrArray *variables = question->routine->variables;
  g_autoptr (AfExpr) old = af_expr_var (variable->type, variable->name, variable->id);
  for (guint i = 0; i < variables->len && actions->len < limit; i++) {
    const AfVariable *other = g_ptr_array_index (variables, i);
    if (other == variable || other->type != variable->type || other->is_const || !other->name || !other->name[0])
      continue;
    g_autoptr (AfExpr) new = af_expr_var (other->type, other->name, other->id);
    g_autoptr (AfExpr) renamed = af_expr_substitute (expr, old, new);
    Rebind rebind = { question, TRUE };
    af_expr_walk (renamed, check_name, &rebind);
    if (rebind.ok && !af_synthesize_warns (renamed))
      add_copy (actions, AF_RULE_COPY_RENAMED, renamed);
  }
}

static void add_all_renamed (GPtrArray *actions, const AfQuestion *question)
{
  const AfRoutine *routine = question->routine;
  guint limit = actions->len + MAX_RENAMED;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *from = g_ptr_array_index (routine->locations, i);
    gboolean is_step = from->kind == AF_LOCATION_STATEMENT && from->editable && from->expr
                       && (from->expr->kind == AF_EXPR_ASSIGN || from->expr->kind == AF_EXPR_STEP || from->expr->kind == AF_EXPR_CALL);
    for (guint v = 0; is_step && v < routine->variables->len; v++) {
      const AfVariable *variable = g_ptr_array_index (routine->variables, v);
      if (variable->name && af_expr_mentions (from->expr, variable->name))
        add_renamed (actions, question, from->expr, variable, limit);
    }
  }
}

GPtrArray *af_copies_of (const AfQuestion *question)
{
  GPtrArray *actions = new_actions ();
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (Copy));
  /* Siblings first: what other routines keep up to date is what this one may have forgotten. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint r = 0; r < question->module->routines->len; r++) {
      const AfRoutine *owner = g_ptr_array_index (question->module->routines, r);
      if ((owner == question->routine) != (pass == 1))
        continue;
      for (guint i = 0; i < owner->locations->len; i++) {
        const AfLocation *from = g_ptr_array_index (owner->locations, i);
        if (is_copyable (question, owner, from))
          note_copy (copies, from);
      }
    }
  g_array_sort (copies, by_count);
  for (guint i = 0; i < MIN (copies->len, MAX_COPIES); i++)
    add_copy (actions, AF_RULE_COPY_STATEMENT, g_array_index (copies, Copy, i).expr);
  add_all_renamed (actions, question);
  return actions;
}
