/* Calls that are written out: the text with them, and back.
 *
 * In:  a source and what stands for its calls; edits of the text.   Out: the new source; the same edits of the file.
 *
 * A source that has calls written out may get more: what was written out can have macro calls itself, and these then
 * belong to the call around them.  Text that a candidate copies from elsewhere may have a call in it: in the file it
 * gets the call again. */
#include "model/written-out.h"

#include <string.h>

/* --- the text --- */

static const AfWrittenOut *call_at (const AfSource *source, guint i)
{
  return &g_array_index (source->calls, AfWrittenOut, i);
}

/* Number of calls that start before @offset. */
static guint calls_before (const AfSource *source, guint offset)
{
  guint low = 0, high = source->calls ? source->calls->len : 0;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (call_at (source, middle)->start < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* A call of the old text around @writing, or the writing itself, in the new text that has got @grown longer so far. */
static void note_call (const AfSource *old, GArray *calls, const AfWriting *writing, gint64 grown)
{
  gint64 start = (gint64)writing->call.start + grown, end = start + (gint64)strlen (writing->text);
  AfWrittenOut call = { (guint)start, (guint)end, af_source_user_offset (old, writing->call.start),
                        af_source_user_offset (old, writing->call.end) };
  g_array_append_val (calls, call);
}

/* The calls of both the old text and @writings, by place. */
static GArray *merge_calls (const AfSource *old, const GArray *writings)
{
  GArray *calls = g_array_new (FALSE, FALSE, sizeof (AfWrittenOut));
  guint w = 0, n_old = old->calls ? old->calls->len : 0;
  gint64 grown = 0;
  for (guint i = 0; i <= n_old; i++) {
    guint limit = i < n_old ? call_at (old, i)->start : G_MAXUINT, end = i < n_old ? call_at (old, i)->end : 0;
    gint64 before;
    for (; w < writings->len && g_array_index (writings, AfWriting, w).call.start < limit; w++) {
      const AfWriting *writing = &g_array_index (writings, AfWriting, w);
      note_call (old, calls, writing, grown);
      grown += (gint64)strlen (writing->text) - (writing->call.end - writing->call.start);
    }
    before = grown;
    for (; w < writings->len && g_array_index (writings, AfWriting, w).call.start < end; w++) {
      const AfWriting *writing = &g_array_index (writings, AfWriting, w);
      grown += (gint64)strlen (writing->text) - (writing->call.end - writing->call.start);
    }
    if (i < n_old) {
      AfWrittenOut call = *call_at (old, i);
      call.start = (guint)(call.start + before);
      call.end = (guint)(call.end + grown);
      g_array_append_val (calls, call);
    }
  }
  return calls;
}

char *af_source_written_text (const AfSource *source, const GArray *writings)
{
  g_autoptr (GPtrArray) edits = af_edits_new ();
  for (guint i = 0; i < writings->len; i++) {
    const AfWriting *writing = &g_array_index (writings, AfWriting, i);
    af_edits_replace (edits, writing->call, writing->text);
  }
  return af_edits_apply (source, edits);
}

AfSource *af_source_write_out (AfSource *source, const GArray *writings)
{
  g_autofree char *text = af_source_written_text (source, writings);
  AfSource *written = af_source_new (source->path, text, strlen (text));
  written->calls = merge_calls (source, writings);
  if (!source->user) {
    written->user = source;
    return written;
  }
  written->user = g_steal_pointer (&source->user);
  af_source_free (source);
  return written;
}

/* --- the user's file --- */

const AfSource *af_source_user (const AfSource *source)
{
  return source->user ? source->user : source;
}

guint af_source_user_offset (const AfSource *source, guint offset)
{
  guint n = calls_before (source, offset);
  if (n == 0)
    return offset;
  const AfWrittenOut *last = call_at (source, n - 1);
  return offset < last->end ? last->user_start : offset - last->end + last->user_end;
}

AfRange af_source_call_around (const AfSource *source, AfRange range)
{
  guint n = calls_before (source, range.end);
  const AfWrittenOut *last = n > 0 ? call_at (source, n - 1) : NULL;
  gboolean is_in = last && last->start <= range.start && range.start < last->end;
  return is_in ? (AfRange){ range.file, last->start, last->end } : AF_RANGE_NONE;
}

static gboolean is_within_call (const AfSource *source, guint offset)
{
  guint n = calls_before (source, offset);
  return n > 0 && offset < call_at (source, n - 1)->end;
}

gboolean af_edits_fit_user (const AfSource *source, const GPtrArray *edits)
{
  for (guint i = 0; source->user && i < edits->len; i++) {
    AfRange range = ((const AfEdit *)edits->pdata[i])->range;
    if (is_within_call (source, range.start) || is_within_call (source, range.end))
      return FALSE;
  }
  return TRUE;
}

/* Replaces @written in @text where it is whole words. */
static void give_back (GString *text, const char *written, const char *as_is)
{
  gssize from = 0;
  for (const char *at; (at = af_text_find_word (text->str, (gsize)from, written)) != NULL;) {
    gssize place = at - text->str;
    g_string_erase (text, place, (gssize)strlen (written));
    g_string_insert (text, place, as_is);
    from = place + (gssize)strlen (as_is);
  }
}

/* @text with each call that it has written out as the file has it; owned by the caller.  What has no blank is one word,
 * such as `break`, and as good as the macro that stands for it. */
static char *with_calls (const AfSource *source, const char *text)
{
  g_autoptr (GString) out = g_string_new (text);
  for (guint i = 0; i < source->calls->len; i++) {
    const AfWrittenOut *call = call_at (source, i);
    g_autofree char *written = g_strndup (source->text + call->start, call->end - call->start),
                    *as_is = g_strndup (source->user->text + call->user_start, call->user_end - call->user_start);
    if (call->end - call->start <= out->len && strchr (written, ' '))
      give_back (out, written, as_is);
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *af_edits_apply_to_user (const AfSource *source, const GPtrArray *edits)
{
  g_autoptr (GPtrArray) own = af_edits_new ();
  if (!source->user || !af_edits_fit_user (source, edits))
    return af_edits_apply (source, edits);
  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *edit = edits->pdata[i];
    AfRange range = { edit->range.file, af_source_user_offset (source, edit->range.start),
                      af_source_user_offset (source, edit->range.end) };
    g_autofree char *text = with_calls (source, edit->text);
    g_ptr_array_add (own, af_edit_new (range, text, edit->order));
  }
  return af_edits_apply (source->user, own);
}

/* Where @offset of the user's file is in the text; false: within a call. */
static gboolean place_in_text (const AfSource *source, guint *offset)
{
  const AfWrittenOut *last = NULL;
  for (guint i = 0; source->calls && i < source->calls->len && call_at (source, i)->user_start < *offset; i++)
    last = call_at (source, i);
  if (last && *offset < last->user_end)
    return FALSE;
  *offset = last ? *offset - last->user_end + last->end : *offset;
  return TRUE;
}

GPtrArray *af_edits_of_user (const AfSource *source, const GPtrArray *edits)
{
  g_autoptr (GPtrArray) own = af_edits_new ();
  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *edit = edits->pdata[i];
    AfRange range = edit->range;
    if (!place_in_text (source, &range.start) || !place_in_text (source, &range.end))
      return NULL;
    g_ptr_array_add (own, af_edit_new (range, edit->text, edit->order));
  }
  return g_steal_pointer (&own);
}
