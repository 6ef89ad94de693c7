/* results.json: every form and file that is made of it, and every fault and fix in full. */
#include <string.h>

#include "report/report.h"
#include "target.h"
#include "util/tempdir.h"

static void show (const AfStored *stored)
{
  const AfTextStyle style = { .color = TRUE, .width = 60 };
  JsonArray *faults = af_stored_faults (stored);
  for (guint i = 0; i < AF_N_FORMATS; i++)
    g_free (af_report_format (stored, (AfFormat)i, &style));
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fault = json_array_get_object_element (faults, i);
    g_free (af_report_fault_full (fault, &style));
    for (guint k = 0; k < af_stored_length (fault, "fixes"); k++) {
      JsonObject *fix = af_stored_at (fault, "fixes", k);
      const AfSource *source = af_stored_source (stored, af_stored_text (fix, "file"));
      g_autoptr (GPtrArray) edits = af_stored_edits (fix);
      g_free (af_report_fix_full (fault, fix, &style));
      if (source)
        g_free (af_edits_apply (source, edits));
    }
  }
}

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  GError *error = NULL;
  g_autoptr (AfStored) stored = af_stored_parse (text, "results.json", &error);
  fuzz_drop (error);
  if (!stored)
    return 0;
  g_strfreev (af_stored_words (stored, "flags"));
  g_strfreev (af_stored_words (stored, "links"));
  show (stored);
  error = NULL;
  g_mkdir_with_parents ("out", 0700);
  af_report_rebuild (stored, "out", &error);
  fuzz_drop (error);
  af_remove_tree ("out", NULL);
  return 0;
}
