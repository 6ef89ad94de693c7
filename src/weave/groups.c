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
 *     the same candidate and the guard of `p[d]` as a whole: stays, since d lies between its edits
 *
 * A guard may say once more what stands elsewhere, as that of p in `memcpy (p, q, n)` says n: what a candidate makes of
 * n is said there, too. */
#include <string.h>

#include "weave/weave-internal.h"

/* Text of the module that a guard repeats. */
typedef struct {
  AfRange range;
  char *text; /* as it stands there; owned */
  char *said; /* as the guard has it; owned; null: as a part of something larger */
} AfOnceMore;

static void once_more_free (gpointer data)
{
  AfOnceMore *more = data;
  g_free (more->text);
  g_free (more->said);
  g_free (more);
}

static void group_free (AfEditGroup *group)
{
  g_ptr_array_unref (group->edits);
  g_clear_pointer (&group->once_more, g_ptr_array_unref);
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

void af_group_say_again (AfEditGroup *group, const AfSource *source, const AfExpr *expr, const char *text)
{
  if (af_range_is_none (expr->range)) {
    for (guint i = 0; i < expr->n_args; i++)
      af_group_say_again (group, source, expr->args[i], NULL);
    return;
  }
  AfOnceMore *more = g_new (AfOnceMore, 1);
  *more = (AfOnceMore){ expr->range, af_source_slice (source, expr->range), g_strdup (text) };
  if (!group->once_more)
    group->once_more = g_ptr_array_new_with_free_func (once_more_free);
  g_ptr_array_add (group->once_more, more);
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

/* What is put into the text of a macro's call that is written out would be lost. */
static gboolean is_hidden (const AfEditGroup *group, const AfEdit *insertion)
{
  return group->is_written_out && group->whole.start < insertion->range.start
         && insertion->range.start < group->whole.end;
}

static gboolean touches (const AfEdit *edit, AfRange range)
{
  return edit->range.start <= range.end && edit->range.end >= range.start;
}

/* What the candidate makes of the text, in parentheses; null: it changes more than that, or what is not said whole. */
static char *changed_text (const AfOnceMore *more, const GPtrArray *others)
{
  g_autoptr (GPtrArray) edits = af_edits_new ();
  for (guint i = 0; i < others->len; i++) {
    const AfEdit *edit = g_ptr_array_index (others, i);
    AfRange range = { edit->range.file, edit->range.start - more->range.start, edit->range.end - more->range.start };
    if (!touches (edit, more->range))
      continue;
    if (!more->said || edit->range.start < more->range.start || edit->range.end > more->range.end)
      return NULL;
    g_ptr_array_add (edits, af_edit_new (range, edit->text, edit->order));
  }
  const AfSource source = { .text = more->text, .length = strlen (more->text) };
  g_autofree char *text = af_edits_apply (&source, edits);
  return g_strdup_printf ("(%s)", text);
}

static char *replaced (const char *text, const char *old, const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, -1);
  return g_strjoinv (new, parts);
}

/* The text of an edit of @group beside the candidate's; null: the group is not to stand there.  Owned by the caller. */
static char *text_beside (const AfEditGroup *group, const AfEdit *edit, const GPtrArray *others)
{
  char *text = g_strdup (edit->text);
  for (guint i = 0; text && others && group->once_more && i < group->once_more->len; i++) {
    const AfOnceMore *more = g_ptr_array_index (group->once_more, i);
    gboolean is_touched = FALSE;
    for (guint j = 0; j < others->len; j++)
      is_touched |= touches (g_ptr_array_index (others, j), more->range);
    if (!is_touched)
      continue;
    g_autofree char *old = g_steal_pointer (&text), *changed = changed_text (more, others);
    g_autofree char *was = g_strdup_printf (", %s)", more->said), *is = g_strdup_printf (", %s)", changed);
    text = changed ? replaced (old, was, is) : NULL;
  }
  return text;
}

static void add_moved (GPtrArray *edits, const AfEdit *edit, const char *text, guint origin)
{
  AfRange range = { edit->range.file, edit->range.start - origin, edit->range.end - origin };

  g_ptr_array_add (edits, af_edit_new (range, text, edit->order));
}

GPtrArray *af_groups_merge (const GPtrArray *groups, const GPtrArray *others, guint origin)
{
  GPtrArray *edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);

  for (guint i = 0; i < groups->len; i++) {
    const AfEditGroup *group = g_ptr_array_index (groups, i);
    gboolean survives = TRUE;
    for (guint j = 0; others && j < others->len && survives; j++) {
      const AfEdit *other = g_ptr_array_index (others, j);
      survives =
        other->range.start == other->range.end ? !is_hidden (group, other) : group_survives (group, other->range);
    }
    for (guint j = 0; survives && j < group->edits->len; j++) {
      const AfEdit *edit = g_ptr_array_index (group->edits, j);
      g_autofree char *text = text_beside (group, edit, others);
      survives = text != NULL;
      if (survives)
        add_moved (edits, edit, text, origin);
    }
  }
  for (guint i = 0; others && i < others->len; i++)
    add_moved (edits, g_ptr_array_index (others, i), ((const AfEdit *)others->pdata[i])->text, origin);
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
