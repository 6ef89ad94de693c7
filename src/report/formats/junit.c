/* JUnit XML, as build servers read it.
 *
 * In:  results.   Out: a test suite for the module.  Each fault is a failed test case, named by its routine and what is
 * violated; when nothing was found there is one case that passed, because an empty suite counts as an error in many
 * places.
 *
 * No times stand in it: the attribute `time` is 0, so that the same seed gives the same bytes.  Only members that the
 * strict readers know are used: a case has no attributes for its place, which is in the message. */
#include "report/formats/formats.h"

#include "report/formats/markup.h"
#include "report/report.h"

static void put_case (GString *out, const char *module, JsonObject *fault)
{
  const AfTextStyle plain = { 0 };
  g_autofree char *report = af_report_fault (fault, &plain);
  g_autofree char *class_name = g_strdup_printf ("%s.%s", module, af_stored_text (fault, "routine"));
  g_autofree char *name = g_strdup_printf ("%s: %s", af_stored_text (fault, "title"), af_stored_text (fault, "clause"));
  JsonObject *location = af_stored_object (fault, "location");
  g_autofree char *message = g_strdup_printf ("%s:%u: %s", af_stored_text (location, "file"),
                                              (guint)af_stored_int (location, "line"), af_stored_text (fault, "title"));
  g_string_append (out, "    <testcase");
  af_markup_attribute (out, "classname", class_name);
  af_markup_attribute (out, "name", name);
  g_string_append (out, " time=\"0\">\n      <failure");
  af_markup_attribute (out, "type", af_stored_text (fault, "kind"));
  af_markup_attribute (out, "message", message);
  g_string_append_c (out, '>');
  af_markup_text (out, report);
  g_string_append (out, "</failure>\n    </testcase>\n");
}

char *af_format_junit (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  const char *module = af_stored_text (af_stored_module (stored), "name");
  guint n = json_array_get_length (af_stored_faults (stored));
  g_autofree char *counts = g_strdup_printf (" tests=\"%u\" failures=\"%u\" errors=\"0\" time=\"0\"", MAX (n, 1), n);
  g_string_append_printf (out, "<testsuites name=\"autofix\"%s>\n  <testsuite", counts);
  af_markup_attribute (out, "name", module);
  g_string_append_printf (out, "%s skipped=\"0\">\n", counts);
  for (guint i = 0; i < n; i++)
    put_case (out, module, json_array_get_object_element (af_stored_faults (stored), i));
  if (n == 0) {
    g_string_append (out, "    <testcase");
    af_markup_attribute (out, "classname", module);
    g_string_append (out, " name=\"contracts\" time=\"0\"/>\n");
  }
  g_string_append (out, "  </testsuite>\n</testsuites>\n");
  return g_string_free (out, FALSE);
}
