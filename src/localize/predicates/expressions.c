/* E and E+: which expressions are worth watching for a fault (AutoFix, section 3.3).
 *
 * In:  the faulty routine r and the violated clause c.
 * Out: E, every parameter of r and every pure scalar expression in r's locations and in c; unfolded to E+: for a
 * pointer to a record its fields and the queries that take nothing else, for a record its fields.  One level deep.
 * After them, what else must be recorded to compute the implications of contracts: operands that are not in E+, and
 * that no comparisons are made of.
 *
 * c is meant in the state where it was violated: OLD (e) stands for e, RESULT for what r returns.  The clause of an
 * invariant is a call f (it); what it looks at is in the body of f, so the expressions there, with the object put in,
 * count as c.
 *
 * Example: for `idx <= s->count + 1` in a routine on `Set *s`: idx, s, s->count, s->count + 1, 1, and s->index,
 * set_is_empty (s), ...
 *
 * At most AF_MAX_COLUMNS are kept, small ones and those that share a part with c first. */
#include <string.h>

#include "localize/localize-internal.h"

typedef struct {
  AfExpr *expr;
  guint size;
  guint cost; /* decides which are kept when there are too many */
} AfEntry;

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const AfProximity *proximity;
  GHashTable *seen;   /* set of texts, owned by the entries */
  GArray *entries;    /* of AfEntry */
  GPtrArray *records; /* of AfExpr: record objects, for unfolding */
  guint bias;         /* added to the cost */
} AfCollector;

static void entry_clear (AfEntry *entry)
{
  af_expr_unref (entry->expr);
}

/* --- the clause --- */

static gboolean find_old (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_OLD && *(AfExpr **)data == NULL)
    *(AfExpr **)data = node;
  return *(AfExpr **)data == NULL;
}

static gboolean find_result (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_RESULT)
    *(AfExpr **)data = node;
  return TRUE;
}

/* What @routine returns, where that is a pure expression: array of AfExpr. */
static GPtrArray *returned_values (const AfRoutine *routine)
{
  GPtrArray *returned = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = af_routine_location (routine, i);
    if (location->kind == AF_LOCATION_RETURN && location->expr != NULL && af_expr_is_pure (location->expr))
      g_ptr_array_add (returned, af_expr_ref (location->expr));
  }
  return returned;
}

static gboolean find_local (AfExpr *node, gpointer data)
{
  const AfVariable *param = *(gpointer *)data;
  if (param && node->kind == AF_EXPR_VAR && node->variable_id != 0 && g_strcmp0 (node->name, param->name) != 0)
    *(gpointer *)data = NULL; /* the walk continues with the node's siblings */
  return *(gpointer *)data != NULL;
}

static gboolean mentions_other_locals (AfExpr *expr, const AfVariable *param)
{
  gconstpointer state = param;
  af_expr_walk (expr, find_local, &state);
  return state == NULL;
}

/* The pure expressions in the body of the invariant function that @call calls, about @call's argument. */
static void add_invariant_body (const AfModule *module, const AfExpr *call, GPtrArray *forms)
{
  const AfRoutine *invariant = af_module_routine (module, call->name);
  if (invariant == NULL || invariant->n_params != 1 || call->n_args != 1)
    return;
  const AfVariable *param = invariant->variables->pdata[0];
  g_autoptr (AfExpr) it = af_expr_var (param->type, param->name, param->id);
  for (guint i = 0; i < invariant->locations->len; i++) {
    AfExpr *expr = af_routine_location (invariant, i)->expr;
    if (expr != NULL && expr->n_args > 0 && af_expr_is_pure (expr) && !mentions_other_locals (expr, param))
      g_ptr_array_add (forms, af_expr_substitute (expr, it, call->args[0]));
  }
}

/* `RESULT->size` is not `NULL->size`: where null is returned there is no such number. */
static gboolean is_null (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_NULL
         || (expr->type && expr->type->kind == AF_TYPE_POINTER && af_expr_is_constant (expr));
}

void af_add_with_results (const AfRoutine *routine, AfExpr *expr, GPtrArray *forms)
{
  AfExpr *result = NULL;
  af_expr_walk (expr, find_result, &result);
  g_autoptr (GPtrArray) returned = returned_values (routine);
  guint n = forms->len;
  for (guint i = 0; result != NULL && i < returned->len; i++)
    if (!is_null (returned->pdata[i]))
      g_ptr_array_add (forms, af_expr_substitute (expr, result, returned->pdata[i]));
  if (forms->len == n)
    g_ptr_array_add (forms, af_expr_ref (expr));
}

