/* Objects in storage of the caller: what a routine's body says about the record that it sets up.
 *
 * In:  a module whose routines have locations, those found that make objects by their name or type (objects.c).
 * Out: routine->initialises of others.
 *
 * Where no routine makes objects of a record by its name or its type, the body says it, too: a public routine with
 * further parameters that sets most fields and most pointers in a record of its caller, and reads no field before; it
 * may test the pointer for null.  If that is not its first parameter, it takes no object besides, but for one that it
 * makes the record point to: what copies an element out does not make elements.
 *
 *     void iter_start (Iter *it, const Map *m)        it->map = m; it->at = NULL; it->left = m->n;
 *     int doc_parse (const char *text, Doc *out)      out->text = copy; out->words = NULL;
 *     void tree_first (Tree *t, Iter *it)             it->tree = t; it->node = t->root;
 *     int stack_pop (Stack *s, Item *out)             no */
#include "contracts/contracts-internal.h"

/* The fields of a record that an expression reads and sets, as sets of bits: field i is bit i. */
typedef struct {
  const AfVariable *object;
  const AfType *record;
  guint64 reads, sets;
} AfFieldUse;

#define ALL_FIELDS G_MAXUINT64

/* The bit of the field that @expr names, or that it is a part of (`it->at.node`), all for the whole record; 0: neither.
 */
static guint64 field_of (const AfFieldUse *use, const AfExpr *expr)
{
  while (expr->kind == AF_EXPR_FIELD && !expr->arrow && expr->args[0]->kind == AF_EXPR_FIELD)
    expr = expr->args[0];
  if (expr->kind == AF_EXPR_DEREF && af_expr_is_variable (expr->args[0], use->object))
    return ALL_FIELDS;
  if (expr->kind != AF_EXPR_FIELD || !af_expr_is_variable (expr->args[0], use->object))
    return 0;
  for (guint i = 0; i < use->record->fields->len && i < 64; i++)
    if (g_str_equal (((const AfField *)use->record->fields->pdata[i])->name, expr->name))
      return G_GUINT64_CONSTANT (1) << i;
  return 0;
}

static gboolean is_array_field (const AfFieldUse *use, const AfExpr *expr)
{
  const AfField *field = expr->kind == AF_EXPR_FIELD ? af_type_field (use->record, expr->name) : NULL;

  return field && field->type->kind == AF_TYPE_ARRAY;
}

/* `p == NULL`, `!p`: looks at the pointer alone. */
static gboolean tests_pointer (const AfFieldUse *use, const AfExpr *node)
{
  gboolean compares = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_EQ || node->op == AF_OP_NE)
                      && (af_expr_is_null (node->args[0]) || af_expr_is_null (node->args[1]));

  return (compares || (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT))
         && (af_expr_is_variable (node->args[0], use->object)
             || af_expr_is_variable (node->args[node->n_args - 1], use->object));
}

static gboolean visit_field (AfExpr *node, gpointer data)
{
  AfFieldUse *use = data;

  if (tests_pointer (use, node))
    return FALSE;
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && field_of (use, node->args[0])) {
    af_expr_walk (node->args[1], visit_field, use);
    use->sets |= field_of (use, node->args[0]);
    return FALSE;
  }
  if (node->kind == AF_EXPR_ADDRESS && field_of (use, node->args[0])) {
    use->sets |= field_of (use, node->args[0]);
    return FALSE;
  }
  if (node->kind == AF_EXPR_CALL && node->n_args > 0 && af_expr_is_variable (node->args[0], use->object)
      && af_libc_only_fills (node->name)) {
    use->sets = ALL_FIELDS;
    return FALSE;
  }
  if (af_expr_is_variable (node, use->object))
    use->reads = ALL_FIELDS;
  if (!field_of (use, node))
    return TRUE;
  if (!is_array_field (use, node))
    use->reads |= field_of (use, node);
  return FALSE;
}

static AfFieldUse fields_at (const AfVariable *object, const AfLocation *location)
{
  AfFieldUse use = { object, object->type->target, 0, 0 };

  if (location->kind != AF_LOCATION_CHECK)
    af_location_walk (location, visit_field, &use);
  return use;
}

static guint n_fields (guint64 fields)
{
  guint n = 0;

  for (; fields; fields &= fields - 1)
    n++;
  return n;
}

/* Whether the routine sets more than half of @fields and of @pointers, and reads no field before it is set.  The fields
 * that each path to a location has set are those of its predecessors in common, until nothing changes. */
