/* Text as XML and HTML hold it.
 *
 * In:  any bytes.   Out: the same for a reader of markup, `a < "b"` as `a &lt; &quot;b&quot;`. */
#include "report/formats/markup.h"

static void put_character (GString *out, gunichar c)
{
  if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7F || c == 0xFFFE || c == 0xFFFF)
    g_string_append (out, "\357\277\275");
  else if (c == '&' || c == '<' || c == '>' || c == '"')
    g_string_append (out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;");
  else
    g_string_append_unichar (out, c);
}

void af_markup_text (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  for (const char *at = valid; *at; at = g_utf8_next_char (at))
    put_character (out, g_utf8_get_char (at));
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
