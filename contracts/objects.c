/* Objects in storage of the caller: which routine makes one there, and which ends one.
 *
 * In:  a module whose queries and consumed parameters are known.
 * Out: routine->initialises, and routine->consumes of what ends such an object without freeing its storage.
 *
 *     bool vec_init (Vec *v, int room)        *v is an object after the call; what was there before is nothing
 *     void vec_done (Vec *v)                  frees v->items; *v is no object any more
 *
 * C has no word for either, so names say it.  What begins: a public routine with the word init, initialise or
 * initialize in its name, no query, whose first parameter points to a record that it may change.  What ends: nothing
 * but such a parameter, no result, destroy, done, fini and the like as the last word, and something that the object
 * leads to is freed in it. */
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

static gboolean is_initialiser (const AfRoutine *routine)
{
  static const char *const words[] = { "init", "initialise", "initialize", NULL };

  return routine->is_public && !routine->is_static && object_of (routine)
         && !af_type_is_record_pointer (routine->result) && has_word (routine->name, words, FALSE);
}

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

static gboolean frees_part (const AfModule *module, const AfRoutine *routine)
{
  AfEnds ends = { module, object_of (routine), FALSE };

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

  return routine->consumes < 0 && !routine->skipped && routine->n_params == 1 && object_of (routine)
         && (!routine->result || routine->result->kind == AF_TYPE_VOID) && has_word (routine->name, words, TRUE)
         && frees_part (module, routine);
}

void af_objects_infer (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (is_initialiser (routine))
      routine->initialises = 0;
  }
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
