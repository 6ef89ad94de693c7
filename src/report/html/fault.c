/* The section of a fault.
 *
 * In:  a fault of results.json.   Out: what is violated and by which test, the fixes side by side, where it is
 * suspicious, and for those who want to know more the suspicious states. */
#include "report/html/html.h"

#include <string.h>

#include "report/formats/markup.h"

static void put_pair (GString *out, const char *name, const char *open, const char *value)
{
  if (!value || !*value)
    return;
  af_html_term (out, "dt", name);
  g_string_append (out, "<dd>");
  af_html_element (out, open, value);
  g_string_append (out, "</dd>\n");
}

static char *place_of (JsonObject *fault)
{
  JsonObject *location = af_stored_object (fault, "location");
  return g_strdup_printf ("%s:%u:%u", af_stored_text (location, "file"), (guint)af_stored_int (location, "line"),
                          (guint)af_stored_int (location, "column"));
}

/* Where else the same mistake shows: each has a section of its own. */
static void put_parts (GString *out, JsonObject *fault)
{
  const char *whole = af_stored_text (fault, "part_of");
  for (guint i = 0; i < af_stored_length (fault, "parts"); i++) {
    JsonObject *part = af_stored_at (fault, "parts", i);
    g_autofree char *place = place_of (part);
    af_html_term (out, "dt", i == 0 ? "also" : "");
    g_string_append (out, "<dd>");
    af_html_element (out, "code", place);
    g_string_append_c (out, ' ');
    af_html_link (out, af_stored_text (part, "id"));
    g_string_append (out, "</dd>\n");
  }
  if (!*whole)
    return;
  af_html_term (out, "dt", "part of");
  g_string_append (out, "<dd>");
  af_html_link (out, whole);
  g_string_append (out, "</dd>\n");
}

static void put_facts (GString *out, JsonObject *fault)
{
  JsonObject *cause = af_stored_object (fault, "cause");
  g_autofree char *place = place_of (fault);
  g_autofree char *tests = g_strdup_printf ("%u failing and %u passing", (guint)af_stored_int (fault, "failing"),
                                            (guint)af_stored_int (fault, "passing"));
  g_autofree char *why = !cause ? NULL
                                : g_strdup_printf ("line %u when %s", (guint)af_stored_int (cause, "line"),
                                                   af_stored_text (cause, "condition"));
  g_string_append (out, "<dl class=\"fact\">\n");
  put_pair (out, "place", "code", place);
  put_parts (out, fault);
  put_pair (out, "routine", "code", af_stored_text (fault, "routine"));
  put_pair (out, "clause", "code class=\"clause\"", af_stored_text (fault, "clause"));
  if (af_stored_bool (fault, "undefined"))
    put_pair (out, "", "span", "cannot be evaluated: null, freed, out of bounds or endless");
  put_pair (out, "values", "code", af_stored_text (fault, "values"));
  g_autofree char *changes = af_stored_changes (fault);
  put_pair (out, "changed", "span", changes);
  put_pair (out, "cause?", "code", why);
  put_pair (out, "contract", "span", af_stored_text (fault, "contract_suspected"));
  put_pair (out, "tests", "span", tests);
  g_string_append (out, "</dl>\n");
}

static void put_test (GString *out, JsonObject *fault)
{
  guint n = af_stored_length (fault, "steps");
  g_autofree char *replay = g_strdup_printf ("autofix replay %s", af_stored_text (fault, "id"));
  if (n == 0)
    return;
  g_string_append (out, "<h3>Test</h3>\n<ol class=\"steps\">\n");
  for (guint i = 0; i < n; i++) {
    g_autofree char *call = g_strdup_printf ("%s;", af_stored_text (af_stored_at (fault, "steps", i), "text"));
    g_string_append (out, i + 1 == n ? "<li class=\"last\">" : "<li>");
    af_html_element (out, "code", call);
    g_string_append (out, "</li>\n");
  }
  g_string_append (out, "</ol>\n<details><summary>as a program</summary>");
  af_html_element (out, "pre tabindex=\"0\"", af_stored_text (fault, "program"));
  g_string_append (out, "</details>\n<p class=\"command\">");
  af_html_element (out, "code", replay);
  g_string_append (out, "</p>\n");
}

