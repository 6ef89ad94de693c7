/* Capacity: which parameters say how much memory a routine takes.
 *
 * In:  the expressions of a routine and of those it calls.
 * Out: whether a parameter contributes to the size of a block.
 *
 *     Ring *ring_resize (Ring *ring, int capacity)        capacity: it gets into realloc's size
 *     {
 *       size_t bytes = (size_t) capacity * sizeof (int);
 *       int *p = realloc (ring->data, bytes);
 *
 * A search by names that follows assigned locals and arguments of the module's own routines a few steps.  What it does
 * not see (a field that is read later) only makes tests slower: the kernel clears each page of a large block, and the
 * sanitizer its shadow. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { MAX_STEPS = 3 };

typedef struct {
  const AfModule *module;
  const char *name; /* of the variable */
  guint steps;
  gboolean found;
} CapacitySearch;

static gboolean is_capacity (const AfModule *module, const AfRoutine *routine, const char *name, guint steps);

static gboolean is_allocator (const char *name)
{
  static const char *const known[] = { "malloc",        "calloc",         "realloc",   "reallocarray",
                                       "aligned_alloc", "posix_memalign", "g_malloc",  "g_malloc0",
                                       "g_malloc_n",    "g_malloc0_n",    "g_realloc", "g_realloc_n",
                                       "g_try_malloc",  "g_try_realloc",  "alloca" };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (name, known[i]) == 0)
      return TRUE;
  return FALSE;
}

static void follow_argument (CapacitySearch *search, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (search->module, call->name);

  for (guint i = 0; i < call->n_args && !search->found; i++) {
    if (!af_expr_mentions (call->args[i], search->name))
      continue;
    if (is_allocator (call->name))
      search->found = TRUE;
    else if (callee != NULL && i < callee->n_params && search->steps < MAX_STEPS)
      search->found = is_capacity (search->module, callee, ((const AfVariable *)callee->variables->pdata[i])->name,
                                   search->steps + 1);
  }
}

static gboolean visit_capacity (AfExpr *node, gpointer data)
{
  CapacitySearch *search = data;

  if (node->kind == AF_EXPR_CALL && node->name != NULL && !search->found)
    follow_argument (search, node);
  return !search->found;
}

/* @local has been computed from the variable that is followed, unless it is that one. */
static void follow_local (CapacitySearch *search, const AfRoutine *routine, const char *local, AfExpr *value)
{
  if (!search->found && value != NULL && search->steps < MAX_STEPS && strcmp (local, search->name) != 0
      && af_expr_mentions (value, search->name))
    search->found = is_capacity (search->module, routine, local, search->steps + 1);
}

static void look_at (CapacitySearch *search, const AfRoutine *routine, const AfLocation *location)
{
  AfExpr *expr = location->expr;

  if (expr != NULL)
    af_expr_walk (expr, visit_capacity, search);
  if (expr != NULL && expr->kind == AF_EXPR_ASSIGN && expr->args[0]->kind == AF_EXPR_VAR)
    follow_local (search, routine, expr->args[0]->name, expr->args[1]);
  for (guint i = 0; location->values != NULL && i < location->values->len && !search->found; i++)
    follow_local (search, routine, ((const AfVariable *)location->declares->pdata[i])->name,
                  location->values->pdata[i]);
}

static gboolean is_capacity (const AfModule *module, const AfRoutine *routine, const char *name, guint steps)
{
  CapacitySearch search = { module, name, steps, FALSE };

  for (guint i = 0; i < routine->locations->len && !search.found; i++)
    look_at (&search, routine, routine->locations->pdata[i]);
  return search.found;
}

gboolean af_param_is_capacity (const AfModule *module, const AfRoutine *routine, guint index)
{
  return is_capacity (module, routine, ((const AfVariable *)routine->variables->pdata[index])->name, 0);
}
