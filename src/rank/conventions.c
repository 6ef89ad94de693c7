/* What the module keeps to, as far as a fix should, too.
 *
 * In:  a module.   Out: fields that are fixed once an object is made; routines that only contracts use; routines that
 * only look at objects, and that empty them.
 *
 * A field is fixed if routines write it in objects alone that they have just made, and one of these values is no
 * literal: a capacity or a width that comes from outside.  (One that begins as 0 or NULL is a state, and the command
 * that should change it may be what is broken.)
 *
 *     Grid *g = malloc (sizeof *g); g->width = width; g->used = 0;      width is fixed, used is not
 *
 * That other commands alone write a field says nothing: of the accepted fixes that write a field, most are in a routine
 * that forgot to. */
#include "rank/rank-internal.h"

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  GHashTable *made; /* set of char *: fields that get a value other than a literal where an object is made */
  GHashTable *open; /* set of char *: fields that are written elsewhere, or may be */
} Survey;

static const AfExpr *root_of (const AfExpr *expr)
{
  while (expr->n_args > 0
         && (expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF
             || expr->kind == AF_EXPR_CAST))
    expr = expr->args[0];
  return expr;
}

typedef struct {
  const AfModule *module;
  guint variable;
  gboolean found;
} Making;

static gboolean makes (const AfModule *module, const AfExpr *value)
{
  const AfExpr *call = af_expr_uncast (value);
  if (call->kind != AF_EXPR_CALL)
    return FALSE;
  const AfRoutine *callee = af_module_routine (module, call->name);
  return callee ? !callee->is_query : !call->is_pure;
}

static gboolean find_making (AfExpr *node, gpointer data)
{
  Making *making = data;
  making->found |= node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_VAR
                   && node->args[0]->variable_id == making->variable && makes (making->module, node->args[1]);
  return !making->found;
}

/* A local pointer that gets what a call gave that is no query. */
static gboolean is_made (const Survey *survey, const AfVariable *variable)
{
  Making making = { survey->module, variable->id, FALSE };
  for (guint i = 0; i < survey->routine->locations->len && !making.found; i++) {
    const AfLocation *location = survey->routine->locations->pdata[i];
    af_location_walk (location, find_making, &making);
    for (guint k = 0; location->declares && k < location->declares->len; k++)
      making.found |= location->declares->pdata[k] == variable && makes (survey->module, location->values->pdata[k]);
  }
  return making.found;
}

/* Whether the routine has just made the object that @target is in. */
static gboolean is_own (const Survey *survey, const AfExpr *target)
{
  const AfExpr *root = root_of (target);
  const AfRoutine *routine = survey->routine;
  for (guint i = 0; root->kind == AF_EXPR_VAR && root->variable_id != 0 && i < routine->variables->len; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (variable->id != root->variable_id)
      continue;
    if (variable->is_param)
      return routine->initialises == (int)i;
    return variable->type && (variable->type->kind == AF_TYPE_RECORD || is_made (survey, variable));
  }
  return FALSE;
}

static void open_record (const Survey *survey, const AfType *record)
{
  for (guint i = 0; record && record->fields && i < record->fields->len; i++)
    g_hash_table_add (survey->open, ((const AfField *)record->fields->pdata[i])->name);
}

/* `n->next`, which leads to another object of the same kind: what removes a neighbour has to change it, whoever made
 * the link. */
static gboolean is_link (const AfExpr *target)
{
  const AfType *base = target->args[0]->type;
  const AfType *record = base && base->kind == AF_TYPE_POINTER ? base->target : base;
  return target->type && target->type->kind == AF_TYPE_POINTER && target->type->target == record;
}

static void note_assignment (const Survey *survey, const AfExpr *node)
{
  const AfExpr *target = node->args[0];
  gboolean own = is_own (survey, target);
  if (target->kind != AF_EXPR_FIELD) {
    if (!own && target->type && target->type->kind == AF_TYPE_RECORD)
      open_record (survey, target->type);
    return;
  }
  if (!own)
    g_hash_table_add (survey->open, target->name);
  else if (!is_link (target) && node->kind == AF_EXPR_ASSIGN && !af_expr_is_constant (af_expr_uncast (node->args[1])))
    g_hash_table_add (survey->made, target->name);
}

static gboolean survey_node (AfExpr *node, gpointer data)
{
  const Survey *survey = data;
  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP)
    note_assignment (survey, node);
  else if (node->kind == AF_EXPR_ADDRESS && node->args[0]->kind == AF_EXPR_FIELD)
    g_hash_table_add (survey->open, node->args[0]->name);
  return TRUE;
}

/* --- who is called --- */

