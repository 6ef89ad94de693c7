/* autofix-bench-infer: which contracts does `autofix infer` propose again after they are deleted?
 *
 *     autofix-bench-infer --every 8 FILE.c...
 *
 * All postconditions are deleted at once, and then each N-th precondition by itself, since without them tests would do
 * to objects what nobody may.  A deleted clause counts as found when Z3 derives it from what is proposed and what is
 * still written.  One line for each that is missed, and one for the module.
 *
 * Exit status: 0 done, 1 otherwise. */
#include <stdlib.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "infer/infer.h"
#include "util/interrupt.h"
#include "util/tempdir.h"

typedef struct {
  const AfPaths *paths;
  GCancellable *cancel;
  char **sources;
  guint every;
} Desk;

/* How many of a kind were deleted, and how many of them proposed. */
typedef struct {
  guint n, n_found;
} Count;

static AfModule *read_module (const Desk *desk, GError **error)
{
  const char *const flags[] = { NULL };
  AfFrontendOptions options = { (const char *const *)desk->sources, flags, desk->paths->include_dir };
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  return module && af_contracts_attach (module, error) ? g_steal_pointer (&module) : NULL;
}

/* A routine that a test can say something about. */
static gboolean is_counted (const AfModule *module, const AfClause *clause, AfClauseKind kind)
{
  return clause->kind == kind && clause->routine >= 0
         && !((const AfRoutine *)module->routines->pdata[clause->routine])->skipped;
}

/* Clauses that are deleted: the place of each in the module, from @first on every @every-th. */
static GArray *choose (const AfModule *module, AfClauseKind kind)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < module->clauses->len; i++)
    if (is_counted (module, module->clauses->pdata[i], kind))
      g_array_append_val (chosen, i);
  return chosen;
}

/* What is left of it says nothing, and belongs to no place; the deleted clause, owned by the caller. */
static AfClause *delete_clause (AfModule *module, guint id)
{
  AfClause *clause = module->clauses->pdata[id];
  AfClause *deleted = af_clause_new (clause->kind, clause->expr, clause->routine, -1, clause->range);
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (module), 1);
  af_expr_unref (clause->expr);
  clause->expr = af_expr_ref (one);
  clause->kind = AF_CLAUSE_CHECK;
  clause->location = -1;
  return deleted;
}

/* Deletes the chosen clauses from @from to @end - 1 of a module read anew, infers, and counts. */
static gboolean delete_some (const Desk *desk, AfClauseKind kind, guint from, guint end, Count *count, GError **error)
{
  g_autoptr (AfModule) module = read_module (desk, error);
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (GPtrArray) deleted = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  if (!module || !temp)
    return FALSE;
  g_autoptr (GArray) chosen = choose (module, kind);
  for (guint i = from; i < MIN (end, chosen->len); i++)
    g_ptr_array_add (deleted, delete_clause (module, g_array_index (chosen, guint, i)));
  af_contracts_assume (module);
  AfSubjectConfig config = {
    .paths = desk->paths, .cc = "cc", .work_dir = af_temp_dir_path (temp), .sandbox = TRUE, .cancel = desk->cancel
  };
  AfInferOptions options = { .config = &config, .solver = solver, .seed = 1, .jobs = 2 };
  g_autoptr (AfInference) inference = af_infer (module, &options, error);
  for (guint i = 0; inference && i < deleted->len; i++) {
    const AfClause *clause = deleted->pdata[i];
    const AfRoutine *routine = module->routines->pdata[clause->routine];
    gboolean is_found = af_infer_implies (module, inference, routine, clause, solver);
    count->n++;
    count->n_found += is_found;
    if (!is_found)
      g_print ("missed    %s of %s: %s\n", af_clause_kind_name (clause->kind), routine->name, clause->text);
  }
  return inference != NULL;
}

static gboolean measure (const Desk *desk, GError **error)
{
  Count after = { 0 }, before = { 0 };
  g_autoptr (AfModule) module = read_module (desk, error);
  if (!module || !delete_some (desk, AF_CLAUSE_POSTCONDITION, 0, G_MAXUINT, &after, error))
    return FALSE;
  g_autoptr (GArray) preconditions = choose (module, AF_CLAUSE_PRECONDITION);
  for (guint i = 0; i < preconditions->len; i += desk->every)
    if (!delete_some (desk, AF_CLAUSE_PRECONDITION, i, i + 1, &before, error))
      return FALSE;
  g_print ("%-10s %u of %u postconditions, %u of %u preconditions\n", module->name, after.n_found, after.n,
           before.n_found, before.n);
  return TRUE;
}

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_autoptr (GError) error = NULL;
  int every = 1;
  const GOptionEntry entries[] = { { "every", 0, 0, G_OPTION_ARG_INT, &every, "Only each N-th precondition (1)", "N" },
                                   G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE.c...");
  g_option_context_add_main_entries (context, entries, NULL);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : argv[0]);
  g_autofree char *tools = g_build_filename (folder, "..", "src", NULL);
  g_autoptr (AfPaths) paths = NULL;
  if (g_option_context_parse (context, &argc, &argv, &error) && argc > 1 && every > 0)
    paths = af_paths_new_in (tools, &error);
  Desk desk = { paths, af_interrupt_cancellable (interrupt), argv + 1, (guint)MAX (every, 1) };
  if (paths && measure (&desk, &error))
    return EXIT_SUCCESS;
  g_printerr ("autofix-bench-infer: %s\n", error ? error->message : "give the sources of one module");
  return EXIT_FAILURE;
}
