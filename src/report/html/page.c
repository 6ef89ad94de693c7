/* report.html: all of a run on one page.
 *
 * In:  results.   Out: a page that opens from disk: no other file, no network (its own policy forbids both), no server.
 * It is well-formed XML, too, so that it can be checked; style and script stand in it.  Without the script everything
 * can be read; the script sorts tables, copies commands, changes between light and dark, and walks the faults with j
 * and k. */
#include "report/html/html.h"

#include <string.h>

#include "report/formats/formats.h"
#include "report/formats/markup.h"

#define POLICY "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

void af_html_element (GString *out, const char *open, const char *text)
{
  g_string_append_printf (out, "<%s>", open);
  af_markup_text (out, text);
  g_string_append_printf (out, "</%.*s>", (int)strcspn (open, " "), open);
}

void af_html_link (GString *out, const char *id)
{
  g_autofree char *target = g_strconcat ("#", id, NULL);
  g_string_append (out, "<a");
  af_markup_attribute (out, "href", target);
  g_string_append_c (out, '>');
  af_markup_text (out, id);
  g_string_append (out, "</a>");
}

static void put_fact (GString *out, const char *name, const char *value)
{
  g_string_append (out, "<div>");
  af_html_element (out, "dt", name);
  af_html_element (out, "dd", value);
  g_string_append (out, "</div>\n");
}

static void put_number (GString *out, const char *name, guint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);
  put_fact (out, name, text);
}

static guint count_fixed (const GPtrArray *reports)
{
  guint n = 0;
  for (guint i = 0; i < reports->len; i++)
    n += af_stored_has_fix (reports->pdata[i]);
  return n;
}

static void put_facts (GString *out, const AfStored *stored, const GPtrArray *reports)
{
  JsonObject *testing = af_stored_object (af_stored_root (stored), "testing");
  g_string_append (out, "<dl class=\"facts\">\n");
  put_number (out, "faults", reports->len);
  put_number (out, "with fixes", count_fixed (reports));
  if (af_stored_length (af_stored_root (stored), "undecided") > 0)
    put_number (out, "undecided", af_stored_length (af_stored_root (stored), "undecided"));
  put_number (out, "calls", (guint64)af_stored_int (testing, "calls"));
  put_number (out, "passing tests", (guint64)af_stored_int (testing, "passing"));
  put_number (out, "failing tests", (guint64)af_stored_int (testing, "failing"));
  put_fact (out, "seed", af_stored_text (af_stored_root (stored), "seed"));
  put_fact (out, "plan",
            af_stored_bool (testing, "interrupted") ? "interrupted"
            : af_stored_bool (testing, "complete")  ? "complete"
                                                    : "cut short");
  g_string_append (out, "</dl>\n");
}

static void put_row (GString *out, JsonObject *fault)
{
  JsonObject *location = af_stored_object (fault, "location");
  guint n = af_stored_length (fault, "fixes");
  const char *best =
    af_stored_has_fix (fault) ? af_stored_text (af_stored_at (fault, "fixes", 0), "confidence") : "none";
  guint n_parts = af_stored_length (fault, "parts");
  g_autofree char *more = n_parts > 0 ? g_strdup_printf (" and %u more", n_parts) : g_strdup ("");
  g_autofree char *place =
    g_strdup_printf ("%s:%u%s", af_stored_text (location, "file"), (guint)af_stored_int (location, "line"), more);
  g_autofree char *badge = g_strdup_printf ("span class=\"badge %s\"", best);
  g_autofree char *count = g_strdup_printf ("%u", n);
  g_string_append (out, "<tr><td>");
  af_html_link (out, af_stored_text (fault, "id"));
  g_string_append (out, "</td>");
  af_html_element (out, "td", af_stored_text (fault, "title"));
  af_html_element (out, "td class=\"code\"", place);
  af_html_element (out, "td", af_stored_text (fault, "kind"));
  af_html_element (out, "td class=\"n\"", count);
  g_string_append (out, "<td>");
  af_html_element (out, badge, best);
  g_string_append (out, "</td></tr>\n");
}

