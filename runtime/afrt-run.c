/* The interpreter: runs a test, call by call, in this process.
 *
 * In:  a decoded test.   Out: its outcome; variables that observers can look at.
 *
 * A call is skipped when its precondition does not hold, when it uses the result of a call that was skipped, or when
 * a pointer it takes from a variable dangles.  A skipped call says nothing about the module; only if it is the last
 * one, the one under test, was there no test at all (INVALID).  For example
 *
 *     v0 = set_new (-1)      skipped: REQUIRE (capacity >= 0)
 *     set_add (v0, 3)        skipped: no v0
 *     v1 = set_new (4)       made
 *     set_add (v1, 3)        made: PASS or FAIL
 *
 * No frame is pushed: the first frame is that of the called routine, so contracts can tell a test's call from a nested
 * one. Blocks of the test are never freed here: the module may have taken them, and the process does not live long. */
#include "afrt-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AFRT_OUT_SIZE 16u /* an out parameter that no call creates: room for any scalar */

/* Arguments of one call, as a thunk wants them. */
struct binding {
  void *args[AFRT_MAX_ARGS];
  size_t used;
  _Alignas(16) unsigned char storage[4096];
};

static void *binding_take (struct binding *binding, size_t size)
{
  size_t rounded = (size + 15) / 16 * 16;
  if (rounded > sizeof binding->storage - binding->used)
    return calloc (1, size > 0 ? size : 1);
  void *slot = binding->storage + binding->used;
  memset (slot, 0, rounded);
  binding->used += rounded;
  return slot;
}

static void store_float (void *slot, size_t size, double value)
{
  if (size == sizeof (long double))
    *(long double *)slot = (long double)value;
  else if (size == sizeof (double))
    *(double *)slot = value;
  else if (size == sizeof (float))
    *(float *)slot = (float)value;
}

static void store_integer (void *slot, size_t size, unsigned char value, int64_t integer)
{
  if (value == AFRT_VALUE_FLOAT) {
    store_float (slot, size, (double)integer);
  } else if (value == AFRT_VALUE_INTEGER || value == AFRT_VALUE_POINTER) {
    memset (slot, integer < 0 ? 0xff : 0, size);
    memcpy (slot, &integer, size < sizeof integer ? size : sizeof integer);
  }
}

static int has_creator (const struct afrt_test *test, uint32_t variable)
{
  for (uint32_t i = 0; i < test->n_calls; i++)
    if (test->calls[i].result >= 0 && (uint32_t)test->calls[i].result == variable)
      return 1;
  return 0;
}

/* The storage of a variable; a pure out parameter is created here.  Null: its call was skipped, or it is gone. */
static struct afrt_variable *live_variable (uint32_t index, int may_create)
{
  struct afrt_variable *variable = &afrt_private.variables[index];
  if (!variable->storage && may_create && !has_creator (afrt_private.test, index)) {
    variable->storage = calloc (1, AFRT_OUT_SIZE);
    variable->size = AFRT_OUT_SIZE;
    variable->value = AFRT_VALUE_NONE;
    variable->type = -1;
  }
  return variable->storage && afrt_readable (variable->storage, variable->size) ? variable : NULL;
}

struct afrt_variable *afrt_argument_variable (const struct afrt_arg *arg)
{
  if (arg->kind != AFRT_ARG_VARIABLE && arg->kind != AFRT_ARG_ADDRESS)
    return NULL;
  return &afrt_private.variables[arg->index];
}

const void *afrt_variable_object (const struct afrt_variable *variable)
{
  if (!variable->storage || variable->type < 0 || !afrt_readable (variable->storage, variable->size))
    return NULL;
  if (variable->value == AFRT_VALUE_RECORD)
    return variable->storage;
  if (variable->value != AFRT_VALUE_POINTER)
    return NULL;
  const void *object = *(void *const *)variable->storage;
  return afrt_readable (object, 1) ? object : NULL;
}

