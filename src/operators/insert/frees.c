/* Memory that is given back too late, too early, or not at all: beyond the paper.
 *
 * In:  a question.
 * Out: calls of `free` and of the module's own destroy routines on what is in scope: before the routine is left, before
 * the only pointer to an object is overwritten or freed itself, and at the end of a block; and `p = NULL` after `free
 * (p)`.  Where a file stays open, the same with what closes it.
 *
 * Example: `free (key);` in front of `return false;`; `free (slot->key);` in front of `slot->key = NULL;`.
 *
 * A destroy routine is one that takes ownership of its only parameter (CONSUME), or whose name says so. */
#include "operators/operators-internal.h"

enum { MAX_FREED = 10 };

typedef struct {
  AfMaker *maker;
  const AfQuestion *question;
  gboolean has_free; /* the module calls free */
  gboolean closes;   /* a file stays open */
} Frees;

static gboolean find_free (AfExpr *node, gpointer data)
{
  gboolean *found = data;
  *found = *found || (node->kind == AF_EXPR_CALL && g_strcmp0 (node->name, "free") == 0);
  return !*found;
}

static gboolean calls_free (const AfModule *module)
{
  gboolean found = FALSE;
  for (guint r = 0; r < module->routines->len && !found; r++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, r);
    for (guint i = 0; i < routine->locations->len && !found; i++) {
      AfExpr *expr = af_routine_location (routine, i)->expr;
      if (expr)
        af_expr_walk (expr, find_free, &found);
    }
  }
  return found;
}

static gboolean destroys (const AfQuestion *question, const AfRoutine *routine, const AfType *type)
{
  const AfVariable *param = routine->n_params == 1 ? g_ptr_array_index (routine->variables, 0) : NULL;
  return param && param->type == type && af_operators_is_declared (question, routine)
         && af_operators_destroys (routine);
}

static void add_call (Frees *f, AfType *result, const char *name, AfExpr *object)
{
  g_autoptr (AfExpr) call = af_expr_call (result, name, &object, 1, FALSE);
  af_maker_add (f->maker, af_action_new (AF_ACTION_CALL, ROW (FREE), object, call, AF_RANGE_NONE));
}

/* The function of the library that closes what @object is, or null. */
static const char *closing (const AfExpr *object)
{
  static const struct {
    const char *record, *function;
  } rows[] = { { "FILE", "fclose" }, { "_IO_FILE", "fclose" }, { "DIR", "closedir" }, { "__dirstream", "closedir" } };
  const AfType *type = object->type;
  if (type && type->kind == AF_TYPE_INT)
    return "close";
  const char *name = type && type->kind == AF_TYPE_POINTER && type->target ? type->target->spelling : NULL;
  for (guint i = 0; name && i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_suffix (name, rows[i].record))
      return rows[i].function;
  return NULL;
}

static void add_closing (Frees *f, AfExpr *object)
{
  const AfQuestion *question = f->question;
  const char *function = closing (object);
  if (function && af_expr_is_pure (object) && af_operators_visible (question->routine, question->location, object))
    add_call (f, af_module_int_type ((AfModule *)question->module), function, object);
}

/* The destroy routines for the object's type, then free. */
static void add_frees (Frees *f, AfExpr *object)
{
  const AfQuestion *question = f->question;
  if (f->closes)
    add_closing (f, object);
  if (!object->type || object->type->kind != AF_TYPE_POINTER || object->type->target->kind == AF_TYPE_FUNCTION
      || !af_expr_is_pure (object) || !af_operators_visible (question->routine, question->location, object))
    return;
  for (guint i = 0; i < question->module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (question->module->routines, i);
    if (destroys (question, routine, object->type))
      add_call (f, routine->result, routine->name, object);
  }
  if (f->has_free && !object->type->is_const)
    add_call (f, af_module_int_type ((AfModule *)question->module), "free", object);
}

/* Locals of pointer type; where memory is lost parameters, too.  Elsewhere that would only put the object out of the
 * contracts' sight. */
static void add_scope (Frees *f)
{
  const AfRoutine *routine = f->question->routine;
  const AfFault *fault = f->question->fault;
  guint limit = f->maker->actions->len + MAX_FREED, n_passes = !fault || fault->clause->kind == AF_CLAUSE_LEAK ? 2 : 1;
  for (guint pass = 0; pass < n_passes; pass++)
    for (guint i = 0; i < routine->variables->len && f->maker->actions->len < limit; i++) {
      const AfVariable *variable = g_ptr_array_index (routine->variables, i);
      if (variable->is_param != (pass == 1) || !variable->name || !variable->name[0])
        continue;
      g_autoptr (AfExpr) object = af_expr_var (variable->type, variable->name, variable->id);
      add_frees (f, object);
    }
}

static void add_fields (Frees *f, AfExpr *object)
{
  const AfType *record = object->type && object->type->kind == AF_TYPE_POINTER ? object->type->target : NULL;
  for (guint i = 0; record && record->kind == AF_TYPE_RECORD && record->fields && i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    g_autoptr (AfExpr) inner = field->name && field->name[0] ? af_expr_field (object, field->name, field->type) : NULL;
    if (inner)
      add_frees (f, inner);
  }
}

static AfExpr *freed_by (const AfQuestion *question, const AfExpr *call)
{
  if (!call || call->kind != AF_EXPR_CALL || call->n_args != 1)
    return NULL;
  const AfRoutine *routine = af_module_routine (question->module, call->name);
  return g_strcmp0 (call->name, "free") == 0 || (routine && routine->consumes == 0) ? call->args[0] : NULL;
}

void af_produce_frees (AfMaker *m)
{
  const AfQuestion *question = m->question;
  Frees f = { m, question, calls_free (question->module), FALSE };
  const AfLocation *location = question->location;
  AfExpr *expr = location->expr, *freed = location->kind == AF_LOCATION_STATEMENT ? freed_by (question, expr) : NULL;
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  f.closes = question->fault && question->fault->clause->kind == AF_CLAUSE_OPEN;
  if (location->kind == AF_LOCATION_STATEMENT && expr && expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE)
    add_frees (&f, expr->args[0]);
  if (freed)
    add_fields (&f, freed);
  if (location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_JUMP || location->kind == AF_LOCATION_EXIT
      || af_block_is_last (source, location))
    add_scope (&f);
}

void af_produce_cleared_pointers (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  AfExpr *freed = location->kind == AF_LOCATION_STATEMENT ? freed_by (m->question, location->expr) : NULL;
  if (!freed || !af_operators_modifiable (m->question, freed))
    return;
  g_autoptr (AfExpr) null = af_operators_zero (m->question, freed->type);
  af_maker_set (m, ROW (FREE), freed, null)->after = TRUE;
}
