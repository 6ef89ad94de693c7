/* Pointers that a routine stores: a field that others follow and nobody tests takes no null.
 *
 * In:  a module, and what its routines do with their parameters.
 * Out: a parameter counts as followed where it is stored in such a field.
 *
 *     void walk_start (Walk *w, const Map *m) { w->map = m; ... }
 *     int walk_next (Walk *w) { return w->map->first ... }             m is not null
 *
 * So is a function that is called through a field: `l->less (a, b)`.
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
} AfStoredWalk;

/* A name for the field in all objects of its record; null: no field that is a pointer.  Owned by the caller. */
static char *field_key (const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (expr->kind != AF_EXPR_FIELD || !expr->type || expr->type->kind != AF_TYPE_POINTER)
    return NULL;
  const AfType *base = expr->args[0]->type;
  const AfType *record = base && base->kind == AF_TYPE_POINTER ? base->target : base;
  return record ? g_strdup_printf ("%p %s", (gconstpointer)record, expr->name) : NULL;
}

static void note (GHashTable *set, const AfExpr *expr)
{
  char *key = field_key (expr);
  if (key)
    g_hash_table_add (set, key);
}

static void note_test (const AfExpr *tested, gpointer null)
{
  note (null, tested);
}

/* @value is put in the field. */
static void note_value (const AfStoredWalk *walk, const char *key, const AfExpr *value)
{
  int param = af_routine_param (walk->routine, af_expr_uncast (value));
  AfPointerUse *use = param < 0 ? NULL : af_pointer_use (walk->uses, walk->routine, (guint)param);
  if (use && use->unchanged[walk->location] && g_hash_table_contains (walk->followed, key)
      && !g_hash_table_contains (walk->null, key))
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
    note (walk->null, node->args[0]);
  if ((node->kind == AF_EXPR_FIELD && node->arrow) || node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF
      || node->kind == AF_EXPR_CALL_POINTER)
    note (walk->followed, node->args[0]);
  return TRUE;
}

static void walk_routine (AfStoredWalk *walk)
{
  for (guint i = 0; i < walk->routine->locations->len; i++) {
    const AfLocation *location = walk->routine->locations->pdata[i];
    walk->location = i;
    for (guint k = 0; k <= (location->values ? location->values->len : 0); k++) {
      AfExpr *expr = k == 0 ? location->expr : location->values->pdata[k - 1];
      if (!expr)
        continue;
      if (!walk->stores)
        af_tests_walk (expr, k == 0 && af_location_is_condition (location), note_test, walk->null);
      af_expr_walk (expr, visit, walk);
    }
  }
  /* an invariant or a postcondition that asks whether it is null permits that */
  for (guint i = 0; i < walk->routine->clauses->len && !walk->stores; i++) {
    const AfClause *clause = walk->routine->clauses->pdata[i];
    if (clause->expr && !af_clause_is_implicit (clause))
      af_tests_walk (clause->expr, FALSE, note_test, walk->null);
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
      walk_routine (&walk);
    }
  }
}
