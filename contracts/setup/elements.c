/* Elements: records that callers make, and hand to the module.
 *
 * In:  a module whose routines have locations, and what they end is known.
 * Out: from_callers of types, keeps of routines.
 *
 *     typedef struct Task { int prio; struct Task *next; } Task;
 *     void queue_push (Queue *q, Task *t) { ... q->last->next = t; ... }         keeps t
 *     Task *queue_pop (Queue *q) { Task *t = q->first; ... return t; }           gives what it was given
 *
 * A routine that returns such a pointer seems to make one.  It does not where nothing in the module does: no pointer to
 * the record comes from a function of others, the address of a variable or arithmetic, and none is freed.  Then tests
 * make them.  What is kept by its links is kept once.
 *
 * Only where contracts say what a routine may be given: which element is in which list nobody can tell otherwise. */
#include "contracts/contracts-internal.h"

typedef struct {
  const AfModule *module;
  const AfType *record;
  gboolean is_made;
} AfOrigin;

/* Whether @value, which becomes a pointer to the record, comes from elsewhere than a caller. */
static gboolean is_origin (const AfOrigin *origin, const AfExpr *value)
{
  const AfExpr *plain = af_expr_uncast (value);
  const AfRoutine *callee = plain->kind == AF_EXPR_CALL ? af_module_routine (origin->module, plain->name) : NULL;

  switch ((int)plain->kind) {
  case AF_EXPR_CALL:
    return !callee || !af_leads_to (af_routine_gives (callee), origin->record);
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_BINARY:
    return TRUE;
  case AF_EXPR_FIELD: /* memory that the module has: `(Node *)pool->next` */
  case AF_EXPR_INDEX:
    return plain->type && !af_leads_to (plain->type, origin->record);
  default:
    return plain->type && plain->type->kind == AF_TYPE_ARRAY;
  }
}

/* The record is freed, which is then a block of the module's making. */
static gboolean frees (const AfOrigin *origin, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (origin->module, call->name);

  for (guint i = 0; i < call->n_args; i++)
    if (af_leads_to (af_expr_uncast (call->args[i])->type, origin->record)
        && (callee ? callee->consumes == (int)i : af_name_ends_object (call->name)))
      return TRUE;
  return FALSE;
}

static gboolean visit_origin (AfExpr *node, gpointer data)
{
  AfOrigin *origin = data;

  if (af_leads_to (node->type, origin->record))
    origin->is_made |= is_origin (origin, node);
  if (node->kind == AF_EXPR_ASSIGN && af_leads_to (node->args[0]->type, origin->record))
    origin->is_made |= is_origin (origin, node->args[1]);
  if (node->kind == AF_EXPR_CALL)
    origin->is_made |= frees (origin, node);
  return !origin->is_made;
}

static void look_for_origin (AfOrigin *origin, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->locations->len && !origin->is_made; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    af_location_walk (location, visit_origin, origin);
    for (guint k = 0; location->declares && k < location->declares->len; k++) {
      const AfVariable *variable = location->declares->pdata[k];
      origin->is_made |= variable->type == origin->record
                         || (location->values->pdata[k] && af_leads_to (variable->type, origin->record)
                             && is_origin (origin, location->values->pdata[k]));
    }
    if (location->kind == AF_LOCATION_RETURN && location->expr && af_leads_to (routine->result, origin->record))
      origin->is_made |= is_origin (origin, location->expr);
  }
}

/* Whether callers can make up what it holds: numbers, texts, functions, anything of theirs, and links. */
static gboolean is_simple (const AfType *record)
{
  for (guint i = 0; i < record->fields->len; i++) {
    const AfType *type = ((const AfField *)record->fields->pdata[i])->type, *target = type->target;
    gboolean is_data = type->kind == AF_TYPE_POINTER && target
                       && (target->kind == AF_TYPE_VOID || target->kind == AF_TYPE_FUNCTION || target == record
                           || (type->is_const && target->is_char));
    if (!is_data && (type->kind == AF_TYPE_POINTER || !af_type_is_scalar (type)))
      return FALSE;
  }
  return TRUE;
}

/* What the routine gives such a pointer from. */
typedef enum { GIVES_NONE, GIVES_TAKEN, GIVES_HELD, GIVES_OWN } AfGiving;