GPtrArray *af_clause_forms (const AfModule *module, const AfFault *fault)
{
  GPtrArray *forms = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfExpr *condition = fault->condition;
  if (condition == NULL) {
    /* A crash or a hang has no clause; what is evaluated there is the next best. */
    AfExpr *there = fault->location < fault->routine->locations->len
                      ? af_routine_location (fault->routine, fault->location)->expr
                      : NULL;
    if (there != NULL)
      g_ptr_array_add (forms, af_expr_ref (there));
    return forms;
  }
  g_autoptr (AfExpr) now = af_expr_without_old (condition);
  af_add_with_results (fault->routine, now, forms);
  if (fault->clause->kind == AF_CLAUSE_INVARIANT && condition->kind == AF_EXPR_CALL)
    add_invariant_body (module, condition, forms);
  return forms;
}

/* --- collection --- */

static gboolean is_recordable_type (const AfType *type)
{
  return type == NULL || (af_type_is_scalar (type) && type->bits <= 64);
}

gboolean af_is_recordable (const AfExpr *expr)
{
  switch (expr->kind) {
  case AF_EXPR_INT:
  case AF_EXPR_VAR:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CALL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    return is_recordable_type (expr->type);
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_FITS:
  case AF_EXPR_OTHER:
    return FALSE;
  }
  return FALSE;
}

static gboolean is_record (const AfExpr *expr)
{
  return expr->type != NULL && expr->type->kind == AF_TYPE_RECORD
         && (expr->kind == AF_EXPR_VAR || expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX
             || expr->kind == AF_EXPR_DEREF);
}

static void add_entry (AfCollector *collector, AfExpr *expr)
{
  /* adding it again would put the text of an expression in the set without an owner */
  if (g_hash_table_contains (collector->seen, expr->text))
    return;
  g_hash_table_add (collector->seen, expr->text);
  guint size = af_expr_size (expr);
  guint far = af_proximity_of (collector->proximity, expr) == 0 ? 2 : 0;
  AfEntry entry = { af_expr_ref (expr), size, size + far + collector->bias };
  g_array_append_val (collector->entries, entry);
}

static void take (AfCollector *collector, AfExpr *node)
{
  AfExpr *old = NULL;
  af_expr_walk (node, find_old, &old);
  if (!af_expr_is_pure (node) || old != NULL || af_expr_mentions_result (node))
    return;
  if (af_is_recordable (node))
    add_entry (collector, node);
  else if (is_record (node))
    g_ptr_array_add (collector->records, af_expr_ref (node));
}

static gboolean visit_node (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_OTHER && !node->is_pure)
    return FALSE;
  if (node->kind != AF_EXPR_FORALL && node->kind != AF_EXPR_EXISTS) {
    take (data, node);
    return TRUE;
  }
  /* its bounds, and what else does not depend on the name that it binds */
  g_autoptr (GPtrArray) free_parts = af_expr_sub (node);
  for (guint i = 0; i < free_parts->len; i++)
    take (data, free_parts->pdata[i]);
  return FALSE;
}

static void collect_routine (AfCollector *collector)
{
  for (guint i = 0; i < collector->routine->locations->len; i++) {
    const AfLocation *location = af_routine_location (collector->routine, i);
    if (location->expr != NULL)
      af_expr_walk (location->expr, visit_node, collector);
    if (location->declared != NULL) {
      g_autoptr (AfExpr) variable =
        af_expr_var (location->declared->type, location->declared->name, location->declared->id);
      visit_node (variable, collector);
    }
  }
}

/* A parameter that the code never reads may be the one that it forgot: `max` where `out[n]` is written. */
static void collect_parameters (AfCollector *collector)
{
  for (guint i = 0; i < collector->routine->n_params; i++) {
    const AfVariable *param = collector->routine->variables->pdata[i];
    if (param->name == NULL || *param->name == '\0')
      continue;
    g_autoptr (AfExpr) variable = af_expr_var (param->type, param->name, param->id);
    take (collector, variable);
  }
}

/* The clause as written, so that what stands under OLD is found, and with its results. */
static void collect_clause (AfCollector *collector, const AfFault *fault, const GPtrArray *forms)
{
  if (fault->condition != NULL)
    af_expr_walk (fault->condition, visit_node, collector);
  AfExpr *old = NULL;
  if (fault->condition != NULL)
    af_expr_walk (fault->condition, find_old, &old);
  for (guint i = 0; old == NULL && fault->condition != NULL && i < forms->len; i++)
    af_expr_walk (forms->pdata[i], visit_node, collector);
}

/* --- unfolding --- */

/* A query of one argument that can be called in the routine's file, at its place. */
static gboolean is_usable_query (const AfCollector *collector, const AfRoutine *query, const AfType *record)
{
  const AfRoutine *routine = collector->routine;
  if (!query->is_query || query == routine || query->invariant_of != NULL || query->n_params != 1 || query->is_variadic
      || query->skipped != NULL || query->result == NULL || query->result->kind == AF_TYPE_VOID
      || !is_recordable_type (query->result))
    return FALSE;
  const AfType *param = ((const AfVariable *)query->variables->pdata[0])->type;
  if (param == NULL || param->kind != AF_TYPE_POINTER || param->target != record)
    return FALSE;
  return query->is_public
         || (query->definition.file == routine->definition.file && query->definition.start < routine->definition.start);
}

