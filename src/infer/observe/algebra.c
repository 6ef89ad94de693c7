/* Algebra: what queries say of their own results and of each other's.
 *
 * In:  a routine.
 * Out: calls to hold against RESULT or against an argument (templates/algebra.c):
 *
 *     f (b, a)                     RESULT == f (b, a)                             it commutes
 *     -f (b, a)                    RESULT == -f (b, a)                            it turns its sign
 *     f (RESULT, c)                RESULT == f (RESULT, c), a == f (RESULT, c)    twice is once; twice is nothing
 *     g (RESULT), g (out)          a == g (RESULT)                                g undoes it
 *     f (t->left), f (t->right)    RESULT == f (t->left) + f (t->right) + 1       a sum of smaller calls
 *
 * A contract may well call the routine that it belongs to: while one is evaluated, no other one is. */
#include "infer/infer-internal.h"

enum { MOST_SWAPS = 3, MOST_UNDOING = 6, MOST_SMALLER = 2 };

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  GPtrArray *calls; /* of AfAlgebraic */
} AfFinder;

static void algebraic_free (gpointer data)
{
  AfAlgebraic *algebraic = data;
  af_expr_unref (algebraic->call);
  g_free (algebraic);
}

static void add_call (AfFinder *finder, AfExpr *call, AfAlgebra law)
{
  AfAlgebraic *algebraic = g_new0 (AfAlgebraic, 1);
  algebraic->call = af_expr_ref (call);
  algebraic->law = law;
  g_ptr_array_add (finder->calls, algebraic);
}

static const AfVariable *param_at (const AfRoutine *routine, guint i)
{
  return routine->variables->pdata[i];
}

/* Its parameters as expressions: array of AfExpr. */
static GPtrArray *arguments_of (const AfRoutine *routine)
{
  GPtrArray *arguments = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = param_at (routine, i);
    g_ptr_array_add (arguments, af_expr_var (param->type, param->name, param->id));
  }
  return arguments;
}

/* @query of @arguments, of which that at @place (G_MAXUINT: none) is @value. */
static AfExpr *call_with (const AfRoutine *query, const GPtrArray *arguments, guint place, AfExpr *value)
{
  g_autofree AfExpr **args = g_new (AfExpr *, arguments->len + 1);
  for (guint i = 0; i < arguments->len; i++)
    args[i] = i == place ? value : arguments->pdata[i];
  return af_expr_call (query->result, query->name, args, arguments->len, TRUE);
}

static gboolean is_askable (const AfRoutine *query)
{
  return query->is_query && !query->skipped && !query->is_variadic && !query->invariant_of && query->is_read
         && query->n_params > 0 && query->result
         && (af_type_is_integer (query->result) || query->result->kind == AF_TYPE_BOOL);
}

/* --- of itself --- */

static void add_swapped (AfFinder *finder, guint a, guint b)
{
  const AfRoutine *routine = finder->routine;
  g_autoptr (GPtrArray) arguments = arguments_of (routine);
  gpointer first = arguments->pdata[a];
  arguments->pdata[a] = arguments->pdata[b];
  arguments->pdata[b] = first;
  g_autoptr (AfExpr) call = call_with (routine, arguments, G_MAXUINT, NULL);
  add_call (finder, call, AF_ALGEBRA_SWAPPED);
  if (routine->result->kind != AF_TYPE_INT || !routine->result->is_signed)
    return;
  g_autoptr (AfExpr) opposite = af_expr_unary (AF_OP_NEG, call);
  add_call (finder, opposite, AF_ALGEBRA_SWAPPED);
}

static void find_swapped (AfFinder *finder)
{
  const AfRoutine *routine = finder->routine;
  guint n = 0;
  for (guint a = 0; a < routine->n_params; a++)
    for (guint b = a + 1; b < routine->n_params && n < MOST_SWAPS; b++) {
      const AfType *type = param_at (routine, a)->type;
      if (type != param_at (routine, b)->type || !(af_type_is_number (type) || af_type_is_record_pointer (type)))
        continue;
      add_swapped (finder, a, b);
      n++;
    }
}

/* In place of the first argument that could be a result. */
static void find_again (AfFinder *finder)
{
  const AfRoutine *routine = finder->routine;
  guint place = 0;
  while (place < routine->n_params && param_at (routine, place)->type != routine->result)
    place++;
  if (place == routine->n_params || !af_type_is_integer (routine->result))
    return;
  g_autoptr (GPtrArray) arguments = arguments_of (routine);
  g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
  g_autoptr (AfExpr) call = call_with (routine, arguments, place, result);
  add_call (finder, call, AF_ALGEBRA_AGAIN);
}

