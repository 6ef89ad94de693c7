/* `autofix lint`: are the contracts readable, free of side effects, and what do they cover?
 *
 * In:  sources.   Out: exit status 0 with a line per module, or 4 with all that is wrong, where, and what to do about
 * it.  Preconditions that no call can meet are wrong, too, and contracts that do not mean what they say. */
#include "commands/commands-internal.h"

#include <stdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "solver/solver.h"
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
  af_routine_walk (routine, count_inside, &n);
  if (n > 0)
    fprintf (
      stderr,
      "notice: the statements in %u statement expression%s of '%s' are checked, but neither traced nor changed\n", n,
      n == 1 ? "" : "s", routine->name);
}

/* Contracts of a routine that is left out are read, and nothing ever asks them. */
static void print_left_out (const AfRoutine *routine)
{
  guint n = 0;
  for (guint i = 0; i < routine->clauses->len; i++)
    n += ((const AfClause *)routine->clauses->pdata[i])->kind <= AF_CLAUSE_LOOP_VARIANT;
  fprintf (stderr, "notice: routine '%s' is left out: %s", routine->name, routine->skipped);
  if (n > 0)
    fprintf (stderr, "; its %u written clause%s %s never evaluated", n, n == 1 ? "" : "s", n == 1 ? "is" : "are");
  fputc ('\n', stderr);
}

static void print_coverage (const AfModule *module)
{
  guint n_clauses = 0, n_routines = 0;
  for (guint i = 0; i < module->clauses->len; i++)
    n_clauses += ((const AfClause *)module->clauses->pdata[i])->kind <= AF_CLAUSE_LOOP_VARIANT;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->skipped && !routine->is_lent)
      print_left_out (routine);
    n_routines += !routine->skipped;
    print_effects (module, routine);
    print_inside (routine);
  }
  if (af_contracts_ndebug (module))
    fprintf (stderr, "notice: NDEBUG is left out of the flags, because asserts are contracts\n");
  printf ("%s: %u routines, %u written clauses\n", module->name, n_routines, n_clauses);
  if (!af_contracts_any (module))
    fprintf (stderr, "notice: no contracts found in %s\n", module->name);
}

/* --- preconditions that never hold --- */

static gboolean visit_variable (AfExpr *node, gpointer found)
{
  *(gboolean *)found |= node->kind == AF_EXPR_VAR || node->kind == AF_EXPR_CALL;
  return TRUE;
}

/* The preconditions about anything: `assert (0)` at the head of a body says on purpose that it is never reached. */
static GPtrArray *list_preconditions (const AfModule *module, const AfRoutine *routine)
{
  GPtrArray *clauses = af_contracts_of (module, routine, AF_CLAUSE_PRECONDITION);
  for (guint i = clauses->len; i-- > 0;) {
    gboolean has_variable = FALSE;
    af_expr_walk (((const AfClause *)clauses->pdata[i])->expr, visit_variable, &has_variable);
    if (!has_variable)
      g_ptr_array_remove_index (clauses, i);
  }
  return clauses;
}

/* Whether no state satisfies all of the first @n clauses. */
static gboolean contradict (AfSolver *solver, const GPtrArray *clauses, guint n)
{
  g_autoptr (AfExpr) all = af_expr_ref (((const AfClause *)clauses->pdata[0])->expr);
  for (guint i = 1; i < n; i++) {
    AfExpr *both = af_expr_binary (AF_OP_AND, all, ((const AfClause *)clauses->pdata[i])->expr);
    af_expr_unref (all);
    all = both;
  }
  g_autoptr (AfExpr) none = af_expr_not (all);
  return af_solver_valid (solver, none) == AF_PROVED;
}

/* At the clause that makes what is required impossible; those before it hold together. */
static void add_contradiction (const AfModule *module, const AfRoutine *routine, AfSolver *solver, GPtrArray *broken)
{
  g_autoptr (GPtrArray) clauses = list_preconditions (module, routine);
  GError *error = NULL;
  guint n = 1, line = 0, column = 0;
  if (clauses->len == 0 || !contradict (solver, clauses, clauses->len))
    return;
  while (!contradict (solver, clauses, n))
    n++;
  const AfClause *last = clauses->pdata[n - 1];
  const AfSource *source = af_module_source (module, last->range.file);
  if (source)
    af_source_position (source, last->range.start, &line, &column);
  af_error_at (&error, AF_ERROR_SOURCE, source ? source->path : NULL, line, column,
               "no call can meet it, so that tests never make one; correct one of the conditions",
               "precondition of '%s' contradicts itself: '%s' never holds%s", routine->name, last->text,
               n > 1 ? " together with those before it" : "");
  g_ptr_array_add (broken, error);
}

static void find_contradictions (const AfModule *module, GPtrArray *broken)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  for (guint i = 0; i < module->routines->len; i++)
    add_contradiction (module, module->routines->pdata[i], solver, broken);
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
                                paths->include_dir, NULL };
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  if (!module)
    return FALSE;
  g_autoptr (GPtrArray) broken = af_contracts_lint (module);
  if (broken->len == 0) {
    g_autoptr (GPtrArray) doubts = af_contracts_doubts (module);
    find_contradictions (module, broken);
    g_ptr_array_extend_and_steal (broken, g_steal_pointer (&doubts));
  }
  for (guint i = 0; i < broken->len; i++)
    fprintf (stderr, "autofix: %s\n", ((const GError *)broken->pdata[i])->message);
  if (broken->len == 0)
    print_coverage (module);
  *status = broken->len > 0 ? AF_EXIT_MODULE : AF_EXIT_OK;
  return TRUE;
}
