/* Objects in storage of the caller: which routine makes one there, and which ends one.
 *
 * In:  a module whose queries and consumed parameters are known.
 * Out: routine->initialises, and routine->consumes of what ends such an object without freeing its storage.
 *
 *     bool vec_init (Vec *v, int room)        *v is an object after the call; what was there before is nothing
 *     void vec_done (Vec *v)                  frees v->items; *v is no object any more
 *     int map_create (int room, Map **out)    *out leads to an object after the call
 *     void map_destroy (Map **map)            *map is freed, and null any more
 *
 * C has no word for any of these.  Of the first two names say it.  What begins: a public routine with the word init,
 * initialise or initialize in its name, no query, whose first parameter points to a record that it may change.  What
 * ends: nothing but such a parameter, no result, destroy, done, fini and the like as the last word, and something that
 * the object leads to is freed in it.
 *
 * Where no routine makes objects of a record by its name or its type, the body says it, too: a public routine with
 * further parameters that sets most fields and most pointers in a record of its caller, and reads no field before; it
 * may test the pointer for null.
 *
 *     void iter_start (Iter *it, const Map *m)        it->map = m; it->at = NULL; it->left = m->n;
 *
 * A pointer to a pointer is an out parameter when the body says so: some path writes *out, and none reads it before
 * that.  A routine that reads it first (`list_push (Node **head, int v)`) changes what is there. */
#include <string.h>

#include "contracts/contracts-internal.h"

static gboolean is_boundary (const char *name, gsize at)
{
  return at == 0 || !g_ascii_isalpha (name[at]) || !g_ascii_isalpha (name[at - 1])
         || (g_ascii_isupper (name[at]) && g_ascii_islower (name[at - 1]));
}

/* Whether @name has one of @words as a word, or as its last one: after `_`, or with a capital letter after a small
 * one. */
static gboolean has_word (const char *name, const char *const *words, gboolean is_last)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; words[i]; i++)
    for (const char *at = strstr (lower, words[i]); at; at = strstr (at + 1, words[i])) {
      gsize begin = (gsize)(at - lower), end = begin + strlen (words[i]);
      if (is_boundary (name, begin) && (name[end] == '\0' || (!is_last && is_boundary (name, end))))
        return TRUE;
    }
  return FALSE;
}

/* The first parameter, if it points to a record that may be changed. */
static const AfVariable *object_of (const AfRoutine *routine)
{
  const AfVariable *param = routine->n_params > 0 ? g_ptr_array_index (routine->variables, 0) : NULL;

  if (!param || routine->is_query || !af_type_is_record_pointer (param->type) || param->type->is_const)
    return NULL;
  return param;
}

/* A pointer to a pointer to a record, both of which may be changed. */
static gboolean is_handle (const AfType *type)
{
  return type->kind == AF_TYPE_POINTER && !type->is_const && af_type_is_record_pointer (type->target)
         && !type->target->is_const;
}

/* The first parameter, if it is such a pointer. */
static const AfVariable *handle_of (const AfRoutine *routine)
{
  const AfVariable *param = routine->n_params > 0 ? g_ptr_array_index (routine->variables, 0) : NULL;

  return param && !routine->is_query && is_handle (param->type) ? param : NULL;
}

static gboolean is_initialiser (const AfRoutine *routine)
{
  static const char *const words[] = { "init", "initialise", "initialize", NULL };

  return routine->is_public && !routine->is_static && object_of (routine)
         && !af_type_is_record_pointer (routine->result) && has_word (routine->name, words, FALSE);
}

/* --- out parameters --- */

/* What one location does with what an out parameter points to. */
typedef struct {
  const AfModule *module;
  const AfVariable *out;
  gboolean reads, writes;
} AfTouch;

static gboolean is_out (const AfExpr *expr, const AfVariable *out)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_VAR && expr->variable_id == out->id;
}

