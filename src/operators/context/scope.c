/* What may be changed at a location, and what can be read there.
 *
 * In:  a condition (a snapshot's state) and a location.
 * Out: targ(l, p), for each of the types truth, integer, pointer the largest sub-expressions that can be modified; and
 *      the pool of readable expressions of a type.
 *
 * Example: for `idx > s->index` the targets are s (commands can be called on it), idx and s->index.  `s->index` is
 * largest among the integers, so nothing inside of it is taken as an integer; the pointer s is.
 *
 * A query call hides the fields it looks at.  Beyond the paper, the body of a one-line query is looked at too, so that
 * `stack_is_empty(s)` also gives s->count. */
#include "operators/operators-internal.h"

#include "contracts/contracts.h"

enum { MAX_GLOBALS = 6 };

const AfLocation *af_location_bearer (const AfRoutine *routine, const AfLocation *location)
{
  if (location->kind != AF_LOCATION_FOR_INIT)
    return location;
  const AfLocation *bearer = NULL;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *head = g_ptr_array_index (routine->locations, i);
    if (head->kind == AF_LOCATION_FOR && af_range_contains (head->statement, location->range)
        && (!bearer || af_range_contains (bearer->statement, head->statement)))
      bearer = head;
  }
  return bearer ? bearer : location;
}

/* Offset before which code of schemas (a), (b) goes: the statement's start; for the exit the closing brace. */
static guint place_of (const AfRoutine *routine, const AfLocation *location)
{
  if (location->kind == AF_LOCATION_EXIT)
    return routine->body.end > 0 ? routine->body.end - 1 : 0;
  return af_location_bearer (routine, location)->statement.start;
}

static gboolean variable_visible (const AfRoutine *routine, const AfLocation *location, const AfVariable *variable)
{
  guint place = place_of (routine, location);
  if (!af_range_is_none (variable->scope) && !variable->is_param
      && (place < variable->scope.start || place >= variable->scope.end))
    return FALSE;
  /* `argc` of a program that takes no arguments would be a 1 in disguise */
  if (variable->is_param || variable->is_static)
    return !variable->is_idle;
  return g_ptr_array_find (location->scope, variable, NULL);
}

typedef struct {
  const AfRoutine *routine;
  const AfLocation *location;
  gboolean ignores_sizes; /* what sizeof only names */
  gboolean ok;
} Visibility;

static gboolean check_visible (AfExpr *node, gpointer data)
{
  Visibility *v = data;
  switch (node->kind) {
  case AF_EXPR_VAR:
    if (node->variable_id > 0 && node->variable_id <= v->routine->variables->len)
      v->ok =
        v->ok
        && variable_visible (v->routine, v->location, g_ptr_array_index (v->routine->variables, node->variable_id - 1));
    else if (node->variable_id > 0)
      v->ok = FALSE;
    return v->ok;
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
  case AF_EXPR_OTHER:
    v->ok = FALSE; /* no text that product code could hold */
    return FALSE;
  case AF_EXPR_INT:
    if (node->operand && !v->ignores_sizes)
      af_expr_walk (node->operand, check_visible, v);
    return v->ok;
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
    return TRUE;
  }
  return TRUE;
}

gboolean af_operators_visible (const AfRoutine *routine, const AfLocation *location, AfExpr *expr)
{
  Visibility v = { routine, location, FALSE, TRUE };
  af_expr_walk (expr, check_visible, &v);
  return v.ok;
}

gboolean af_operators_visible_but_sizes (const AfQuestion *question, AfExpr *expr)
{
  Visibility v = { question->routine, question->location, TRUE, TRUE };
  af_expr_walk (expr, check_visible, &v);
  return v.ok;
}

gboolean af_operators_is_truth (const AfExpr *expr)
{
  return af_expr_is_boolean (expr) || (expr->type && expr->type->kind == AF_TYPE_BOOL);
}

gboolean af_operators_is_integer (const AfExpr *expr)
{
  return !af_operators_is_truth (expr) && expr->type && af_type_is_integer (expr->type);
}

gboolean af_operators_is_logic (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR);
}

gboolean af_operators_is_pointer (const AfExpr *expr)
{
  return expr->type && expr->type->kind == AF_TYPE_POINTER;
}

