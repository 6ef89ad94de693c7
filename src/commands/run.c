/* `autofix run` and `autofix test`: the pipeline, whole or up to the faults. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "suite/suite.h"

static gboolean run (const char *name, AfStage last, char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  AfRunEnd end = AF_RUN_CLEAN;
  if (!af_command_line_parse (&line, name, AF_TAKES_RUN, words, error))
    return FALSE;
  if (line.dump_config) {
    g_autofree char *text = af_config_text (&line);
    fputs (text, stdout);
    *status = AF_EXIT_OK;
    return TRUE;
  }
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths)
    return FALSE;
  line.options.stop_after = MIN (line.options.stop_after, last);
  gboolean by_tests = af_suite_is_wanted (&line.options);
  if (!(by_tests ? af_suite_run : af_pipeline_run) (&line.options, paths, cancel, &end, error))
    return FALSE;
  switch (end) {
  case AF_RUN_CLEAN:
    *status = AF_EXIT_OK;
    break;
  case AF_RUN_FAULTS:
    *status = line.exit_zero ? AF_EXIT_OK : AF_EXIT_FAULTS;
    break;
  case AF_RUN_INTERRUPTED:
    *status = AF_EXIT_INTERRUPTED;
    break;
  case AF_RUN_INCOMPLETE:
    *status = line.exit_zero ? AF_EXIT_OK : AF_EXIT_INCOMPLETE;
    break;
  }
  return TRUE;
}

gboolean af_command_run (char **words, GCancellable *cancel, int *status, GError **error)
{
  return run ("run", AF_STAGE_REPORT, words, cancel, status, error);
}

gboolean af_command_test (char **words, GCancellable *cancel, int *status, GError **error)
{
  return run ("test", AF_STAGE_TEST, words, cancel, status, error);
}
