/* The fixes of a fault.
 *
 * In:  a fault.   Out: each fix with its diff, the evidence for it, why it is ranked so, and tests on which it ends
 * differently than the fixes before.  The best one is open, the others open at a click or at Enter. */
#include "report/html/html.h"

#include "report/formats/markup.h"

static void put_distinctions (GString *out, JsonObject *fix)
{
  guint n = af_stored_length (fix, "distinguishing_tests");
  if (n == 0)
    return;
  af_html_term (out, "dt", "differs from");
  g_string_append (out, "<dd><ul class=\"distinctions\">\n");
  for (guint i = 0; i < n; i++) {
    JsonObject *distinction = af_stored_at (fix, "distinguishing_tests", i);
    g_string_append (out, "<li>");
    af_html_link (out, af_stored_text (distinction, "from"));
    g_string_append (out, " at the end of ");
    af_html_element (out, "code", af_stored_text (distinction, "calls"));
    if (*af_stored_text (distinction, "here")) {
      g_string_append (out, ": here ");
      af_html_element (out, "b", af_stored_text (distinction, "here"));
      g_string_append (out, ", there ");
      af_html_element (out, "b", af_stored_text (distinction, "there"));
    }
    g_string_append (out, "</li>\n");
  }
  g_string_append (out, "</ul></dd>\n");
}

/* What stands between backticks as code. */
static void put_marked (GString *out, const char *text)
{
  g_auto (GStrv) pieces = g_strsplit (text, "`", -1);
  for (guint i = 0; pieces[i]; i++) {
    if (i % 2 == 1 && pieces[i + 1])
      af_html_element (out, "code", pieces[i]);
    else
      af_markup_text (out, pieces[i]);
  }
}

static void put_evidence (GString *out, JsonObject *fix)
{
  gint64 alike = af_stored_int (fix, "group_size") - 1;
  g_string_append (out, "<dl class=\"fact\">");
  af_html_term (out, "dt", "evidence");
  af_html_element (out, "dd", af_stored_text (af_stored_object (fix, "evidence"), "text"));
  if (*af_stored_text (fix, "reasons")) {
    af_html_term (out, "dt", "ranked by");
    g_string_append (out, "<dd>");
    put_marked (out, af_stored_text (fix, "reasons"));
    g_string_append (out, "</dd>\n");
  }
  if (*af_stored_text (fix, "last_resort")) {
    af_html_term (out, "dt", "last resort");
    af_html_element (out, "dd", af_stored_text (fix, "last_resort"));
  }
  af_html_term (out, "dt", "group");
  g_string_append_printf (out, "<dd>no. %u", (guint)af_stored_int (fix, "group"));
  if (alike > 0)
    g_string_append_printf (out, ": %u more candidate%s the same on every test", (guint)alike,
                            alike == 1 ? " does" : "s do");
  g_string_append (out, "</dd>\n");
  put_distinctions (out, fix);
  g_string_append (out, "</dl>\n");
}

static void put_fix (GString *out, JsonObject *fix, gboolean open)
{
  g_autofree char *badge = g_strdup_printf ("span class=\"badge %s\"", af_stored_text (fix, "confidence"));
  g_autofree char *rank = g_strdup_printf ("%u", (guint)af_stored_int (fix, "rank"));
  g_autofree char *apply = g_strdup_printf ("autofix apply %s", af_stored_text (fix, "id"));
  g_string_append_printf (out, "<details class=\"fix\"%s", open ? " open=\"open\"" : "");
  af_markup_attribute (out, "id", af_stored_text (fix, "id"));
  g_string_append (out, "><summary>");
  af_html_element (out, "span class=\"rank\"", rank);
  af_html_term (out, badge, af_stored_text (fix, "confidence"));
  af_html_element (out, "code", af_stored_text (fix, "summary"));
  af_html_element (out, "span class=\"id\"", af_stored_text (fix, "id"));
  g_string_append (out, "</summary>\n");
  af_html_sides (out, af_stored_text (fix, "diff"));
  put_evidence (out, fix);
  g_string_append (out, "<p class=\"command\">");
  af_html_element (out, "code", apply);
  g_string_append (out, "</p></details>\n");
}

void af_html_fixes (GString *out, JsonObject *fault)
{
  guint n = af_stored_length (fault, "fixes");
  JsonObject *candidates = af_stored_object (fault, "candidates");
  const char *why_none = af_stored_text (fault, "no_fix");
  if (n == 0 && !*why_none)
    return;
  g_string_append (out, "<h3>Fixes</h3>\n");
  if (!af_stored_has_fix (fault))
    af_html_element (out, "p", why_none);
  if (n == 0)
    return;
  g_string_append_printf (out,
                          "<p class=\"quiet\">%u of %u candidates pass all tests; the best %u were rebuilt from their "
                          "patches and tested again.</p>\n",
                          (guint)af_stored_int (candidates, "valid"), (guint)af_stored_int (candidates, "made"), n);
  for (guint i = 0; i < n; i++)
    put_fix (out, af_stored_at (fault, "fixes", i), i == 0);
}