/* *out, out[0] */
static gboolean is_target (const AfExpr *expr, const AfVariable *out)
{
  return (expr->kind == AF_EXPR_DEREF || expr->kind == AF_EXPR_INDEX) && is_out (expr->args[0], out);
}

static gboolean visit_touch (AfExpr *node, gpointer data)
{
  AfTouch *touch = data;

  if (node->kind == AF_EXPR_ASSIGN && is_target (node->args[0], touch->out)) {
    touch->writes = TRUE;
    af_expr_walk (node->args[1], visit_touch, touch);
    return FALSE;
  }
  if (node->kind == AF_EXPR_CALL) {
    const AfRoutine *callee = af_module_routine (touch->module, node->name);
    for (guint i = 0; i < node->n_args; i++)
      if (is_out (node->args[i], touch->out)) {
        gboolean makes = callee && callee->initialises == (int)i;
        touch->writes |= makes;
        touch->reads |= !makes;
      }
  }
  touch->reads |= is_target (node, touch->out);
  return TRUE;
}

static AfTouch touch_of (const AfModule *module, const AfLocation *location, const AfVariable *out)
{
  AfTouch touch = { module, out, FALSE, FALSE };

  if (location->kind == AF_LOCATION_CHECK)
    return touch;
  if (location->expr)
    af_expr_walk (location->expr, visit_touch, &touch);
  for (guint i = 0; location->values && i < location->values->len; i++)
    af_expr_walk (g_ptr_array_index (location->values, i), visit_touch, &touch);
  return touch;
}

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const AfVariable *out;
  gboolean *seen; /* by location */
  gboolean writes;
} AfFlow;

/* Whether a path from @id on reads *out before it writes it. */
static gboolean reads_first (AfFlow *flow, guint id)
{
  const AfLocation *location = g_ptr_array_index (flow->routine->locations, id);
  AfTouch touch;

  if (flow->seen[id])
    return FALSE;
  flow->seen[id] = TRUE;
  touch = touch_of (flow->module, location, flow->out);
  if (touch.reads)
    return TRUE;
  flow->writes |= touch.writes;
  for (guint i = 0; !touch.writes && i < location->next->len; i++)
    if (reads_first (flow, g_array_index (location->next, guint, i)))
      return TRUE;
  return FALSE;
}

/* The parameter through which the routine gives an object to its caller; -1: none. */
static int made_through (const AfModule *module, const AfRoutine *routine)
{
  if (!routine->is_public || routine->is_static || routine->is_query || routine->skipped
      || af_type_is_record_pointer (routine->result))
    return -1;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    g_autofree gboolean *seen = g_new0 (gboolean, routine->locations->len + 1);
    AfFlow flow = { module, routine, param, seen, FALSE };
    if (is_handle (param->type) && !reads_first (&flow, 0) && flow.writes)
      return (int)i;
  }
  return -1;
}

/* --- what sets up a record of the caller --- */

/* The fields of a record that an expression reads and sets, as sets of bits: field i is bit i. */
typedef struct {
  const AfVariable *object;
  const AfType *record;
  guint64 reads, sets;
} AfFieldUse;

#define ALL_FIELDS G_MAXUINT64

/* The bit of the field that @expr names, all for the whole record; 0: neither. */
static guint64 field_of (const AfFieldUse *use, const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_DEREF && is_out (expr->args[0], use->object))
    return ALL_FIELDS;
  if (expr->kind != AF_EXPR_FIELD || !is_out (expr->args[0], use->object))
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
         && (is_out (node->args[0], use->object) || is_out (node->args[node->n_args - 1], use->object));
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
  if (node->kind == AF_EXPR_CALL && node->n_args > 0 && is_out (node->args[0], use->object)
      && af_libc_only_fills (node->name)) {
    use->sets = ALL_FIELDS;
    return FALSE;
  }
  if (is_out (node, use->object))
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

  if (location->kind != AF_LOCATION_CHECK && location->expr)
    af_expr_walk (location->expr, visit_field, &use);
  for (guint i = 0; location->values && i < location->values->len; i++)
    if (location->values->pdata[i])
      af_expr_walk (location->values->pdata[i], visit_field, &use);
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
    if (routine->result
        && (routine->result == record
            || (af_type_is_record_pointer (routine->result) && routine->result->target == record)))
      return TRUE;
    if (place && (place->type->target == record || place->type->target->target == record))
      return TRUE;
  }
  return FALSE;
}

