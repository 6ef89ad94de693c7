/* `autofix infer`: contracts that the module keeps and nobody wrote. */
#include "commands/commands-internal.h"

gboolean af_command_infer (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  guint n_proposed = 0;
  if (!af_command_line_parse (&line, "infer", AF_TAKES_INFER, words, error))
    return FALSE;
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths || !af_pipeline_infer (&line.options, paths, line.apply, cancel, &n_proposed, error))
    return FALSE;
  *status = AF_EXIT_OK;
  return TRUE;
}
