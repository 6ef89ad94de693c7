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
 * initialise or initialize in its name, no query, whose first parameter points to a record that it may change; where
 * the body does not, the next that it writes to.  What
 * ends: nothing but such a parameter, no result or a status, destroy, done, fini and the like as the last word or in
 * front of the record's own name (`regfree`: free needs not be a word), and something that the object leads to is freed
 * in it.
 *
 * A pointer to a pointer is an out parameter when the body says so: some path writes *out, and none reads it before
 * that.  A routine that reads it first (`list_push (Node **head, int v)`) changes what is there. */
#include <string.h>

#include "contracts/contracts-internal.h"

const AfVariable *af_object_at (const AfRoutine *routine, guint i)
{
  const AfVariable *param = i < routine->n_params ? g_ptr_array_index (routine->variables, i) : NULL;

  if (!param || routine->is_query || !af_type_is_record_pointer (param->type) || param->type->is_const)
    return NULL;
  return param;
}

static const AfVariable *object_of (const AfRoutine *routine)
{
  return af_object_at (routine, 0);
}

gboolean af_type_is_handle (const AfType *type)
{
  return type->kind == AF_TYPE_POINTER && !type->is_const && af_type_is_record_pointer (type->target)
         && !type->target->is_const;
}

/* The first parameter, if it is such a pointer. */
static const AfVariable *handle_of (const AfRoutine *routine)
{
  const AfVariable *param = routine->n_params > 0 ? g_ptr_array_index (routine->variables, 0) : NULL;

  return param && !routine->is_query && af_type_is_handle (param->type) ? param : NULL;
}

typedef struct {
  const AfModule *module;
  const AfVariable *object;
  gboolean writes;
  gboolean hands_on; /* to what may write to it */
} AfWrites;

/* `o->f`, `o->f.g[i]`, `*o` */
static gboolean is_part (const AfExpr *expr, const AfVariable *object)
{
  while (expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF) {
    expr = expr->args[0];
    if (af_expr_is_variable (expr, object))
      return TRUE;
  }
  return FALSE;
}

static gboolean visit_write (AfExpr *node, gpointer data)
{
  AfWrites *writes = data;

  writes->writes |=
    (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP) && is_part (node->args[0], writes->object);
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (writes->module, node->name) : NULL;
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++) {
    gboolean is_it = af_expr_is_variable (node->args[i], writes->object);
    writes->hands_on |= is_it;
    writes->writes |= is_it && (af_libc_only_fills (node->name) || (callee && af_name_sets_up (callee->name)));
  }
  return TRUE;
}

/* Whether the body writes to the object, or hands it on to what may, where @strictly is not asked for. */
static gboolean may_write (const AfModule *module, const AfRoutine *routine, const AfVariable *object,
                           gboolean strictly)
{
  AfWrites writes = { module, object, FALSE, FALSE };

  for (guint i = 0; i < routine->locations->len && !writes.writes; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    af_location_walk (location, visit_write, &writes);
  }
  return writes.writes || (writes.hands_on && !strictly);
}

/* Whether the routine returns that parameter, and nothing else: `struct timer *timer_init (struct timer *t, int n)`. */
static gboolean returns_only (const AfRoutine *routine, const AfVariable *object)
{
  gboolean returns = FALSE;

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->kind != AF_LOCATION_RETURN || !location->expr)
      continue;
    if (!af_expr_is_variable (location->expr, object))
      return FALSE;
    returns = TRUE;
  }
  return returns;
}

/* The parameter in which a routine makes an object whose name says that it makes one: the first that points to a
 * record, but where the body leaves that alone (`buf_init (Allocator *from, Buf *buf)`), the next.  One that is not the
 * first parameter of all must be written to: `app_init (const char *name, Logger *log)` may only use it.  -1: none. */
static int initialised (const AfModule *module, const AfRoutine *routine)
{
  gboolean gives = af_type_is_record_pointer (routine->result);

  if ((!routine->is_lent && (!routine->is_public || routine->is_static)) || !af_name_sets_up (routine->name))
    return -1;
  for (guint i = 0; routine->is_read && i < routine->n_params; i++) {
    const AfVariable *object = af_object_at (routine, i);
    if (object && may_write (module, routine, object, !object_of (routine))
        && (!gives || returns_only (routine, object)))
      return (int)i;
  }
  return object_of (routine) && !gives ? 0 : -1;
}

/* --- out parameters --- */

/* What one location does with what an out parameter points to. */
typedef struct {
  const AfModule *module;
  const AfVariable *out;
  gboolean reads, writes;
} AfTouch;

gboolean af_expr_is_variable (const AfExpr *expr, const AfVariable *out)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_VAR && expr->variable_id == out->id;
}

/* *out, out[0] */
static gboolean is_target (const AfExpr *expr, const AfVariable *out)
{
  return (expr->kind == AF_EXPR_DEREF || expr->kind == AF_EXPR_INDEX) && af_expr_is_variable (expr->args[0], out);
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
      if (af_expr_is_variable (node->args[i], touch->out)) {
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
  af_location_walk (location, visit_touch, &touch);
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
    if (af_type_is_handle (param->type) && !reads_first (&flow, 0) && flow.writes)
      return (int)i;
  }
  return -1;
}