/* An out parameter that is used again: what it held belongs to the caller, so a copy keeps it reachable. */
static int keep_out_parameter (const struct afrt_variable *variable)
{
  const unsigned char *bytes = variable->storage;
  for (size_t i = 0; i < variable->size; i++)
    if (bytes[i] != 0)
      return afrt_copy_block (bytes, variable->size, 0) != NULL;
  return 1;
}

/* What is handed over a second time may be in the module twice. */
static void note_again (const void *pointer)
{
  for (unsigned i = 0; i < afrt_private.n_again && i < AFRT_MAX_AGAIN; i++)
    if (afrt_private.again[i] == pointer)
      return;
  if (afrt_private.n_again < AFRT_MAX_AGAIN)
    afrt_private.again[afrt_private.n_again] = pointer;
  afrt_private.n_again += afrt_private.n_again <= AFRT_MAX_AGAIN;
}

static int is_handed_once (const volatile void *p)
{
  int once = afrt_private.n_again <= AFRT_MAX_AGAIN;
  for (unsigned i = 0; once && i < afrt_private.n_again; i++)
    once = afrt_private.again[i] != p;
  return once;
}

int afrt_is_gone (const volatile void *p)
{
  return p && afrt_is_freed (p) && is_handed_once (p);
}

void afrt_released (const volatile void *p, int is_allocated)
{
  if (!is_allocated)
    afrt_given (p);
  if (p && !afrt_state.evaluation && (is_allocated || is_handed_once (p)) && __sanitizer_get_ownership (p))
    free ((void *)(uintptr_t)p);
}

static int bind_variable (const struct afrt_arg *arg, void *slot, size_t size, unsigned char value)
{
  const struct afrt_variable *variable = live_variable (arg->index, 0);
  if (variable)
    memcpy (slot, variable->storage, variable->size < size ? variable->size : size);
  if (!variable || value != AFRT_VALUE_POINTER)
    return variable != NULL;
  const void *pointer = *(void *const *)slot;
  note_again (pointer);
  return pointer == NULL || afrt_readable (pointer, 1);
}

/* 0: the call is to be skipped. */
static int bind_arg (const struct afrt_arg *arg, void *slot, size_t size, unsigned char value)
{
  void *pointer = NULL;
  switch (arg->kind) {
  case AFRT_ARG_INT:
    store_integer (slot, size, value, (int64_t)((uint64_t)arg->integer + (uint64_t)arg->step * afrt_private.turn));
    return 1;
  case AFRT_ARG_FLOAT:
    if (value == AFRT_VALUE_FLOAT)
      store_float (slot, size, arg->real);
    return value == AFRT_VALUE_FLOAT;
  case AFRT_ARG_NULL:
    return value == AFRT_VALUE_POINTER;
  case AFRT_ARG_VARIABLE:
    return bind_variable (arg, slot, size, value);
  case AFRT_ARG_ADDRESS: {
    const struct afrt_variable *variable = live_variable (arg->index, 1);
    pointer = variable ? variable->storage : NULL;
    if (variable && variable->value == AFRT_VALUE_NONE && !keep_out_parameter (variable))
      return 0;
    break;
  }
  case AFRT_ARG_STRING:
    pointer = arg->step != 0 ? afrt_copy_numbered (arg) : afrt_copy_block (arg->bytes, arg->length, 1);
    break;
  case AFRT_ARG_BUFFER:
    pointer = afrt_copy_block (arg->bytes, arg->length, 0);
    break;
  case AFRT_ARG_FUNCTION:
    if (arg->index < afrt_private.driver->n_callbacks)
      pointer = (void *)(uintptr_t)afrt_private.driver->callbacks[arg->index];
    break;
  case AFRT_ARG_STREAM:
    pointer = afrt_copy_stream (arg->bytes, arg->length);
    break;
  case AFRT_ARG_TEXTS:
    pointer = afrt_copy_texts (arg->bytes, arg->length);
    break;
  case AFRT_ARG_END: /* when all others are there */
    return value == AFRT_VALUE_POINTER;
  case AFRT_N_ARG_KINDS:
    return 0;
  }
  if (!pointer || value != AFRT_VALUE_POINTER)
    return 0;
  memcpy (slot, &pointer, sizeof pointer < size ? sizeof pointer : size);
  return 1;
}

