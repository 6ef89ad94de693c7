/* Queries of the call's own values: what a contract may ask besides parts of objects.
 *
 * In:  a routine, the queries of its module.
 * Out: terms of an object and a value, of an object and two, of a value alone, of a record and another value:
 *
 *     bool set_add (Set *s, int x)                        set_has (s, x)
 *     void grid_put (Grid *g, int row, int col, int v)    grid_get (g, row, col)
 *     int rows_max (const Grid *g, int *row, int *col)    grid_get (g, *row, *col)
 *     bool put_number (Out *o, unsigned v)                number_size (v)
 *     Span span_join (Span a, Span b)                     span_has (RESULT, a)
 *
 * Numbers are handed to what is kin of them. */
#include "infer/infer-internal.h"

enum { MOST_OF_TWO = 2, MOST_TOLD = 16 };

/* A value of the call: a parameter, what an out parameter holds in the end, RESULT. */
typedef struct {
  AfExpr *expr;
  const char *name;  /* of the parameter; null: RESULT */
  int param;         /* -1: RESULT */
  gboolean is_after; /* it is known in the end alone */
} Value;

static void value_clear (gpointer data)
{
  af_expr_unref (((Value *)data)->expr);
}

static void add_value (GArray *values, AfExpr *expr, const AfVariable *param, int number, gboolean is_after)
{
  Value value = { af_expr_ref (expr), param ? param->name : NULL, number, is_after };
  g_array_append_val (values, value);
}

/* Array of Value. */
static GArray *list_values (const AfRoutine *routine, gboolean is_exit)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (Value));
  g_array_set_clear_func (values, value_clear);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    g_autoptr (AfExpr) expr = af_param_expr (routine, i);
    add_value (values, expr, param, (int)i, FALSE);
    gboolean is_place =
      af_type_is_out (param->type) ? af_type_is_number (param->type->target) : af_type_is_record_pointer (param->type);
    if (!is_exit || !is_place || param->type->is_const || routine->is_query)
      continue;
    g_autoptr (AfExpr) place = af_expr_new (AF_EXPR_DEREF, param->type->target, NULL, &expr, 1);
    add_value (values, place, param, (int)i, TRUE);
  }
  if (is_exit && routine->result && routine->result->kind != AF_TYPE_VOID) {
    g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
    add_value (values, result, NULL, -1, TRUE);
  }
  return values;
}

/* Whether a contract in the routine's body may name @query: a header declares it, or it stands above. */
static gboolean is_named_before (const AfScope *scope, const AfRoutine *query)
{
  return query->declared.file >= 0
         || (query->definition.file == scope->routine->definition.file
             && query->definition.start < scope->routine->definition.start);
}

/* Whether @value can be parameter @index of @query. */
static gboolean is_fit (const AfScope *scope, const AfRoutine *query, guint index, const Value *value)
{
  const AfVariable *param = query->variables->pdata[index];
  if (param->type != value->expr->type || !(af_type_is_number (param->type) || param->type->kind == AF_TYPE_POINTER))
    return FALSE;
  g_autoptr (AfExpr) theirs = af_expr_var (param->type, param->name, param->id);
  return param->type->kind == AF_TYPE_POINTER
         || af_kinships_of (scope->units, query, theirs) == af_kinships_of (scope->units, scope->routine, value->expr);
}

/* The same, and where it is a number the text tells so. */
static gboolean is_told_fit (const AfScope *scope, const AfRoutine *query, guint index, const Value *value)
{
  return is_fit (scope, query, index, value)
         && (value->expr->type->kind == AF_TYPE_POINTER
             || af_kinships_of (scope->units, scope->routine, value->expr) >= 0);
}

/* A call of @query with @args about parameter @number. */
static void add_call (const AfScope *scope, GPtrArray *list, const AfRoutine *query, AfExpr **args, int number,
                      gboolean is_exit, gboolean is_after)
{
  AfTerm like = { .object = number };
  gboolean has_old = !is_after && !scope->routine->is_query && number >= 0 && number != AF_OBJECT_RESULT;
  g_autoptr (AfExpr) call = af_expr_call (query->result, query->name, args, query->n_params, TRUE);
  if (is_exit)
    af_scope_add_changing (scope, list, call, has_old, &like);
  else
    af_scope_add (scope, list, call);
}

