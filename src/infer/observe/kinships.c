/* Units: which values flow together.
 *
 * In:  the text of a module: what it assigns, compares, adds, passes and returns.
 * Out: classes of variables, fields, elements and results.  A count is compared with a count and an index with a
 * capacity; that a count was never greater than a colour says nothing.
 *
 * A key names a class: "Ring.count" a field, "ring_pop:r" a parameter or local, "ring_count()" a result, and a `[]`
 * behind any of them what it points to.  Keys are joined by union and find. */
#include "infer/infer-internal.h"

struct AfKinships {
  GHashTable *numbers; /* key -> number + 1 */
  GArray *parents;     /* of guint */
  GHashTable *changed; /* names of variables outside of routines that something may change */
};

static char *key_of (const AfRoutine *routine, const AfExpr *expr);

static char *element_key (const AfRoutine *routine, const AfExpr *expr)
{
  g_autofree char *key = key_of (routine, expr);
  return key ? g_strconcat (key, "[]", NULL) : NULL;
}

static char *operation_key (const AfRoutine *routine, const AfExpr *expr)
{
  char *key = NULL;
  if (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB || expr->op == AF_OP_MOD || expr->op == AF_OP_NEG)
    key = key_of (routine, expr->args[0]);
  if (!key && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB) && expr->n_args > 1)
    key = key_of (routine, expr->args[1]);
  return key;
}

/* Null: a constant, a product, what has no place. */
static char *key_of (const AfRoutine *routine, const AfExpr *expr)
{
  const AfType *record;
  switch ((int)expr->kind) {
  case AF_EXPR_VAR:
    return expr->variable_id == 0 ? g_strconcat ("::", expr->name, NULL)
                                  : g_strconcat (routine->name, ":", expr->name, NULL);
  case AF_EXPR_RESULT:
    return g_strconcat (routine->name, "()", NULL);
  case AF_EXPR_FIELD:
    record = expr->args[0]->type;
    record = record && record->kind == AF_TYPE_POINTER ? record->target : record;
    return record ? g_strdup_printf ("%u.%s", record->id, expr->name) : NULL;
  case AF_EXPR_CALL:
    return g_strconcat (expr->name, "()", NULL);
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
    return element_key (routine, expr->args[0]);
  case AF_EXPR_OLD:
  case AF_EXPR_CAST:
  case AF_EXPR_STEP:
  case AF_EXPR_ASSIGN:
    return key_of (routine, expr->args[0]);
  case AF_EXPR_CONDITIONAL:
    return key_of (routine, expr->args[1]);
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
    return operation_key (routine, expr);
  default:
    return NULL;
  }
}

static guint root_of (const AfKinships *units, guint number)
{
  while (g_array_index (units->parents, guint, number) != number)
    number = g_array_index (units->parents, guint, number);
  return number;
}

static guint number_of (AfKinships *units, const char *key)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (units->numbers, key));
  if (number == 0) {
    guint next = units->parents->len;
    g_array_append_val (units->parents, next);
    number = next + 1;
    g_hash_table_insert (units->numbers, g_strdup (key), GUINT_TO_POINTER (number));
  }
  return root_of (units, number - 1);
}

static void join_keys (AfKinships *units, const char *a, const char *b)
{
  guint left = number_of (units, a), right = number_of (units, b);
  g_array_index (units->parents, guint, MAX (left, right)) = MIN (left, right);
}

/* Pointers that flow together lead to things that do. */
static void join (AfKinships *units, const char *a, const char *b)
{
  g_autofree char *left = a ? g_strconcat (a, "[]", NULL) : NULL, *right = b ? g_strconcat (b, "[]", NULL) : NULL;
  if (!a || !b)
    return;
  join_keys (units, a, b);
  join_keys (units, left, right);
}

static void join_exprs (AfKinships *units, const AfRoutine *routine, const AfExpr *a, const AfExpr *b)
{
  g_autofree char *left = key_of (routine, a), *right = key_of (routine, b);
  join (units, left, right);
}

typedef struct {
  AfKinships *units;
  const AfModule *module;
  const AfRoutine *routine;
} AfFlow;

static void join_call (const AfFlow *flow, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (flow->module, call->name);
  for (guint i = 0; callee && i < MIN (call->n_args, callee->n_params); i++) {
    const AfVariable *param = callee->variables->pdata[i];
    g_autofree char *theirs = g_strconcat (callee->name, ":", param->name, NULL);
    g_autofree char *ours = key_of (flow->routine, call->args[i]);
    join (flow->units, ours, theirs);
  }
}

