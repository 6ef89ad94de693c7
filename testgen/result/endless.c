/* Endless, or only slow?
 *
 * In:  a test that did not end.   Out: how many steps are proof enough, and tests like it for which fewer are.
 *
 * A call that gets numbers n may do something for each pair of them, so that steps in proportion to n * n prove
 * nothing; when n is a date or a random number of thirty bits, nobody can wait for that many.  But a loop that goes
 * round in the same state does so for many numbers, and among the small ones there is one, too:
 *
 *     date_from_days (1042767)     16 * 1042767^2 steps would be needed
 *     date_from_days (1460)        the last day of a leap year as well: 20 million steps will do
 */
#include "testgen/testgen-internal.h"

enum { PATIENT_STEPS = 20000000, ROUNDS = 16 };

static const AfType *type_of (const AfRepertoire *repertoire, const AfCall *call, guint index)
{
  const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);

  return callable != NULL && index < callable->params->len ? af_callable_param (callable, index)->type : NULL;
}

static gboolean is_number (const AfRepertoire *repertoire, const AfCall *call, guint index)
{
  const AfType *type = type_of (repertoire, call, index);

  return call->args[index].kind == AF_ARG_INT && type != NULL && type->kind == AF_TYPE_INT;
}

/* -1 is a large number for an unsigned parameter. */
static guint64 size_of (const AfRepertoire *repertoire, const AfCall *call, guint index)
{
  const AfArg *arg = &call->args[index];
  const AfType *type = type_of (repertoire, call, index);

  if (arg->kind != AF_ARG_INT)
    return arg->bytes != NULL ? g_bytes_get_size (arg->bytes) : 0;
  if (arg->integer >= 0)
    return (guint64)arg->integer;
  return type != NULL && type->kind == AF_TYPE_INT && !type->is_signed ? G_MAXUINT64 : -(guint64)arg->integer;
}

guint64 af_patient_steps (const AfRepertoire *repertoire, const AfTest *test)
{
  guint64 largest = 0;

  for (guint i = 0; i < test->calls->len; i++)
    for (guint j = 0; j < ((const AfCall *)test->calls->pdata[i])->n_args; j++)
      largest = MAX (largest, size_of (repertoire, test->calls->pdata[i], j));
  largest = MIN (largest, G_MAXUINT32 / ROUNDS);
  return MAX (PATIENT_STEPS, ROUNDS * largest * largest);
}

/* Argument number @number of those that are numbers, from the last call's last one; false: there are no more. */
static gboolean find_number (const AfRepertoire *repertoire, const AfTest *test, guint number, guint *call, guint *arg)
{
  for (guint i = test->calls->len; i-- > 0;) {
    const AfCall *at = test->calls->pdata[i];

    for (guint j = at->n_args; j-- > 0;) {
      if (!is_number (repertoire, at, j) || number-- > 0)
        continue;
      *call = i;
      *arg = j;
      return TRUE;
    }
  }
  return FALSE;
}

/* 0, 1, -1, 2, -2, ...; 0, 1, 2, ... of an unsigned type. */
static gint64 number_at (guint i, const AfType *type)
{
  if (!type->is_signed)
    return i;
  return i % 2 != 0 ? (gint64)(i + 1) / 2 : -(gint64)(i / 2);
}

GPtrArray *af_smaller_numbers (const AfRepertoire *repertoire, const AfTest *test, guint number, guint first, guint n)
{
  g_autoptr (GPtrArray) variants = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  guint call, arg;

  if (!find_number (repertoire, test, number, &call, &arg))
    return NULL;
  for (guint i = first; i < first + n; i++) {
    const AfCall *large = test->calls->pdata[call];
    gint64 value = number_at (i, type_of (repertoire, large, arg));
    AfTest *variant;

    if ((guint64)ABS (value) >= size_of (repertoire, large, arg))
      break;
    variant = af_test_copy (test);
    ((AfCall *)variant->calls->pdata[call])->args[arg].integer = value;
    g_ptr_array_add (variants, variant);
  }
  return g_steal_pointer (&variants);
}