/* Of what its only parameter links to. */
static void find_smaller (AfFinder *finder)
{
  const AfRoutine *routine = finder->routine;
  const AfVariable *param = param_at (routine, 0);
  const AfType *record = routine->n_params == 1 && af_type_is_record_pointer (param->type) ? param->type->target : NULL;
  if (!record || !af_type_is_integer (routine->result) || !af_terms_sees_fields (finder->module, record))
    return;
  g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
  for (guint i = 0, n = 0; i < record->fields->len && n < MOST_SMALLER; i++) {
    const AfField *field = record->fields->pdata[i];
    if (!field->name || !*field->name || !af_type_is_record_pointer (field->type) || field->type->target != record)
      continue;
    g_autoptr (AfExpr) link = af_expr_field (object, field->name, field->type);
    g_autoptr (AfExpr) call = af_expr_call (routine->result, routine->name, &link, 1, TRUE);
    add_call (finder, call, AF_ALGEBRA_SMALLER);
    n++;
  }
}

/* --- of another --- */

/* A contract of @routine can name it. */
static gboolean is_declared (const AfRoutine *query, const AfRoutine *routine)
{
  return query->id < routine->id || (query->is_public && !query->is_static);
}

static gboolean takes (const AfType *param, const AfType *type)
{
  gboolean is_text = param->kind == AF_TYPE_POINTER && param->target && param->target->is_char && param->is_const;
  return param == type || (is_text && type->kind == AF_TYPE_POINTER && type->target == param->target);
}

/* What is called as @theirs here, but @value itself; null: nothing. */
static const AfVariable *alike (const AfRoutine *routine, const AfVariable *theirs, const AfExpr *value)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = param_at (routine, i);
    gboolean is_value = value->kind == AF_EXPR_VAR && value->variable_id == param->id;
    if (!is_value && param->type == theirs->type && g_strcmp0 (param->name, theirs->name) == 0)
      return param;
  }
  return NULL;
}

/* @query of @value at @place, and for the rest of what is called alike here; null: it takes something else. */
static AfExpr *undoing_call (const AfRoutine *routine, const AfRoutine *query, guint place, AfExpr *value)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  if (!takes (param_at (query, place)->type, value->type))
    return NULL;
  for (guint i = 0; i < query->n_params; i++) {
    const AfVariable *ours = i == place ? NULL : alike (routine, param_at (query, i), value);
    if (i != place && !ours)
      return NULL;
    g_ptr_array_add (arguments, ours ? af_expr_var (ours->type, ours->name, ours->id) : af_expr_ref (value));
  }
  return call_with (query, arguments, G_MAXUINT, NULL);
}

static gboolean has_param_of (const AfRoutine *routine, const AfType *type)
{
  for (guint i = 0; i < routine->n_params; i++)
    if (param_at (routine, i)->type == type)
      return TRUE;
  return FALSE;
}

static void find_undoing (AfFinder *finder, AfExpr *value)
{
  for (guint i = 0, n = 0; i < finder->module->routines->len && n < MOST_UNDOING; i++) {
    const AfRoutine *query = finder->module->routines->pdata[i];
    if (query == finder->routine || !is_askable (query) || query->result->kind == AF_TYPE_BOOL
        || !is_declared (query, finder->routine) || !has_param_of (finder->routine, query->result))
      continue;
    g_autoptr (AfExpr) call = NULL;
    for (guint place = query->n_params; place > 0 && !call; place--)
      call = undoing_call (finder->routine, query, place - 1, value);
    if (!call)
      continue;
    add_call (finder, call, AF_ALGEBRA_UNDOING);
    n++;
  }
}

/* What it gives, and texts that it writes for its caller. */
static void find_all_undoing (AfFinder *finder)
{
  const AfRoutine *routine = finder->routine;
  if (routine->result && (af_type_is_integer (routine->result) || routine->result->kind == AF_TYPE_POINTER)) {
    g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
    find_undoing (finder, result);
  }
  for (guint i = 0; !routine->is_query && i < routine->n_params; i++) {
    const AfVariable *param = param_at (routine, i);
    gboolean is_text = param->type->kind == AF_TYPE_POINTER && param->type->target && param->type->target->is_char;
    if (!is_text || param->type->is_const)
      continue;
    g_autoptr (AfExpr) out = af_expr_var (param->type, param->name, param->id);
    find_undoing (finder, out);
  }
}

GPtrArray *af_terms_algebra (const AfModule *module, const AfRoutine *routine)
{
  AfFinder finder = { module, routine, g_ptr_array_new_with_free_func (algebraic_free) };
  if (is_askable (routine)) {
    find_swapped (&finder);
    find_again (&finder);
    find_smaller (&finder);
  }
  find_all_undoing (&finder);
  return finder.calls;
}
