/* Delta debugging of a list.
 *
 * The list is divided into g parts, at first 2.  If one of them alone is enough, it is the new list; else if the list
 * without one of them is enough, that is; else the parts are halved, until each is one element.
 *
 *     1 2 3 4 5 6 7 8, of which 3 and 7 are needed:  1-4 no, 5-8 no; parts of two: without 1-2 yes: 3-8;
 *     without 3-4 no, without 5-6 yes: 3 4 7 8; then parts of one: without 3 no, without 4 yes, ...: 3 7 */
#include "util/ddmin/ddmin.h"

typedef struct {
  AfDdminFunc func;
  gpointer data;
  GHashTable *asked; /* set of GBytes: parts for which the answer was no */
} Search;

/* Whether the part is enough; of one that was asked before it is known that it is not. */
static gboolean ask (Search *search, const GArray *part, gboolean *holds, GError **error)
{
  g_autoptr (GBytes) key = g_bytes_new (part->data, part->len * sizeof (guint));
  *holds = FALSE;
  if (part->len == 0 || g_hash_table_contains (search->asked, key))
    return TRUE;
  if (!search->func (part, search->data, holds, error))
    return FALSE;
  if (!*holds)
    g_hash_table_add (search->asked, g_steal_pointer (&key));
  return TRUE;
}

/* Part @index of @g parts of the list, or, with @is_complement, all but it; owned by the caller. */
static GArray *part_of (const GArray *list, guint index, guint g, gboolean is_complement)
{
  guint from = (guint)((guint64)list->len * index / g), to = (guint)((guint64)list->len * (index + 1) / g);
  GArray *part = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < list->len; i++)
    if ((from <= i && i < to) != is_complement)
      g_array_append_val (part, g_array_index (list, guint, i));
  return part;
}

/* Replaces the list by the first part, or complement of one, that is enough. */
static gboolean reduce (Search *search, GArray **list, guint g, gboolean is_complement, gboolean *done, GError **error)
{
  *done = FALSE;
  for (guint i = 0; i < g; i++) {
    g_autoptr (GArray) part = part_of (*list, i, g, is_complement);
    if (!ask (search, part, done, error))
      return FALSE;
    if (!*done)
      continue;
    g_array_unref (*list);
    *list = g_steal_pointer (&part);
    return TRUE;
  }
  return TRUE;
}

GArray *af_ddmin_list (guint n, AfDdminFunc func, gpointer data, GError **error)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) asked =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  Search search = { func, data, asked };
  for (guint i = 0; i < n; i++)
    g_array_append_val (list, i);
  for (guint g = 2; list->len >= 2;) {
    gboolean part = FALSE, complement = FALSE;
    if (!reduce (&search, &list, g, FALSE, &part, error)
        || (!part && !reduce (&search, &list, g, TRUE, &complement, error)))
      return NULL;
    if (!part && !complement && g >= list->len)
      break;
    g = part ? 2 : complement ? MAX (g - 1, 2) : 2 * g;
    g = MIN (g, MAX (list->len, 2));
  }
  return g_steal_pointer (&list);
}
