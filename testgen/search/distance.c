/* Distance: how much two scripts differ, so that those of a unit are spread out.
 *
 * In:  scripts as written.   Out: a number, 0 for alike.
 *
 * Counted are calls that only one of the two makes, each as often as it makes more of them, and arguments of the last
 * call, the one the script is about, that differ: numbers by their size, others by their kind.
 *
 *     s = new (); add (s, 1); add (s, 2); find (s, 2)
 *     s = new (); add (s, 1); find (s, 900)               one add less, and 900 is not 2: 1 + 2
 *
 * Random scripts cluster; of a few the one that is farthest from the scripts before it finds more (adaptive random
 * testing). */
#include "testgen/testgen-internal.h"

enum { WEIGHT_OF_ARGUMENT = 2, RECENT = 6 };

static guint count_calls (const AfTest *test, guint thunk)
{
  guint n = 0;

  for (guint i = 0; i < test->calls->len; i++)
    n += ((const AfCall *)test->calls->pdata[i])->thunk == thunk;
  return n;
}

/* Calls that @a makes more often than @b. */
static guint count_surplus (const AfTest *a, const AfTest *b)
{
  guint n = 0;

  for (guint i = 0; i < a->calls->len; i++) {
    guint thunk = ((const AfCall *)a->calls->pdata[i])->thunk, earlier = 0;

    for (guint j = 0; j < i; j++)
      earlier += ((const AfCall *)a->calls->pdata[j])->thunk == thunk;
    n += earlier >= count_calls (b, thunk);
  }
  return n;
}

/* Negative, 0, 1, 2, 3, 4 to 7, 8 to 15, ... */
static guint size_of (gint64 value)
{
  return value < 0 ? 64 : value < 4 ? (guint)value : g_bit_storage ((gulong)value) + 2;
}

static gboolean differ (const AfArg *a, const AfArg *b)
{
  if (a->kind != b->kind)
    return TRUE;
  switch (a->kind) {
  case AF_ARG_INT:
    return size_of (a->integer) != size_of (b->integer);
  case AF_ARG_FLOAT:
    return a->real != b->real;
  case AF_ARG_STRING:
  case AF_ARG_BUFFER:
  case AF_ARG_STREAM:
  case AF_ARG_TEXTS:
    return !g_bytes_equal (a->bytes, b->bytes);
  case AF_ARG_FUNCTION:
    return a->index != b->index;
  case AF_ARG_END:
  case AF_ARG_NULL:
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
    break;
  }
  return FALSE;
}

guint af_test_distance (const AfTest *a, const AfTest *b)
{
  const AfCall *last_of_a = a->calls->len > 0 ? a->calls->pdata[a->calls->len - 1] : NULL;
  const AfCall *last_of_b = b->calls->len > 0 ? b->calls->pdata[b->calls->len - 1] : NULL;
  guint distance = count_surplus (a, b) + count_surplus (b, a);

  if (last_of_a == NULL || last_of_b == NULL || last_of_a->thunk != last_of_b->thunk)
    return distance;
  for (guint i = 0; i < MIN (last_of_a->n_args, last_of_b->n_args); i++)
    distance += differ (&last_of_a->args[i], &last_of_b->args[i]) ? WEIGHT_OF_ARGUMENT : 0;
  return distance;
}

guint af_test_distance_from (const AfTest *test, const GPtrArray *others)
{
  guint nearest = G_MAXUINT;

  for (guint i = others->len > RECENT ? others->len - RECENT : 0; i < others->len; i++)
    nearest = MIN (nearest, af_test_distance (test, others->pdata[i]));
  return nearest;
}
