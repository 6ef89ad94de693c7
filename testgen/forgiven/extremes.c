/* Failures that only numbers show which no caller gives, or that are stored as they are.
 *
 * In:  a fault with its smallest test, in which a number is as near to 0 as it can be, of a routine without contracts;
 *      a call.
 * Out: whether it is one of these; the corpus lists what broke among the preconditions that nobody wrote.
 *
 *     text_reserve (t, 44773710)                    there is no memory for so much
 *     n = to_seconds (d); d.years = n; ...          what one routine gives is too large for what another one takes
 *     ring_set_size (r, 9); ring_write (r, "a", 1)  the routine stores what it is told, and asks nothing */
#include "testgen/testgen-internal.h"

/* Sixteen million elements are more than tests have memory for, and their squares are beyond 32 bits. */
#define FAR_OUT (G_GINT64_CONSTANT (1) << 24)

static gboolean is_far_out (gint64 number)
{
  return number >= FAR_OUT || number <= -FAR_OUT;
}

static const AfRoutine *routine_of (const AfModule *module, const AfCall *call)
{
  return call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;
}

/* An integer that another call gave: where a small one would do, the minimiser would have put it there. */
static gboolean is_result (const AfRoutine *routine, const AfCall *call, guint index)
{
  return routine != NULL && index < routine->n_params && call->args[index].kind == AF_ARG_VARIABLE
         && ((const AfVariable *)routine->variables->pdata[index])->type->kind == AF_TYPE_INT;
}

static gboolean is_arithmetic (const AfClause *clause)
{
  return clause->row != NULL
         && (clause->row->guard == AF_GUARD_OVERFLOW || clause->row->guard == AF_GUARD_QUOTIENT
             || clause->row->guard == AF_GUARD_SHIFTED);
}

/* Elements of an array of numbers. */
static gboolean has_far_out (const AfRoutine *routine, guint index, const AfArg *arg)
{
  const AfType *type = index < routine->n_params ? af_variable_takes (routine->variables->pdata[index]) : NULL;
  gsize size, bytes;
  const char *data;

  if (arg->kind != AF_ARG_BUFFER || type == NULL || type->kind != AF_TYPE_POINTER || type->target->kind != AF_TYPE_INT)
    return FALSE;
  size = af_values_element_size (type->target);
  data = g_bytes_get_data (arg->bytes, &bytes);
  for (gsize at = 0; size == sizeof (gint32) && at + size <= bytes; at += size) {
    gint32 element;

    memcpy (&element, data + at, size);
    if (is_far_out (element))
      return TRUE;
  }
  return FALSE;
}

static gboolean gives_far_out (const AfModule *module, const AfCall *call, const AfClause *clause)
{
  const AfRoutine *routine = routine_of (module, call);

  for (guint i = 0; i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];

    if ((arg->kind == AF_ARG_INT && is_far_out (arg->integer))
        || (is_arithmetic (clause) && (is_result (routine, call, i) || (routine && has_far_out (routine, i, arg)))))
      return TRUE;
  }
  return FALSE;
}

/* --- what is stored unasked --- */

typedef struct {
  const AfRoutine *routine;
  guint param;
  gboolean named, stores, other;
} StoreWalk;

static gboolean visit_name (AfExpr *node, gpointer data)
{
  StoreWalk *walk = data;

  walk->named |= node->kind == AF_EXPR_VAR && af_routine_param (walk->routine, node) == (int)walk->param;
  return !walk->named;
}

static gboolean names_param (StoreWalk *walk, AfExpr *expr)
{
  walk->named = FALSE;
  af_expr_walk (expr, visit_name, walk);
  return walk->named;
}

/* Whether all that the routine does with the number is to store it, or what it comes to, in fields of an object of the
 * caller, or to use it as an index: it is compared with nothing and handed on to nobody. */
static gboolean stores_unasked (const AfRoutine *routine, guint param)
{
  StoreWalk walk = { routine, param, FALSE, FALSE, FALSE };

  /* a command of a header, which is not read */
  if (routine->is_lent)
    return !routine->is_query;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (location->expr == NULL || location->kind == AF_LOCATION_CHECK || !names_param (&walk, location->expr))
      continue;
    gboolean is_store = location->kind == AF_LOCATION_STATEMENT && location->expr->kind == AF_EXPR_ASSIGN;
    gboolean is_field = is_store && location->expr->args[0]->kind == AF_EXPR_FIELD
                        && af_routine_param (routine, location->expr->args[0]->args[0]) >= 0;

    walk.stores |= is_field && names_param (&walk, location->expr->args[1]);
    walk.other |= !is_store;
  }
  return walk.stores && !walk.other;
}

gboolean af_call_sets_size (const AfRoutine *routine, const AfCall *call)
{
  for (guint i = 0; routine->initialises < 0 && i < MIN (call->n_args, routine->n_params); i++)
    if ((call->args[i].kind == AF_ARG_INT || is_result (routine, call, i)) && stores_unasked (routine, i))
      return TRUE;
  return FALSE;
}

gboolean af_extreme_note (const AfModule *module, const AfFault *fault, AfCorpus *corpus)
{
  const AfTest *test = fault->test;
  const AfCall *last = test->calls->pdata[test->calls->len - 1];
  const AfRoutine *called = routine_of (module, last);
  gboolean is_shown = FALSE;

  if (called == NULL || called->unasked == NULL || af_routine_has_contract (called))
    return FALSE;
  for (guint i = 0; i < test->calls->len && !is_shown; i++)
    is_shown = gives_far_out (module, test->calls->pdata[i], fault->clause);
  if (is_shown)
    af_gap_list (corpus, called, fault->clause);
  return is_shown;
}
