/* A module that is read again and again: copied, faults planted, contracts deleted, inferred, tested.
 *
 * In:  a folder as in examples/corpus.   Out: modules, inferences, faults. */
#include "bench/infer/desk.h"

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "testgen/testgen.h"
#include "util/error.h"
#include "util/tempdir.h"

/* --- files --- */

char *af_desk_name (const AfDesk *desk)
{
  return g_path_get_basename (desk->dir);
}

static gboolean copy_file (const AfDesk *desk, const char *suffix, const char *temp, GError **error)
{
  g_autofree char *name = af_desk_name (desk), *file = g_strconcat (name, suffix, NULL), *text = NULL;
  g_autofree char *from = g_build_filename (desk->dir, file, NULL), *to = g_build_filename (temp, file, NULL);
  gsize length = 0;
  return g_file_get_contents (from, &text, &length, error) && g_file_set_contents (to, text, (gssize)length, error);
}

static gboolean apply_patch (const char *patch, const char *dir, GError **error)
{
  const char *argv[] = { "patch", "-s", "-p1", "-d", dir, "-i", patch, NULL };
  int status = 0;
  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, error))
    return FALSE;
  if (status == 0)
    return TRUE;
  af_error (error, AF_ERROR_SOURCE, "'%s' does not apply", patch);
  return FALSE;
}

gboolean af_desk_copy (const AfDesk *desk, const char *temp, GError **error)
{
  return copy_file (desk, ".c", temp, error) && copy_file (desk, ".h", temp, error)
         && (!desk->patch || apply_patch (desk->patch, temp, error));
}

AfModule *af_desk_read (const AfDesk *desk, const char *temp, GError **error)
{
  g_autofree char *name = af_desk_name (desk), *file = g_strconcat (name, ".c", NULL);
  g_autofree char *path = g_build_filename (temp, file, NULL);
  const char *const flags[] = { NULL }, *const sources[] = { path, NULL };
  AfFrontendOptions options = { sources, flags, desk->paths->include_dir, NULL };
  if (!af_desk_copy (desk, temp, error))
    return NULL;
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  return module && af_contracts_attach (module, error) ? g_steal_pointer (&module) : NULL;
}

/* --- contracts --- */

/* A routine that a test can say something about. */
static gboolean is_counted (const AfModule *module, const AfClause *clause, AfClauseKind kind)
{
  return clause->kind == kind && clause->routine >= 0
         && !((const AfRoutine *)module->routines->pdata[clause->routine])->skipped;
}

GArray *af_desk_choose (const AfModule *module, AfClauseKind kind)
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

void af_desk_strip (AfModule *module)
{
  for (guint i = 0; i < module->clauses->len; i++)
    if (!af_clause_is_implicit (module->clauses->pdata[i]))
      af_clause_free (af_desk_delete (module, i));
}

/* --- runs --- */

AfSubjectConfig af_desk_config (const AfDesk *desk, const char *work_dir)
{
  return (
    AfSubjectConfig){ .paths = desk->paths, .cc = "cc", .work_dir = work_dir, .sandbox = TRUE, .cancel = desk->cancel };
}

AfInference *af_desk_infer (const AfDesk *desk, AfModule *module, AfSolver *solver, gboolean proves, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  if (!temp)
    return NULL;
  af_contracts_assume (module);
  AfSubjectConfig config = af_desk_config (desk, af_temp_dir_path (temp));
  AfInferOptions options = { .config = &config,
                             .solver = solver,
                             .seed = 1,
                             .jobs = desk->jobs,
                             .proves = proves,
                             .progress = desk->progress,
                             .progress_data = desk->progress_data };
  g_autoptr (AfInference) inference = af_infer (module, &options, error);
  if (inference)
    af_infer_drop_unreadable (module, inference, af_temp_dir_path (temp), desk->paths->include_dir);
  return g_steal_pointer (&inference);
}

AfCorpus *af_desk_explore (const AfDesk *desk, const AfModule *module, const AfDeskTests *tests, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  AfSubjectConfig config = af_desk_config (desk, temp ? af_temp_dir_path (temp) : "");
  g_autoptr (AfBuild) build = temp ? af_subject_build (&config, module, NULL, AF_BUILD_FAST, NULL, error) : NULL;
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  AfSubject *subjects[] = { subject };
  AfTestgenOptions options = { .seed = tests->seed,
                               .jobs = 1,
                               .subjects = subjects,
                               .effort = tests->effort,
                               .steps = tests->steps,
                               .is_rough = tests->is_rough,
                               .cancel = desk->cancel };
  return subject ? af_testgen_explore (module, &options, error) : NULL;
}

char *af_desk_key (const AfFault *fault)
{
  const char *clause = fault->clause->text ? fault->clause->text : af_clause_kind_name (fault->clause->kind);
  return g_strdup_printf ("%s: %s", fault->routine ? fault->routine->name : "", clause);
}