static void put_cell (GString *out, const char *format, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  af_html_element (out, "td class=\"n\"", g_ascii_formatd (text, sizeof text, format, value));
}

static void put_snapshots (GString *out, JsonObject *fault)
{
  static const struct {
    const char *head, *title;
  } columns[] = {
    { "susp", "suspiciousness" },
    { "line", "the state is taken before this line is executed" },
    { "condition", "true in this state" },
    { "failing", "failing tests in which it occurs" },
    { "passing", "passing tests in which it occurs" },
    { "cdep", "nearness to the fault in the control flow" },
    { "edep", "expressions shared with the clause" },
    { "dyn", "evidence from the tests" },
  };
  guint n = af_stored_length (fault, "snapshots");
  if (n == 0)
    return;
  g_string_append (out,
                   "<h3>Suspicious states</h3>\n<div class=\"wide\"><table class=\"sortable snapshots\"><thead><tr>");
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_string_append_printf (out, "<th scope=\"col\"%s%s><button type=\"button\" title=\"%s\">%s</button></th>",
                            i == 2 ? "" : " class=\"n\"", i == 0 ? " aria-sort=\"descending\"" : "", columns[i].title,
                            columns[i].head);
  g_string_append (out, "</tr></thead><tbody>\n");
  for (guint i = 0; i < n; i++) {
    JsonObject *snapshot = af_stored_at (fault, "snapshots", i);
    g_string_append (out, "<tr>");
    put_cell (out, "%.2f", af_stored_real (snapshot, "susp"));
    put_cell (out, "%.0f", (double)af_stored_int (snapshot, "line"));
    af_html_element (out, "td class=\"code\"", af_stored_text (snapshot, "condition"));
    put_cell (out, "%.0f", (double)af_stored_int (snapshot, "failing"));
    put_cell (out, "%.0f", (double)af_stored_int (snapshot, "passing"));
    put_cell (out, "%.2f", af_stored_real (snapshot, "cdep"));
    put_cell (out, "%.2f", af_stored_real (snapshot, "edep"));
    put_cell (out, "%.2f", af_stored_real (snapshot, "dyn"));
    g_string_append (out, "</tr>\n");
  }
  g_string_append (out, "</tbody></table></div>\n");
}

static void open_section (GString *out, JsonObject *fault, const char *before)
{
  g_string_append (out, "<section class=\"fault\" tabindex=\"-1\"");
  af_markup_attribute (out, "id", af_stored_text (fault, "id"));
  g_string_append_printf (out, ">\n<h2>%s", before);
  af_markup_text (out, af_stored_text (fault, "title"));
  af_html_element (out, "span class=\"id\"", af_stored_text (fault, "id"));
  g_string_append (out, "</h2>\n");
}

void af_html_undecided (GString *out, JsonObject *undecided)
{
  g_autofree char *place = place_of (undecided);
  open_section (out, undecided, "Undecided: ");
  g_string_append (out, "<dl class=\"fact\">\n");
  put_pair (out, "place", "code", place);
  put_pair (out, "routine", "code", af_stored_text (undecided, "routine"));
  put_pair (out, "why", "span", af_stored_text (undecided, "why"));
  g_string_append (out, "</dl>\n");
  put_test (out, undecided);
  g_string_append (out, "</section>\n");
}

void af_html_fault (GString *out, const AfStored *stored, JsonObject *fault)
{
  open_section (out, fault, "");
  put_facts (out, fault);
  put_test (out, fault);
  af_html_fixes (out, fault);
  af_html_source (out, stored, fault);
  put_snapshots (out, fault);
  g_string_append (out, "</section>\n");
}
