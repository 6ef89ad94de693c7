/* What is returned, which constant, what is assigned to: beyond the paper.
 *
 * In:  a location.
 * Out: the returned value by those that the routine and its siblings return, by variables of the type, by its negation;
 * a constant by the module's other ones of its kind; the assigned variable by another; what follows a pointer that
 * may be null by nothing where it is null. */
#include "operators/operators-internal.h"

enum { MAX_RESULTS = 10, MAX_CONSTANTS = 6, MAX_TARGETS = 4 };

void af_produce_other_results (AfMaker *m, const AfOccurrence *o)
{
  if (o->parent || m->question->location->kind != AF_LOCATION_RETURN || !o->node->type)
    return;
  AfType *result = m->question->routine->result;
  guint limit = m->actions->len + MAX_RESULTS;
  g_autoptr (GPtrArray) values = af_leave_values (m->question);
  for (guint i = 0; i < values->len; i++)
    af_maker_replace (m, o, ROW (CHANGE_RESULT), g_ptr_array_index (values, i));
  if (af_operators_is_truth (o->node) && !af_expr_is_constant (o->node)) {
    g_autoptr (AfExpr) not = af_expr_not (o->node);
    af_maker_replace (m, o, ROW (NEGATE), not );
  }
  g_autoptr (GPtrArray) pool = af_operators_pool (m->question, result);
  for (guint i = 0; i < pool->len && m->actions->len < limit; i++)
    af_maker_replace (m, o, ROW (CHANGE_RESULT), g_ptr_array_index (pool, i));
}

/* --- constants --- */

typedef struct {
  const AfModule *module;
  GPtrArray *found;
  const AfExpr *like;
} Constants;

/* The constants of an enumeration are exchanged among themselves, by another rule. */
static gboolean is_enumerator (const AfModule *module, const AfExpr *expr)
{
  for (guint i = 0; expr->name && i < module->types->len; i++) {
    const AfType *type = g_ptr_array_index (module->types, i);
    if (type->enumerators && g_ptr_array_find_with_equal_func (type->enumerators, expr->name, g_str_equal, NULL))
      return TRUE;
  }
  return FALSE;
}

/* `'a'`, `RING_MAX`, `7`: what they are written as. */
static guint kind_of (const AfExpr *expr)
{
  if (!expr->name || g_ascii_isdigit (expr->name[0]))
    return 0;
  return expr->name[0] == '\'' ? 1 : 2;
}

static gboolean note_constant (AfExpr *node, gpointer data)
{
  Constants *constants = data;
  if (node->kind != AF_EXPR_INT || constants->found->len >= MAX_CONSTANTS || node->type != constants->like->type
      || (kind_of (node) != kind_of (constants->like) && kind_of (node) != 2) || node->trait != AF_TRAIT_NONE
      || node->operand) /* `MASK (n)`, of the place where it stands */
    return TRUE;
  for (guint i = 0; i < constants->found->len; i++)
    if (af_expr_equal (g_ptr_array_index (constants->found, i), node))
      return TRUE;
  if (!af_expr_equal (node, constants->like) && !is_enumerator (constants->module, node))
    g_ptr_array_add (constants->found, node);
  return TRUE;
}

/* The routine's own constants first, then those of the module; a named one may stand for a plain one, not the other way
 * round. */
void af_produce_known_constants (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_INT || !node->type || node->type->kind == AF_TYPE_ENUM || node->trait != AF_TRAIT_NONE
      || is_enumerator (m->question->module, node))
    return;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  Constants constants = { m->question->module, found, node };
  for (guint pass = 0; pass < 2; pass++)
    for (guint k = 0; k < m->question->module->routines->len; k++) {
      const AfRoutine *routine = g_ptr_array_index (m->question->module->routines, k);
      for (guint i = 0; (routine == m->question->routine) == (pass == 0) && i < routine->locations->len; i++) {
        AfExpr *expr = af_routine_location (routine, i)->expr;
        if (expr)
          af_expr_walk (expr, note_constant, &constants);
      }
    }
  for (guint i = 0; i < found->len; i++)
    af_maker_replace (m, o, ROW (CHANGE_CONSTANT), g_ptr_array_index (found, i));
}