static const AfVariable *variable_of (const AfRoutine *routine, const AfExpr *expr)
{
  if (expr->kind != AF_EXPR_VAR || expr->variable_id == 0 || expr->variable_id > routine->variables->len)
    return NULL;
  return g_ptr_array_index (routine->variables, expr->variable_id - 1);
}

gboolean af_operators_modifiable (const AfQuestion *question, AfExpr *expr)
{
  if (!expr->is_lvalue || !expr->type || !af_type_is_scalar (expr->type) || !af_expr_is_pure (expr))
    return FALSE;
  const AfVariable *variable = variable_of (question->routine, expr);
  if (variable && (variable->is_const || (variable->is_param && question->faithful)))
    return FALSE;
  return af_operators_visible (question->routine, question->location, expr);
}

/* Commands can be called on it, or it can be assigned. */
static gboolean takes_pointer (AfExpr *expr, gpointer data)
{
  const AfQuestion *question = data;
  if (!expr->type || expr->type->kind != AF_TYPE_POINTER || !af_expr_is_pure (expr) || expr->kind == AF_EXPR_NULL)
    return FALSE;
  if (af_type_is_record_pointer (expr->type) && !expr->type->is_const && expr->kind != AF_EXPR_CALL
      && expr->kind != AF_EXPR_CAST)
    return af_operators_visible (question->routine, question->location, expr);
  return !question->faithful && af_operators_modifiable (question, expr);
}

static gboolean takes_integer (AfExpr *expr, gpointer data)
{
  return af_operators_is_integer (expr) && af_operators_modifiable (data, expr);
}

static gboolean takes_float (AfExpr *expr, gpointer data)
{
  return af_expr_is_float (expr) && af_operators_modifiable (data, expr);
}

static gboolean takes_truth (AfExpr *expr, gpointer data)
{
  return af_operators_is_truth (expr) && af_operators_modifiable (data, expr);
}

typedef struct {
  GPtrArray *found;
  gboolean (*takes) (AfExpr *expr, gpointer data);
  gpointer data;
} Search;

static gboolean collect (AfExpr *node, gpointer data)
{
  Search *search = data;
  /* Flags like `1 | 512` are one thing with a meaning, not a number that is off by one; a single literal changes by
   * itself. */
  if (af_expr_is_constant (node))
    return FALSE;
  if (!search->takes (node, search->data))
    return TRUE;
  for (guint i = 0; i < search->found->len; i++)
    if (af_expr_equal (g_ptr_array_index (search->found, i), node))
      return FALSE;
  g_ptr_array_add (search->found, af_expr_ref (node));
  return FALSE;
}

GPtrArray *af_operators_largest (AfExpr *expr, gboolean (*takes) (AfExpr *expr, gpointer data), gpointer data)
{
  Search search = { g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref), takes, data };
  af_expr_walk (expr, collect, &search);
  return search.found;
}

static void add_new (GPtrArray *to, GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    af_operators_add_expr (to, g_ptr_array_index (from, i));
  g_ptr_array_unref (from);
}

static void add_targets (GPtrArray *targets, AfExpr *condition, AfQuestion *question)
{
  add_new (targets, af_operators_largest (condition, takes_pointer, question));
  add_new (targets, af_operators_largest (condition, takes_integer, question));
  if (!question->faithful)
    add_new (targets, af_operators_largest (condition, takes_float, question));
  add_new (targets, af_operators_largest (condition, takes_truth, question));
}

GPtrArray *af_operators_targets (const AfModule *module, const AfRoutine *routine, const AfLocation *location,
                                 AfExpr *condition, gboolean faithful)
{
  AfQuestion question = { .module = module, .routine = routine, .location = location, .faithful = faithful };
  GPtrArray *targets = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  add_targets (targets, condition, &question);
  if (faithful)
    return targets;
  g_autoptr (GPtrArray) parts = af_expr_sub (condition);
  for (guint i = 0; i < parts->len; i++) {
    AfExpr *part = g_ptr_array_index (parts, i);
    g_autoptr (AfExpr) body = part->kind == AF_EXPR_CALL ? af_contracts_inline (module, part) : NULL;
    if (body)
      add_targets (targets, body, &question);
  }
  return targets;
}

