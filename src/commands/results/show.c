/* `autofix show [ID]`: what the last run found, from results.json.
 *
 * Without ID: the report of each fault.  A fault's ID: its report and every fix, those that behave alike together.  A fix's
 * ID: its patch, and why it stands where it stands. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "util/error.h"

static void show_all (const AfRecord *record)
{
  JsonArray *faults = af_record_faults (record);
  for (guint i = 0; i < json_array_get_length (faults); i++)
    printf ("%s\n", af_record_text (json_array_get_object_element (faults, i), "report"));
  if (json_array_get_length (faults) == 0)
    printf ("no faults found\n");
}

static void show_fault (JsonObject *fault)
{
  JsonArray *fixes = json_object_get_array_member (fault, "fixes");
  printf ("%s", af_record_text (fault, "report"));
  for (guint i = 0; i < json_array_get_length (fixes); i++) {
    JsonObject *fix = json_array_get_object_element (fixes, i);
    JsonObject *evidence = json_object_get_object_member (fix, "evidence");
    int alike = (int)json_object_get_int_member_with_default (fix, "group_size", 1) - 1;
    g_autofree char *rest = alike > 0 ? g_strdup_printf (" (%d more behave the same on every test)", alike) : g_strdup ("");
    printf ("%s%s  %s confidence: %s%s\n    %s\n", i == 0 ? "\nall confirmed fixes\n" : "",
            af_record_text (fix, "id"), af_record_text (fix, "confidence"), af_record_text (fix, "summary"), rest,
            evidence ? af_record_text (evidence, "text") : "");
  }
}

static gboolean show_fix (JsonObject *fix, const char *dir, GError **error)
{
  g_autofree char *path = g_build_filename (dir, af_record_text (fix, "patch_file"), NULL);
  g_autofree char *patch = NULL;
  g_autoptr (GError) reason = NULL;
  if (!g_file_get_contents (path, &patch, NULL, &reason)) {
    af_error (error, AF_ERROR_IO, "%s", reason->message);
    return FALSE;
  }
  printf ("%s\nranked %d because: %s\napply: autofix apply %s\n", patch,
          (int)json_object_get_int_member_with_default (fix, "rank", 0), af_record_text (fix, "reasons"),
          af_record_text (fix, "id"));
  return TRUE;
}

gboolean af_command_show (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "show", AF_TAKES_OUTPUT, words, error))
    return FALSE;
  g_autoptr (AfRecord) record = af_record_load (line.options->output, error);
  if (!record)
    return FALSE;
  *status = AF_EXIT_OK;
  const char *id = line.rest[0];
  if (!id) {
    show_all (record);
    return TRUE;
  }
  if (g_str_has_prefix (id, "X-")) {
    JsonObject *fix = af_record_fix (record, id, error);
    return fix && show_fix (fix, line.options->output, error);
  }
  JsonObject *fault = af_record_fault (record, id, error);
  if (fault)
    show_fault (fault);
  return fault != NULL;
}
