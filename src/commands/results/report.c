/* `autofix report`: all reports anew from results.json.
 *
 * In:  the output folder of a run.   Out: report.html, results.sarif, results.junit.xml, patches, tests and
 * replacements in it, the same bytes as the run wrote.  With --format=FORMAT that one on standard output, and nothing
 * is written. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "util/error.h"

gboolean af_command_report (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "report", AF_TAKES_FORMAT, words, error))
    return FALSE;
  if (line.rest[0]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--output names the folder of the results",
                 "unexpected argument '%s'", line.rest[0]);
    return FALSE;
  }
  g_autoptr (AfStored) stored = af_command_results (&line, error);
  if (!stored)
    return FALSE;
  *status = AF_EXIT_OK;
  if (line.options.format >= 0) {
    const AfTextStyle style = af_options_style (&line.options);
    g_autofree char *text = af_report_format (stored, (AfFormat)line.options.format, &style);
    fputs (text, stdout);
    return TRUE;
  }
  if (!af_report_rebuild (stored, line.options.output, error))
    return FALSE;
  guint n = json_array_get_length (af_stored_faults (stored));
  printf ("reports of %u fault%s written to %s\n", n, n == 1 ? "" : "s", line.options.output);
  return TRUE;
}
