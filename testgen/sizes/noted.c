/* Counts that are noted where a pointer leads.
 *
 * In:  a routine and one of its pointer parameters, or the arguments of a call.
 * Out: the next parameter, if that leads to a number that says how many elements there are; the number.
 *
 *     int decode (void *out, size_t *out_len, const char *text) { size_t room = *out_len; ... *out_len = n; }
 *
 * The number stands there before the call, since the routine reads it before it writes its own, and only its name and
 * place say what it counts.  What is written beyond so many elements is written where nobody promised room. */
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

enum { MAX_DEPTH = 3 };

/* `lenp` and `len_ptr` are names of a `len`. */
static gboolean is_name_of_count (const char *name)
{
  static const char *const endings[] = { "_ptr", "ptr", "_p", "p" };

  if (af_reading_is_count_name (name))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    g_autofree char *rest =
      g_str_has_suffix (name, endings[i]) ? g_strndup (name, strlen (name) - strlen (endings[i])) : NULL;
    if (rest && af_reading_is_count_name (rest))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_noted_by_name (const AfRoutine *routine, guint index)
{
  const AfVariable *pointer = routine->variables->pdata[index];
  const AfVariable *count = index + 1 < routine->n_params ? routine->variables->pdata[index + 1] : NULL;
  const AfType *element = pointer->type->kind == AF_TYPE_POINTER ? pointer->type->target : NULL;
  const AfType *number = count && count->type->kind == AF_TYPE_POINTER ? count->type->target : NULL;
  gboolean fits = element && number && number->kind == AF_TYPE_INT && !number->is_char
                  && (element->kind == AF_TYPE_INT || element->kind == AF_TYPE_VOID);

  return fits && is_name_of_count (count->name) && af_contracts_reads_pointee (routine, index + 1);
}

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  guint index, depth;
  gboolean found;
} Handing;

static gboolean is_noted (const AfModule *module, const AfRoutine *routine, guint index, guint depth);

/* Both are handed on, side by side, to a routine that takes them so. */
static gboolean visit_call (AfExpr *node, gpointer data)
{
  Handing *handing = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (handing->module, node->name) : NULL;

  for (guint i = 0; callee && callee->is_read && !handing->found && i + 1 < MIN (node->n_args, callee->n_params); i++)
    handing->found = af_routine_param (handing->routine, af_expr_uncast (node->args[i])) == (int)handing->index
                     && af_routine_param (handing->routine, node->args[i + 1]) == (int)handing->index + 1
                     && is_noted (handing->module, callee, i, handing->depth - 1);
  return !handing->found;
}

static gboolean is_noted (const AfModule *module, const AfRoutine *routine, guint index, guint depth)
{
  Handing handing = { module, routine, index, depth, is_noted_by_name (routine, index) };

  if (!handing.found && depth > 0 && index + 1 < routine->n_params)
    af_routine_walk (routine, visit_call, &handing);
  return handing.found;
}

int af_noted_count (const AfModule *module, const AfRoutine *routine, guint index)
{
  return is_noted (module, routine, index, MAX_DEPTH) ? (int)index + 1 : -1;
}

int af_noted_apply (const AfModule *module, const AfRoutine *routine, guint index, AfParam *param)
{
  int length = af_noted_count (module, routine, index);

  if (length >= 0)
    param->noted_size = af_values_element_size (((const AfVariable *)routine->variables->pdata[length])->type->target);
  return length;
}

gboolean af_arg_count (const AfParam *param, const AfArg *args, gint64 *n)
{
  const AfArg *count = &args[param->length];
  gsize size = 0;
  const void *bytes = count->kind == AF_ARG_BUFFER ? g_bytes_get_data (count->bytes, &size) : NULL;

  if (param->noted_size > 0 && size == param->noted_size && size <= sizeof *n) {
    *n = 0;
    memcpy (n, bytes, size); /* little-endian, as all that tests hold */
    return TRUE;
  }
  *n = count->integer;
  return param->noted_size == 0 && (count->kind == AF_ARG_INT || count->kind == AF_ARG_END);
}

void af_arg_put_count (const AfParam *param, AfArg *args, gint64 n)
{
  AfArg *count = &args[param->length];

  if (param->noted_size == 0) {
    count->integer = n;
    return;
  }
  g_clear_pointer (&count->bytes, g_bytes_unref);
  count->kind = AF_ARG_BUFFER;
  count->bytes = g_bytes_new (&n, MIN (param->noted_size, sizeof n));
}

void af_arg_set_count (const AfParam *param, AfArg *args, const AfArg *arg, gint64 n)
{
  AfArg *count = &args[param->length];

  if (param->noted_size == 0) {
    count->kind = param->is_ended ? AF_ARG_END : AF_ARG_INT;
    count->index = param->is_ended ? (guint)(arg - args) : 0;
  }
  af_arg_put_count (param, args, param->is_last ? MAX (n - 1, 0) : n);
}
