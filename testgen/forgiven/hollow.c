/* Arrays of pointers that lead nowhere: `double **rows, int n` of which every row is null.
 *
 * In:  a call that a test makes.
 * Out: whether it hands over an array of null pointers, of which the routine follows or keeps one that it does not ask
 *      about.
 *
 *     double trace (double **m, int n) { ... sum += m[i][i]; ... }              m[i] is followed
 *     void pages_init (Pages *p, char **pages, int n) { p->pages = pages; ... }              or later, by others
 *
 * Tests have no memory for what such an array should lead to: a null that is followed then says as little as a null
 * argument.  A place that the routine sets, `char **end`, is no such array. */
#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

typedef struct {
  const AfRoutine *routine;
  int param;
  gboolean is_read, is_set, is_asked;
} Elements;

/* p[i] */
static gboolean is_element (const Elements *elements, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_INDEX && af_contracts_param_of (elements->routine, expr->args[0]) == elements->param;
}

static gboolean is_question (const AfExpr *node)
{
  gboolean compares = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_EQ || node->op == AF_OP_NE);
  gboolean joins = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR);

  return compares || joins || node->kind == AF_EXPR_CONDITIONAL
         || (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  Elements *elements = data;
  gboolean keeps = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE
                   && af_routine_param (elements->routine, af_expr_uncast (node->args[1])) == elements->param;

  elements->is_read |= keeps;
  for (guint i = 0; i < node->n_args; i++) {
    gboolean is_it = is_element (elements, node->args[i]);

    elements->is_set |= is_it && node->kind == AF_EXPR_ASSIGN && i == 0;
    elements->is_asked |= is_it && is_question (node);
    elements->is_read |= is_it;
  }
  return TRUE;
}

/* Whether elements of the parameter are only read, and never asked about. */
static gboolean trusts_elements (const AfRoutine *routine, guint param)
{
  Elements elements = { .routine = routine, .param = (int)param };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    elements.is_asked |=
      location->expr && af_location_is_condition (location) && is_element (&elements, location->expr);
    af_location_walk (location, visit, &elements);
    elements.is_read |= location->expr && location->values && is_element (&elements, location->expr);
  }
  return elements.is_read && !elements.is_set && !elements.is_asked;
}

static gboolean is_all_null (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  return size >= sizeof (gpointer) && af_row_is_zero (data, size);
}

gboolean af_call_is_hollow (const AfRoutine *called, const AfCall *call)
{
  for (guint i = 0; i < MIN (call->n_args, called->n_params); i++) {
    const AfType *type = af_variable_takes (called->variables->pdata[i]);

    if (call->args[i].kind == AF_ARG_BUFFER && type->kind == AF_TYPE_POINTER && af_type_is_pointer (type->target)
        && is_all_null (call->args[i].bytes) && trusts_elements (called, i))
      return TRUE;
  }
  return FALSE;
}
