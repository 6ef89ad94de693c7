/* How much there must be at a pointer that nothing counts, as far as the code shows it.
 *
 * In:  a routine and one of its pointer parameters.
 * Out: the number of elements that tests should give it.
 *
 *     uint32_t get (const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }       4
 *     void hash_end (Hash *h, uint8_t *out) { for (i = 0; i < 20; i++) out[i] = h->state[i]; }              64
 *
 * A constant says how many; where it is another number, or the pointer moves, nobody knows, and many are given. */
#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

enum { MANY = 64, MOST = 4096, MAX_DEPTH = 3 };

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const int *copies; /* see af_copies_in */
  guint index, depth;
  guint elements;
} Spare;

static guint spare_of (const AfModule *module, const AfRoutine *routine, guint index, guint depth);

static gboolean is_it (const Spare *spare, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  int param = af_copy_is_local (spare->routine, expr) ? spare->copies[expr->variable_id]
                                                      : af_routine_param (spare->routine, expr);
  return param == (int)spare->index;
}

static void note (Spare *spare, const AfExpr *place)
{
  gint64 value;

  place = af_expr_uncast (place);
  value = place->kind == AF_EXPR_INT ? place->value : MANY - 1;
  spare->elements = MAX (spare->elements, (guint)CLAMP (value + 1, 0, MOST));
}

static gboolean visit (AfExpr *node, gpointer data)
{
  Spare *spare = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (spare->module, node->name) : NULL;
  gboolean is_sum = node->kind == AF_EXPR_BINARY && node->op == AF_OP_ADD && node->n_args == 2;

  if ((node->kind == AF_EXPR_INDEX || is_sum) && is_it (spare, node->args[0]))
    note (spare, node->args[1]);
  if ((node->kind == AF_EXPR_STEP || (node->kind == AF_EXPR_ASSIGN && node->op != AF_OP_NONE))
      && is_it (spare, node->args[0]))
    spare->elements = MAX (spare->elements, MANY);
  for (guint i = 0; callee && callee->is_read && i < MIN (node->n_args, callee->n_params) && spare->depth > 0; i++)
    if (is_it (spare, node->args[i]))
      spare->elements = MAX (spare->elements, spare_of (spare->module, callee, i, spare->depth - 1));
  return TRUE;
}

static guint spare_of (const AfModule *module, const AfRoutine *routine, guint index, guint depth)
{
  g_autofree int *copies = af_copies_in (routine);
  Spare spare = { module, routine, copies, index, depth, 0 };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (location->expr)
      af_expr_walk (location->expr, visit, &spare);
    for (guint k = 0; location->values && k < location->values->len; k++)
      if (location->values->pdata[k])
        af_expr_walk (location->values->pdata[k], visit, &spare);
  }
  return spare.elements;
}

guint af_spare_elements (const AfModule *module, const AfRoutine *routine, guint index)
{
  guint elements = spare_of (module, routine, index, MAX_DEPTH);

  return elements > 1 ? elements : 0;
}

guint af_param_room (const AfParam *param)
{
  return param->room > 0 ? param->room : param->spare;
}
