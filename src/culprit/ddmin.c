/* ddmin (Zeller and Hildebrandt 2002, figure 5), with sets that are made whole before they are tested.
 *
 *     {1 .. 8} fails  ->  halves, quarters, what is left without one of them  ->  {3, 7}: without either it does not
 * fail
 *
 * Pass and unresolved are alike here: neither is a smaller set that fails.  What a set needs is added when a part alone
 * is tried, and what cannot be without something is taken out with it when that is left out: the two directions of
 * Hashimoto, Mori and Izumida (2018), section 6. */
#include "culprit/culprit-internal.h"

#include <string.h>

typedef struct {
  const AfDdmin *problem;
  gboolean *set;
  GArray *units; /* of guint: group numbers in the set, in order */
} State;

static guint group_of (const AfDdmin *problem, guint element)
{
  return problem->group ? problem->group[element] : element;
}

static GArray *units_of (const AfDdmin *problem, const gboolean *set)
{
  GArray *units = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 1; i <= problem->n; i++) {
    guint group = group_of (problem, i);
    if (set[i] && g_hash_table_add (seen, GUINT_TO_POINTER (group)))
      g_array_append_val (units, group);
  }
  return units;
}

guint af_ddmin_count (const AfDdmin *problem, const gboolean *set)
{
  g_autoptr (GArray) units = units_of (problem, set);
  return units->len;
}

/* Units [@from, @to) of the set alone, or all but those; null: it is nothing, or the set itself. */
static gboolean *part_of (const State *state, guint from, guint to, gboolean alone)
{
  const AfDdmin *problem = state->problem;
  gsize bytes = (problem->n + 1) * sizeof (gboolean);
  gboolean *part = g_new0 (gboolean, problem->n + 1), any = FALSE;
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  for (guint i = from; i < to; i++)
    g_hash_table_add (chosen, GUINT_TO_POINTER (g_array_index (state->units, guint, i)));
  for (guint i = 1; i <= problem->n; i++)
    part[i] = state->set[i] && g_hash_table_contains (chosen, GUINT_TO_POINTER (group_of (problem, i))) == alone;
  if (problem->close)
    problem->close (problem->data, part, state->set, alone);
  for (guint i = 1; i <= problem->n; i++)
    any |= part[i];
  if (any && memcmp (part, state->set, bytes) != 0)
    return part;
  g_free (part);
  return NULL;
}

/* Tries the @n parts; the set becomes the first that fails. */
static gboolean try_parts (State *state, guint n, gboolean alone, gboolean *found, GError **error)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (g_free);
  guint length = state->units->len;
  int first = -1;
  for (guint i = 0; i < n; i++) {
    gboolean *part = part_of (state, i * length / n, (i + 1) * length / n, alone);
    if (part)
      g_ptr_array_add (sets, part);
  }
  *found = FALSE;
  if (!state->problem->first (state->problem->data, sets, &first, error))
    return FALSE;
  if (first < 0)
    return TRUE;
  memcpy (state->set, sets->pdata[first], (state->problem->n + 1) * sizeof (gboolean));
  g_array_unref (state->units);
  state->units = units_of (state->problem, state->set);
  *found = TRUE;
  return TRUE;
}

gboolean af_ddmin (const AfDdmin *problem, gboolean *set, GError **error)
{
  State state = { problem, set, units_of (problem, set) };
  guint n = 2;
  gboolean ok = TRUE;
  while (ok && state.units->len > 1) {
    gboolean alone = FALSE, without = FALSE;
    guint parts = MIN (n, state.units->len);
    ok = try_parts (&state, parts, TRUE, &alone, error);
    if (ok && !alone) /* of halves, too: what needs something goes with it, so they are no complements of each other */
      ok = try_parts (&state, parts, FALSE, &without, error);
    if (!ok)
      break;
    if (alone)
      n = 2;
    else if (without)
      n = MAX (parts - 1, 2);
    else if (parts < state.units->len)
      n = MIN (2 * parts, state.units->len);
    else
      break;
  }
  g_array_unref (state.units);
  return ok;
}
