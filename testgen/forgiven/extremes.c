/* Failures that only numbers show which no caller gives.
 *
 * In:  a fault of a routine without contracts, with its test.
 * Out: the test with numbers in it that a caller might give: where neither shows the fault it is one of these, and the
 *      corpus lists what broke among the preconditions that nobody wrote.
 *
 *     text_reserve (t, 44773710)                 there is no memory for so much
 *     n = to_seconds (d); d.years = n; ...       what one routine gives is too large for what another one takes */
#include "testgen/testgen-internal.h"

/* Sixteen million elements are more than tests have memory for, and their squares are beyond 32 bits. */
#define FAR_OUT (G_GINT64_CONSTANT (1) << 24)
#define TAME 10000

static gboolean is_far_out (gint64 number)
{
  return number >= FAR_OUT || number <= -FAR_OUT;
}

/* An integer that another call gave. */
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

/* What stands in place of a far-out number: a fixed small one, or the number's remainder. */
static gint64 tame (gint64 number, gboolean is_cut)
{
  gint64 small = is_cut ? number % TAME : number > 0 ? TAME : -TAME;

  return is_far_out (number) ? small : number;
}

static gboolean tame_bytes (const AfRoutine *routine, guint index, AfArg *arg, gboolean is_cut)
{
  gsize n_bytes;
  gint32 *elements;

  if (!has_far_out (routine, index, arg))
    return FALSE;
  elements = g_bytes_unref_to_data (arg->bytes, &n_bytes);
  for (gsize i = 0; i < n_bytes / sizeof *elements; i++)
    elements[i] = (gint32)tame (elements[i], is_cut);
  arg->bytes = g_bytes_new_take (elements, n_bytes);
  return TRUE;
}

/* Whether there was anything to change. */
static gboolean tame_call (const AfRoutine *routine, AfCall *call, const AfClause *clause, gboolean is_cut)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < call->n_args; i++) {
    AfArg *arg = &call->args[i];
    gboolean is_number = arg->kind == AF_ARG_INT && is_far_out (arg->integer);
    gboolean is_taken = af_clause_is_arithmetic (clause) && is_result (routine, call, i);

    if (is_number)
      arg->integer = tame (arg->integer, is_cut);
    if (is_taken) {
      arg->kind = AF_ARG_INT;
      arg->integer = is_cut ? 1 : TAME;
    }
    is_changed |= is_number || is_taken
                  || (routine != NULL && af_clause_is_arithmetic (clause) && tame_bytes (routine, i, arg, is_cut));
  }
  return is_changed;
}

static const AfRoutine *last_called (const AfModule *module, const AfTest *test)
{
  return af_call_routine (module, test->calls->pdata[test->calls->len - 1]);
}

GPtrArray *af_extreme_tamed (const AfModule *module, const AfFault *fault)
{
  g_autoptr (GPtrArray) variants = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  const AfRoutine *called = last_called (module, fault->test);

  if (called == NULL || called->unasked == NULL || af_routine_has_contract (called))
    return NULL;
  for (guint is_cut = 0; is_cut < 2; is_cut++) {
    AfTest *variant = af_test_copy (fault->test);
    gboolean is_changed = FALSE;

    g_ptr_array_add (variants, variant);
    for (guint i = 0; i < variant->calls->len; i++) {
      AfCall *call = variant->calls->pdata[i];
      is_changed |= tame_call (af_call_routine (module, call), call, fault->clause, is_cut);
    }
    if (!is_changed)
      return NULL;
  }
  return g_steal_pointer (&variants);
}

void af_extreme_note (const AfModule *module, const AfFault *fault, AfCorpus *corpus)
{
  af_gap_list (corpus, last_called (module, fault->test), fault->clause);
}
