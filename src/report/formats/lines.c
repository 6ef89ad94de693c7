/* One line per fault and per fix, in the form of a compiler's warnings: editors list them and jump to them.
 *
 * In:  results.   Out:
 *     ring.c:26:5: warning: precondition of 'ring_pop' violated by 'ring_drain': ring->count > 0 [F-de2476]
 *     ring.c:31:5: note: also precondition of 'ring_pop' violated by 'ring_drain': ring->count > 0 [F-de2476-2]
 *     ring.c:25:1: note: fix X-de2476-1 (high confidence): if (ring->count == 0) return; before line 25
 *
 * A fix stands where its first edit does, and after its fault and what is reported with it; those of last resort are
 * left out.  Vim's errorformat and Emacs' compilation mode read the lines as they are. */
#include "report/formats/formats.h"

#include <string.h>

#include "util/error.h"

#define MOST_FIXES 6

static void put_line (GString *out, JsonObject *location, const char *kind, const char *text)
{
  g_autofree char *raw =
    g_strdup_printf ("%s:%d:%d: %s: %s", af_stored_text (location, "file"), (int)af_stored_int (location, "line"),
                     (int)af_stored_int (location, "column"), kind, text);
  g_autofree char *line = af_printable (raw);
  g_strdelimit (line, "\n", ' ');
  g_string_append_printf (out, "%s\n", line);
}

static void put_fix (GString *out, const AfStored *stored, JsonObject *fix)
{
  g_autoptr (GPtrArray) edits = af_stored_edits (fix);
  g_autoptr (JsonObject) location = json_object_new ();
  const char *path = af_stored_text (fix, "file");
  const AfSource *source = af_stored_source (stored, path);
  const AfEdit *first = edits->len > 0 ? edits->pdata[0] : NULL;
  guint line = 1, column = 1;
  if (source && first)
    af_stored_position (source, first->range.start, &line, &column);
  json_object_set_string_member (location, "file", path);
  json_object_set_int_member (location, "line", line);
  json_object_set_int_member (location, "column", column);
  g_autofree char *text = g_strdup_printf ("fix %s (%s confidence): %s", af_stored_text (fix, "id"),
                                           af_stored_text (fix, "confidence"), af_stored_text (fix, "summary"));
  put_line (out, location, "note", text);
}

static void put_title (GString *out, JsonObject *fault, const char *kind, const char *before)
{
  const char *clause = af_stored_text (fault, "clause");
  g_autofree char *text = g_strdup_printf ("%s%s%s%s [%s]", before, af_stored_text (fault, "title"),
                                           *clause ? ": " : "", clause, af_stored_text (fault, "id"));
  put_line (out, af_stored_object (fault, "location"), kind, text);
}

static void put_fault (GString *out, const AfStored *stored, JsonObject *fault, const char *kind)
{
  put_title (out, fault, kind, "");
  for (guint i = 0; i < af_stored_length (fault, "parts"); i++)
    put_title (out, af_stored_at (fault, "parts", i), "note", "also ");
  for (guint i = 0; i < MIN (af_stored_length (fault, "fixes"), MOST_FIXES); i++)
    if (af_stored_has_fix (fault))
      put_fix (out, stored, af_stored_at (fault, "fixes", i));
}

char *af_format_lines (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GPtrArray) reports = af_stored_reports (stored);
  for (guint i = 0; i < reports->len; i++)
    put_fault (out, stored, reports->pdata[i], "warning");
  for (guint i = 0; i < af_stored_length (af_stored_root (stored), "undecided"); i++)
    put_fault (out, stored, af_stored_at (af_stored_root (stored), "undecided", i), "note");
  return g_string_free (out, FALSE);
}
