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
  g_autofree char *valid = af_markup_valid (text);
  for (const char *at = valid; *at; at++)
    switch (*at) {
    case '&':
      g_string_append (out, "&amp;");
      break;
    case '<':
      g_string_append (out, "&lt;");
      break;
    case '>':
      g_string_append (out, "&gt;");
      break;
    case '"':
      g_string_append (out, "&quot;");
      break;
    default:
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