static gboolean sets_before_reading (const AfRoutine *routine, const AfVariable *object, guint64 fields,
                                     guint64 pointers)
{
  guint n = routine->locations->len;
  g_autofree guint64 *known = g_new (guint64, n + 1);
  guint64 all = 0;
  gboolean changed = TRUE, reads_first = FALSE;

  for (guint i = 0; i < n; i++)
    known[i] = i == 0 ? 0 : ALL_FIELDS;
  while (changed) {
    changed = FALSE;
    for (guint i = 0; i < n; i++) {
      const AfLocation *location = routine->locations->pdata[i];
      guint64 after = known[i] | fields_at (object, location).sets;
      for (guint k = 0; k < location->next->len; k++) {
        guint next = g_array_index (location->next, guint, k);
        changed |= (known[next] & after) != known[next];
        known[next] &= after;
      }
    }
  }
  for (guint i = 0; i < n; i++) {
    AfFieldUse use = fields_at (object, routine->locations->pdata[i]);
    all |= use.sets;
    reads_first |= (use.reads & ~known[i]) != 0;
  }
  return !reads_first && 2 * n_fields (all & fields) > n_fields (fields)
         && 2 * n_fields (all & pointers) > n_fields (pointers);
}

/* The fields of a record as bits, or its pointers alone. */
static guint64 fields_of (const AfType *record, gboolean pointers_only)
{
  guint64 fields = 0;

  for (guint i = 0; record->fields && i < record->fields->len && i < 64; i++)
    if (!pointers_only || ((const AfField *)record->fields->pdata[i])->type->kind == AF_TYPE_POINTER)
      fields |= G_GUINT64_CONSTANT (1) << i;
  return fields;
}

static gboolean is_made (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const AfVariable *place = routine->initialises >= 0 ? routine->variables->pdata[routine->initialises] : NULL;
    if (!routine->is_public)
      continue;
    if (af_routine_makes (routine, record))
      return TRUE;
    if (place && (place->type->target == record || place->type->target->target == record))
      return TRUE;
  }
  return FALSE;
}

typedef struct {
  const AfVariable *object, *other;
  gboolean found;
} AfLeads;

static gboolean visit_lead (AfExpr *node, gpointer data)
{
  AfLeads *leads = data;
  const AfExpr *target = node->kind == AF_EXPR_ASSIGN ? node->args[0] : NULL;

  leads->found |= target && target->kind == AF_EXPR_FIELD && af_expr_is_variable (target->args[0], leads->object)
                  && af_expr_is_variable (node->args[1], leads->other);
  return TRUE;
}

/* Whether the routine makes the record point to what another parameter points to: an iterator to what it goes through.
 */
static gboolean leads_to (const AfRoutine *routine, const AfVariable *object, const AfVariable *other)
{
  AfLeads leads = { object, other, FALSE };

  for (guint i = 0; i < routine->locations->len && !leads.found; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    af_location_walk (location, visit_lead, &leads);
  }
  return leads.found;
}

/* The parameter that leads to another one: `void tree_first (const Tree *t, Iter *it)`; -1: none. */
static int leading_at (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *object = af_object_at (routine, i);
    for (guint k = 0; object && k < routine->n_params; k++) {
      const AfVariable *other = g_ptr_array_index (routine->variables, k);
      if (af_type_is_record_pointer (other->type) && other->type->target != object->type->target
          && leads_to (routine, object, other))
        return (int)i;
    }
  }
  return -1;
}

/* The parameter in which a routine may set up a record; -1: none. */
static int set_up_at (const AfRoutine *routine)
{
  int place = leading_at (routine);

  if (!routine->is_public || routine->is_static || routine->n_params < 2 || !routine->is_read || routine->skipped
      || routine->initialises >= 0)
    return -1;
  if (place >= 0 || af_object_at (routine, 0))
    return MAX (place, 0);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *type = ((const AfVariable *)g_ptr_array_index (routine->variables, i))->type;
    if (af_object_at (routine, i) && place < 0)
      place = (int)i;
    else if (type->kind == AF_TYPE_RECORD || af_type_is_record_pointer (type) || af_type_is_handle (type))
      return -1;
  }
  return place;
}

/* Found all at once: what one of them makes, the others make, too. */
void af_objects_set_up (AfModule *module)
{
  g_autofree int *places = g_new (int, module->routines->len + 1);

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    int place = set_up_at (routine);
    const AfVariable *object = place < 0 ? NULL : af_object_at (routine, (guint)place);
    const AfType *record = object ? object->type->target : NULL;
    gboolean is_found = record && fields_of (record, TRUE) && !is_made (module, record)
                        && sets_before_reading (routine, object, fields_of (record, FALSE), fields_of (record, TRUE));
    places[i] = is_found ? place : -1;
  }
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    if (places[i] < 0)
      continue;
    routine->initialises = places[i];
    /* what it returns is where it made one, and was none before */
    if (routine->threads == places[i])
      routine->threads = -1;
  }
}