/* Found all at once: what one of them makes, the others make, too. */
static void infer_set_up (AfModule *module)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    const AfVariable *object = routine->is_public && !routine->is_static && routine->n_params > 1 && routine->is_read
                                   && !routine->skipped && routine->initialises < 0
                                 ? object_of (routine)
                                 : NULL;
    const AfType *record = object ? object->type->target : NULL;
    if (record && fields_of (record, TRUE) && !is_made (module, record)
        && sets_before_reading (routine, object, fields_of (record, FALSE), fields_of (record, TRUE)))
      g_ptr_array_add (found, routine);
  }
  for (guint i = 0; i < found->len; i++)
    ((AfRoutine *)found->pdata[i])->initialises = 0;
}

/* --- what ends --- */

typedef struct {
  const AfModule *module;
  const AfVariable *object;
  gboolean frees;
} AfEnds;

static gboolean visit_object (AfExpr *node, gpointer data)
{
  AfEnds *ends = data;

  ends->frees |= node->kind == AF_EXPR_VAR && node->variable_id == ends->object->id;
  return TRUE;
}

/* A call that frees or ends something that the object leads to. */
static gboolean visit_call (AfExpr *node, gpointer data)
{
  AfEnds *ends = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (ends->module, node->name) : NULL;
  gboolean frees =
    node->kind == AF_EXPR_CALL && (g_strcmp0 (node->name, "free") == 0 || (callee && callee->consumes == 0));

  if (frees && node->n_args > 0)
    af_expr_walk (node->args[0], visit_object, ends);
  return TRUE;
}

static gboolean frees_part (const AfModule *module, const AfRoutine *routine, const AfVariable *object)
{
  AfEnds ends = { module, object, FALSE };

  for (guint i = 0; i < routine->locations->len && !ends.frees; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->expr)
      af_expr_walk (location->expr, visit_call, &ends);
  }
  return ends.frees;
}

static gboolean is_finaliser (const AfModule *module, const AfRoutine *routine)
{
  static const char *const words[] = { "destroy", "done", "fini",    "finalise", "finalize", "deinit", "uninit",
                                       "dispose", "free", "cleanup", "destruct", "dtor",     NULL };
  static const char *const of_handles[] = { "delete", "close", "release", "unref", NULL };

  const AfVariable *handle = handle_of (routine);
  gboolean is_void = !routine->result || routine->result->kind == AF_TYPE_VOID;

  return routine->consumes < 0 && !routine->skipped && routine->n_params == 1
         && ((object_of (routine) && is_void) || (handle && (is_void || af_type_is_number (routine->result))))
         && (has_word (routine->name, words, TRUE) || (handle && has_word (routine->name, of_handles, TRUE)))
         && frees_part (module, routine, handle ? handle : object_of (routine));
}

/* What makes an object by a call of what makes one is found after that. */
static void infer_outs (AfModule *module)
{
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = g_ptr_array_index (module->routines, i);
      if (routine->initialises >= 0)
        continue;
      routine->initialises = made_through (module, routine);
      changed |= routine->initialises >= 0;
    }
  }
}

void af_objects_infer (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (is_initialiser (routine))
      routine->initialises = 0;
  }
  infer_outs (module);
  infer_set_up (module);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = g_ptr_array_index (module->routines, i);
      if (!is_finaliser (module, routine))
        continue;
      routine->consumes = 0;
      changed = TRUE;
    }
  }
}
