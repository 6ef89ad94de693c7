/* Pointers that a routine hands on to another one of the module.
 *
 * In:  a routine and one of its pointer parameters, or what another routine does at one of its own.
 * Out: the number that says how many elements there are, or the parameter that it comes from.
 *
 *     void isaac_init (Isaac *c, const uint8_t *seed, int n) { ... isaac_reseed (c, seed, n); }     n counts seed
 *     void encrypt (const uint8_t *in, const uint32_t *key) { ... add_key (state, &key[4]); }       add_key's is key */
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

enum { MAX_DEPTH = 3 };

/* --- to locals --- */

static gsize size_at (const AfVariable *pointer)
{
  const AfType *target = pointer->type->kind == AF_TYPE_POINTER ? pointer->type->target : NULL;

  return target ? MAX (af_values_element_size (target), 1) : 0;
}

gboolean *af_handed_copies (const AfRoutine *routine, guint index)
{
  g_autofree int *copies = af_copies_in (routine);
  gboolean *same = g_new0 (gboolean, routine->variables->len + 1);

  for (guint i = routine->n_params; i < routine->variables->len; i++) {
    const AfVariable *local = routine->variables->pdata[i];
    same[local->id] = copies[local->id] == (int)index && size_at (local) == size_at (routine->variables->pdata[index]);
  }
  return same;
}

/* --- counts --- */

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  guint index, depth;
  int found;
} Count;

static int counted (const AfModule *module, const AfRoutine *routine, guint index, guint depth);

static gboolean visit_count (AfExpr *node, gpointer data)
{
  Count *count = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (count->module, node->name) : NULL;

  for (guint i = 0; callee && callee->is_read && count->found < 0 && i < MIN (node->n_args, callee->n_params); i++) {
    gboolean is_it = af_routine_param (count->routine, af_expr_uncast (node->args[i])) == (int)count->index;
    int number = is_it ? counted (count->module, callee, i, count->depth - 1) : -1;

    if (number >= 0 && (guint)number < node->n_args)
      count->found = af_routine_param (count->routine, af_expr_uncast (node->args[number]));
  }
  return count->found < 0;
}

static int counted (const AfModule *module, const AfRoutine *routine, guint index, guint depth)
{
  Count count = { module, routine, index, depth, af_counting_param (routine, index) };

  if (count.found < 0 && depth > 0)
    af_routine_walk (routine, visit_count, &count);
  return count.found;
}

int af_handed_count (const AfModule *module, const AfRoutine *routine, guint index)
{
  return counted (module, routine, index, MAX_DEPTH);
}

/* --- numbers that choose --- */

typedef struct {
  const AfModule *module;
  guint id, depth; /* of the number */
  gboolean is_used;
} Choice;

static gboolean is_used (const AfModule *module, const AfRoutine *routine, guint index, guint depth);

static void look_at (Choice *choice, const AfExpr *expr, gboolean is_compared)
{
  expr = af_expr_uncast (expr);
  if (expr->kind == AF_EXPR_VAR)
    choice->is_used |= expr->variable_id == choice->id && !is_compared;
  for (guint i = 0; i < expr->n_args; i++) {
    const AfExpr *arg = af_expr_uncast (expr->args[i]);
    const AfRoutine *callee = expr->kind == AF_EXPR_CALL ? af_module_routine (choice->module, expr->name) : NULL;
    gboolean is_it = arg->kind == AF_EXPR_VAR && arg->variable_id == choice->id;
    gboolean compares = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_EQ || expr->op == AF_OP_NE)
                        && af_expr_is_constant (expr->args[1 - i]);

    if (is_it && callee && callee->is_read && i < callee->n_params && choice->depth > 0)
      choice->is_used |= is_used (choice->module, callee, i, choice->depth - 1);
    else
      look_at (choice, arg, compares);
  }
}

static gboolean is_used (const AfModule *module, const AfRoutine *routine, guint index, guint depth)
{
  Choice choice = { module, index + 1, depth, FALSE };

  for (guint i = 0; i < routine->locations->len && !choice.is_used; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (location->expr)
      look_at (&choice, location->expr, location->kind == AF_LOCATION_SWITCH);
  }
  return choice.is_used;
}

gboolean af_handed_chooses (const AfModule *module, const AfRoutine *routine, guint index)
{
  return !is_used (module, routine, index, MAX_DEPTH);
}

/* --- where a pointer comes from --- */

/* p, p + i, &p[i]: the parameter, also by the local that it is put in; -1: something else. */
static int base_param (const AfRoutine *routine, const AfExpr *place)
{
  place = af_expr_uncast (place);
  if (place->kind == AF_EXPR_ADDRESS && af_expr_uncast (place->args[0])->kind == AF_EXPR_INDEX)
    place = af_expr_uncast (af_expr_uncast (place->args[0])->args[0]);
  else if (place->kind == AF_EXPR_BINARY && place->op == AF_OP_ADD)
    place = af_expr_uncast (place->args[0]);
  return af_contracts_param_of (routine, place);
}

typedef struct {
  const AfModule *module;
  const AfRoutine *target;
  guint param; /* of the target */
  int *known;  /* by routine: its parameter that becomes that one; -1: none, -2: not known yet */
} Origins;

typedef struct {
  const Origins *origins;
  const AfRoutine *routine;
  guint depth;
  int found;
} Origin;

static int origin_in (const Origins *origins, const AfRoutine *routine, guint depth);

static gboolean visit_origin (AfExpr *node, gpointer data)
{
  Origin *origin = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (origin->origins->module, node->name) : NULL;
  int param = callee && callee->is_read ? origin_in (origin->origins, callee, origin->depth - 1) : -1;

  if (param >= 0 && (guint)param < node->n_args)
    origin->found = MAX (origin->found, base_param (origin->routine, node->args[param]));
  return origin->found < 0;
}

static int origin_in (const Origins *origins, const AfRoutine *routine, guint depth)
{
  int *known = &origins->known[routine->id];
  Origin origin = { origins, routine, depth, -1 };

  if (routine == origins->target)
    return (int)origins->param;
  if (*known == -2 && depth > 0) {
    *known = -1; /* while it is looked at */
    af_routine_walk (routine, visit_origin, &origin);
    *known = origin.found;
  }
  return MAX (*known, -1);
}

int af_handed_origin (const AfModule *module, const AfRoutine *called, const AfRoutine *routine, const AfExpr *place)
{
  int param = base_param (routine, place);
  g_autofree int *known = NULL;

  if (param < 0 || routine == called)
    return param;
  known = g_new (int, module->routines->len + 1);
  for (guint i = 0; i <= module->routines->len; i++)
    known[i] = -2;
  Origins origins = { module, routine, (guint)param, known };
  return origin_in (&origins, called, MAX_DEPTH);
}
