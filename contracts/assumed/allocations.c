/* Whether a module has thought of memory running out.
 *
 * In:  a module.
 * Out: whether it allocates memory and never asks whether it got any.
 *
 *     table->cells = calloc (n, sizeof *table->cells);        and nowhere  if (table->cells == NULL)
 *
 * Who leaves that to the machine is not told of every place where null is followed after a test has asked for more
 * than there is; who asks in one place has forgotten it in the others.  An assertion asks nothing: it ends the program,
 * too. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

typedef struct {
  GPtrArray *filled; /* of AfExpr, not owned: what an allocation is assigned to in this routine */
  gboolean asks;
  gboolean allocates;
} Allocations;

static gboolean is_allocation (const AfExpr *expr)
{
  static const char *const names[] = { "malloc",        "calloc", "realloc", "reallocarray",
                                       "aligned_alloc", "strdup", "strndup" };
  expr = af_expr_uncast (expr);
  for (guint i = 0; expr->kind == AF_EXPR_CALL && i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (expr->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean visit_assignment (AfExpr *node, gpointer data)
{
  Allocations *all = data;
  all->allocates |= is_allocation (node);
  if (node->kind == AF_EXPR_ASSIGN && is_allocation (node->args[1]))
    g_ptr_array_add (all->filled, node->args[0]);
  return TRUE;
}

static void note_test (const AfExpr *tested, gpointer data)
{
  Allocations *all = data;
  tested = af_expr_uncast (tested);
  if (tested->kind == AF_EXPR_ASSIGN)
    all->asks |= is_allocation (tested->args[1]);
  for (guint i = 0; i < all->filled->len; i++)
    all->asks |= af_expr_equal (all->filled->pdata[i], tested);
}

static void look_at (const AfRoutine *routine, Allocations *all)
{
  g_autoptr (GPtrArray) locals = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_set_size (all->filled, 0);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    af_walk_code (location, visit_assignment, all);
    for (guint k = 0; location->values && k < location->values->len; k++) {
      const AfVariable *local = location->declares->pdata[k];
      if (!location->values->pdata[k] || !is_allocation (location->values->pdata[k]))
        continue;
      g_ptr_array_add (locals, af_expr_var (local->type, local->name, local->id));
      g_ptr_array_add (all->filled, locals->pdata[locals->len - 1]);
    }
  }
  for (guint i = 0; i < routine->locations->len && all->filled->len > 0; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      af_tests_walk (location->expr, af_location_is_condition (location), note_test, all);
  }
}

gboolean af_module_trusts_allocator (const AfModule *module)
{
  g_autoptr (GPtrArray) filled = g_ptr_array_new ();
  Allocations all = { filled, FALSE, FALSE };
  for (guint i = 0; i < module->routines->len && !all.asks; i++)
    look_at (module->routines->pdata[i], &all);
  return all.allocates && !all.asks;
}