/* --- what is assigned --- */

void af_produce_other_targets (AfMaker *m, const AfOccurrence *o)
{
  const AfQuestion *question = m->question;
  gboolean is_assigned =
    o->is_target && o->parent && (o->parent->kind == AF_EXPR_ASSIGN || o->parent->kind == AF_EXPR_STEP);
  if (!is_assigned || !o->node->type || (o->node->kind != AF_EXPR_VAR && o->node->kind != AF_EXPR_FIELD)
      || af_operators_is_last_use (question, o->node))
    return;
  g_autoptr (GPtrArray) pool = af_operators_pool (question, o->node->type);
  for (guint i = 0, made = 0; i < pool->len && made < MAX_TARGETS; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (!af_operators_modifiable (question, value) || af_expr_equal (value, o->node))
      continue;
    af_maker_replace (m, o, ROW (CHANGE_VARIABLE), value);
    made++;
  }
}

/* --- nothing where a pointer is null --- */

/* The pointer that the fault says is null, or leads nowhere; null: it is about something else.  Owned by the caller. */
static AfExpr *null_pointer (const AfQuestion *question)
{
  const AfExpr *clause = question->clause;
  gboolean is_null =
    clause && clause->kind == AF_EXPR_BINARY && clause->op == AF_OP_NE && clause->args[1]->kind == AF_EXPR_NULL;
  const AfExpr *pointer = is_null || (clause && clause->kind == AF_EXPR_READABLE) ? clause->args[0] : NULL;
  while (pointer && pointer->kind == AF_EXPR_CAST)
    pointer = pointer->args[0];
  gboolean fits = pointer && pointer->type && pointer->type->kind == AF_TYPE_POINTER
                  && (pointer->kind == AF_EXPR_VAR || pointer->kind == AF_EXPR_FIELD) && af_expr_is_pure (pointer);
  return fits && af_operators_visible (question->routine, question->location, (AfExpr *)pointer)
           ? af_expr_ref ((AfExpr *)pointer)
           : NULL;
}

/* The value of an assignment, a declaration or a return, or an argument. */
static gboolean is_handed_on (const AfMaker *m, const AfOccurrence *o)
{
  const AfLocation *location = m->question->location;
  if (!o->parent)
    return location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_DECLARATION;
  return (o->parent->kind == AF_EXPR_ASSIGN && o->parent->op == AF_OP_NONE && o->index == 1)
         || (o->parent->kind == AF_EXPR_CALL && !o->is_target);
}

/* What is there instead: NULL, 0, or for the pointer itself the empty text; null: nothing is. */
static AfExpr *nothing_of (const AfOccurrence *o, const AfExpr *pointer)
{
  AfType *type = o->node->type;
  gboolean is_itself = af_expr_equal (o->node, (AfExpr *)pointer);
  gboolean is_text = type && type->kind == AF_TYPE_POINTER && type->target && type->target->is_char;
  if (is_itself)
    return is_text && o->parent && o->parent->kind == AF_EXPR_CALL ? af_expr_new (AF_EXPR_STRING, type, "\"\"", NULL, 0)
                                                                   : NULL;
  if (type && type->kind == AF_TYPE_POINTER)
    return af_operators_null (type);
  return af_operators_is_integer (o->node) ? af_expr_int (type, 0) : NULL;
}

void af_produce_or_nothing (AfMaker *m, const AfOccurrence *o)
{
  g_autoptr (AfExpr) pointer = is_handed_on (m, o) ? null_pointer (m->question) : NULL;
  if (!pointer || !af_expr_contains (o->node, pointer))
    return;
  g_autoptr (AfExpr) nothing = nothing_of (o, pointer);
  if (!nothing)
    return;
  g_autoptr (AfExpr) null = af_operators_null (pointer->type);
  g_autoptr (AfExpr) is_there = af_expr_binary (AF_OP_NE, pointer, null);
  AfExpr *parts[] = { is_there, o->node, nothing };
  g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_CONDITIONAL, o->node->type, NULL, parts, G_N_ELEMENTS (parts));
  af_expr_finish (value);
  af_maker_replace (m, o, ROW (OR_NOTHING), value);
}