/* --- what ends --- */

typedef struct {
  const AfModule *module;
  gboolean *is_part; /* by variable: the object, and locals that got their values from it */
  guint n;
  gboolean found, grows, frees;
} AfEnds;

static gboolean visit_part (AfExpr *node, gpointer data)
{
  AfEnds *ends = data;

  ends->found |= node->kind == AF_EXPR_VAR && node->variable_id < ends->n && ends->is_part[node->variable_id];
  return !ends->found;
}

static gboolean names_part (AfEnds *ends, AfExpr *expr)
{
  ends->found = FALSE;
  af_expr_walk (expr, visit_part, ends);
  return ends->found;
}

/* `node = list->first`, `next = node->next` */
static void note_local (AfEnds *ends, guint local, AfExpr *value)
{
  if (local < ends->n && !ends->is_part[local] && value && names_part (ends, value))
    ends->grows = ends->is_part[local] = TRUE;
}

static gboolean visit_assignment (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_VAR && node->args[0]->variable_id > 0)
    note_local (data, node->args[0]->variable_id, node->args[1]);
  return TRUE;
}

static void find_parts (AfEnds *ends, const AfRoutine *routine)
{
  for (ends->grows = TRUE; ends->grows;) {
    ends->grows = FALSE;
    for (guint i = 0; i < routine->locations->len; i++) {
      const AfLocation *location = g_ptr_array_index (routine->locations, i);
      af_location_walk (location, visit_assignment, ends);
      for (guint k = 0; location->values && k < location->values->len; k++)
        note_local (ends, ((const AfVariable *)location->declares->pdata[k])->id, location->values->pdata[k]);
    }
  }
}

gboolean af_call_ends_object (const AfExpr *call)
{
  const AfExpr *callee = call->kind == AF_EXPR_CALL_POINTER ? af_expr_uncast (call->args[0]) : NULL;

  if (callee && callee->kind == AF_EXPR_DEREF)
    callee = af_expr_uncast (callee->args[0]);
  return callee && (callee->kind == AF_EXPR_FIELD || callee->kind == AF_EXPR_VAR) && af_name_ends_object (callee->name);
}

/* A call that frees or ends something that the object leads to, as the callee's body or its name says.  A routine of
 * the module that others call, too, is judged by its body. */
static gboolean visit_call (AfExpr *node, gpointer data)
{
  AfEnds *ends = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (ends->module, node->name) : NULL;
  gboolean by_body = callee && callee->consumes >= 0;
  gboolean by_name =
    node->kind == AF_EXPR_CALL && (!callee || callee->is_static) && !by_body && af_name_ends_object (node->name);
  gboolean frees = ends->frees;

  if (by_body && (guint)callee->consumes < node->n_args)
    frees |= names_part (ends, node->args[callee->consumes]);
  for (guint i = 0; by_name && i < node->n_args; i++)
    frees |= names_part (ends, node->args[i]);
  for (guint i = 1; af_call_ends_object (node) && i < node->n_args; i++)
    frees |= names_part (ends, node->args[i]);
  ends->frees = frees;
  return TRUE;
}

static gboolean frees_part (const AfModule *module, const AfRoutine *routine, const AfVariable *object)
{
  guint n = routine->variables->len + 1;
  g_autofree gboolean *is_part = g_new0 (gboolean, n);
  AfEnds ends = { .module = module, .is_part = is_part, .n = n };

  is_part[object->id] = TRUE;
  find_parts (&ends, routine);
  for (guint i = 0; i < routine->locations->len && !ends.frees; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    af_location_walk (location, visit_call, &ends);
  }
  return ends.frees;
}

/* `destroy_art_tree (art_tree *t)`: one of @words and then the record's own name. */
static gboolean names_end_of (const char *name, const AfType *record, const char *const *words)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_autofree char *type = g_ascii_strdown (record->spelling, -1);

  for (guint i = 0; words[i]; i++) {
    const char *rest = lower + strlen (words[i]);
    if (g_str_has_prefix (lower, words[i]) && *(rest += strspn (rest, "_")) != '\0' && strstr (type, rest))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_finaliser (const AfModule *module, const AfRoutine *routine)
{
  static const char *const words[] = { "destroy", "done", "fini",    "finalise", "finalize", "deinit",  "uninit",
                                       "dispose", "free", "cleanup", "destruct", "dtor",     "release", NULL };
  static const char *const of_handles[] = { "delete", "close", "unref", NULL };

  const AfVariable *handle = handle_of (routine), *object = object_of (routine);
  gboolean is_status = !routine->result || routine->result->kind == AF_TYPE_VOID || af_type_is_number (routine->result);

  return routine->consumes < 0 && (!routine->skipped || routine->is_lent) && routine->n_params == 1
         && (object || handle) && is_status
         && (af_name_has_word (routine->name, words, TRUE) || g_str_has_suffix (routine->name, "free")
             || (handle && af_name_has_word (routine->name, of_handles, TRUE))
             || (object && names_end_of (routine->name, object->type->target, words)))
         && (routine->is_lent || frees_part (module, routine, handle ? handle : object));
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
    routine->initialises = initialised (module, routine);
  }
  infer_outs (module);
  af_threads_infer (module);
  af_objects_set_up (module);
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