static void note_changed (const AfFlow *flow, const AfExpr *place)
{
  while (place->kind == AF_EXPR_FIELD || place->kind == AF_EXPR_INDEX || place->kind == AF_EXPR_DEREF
         || place->kind == AF_EXPR_CAST)
    place = place->args[0];
  if (place->kind == AF_EXPR_VAR && place->variable_id == 0)
    g_hash_table_add (flow->units->changed, g_strdup (place->name));
}

/* What is assigned, stepped, or handed on by its address. */
static void note_changes (const AfFlow *flow, const AfExpr *node)
{
  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS)
    note_changed (flow, node->args[0]);
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    if (node->args[i]->type && node->args[i]->type->kind == AF_TYPE_ARRAY)
      note_changed (flow, node->args[i]);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  const AfFlow *flow = data;
  note_changes (flow, node);
  gboolean joins =
    node->kind == AF_EXPR_ASSIGN || (node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE)
    || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_ADD || node->op == AF_OP_SUB || node->op == AF_OP_MOD));
  if (joins && node->n_args == 2 && node->op != AF_OP_MUL && node->op != AF_OP_DIV)
    join_exprs (flow->units, flow->routine, node->args[0], node->args[1]);
  if (node->kind == AF_EXPR_CONDITIONAL)
    join_exprs (flow->units, flow->routine, node->args[1], node->args[2]);
  if (node->kind == AF_EXPR_CALL)
    join_call (flow, node);
  if (node->kind == AF_EXPR_INDEX) {
    g_autofree char *array = key_of (flow->routine, node->args[0]), *index = key_of (flow->routine, node->args[1]);
    g_autofree char *place = array ? g_strconcat (array, "#", NULL) : NULL;
    if (place && index)
      join_keys (flow->units, place, index);
  }
  return TRUE;
}

static void join_location (const AfFlow *flow, const AfLocation *location)
{
  af_location_walk (location, visit, (gpointer)flow);
  if (location->expr && location->kind == AF_LOCATION_RETURN) {
    g_autofree char *result = g_strconcat (flow->routine->name, "()", NULL);
    g_autofree char *returned = key_of (flow->routine, location->expr);
    join (flow->units, result, returned);
  }
  for (guint i = 0; location->declares && i < location->declares->len; i++) {
    const AfVariable *variable = location->declares->pdata[i];
    g_autofree char *name = g_strconcat (flow->routine->name, ":", variable->name, NULL);
    g_autofree char *value = location->values->pdata[i] ? key_of (flow->routine, location->values->pdata[i]) : NULL;
    join (flow->units, name, value);
  }
}

AfKinships *af_kinships_new (const AfModule *module)
{
  AfKinships *units = g_new0 (AfKinships, 1);
  units->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  units->parents = g_array_new (FALSE, FALSE, sizeof (guint));
  units->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    AfFlow flow = { units, module, routine };
    for (guint i = 0; i < routine->locations->len; i++)
      join_location (&flow, routine->locations->pdata[i]);
    for (guint i = 0; i < routine->clauses->len; i++) {
      const AfClause *clause = routine->clauses->pdata[i];
      if (clause->expr && !af_clause_is_implicit (clause))
        af_expr_walk (clause->expr, visit, &flow);
    }
  }
  return units;
}

void af_kinships_free (AfKinships *units)
{
  if (!units)
    return;
  g_hash_table_unref (units->numbers);
  g_array_unref (units->parents);
  g_hash_table_unref (units->changed);
  g_free (units);
}

int af_kinships_of (const AfKinships *units, const AfRoutine *routine, const AfExpr *expr)
{
  g_autofree char *key = key_of (routine, expr);
  guint number = key ? GPOINTER_TO_UINT (g_hash_table_lookup (units->numbers, key)) : 0;
  return number > 0 ? (int)root_of (units, number - 1) : -1;
}

int af_kinships_of_index (const AfKinships *units, const AfExpr *row)
{
  g_autofree char *key = row->kind == AF_EXPR_FIELD ? key_of (NULL, row) : NULL;
  g_autofree char *place = key ? g_strconcat (key, "#", NULL) : NULL;
  guint number = place ? GPOINTER_TO_UINT (g_hash_table_lookup (units->numbers, place)) : 0;
  return number > 0 ? (int)root_of (units, number - 1) : -1;
}

gboolean af_kinships_is_state (const AfKinships *units, const AfExpr *variable)
{
  return variable->kind == AF_EXPR_VAR && variable->variable_id == 0
         && g_hash_table_contains (units->changed, variable->name);
}
