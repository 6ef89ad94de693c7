/* Other routines: beyond the paper.
 *
 * In:  a location.  Out: its expression with
 *
 *     first (l)     last (l)           another routine of the module that takes and gives the same
 *     a % b         floor_mod (a, b)   a helper of the module for an operator; for / and % of the whole routine, too
 *     i             slot (r, i)        a helper of the module around a value that it takes and gives
 *     f (x)         x                  and left out
 *     memcpy (...)  memmove (...)      one of the library that does nearly the same
 *
 * Programmers write such helpers because the plain form is wrong now and then; where one was forgotten, the plain form
 * stands.  A helper is a query, so putting it in changes nothing but the value. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_CALLEES = 5, MAX_HELPERS = 3, MAX_BOTH = 4 };

static AfType *param_type (const AfRoutine *routine, guint i)
{
  return ((const AfVariable *)g_ptr_array_index (routine->variables, i))->type;
}

/* It can be called here, and stand in another one's place. */
static gboolean is_known (const AfQuestion *question, const AfRoutine *routine)
{
  return af_operators_is_declared (question, routine) && !routine->is_variadic && !routine->invariant_of;
}

static guint common_letters (const char *a, const char *b)
{
  guint front = 0, back = 0, length_a = (guint)strlen (a), length_b = (guint)strlen (b);
  while (a[front] && a[front] == b[front])
    front++;
  while (back + front < MIN (length_a, length_b) && a[length_a - 1 - back] == b[length_b - 1 - back])
    back++;
  return front + back;
}

typedef struct {
  const AfRoutine *routine;
  guint likeness;
} Other;

static int by_likeness (gconstpointer a, gconstpointer b)
{
  const Other *left = a, *right = b;
  if (left->likeness != right->likeness)
    return left->likeness > right->likeness ? -1 : 1;
  return left->routine->id < right->routine->id ? -1 : left->routine->id > right->routine->id;
}

static gboolean is_alike (const AfRoutine *a, const AfRoutine *b)
{
  gboolean alike =
    a->result == b->result && a->n_params == b->n_params && a->is_query == b->is_query && a->consumes == b->consumes;
  for (guint i = 0; alike && i < a->n_params; i++)
    alike = param_type (a, i) == param_type (b, i);
  return alike;
}

/* `first (l)` → `last (l)`: those with the most similar names first. */
void af_produce_other_callees (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (m->question->module, node->name) : NULL;
  if (!callee || callee->n_params != node->n_args)
    return;
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (Other));
  for (guint i = 0; i < m->question->module->routines->len; i++) {
    const AfRoutine *other = g_ptr_array_index (m->question->module->routines, i);
    Other entry = { other, common_letters (callee->name, other->name) };
    if (other != callee && is_known (m->question, other) && is_alike (callee, other))
      g_array_append_val (others, entry);
  }
  g_array_sort (others, by_likeness);
  for (guint i = 0; i < others->len && i < MAX_CALLEES; i++) {
    const AfRoutine *other = g_array_index (others, Other, i).routine;
    g_autoptr (AfExpr) value = af_expr_call (node->type, other->name, node->args, node->n_args, node->is_pure);
    af_maker_replace (m, o, ROW (CHANGE_CALLEE), value);
  }
}

/* --- calls of what the module does not define --- */

typedef struct {
  const AfMaker *maker;
  const AfExpr *call;
  GArray *others; /* of Call */
} Calls;

typedef struct {
  const AfExpr *call; /* not owned */
  guint likeness;
} Call;

static int by_call (gconstpointer a, gconstpointer b)
{
  const Call *left = a, *right = b;
  if (left->likeness != right->likeness)
    return left->likeness > right->likeness ? -1 : 1;
  return strcmp (left->call->name, right->call->name);
}

static gboolean takes_the_same (const AfExpr *a, const AfExpr *b)
{
  gboolean same = a->n_args == b->n_args && a->type == b->type;
  for (guint i = 0; same && i < a->n_args; i++)
    same = a->args[i]->type == b->args[i]->type;
  return same;
}

static gboolean visit_other_call (AfExpr *node, gpointer data)
{
  Calls *calls = data;
  const AfModule *module = calls->maker->question->module;
  if (node->kind != AF_EXPR_CALL || node->in_macro || af_range_is_none (node->range)
      || g_strcmp0 (node->name, calls->call->name) == 0 || !takes_the_same (node, calls->call))
    return TRUE;
  gboolean known = af_module_routine (module, node->name) != NULL;
  for (guint i = 0; i < calls->others->len && !known; i++)
    known = g_str_equal (g_array_index (calls->others, Call, i).call->name, node->name);
  Call entry = { node, common_letters (node->name, calls->call->name) };
  if (!known)
    g_array_append_val (calls->others, entry);
  return TRUE;
}

