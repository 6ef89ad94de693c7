/* Which parameter counts the elements that a pointer points to, where no contract says so.
 *
 * In:  a routine and one of its pointer parameters.
 * Out: the integer parameter that the routine itself uses as their number, or -1.  Each of these tells that n belongs
 * to p:
 *
 *     memset (p, 0, n)                       n says how much a library function reads or writes at p
 *     for (i = 0; i < n; i++) p[i] = 0;      n bounds a loop in which p is followed
 *     while (n-- > 0) *p++ = 0;
 *     for (q = p; q < p + n; q++) *q = 0;    n is where p ends
 *
 * A number that elements are compared with, or an index, bounds nothing. */
#include "testgen/testgen-internal.h"

typedef struct {
  guint pointer, count; /* ids of the parameters */
  gboolean found;
} Search;

typedef gboolean (*Visit) (AfExpr *node, gpointer search);

static gboolean visit_variable (AfExpr *node, gpointer data)
{
  guint *id = data;

  if (node->kind == AF_EXPR_VAR && node->variable_id == *id)
    *id = 0;
  return *id != 0;
}

static gboolean mentions (AfExpr *expr, guint id)
{
  af_expr_walk (expr, visit_variable, &id);
  return id == 0;
}

static gboolean visit_element (AfExpr *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_FIELD
            || node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_CALL_POINTER;
  return !*found;
}

/* Whether it is a number that the routine has at hand: no element, nothing that another function says. */
static gboolean is_plain (AfExpr *expr)
{
  gboolean has_element = FALSE;

  af_expr_walk (expr, visit_element, &has_element);
  return !has_element;
}

static gboolean visit_followed (AfExpr *node, gpointer data)
{
  Search *search = data;

  if ((node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF) && mentions (node->args[0], search->pointer))
    search->found = TRUE;
  return !search->found;
}

/* `p + n`, but for the element `*(p + n)`. */
static gboolean visit_end (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean is_sum = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_ADD || node->op == AF_OP_SUB);

  if (node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_INDEX)
    return FALSE;
  if (is_sum && af_type_is_pointer (node->type) && mentions (node->args[0], search->pointer)
      && mentions (node->args[1], search->count))
    search->found = TRUE;
  return !search->found;
}

/* `i < n`, `n-- > 0`; for a whole condition also `n--`. */
static gboolean visit_bound (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean compares = node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE;

  if (compares && is_plain (node) && mentions (node, search->count))
    search->found = TRUE;
  return !search->found && (node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_UNARY);
}

static gboolean finds (AfExpr *expr, Visit visit, Search search)
{
  if (expr)
    af_expr_walk (expr, visit, &search);
  return search.found;
}

static gboolean bounds (const AfLocation *loop, Search search)
{
  AfExpr *condition = loop->expr;
  gboolean is_number = condition && (condition->kind == AF_EXPR_VAR || condition->kind == AF_EXPR_STEP);

  return (is_number && mentions (condition, search.count)) || finds (condition, visit_bound, search);
}

static gboolean is_inside (const AfRoutine *routine, const AfLocation *location, const AfLocation *loop)
{
  for (int at = location->loop; at >= 0; at = ((const AfLocation *)routine->locations->pdata[at])->loop)
    if (at == (int)loop->id)
      return TRUE;
  return location == loop;
}

static gboolean is_followed_in (const AfRoutine *routine, const AfLocation *loop, Search search)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (is_inside (routine, location, loop) && finds (location->expr, visit_followed, search))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_counted_by_clause (const AfRoutine *routine, Search search)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    AfExpr *expr = clause->expr;

    if (clause->row && clause->row->guard == AF_GUARD_ARGUMENT && mentions (expr->args[0], search.pointer)
        && mentions (expr->args[1], search.count))
      return TRUE;
    if (clause->row && clause->row->guard == AF_GUARD_PREFIX && mentions (expr->args[0], search.count)
        && mentions (expr->args[1], search.pointer))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_counted (const AfRoutine *routine, Search search)
{
  if (is_counted_by_clause (routine, search))
    return TRUE;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    gboolean is_loop =
      location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_FOR || location->kind == AF_LOCATION_DO;

    if (finds (location->expr, visit_end, search)
        || (is_loop && bounds (location, search) && is_followed_in (routine, location, search)))
      return TRUE;
  }
  return FALSE;
}

int af_counting_param (const AfRoutine *routine, guint index)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];

    if (af_type_is_integer (param->type) && !param->type->is_char
        && is_counted (routine, (Search){ index + 1, i + 1, FALSE }))
      return (int)i;
  }
  return -1;
}