static gboolean is_named_so (const AfRoutine *query, guint index, const Value *value)
{
  return g_strcmp0 (((const AfVariable *)query->variables->pdata[index])->name, value->name) == 0;
}

/* The pairs of values, those first that have the names of the query's parameters; then those in their order. */
static void add_pairs (const AfScope *scope, GPtrArray *list, const AfRoutine *query, AfExpr *object, int number,
                       const GArray *values, gboolean is_exit)
{
  guint n = 0;
  for (guint named = 2; named-- > 0 && n == 0;)
    for (guint i = 0; i < values->len; i++)
      for (guint k = 0; k < values->len && n < MOST_OF_TWO; k++) {
        const Value *first = &g_array_index (values, Value, i), *second = &g_array_index (values, Value, k);
        gboolean is_apart = first->param != second->param && first->param != number && second->param != number;
        gboolean is_next =
          named ? is_named_so (query, 1, first) && is_named_so (query, 2, second) : first->param < second->param;
        if (!is_apart || !is_next || first->param < 0 || second->param < 0 || first->is_after != second->is_after
            || !is_told_fit (scope, query, 1, first) || !is_told_fit (scope, query, 2, second))
          continue;
        AfExpr *args[] = { object, first->expr, second->expr };
        add_call (scope, list, query, args, number, is_exit, first->is_after);
        n++;
      }
}

void af_asked_of_object (const AfScope *scope, GPtrArray *list, AfExpr *object, int number, gboolean is_exit)
{
  g_autoptr (GArray) values = list_values (scope->routine, is_exit);
  for (guint i = 0; i < scope->module->routines->len; i++) {
    const AfRoutine *query = scope->module->routines->pdata[i];
    if (!scope->is_narrow && af_query_is_askable (query, scope->routine, object->type->target, 3)
        && is_named_before (scope, query))
      add_pairs (scope, list, query, object, number, values, is_exit);
    if (!af_query_is_askable (query, scope->routine, object->type->target, 2))
      continue;
    for (guint k = 0; k < values->len; k++) {
      const Value *value = &g_array_index (values, Value, k);
      gboolean is_other = value->param >= 0 ? value->param != number : number != AF_OBJECT_RESULT;
      if (!is_other || value->expr->kind == AF_EXPR_DEREF || !is_fit (scope, query, 1, value))
        continue;
      AfExpr *args[] = { object, value->expr };
      add_call (scope, list, query, args, number, is_exit, value->is_after);
    }
  }
}

/* Whether the query may be asked of values alone, @n of them. */
static gboolean is_of_values (const AfScope *scope, const AfRoutine *query, guint n)
{
  return query->n_params == n && query != scope->routine && is_named_before (scope, query) && query->is_query
         && query->is_public && !query->skipped && !query->is_variadic && !query->invariant_of && query->result;
}

/* Whether @value can be parameter @index of such a query: a number, a text, a record. */
static gboolean is_value_for (const AfScope *scope, const AfRoutine *query, guint index, const Value *value)
{
  const AfVariable *param = query->variables->pdata[index];
  gboolean is_place = value->expr->kind == AF_EXPR_DEREF && value->expr->type->kind != AF_TYPE_RECORD;
  if (param->type != value->expr->type || is_place)
    return FALSE;
  if (param->type->kind == AF_TYPE_POINTER)
    return param->type->target && param->type->target->is_char && param->type->is_const;
  return param->type->kind == AF_TYPE_RECORD || is_told_fit (scope, query, index, value);
}

typedef struct {
  const AfScope *scope;
  guint depth;
  gboolean reads;
} StateWalk;

