/* Names: what may be called here, which names are free, what names say.
 *
 * In:  a question, a routine, a name.   Out: whether the routine is declared before the one that would call it; a name
 * that the routine does not use; whether a name says that something is copied, destroyed, allocated. */
#include "operators/operators-internal.h"

#include <string.h>

gboolean af_operators_is_declared (const AfQuestion *question, const AfRoutine *routine)
{
  const AfRoutine *here = question->routine;
  return routine != here
         && (routine->is_public
             || (routine->definition.file == here->definition.file
                 && routine->definition.start < here->definition.start));
}

gboolean af_operators_has_variable (const AfRoutine *routine, const char *name)
{
  for (guint i = 0; i < routine->variables->len; i++)
    if (g_strcmp0 (((const AfVariable *)routine->variables->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

const char *af_operators_unused_name (const AfRoutine *routine, const char *const *names)
{
  for (guint i = 0; names[i]; i++)
    if (!af_operators_has_variable (routine, names[i]))
      return names[i];
  return NULL;
}

static gboolean says (const char *name, const char *const *words)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  for (guint i = 0; words[i]; i++)
    if (strstr (lower, words[i]))
      return TRUE;
  return FALSE;
}

gboolean af_operators_copies (const AfRoutine *routine)
{
  static const char *const words[] = { "copy", "dup", "clone", NULL };
  return says (routine->name, words);
}

gboolean af_operators_destroys (const AfRoutine *routine)
{
  static const char *const words[] = { "free", "destroy", "delete", "release", "unref", "dispose", NULL };
  return !routine->is_query && (routine->consumes == 0 || says (routine->name, words));
}

gboolean af_operators_allocates (const AfExpr *call)
{
  return call->kind == AF_EXPR_CALL && (g_strcmp0 (call->name, "malloc") == 0 || g_strcmp0 (call->name, "calloc") == 0);
}

gboolean af_operators_reallocates (const AfExpr *call)
{
  return call->kind == AF_EXPR_CALL && g_strcmp0 (call->name, "realloc") == 0 && call->n_args == 2;
}

gboolean af_operators_has_expr (const GPtrArray *exprs, const AfExpr *expr)
{
  for (guint i = 0; i < exprs->len; i++)
    if (af_expr_equal (g_ptr_array_index (exprs, i), expr))
      return TRUE;
  return FALSE;
}

void af_operators_add_expr (GPtrArray *exprs, AfExpr *expr)
{
  if (!af_operators_has_expr (exprs, expr))
    g_ptr_array_add (exprs, af_expr_ref (expr));
}
