/* Groups of edits: all of a group are applied, or none.
 *
 * In:  groups, each about one piece of the text, and the edits of a candidate.
 * Out: one list for af_edits_apply.
 *
 * A guard is several edits, `p[i]` to `(*AFRT_E (1, 2, (p), (i)))`.  A candidate that replaces text takes the guards in
 * it away; one around it stays, and where the candidate replaces exactly what a guard only wraps, the wrap stays around
 * the new text:
 *
 *     guard of d in `n / d`: `n / AFRT_D (3, (d))`     candidate d -> k: `n / AFRT_D (3, (k))`
 *     the same candidate and the guard of `p[d]` as a whole: stays, since d lies between its edits */
#include "weave/weave-internal.h"

static void group_free (AfEditGroup *group)
{
  g_ptr_array_unref (group->edits);
  g_free (group);
}

GPtrArray *af_groups_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)group_free);
}

AfEditGroup *af_groups_add (GPtrArray *groups, AfRange whole)
{
  AfEditGroup *group = g_new0 (AfEditGroup, 1);

  group->whole = whole;
  group->edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);
  g_ptr_array_add (groups, group);
  return group;
}

void af_group_insert (AfEditGroup *group, guint offset, const char *text, int order)
{
  g_ptr_array_add (group->edits, af_edit_new ((AfRange){ group->whole.file, offset, offset }, text, order));
}

void af_group_replace (AfEditGroup *group, guint start, guint end, const char *text)
{
  g_ptr_array_add (group->edits, af_edit_new ((AfRange){ group->whole.file, start, end }, text, 0));
}

/* Whether @edit survives next to the replaced @range. */
static gboolean edit_survives (const AfEdit *edit, AfRange range)
{
  return edit->range.end <= range.start || edit->range.start >= range.end;
}

static gboolean group_survives (const AfEditGroup *group, AfRange replaced)
{
  AfRange whole = group->whole;

  if (whole.end <= replaced.start || replaced.end <= whole.start)
    return TRUE;
  if (group->edits->len > 1 && !af_range_contains (whole, replaced))
    return FALSE;
  for (guint i = 0; i < group->edits->len; i++)
    if (!edit_survives (g_ptr_array_index (group->edits, i), replaced))
      return FALSE;
  return TRUE;
}

static void add_moved (GPtrArray *edits, const AfEdit *edit, guint origin)
{
  AfRange range = { edit->range.file, edit->range.start - origin, edit->range.end - origin };

  g_ptr_array_add (edits, af_edit_new (range, edit->text, edit->order));
}

GPtrArray *af_groups_merge (const GPtrArray *groups, const GPtrArray *others, guint origin)
{
  GPtrArray *edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);

  for (guint i = 0; i < groups->len; i++) {
    const AfEditGroup *group = g_ptr_array_index (groups, i);
    gboolean survives = TRUE;
    for (guint j = 0; others && j < others->len && survives; j++) {
      const AfEdit *other = g_ptr_array_index (others, j);
      survives = other->range.start == other->range.end || group_survives (group, other->range);
    }
    for (guint j = 0; survives && j < group->edits->len; j++)
      add_moved (edits, g_ptr_array_index (group->edits, j), origin);
  }
  for (guint i = 0; others && i < others->len; i++)
    add_moved (edits, g_ptr_array_index (others, i), origin);
  return edits;
}

void af_groups_leave (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  if (!weaver->plan->left)
    return;
  gboolean is_bare = af_weave_left_has (weaver->plan->left, "body", routine->id);
  for (guint i = groups->len; i-- > 0;)
    if (is_bare || af_left_has_lines (weaver, ((const AfEditGroup *)g_ptr_array_index (groups, i))->whole))
      g_ptr_array_remove_index (groups, i);
}
