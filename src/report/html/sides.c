/* A unified diff as two columns.
 *
 * In:  the diff of a fix.   Out: a table, before on the left, after on the right.  Removed and added lines of a block
 * stand in pairs, and within a pair the part that differs is marked.  On a narrow screen the style shows the same cells
 * one below the other. */
#include "report/html/html.h"

#include <stdio.h>
#include <string.h>

#include "report/formats/markup.h"

typedef struct {
  GString *out;
  GPtrArray *removed, *added; /* of const char *: a block that is not put yet */
  guint before, after;        /* numbers of the next lines */
} Sides;

/* The lengths at both ends that two lines have in common, in bytes, whole characters only. */
static void common_ends (const char *a, const char *b, gsize *prefix, gsize *suffix)
{
  gsize length_a = strlen (a), length_b = strlen (b), most = MIN (length_a, length_b), n = 0;
  while (n < most && a[n] == b[n])
    n++;
  while (n > 0 && ((guchar)a[n] & 0xC0) == 0x80)
    n--;
  *prefix = n;
  for (n = 0; n < most - *prefix && a[length_a - 1 - n] == b[length_b - 1 - n];)
    n++;
  while (n > 0 && ((guchar)a[length_a - n] & 0xC0) == 0x80)
    n--;
  *suffix = n;
}

static void put_marked (GString *out, const char *tag, const char *line, gsize prefix, gsize suffix)
{
  gsize length = strlen (line);
  g_autofree char *head = g_strndup (line, prefix), *middle = g_strndup (line + prefix, length - prefix - suffix);
  af_markup_text (out, head);
  if (*middle)
    af_html_element (out, tag, middle);
  af_markup_text (out, line + length - suffix);
}

static void put_half (GString *out, const char *kind, const char *tag, guint number, const char *line,
                      const char *other)
{
  gsize prefix = 0, suffix = 0;
  if (!line) {
    g_string_append_printf (out, "<td class=\"no %s\"></td><td class=\"line %s none\"></td>", kind, kind);
    return;
  }
  g_string_append_printf (out, "<td class=\"no %s\">%u</td><td class=\"line %s%s\">", kind, number, kind,
                          strcmp (tag, "span") == 0 ? "" : " change");
  if (other)
    common_ends (line, other, &prefix, &suffix);
  if (other && prefix + suffix > 0)
    put_marked (out, tag, line, prefix, suffix);
  else
    af_markup_text (out, line);
  g_string_append (out, "</td>");
}

static void flush (Sides *sides)
{
  guint n = MAX (sides->removed->len, sides->added->len);
  for (guint i = 0; i < n; i++) {
    const char *removed = i < sides->removed->len ? sides->removed->pdata[i] : NULL;
    const char *added = i < sides->added->len ? sides->added->pdata[i] : NULL;
    g_string_append (sides->out, "<tr>");
    put_half (sides->out, "old", "del", removed ? sides->before++ : 0, removed, added);
    put_half (sides->out, "new", "ins", added ? sides->after++ : 0, added, removed);
    g_string_append (sides->out, "</tr>\n");
  }
  g_ptr_array_set_size (sides->removed, 0);
  g_ptr_array_set_size (sides->added, 0);
}

static void put_context (Sides *sides, const char *line)
{
  flush (sides);
  g_string_append (sides->out, "<tr class=\"same\">");
  put_half (sides->out, "old", "span", sides->before++, line, NULL);
  put_half (sides->out, "new", "span", sides->after++, line, NULL);
  g_string_append (sides->out, "</tr>\n");
}

static void put_hunk (Sides *sides, const char *line)
{
  const char *rest = strstr (line + 2, "@@"), *after = strchr (line, '+');
  flush (sides);
  sides->before = (guint)g_ascii_strtoull (line + 4, NULL, 10);
  sides->after = after ? (guint)g_ascii_strtoull (after + 1, NULL, 10) : 0;
  g_string_append (sides->out, "<tr class=\"hunk\"><td colspan=\"4\">");
  af_markup_text (sides->out, rest && rest[2] ? rest + 3 : "");
  g_string_append (sides->out, "</td></tr>\n");
}

void af_html_sides (GString *out, const char *diff)
{
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);
  g_autoptr (GPtrArray) removed = g_ptr_array_new (), added = g_ptr_array_new ();
  Sides sides = { .out = out, .removed = removed, .added = added };
  g_string_append (out, "<div class=\"wide\"><table class=\"sides\"><colgroup><col class=\"no\"/><col/><col "
                        "class=\"no\"/><col/></colgroup><thead><tr><th colspan=\"2\" scope=\"col\">before</th>"
                        "<th colspan=\"2\" scope=\"col\">after</th></tr></thead><tbody>\n");
  for (guint i = 2; i < g_strv_length (lines); i++) {
    if (g_str_has_prefix (lines[i], "@@ -"))
      put_hunk (&sides, lines[i]);
    else if (*lines[i] == '-')
      g_ptr_array_add (removed, lines[i] + 1);
    else if (*lines[i] == '+')
      g_ptr_array_add (added, lines[i] + 1);
    else if (*lines[i] == ' ')
      put_context (&sides, lines[i] + 1);
  }
  flush (&sides);
  g_string_append (out, "</tbody></table></div>\n");
}
