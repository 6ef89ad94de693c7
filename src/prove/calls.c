/* Bodies and calls: the control-flow graph is followed, location by location.
 *
 * In:  a frame.   Out: its result, and what the body did to memory.
 *
 * Routines of the module are executed in place: what they demand is demanded at the call.  A location may be come to k
 * + 1 times until the loop around it ends; further rounds are beyond the bound, as is a deeper recursion. */
#include "prove/prove-internal.h"

#include <string.h>

enum { MAX_STEPS = 2000, MAX_DEPTH = 12 };

AfFrame *af_frame_new (AfProver *prover, const AfRoutine *routine, const AfValue *arguments, guint n)
{
  AfFrame *frame = af_prover_alloc (prover, sizeof *frame);
  frame->routine = routine;
  frame->cells = af_prover_alloc (prover, (routine->variables->len + 1) * sizeof *frame->cells);
  frame->visits = af_prover_alloc (prover, routine->locations->len * sizeof *frame->visits);
  for (guint i = 0; i < n && i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    frame->cells[i + 1] = af_cell_new (prover, param->type, FALSE);
    af_lvalue_write (prover, (AfLvalue){ frame->cells[i + 1], NULL, NULL }, arguments[i]);
  }
  return frame;
}

/* --- locations --- */

void af_prove_clause (AfProver *prover, AfFrame *frame, const AfClause *clause)
{
  AfMode mode = prover->mode;
  prover->mode = mode == AF_MODE_PROGRAM ? AF_MODE_CLAUSE : mode;
  Z3_ast holds = af_prove_truth (prover, frame, clause->expr);
  af_prover_demand (prover, holds, clause->kind, clause->text);
  prover->mode = mode;
}

static void check_location (AfProver *prover, AfFrame *frame, const AfLocation *location)
{
  const GPtrArray *clauses = frame->routine->clauses;
  for (guint i = 0; i < clauses->len && prover->stop == AF_STOP_NO; i++) {
    const AfClause *clause = clauses->pdata[i];
    if (clause->location != (int)location->id)
      continue;
    if (clause->kind == AF_CLAUSE_CHECK || clause->kind == AF_CLAUSE_LOOP_INVARIANT) {
      af_prove_clause (prover, frame, clause);
    } else if (clause->kind == AF_CLAUSE_LOOP_VARIANT)
      af_prover_give_up (prover, "LOOP_VARIANT");
  }
}

static void declare (AfProver *prover, AfFrame *frame, const AfLocation *location)
{
  for (guint i = 0; location->declares && i < location->declares->len && prover->stop == AF_STOP_NO; i++) {
    const AfVariable *variable = location->declares->pdata[i];
    AfExpr *initial = location->values->pdata[i];
    frame->cells[variable->id] = af_cell_new (prover, variable->type, FALSE);
    AfLvalue place = { frame->cells[variable->id], NULL, NULL };
    if (initial->kind == AF_EXPR_OTHER || (initial->kind == AF_EXPR_STRING && variable->type->kind == AF_TYPE_ARRAY))
      af_prove_initialise (prover, frame, place, initial);
    else {
      AfValue value = af_prove_value (prover, frame, initial);
      af_lvalue_write (prover, place, value);
    }
  }
}

/* The way on from a switch. */
static int chosen_case (AfProver *prover, AfFrame *frame, const AfLocation *location)
{
  AfValue value = af_value_promote (prover, af_prove_value (prover, frame, location->expr));
  int otherwise = -1;
  if (prover->stop == AF_STOP_NO && (value.kind != AF_VALUE_INT || !location->cases))
    af_prover_give_up (prover, "a switch whose cases are not constant");
  if (prover->stop != AF_STOP_NO)
    return -1;
  for (guint i = 0; i < location->cases->len; i++) {
    const AfCaseLabel *each = &g_array_index (location->cases, AfCaseLabel, i);
    if (each->is_default) {
      otherwise = (int)each->target;
      continue;
    }
    AfValue low = af_value_int (af_term_number (prover, each->low, value.bits), value.bits, value.is_signed);
    AfValue high = af_value_int (af_term_number (prover, each->high, value.bits), value.bits, value.is_signed);
    Z3_ast is_it = af_term_and (prover, af_term_compare (prover, AF_OP_LE, low, value),
                                af_term_compare (prover, AF_OP_LE, value, high));
    if (af_prover_decide (prover, is_it))
      return (int)each->target;
  }
  return otherwise;
}

static gboolean is_loop (const AfLocation *location)
{
  return location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_DO || location->kind == AF_LOCATION_FOR;
}

/* Of the loops that are left on the way between two locations, by their condition or by a jump: what is in them starts
 * to count anew. */
