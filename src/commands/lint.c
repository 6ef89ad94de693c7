/* `autofix lint`: are the contracts readable, free of side effects, and what do they cover?
 *
 * In:  sources.   Out: exit status 0 with a line per module, or 4 with all that is wrong, where, and what to do about
 * it. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/error.h"

/* assert () and its like that do something beside asking. */
static void print_effects (const AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = routine->contracts->pdata[i];
    const AfExpr *effect = af_hook_effect (call);
    guint line, column;
    if (!effect || af_range_is_none (call->range))
      continue;
    const AfSource *source = af_module_source (module, call->range.file);
    af_source_position (source, af_range_is_none (effect->range) ? call->range.start : effect->range.start, &line,
                        &column);
    g_autofree char *text = af_printable (effect->text);
    fprintf (stderr, "notice: %s:%u:%u: an assertion of '%s' is not a contract, because it has a side effect: '%s'\n",
             source->path, line, column, routine->name, text);
  }
}

static gboolean count_inside (AfExpr *node, gpointer data)
{
  *(guint *)data += node->kind == AF_EXPR_OTHER && node->name && g_str_has_prefix (node->name, "({");
  return TRUE;
}

/* ({ ... }) of the text itself; those of a macro's body are the macro's. */
static void print_inside (const AfRoutine *routine)
{
  guint n = 0;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->expr)
      af_expr_walk (location->expr, count_inside, &n);
  }
  if (n > 0)
    fprintf (
      stderr,
      "notice: the statements in %u statement expression%s of '%s' are checked, but neither traced nor changed\n", n,
      n == 1 ? "" : "s", routine->name);
}

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
    print_effects (module, routine);
    print_inside (routine);
  }
  if (af_contracts_ndebug (module))
    fprintf (stderr, "notice: NDEBUG is left out of the flags, because asserts are contracts\n");
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
  AfFrontendOptions options = { (const char *const *)line.options.sources, (const char *const *)line.options.flags,
                                paths->include_dir };
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  if (!module)
    return FALSE;
  g_autoptr (GPtrArray) broken = af_contracts_lint (module);
  for (guint i = 0; i < broken->len; i++)
    fprintf (stderr, "autofix: %s\n", ((const GError *)broken->pdata[i])->message);
  if (broken->len == 0)
    print_coverage (module);
  *status = broken->len > 0 ? AF_EXIT_MODULE : AF_EXIT_OK;
  return TRUE;
}