static void reach (const AfModule *module, const char *name, GHashTable *reached);

typedef struct {
  const AfModule *module;
  GHashTable *reached;
} Reach;

static gboolean reach_node (AfExpr *node, gpointer data)
{
  const Reach *to = data;
  if (node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_FUNCTION)
    reach (to->module, node->name, to->reached);
  return TRUE;
}

/* The routine, and what its code calls, contracts left out. */
static void reach (const AfModule *module, const char *name, GHashTable *reached)
{
  const AfRoutine *routine = af_module_routine (module, name);
  Reach to = { module, reached };
  if (!routine || !g_hash_table_add (reached, (gpointer)routine))
    return;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->kind != AF_LOCATION_CHECK)
      af_location_walk (location, reach_node, &to);
  }
  for (guint i = 0; routine->skipped && i < routine->callees->len; i++)
    reach (module, routine->callees->pdata[i], reached);
}

static gboolean is_invariant (const AfRoutine *routine)
{
  return routine->invariant_of || routine->is_marked_invariant;
}

/* What contracts reach and code that a user calls does not. */
static void find_contract_words (AfConventions *conventions)
{
  const AfModule *module = conventions->module;
  g_autoptr (GHashTable) called = g_hash_table_new (NULL, NULL), mentioned = g_hash_table_new (NULL, NULL);
  Reach to = { module, mentioned };
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->is_public && !is_invariant (routine))
      reach (module, routine->name, called);
    else if (is_invariant (routine))
      reach (module, routine->name, mentioned);
  }
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = module->clauses->pdata[i];
    if (clause->expr && !af_clause_is_implicit (clause))
      af_expr_walk (clause->expr, reach_node, &to);
  }
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (g_hash_table_contains (mentioned, routine) && !g_hash_table_contains (called, routine))
      g_hash_table_add (conventions->contract_words, routine->name);
  }
}

/* Commands like `clear (list)`. */
static void find_emptying (AfConventions *conventions)
{
  for (guint i = 0; i < conventions->module->routines->len; i++) {
    const AfRoutine *routine = conventions->module->routines->pdata[i];
    AfUses uses;
    if (routine->n_params != 1 || routine->is_query || !routine->is_read)
      continue;
    g_autofree char *text =
      af_source_slice (af_module_source (conventions->module, routine->definition.file), routine->definition);
    af_uses_of_text (text, &uses);
    if (g_hash_table_size (uses.zeroed) > 0)
      g_hash_table_add (conventions->emptying, routine->name);
    af_uses_clear (&uses);
  }
}

void af_conventions_init (AfConventions *conventions, const AfModule *module)
{
  g_autoptr (GHashTable) made = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) open = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter each;
  gpointer name;
  *conventions = (AfConventions){ .module = module,
                                  .fixed = g_hash_table_new (g_str_hash, g_str_equal),
                                  .contract_words = g_hash_table_new (g_str_hash, g_str_equal),
                                  .emptying = g_hash_table_new (g_str_hash, g_str_equal) };
  for (guint i = 0; i < module->routines->len; i++) {
    Survey survey = { .module = module, .routine = module->routines->pdata[i], .made = made, .open = open };
    af_routine_walk (survey.routine, survey_node, &survey);
  }
  g_hash_table_iter_init (&each, made);
  while (g_hash_table_iter_next (&each, &name, NULL))
    if (!g_hash_table_contains (open, name))
      g_hash_table_add (conventions->fixed, name);
  find_contract_words (conventions);
  find_emptying (conventions);
}

void af_conventions_clear (AfConventions *conventions)
{
  g_clear_pointer (&conventions->fixed, g_hash_table_unref);
  g_clear_pointer (&conventions->contract_words, g_hash_table_unref);
  g_clear_pointer (&conventions->emptying, g_hash_table_unref);
}

/* A routine that is marked so; or one that gives a value, writes nothing, and either takes its objects as const or
 * gives one of them: it looks something up.  Of others that write nothing the one write may be what is missing. */
gboolean af_conventions_only_looks (const AfRoutine *routine)
{
  gboolean is_const = FALSE, is_open = FALSE;
  if (routine->is_marked_query || is_invariant (routine))
    return TRUE;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
    gboolean leads = type && type->kind == AF_TYPE_POINTER && type->target && type->target->kind == AF_TYPE_RECORD;
    is_const |= leads && type->is_const;
    is_open |= leads && !type->is_const;
  }
  const AfType *result = routine->result;
  gboolean finds =
    result && result->kind == AF_TYPE_POINTER && result->target && result->target->kind == AF_TYPE_RECORD;
  return (is_const && !is_open) || (routine->is_query && finds);
}
