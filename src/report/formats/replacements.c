/* Replacements for clang-apply-replacements, which editors and clang's own tools use.
 *
 * In:  a fix.   Out: YAML that names the file as the user did; it is read where the run was started.  Each fix has a
 * folder of its own, because the program applies all files of a folder at once.
 *
 *     MainSourceFile:  'ring.c'
 *     Replacements:
 *       - FilePath:        'ring.c'
 *         Offset:          120
 *         Length:          4
 *         ReplacementText: "if (n > 0)\n    n--;" */
#include "report/formats/formats.h"

#include <string.h>

static char *single_quoted (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "'", -1);
  g_autofree char *inside = g_strjoinv ("''", parts);
  return g_strdup_printf ("'%s'", inside);
}

/* In double quotes every byte can be written: what is not printable ASCII is escaped, or stands as UTF-8. */
static void put_double_quoted (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *at = text; *at; at++) {
    if (*at == '\n')
      g_string_append (out, "\\n");
    else if (*at == '\t')
      g_string_append (out, "\\t");
    else if (*at == '"' || *at == '\\')
      g_string_append_printf (out, "\\%c", *at);
    else if ((guchar)*at < 0x20)
      g_string_append_printf (out, "\\x%02X", (guchar)*at);
    else
      g_string_append_c (out, *at);
  }
  g_string_append_c (out, '"');
}

char *af_format_replacements (JsonObject *fix)
{
  g_autoptr (GPtrArray) edits = af_stored_edits (fix);
  g_autofree char *file = single_quoted (af_stored_text (fix, "file"));
  GString *out = g_string_new ("---\n");
  g_string_append_printf (out, "MainSourceFile:  %s\nReplacements:\n", file);
  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *edit = edits->pdata[i];
    g_string_append_printf (
      out, "  - FilePath:        %s\n    Offset:          %u\n    Length:          %u\n    ReplacementText: ", file,
      edit->range.start, edit->range.end - edit->range.start);
    put_double_quoted (out, edit->text);
    g_string_append_c (out, '\n');
  }
  g_string_append (out, "...\n");
  return g_string_free (out, FALSE);
}
