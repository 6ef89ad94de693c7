/* Pointers that a routine stores: a field that others follow and nobody tests takes no null.
 *
 * In:  a module, and what its routines do with their parameters.
 * Out: a parameter counts as followed where it is stored in such a field.
 *
 *     void walk_start (Walk *w, const Map *m) { w->map = m; ... }
 *     int walk_next (Walk *w) { return w->map->first ... }             m is not null
 *
 * So is one that is handed on to a routine that follows it: `item_value (b->items[k])`.
 *
 * So is a function that is called through a field, `l->less (a, b)`, and what a local has from one that is followed:
 * `const Map *m = w->map; ... m->first`.  `w->slot[2].p` is a field of its own, too.
 *
 * A field that is set to NULL anywhere, or compared with it, may be null. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

typedef struct {
  const AfPointerUses *uses;
  const AfRoutine *routine;
  guint location;
  GHashTable *followed, *null; /* sets of char *: fields, by field_key */
  gboolean stores;             /* the second look: which parameters go into which fields */
  const GPtrArray *locals;     /* of char *, by id: the field that is all a local ever gets, or null */
} AfStoredWalk;

#define ANY "*" /* an element whose number is computed */

/* A name for the place in all objects of its record; null: it is no field, nor in one.  Owned by the caller. */
static char *place_key (const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  const AfExpr *in = expr->n_args > 0 ? af_expr_uncast (expr->args[0]) : NULL;
  if (expr->kind == AF_EXPR_INDEX && in->kind == AF_EXPR_FIELD) {
    g_autofree char *array = place_key (in);
    g_autofree char *index =
      expr->args[1]->kind == AF_EXPR_INT ? g_strdup_printf ("%" G_GINT64_FORMAT, expr->args[1]->value) : g_strdup (ANY);
    return array ? g_strdup_printf ("%s[%s]", array, index) : NULL;
  }
  if (expr->kind != AF_EXPR_FIELD)
    return NULL;
  g_autofree char *element = in->kind == AF_EXPR_INDEX ? place_key (in) : NULL;
  const AfType *base = expr->args[0]->type;
  const AfType *record = base && base->kind == AF_TYPE_POINTER ? base->target : base;
  if (element)
    return g_strdup_printf ("%s.%s", element, expr->name);
  return record ? g_strdup_printf ("%p %s", (gconstpointer)record, expr->name) : NULL;
}

/* The same of a pointer. */
static char *field_key (const AfExpr *expr)
{
  const AfType *type = af_expr_uncast (expr)->type;
  return type && type->kind == AF_TYPE_POINTER ? place_key (expr) : NULL;
}

/* The field itself, or the local that has its value. */
static void note (const AfStoredWalk *walk, GHashTable *set, const AfExpr *expr)
{
  const AfExpr *plain = af_expr_uncast (expr);
  gboolean is_local = plain->kind == AF_EXPR_VAR && plain->variable_id > walk->routine->n_params
                      && plain->variable_id <= walk->routine->variables->len;
  char *key = is_local ? g_strdup (walk->locals->pdata[plain->variable_id]) : field_key (expr);
  if (key)
    g_hash_table_add (set, key);
}

static void note_test (const AfExpr *tested, gpointer data)
{
  const AfStoredWalk *walk = data;
  note (walk, walk->null, tested);
}

/* Whether null is put there, or asked for: at this place, or at one that may be any of the array. */
static gboolean may_be_null (const AfStoredWalk *walk, const char *key)
{
  const char *open = strrchr (key, '['), *close = open ? strchr (open, ']') : NULL;
  g_autofree char *any = close ? g_strdup_printf ("%.*s" ANY "%s", (int)(open + 1 - key), key, close) : NULL;
  return g_hash_table_contains (walk->null, key) || (any && g_hash_table_contains (walk->null, any));
}

/* @value is put in the field. */
static void note_value (const AfStoredWalk *walk, const char *key, const AfExpr *value)
{
  int param = af_routine_param (walk->routine, af_expr_uncast (value));
  AfPointerUse *use = param < 0 ? NULL : af_pointer_use (walk->uses, walk->routine, (guint)param);
  if (use && use->unchanged[walk->location] && g_hash_table_contains (walk->followed, key) && !may_be_null (walk, key))
    use->follows = TRUE;
}

static void note_store (const AfStoredWalk *walk, const AfExpr *node)
{
  g_autofree char *key = field_key (node->args[0]);
  if (key)
    note_value (walk, key, node->args[1]);
}