/* An object in storage of the test is made once before it is used, and again only when it has gone; one that a pointer
 * there leads to is still there, unless the call is to set the pointer. */
static int suits (const struct afrt_arg *arg, int makes)
{
  const struct afrt_variable *variable = afrt_argument_variable (arg);
  const void *const *object = variable && arg->kind == AFRT_ARG_ADDRESS ? variable->storage : NULL;
  if (object && variable->type >= 0 && variable->value == AFRT_VALUE_POINTER && *object && !afrt_readable (*object, 1))
    return 0;
  return !variable || !variable->can_be_raw || variable->is_raw == makes;
}

/* What points into another argument. */
static int bind_end (const struct afrt_test_call *call, uint32_t index, const struct binding *binding)
{
  const struct afrt_arg *end = &call->args[index];
  if (end->index >= call->n_args || call->args[end->index].kind != AFRT_ARG_BUFFER
      || (uint64_t)end->integer > call->args[end->index].length)
    return 0;
  *(unsigned char **)binding->args[index] = *(unsigned char *const *)binding->args[end->index] + end->integer;
  return 1;
}

static int bind_call (const struct afrt_test_call *call, const struct afrt_thunk *thunk, struct binding *binding)
{
  binding->used = 0;
  for (uint32_t i = 0; i < call->n_args; i++) {
    binding->args[i] = binding_take (binding, thunk->arg_sizes[i]);
    if (!binding->args[i] || (thunk->threaded != i + 1 && !suits (&call->args[i], thunk->initialised == i + 1))
        || !bind_arg (&call->args[i], binding->args[i], thunk->arg_sizes[i], thunk->arg_values[i]))
      return 0;
  }
  for (uint32_t i = 0; i < call->n_args; i++)
    if (call->args[i].kind == AFRT_ARG_END && !bind_end (call, i, binding))
      return 0;
  return 1;
}

/* Alone in its function, so that no local lives across the jump. */
static enum afrt_stop perform (const struct afrt_thunk *thunk, void *const *args, void *result)
{
  int why = _setjmp (afrt_private.stop);
  if (why == AFRT_STOP_NONE) {
    afrt_private.in_call = 1;
    thunk->call (args, result);
  }
  afrt_private.in_call = 0;
  afrt_state.tracing = 0;
  afrt_state.covering = 0;
  return (enum afrt_stop)why;
}

static void begin_call (uint32_t index, uint32_t thunk, int is_last)
{
  struct afrt_private *p = &afrt_private;
  p->call = index;
  p->routine = thunk < afrt_private.driver->n_routines ? (int)thunk : -1;
  p->shared->current_call = index;
  p->shared->current_routine = p->routine;
  if (afrt_state.reached)
    memset (afrt_state.reached, 0, afrt_private.driver->n_routines);
  afrt_state_reset ();
  afrt_brief_end ();
  afrt_state.steps = 0;
  afrt_state.tracing = (is_last || (p->flags & AFRT_RUN_TRACE_ALL)) && (p->flags & AFRT_RUN_TRACE);
  afrt_state.covering = (p->flags & AFRT_RUN_COVER) != 0;
}

static void keep_result (const struct afrt_test_call *call, const struct afrt_thunk *thunk, void *result)
{
  if (call->result < 0 || thunk->result_size == 0)
    return;
  afrt_private.variables[call->result] = (struct afrt_variable){ .storage = result,
                                                                 .size = thunk->result_size,
                                                                 .value = thunk->result_value,
                                                                 .type = thunk->result_type,
                                                                 .can_be_raw = thunk->is_raw,
                                                                 .is_raw = thunk->is_raw };
}

