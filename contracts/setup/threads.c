/* Objects that a call takes and gives back, maybe as another one.
 *
 * In:  a module whose queries and consumed parameters, and places where objects are made, are known.
 * Out: routine->threads, and how: `starts`, `returns_it`; routine->optional, ends_root.
 *
 *     Node *tree_insert (Node *root, int key)      root = tree_insert (root, 5): the old pointer is not used any more
 *     Node *list_push (Node *head, int value)      the new node in front
 *     int list_add (Node **head, int value)        list_add (&head, 5): in its place
 *
 * Trees and lists without a record of their own are kept like that: null is the empty one, which the first call makes
 * another.  By its result a command does so which takes one object of the type of its result and returns that very
 * pointer on some path and another one elsewhere, or ends it; or which only keeps it, where nothing else makes such
 * objects.  In its place one does so that neither makes nor ends what its T ** leads to.
 *
 *     Node *node_new (Node *parent, void *data)    the first one has no parent
 *
 * What makes an object of others like it, and asks whether they are null or does not follow them, makes the first of
 * null, where nothing else makes such objects.  What ends one of them and does not look who holds it ends a first one.
 */
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

/* A field that leads up, and not on: the object is used as before. */
static gboolean leads_up (const char *field)
{
  static const char *const words[] = { "parent", "owner", "outer", "container", "up", NULL };

  return g_strv_contains (words, field);
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
  walk->keeps |= node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_FIELD && !leads_up (node->args[0]->name)
                 && is_param (walk, node->args[1]);
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

typedef enum { WITHOUT_HOLDS, WITHOUT_FAILS, WITHOUT_UNKNOWN } Without;

/* What a condition comes to where the object is null. */
static Without without (const ThreadWalk *walk, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (is_param (walk, expr))
    return WITHOUT_FAILS;
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT) {
    Without inner = without (walk, expr->args[0]);
    return inner == WITHOUT_UNKNOWN ? inner : inner == WITHOUT_HOLDS ? WITHOUT_FAILS : WITHOUT_HOLDS;
  }
  if (expr->kind != AF_EXPR_BINARY)
    return WITHOUT_UNKNOWN;
  if (expr->op == AF_OP_AND || expr->op == AF_OP_OR) {
    Without left = without (walk, expr->args[0]), right = without (walk, expr->args[1]);
    Without decides = expr->op == AF_OP_AND ? WITHOUT_FAILS : WITHOUT_HOLDS;
    return left == decides || right == decides ? decides : left == right ? left : WITHOUT_UNKNOWN;
  }
  gboolean compares = (is_param (walk, expr->args[0]) || is_param (walk, expr->args[1]))
                      && (af_expr_is_null (expr->args[0]) || af_expr_is_null (expr->args[1]));
  return compares && expr->op == AF_OP_EQ   ? WITHOUT_HOLDS
         : compares && expr->op == AF_OP_NE ? WITHOUT_FAILS
                                            : WITHOUT_UNKNOWN;
}

/* Whether a contract forbids that it is null. */
static gboolean is_demanded (const ThreadWalk *walk)
{
  const GPtrArray *contracts = walk->routine->contracts;

  for (guint i = 0; i < contracts->len; i++) {
    const AfContractCall *call = contracts->pdata[i];
    if (call->expr && call->at_head && g_str_equal (call->macro, "REQUIRE")
        && without (walk, call->expr) == WITHOUT_FAILS)
      return TRUE;
  }
  return FALSE;
}

static gboolean may_start (const ThreadWalk *uses)
{
  return (uses->tests || !uses->follows) && !is_demanded (uses);
}

/* Whether a routine makes objects of @record and takes none. */
static gboolean is_made_elsewhere (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const AfType *result = routine->result;
    gboolean makes = routine->is_public && result && (result == record || (af_type_leads_to (result, record)));
    for (guint k = 0; makes && k < routine->n_params; k++) {
      const AfType *type = ((const AfVariable *)routine->variables->pdata[k])->type;
      makes = !(af_type_leads_to (type, record));
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
  gboolean starts = may_start (&uses) && routine->consumes != param;
  if (gives_back || routine->consumes == param
      || (starts && uses.keeps && !is_made_elsewhere (module, routine->result->target))) {
    routine->threads = param;
    routine->starts = starts;
  }
}

/* --- of others --- */

static void note_optional (const AfModule *module, AfRoutine *routine)
{
  const AfType *result = routine->result;

  if (!is_command (routine) || !af_type_is_record_pointer (result) || routine->threads >= 0 || routine->is_chained
      || is_made_elsewhere (module, result->target))
    return;
  for (guint i = 0; i < routine->n_params && i < 64; i++) {
    const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
    if (!af_type_is_record_pointer (type) || type->target != result->target || routine->consumes == (int)i)
      continue;
    ThreadWalk uses = uses_of (routine, i, FALSE);
    if (may_start (&uses))
      routine->optional |= G_GUINT64_CONSTANT (1) << i;
  }
}

static gboolean visit_up (AfExpr *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == AF_EXPR_FIELD && (leads_up (node->name) || g_str_has_prefix (node->name, "prev"));
  return !*found;
}

static gboolean looks_up (const AfRoutine *routine)
{
  gboolean found = FALSE;

  for (guint i = 0; i < routine->locations->len && !found; i++)
    af_location_walk (routine->locations->pdata[i], visit_up, &found);
  return found;
}

static gboolean is_made_of_others (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->optional != 0 && routine->result->target == record)
      return TRUE;
  }
  return FALSE;
}

static void note_ender (const AfModule *module, AfRoutine *routine)
{
  const AfVariable *ended = routine->consumes >= 0 ? routine->variables->pdata[routine->consumes] : NULL;

  routine->ends_root = ended && af_type_is_record_pointer (ended->type)
                       && is_made_of_others (module, ended->type->target) && !looks_up (routine);
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
    routine->starts = may_start (&uses);
  }
}

void af_threads_infer (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++)
    thread_result (module, module->routines->pdata[i]);
  for (guint i = 0; i < module->routines->len; i++)
    thread_place (module->routines->pdata[i]);
  for (guint i = 0; i < module->routines->len; i++)
    note_optional (module, module->routines->pdata[i]);
  for (guint i = 0; i < module->routines->len; i++)
    note_ender (module, module->routines->pdata[i]);
}
