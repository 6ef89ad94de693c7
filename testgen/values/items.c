/* Items: what a module is given through `void *` and knows only by a callback that compares it.
 *
 * In:  the callbacks that tests can pass, a routine.
 * Out: which of its `void *` parameters are items; values for them, the first byte of which says which item it is.
 *
 *     bool pq_push (Pq *q, void *item)        with pq_new (int (*compare) (const void *, const void *)): 3, 1, 2
 *
 * What a routine takes for something else (`Job *job = item`) is no item: what stands there must be right.
 *
 * Of these callbacks, besides: which a parameter can be given.  Where its name says that what it gets frees
 * (`free_item`), one that frees, and nowhere else. */
#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

/* Whether the module can be given a function that tells items apart. */
static gboolean some_compares (const GPtrArray *callbacks)
{
  for (guint i = 0; i < callbacks->len; i++) {
    const AfCallback *callback = callbacks->pdata[i];
    const AfType *first = callback->type->params->len > 0 ? callback->type->params->pdata[0] : NULL;
    gboolean compares = af_callback_of_order (callback->kind) != NULL;

    if (compares && first->kind == AF_TYPE_POINTER && first->target->kind == AF_TYPE_VOID)
      return TRUE;
  }
  return FALSE;
}

typedef struct {
  const AfRoutine *routine;
  guint param;
  gboolean is_more; /* it is taken for a pointer to something */
} AfItemWalk;

static gboolean is_typed (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER && type->target->kind != AF_TYPE_VOID
         && !(type->target->kind == AF_TYPE_INT && type->target->is_char);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  AfItemWalk *walk = data;

  if (node->kind == AF_EXPR_CAST)
    walk->is_more |= is_typed (node->type) && af_routine_param (walk->routine, node->args[0]) == (int)walk->param;
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE)
    walk->is_more |= is_typed (node->args[0]->type)
                     && af_routine_param (walk->routine, af_expr_uncast (node->args[1])) == (int)walk->param;
  return !walk->is_more;
}

gboolean af_param_is_item (const GPtrArray *callbacks, const AfRoutine *routine, guint index)
{
  AfItemWalk walk = { routine, index, FALSE };

  if (!some_compares (callbacks))
    return FALSE;
  for (guint i = 0; i < routine->locations->len && !walk.is_more; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    af_location_walk (location, visit, &walk);
    for (guint k = 0; location->declares && k < location->declares->len; k++) {
      const AfVariable *variable = location->declares->pdata[k];
      AfExpr *value = location->values->pdata[k];

      walk.is_more |=
        value && is_typed (variable->type) && af_routine_param (routine, af_expr_uncast (value)) == (int)index;
    }
  }
  return !walk.is_more;
}

typedef struct {
  const AfType *record;
  const char *field;
  gboolean is_handed;
} AfFieldWalk;

static gboolean visit_handing (AfExpr *node, gpointer data)
{
  AfFieldWalk *walk = data;

  for (guint i = 1; node->kind == AF_EXPR_CALL_POINTER && i < node->n_args; i++) {
    const AfExpr *value = af_expr_uncast (node->args[i]);
    const AfType *type = value->kind == AF_EXPR_FIELD ? value->args[0]->type : NULL;
    walk->is_handed |=
      type != NULL && (value->arrow ? type->target : type) == walk->record && g_str_equal (value->name, walk->field);
  }
  return !walk->is_handed;
}

gboolean af_field_is_item (const AfModule *module, const GPtrArray *callbacks, const AfType *record, const char *field)
{
  AfFieldWalk walk = { record, field, FALSE };

  for (guint i = 0; some_compares (callbacks) && i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < routine->locations->len && !walk.is_handed; k++)
      af_location_walk (routine->locations->pdata[k], visit_handing, &walk);
  }
  return walk.is_handed;
}

/* --- which callbacks --- */

static gboolean same_function (const AfType *a, const AfType *b)
{
  if (a->target != b->target || a->is_variadic != b->is_variadic)
    return FALSE;
  if (a->params == NULL || b->params == NULL || a->params->len != b->params->len)
    return FALSE;
  for (guint i = 0; i < a->params->len; i++)
    if (a->params->pdata[i] != b->params->pdata[i])
      return FALSE;
  return TRUE;
}

GArray *af_param_callbacks (const GPtrArray *callbacks, const AfParam *param)
{
  GArray *fitting = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean releases = af_name_ends_object (param->name), any = FALSE;

  for (guint i = 0; i < callbacks->len; i++) {
    const AfCallback *callback = callbacks->pdata[i];
    any |= callback->kind == AF_CALLBACK_RELEASE && same_function (callback->type, param->element);
  }
  for (guint i = 0; i < callbacks->len; i++) {
    const AfCallback *callback = callbacks->pdata[i];
    gboolean is_release = callback->kind == AF_CALLBACK_RELEASE;

    if (same_function (callback->type, param->element)
        && (callback->kind == AF_CALLBACK_OF_MODULE || is_release == (releases && any)))
      g_array_append_val (fitting, i);
  }
  return fitting;
}

/* --- values --- */

gboolean af_fits_item (const AfParam *param)
{
  return param->is_item;
}

/* A block of such a size that modules which copy items of a given size find enough. */
void af_values_item_of (guint8 which, AfArg *arg)
{
  enum { ROOM = 64 };
  guint8 *block = g_malloc0 (ROOM);

  block[0] = which;
  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new_take (block, ROOM);
}

void af_values_item (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  enum { USUAL = 8 };
  guint n = af_random_chance (values->random, 1, 8) ? G_MAXUINT8 + 1 : USUAL;

  af_values_item_of ((guint8)af_random_below (values->random, n), arg);
}
