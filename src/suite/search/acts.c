/* Where candidates act.
 *
 * In:  a candidate.   Out: the one place where it does something, what it does there, and a key that is equal for all
 * candidates that do something at that place and are the same besides. */
#include <string.h>

#include "suite/search/group.h"

void af_acts_free (AfActs *acts)
{
  if (!acts)
    return;
  g_ptr_array_unref (acts->frame);
  g_free (acts->key);
  af_deed_free (acts->deed);
  g_free (acts);
}

static AfActs *acts_new (AfGroupKind kind, AfRange where, AfDeed *deed)
{
  AfActs *acts = g_new0 (AfActs, 1);
  acts->kind = kind;
  acts->where = where;
  acts->deed = deed;
  acts->frame = g_ptr_array_new ();
  return acts;
}

/* --- in the place of an expression or a statement --- */

/* What stands at @range once the candidate is there; owned by the caller. */
static char *text_of (const AfVersion *version, const AfCandidate *candidate, AfRange range)
{
  const AfSource *source = af_module_source (version->module, candidate->file);
  g_autofree char *text = af_edits_apply (source, candidate->edits);
  gsize length = strlen (text), tail = source->length - range.end;
  return g_strndup (text + range.start, length - tail - range.start);
}

static gboolean is_within (const AfCandidate *candidate, AfRange range)
{
  for (guint i = 0; i < candidate->edits->len; i++)
    if (!af_range_contains (range, ((const AfEdit *)candidate->edits->pdata[i])->range))
      return FALSE;
  return candidate->edits->len > 0;
}

/* What the text does in the place of the location's; null: it is not a condition, assignment or return. */
static AfDeed *deed_at (const AfLocation *location, const char *text, AfGroupKind *kind)
{
  gboolean is_part = location->kind == AF_LOCATION_FOR_INIT || location->kind == AF_LOCATION_FOR_STEP;
  *kind = is_part ? AF_GROUP_PART : AF_GROUP_STATEMENT;
  if (location->kind == AF_LOCATION_IF || location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_DO
      || location->kind == AF_LOCATION_FOR) {
    *kind = AF_GROUP_CONDITION;
    return af_deed_condition (text);
  }
  if (!is_part && location->kind != AF_LOCATION_STATEMENT && location->kind != AF_LOCATION_RETURN)
    return NULL;
  g_autofree char *statement = g_strconcat (text, is_part ? ";" : "", NULL);
  g_autoptr (AfDeed) deed = af_deed_read (statement);
  return deed && deed->value && !deed->guard ? g_steal_pointer (&deed) : NULL;
}

static AfActs *read_inside (const AfVersion *version, const AfCandidate *candidate)
{
  for (guint l = 0; l < candidate->routine->locations->len; l++) {
    const AfLocation *location = g_ptr_array_index (candidate->routine->locations, l);
    AfGroupKind kind = AF_GROUP_CONDITION;
    if (!location->editable || af_range_is_none (location->range) || !is_within (candidate, location->range))
      continue;
    g_autofree char *text = text_of (version, candidate, location->range);
    AfDeed *deed = deed_at (location, text, &kind);
    if (!deed)
      continue;
    AfActs *acts = acts_new (kind, location->range, deed);
    acts->key = g_strdup_printf ("%d %u-%u", location->range.file, location->range.start, location->range.end);
    return acts;
  }
  return NULL;
}

/* --- put in --- */

static AfActs *read_before (const AfCandidate *candidate)
{
  g_autoptr (GString) key = g_string_new (NULL);
  AfActs *acts = NULL;
  for (guint i = candidate->edits->len; i-- > 0;) {
    const AfEdit *edit = candidate->edits->pdata[i];
    AfDeed *deed = !acts && edit->range.start == edit->range.end ? af_deed_read (edit->text) : NULL;
    g_string_append_printf (key, "%u %d-%d ", edit->range.start, edit->order, edit->range.file);
    if (deed) {
      acts = acts_new (AF_GROUP_BEFORE, edit->range, deed);
      acts->order = edit->order;
      g_string_append_c (key, deed->opens ? '{' : '*');
    } else
      g_string_append_printf (key, "%u %s", edit->range.end, edit->text);
    g_string_append_c (key, '\1');
  }
  if (!acts)
    return NULL;
  acts->key = g_strdup (key->str);
  for (guint i = 0; i < candidate->edits->len; i++) {
    AfEdit *edit = candidate->edits->pdata[i];
    if (edit->range.start != acts->where.start || edit->range.end != acts->where.end || edit->order != acts->order)
      g_ptr_array_add (acts->frame, edit);
  }
  if (acts->frame->len + 1 == candidate->edits->len)
    return acts;
  /* two at one place: which is which is not known */
  af_acts_free (acts);
  return NULL;
}

AfActs *af_acts_read (const AfVersion *version, const AfCandidate *candidate)
{
  AfActs *acts = candidate->routine ? read_inside (version, candidate) : NULL;
  return acts || !candidate->routine ? acts : read_before (candidate);
}