static void note_made (const struct afrt_test_call *call, const struct afrt_thunk *thunk, const unsigned char *result)
{
  int is_zero = 1;
  if (thunk->initialised == 0 || thunk->initialised > call->n_args)
    return;
  for (unsigned i = 0; i < thunk->result_size; i++)
    is_zero &= result[i] == 0;
  const struct afrt_arg *arg = &call->args[thunk->initialised - 1];
  if (arg->kind != AFRT_ARG_ADDRESS || (thunk->initialised_if != 0 && (thunk->initialised_if == 2) != is_zero))
    return;
  struct afrt_variable *variable = &afrt_private.variables[arg->index];
  variable->is_raw = variable->value == AFRT_VALUE_POINTER && *(void *const *)variable->storage == NULL;
}

/* What the call took over it has freed or keeps: the variable does not keep it reachable.  An object in the test's
 * own storage has gone, and what it led to should have. */
static void drop_consumed (const struct afrt_test_call *call, const struct afrt_thunk *thunk)
{
  if (thunk->consumed == 0 || thunk->consumed > call->n_args)
    return;
  const struct afrt_arg *arg = &call->args[thunk->consumed - 1];
  if (arg->kind == AFRT_ARG_VARIABLE && thunk->arg_values[thunk->consumed - 1] == AFRT_VALUE_POINTER)
    afrt_leak_drop (afrt_private.variables[arg->index].storage);
  struct afrt_variable *variable = arg->kind == AFRT_ARG_ADDRESS ? &afrt_private.variables[arg->index] : NULL;
  /* The storage itself is a separate block, which the routine may have freed, too. */
  if (variable && (variable->value == AFRT_VALUE_RECORD || variable->value == AFRT_VALUE_POINTER)
      && afrt_readable (variable->storage, variable->size)) {
    memset (variable->storage, 0, variable->size);
    variable->can_be_raw |= variable->value == AFRT_VALUE_POINTER;
    variable->is_raw = variable->can_be_raw;
  }
}

/* What the call gave back: a pointer in its place may be null now, or no more; instead of one that it was given there
 * is the result, unless that is null, as after a failure. */
static void thread_object (const struct afrt_test_call *call, const struct afrt_thunk *thunk, const void *result)
{
  if (thunk->threaded == 0 || thunk->threaded > call->n_args)
    return;
  const struct afrt_arg *arg = &call->args[thunk->threaded - 1];
  struct afrt_variable *variable =
    arg->kind == AFRT_ARG_ADDRESS || arg->kind == AFRT_ARG_VARIABLE ? &afrt_private.variables[arg->index] : NULL;
  if (!variable || variable->value != AFRT_VALUE_POINTER)
    return;
  if (arg->kind == AFRT_ARG_ADDRESS && variable->can_be_raw && afrt_readable (variable->storage, variable->size))
    variable->is_raw = *(void *const *)variable->storage == NULL;
  else if (arg->kind == AFRT_ARG_VARIABLE && thunk->result_value == AFRT_VALUE_POINTER
           && *(void *const *)result != NULL)
    afrt_leak_drop (variable->storage);
}

/* Whether the call lost memory or an open file: then it has failed, when a routine of the module is to blame.  The file
 * is what matters: memory that belongs to it is lost with it. */
static int has_leaked (void)
{
  const struct afrt_driver *driver = afrt_private.driver;
  struct afrt_lost lost = afrt_leak_check ();
  if ((lost.bytes == 0 && lost.files == 0) || afrt_private.routine < 0)
    return 0;
  afrt_state_reset ();
  if (lost.files > 0)
    afrt_record_failure (driver->clause_open, 0, (int)lost.files);
  else
    afrt_record_failure (driver->clause_leak, 0, lost.bytes < INT32_MAX ? (int)lost.bytes : INT32_MAX);
  afrt_private.outcome->location = AFRT_EXIT_LOCATION;
  return 1;
}

/* What is left to do after the last call; the test has passed, whatever happens here. */
static void observe_last (const struct afrt_test_call *call, const struct afrt_thunk *thunk, void *const *args,
                          const void *result, struct afrt_outcome *outcome)
{
  outcome->observation = outcome->inside = 0;
  outcome->kind = AFRT_PASS;
  afrt_state.reached = NULL;
  if (!(afrt_private.flags & AFRT_RUN_OBSERVE))
    return;
  outcome->observation = afrt_observe (afrt_private.test, call, args, thunk, result);
  outcome->inside = afrt_observe_inside (afrt_private.test);
}