static void unfold_fields (AfCollector *collector, AfExpr *object, const AfType *record)
{
  for (guint i = 0; record->is_complete && record->fields != NULL && i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (field->name == NULL || !is_recordable_type (field->type))
      continue;
    g_autoptr (AfExpr) value = af_expr_field (object, field->name, field->type);
    add_entry (collector, value);
  }
}

static void unfold_queries (AfCollector *collector, AfExpr *object, const AfType *record, gboolean all)
{
  for (guint i = 0; i < collector->module->routines->len; i++) {
    const AfRoutine *query = collector->module->routines->pdata[i];
    if (!is_usable_query (collector, query, record) || (!all && query->result->kind != AF_TYPE_BOOL))
      continue;
    g_autoptr (AfExpr) value = af_expr_call (query->result, query->name, &object, 1, TRUE);
    add_entry (collector, value);
  }
}

static gboolean visit_object (AfExpr *node, gpointer data)
{
  AfExpr *old = NULL;
  af_expr_walk (node, find_old, &old);
  if (node->type != NULL && af_type_is_record_pointer (node->type) && af_expr_is_pure (node) && !old
      && !af_expr_mentions_result (node) && af_is_recordable (node))
    unfold_queries (data, node, node->type->target, FALSE);
  return node->kind != AF_EXPR_FORALL && node->kind != AF_EXPR_EXISTS;
}

/* The Boolean queries on objects that only the routine's contracts name. */
static void unfold_contracts (AfCollector *collector)
{
  for (guint i = 0; i < collector->routine->clauses->len; i++) {
    const AfClause *clause = collector->routine->clauses->pdata[i];
    if (clause->expr != NULL && !af_clause_is_implicit (clause))
      af_expr_walk (clause->expr, visit_object, collector);
  }
}

static void unfold (AfCollector *collector)
{
  guint n = collector->entries->len;
  collector->bias = 1;
  for (guint i = 0; i < n; i++) {
    g_autoptr (AfExpr) object = af_expr_ref (g_array_index (collector->entries, AfEntry, i).expr);
    if (object->type == NULL || !af_type_is_record_pointer (object->type))
      continue;
    unfold_fields (collector, object, object->type->target);
    unfold_queries (collector, object, object->type->target, TRUE);
  }
  for (guint i = 0; i < collector->records->len; i++) {
    AfExpr *object = collector->records->pdata[i];
    unfold_fields (collector, object, object->type);
  }
  unfold_contracts (collector);
}

static int compare_cost (gconstpointer a, gconstpointer b)
{
  const AfEntry *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  return strcmp (x->expr->text, y->expr->text);
}

/* Variables before what is made of them, constants last: the order in which operands are compared later. */
static int compare_size (gconstpointer a, gconstpointer b)
{
  const AfEntry *x = a, *y = b;
  gboolean cx = x->expr->kind == AF_EXPR_INT, cy = y->expr->kind == AF_EXPR_INT;
  if (cx != cy)
    return cx ? 1 : -1;
  if (x->size != y->size)
    return x->size < y->size ? -1 : 1;
  return strcmp (x->expr->text, y->expr->text);
}

/* E+, bounded. */
static GPtrArray *unfolded (const AfModule *module, const AfFault *fault)
{
  g_autoptr (GPtrArray) forms = af_clause_forms (module, fault);
  g_auto (AfProximity) proximity;
  af_proximity_init (&proximity, forms);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (AfEntry));
  g_array_set_clear_func (entries, (GDestroyNotify)entry_clear);
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfCollector collector = { module, fault->routine, &proximity, seen, entries, records, 0 };

  collect_routine (&collector);
  collect_parameters (&collector);
  collect_clause (&collector, fault, forms);
  unfold (&collector);

  g_array_sort (entries, compare_cost);
  if (entries->len > AF_MAX_COLUMNS)
    g_array_set_size (entries, AF_MAX_COLUMNS);
  g_array_sort (entries, compare_size);
  GPtrArray *expressions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (expressions, af_expr_ref (g_array_index (entries, AfEntry, i).expr));
  return expressions;
}

static GPtrArray *operands_beside (const AfModule *module, const AfFault *fault, const GPtrArray *expressions)
{
  GPtrArray *operands = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_unref (af_implications (module, fault, expressions, operands));
  return operands;
}

GPtrArray *af_localize_expressions (const AfModule *module, const AfFault *fault)
{
  GPtrArray *expressions = unfolded (module, fault);
  g_ptr_array_extend_and_steal (expressions, operands_beside (module, fault, expressions));
  return expressions;
}

GHashTable *af_localize_aside (const AfModule *module, const AfFault *fault)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) expressions = unfolded (module, fault), operands = operands_beside (module, fault, expressions);
  for (guint i = 0; i < operands->len; i++)
    g_hash_table_add (texts, g_strdup (((AfExpr *)operands->pdata[i])->text));
  return texts;
}
