/* `autofix contracts`: the macros, or with --strength what the contracts of a module notice. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "util/error.h"

static const char meaning[] =
  "\nWithout --strength: the contract macros, with their meaning.\n"
  "With --strength each routine is changed in up to 30 ways (another operand, operator, constant or order, a "
  "statement\n"
  "left out), and every change is run on random tests. A change that violates a contract or a rule of C is noticed. "
  "One\n"
  "that makes a test end otherwise, and violates nothing, has survived: it is printed with the shortest such test. "
  "What\n"
  "ends like the unchanged code in all tests may be no change at all, and is only counted.\n"
  "Exit status: 0 no change survived, 2 one did, 3 there was nothing to change or no test.\n\n";

char *af_command_contracts_help (void)
{
  g_autofree char *options = af_command_line_help (AF_TAKES_STRENGTH, FALSE), *macros = af_command_macros ();
  return g_strconcat (options, meaning, macros, NULL);
}

gboolean af_command_contracts (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  AfStrengthCounts counts = { 0 };
  *status = AF_EXIT_OK;
  if (!words[0]) {
    g_autofree char *macros = af_command_macros ();
    fputs (macros, stdout);
    return TRUE;
  }
  if (!af_command_line_parse (&line, "contracts", AF_TAKES_STRENGTH, words, error))
    return FALSE;
  if (!line.strength) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix contracts --strength FILE.c",
                 "what is asked of the contracts of '%s' is not said", line.options.sources[0]);
    return FALSE;
  }
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths || !af_pipeline_strength (&line.options, paths, cancel, &counts, error))
    return FALSE;
  *status = counts.n_mutants == 0 || counts.n_tests == 0 ? AF_EXIT_INCOMPLETE
            : counts.n_survived > 0                      ? AF_EXIT_FAULTS
                                                         : AF_EXIT_OK;
  return TRUE;
}