static void forget_visits (AfFrame *frame, const AfLocation *from, const AfLocation *to)
{
  const GPtrArray *all = frame->routine->locations;
  for (guint k = 0; k < all->len; k++) {
    const AfLocation *loop = all->pdata[k];
    if (!is_loop (loop) || !af_range_contains (loop->statement, from->range)
        || af_range_contains (loop->statement, to->range))
      continue;
    for (guint i = 0; i < all->len; i++)
      if (af_range_contains (loop->statement, ((const AfLocation *)all->pdata[i])->range))
        frame->visits[i] = 0;
  }
}

static int way_of (const AfLocation *location, guint way)
{
  return way < location->next->len ? (int)g_array_index (location->next, guint, way) : -1;
}

/* Executes a location; gives the next one, or -1. */
static int step (AfProver *prover, AfFrame *frame, const AfLocation *location)
{
  switch (location->kind) {
  case AF_LOCATION_ENTRY:
  case AF_LOCATION_EXIT:
  case AF_LOCATION_JUMP:
  case AF_LOCATION_CHECK:
    break;
  case AF_LOCATION_STATEMENT:
  case AF_LOCATION_FOR_STEP:
    if (location->expr)
      af_prove_value (prover, frame, location->expr);
    else
      af_prover_give_up (prover, "an unsupported statement");
    break;
  case AF_LOCATION_DECLARATION:
    declare (prover, frame, location);
    break;
  case AF_LOCATION_FOR_INIT:
    if (location->declares)
      declare (prover, frame, location);
    else if (location->expr)
      af_prove_value (prover, frame, location->expr);
    break;
  case AF_LOCATION_RETURN:
    if (location->expr) {
      frame->result = af_prove_value (prover, frame, location->expr);
      frame->result = af_value_as (prover, frame->result, frame->routine->result);
    }
    break;
  case AF_LOCATION_IF:
  case AF_LOCATION_WHILE:
  case AF_LOCATION_DO:
  case AF_LOCATION_FOR: {
    Z3_ast condition = af_prove_truth (prover, frame, location->expr);
    return way_of (location, af_prover_decide (prover, condition) ? 0 : 1);
  }
  case AF_LOCATION_SWITCH:
    return chosen_case (prover, frame, location);
  }
  return way_of (location, 0);
}

void af_frame_run (AfProver *prover, AfFrame *frame)
{
  const AfRoutine *routine = frame->routine;
  int at = way_of (routine->locations->pdata[0], 0);
  while (prover->stop == AF_STOP_NO && at > 1) {
    const AfLocation *location = routine->locations->pdata[at];
    if (frame->visits[at]++ > prover->bound || prover->n_steps++ > MAX_STEPS) {
      af_prover_cut (prover);
      return;
    }
    check_location (prover, frame, location);
    at = step (prover, frame, location);
    if (prover->stop == AF_STOP_NO && at > 1)
      forget_visits (frame, location, routine->locations->pdata[at]);
  }
  if (prover->stop == AF_STOP_NO && at < 0)
    af_prover_give_up (prover, "a call that does not return");
}

/* --- calls --- */

AfValue af_prove_inline (AfProver *prover, const AfRoutine *routine, const AfValue *arguments, guint n, gboolean is_old)
{
  AfFrame *frame = af_frame_new (prover, routine, arguments, n);
  const AfBound *none = NULL;
  frame->bounds = none;
  frame->is_old = is_old;
  if (++prover->depth > MAX_DEPTH)
    af_prover_cut (prover);
  for (guint i = 0; i < routine->clauses->len && prover->stop == AF_STOP_NO; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind == AF_CLAUSE_PRECONDITION)
      af_prove_clause (prover, frame, clause);
  }
  if (prover->stop == AF_STOP_NO)
    af_frame_run (prover, frame);
  prover->depth--;
  return frame->result;
}

AfValue af_prove_call (AfProver *prover, AfFrame *frame, AfExpr *call)
{
  AfValue result = { .kind = AF_VALUE_VOID };
  const AfRoutine *routine = af_module_routine (prover->module, call->name);
  if (!routine) {
    if (!af_library_call (prover, frame, call, &result))
      af_prover_give_up (prover, "a call of %s", call->name);
    return result;
  }
  if (!routine->is_read || routine->is_variadic) {
    af_prover_give_up (prover, "a call of %s", call->name);
    return result;
  }
  AfValue *arguments = af_prover_alloc (prover, call->n_args * sizeof *arguments);
  for (guint i = 0; i < call->n_args && prover->stop == AF_STOP_NO; i++)
    arguments[i] = af_prove_value (prover, frame, call->args[i]);
  if (prover->stop != AF_STOP_NO)
    return result;
  result = af_prove_inline (prover, routine, arguments, call->n_args, frame->is_old);
  if (prover->stop == AF_STOP_NO && result.kind == AF_VALUE_VOID && routine->result->kind != AF_TYPE_VOID)
    af_prover_give_up (prover, "the result of a routine that returns none");
  return result;
}
