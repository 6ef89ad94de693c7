/* autofix-bench-infer: what does `autofix infer` make of modules whose contracts are deleted?
 *
 *     autofix-bench-infer --every 8 FILE.c...        which of them does it propose again?
 *     autofix-bench-infer --plain examples/corpus/ring        what do tests find with proposals in their place?
 *
 * All postconditions are deleted at once, then all invariants, and then each N-th precondition by itself, since without
 * them tests would do to objects what nobody may.  A deleted clause counts as found when Z3 derives it from what is
 * proposed and what is still written.  One line for each that is missed, and one for the module.
 *
 * Exit status: 0 done, 1 otherwise. */
#include <stdlib.h>

#include "bench/infer/deleting.h"
#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/interrupt.h"
#include "util/tempdir.h"

/* How many of a kind were deleted, and how many of them proposed. */
typedef struct {
  guint n, n_found;
} Count;

AfModule *af_desk_read (const AfDesk *desk, GError **error)
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

/* Clauses that can be deleted: the place of each in the module. */
static GArray *choose (const AfModule *module, AfClauseKind kind)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < module->clauses->len; i++)
    if (is_counted (module, module->clauses->pdata[i], kind))
      g_array_append_val (chosen, i);
  return chosen;
}

AfClause *af_desk_delete (AfModule *module, guint id)
{
  AfClause *clause = module->clauses->pdata[id];
  AfClause *deleted = af_clause_new (clause->kind, clause->expr, clause->routine, -1, clause->range);
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (module), 1);
  AfRoutine *routine = clause->routine >= 0 ? module->routines->pdata[clause->routine] : NULL;
  if (clause->kind == AF_CLAUSE_INVARIANT && routine) {
    /* as a query it would give away what is to be found */
    routine->invariant_of = NULL;
    if (!routine->skipped)
      routine->skipped = g_strdup ("deleted");
  }
  af_expr_unref (clause->expr);
  clause->expr = af_expr_ref (one);
  clause->kind = AF_CLAUSE_CHECK;
  clause->location = -1;
  return deleted;
}

AfInference *af_desk_infer (const AfDesk *desk, AfModule *module, AfSolver *solver, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  if (!temp)
    return NULL;
  af_contracts_assume (module);
  AfSubjectConfig config = af_desk_config (desk, af_temp_dir_path (temp));
  AfInferOptions options = { .config = &config, .solver = solver, .seed = 1, .jobs = 2, .proves = TRUE };
  return af_infer (module, &options, error);
}

AfSubjectConfig af_desk_config (const AfDesk *desk, const char *work_dir)
{
  return (
    AfSubjectConfig){ .paths = desk->paths, .cc = "cc", .work_dir = work_dir, .sandbox = TRUE, .cancel = desk->cancel };
}

/* Deletes the chosen clauses from @from to @end - 1 of a module read anew, infers, and counts. */
static gboolean delete_some (const AfDesk *desk, AfClauseKind kind, guint from, guint end, Count *count, GError **error)
{
  g_autoptr (AfModule) module = af_desk_read (desk, error);
  g_autoptr (GPtrArray) deleted = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  if (!module)
    return FALSE;
  g_autoptr (GArray) chosen = choose (module, kind);
  for (guint i = from; i < MIN (end, chosen->len); i++)
    g_ptr_array_add (deleted, af_desk_delete (module, g_array_index (chosen, guint, i)));
  g_autoptr (AfInference) inference = af_desk_infer (desk, module, solver, error);
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

/* All invariants; of each what it demands is counted, one by one. */
static gboolean delete_invariants (const AfDesk *desk, Count *count, GError **error)
{
  g_autoptr (AfModule) module = af_desk_read (desk, error);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  if (!module)
    return FALSE;
  g_autoptr (GArray) chosen = choose (module, AF_CLAUSE_INVARIANT);
  g_autoptr (GArray) functions = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < chosen->len; i++) {
    g_autoptr (AfClause) deleted = af_desk_delete (module, g_array_index (chosen, guint, i));
    g_array_append_val (functions, deleted->routine);
  }
  if (chosen->len == 0)
    return TRUE;
  g_autoptr (AfInference) inference = af_desk_infer (desk, module, solver, error);
  for (guint i = 0; inference && i < functions->len; i++) {
    const AfRoutine *function = module->routines->pdata[g_array_index (functions, int, i)];
    g_autoptr (GPtrArray) missed = g_ptr_array_new_with_free_func (g_free);
    guint n = af_infer_implied_demands (module, inference, function, solver, missed);
    count->n += n + missed->len;
    count->n_found += n;
    for (guint k = 0; k < missed->len; k++)
      g_print ("missed    invariant %s: %s\n", function->name, (const char *)missed->pdata[k]);
  }
  return inference != NULL;
}

static gboolean measure (const AfDesk *desk, GError **error)
{
  Count after = { 0 }, between = { 0 }, before = { 0 };
  g_autoptr (AfModule) module = af_desk_read (desk, error);
  if (!module || !delete_some (desk, AF_CLAUSE_POSTCONDITION, 0, G_MAXUINT, &after, error)
      || !delete_invariants (desk, &between, error))
    return FALSE;
  g_autoptr (GArray) preconditions = choose (module, AF_CLAUSE_PRECONDITION);
  for (guint i = 0; i < preconditions->len; i += desk->every)
    if (!delete_some (desk, AF_CLAUSE_PRECONDITION, i, i + 1, &before, error))
      return FALSE;
  g_print ("%-10s %u of %u postconditions, %u of %u conditions of invariants, %u of %u preconditions\n", module->name,
           after.n_found, after.n, between.n_found, between.n, before.n_found, before.n);
  return TRUE;
}

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_autoptr (GError) error = NULL;
  int every = 1;
  gboolean plain = FALSE;
  const GOptionEntry entries[] = { { "every", 0, 0, G_OPTION_ARG_INT, &every, "Only each N-th precondition (1)", "N" },
                                   { "plain", 0, 0, G_OPTION_ARG_NONE, &plain,
                                     "DIR: what do tests find with proposals in place of all contracts?", NULL },
                                   G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE.c... | DIR");
  g_option_context_add_main_entries (context, entries, NULL);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : argv[0]);
  g_autofree char *tools = g_build_filename (folder, "..", "src", NULL);
  g_autoptr (AfPaths) paths = NULL;
  if (g_option_context_parse (context, &argc, &argv, &error) && argc > 1 && every > 0)
    paths = af_paths_new_in (tools, &error);
  AfDesk desk = { paths, af_interrupt_cancellable (interrupt), argv + 1, (guint)MAX (every, 1) };
  if (paths && (plain ? af_desk_plain (&desk, argv[1], &error) : measure (&desk, &error)))
    return EXIT_SUCCESS;
  g_printerr ("autofix-bench-infer: %s\n", error ? error->message : "give the sources of one module");
  return EXIT_FAILURE;
}
