/* Assignments that the contract asks for: beyond the paper.
 *
 * In:  a question.
 * Out: e = v after a statement, where a postcondition of the routine says that e is v, or the invariant of an object in
 * scope refuses all else:
 *
 *     ENSURE (l->tail == node)                                  l->tail = node;
 *     if (r->in != (r->out + r->used) % SIZE) return false;     r->in = (r->out + r->used) % SIZE;
 *
 * What is kept of two things is forgotten in one place or another, and how it is computed there may be written nowhere
 * but in the contract. */
#include "operators/operators-internal.h"

#include "contracts/contracts.h"

enum { MAX_DEMANDED = 8 };

/* Of an object; what an invariant says it of is const there. */
static gboolean is_place (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF;
}

static AfExpr *null_test (AfExpr *pointer)
{
  g_autoptr (AfExpr) null = af_operators_null (pointer->type);
  return af_expr_binary (AF_OP_EQ, pointer, null);
}

/* Adds what @expr says to be equal (`e == v`, in the names of whoever says so), if it is true (@holds) or if it is not.
 */
static void add_demands (GPtrArray *equals, AfExpr *expr, gboolean holds)
{
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT) {
    add_demands (equals, expr->args[0], !holds);
  } else if (expr->kind == AF_EXPR_IMPLIES && holds) {
    add_demands (equals, expr->args[1], TRUE);
  } else if (expr->kind == AF_EXPR_BINARY && expr->op == (holds ? AF_OP_AND : AF_OP_OR)) {
    add_demands (equals, expr->args[0], holds);
    add_demands (equals, expr->args[1], holds);
  } else if (expr->kind == AF_EXPR_BINARY && expr->op == (holds ? AF_OP_EQ : AF_OP_NE)) {
    g_autoptr (AfExpr) equal = af_expr_binary (AF_OP_EQ, expr->args[0], expr->args[1]);
    af_operators_add_expr (equals, equal);
  } else if (!holds && is_place (expr) && af_operators_is_pointer (expr)) {
    g_autoptr (AfExpr) equal = null_test (expr);
    af_operators_add_expr (equals, equal);
  }
}

/* `return false` */
static gboolean refuses (const AfRoutine *routine, const AfLocation *test)
{
  const AfLocation *then = test->next->len ? af_routine_location (routine, g_array_index (test->next, guint, 0)) : NULL;
  return then && then->kind == AF_LOCATION_RETURN && then->expr && af_expr_is_constant (then->expr)
         && then->expr->value == 0;
}

static void add_of_invariant (GPtrArray *equals, const AfRoutine *invariant)
{
  for (guint i = 2; i < invariant->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (invariant->locations, i);
    if (location->expr && location->kind == AF_LOCATION_RETURN)
      add_demands (equals, location->expr, TRUE);
    else if (location->expr && location->kind == AF_LOCATION_IF && refuses (invariant, location))
      add_demands (equals, location->expr, FALSE);
  }
}

/* The same place, of an object that is not const any more. */
static AfExpr *place_anew (AfExpr *place)
{
  if (place->kind != AF_EXPR_FIELD && place->kind != AF_EXPR_INDEX && place->kind != AF_EXPR_DEREF)
    return af_expr_ref (place);
  g_autoptr (AfExpr) object = place_anew (place->args[0]);
  if (place->kind == AF_EXPR_FIELD)
    return af_expr_field (object, place->name, place->type);
  AfExpr *parts[] = { object, place->n_args > 1 ? place->args[1] : NULL };
  return af_expr_new (place->kind, place->type, NULL, parts, place->n_args);
}

static void add_assignment (AfMaker *m, AfExpr *place, AfExpr *value)
{
  const AfQuestion *question = m->question;
  if (!af_operators_modifiable (question, place) || af_expr_contains (value, place) || !af_expr_is_pure (value)
      || !af_operators_writable (question->routine, question->location, value)
      || !af_operators_visible (question->routine, question->location, value))
    return;
  g_autoptr (AfExpr) assignment = af_expr_assign (place, value);
  if (!af_operators_warns (assignment))
    af_maker_set (m, ROW (ESTABLISH), place, value);
}

static void add_both_ways (AfMaker *m, const AfExpr *equal)
{
  for (guint i = 0; i < 2 && m->actions->len < MAX_DEMANDED; i++)
    if (is_place (equal->args[i])) {
      g_autoptr (AfExpr) place = place_anew (equal->args[i]);
      add_assignment (m, place, equal->args[1 - i]);
    }
}

static void add_postconditions (AfMaker *m)
{
  const AfQuestion *question = m->question;
  g_autoptr (GPtrArray) equals = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < question->module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (question->module->clauses, i);
    if (clause->kind == AF_CLAUSE_POSTCONDITION && clause->routine == (int)question->routine->id && clause->expr)
      add_demands (equals, clause->expr, TRUE);
  }
  for (guint i = 0; i < equals->len; i++)
    add_both_ways (m, g_ptr_array_index (equals, i));
}

typedef struct {
  guint self;
  gboolean ok;
} Names;

static gboolean check_name (AfExpr *node, gpointer data)
{
  Names *names = data;
  names->ok = names->ok && (node->kind != AF_EXPR_VAR || node->variable_id == 0 || node->variable_id == names->self);
  return names->ok;
}

/* Of each object that the routine has a pointer to, what its invariant says with that pointer for its parameter. */
static void add_invariants (AfMaker *m, const AfVariable *variable)
{
  const AfQuestion *question = m->question;
  g_autoptr (AfExpr) object = af_expr_var (variable->type, variable->name, variable->id);
  const AfRoutine *invariant =
    af_type_is_record_pointer (variable->type) ? af_module_invariant (question->module, variable->type->target) : NULL;
  if (!invariant || invariant == question->routine || invariant->n_params != 1
      || !af_operators_visible (question->routine, question->location, object))
    return;
  g_autoptr (GPtrArray) equals = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfVariable *param = g_ptr_array_index (invariant->variables, 0);
  g_autoptr (AfExpr) self = af_expr_var (param->type, param->name, param->id);
  add_of_invariant (equals, invariant);
  for (guint i = 0; i < equals->len; i++) {
    Names names = { param->id, TRUE };
    af_expr_walk (g_ptr_array_index (equals, i), check_name, &names);
    if (!names.ok)
      continue;
    g_autoptr (AfExpr) ours = af_expr_substitute (g_ptr_array_index (equals, i), self, object);
    add_both_ways (m, ours);
  }
}

void af_produce_demanded (AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  add_postconditions (m);
  for (guint i = 0; i < routine->variables->len; i++)
    add_invariants (m, g_ptr_array_index (routine->variables, i));
}
