/* `autofix show [ID]`: what the last run found, from results.json.
 *
 * Without ID: the report of each fault.  A fault's ID: its report, its test, the suspicious states and every fix, those
 * that behave alike together.  A fix's ID: what it changes, and why it stands where it stands. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "util/error.h"

static void print (char *text)
{
  fputs (text, stdout);
  g_free (text);
}

static void show_all (const AfStored *stored, const AfTextStyle *style)
{
  print (af_report_format (stored, AF_FORMAT_TEXT, style));
  if (json_array_get_length (af_stored_faults (stored)) == 0)
    printf ("no faults found\n");
  for (guint i = 0; i < af_stored_length (af_stored_root (stored), "silenced"); i++) {
    JsonObject *silenced = af_stored_at (af_stored_root (stored), "silenced", i);
    g_autofree char *raw = g_strdup_printf ("silenced by %s (%s): %s [%s]", af_stored_text (silenced, "by"),
                                            af_stored_text (silenced, "why"), af_stored_text (silenced, "title"),
                                            af_stored_text (silenced, "id"));
    g_autofree char *text = af_printable (raw);
    printf ("%s\n", text);
  }
}

static gboolean show (const AfStored *stored, const char *id, const AfTextStyle *style, GError **error)
{
  JsonObject *fault = NULL;
  if (g_str_has_prefix (id, "X-")) {
    JsonObject *fix = af_stored_fix (stored, id, &fault, error);
    if (fix)
      print (af_report_fix_full (fault, fix, style));
    return fix != NULL;
  }
  fault = af_stored_fault (stored, id, error);
  if (fault)
    print (af_report_fault_full (fault, style));
  return fault != NULL;
}

gboolean af_command_show (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "show", AF_TAKES_OUTPUT, words, error))
    return FALSE;
  if (line.rest[0] && line.rest[1]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix show [ID]", "at most one ID can be given");
    return FALSE;
  }
  g_autoptr (AfStored) stored = af_stored_load (line.options.output, error);
  const AfTextStyle style = af_options_style (&line.options);
  if (!stored)
    return FALSE;
  *status = AF_EXIT_OK;
  if (line.rest[0])
    return show (stored, line.rest[0], &style, error);
  show_all (stored, &style);
  return TRUE;
}
