/* JUnit XML, as build servers read it.
 *
 * In:  results.   Out: a test suite for the module.  Each fault is a failed test case, named by its routine and what is
 * violated; when nothing was found there is one case that passed, because an empty suite counts as an error in many
 * places.
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

static void put_case (XmlWriter *xml, const char *module, JsonObject *fault)
{
  const AfTextStyle plain = { 0 };
  g_autofree char *report = af_report_fault (fault, &plain);
  g_autofree char *class_name = g_strdup_printf ("%s.%s", module, af_stored_text (fault, "routine"));
  g_autofree char *name = g_strdup_printf ("%s: %s", af_stored_text (fault, "title"), af_stored_text (fault, "clause"));
  JsonObject *location = af_stored_object (fault, "location");
  g_autofree char *message = g_strdup_printf ("%s:%u: %s", af_stored_text (location, "file"),
                                              (guint)af_stored_int (location, "line"), af_stored_text (fault, "title"));
  open_element (xml, "testcase");
  put_attribute (xml, "classname", class_name);
  put_attribute (xml, "name", name);
  put_attribute (xml, "time", "0");
  open_element (xml, "failure");
  put_attribute (xml, "type", af_stored_text (fault, "kind"));
  put_attribute (xml, "message", message);
  put_text (xml, report);
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

static void put_counts (XmlWriter *xml, guint n)
{
  put_number (xml, "tests", MAX (n, 1));
  put_number (xml, "failures", n);
  put_attribute (xml, "errors", "0");
  put_attribute (xml, "time", "0");
}

char *af_format_junit (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  const char *module = af_stored_text (af_stored_module (stored), "name");
  guint n = json_array_get_length (af_stored_faults (stored));
  xmlBufferPtr buffer = xmlBufferCreate ();
  g_autoptr (XmlWriter) xml = xmlNewTextWriterMemory (buffer, 0);
  xmlTextWriterSetIndent (xml, 1);
  xmlTextWriterSetIndentString (xml, (const xmlChar *)"  ");
  xmlTextWriterStartDocument (xml, NULL, "UTF-8", NULL);
  open_element (xml, "testsuites");
  put_attribute (xml, "name", "autofix");
  put_counts (xml, n);
  open_element (xml, "testsuite");
  put_attribute (xml, "name", module);
  put_counts (xml, n);
  put_attribute (xml, "skipped", "0");
  for (guint i = 0; i < n; i++)
    put_case (xml, module, json_array_get_object_element (af_stored_faults (stored), i));
  if (n == 0)
    put_passed (xml, module);
  xmlTextWriterEndDocument (xml);
  xmlTextWriterFlush (xml);
  char *text = g_strdup ((const char *)xmlBufferContent (buffer));
  g_clear_pointer (&xml, xmlFreeTextWriter);
  xmlBufferFree (buffer);
  return text;
}