static gboolean visit_state (AfExpr *node, gpointer data)
{
  StateWalk *walk = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (walk->scope->module, node->name) : NULL;
  walk->reads |= af_kinships_is_state (walk->scope->units, node);
  if (callee && walk->depth > 0 && !walk->reads) {
    walk->depth--;
    af_routine_walk (callee, visit_state, walk);
    walk->depth++;
  }
  return !walk->reads;
}

/* Whether what the query says depends on variables of the module, so that a call may change it. */
static gboolean reads_state (const AfScope *scope, const AfRoutine *query)
{
  StateWalk walk = { scope, 2, FALSE };
  af_routine_walk (query, visit_state, &walk);
  return walk.reads;
}

static void add_told (const AfScope *scope, GPtrArray *list, const AfRoutine *query, const Value *first,
                      const Value *second, gboolean is_exit)
{
  AfExpr *args[] = { first->expr, second ? second->expr : NULL };
  gboolean is_after = first->is_after || (second && second->is_after);
  if (is_exit && reads_state (scope, query)) {
    add_call (scope, list, query, args, AF_OBJECT_MODULE, TRUE, is_after);
    return;
  }
  g_autoptr (AfExpr) call = af_expr_call (query->result, query->name, args, second ? 2 : 1, TRUE);
  AfTerm *term = af_scope_add (scope, list, call);
  if (term)
    term->is_after = is_after;
}

/* Of each value, and of each two of which one is a record: `span_has (RESULT, at)`. */
static void add_told_by (const AfScope *scope, GPtrArray *list, const AfRoutine *query, const GArray *values,
                         guint most, gboolean is_exit)
{
  for (guint i = 0; i < values->len; i++) {
    const Value *first = &g_array_index (values, Value, i);
    gboolean is_alone = is_of_values (scope, query, 1);
    if (!is_value_for (scope, query, 0, first))
      continue;
    if (is_alone && list->len < most)
      add_told (scope, list, query, first, NULL, is_exit);
    for (guint k = 0; !is_alone && k < values->len && list->len < most; k++) {
      const Value *second = &g_array_index (values, Value, k);
      gboolean has_record = first->expr->type->kind == AF_TYPE_RECORD || second->expr->type->kind == AF_TYPE_RECORD;
      gboolean is_state = i < k && !has_record && reads_state (scope, query);
      if (i != k && (has_record || is_state) && is_value_for (scope, query, 1, second))
        add_told (scope, list, query, first, second, is_exit);
    }
  }
}

/* `count ()`, before and after. */
static void add_state (const AfScope *scope, GPtrArray *list, gboolean is_exit)
{
  for (guint i = 0; i < scope->module->routines->len; i++) {
    const AfRoutine *query = scope->module->routines->pdata[i];
    if (!is_of_values (scope, query, 0) || !reads_state (scope, query))
      continue;
    g_autoptr (AfExpr) call = af_expr_call (query->result, query->name, NULL, 0, TRUE);
    AfTerm like = { .is_part = TRUE, .object = AF_OBJECT_MODULE };
    if (is_exit) {
      af_scope_add_changing (scope, list, call, !scope->routine->is_query, &like);
      continue;
    }
    AfTerm *term = af_scope_add (scope, list, call);
    if (term) {
      term->is_part = TRUE;
      term->object = AF_OBJECT_MODULE;
    }
  }
}

/* Those that give a truth come first: there are only so many. */
void af_asked_of_values (const AfScope *scope, GPtrArray *list, gboolean is_exit)
{
  if (scope->is_narrow)
    return;
  g_autoptr (GArray) values = list_values (scope->routine, is_exit);
  add_state (scope, list, is_exit);
  guint most = list->len + MOST_TOLD;
  for (guint turn = 0; turn < 2; turn++)
    for (guint i = 0; i < scope->module->routines->len; i++) {
      const AfRoutine *query = scope->module->routines->pdata[i];
      gboolean is_truth = query->result && query->result->kind == AF_TYPE_BOOL;
      if (is_truth == (turn == 0) && (is_of_values (scope, query, 1) || is_of_values (scope, query, 2)))
        add_told_by (scope, list, query, values, most, is_exit);
    }
}
