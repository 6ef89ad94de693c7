/* JUnit XML, as build servers read it.
 *
 * In:  results.   Out: a test suite for the module.  Each fault is a failed test case, named by its routine and what is violated; when
 * nothing was found there is one case that passed, because an empty suite counts as an error in many places.
 *
 * No times stand in it: the attribute `time` is 0, so that the same seed gives the same bytes.  Only members that the strict readers
 * know are used: a case has no attributes for its place, which is in the message. */
#include "report/formats/formats.h"

#include <string.h>

#include "report/report.h"

/* Escaped, without what XML cannot hold. */
static void put_escaped (GString *out, const char *text)
{
  for (const char *at = text; *at; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);
    if ((c < 0x20 && c != '\t' && c != '\n') || c == 0xFFFE || c == 0xFFFF)
      g_string_append (out, "\357\277\275");
    else if (c == '&' || c == '<' || c == '>' || c == '"')
      g_string_append (out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;");
    else if (c == '\n')
      g_string_append (out, "&#10;");
    else
      g_string_append_unichar (out, c);
  }
}

static void put_attribute (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, " %s=\"", name);
  put_escaped (out, value);
  g_string_append_c (out, '"');
}

static void put_case (GString *out, const char *module, JsonObject *fault)
{
  const AfTextStyle plain = { 0 };
  g_autofree char *report = af_report_fault (fault, &plain);
  g_autofree char *class_name = g_strdup_printf ("%s.%s", module, af_stored_text (fault, "routine"));
  g_autofree char *name = g_strdup_printf ("%s: %s", af_stored_text (fault, "title"), af_stored_text (fault, "clause"));
  JsonObject *location = af_stored_object (fault, "location");
  g_autofree char *message = g_strdup_printf ("%s:%u: %s", af_stored_text (location, "file"), (guint)af_stored_int (location, "line"),
                                              af_stored_text (fault, "title"));
  g_string_append (out, "    <testcase");
  put_attribute (out, "classname", class_name);
  put_attribute (out, "name", name);
  g_string_append (out, " time=\"0\">\n      <failure");
  put_attribute (out, "type", af_stored_text (fault, "kind"));
  put_attribute (out, "message", message);
  g_string_append_c (out, '>');
  g_auto (GStrv) lines = g_strsplit (report, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    put_escaped (out, lines[i]);
    if (lines[i + 1])
      g_string_append_c (out, '\n');
  }
  g_string_append (out, "</failure>\n    </testcase>\n");
}

char *af_format_junit (const AfStored *stored)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  const char *module = af_stored_text (af_stored_module (stored), "name");
  guint n = json_array_get_length (af_stored_faults (stored));
  g_autofree char *counts = g_strdup_printf (" tests=\"%u\" failures=\"%u\" errors=\"0\" time=\"0\"", MAX (n, 1), n);
  g_string_append_printf (out, "<testsuites name=\"autofix\"%s>\n  <testsuite", counts);
  put_attribute (out, "name", module);
  g_string_append_printf (out, "%s skipped=\"0\">\n", counts);
  for (guint i = 0; i < n; i++)
    put_case (out, module, json_array_get_object_element (af_stored_faults (stored), i));
  if (n == 0) {
    g_string_append (out, "    <testcase");
    put_attribute (out, "classname", module);
    g_string_append (out, " name=\"contracts\" time=\"0\"/>\n");
  }
  g_string_append (out, "  </testsuite>\n</testsuites>\n");
  return g_string_free (out, FALSE);
}
