/* What is behind a `void *`.
 *
 * In:  a module whose routines have locations.
 * Out: seen_as of parameters and routines.
 *
 *     typedef void *map_t;
 *     map_t map_new (void) { struct map *m = malloc (sizeof *m); ... return m; }        gives a struct map
 *     int map_put (map_t in, char *key, void *value) { struct map *m = (struct map *)in; ... }      in: a struct map
 *
 * A library hides its records so, and only the bodies tell which `void *` leads to one.  A parameter does if it is
 * turned into a pointer to one record and nothing else, by a cast, an assignment or by being handed on to a parameter
 * of that kind; value above is only stored, so it may be anything.  A result does if each one that is not null was a
 * pointer to that record.  Both count only where the module both makes such records and takes them: what `qsort` hands
 * to a comparison was made by nobody.  Arithmetic says that the record is somewhere else, in front of the pointer. */
#include "contracts/contracts-internal.h"

/* What is known of one pointer: nothing, a record, or that it is not one. */
typedef struct {
  AfType *type; /* the pointer to the record */
  gboolean is_other;
} AfBehind;

typedef struct {
  AfModule *module;
  AfBehind **params; /* by routine and parameter */
  AfBehind *results; /* by routine */
  gboolean changed;
} AfSearch;

typedef struct {
  AfSearch *search;
  const AfRoutine *routine;
} AfWalk;

static gboolean is_blank (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER && type->target && type->target->kind == AF_TYPE_VOID;
}

static void note (AfSearch *search, AfBehind *behind, AfType *type)
{
  gboolean is_record = type && af_type_is_record_pointer (type) && type->target->is_complete;

  if (behind->is_other || (is_record && behind->type && behind->type->target == type->target))
    return;
  behind->is_other = !is_record || behind->type;
  behind->type = behind->is_other ? NULL : type;
  search->changed = TRUE;
}

/* What is known of the parameter that @expr is; null: it is none of type `void *`. */
static AfBehind *param_of (const AfWalk *walk, const AfExpr *expr)
{
  int param = expr ? af_routine_param (walk->routine, expr) : -1;

  if (param < 0 || !is_blank (((const AfVariable *)walk->routine->variables->pdata[param])->type))
    return NULL;
  return &walk->search->params[walk->routine->id][param];
}

/* A parameter becomes a value of @type. */
static void note_turned (const AfWalk *walk, const AfExpr *value, AfType *type)
{
  AfBehind *behind = param_of (walk, value);

  if (behind && type && type->kind == AF_TYPE_POINTER && !is_blank (type))
    note (walk->search, behind, type);
}

static void note_handed (const AfWalk *walk, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (walk->search->module, call->name);

  for (guint i = 0; callee && i < MIN (call->n_args, callee->n_params); i++) {
    AfType *type = ((const AfVariable *)callee->variables->pdata[i])->type;
    note_turned (walk, call->args[i], is_blank (type) ? walk->search->params[callee->id][i].type : type);
  }
}

static gboolean visit_use (AfExpr *node, gpointer data)
{
  const AfWalk *walk = data;

  switch ((int)node->kind) {
  case AF_EXPR_CAST:
    note_turned (walk, node->args[0], node->type);
    break;
  case AF_EXPR_ASSIGN:
    note_turned (walk, node->args[1], node->args[0]->type);
    if (param_of (walk, node->args[0]))
      note (walk->search, param_of (walk, node->args[0]), NULL);
    break;
  case AF_EXPR_CALL:
    note_handed (walk, node);
    break;
  case AF_EXPR_BINARY:
  case AF_EXPR_INDEX:
    for (guint i = 0; i < 2 && (node->kind == AF_EXPR_INDEX || node->op == AF_OP_ADD || node->op == AF_OP_SUB); i++)
      if (param_of (walk, node->args[i]))
        note (walk->search, param_of (walk, node->args[i]), NULL);
    break;
  default:
    break;
  }
  return TRUE;
}

