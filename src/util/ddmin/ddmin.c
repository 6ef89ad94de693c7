/* ddmin (Zeller and Hildebrandt 2002, figure 5), with sets that are made whole before they are tried.
 *
 * The set is divided into g parts, at first 2.  If one of them alone is enough, it is the new set; else if the set
 * without one of them is enough, that is; else the parts are halved, until each is one group of elements.
 *
 *     1 2 3 4 5 6 7 8, of which 3 and 7 are needed:  1-4 no, 5-8 no; parts of two: without 1-2 yes: 3-8;
 *     without 3-4 no, without 5-6 yes: 3 4 7 8; then parts of one: without 3 no, without 4 yes, ...: 3 7
 *
 * Pass and unresolved are alike here: neither is a smaller set for which it happens.  What a set needs is added when a
 * part alone is tried, and what cannot be without something is taken out with it when that is left out: the two
 * directions of Hashimoto, Mori and Izumida (2018), section 6. */
#include "util/ddmin/ddmin.h"

#include <string.h>

struct AfDdminSearch {
  const AfDdmin *problem;
  gboolean *set;
  GArray *units;   /* of guint: group numbers in the set, in order */
  guint parts;     /* g */
  gboolean alone;  /* the parts alone are asked, or the set without each */
  GPtrArray *sets; /* of gboolean *: what is asked */
};

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
static gboolean *part_of (const AfDdminSearch *search, guint from, guint to)
{
  const AfDdmin *problem = search->problem;
  gboolean *part = g_new0 (gboolean, problem->n + 1), any = FALSE;
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  for (guint i = from; i < to; i++)
    g_hash_table_add (chosen, GUINT_TO_POINTER (g_array_index (search->units, guint, i)));
  for (guint i = 1; i <= problem->n; i++)
    part[i] =
      search->set[i] && g_hash_table_contains (chosen, GUINT_TO_POINTER (group_of (problem, i))) == search->alone;
  if (problem->close)
    problem->close (problem->data, part, search->set, search->alone);
  for (guint i = 1; i <= problem->n; i++)
    any |= part[i];
  if (any && memcmp (part + 1, search->set + 1, problem->n * sizeof (gboolean)) != 0)
    return part;
  g_free (part);
  return NULL;
}

static void make_sets (AfDdminSearch *search)
{
  guint64 length = search->units->len;
  g_ptr_array_set_size (search->sets, 0);
  for (guint i = 0; i < search->parts; i++) {
    gboolean *part = part_of (search, (guint)(length * i / search->parts), (guint)(length * (i + 1) / search->parts));
    if (part)
      g_ptr_array_add (search->sets, part);
  }
}

AfDdminSearch *af_ddmin_search_new (const AfDdmin *problem, gboolean *set)
{
  AfDdminSearch *search = g_new0 (AfDdminSearch, 1);
  *search = (AfDdminSearch){ problem, set, units_of (problem, set), 2, TRUE, g_ptr_array_new_with_free_func (g_free) };
  if (search->units->len > 1)
    make_sets (search);
  return search;
}

void af_ddmin_search_free (AfDdminSearch *search)
{
  g_array_unref (search->units);
  g_ptr_array_unref (search->sets);
  g_free (search);
}

/* After no: complements are asked even of halves, for what needs something goes with it, so that they are no parts. */
static gboolean refine (AfDdminSearch *search)
{
  if (search->alone)
    search->alone = FALSE;
  else if (search->parts < search->units->len) {
    search->alone = TRUE;
    search->parts = MIN (2 * search->parts, search->units->len);
  } else
    return FALSE;
  return TRUE;
}

const GPtrArray *af_ddmin_search_sets (AfDdminSearch *search)
{
  if (search->units->len < 2)
    return NULL;
  while (search->sets->len == 0) {
    if (!refine (search))
      return NULL;
    make_sets (search);
  }
  return search->sets;
}

void af_ddmin_search_answer (AfDdminSearch *search, int first)
{
  if (first >= 0) {
    memcpy (search->set, search->sets->pdata[first], (search->problem->n + 1) * sizeof (gboolean));
    g_array_unref (search->units);
    search->units = units_of (search->problem, search->set);
    search->parts = search->alone ? 2 : MAX (search->parts - 1, 2);
    search->parts = MIN (search->parts, MAX (search->units->len, 1));
    search->alone = TRUE;
    make_sets (search);
  } else if (refine (search))
    make_sets (search);
  else
    g_array_set_size (search->units, 0); /* it is done */
}

gboolean af_ddmin (const AfDdmin *problem, gboolean *set, GError **error)
{
  g_autoptr (AfDdminSearch) search = af_ddmin_search_new (problem, set);
  for (const GPtrArray *sets; (sets = af_ddmin_search_sets (search));) {
    int first = -1;
    if (!problem->first (problem->data, sets, &first, error))
      return FALSE;
    af_ddmin_search_answer (search, first);
  }
  return TRUE;
}

/* --- lists --- */

typedef struct {
  AfDdminFunc func;
  gpointer data;
  guint n;
  GHashTable *asked; /* set of GBytes: parts for which the answer was no */
} List;

static GArray *list_of (const gboolean *set, guint n)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    if (set[i + 1])
      g_array_append_val (list, i);
  return list;
}

/* One after the other; of a part that was asked before it is known that it is not enough. */
static gboolean first_of (gpointer data, const GPtrArray *sets, int *first, GError **error)
{
  List *list = data;
  for (guint i = 0; i < sets->len && *first < 0; i++) {
    g_autoptr (GArray) part = list_of (sets->pdata[i], list->n);
    g_autoptr (GBytes) key = g_bytes_new (part->data, part->len * sizeof (guint));
    gboolean holds = FALSE;
    if (g_hash_table_contains (list->asked, key))
      continue;
    if (!list->func (part, list->data, &holds, error))
      return FALSE;
    if (holds)
      *first = (int)i;
    else
      g_hash_table_add (list->asked, g_steal_pointer (&key));
  }
  return TRUE;
}

GArray *af_ddmin_list (guint n, AfDdminFunc func, gpointer data, GError **error)
{
  g_autoptr (GHashTable) asked =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  g_autofree gboolean *set = g_new (gboolean, n + 1);
  List list = { func, data, n, asked };
  const AfDdmin problem = { .n = n, .first = first_of, .data = &list };
  for (guint i = 0; i <= n; i++)
    set[i] = i > 0;
  return af_ddmin (&problem, set, error) ? list_of (set, n) : NULL;
}
