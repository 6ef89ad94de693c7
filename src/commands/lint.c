/* `autofix lint`: are the contracts readable, free of side effects, and what do they cover?
 *
 * In:  sources.   Out: exit status 0 with a line per module, or 4 with what is wrong and where. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"

static void print_coverage (const AfModule *module)
{
  guint n_clauses = 0, n_routines = 0;
  for (guint i = 0; i < module->clauses->len; i++)
    n_clauses += ((const AfClause *)module->clauses->pdata[i])->kind <= AF_CLAUSE_LOOP_VARIANT;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->skipped)
      fprintf (stderr, "notice: routine '%s' is left out: %s\n", routine->name, routine->skipped);
    else
      n_routines++;
  }
  printf ("%s: %u routines, %u written clauses\n", module->name, n_routines, n_clauses);
  if (!af_contracts_any (module))
    fprintf (stderr, "notice: no contracts found in %s\n", module->name);
}

gboolean af_command_lint (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "lint", AF_TAKES_SOURCES, words, error))
    return FALSE;
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths)
    return FALSE;
  AfFrontendOptions options = { (const char *const *)line.options->sources, (const char *const *)line.options->flags,
                                paths->include_dir };
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  if (!module || !af_contracts_attach (module, error))
    return FALSE;
  print_coverage (module);
  *status = AF_EXIT_OK;
  return TRUE;
}