/* One that it takes, or what another record holds that it takes; or else one of its own. */
static AfGiving giving_of (const AfRoutine *routine, const AfType *record)
{
  AfGiving giving = GIVES_OWN;

  if (!routine->is_public || !af_leads_to (af_routine_gives (routine), record))
    return GIVES_NONE;
  for (guint k = 0; k < routine->n_params && giving != GIVES_TAKEN; k++) {
    const AfType *type = af_variable_takes (routine->variables->pdata[k]);
    if (af_type_is_record_pointer (type))
      giving = af_leads_to (type, record) ? GIVES_TAKEN : GIVES_HELD;
  }
  return giving;
}

/* Whether parameter @index, -1 for none, is such a pointer. */
static gboolean is_param (const AfRoutine *routine, int index, const AfType *record)
{
  return index >= 0 && af_leads_to (((const AfVariable *)routine->variables->pdata[index])->type, record);
}

static gboolean is_from_callers (const AfModule *module, const AfType *record)
{
  AfOrigin origin = { module, record, FALSE };
  gboolean is_taken = FALSE, is_given = FALSE;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; routine->is_public && k < routine->n_params; k++) {
      const AfVariable *param = routine->variables->pdata[k];
      is_taken |= af_leads_to (af_variable_takes (param), record);
    }
    AfGiving giving = giving_of (routine, record);
    is_given |= giving == GIVES_HELD;
    origin.is_made |= giving == GIVES_OWN || routine->result == record || routine->skipped != NULL
                      || is_param (routine, routine->initialises, record)
                      || is_param (routine, routine->consumes, record);
  }
  for (guint i = 0; is_taken && is_given && i < module->routines->len && !origin.is_made; i++)
    look_for_origin (&origin, module->routines->pdata[i]);
  return is_taken && is_given && !origin.is_made;
}

/* --- what is kept --- */

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  guint64 keeps;
} AfKeeping;

static gboolean visit_keeping (AfExpr *node, gpointer data)
{
  AfKeeping *keeping = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (keeping->module, node->name) : NULL;
  gboolean stores = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && node->args[0]->kind != AF_EXPR_VAR;
  int param = stores ? af_contracts_param_of (keeping->routine, node->args[1]) : -1;

  if (param >= 0 && param < 64)
    keeping->keeps |= G_GUINT64_CONSTANT (1) << param;
  for (guint i = 0; callee && i < MIN (node->n_args, 64); i++) {
    param = (callee->keeps >> i & 1) != 0 ? af_contracts_param_of (keeping->routine, node->args[i]) : -1;
    if (param >= 0 && param < 64)
      keeping->keeps |= G_GUINT64_CONSTANT (1) << param;
  }
  return TRUE;
}

/* A record that is linked to others of its kind. */
static gboolean is_linked (const AfType *record)
{
  for (guint i = 0; i < record->fields->len; i++)
    if (af_leads_to (((const AfField *)record->fields->pdata[i])->type, record))
      return TRUE;
  return FALSE;
}

static void find_keepers (AfModule *module)
{
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = module->routines->pdata[i];
      AfKeeping keeping = { module, routine, 0 };
      guint64 linked = 0;
      for (guint k = 0; k < routine->n_params && k < 64; k++) {
        const AfType *type = af_variable_takes (routine->variables->pdata[k]);
        if (af_type_is_record_pointer (type) && type->target->from_callers && is_linked (type->target))
          linked |= G_GUINT64_CONSTANT (1) << k;
      }
      for (guint k = 0; linked != 0 && k < routine->locations->len; k++)
        af_location_walk (routine->locations->pdata[k], visit_keeping, &keeping);
      changed |= (keeping.keeps & linked) != routine->keeps;
      routine->keeps = keeping.keeps & linked;
    }
  }
}

void af_elements_infer (AfModule *module)
{
  gboolean any = FALSE;

  for (guint i = 0; af_contracts_any (module) && i < module->types->len; i++) {
    AfType *type = module->types->pdata[i];
    if (type->kind == AF_TYPE_RECORD && type->is_complete && type->is_public && !type->is_union && type->fields
        && is_simple (type))
      any |= type->from_callers = is_from_callers (module, type);
  }
  if (any)
    find_keepers (module);
}
