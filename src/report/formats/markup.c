/* Text as XML and HTML hold it.
 *
 * In:  any bytes.   Out: the same for a reader of markup, `a < "b"` as `a &lt; &quot;b&quot;`. */
#include "report/formats/markup.h"

#include <string.h>

static gboolean is_held (gunichar c)
{
  return (c >= 0x20 || c == '\t' || c == '\n') && c != 0x7F && c != 0xFFFE && c != 0xFFFF;
}

char *af_markup_valid (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_sized_new (strlen (valid));
  for (const char *at = valid; *at; at = g_utf8_next_char (at))
    g_string_append_unichar (out, is_held (g_utf8_get_char (at)) ? g_utf8_get_char (at) : 0xFFFD);
  return g_string_free (out, FALSE);
}

void af_markup_text (GString *out, const char *text)
{
  static const char *const escapes[] = { ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;" };
  g_autofree char *valid = af_markup_valid (text);
  for (const char *at = valid; *at; at++) {
    guchar byte = (guchar)*at;
    if (byte < G_N_ELEMENTS (escapes) && escapes[byte])
      g_string_append (out, escapes[byte]);
    else
      g_string_append_c (out, *at);
  }
}

void af_markup_attribute (GString *out, const char *name, const char *value)
{
  g_auto (GStrv) lines = g_strsplit (value, "\n", -1);
  g_string_append_printf (out, " %s=\"", name);
  for (guint i = 0; lines[i]; i++) {
    if (i > 0)
      g_string_append (out, "&#10;");
    af_markup_text (out, lines[i]);
  }
  g_string_append_c (out, '"');
}