static void put_summary (GString *out, const AfStored *stored)
{
  static const char *const heads[] = { "ID", "fault", "place", "kind", "fixes", "best fix" };
  g_autoptr (GPtrArray) reports = af_stored_reports (stored);
  guint n = reports->len;
  put_facts (out, stored, reports);
  if (n == 0 && af_stored_length (af_stored_root (stored), "undecided") > 0)
    return;
  if (n == 0) {
    g_string_append (out, "<p class=\"clean\">No contract violation was found.</p>\n");
    return;
  }
  g_string_append (
    out,
    "<div class=\"wide\"><table class=\"sortable summary\"><caption>Faults in order of discovery</caption><thead><tr>");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    g_string_append_printf (out, "<th scope=\"col\"><button type=\"button\">%s</button></th>", heads[i]);
  g_string_append (out, "</tr></thead><tbody>\n");
  for (guint i = 0; i < n; i++)
    put_row (out, reports->pdata[i]);
  g_string_append (out, "</tbody></table></div>\n");
}

static void put_words (GString *out, const char *title, JsonObject *object, const char *name)
{
  JsonArray *words = af_stored_array (object, name);
  guint n = words ? json_array_get_length (words) : 0;
  if (n == 0)
    return;
  g_string_append_printf (out, "<details class=\"notices\"><summary>%s (%u)</summary><ul>\n", title, n);
  for (guint i = 0; i < n; i++)
    af_html_element (out, "li", json_array_get_string_element (words, i));
  g_string_append (out, "</ul></details>\n");
}

static void put_assumed (GString *out, const AfStored *stored)
{
  JsonObject *assumed = af_stored_object (af_stored_root (stored), "assumed");
  guint n = af_stored_length (assumed, "clauses");
  if (n == 0)
    return;
  g_string_append_printf (out,
                          "<details class=\"notices\" id=\"assumed\"><summary>preconditions nobody wrote (%u)</summary>"
                          "<p>What breaks them is no fault.</p><ul>\n",
                          n);
  for (guint i = 0; i < n; i++) {
    JsonObject *each = af_stored_at (assumed, "clauses", i);
    g_autofree char *text =
      g_strdup_printf ("%s: %s", af_stored_text (each, "routine"), af_stored_text (each, "clause"));
    af_html_element (out, "li", text);
  }
  g_string_append (out, "</ul>\n");
  if (*af_stored_text (assumed, "diff")) {
    g_string_append (out, "<p>Those that can be said at the head of a function, as a patch:</p>\n");
    af_html_element (out, "pre", af_stored_text (assumed, "diff"));
  }
  g_string_append (out, "</details>\n");
}

static void put_head (GString *out, const char *module)
{
  g_string_append (
    out,
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\"/>\n<title>autofix: ");
  af_markup_text (out, module);
  g_string_append_printf (out, "</title>\n<style>/*<![CDATA[*/\n%s/*]]>*/</style>\n</head>\n<body>\n",
                          af_html_style ());
  g_string_append (out,
                   "<a class=\"skip\" href=\"#faults\">to the faults</a>\n<header><h1>autofix <span class=\"module\">");
  af_markup_text (out, module);
  g_string_append (
    out, "</span></h1>\n<button type=\"button\" id=\"theme\" aria-label=\"light or dark\" title=\"light or dark (t)\">"
         "&#9680;</button></header>\n<main>\n");
}

char *af_format_html (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  GString *out = g_string_new (NULL);
  JsonObject *module = af_stored_module (stored);
  put_head (out, af_stored_text (module, "name"));
  put_summary (out, stored);
  put_words (out, "routines never called", af_stored_object (af_stored_root (stored), "testing"), "uncalled");
  put_words (out, "notices", af_stored_object (af_stored_root (stored), "testing"), "notices");
  put_words (out, "compiler flags", module, "flags");
  g_string_append (out, "<div id=\"faults\">\n");
  for (guint i = 0; i < json_array_get_length (af_stored_faults (stored)); i++)
    af_html_fault (out, stored, json_array_get_object_element (af_stored_faults (stored), i));
  for (guint i = 0; i < af_stored_length (af_stored_root (stored), "undecided"); i++)
    af_html_undecided (out, af_stored_at (af_stored_root (stored), "undecided", i));
  g_string_append (out, "</div>\n");
  put_assumed (out, stored);
  af_html_behaviour (out, stored);
  g_string_append (out, "</main>\n<footer><p>");
  af_markup_text (out, af_stored_text (af_stored_root (stored), "tool"));
  g_string_append (out, ". Keys: <kbd>j</kbd> and <kbd>k</kbd> next and previous fault, <kbd>t</kbd> light or dark, "
                        "<kbd>g</kbd> top.</p></footer>\n");
  g_string_append_printf (out, "<script>//<![CDATA[\n%s//]]></script>\n</body>\n</html>\n", af_html_script ());
  return g_string_free (out, FALSE);
}
