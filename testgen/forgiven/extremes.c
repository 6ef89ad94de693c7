/* Failures that only numbers show which no caller gives.
 *
 * In:  a fault of a routine without contracts, with a test that no single change makes smaller: a number in it is as
 *      near to 0 as it can be.
 * Out: whether it is one of these; the corpus lists what broke among the preconditions that nobody wrote.
 *
 *     text_reserve (t, 44773710)                 there is no memory for so much
 *     n = to_seconds (d); d.years = n; ...       what one routine gives is too large for what another one takes */
#include "testgen/testgen-internal.h"

/* Sixteen million elements are more than tests have memory for, and their squares are beyond 32 bits. */
#define FAR_OUT (G_GINT64_CONSTANT (1) << 24)

static gboolean is_far_out (gint64 number)
{
  return number >= FAR_OUT || number <= -FAR_OUT;
}

/* An integer that another call gave: where a small one would do, the minimiser would have put it there. */
static gboolean is_result (const AfRoutine *routine, const AfCall *call, guint index)
{
  return routine != NULL && index < routine->n_params && call->args[index].kind == AF_ARG_VARIABLE
         && ((const AfVariable *)routine->variables->pdata[index])->type->kind == AF_TYPE_INT;
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
  const AfRoutine *routine = af_call_routine (module, call);

  for (guint i = 0; i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];

    if ((arg->kind == AF_ARG_INT && is_far_out (arg->integer))
        || (af_clause_is_arithmetic (clause)
            && (is_result (routine, call, i) || (routine && has_far_out (routine, i, arg)))))
      return TRUE;
  }
  return FALSE;
}

gboolean af_extreme_note (const AfModule *module, const AfSighting *sighting, AfCorpus *corpus)
{
  const AfFault *fault = sighting->fault;
  const AfTest *test = fault->test;
  const AfCall *last = test->calls->pdata[test->calls->len - 1];
  const AfRoutine *called = af_call_routine (module, last);
  gboolean is_shown = FALSE;

  if (!sighting->is_smallest || called == NULL || called->unasked == NULL || af_routine_has_contract (called))
    return FALSE;
  for (guint i = 0; i < test->calls->len && !is_shown; i++)
    is_shown = gives_far_out (module, test->calls->pdata[i], fault->clause);
  if (is_shown)
    af_gap_list (corpus, called, fault->clause);
  return is_shown;
}
