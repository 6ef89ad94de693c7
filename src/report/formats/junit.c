/* JUnit XML, as build servers read it.
 *
 * In:  results.   Out: a test suite for the module.  Each fault that has a report is a failed test case, named by its
 * routine and what is violated, each undecided test a skipped one; when nothing was found there is one case that
 * passed, because an empty suite counts as an error in many places.
 *
 * No times stand in it: the attribute `time` is 0, so that the same seed gives the same bytes.  Only members that the
 * strict readers know are used: a case has no attributes for its place, which is in the message. */
#include "report/formats/formats.h"

#include <libxml/xmlwriter.h>

#include "report/formats/markup.h"
#include "report/report.h"

typedef xmlTextWriter XmlWriter;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (XmlWriter, xmlFreeTextWriter)

static void open_element (XmlWriter *xml, const char *name)
{
  xmlTextWriterStartElement (xml, (const xmlChar *)name);
}

static void put_attribute (XmlWriter *xml, const char *name, const char *value)
{
  g_autofree char *valid = af_markup_valid (value);
  xmlTextWriterWriteAttribute (xml, (const xmlChar *)name, (const xmlChar *)valid);
}

static void put_number (XmlWriter *xml, const char *name, guint value)
{
  g_autofree char *text = g_strdup_printf ("%u", value);
  put_attribute (xml, name, text);
}

static void put_text (XmlWriter *xml, const char *text)
{
  g_autofree char *valid = af_markup_valid (text);
  xmlTextWriterWriteString (xml, (const xmlChar *)valid);
}

/* Opens the case of a fault or an undecided test. */
static void open_case (XmlWriter *xml, const char *module, JsonObject *fault)
{
  g_autofree char *class_name = g_strdup_printf ("%s.%s", module, af_stored_text (fault, "routine"));
  g_autofree char *name = g_strdup_printf ("%s: %s", af_stored_text (fault, "title"), af_stored_text (fault, "clause"));
  open_element (xml, "testcase");
  put_attribute (xml, "classname", class_name);
  put_attribute (xml, "name", name);
  put_attribute (xml, "time", "0");
}

static void put_case (XmlWriter *xml, const char *module, JsonObject *fault)
{
  const AfTextStyle plain = { 0 };
  g_autofree char *report = af_report_fault (fault, &plain);
  JsonObject *location = af_stored_object (fault, "location");
  g_autofree char *message = g_strdup_printf ("%s:%u: %s", af_stored_text (location, "file"),
                                              (guint)af_stored_int (location, "line"), af_stored_text (fault, "title"));
  open_case (xml, module, fault);
  open_element (xml, "failure");
  put_attribute (xml, "type", af_stored_text (fault, "kind"));
  put_attribute (xml, "message", message);
  put_text (xml, report);
  xmlTextWriterEndElement (xml);
  xmlTextWriterEndElement (xml);
}

static void put_undecided (XmlWriter *xml, const char *module, JsonObject *undecided)
{
  g_autofree char *message = g_strdup_printf ("undecided: %s   test: %s", af_stored_text (undecided, "why"),
                                              af_stored_text (undecided, "calls"));
  open_case (xml, module, undecided);
  open_element (xml, "skipped");
  put_attribute (xml, "message", message);
  xmlTextWriterEndElement (xml);
  xmlTextWriterEndElement (xml);
}

static void put_passed (XmlWriter *xml, const char *module)
{
  open_element (xml, "testcase");
  put_attribute (xml, "classname", module);
  put_attribute (xml, "name", "contracts");
  put_attribute (xml, "time", "0");
  xmlTextWriterEndElement (xml);
}

static void put_counts (XmlWriter *xml, guint n, guint n_undecided)
{
  put_number (xml, "tests", MAX (n + n_undecided, 1));
  put_number (xml, "failures", n);
  put_attribute (xml, "errors", "0");
  put_attribute (xml, "time", "0");
}

char *af_format_junit (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  const char *module = af_stored_text (af_stored_module (stored), "name");
  JsonObject *root = af_stored_root (stored);
  g_autoptr (GPtrArray) reports = af_stored_reports (stored);
  guint n = reports->len, n_undecided = af_stored_length (root, "undecided");
  xmlBufferPtr buffer = xmlBufferCreate ();
  g_autoptr (XmlWriter) xml = xmlNewTextWriterMemory (buffer, 0);
  xmlTextWriterSetIndent (xml, 1);
  xmlTextWriterSetIndentString (xml, (const xmlChar *)"  ");
  xmlTextWriterStartDocument (xml, NULL, "UTF-8", NULL);
  open_element (xml, "testsuites");
  put_attribute (xml, "name", "autofix");
  put_counts (xml, n, n_undecided);
  open_element (xml, "testsuite");
  put_attribute (xml, "name", module);
  put_counts (xml, n, n_undecided);
  put_number (xml, "skipped", n_undecided);
  for (guint i = 0; i < n; i++)
    put_case (xml, module, reports->pdata[i]);
  for (guint i = 0; i < n_undecided; i++)
    put_undecided (xml, module, af_stored_at (root, "undecided", i));
  if (n + n_undecided == 0)
    put_passed (xml, module);
  xmlTextWriterEndDocument (xml);
  xmlTextWriterFlush (xml);
  char *text = g_strdup ((const char *)xmlBufferContent (buffer));
  g_clear_pointer (&xml, xmlFreeTextWriter);
  xmlBufferFree (buffer);
  return text;
}
