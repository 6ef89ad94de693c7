/* What sets of operations need. */
#include "delta/delta.h"

static void add_needs (const AfDelta *delta, gboolean *set)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 1; i <= delta->operations->len; i++)
    if (set[i])
      g_array_append_val (left, i);
  while (left->len > 0) {
    guint number = g_array_index (left, guint, left->len - 1);
    const GArray *needs = af_delta_operation (delta, number)->needs;
    g_array_set_size (left, left->len - 1);
    for (guint k = 0; k < needs->len; k++) {
      guint needed = g_array_index (needs, guint, k);
      if (set[needed])
        continue;
      set[needed] = TRUE;
      g_array_append_val (left, needed);
    }
  }
}

static gboolean is_needy (const AfOperation *operation, const gboolean *set)
{
  for (guint k = 0; k < operation->needs->len; k++)
    if (!set[g_array_index (operation->needs, guint, k)])
      return TRUE;
  return FALSE;
}

static void drop_needy (const AfDelta *delta, gboolean *set)
{
  for (gboolean again = TRUE; again;) {
    again = FALSE;
    for (guint i = 1; i <= delta->operations->len; i++)
      if (set[i] && is_needy (af_delta_operation (delta, i), set)) {
        set[i] = FALSE;
        again = TRUE;
      }
  }
}

void af_delta_close (const AfDelta *delta, gboolean *set, gboolean adds)
{
  if (adds)
    add_needs (delta, set);
  else
    drop_needy (delta, set);
}

void af_delta_close_undone (const AfDelta *delta, gboolean *back, gboolean adds)
{
  guint n = delta->operations->len;
  g_autofree gboolean *made = af_delta_all_but (delta, back);
  af_delta_close (delta, made, !adds);
  for (guint i = 1; i <= n; i++)
    back[i] = !made[i];
}

gboolean *af_delta_all_but (const AfDelta *delta, const gboolean *set)
{
  gboolean *rest = g_new0 (gboolean, delta->operations->len + 1);
  for (guint i = 1; i <= delta->operations->len; i++)
    rest[i] = !set[i];
  return rest;
}
