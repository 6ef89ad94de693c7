/* Objects that a call takes and gives back, maybe as another one.
 *
 * In:  a module whose queries and consumed parameters, and places where objects are made, are known.
 * Out: routine->threads, and how: `starts`, `returns_it`.
 *
 *     Node *tree_insert (Node *root, int key)      root = tree_insert (root, 5): the old pointer is not used any more
 *     Node *list_push (Node *head, int value)      the new node in front
 *     int list_add (Node **head, int value)        list_add (&head, 5): in its place
 *
 * Trees and lists without a record of their own are kept like that: null is the empty one, which the first call makes
 * another.  By its result a command does so which takes one object of the type of its result and returns that very
 * pointer on some path and another one elsewhere, or ends it; or which only keeps it, where nothing else makes such
 * objects.  In its place one does so that neither makes nor ends what its T ** leads to. */
#include "contracts/assumed/assumed-internal.h"

static gboolean is_command (const AfRoutine *routine)
{
  return routine->is_public && !routine->is_static && !routine->is_variadic && !routine->is_query && routine->is_read
         && !routine->skipped;
}

/* --- by the result --- */

/* The only parameter of the result's type; -1: none, or several. */
static int taken (const AfRoutine *routine)
{
  const AfType *result = routine->result;
  int param = -1;

  if (!is_command (routine) || !af_type_is_record_pointer (result) || result->is_const)
    return -1;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
    if (type != result)
      continue;
    if (param >= 0)
      return -1;
    param = (int)i;
  }
  return param;
}

/* @value, or one that it chooses. */
static gboolean may_be (const AfRoutine *routine, const int *copies, const AfExpr *value, guint param)
{
  value = af_expr_uncast (value);
  if (value->kind == AF_EXPR_CONDITIONAL && value->n_args == 3)
    return may_be (routine, copies, value->args[1], param) || may_be (routine, copies, value->args[2], param);
  return (af_copy_is_local (routine, value) ? copies[value->variable_id] : af_routine_param (routine, value))
         == (int)param;
}

/* Whether it returns that very pointer on one path and another one elsewhere, or after it has assigned the parameter:
 * what gives back nothing else counts who holds the object (`return obj->refs++, obj`), or lets calls be chained. */
static gboolean returns_param (AfRoutine *routine, guint param)
{
  g_autofree int *copies = af_copies_in (routine);
  gboolean is_given = FALSE, is_other = FALSE;

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    is_other |= af_pointer_assigned (routine, location, param);
    if (location->kind != AF_LOCATION_RETURN || !location->expr || af_expr_is_null (location->expr))
      continue;
    if (may_be (routine, copies, location->expr, param))
      is_given = TRUE;
    else
      is_other = TRUE;
  }
  routine->returns_it = is_given;
  routine->is_chained = is_given && !is_other;
  return is_given && is_other;
}

typedef struct {
  const AfRoutine *routine;
  guint param;
  gboolean tests, follows, keeps, is_place;
} ThreadWalk;

static gboolean is_param (const ThreadWalk *walk, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (walk->is_place && (expr->kind == AF_EXPR_DEREF || expr->kind == AF_EXPR_INDEX))
    expr = af_expr_uncast (expr->args[0]);
  else if (walk->is_place)
    return FALSE;
  return af_routine_param (walk->routine, expr) == (int)walk->param;
}

static void note_test (const AfExpr *tested, gpointer data)
{
  ThreadWalk *walk = data;

  walk->tests |= is_param (walk, tested);
}

/* `p->f`, `*p`, `f (p)`; `n->next = p` */
static gboolean visit_use (AfExpr *node, gpointer data)
{
  ThreadWalk *walk = data;
  gboolean follows =
    (node->kind == AF_EXPR_FIELD && node->arrow) || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_INDEX;

  walk->follows |= follows && is_param (walk, node->args[0]);
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    walk->follows |= is_param (walk, node->args[i]);
  walk->keeps |= node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_FIELD && is_param (walk, node->args[1]);
  return TRUE;
}

static ThreadWalk uses_of (const AfRoutine *routine, guint param, gboolean is_place)
{
  ThreadWalk walk = { routine, param, FALSE, FALSE, FALSE, is_place };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      af_tests_walk (location->expr, af_location_is_condition (location), note_test, &walk);
    af_walk_code (location, visit_use, &walk);
  }
  return walk;
}

/* A contract that speaks of the parameter may forbid null. */
static gboolean is_demanded (const AfRoutine *routine, guint param)
{
  const AfVariable *variable = routine->variables->pdata[param];

  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = routine->contracts->pdata[i];
    if (call->expr && call->at_head && af_expr_mentions (call->expr, variable->name)
        && g_str_equal (call->macro, "REQUIRE"))
      return TRUE;
  }
  return FALSE;
}

static gboolean may_start (const AfRoutine *routine, guint param, const ThreadWalk *uses)
{
  return (uses->tests || !uses->follows) && !is_demanded (routine, param);
}

/* Whether a routine makes objects of @record and takes none. */
static gboolean is_made_elsewhere (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const AfType *result = routine->result;
    gboolean makes = routine->is_public && result
                     && (result == record || (af_type_is_record_pointer (result) && result->target == record));
    for (guint k = 0; makes && k < routine->n_params; k++) {
      const AfType *type = ((const AfVariable *)routine->variables->pdata[k])->type;
      makes = !(af_type_is_record_pointer (type) && type->target == record);
    }
    if (makes)
      return TRUE;
    const AfVariable *place = routine->initialises >= 0 ? routine->variables->pdata[routine->initialises] : NULL;
    if (place && (place->type->target == record || place->type->target->target == record))
      return TRUE;
  }
  return FALSE;
}

static void thread_result (const AfModule *module, AfRoutine *routine)
{
  int param = taken (routine);

  if (param < 0)
    return;
  gboolean gives_back = returns_param (routine, (guint)param);
  ThreadWalk uses = uses_of (routine, (guint)param, FALSE);
  gboolean starts = may_start (routine, (guint)param, &uses) && routine->consumes != param;
  if (gives_back || routine->consumes == param
      || (starts && uses.keeps && !is_made_elsewhere (module, routine->result->target))) {
    routine->threads = param;
    routine->starts = starts;
  }
}

/* --- in its place --- */

static void thread_place (AfRoutine *routine)
{
  for (guint i = 0; is_command (routine) && routine->threads < 0 && i < routine->n_params; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (!af_type_is_handle (variable->type) || routine->initialises == (int)i || routine->consumes == (int)i)
      continue;
    ThreadWalk uses = uses_of (routine, i, TRUE);
    routine->threads = (int)i;
    routine->starts = may_start (routine, i, &uses);
  }
}

void af_threads_infer (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++)
    thread_result (module, module->routines->pdata[i]);
  for (guint i = 0; i < module->routines->len; i++)
    thread_place (module->routines->pdata[i]);
}