/* --- results --- */

static void note_result (const AfWalk *walk, const AfExpr *value)
{
  AfBehind *result = &walk->search->results[walk->routine->id];
  const AfExpr *plain = af_expr_uncast (value);
  const AfRoutine *callee = plain->kind == AF_EXPR_CALL ? af_module_routine (walk->search->module, plain->name) : NULL;
  AfType *type = plain->type;

  if (af_expr_is_null (plain))
    return;
  if (plain->kind == AF_EXPR_CONDITIONAL) {
    note_result (walk, plain->args[1]);
    note_result (walk, plain->args[2]);
    return;
  }
  if (callee && is_blank (callee->result)) {
    if (walk->search->results[callee->id].is_other || !callee->is_read)
      note (walk->search, result, NULL);
    type = walk->search->results[callee->id].type;
    if (!type)
      return;
  }
  gboolean is_whole = plain->kind == AF_EXPR_VAR || plain->kind == AF_EXPR_FIELD || plain->kind == AF_EXPR_CALL;
  note (walk->search, result, is_whole && type && !type->is_const ? type : NULL);
}

static void look_at (AfSearch *search, const AfRoutine *routine)
{
  AfWalk walk = { search, routine };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    for (guint k = 0; location->declares && k < location->declares->len; k++) {
      if (location->values->pdata[k])
        note_turned (&walk, location->values->pdata[k], ((const AfVariable *)location->declares->pdata[k])->type);
    }
    af_location_walk (location, visit_use, &walk);
    if (location->kind == AF_LOCATION_RETURN && location->expr && is_blank (routine->result)
        && !routine->result->is_const)
      note_result (&walk, location->expr);
  }
}

/* --- both made and taken --- */

static gboolean is_called_by_users (const AfRoutine *routine)
{
  return routine->is_lent || (routine->is_public && !routine->is_static);
}

static gboolean is_made (const AfSearch *search, const AfType *record)
{
  for (guint i = 0; i < search->module->routines->len; i++) {
    const AfRoutine *routine = search->module->routines->pdata[i];
    if (is_called_by_users (routine)
        && (af_type_leads_to (routine->result, record) || af_type_leads_to (search->results[i].type, record)))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_taken (const AfSearch *search, const AfType *record)
{
  for (guint i = 0; i < search->module->routines->len; i++) {
    const AfRoutine *routine = search->module->routines->pdata[i];
    for (guint k = 0; is_called_by_users (routine) && k < routine->n_params; k++)
      if (af_type_leads_to (((const AfVariable *)routine->variables->pdata[k])->type, record)
          || af_type_leads_to (search->params[i][k].type, record))
        return TRUE;
  }
  return FALSE;
}

static void set (const AfSearch *search, AfRoutine *routine)
{
  AfType *result = search->results[routine->id].type;

  if (result && is_taken (search, result->target))
    routine->seen_as = result;
  for (guint k = 0; k < routine->n_params; k++) {
    AfType *type = search->params[routine->id][k].type;
    if (type && is_made (search, type->target))
      ((AfVariable *)routine->variables->pdata[k])->seen_as = type;
  }
}

void af_behind_infer (AfModule *module)
{
  guint n = module->routines->len;
  AfSearch search = { module, g_new0 (AfBehind *, n), g_new0 (AfBehind, n), TRUE };

  for (guint i = 0; i < n; i++)
    search.params[i] = g_new0 (AfBehind, ((const AfRoutine *)module->routines->pdata[i])->n_params);
  while (search.changed) {
    search.changed = FALSE;
    for (guint i = 0; i < n; i++)
      look_at (&search, module->routines->pdata[i]);
  }
  for (guint i = 0; i < n; i++)
    set (&search, module->routines->pdata[i]);
  for (guint i = 0; i < n; i++)
    g_free (search.params[i]);
  g_free (search.params);
  g_free (search.results);
}
