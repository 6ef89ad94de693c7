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
  const int *copies;          /* see af_copies_in */
  const AfLocation *location; /* that is looked at */
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

/* `i < 16`, `i <= 15`: how many values @counter has in a loop, from 0 on; 0: it does not say. */
static gint64 values_of (const AfExpr *condition, const AfExpr *counter)
{
  gboolean is_below = condition->kind == AF_EXPR_BINARY && (condition->op == AF_OP_LT || condition->op == AF_OP_LE)
                      && af_expr_equal (condition->args[0], counter)
                      && af_expr_uncast (condition->args[1])->kind == AF_EXPR_INT;

  return is_below ? af_expr_uncast (condition->args[1])->value + (condition->op == AF_OP_LE) : 0;
}

/* How many places @place names, from 0 on: a constant, a counter of a loop, one of these and a constant. */
static gint64 places (const Spare *spare, const AfExpr *place)
{
  gint64 n = 0;

  place = af_expr_uncast (place);
  if (place->kind == AF_EXPR_INT)
    return place->value + 1;
  if (place->kind == AF_EXPR_BINARY && place->op == AF_OP_ADD && af_expr_uncast (place->args[1])->kind == AF_EXPR_INT) {
    n = places (spare, place->args[0]);
    return n > 0 ? n + af_expr_uncast (place->args[1])->value : 0;
  }
  for (int at = spare->location->loop; at >= 0 && n == 0;) {
    const AfLocation *loop = spare->routine->locations->pdata[at];
    n = loop->expr && place->kind == AF_EXPR_VAR ? values_of (loop->expr, place) : 0;
    at = loop->loop;
  }
  return n;
}

static void note (Spare *spare, const AfExpr *place, guint further)
{
  gint64 n = places (spare, place);

  spare->elements = MAX (spare->elements, n > 0 ? (guint)CLAMP (n + further, 0, MOST) : MANY);
}

/* What the callee comes to at `p`, `p + 4`, `&p[4]`. */
static void note_handed (Spare *spare, const AfRoutine *callee, guint i, const AfExpr *given)
{
  const AfExpr *place = NULL;
  guint elements;

  given = af_expr_uncast (given);
  gboolean is_address = given->kind == AF_EXPR_ADDRESS && af_expr_uncast (given->args[0])->kind == AF_EXPR_INDEX;
  if (is_address)
    given = af_expr_uncast (given->args[0]);
  if (is_address || (given->kind == AF_EXPR_BINARY && given->op == AF_OP_ADD)) {
    place = given->args[1];
    given = given->args[0];
  }
  if (!is_it (spare, given))
    return;
  elements = spare_of (spare->module, callee, i, spare->depth - 1);
  if (place == NULL)
    spare->elements = MAX (spare->elements, elements);
  else
    note (spare, place, MAX (elements, 1) - 1);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  Spare *spare = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (spare->module, node->name) : NULL;
  gboolean is_sum = node->kind == AF_EXPR_BINARY && node->op == AF_OP_ADD && node->n_args == 2;

  if ((node->kind == AF_EXPR_INDEX || is_sum) && is_it (spare, node->args[0]))
    note (spare, node->args[1], 0);
  if ((node->kind == AF_EXPR_STEP || (node->kind == AF_EXPR_ASSIGN && node->op != AF_OP_NONE))
      && is_it (spare, node->args[0]))
    spare->elements = MAX (spare->elements, MANY);
  for (guint i = 0; callee && callee->is_read && i < MIN (node->n_args, callee->n_params) && spare->depth > 0; i++)
    note_handed (spare, callee, i, node->args[i]);
  return TRUE;
}

/* So many elements of @type's as elements of the parameter. */
static guint elements_of (const Spare *spare, const AfType *type, gint64 n)
{
  const AfVariable *variable = spare->routine->variables->pdata[spare->index];
  gsize unit = type && type->kind == AF_TYPE_POINTER && type->target ? af_values_element_size (type->target) : 0;
  gsize size = variable->type->target ? af_values_element_size (variable->type->target) : 0;
  gint64 bytes = CLAMP (n, 0, MOST) * (gint64)MAX (unit, 1);

  return (guint)MIN ((bytes + (gint64)MAX (size, 1) - 1) / (gint64)MAX (size, 1), MOST);
}

static guint spare_of (const AfModule *module, const AfRoutine *routine, guint index, guint depth)
{
  g_autofree int *copies = af_copies_in (routine);
  Spare spare = { module, routine, copies, NULL, index, depth, 0 };

  for (guint i = 0; i < routine->locations->len; i++) {
    spare.location = routine->locations->pdata[i];
    af_location_walk (spare.location, visit, &spare);
  }
  /* memcpy (q, p, 16) */
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfExpr *expr = ((const AfClause *)routine->clauses->pdata[i])->expr;
    gboolean is_memory = expr && (expr->kind == AF_EXPR_READABLE || expr->kind == AF_EXPR_WRITABLE);
    const AfExpr *size = is_memory && is_it (&spare, expr->args[0]) ? af_expr_uncast (expr->args[1]) : NULL;
    if (size)
      spare.elements =
        MAX (spare.elements, size->kind == AF_EXPR_INT ? elements_of (&spare, expr->args[0]->type, size->value) : MANY);
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
