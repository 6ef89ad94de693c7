/* Numbers that are put into an object unasked.
 *
 * In:  two faults with their smallest tests.
 * Out: whether one such call in both tests explains what they show.
 *
 *     void ring_reset_size (Ring *r, size_t n) { r->size = n; r->mask = n - 1; }
 *
 *     r = ring_new (0); ring_reset_size (r, 5); ring_read (r, out, 3)      reads behind the end
 *     r = ring_new (0); ring_reset_size (r, 5); ring_reset (r)             writes behind it
 *
 * The smallest test has no call that the failure does not need.  So where both need one that takes a number as it comes
 * and asks nothing about it, the wrong state is that call's, and each routine that comes to the object afterwards fails
 * in its own way.  What makes an object is in every test, and says so only where the number is negative. */
#include "pipeline/finding/finding.h"

typedef struct {
  const AfRoutine *routine;
  guint param;
  gboolean mentions, stores, asks;
} Number;

static gboolean visit_mention (AfExpr *node, gpointer data)
{
  Number *number = data;
  number->mentions |= af_routine_param (number->routine, node) == (int)number->param;
  return !number->mentions;
}

static gboolean mentions (Number number, AfExpr *expr)
{
  number.mentions = FALSE;
  af_expr_walk (expr, visit_mention, &number);
  return number.mentions;
}

static gboolean makes_object (const AfRoutine *routine)
{
  return af_type_is_record_pointer (routine->result) || routine->initialises >= 0;
}

/* A field of what the routine was given, and not of a node that it puts in; what makes an object was given none. */
static gboolean is_of_object (const AfRoutine *routine, const AfExpr *place)
{
  while (place->kind == AF_EXPR_FIELD)
    place = af_expr_uncast (place->args[0]);
  return af_routine_param (routine, place) >= 0 || (place->kind == AF_EXPR_VAR && makes_object (routine));
}

static gboolean visit_use (AfExpr *node, gpointer data)
{
  Number *number = data;
  gboolean is_store = node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_FIELD;
  gboolean compares = node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE;
  number->stores |= is_store && is_of_object (number->routine, node->args[0]) && mentions (*number, node->args[1]);
  number->asks |= (compares || node->kind == AF_EXPR_CONDITIONAL) && mentions (*number, node);
  return TRUE;
}

/* Whether the number ends in a field, and nothing is asked about it, in a contract or in the code. */
static gboolean is_stored_unasked (const AfRoutine *routine, guint param)
{
  Number number = { routine, param, FALSE, FALSE, FALSE };
  if (!af_type_is_integer (((const AfVariable *)routine->variables->pdata[param])->type))
    return FALSE;
  af_routine_walk (routine, visit_use, &number);
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    number.asks |=
      clause->kind == AF_CLAUSE_PRECONDITION && !clause->is_assumed && clause->expr && mentions (number, clause->expr);
  }
  return number.stores && !number.asks;
}

/* The routine that the call of a test makes; null: it is none of the module's. */
static const AfRoutine *routine_of (const AfModule *module, const AfCall *call)
{
  return call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;
}

static gboolean is_setter (const AfModule *module, const AfCall *call)
{
  const AfRoutine *routine = routine_of (module, call);
  for (guint i = 0; routine && routine->is_read && i < MIN (routine->n_params, call->n_args); i++)
    if (call->args[i].kind == AF_ARG_INT && (!makes_object (routine) || call->args[i].integer < 0)
        && is_stored_unasked (routine, i))
      return TRUE;
  return FALSE;
}

/* Whether the test has such a call before its last one. */
static gboolean has_setter (const AfModule *module, const AfTest *test, guint thunk)
{
  for (guint i = 0; i + 1 < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    if (call->thunk == thunk && is_setter (module, call))
      return TRUE;
  }
  return FALSE;
}

gboolean af_faults_share_setter (const AfModule *module, const AfFault *a, const AfFault *b)
{
  for (guint i = 0; a->test && b->test && i + 1 < a->test->calls->len; i++) {
    const AfCall *call = a->test->calls->pdata[i];
    if (is_setter (module, call) && has_setter (module, b->test, call->thunk))
      return TRUE;
  }
  return FALSE;
}