/* `getuid ()` → `geteuid ()`, which the file calls elsewhere with such arguments. */
void af_produce_callees_of_file (AfMaker *m, const AfOccurrence *o)
{
  const GPtrArray *routines = m->question->module->routines;
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || !node->name || !node->type || node->in_macro
      || af_module_routine (m->question->module, node->name))
    return;
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (Call));
  Calls calls = { m, node, others };
  for (guint i = 0; i < routines->len; i++) {
    const AfRoutine *routine = routines->pdata[i];
    for (guint k = 0; routine->body.file == m->question->routine->body.file && k < routine->locations->len; k++)
      if (af_routine_location (routine, k)->expr)
        af_expr_walk (af_routine_location (routine, k)->expr, visit_other_call, &calls);
  }
  g_array_sort (others, by_call);
  for (guint i = 0; i < others->len && i < MAX_CALLEES; i++) {
    const AfExpr *other = g_array_index (others, Call, i).call;
    g_autoptr (AfExpr) value = af_expr_call (node->type, other->name, node->args, node->n_args, other->is_pure);
    af_maker_replace (m, o, ROW (CHANGE_CALLEE), value);
  }
}

/* --- the library's --- */

/* Functions of one header that take the same and are mistaken for each other. */
typedef struct {
  const char *header;
  const char *names[4]; /* null after the last */
} Kin;

static const Kin kin[] = {
  { "string.h", { "memcpy", "memmove" } },
  { "stdlib.h", { "abs", "labs", "llabs" } },
  { "math.h", { "abs", "fabs" } },
};

/* `memcpy (p, q, n)` → `memmove (p, q, n)`, where the file includes the header. */
void af_produce_kin (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || !node->name || af_module_routine (m->question->module, node->name))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kin); i++) {
    if (!g_strv_contains (kin[i].names, node->name) || !af_operators_includes (m->style, kin[i].header))
      continue;
    for (guint k = 0; kin[i].names[k]; k++) {
      g_autoptr (AfExpr) value = af_expr_call (node->type, kin[i].names[k], node->args, node->n_args, node->is_pure);
      if (!g_str_equal (kin[i].names[k], node->name))
        af_maker_replace (m, o, ROW (CHANGE_CALLEE), value);
    }
  }
}

/* @helper can be called for an operator on whole numbers. */
static gboolean computes_two (const AfQuestion *question, const AfRoutine *helper, const AfExpr *node)
{
  return is_known (question, helper) && helper->is_query && helper->n_params == 2 && helper->result
         && af_type_is_integer (helper->result) && af_type_is_integer (param_type (helper, 0))
         && af_type_is_integer (param_type (helper, 1)) && helper->result->is_signed == node->type->is_signed;
}

/* `a % b` → `floor_mod (a, b)`. */
void af_produce_helpers_for_operators (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean computes = node->kind == AF_EXPR_BINARY
                      && (node->op == AF_OP_DIV || node->op == AF_OP_MOD || node->op == AF_OP_SUB
                          || node->op == AF_OP_ADD || node->op == AF_OP_MUL);
  if (!computes || !af_operators_is_integer (node))
    return;
  for (guint i = 0; i < m->question->module->routines->len; i++) {
    const AfRoutine *helper = g_ptr_array_index (m->question->module->routines, i);
    if (!computes_two (m->question, helper, node))
      continue;
    g_autoptr (AfExpr) value = af_expr_call (helper->result, helper->name, node->args, 2, TRUE);
    af_maker_replace (m, o, ROW (USE_HELPER), value);
  }
}

/* Where a value is used as a whole: an index, an argument, what is assigned or returned. */
static gboolean is_use (const AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  if (!parent)
    return m->question->location->kind == AF_LOCATION_RETURN || m->question->location->kind == AF_LOCATION_DECLARATION;
  return (parent->kind == AF_EXPR_INDEX && o->index == 1) || (parent->kind == AF_EXPR_ASSIGN && o->index == 1)
         || parent->kind == AF_EXPR_CALL
         || (parent->kind == AF_EXPR_BINARY && parent->op >= AF_OP_LT && parent->op <= AF_OP_NE);
}

/* The first of @pool (of AfExpr) that is not @node: what is computed of one number given twice is nothing. */
static AfExpr *other_than (const GPtrArray *pool, const AfExpr *node)
{
  for (guint i = 0; i < pool->len; i++)
    if (!af_expr_equal (pool->pdata[i], node))
      return pool->pdata[i];
  return NULL;
}

/* `i` → `slot (r, i)`: a query whose last parameter and result are of the value's type; the others come from the
 * scope. */