static void add_fields (GPtrArray *pool, AfExpr *base, const AfType *type)
{
  const AfType *record = base->type->kind == AF_TYPE_POINTER ? base->type->target : base->type;
  if (record->kind != AF_TYPE_RECORD || !record->is_complete || !record->fields)
    return;
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (field->type != type || !field->name || !field->name[0])
      continue;
    g_autoptr (AfExpr) expr = af_expr_field (base, field->name, field->type);
    af_operators_add_expr (pool, expr);
  }
}

/* Whether the state speaks about the object that @expr belongs to. */
static gboolean is_mentioned (const AfQuestion *question, AfExpr *expr)
{
  const AfExpr *base = expr;
  while (base->n_args && base->kind != AF_EXPR_VAR)
    base = base->args[0];
  if (base->kind != AF_EXPR_VAR)
    return FALSE;
  return (question->fail && af_expr_mentions (question->fail, base->name))
         || (question->clause && af_expr_mentions (question->clause, base->name));
}

typedef struct {
  const char *name;
  gboolean found;
} Global;

static gboolean find_global (AfExpr *node, gpointer data)
{
  Global *global = data;
  global->found =
    global->found || (node->kind == AF_EXPR_VAR && node->variable_id == 0 && g_strcmp0 (node->name, global->name) == 0);
  return !global->found;
}

static gboolean names_global (const AfRoutine *routine, const char *name)
{
  Global global = { name, FALSE };
  af_routine_walk (routine, find_global, &global);
  return global.found;
}

/* Variables of the file that are declared before the routine; those that it names come first. */
static void add_globals (GPtrArray *pool, const AfQuestion *question, const AfType *type)
{
  const AfRoutine *routine = question->routine;
  for (guint pass = 0, n = 0; pass < 2; pass++)
    for (guint i = 0; i < question->module->variables->len && n < MAX_GLOBALS; i++) {
      const AfVariable *variable = g_ptr_array_index (question->module->variables, i);
      if (variable->type != type || variable->scope.file != routine->definition.file
          || variable->scope.start > routine->definition.start || af_operators_has_variable (routine, variable->name)
          || names_global (routine, variable->name) != (pass == 0))
        continue;
      g_autoptr (AfExpr) expr = af_expr_var (variable->type, variable->name, 0);
      af_operators_add_expr (pool, expr);
      n++;
    }
}

GPtrArray *af_operators_pool (const AfQuestion *question, const AfType *type)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) bases = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < question->routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (question->routine->variables, i);
    if (!variable_visible (question->routine, question->location, variable))
      continue;
    g_autoptr (AfExpr) expr = af_expr_var (variable->type, variable->name, variable->id);
    if (variable->type == type)
      af_operators_add_expr (all, expr);
    if (af_type_is_record_pointer (variable->type) || variable->type->kind == AF_TYPE_RECORD)
      g_ptr_array_add (bases, af_expr_ref (expr));
  }
  for (guint i = 0; i < bases->len; i++)
    add_fields (all, g_ptr_array_index (bases, i), type);
  if (!question->faithful)
    add_globals (all, question, type);
  GPtrArray *pool = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < all->len; i++)
      if (is_mentioned (question, g_ptr_array_index (all, i)) == (pass == 0))
        g_ptr_array_add (pool, af_expr_ref (g_ptr_array_index (all, i)));
  return pool;
}

gboolean af_operators_is_loop_variable (const AfRoutine *routine, const AfLocation *location, const AfExpr *expr)
{
  guint place = place_of (routine, location);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *step = g_ptr_array_index (routine->locations, i);
    if (step->kind != AF_LOCATION_FOR_STEP || !step->expr || !step->expr->n_args)
      continue;
    gboolean around = step->statement.start <= place && place < step->statement.end;
    for (guint k = 0; !around && k < routine->locations->len; k++) {
      const AfLocation *head = g_ptr_array_index (routine->locations, k);
      around = head->kind == AF_LOCATION_FOR && head->statement.start <= step->range.start
               && step->range.end <= head->statement.end && head->statement.start <= place
               && place < head->statement.end;
    }
    if (around && af_expr_equal (step->expr->args[0], expr))
      return TRUE;
  }
  return FALSE;
}