static enum afrt_stop run_call (uint32_t index, int is_last, struct afrt_outcome *outcome)
{
  const struct afrt_test_call *call = &afrt_private.test->calls[index];
  const struct afrt_thunk *thunk = afrt_private.driver->thunks[call->thunk];
  struct binding binding;
  struct afrt_vector vectors[AFRT_MAX_ARGS];
  unsigned n_vectors = 0;
  unsigned char *reached = afrt_state.reached;
  if (!bind_call (call, thunk, &binding))
    return AFRT_STOP_LEFT_OUT;
  void *result = calloc (1, thunk->result_size > 0 ? thunk->result_size : 1);
  afrt_state.reached = NULL;
  if (afrt_private.flags & AFRT_RUN_LEARN)
    n_vectors = afrt_learn_before (call, vectors);
  if ((afrt_private.flags & (AFRT_RUN_COVER | AFRT_RUN_PLACES)) == AFRT_RUN_COVER)
    afrt_cover_states (call);
  afrt_state.reached = reached;
  begin_call (index, call->thunk, is_last);
  afrt_open_call ();
  enum afrt_stop why = perform (thunk, binding.args, result);
  if (why == AFRT_STOP_LEFT_OUT)
    afrt_leak_forgive ();
  if (why != AFRT_STOP_NONE)
    return why;
  note_made (call, thunk, result);
  drop_consumed (call, thunk);
  thread_object (call, thunk, result);
  if (has_leaked ())
    return AFRT_STOP_FAILED;
  outcome->executed |= (uint64_t)1 << index;
  outcome->turns[index]++;
  outcome->steps += afrt_state.steps;
  keep_result (call, thunk, result);
  afrt_state.reached = NULL;
  if (afrt_private.flags & AFRT_RUN_LEARN)
    afrt_learn_after (afrt_private.routine, vectors, n_vectors);
  afrt_state.reached = reached;
  if (is_last)
    observe_last (call, thunk, binding.args, result, outcome);
  return AFRT_STOP_NONE;
}

/* A call as often as it is to be made, until it is left out. */
static enum afrt_stop run_turns (uint32_t index, struct afrt_outcome *outcome)
{
  const struct afrt_test *test = afrt_private.test;
  uint32_t times = test->calls[index].times;
  enum afrt_stop why = AFRT_STOP_NONE;
  for (uint32_t turn = 0; turn < times && why == AFRT_STOP_NONE; turn++) {
    afrt_private.turn = turn;
    why = run_call (index, index + 1 == test->n_calls && turn + 1 == times, outcome);
  }
  afrt_private.turn = 0;
  return why;
}

void afrt_run_test (const struct afrt_test *test, uint64_t budget, struct afrt_outcome *outcome)
{
  struct afrt_private *p = &afrt_private;
  memset (outcome, 0, sizeof *outcome);
  p->outcome = outcome;
  p->test = test;
  memset (p->variables, 0, test->n_variables * sizeof *p->variables);
  afrt_state_reset ();
  afrt_state.budget = budget;
  p->n_endless = p->n_brief = p->n_inner = p->n_turns = p->n_again = 0;
  afrt_leak_begin ();
  if (p->flags & AFRT_RUN_TRACE)
    afrt_trace_reset ();
  if (p->flags & AFRT_RUN_COVER)
    afrt_cover_reset ();
  if (p->flags & AFRT_RUN_TELL)
    afrt_tell_reset ();
  for (uint32_t i = 0; i < test->n_calls && outcome->kind == AFRT_UNKNOWN; i++) {
    if (run_turns (i, outcome) == AFRT_STOP_LEFT_OUT && i + 1 == test->n_calls)
      outcome->kind = AFRT_INVALID;
  }
  afrt_state_reset ();
  afrt_state.reached = NULL;
  p->shared->current_routine = -1;
  p->outcome = NULL;
}