void af_produce_helpers_around (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (!is_use (m, o) || !node->type || (!af_type_is_integer (node->type) && node->type->kind != AF_TYPE_POINTER)
      || (af_expr_is_constant (node) && node->kind != AF_EXPR_INT) || node->kind == AF_EXPR_NULL
      || !af_expr_is_pure (node))
    return;
  guint made = 0;
  for (guint i = 0; i < m->question->module->routines->len && made < MAX_HELPERS; i++) {
    const AfRoutine *helper = g_ptr_array_index (m->question->module->routines, i);
    gboolean fits = is_known (m->question, helper) && helper->is_query && helper->n_params >= 1 && helper->n_params <= 2
                    && helper->result == node->type && param_type (helper, helper->n_params - 1) == node->type;
    if (!fits || (o->parent && o->parent->kind == AF_EXPR_CALL && g_strcmp0 (o->parent->name, helper->name) == 0)
        || (node->kind == AF_EXPR_CALL && g_strcmp0 (node->name, helper->name) == 0))
      continue;
    g_autoptr (GPtrArray) pool = helper->n_params == 2 ? af_operators_pool (m->question, param_type (helper, 0)) : NULL;
    AfExpr *args[2] = { pool ? other_than (pool, node) : node, node };
    if (!args[0])
      continue;
    g_autoptr (AfExpr) value = af_expr_call (helper->result, helper->name, args, helper->n_params, TRUE);
    af_maker_replace (m, o, ROW (USE_HELPER), value);
    made++;
  }
}

/* `f (x)` by x. */
void af_produce_dropped_calls (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || (!o->parent && m->question->location->kind == AF_LOCATION_STATEMENT))
    return;
  for (guint i = 0; i < node->n_args; i++)
    if (node->args[i]->type == node->type && af_expr_is_pure (node->args[i]))
      af_maker_replace (m, o, ROW (DROP_OPERAND), node->args[i]);
}

/* --- a quotient and its remainder --- */

static gboolean is_division (const AfExpr *node)
{
  return node->kind == AF_EXPR_BINARY && (node->op == AF_OP_DIV || node->op == AF_OP_MOD)
         && af_operators_is_integer (node) && !af_expr_is_constant (node);
}

/* All divisions of the routine as calls; false where there is not one of either kind, or one stands in another. */
static gboolean add_divisions (GPtrArray *edits, const AfStyle *style, const AfQuestion *question, const char *quotient,
                               const char *remainder)
{
  guint n[2] = { 0, 0 };
  for (guint i = 2; i < question->routine->locations->len; i++) {
    const AfLocation *location = af_routine_location (question->routine, i);
    g_autoptr (GArray) occurrences = location->kind == AF_LOCATION_CHECK ? NULL : af_operators_occurrences (location);
    guint end = 0;
    for (guint k = 0; occurrences && k < occurrences->len; k++) {
      const AfExpr *node = g_array_index (occurrences, AfOccurrence, k).node;
      if (!is_division (node))
        continue;
      if (node->range.start < end)
        return FALSE;
      end = node->range.end;
      n[node->op == AF_OP_MOD]++;
      g_autofree char *call = g_strdup_printf ("%s(%s, %s)", node->op == AF_OP_MOD ? remainder : quotient,
                                               node->args[0]->text, node->args[1]->text);
      g_autofree char *text = af_style_text (style, call);
      g_ptr_array_add (edits, af_edit_new (node->range, text, 0));
    }
  }
  return n[0] > 0 && n[1] > 0;
}

static const AfExpr *division_at (const AfLocation *location)
{
  g_autoptr (GArray) occurrences = af_operators_occurrences (location);
  for (guint k = 0; k < occurrences->len; k++)
    if (is_division (g_array_index (occurrences, AfOccurrence, k).node))
      return g_array_index (occurrences, AfOccurrence, k).node;
  return NULL;
}

/* `q = a / n; r = a % n;` → `q = floor_div (a, n); r = floor_mod (a, n);`: only both give a result. */
void af_produce_helpers_for_divisions (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfExpr *node = question->location->editable ? division_at (question->location) : NULL;
  const GPtrArray *routines = question->module->routines;
  for (guint q = 0; node && q < routines->len; q++)
    for (guint r = 0; computes_two (question, g_ptr_array_index (routines, q), node) && r < routines->len
                      && m->actions->len < MAX_BOTH;
         r++) {
      const AfRoutine *quotient = g_ptr_array_index (routines, q), *remainder = g_ptr_array_index (routines, r);
      if (q == r || !computes_two (question, remainder, node))
        continue;
      g_autofree char *summary = g_strdup_printf ("`/` → `%s` and `%%` → `%s`", quotient->name, remainder->name);
      AfAction *action = af_action_new_edits (AF_ACTION_REWRITE, ROW (USE_HELPER), NULL, summary);
      if (add_divisions (action->edits, m->style, question, quotient->name, remainder->name))
        af_maker_add (m, action);
      else
        af_action_free (action);
    }
}