/* `Walk w = { m, NULL };`: what stands there is stored in the fields in their order. */
static void note_list (const AfStoredWalk *walk, const AfExpr *list)
{
  const AfType *record = list->type;
  if (!record || record->kind != AF_TYPE_RECORD || record->is_union || !record->fields || !list->name
      || *list->name != '{' || strstr (list->name, " .") || strstr (list->name, "{.")
      || list->n_args > record->fields->len)
    return;
  for (guint i = 0; i < list->n_args; i++) {
    char *key = g_strdup_printf ("%p %s", (gconstpointer)record, ((AfField *)record->fields->pdata[i])->name);
    if (walk->stores)
      note_value (walk, key, list->args[i]);
    else if (list->n_args > 1 && af_expr_is_null (list->args[i])) /* `{ 0 }` says nothing yet */
      g_hash_table_add (walk->null, g_steal_pointer (&key));
    g_free (key);
  }
}

/* Handed on to a routine that follows it. */
static void note_handed (const AfStoredWalk *walk, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (walk->uses->module, call->name);
  for (guint i = 0; callee && i < MIN (call->n_args, callee->n_params); i++) {
    const AfPointerUse *use = af_pointer_use (walk->uses, callee, i);
    if (use->follows && !use->tests)
      note (walk, walk->followed, call->args[i]);
  }
}

static gboolean visit (AfExpr *node, gpointer data)
{
  const AfStoredWalk *walk = data;
  if (node->kind == AF_EXPR_OTHER)
    note_list (walk, node);
  if (walk->stores) {
    if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE)
      note_store (walk, node);
    return TRUE;
  }
  if (node->kind == AF_EXPR_ASSIGN && af_expr_is_null (node->args[1]))
    note (walk, walk->null, node->args[0]);
  if (node->kind == AF_EXPR_CALL)
    note_handed (walk, node);
  if ((node->kind == AF_EXPR_FIELD && node->arrow) || node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF
      || node->kind == AF_EXPR_CALL_POINTER)
    note (walk, walk->followed, node->args[0]);
  return TRUE;
}

/* --- locals --- */

typedef struct {
  const AfRoutine *routine;
  GPtrArray *fields; /* of char *, by id */
  gboolean *lost;    /* what gets another value, too, or is changed in another way */
} Locals;

static void note_local (const Locals *locals, guint id, const AfExpr *value)
{
  char *key = value && !locals->fields->pdata[id] && !locals->lost[id] ? field_key (value) : NULL;
  locals->lost[id] |= !key;
  g_free (locals->fields->pdata[id]);
  locals->fields->pdata[id] = key;
}

static gboolean visit_local (AfExpr *node, gpointer data)
{
  const Locals *locals = data;
  const AfExpr *place = node->n_args > 0 ? af_expr_uncast (node->args[0]) : NULL;
  gboolean is_changed = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS;
  if (is_changed && place->kind == AF_EXPR_VAR && place->variable_id > locals->routine->n_params
      && place->variable_id <= locals->routine->variables->len)
    note_local (locals, place->variable_id,
                node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE ? node->args[1] : NULL);
  return TRUE;
}

/* For each local, by its id, the field that is the only value it gets: array of char *. */
static GPtrArray *fields_in (const AfRoutine *routine)
{
  guint n = routine->variables->len + 1;
  g_autofree gboolean *lost = g_new0 (gboolean, n);
  Locals locals = { routine, g_ptr_array_new_with_free_func (g_free), lost };
  g_ptr_array_set_size (locals.fields, (int)n);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    for (guint k = 0; location->declares && k < location->declares->len; k++)
      note_local (&locals, ((const AfVariable *)location->declares->pdata[k])->id, location->values->pdata[k]);
    af_location_walk (location, visit_local, &locals);
  }
  return locals.fields;
}

/* --- the walk --- */

static void walk_routine (AfStoredWalk *walk)
{
  for (guint i = 0; i < walk->routine->locations->len; i++) {
    const AfLocation *location = walk->routine->locations->pdata[i];
    walk->location = i;
    if (location->expr && !walk->stores)
      af_tests_walk (location->expr, af_location_is_condition (location), note_test, walk);
    af_location_walk (location, visit, walk);
  }
  /* an invariant or a postcondition that asks whether it is null permits that */
  for (guint i = 0; i < walk->routine->clauses->len && !walk->stores; i++) {
    const AfClause *clause = walk->routine->clauses->pdata[i];
    if (clause->expr && !af_clause_is_implicit (clause))
      af_tests_walk (clause->expr, FALSE, note_test, walk);
  }
}

void af_pointer_uses_add_stored (AfPointerUses *uses)
{
  g_autoptr (GHashTable) followed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) null = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AfStoredWalk walk = { .uses = uses, .followed = followed, .null = null };
  for (guint pass = 0; pass < 2; pass++) {
    walk.stores = pass == 1;
    for (guint i = 0; i < uses->module->routines->len; i++) {
      walk.routine = uses->module->routines->pdata[i];
      g_autoptr (GPtrArray) locals = fields_in (walk.routine);
      walk.locals = locals;
      walk_routine (&walk);
    }
  }
}
