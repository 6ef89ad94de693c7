/* A module on the desk: read, built, tested, localized, with candidates, as the pipeline does it but with one worker.
 *
 * In:  the name of a corpus module and the number of a planted fault, or a number of routines.
 * Out: what the measurements start from.
 *
 * Everything lies in a temporary folder of the desk's own.  The planted fault is put in with patch(1). */
#include "bench/speed/speed.h"

#include <glib/gstdio.h>
#include <string.h>

#include "bench/speed/module.h"
#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "synthesize/synthesize.h"
#include "util/error.h"
#include "util/process.h"

#define SEED 1
#define MAX_FAILING 60 /* as the pipeline has it */
#define MAX_PASSING 240
#define PATCH_MS 60000

AfSpeedDesk *af_speed_desk_new (const AfSpeedPlan *plan)
{
  AfSpeedDesk *desk = g_new0 (AfSpeedDesk, 1);
  desk->plan = plan;
  return desk;
}

void af_speed_desk_free (AfSpeedDesk *desk)
{
  if (!desk)
    return;
  g_clear_pointer (&desk->candidates, g_ptr_array_unref);
  g_clear_pointer (&desk->localization, af_localization_free);
  g_clear_pointer (&desk->corpus, af_corpus_free);
  g_clear_pointer (&desk->solver, af_solver_free);
  g_clear_pointer (&desk->subject, af_subject_free);
  g_clear_pointer (&desk->build, af_build_free);
  g_clear_pointer (&desk->module, af_module_free);
  g_clear_pointer (&desk->temp, af_temp_dir_free);
  g_free (desk->source);
  g_free (desk);
}

char *af_speed_desk_folder (AfSpeedDesk *desk, const char *name, GError **error)
{
  char *path = g_build_filename (af_temp_dir_path (desk->temp), name, NULL);
  if (af_remove_tree (path, error)) {
    if (g_mkdir (path, 0700) == 0)
      return path;
    af_error (error, AF_ERROR_IO, "cannot create %s", path);
  }
  g_free (path);
  return NULL;
}

AfModule *af_speed_read (const AfSpeedPlan *plan, const char *path, gboolean with_contracts, GError **error)
{
  const char *const sources[] = { path, NULL }, *const flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, plan->paths->include_dir, NULL };
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  if (!module || (with_contracts && !af_contracts_attach (module, error)))
    return NULL;
  return g_steal_pointer (&module);
}

/* --- what comes on it --- */

static gboolean set_up (AfSpeedDesk *desk, GError **error)
{
  desk->module = af_speed_read (desk->plan, desk->source, TRUE, error);
  desk->config = (AfSubjectConfig){
    .paths = desk->plan->paths, .cc = desk->plan->cc, .sandbox = TRUE, .work_dir = af_temp_dir_path (desk->temp)
  };
  desk->build = desk->module ? af_subject_build (&desk->config, desk->module, NULL, AF_BUILD_FAST, NULL, error) : NULL;
  desk->subject = desk->build ? af_subject_start (&desk->config, desk->build, error) : NULL;
  desk->solver = af_solver_new (0);
  return desk->subject != NULL;
}

static gboolean copy (const char *from, const char *name, const char *to, GError **error)
{
  g_autofree char *source = g_build_filename (from, name, NULL), *target = g_build_filename (to, name, NULL),
                  *text = NULL;
  gsize length = 0;
  return g_file_get_contents (source, &text, &length, error)
         && g_file_set_contents (target, text, (gssize)length, error);
}

/* faults/NN-*.patch */
static char *find_patch (const char *folder, guint fault, GError **error)
{
  g_autofree char *faults = g_build_filename (folder, "faults", NULL);
  g_autofree char *prefix = g_strdup_printf ("%02u-", fault);
  g_autoptr (GDir) dir = g_dir_open (faults, 0, error);
  for (const char *name = NULL; dir && (name = g_dir_read_name (dir));)
    if (g_str_has_prefix (name, prefix) && g_str_has_suffix (name, ".patch"))
      return g_build_filename (faults, name, NULL);
  if (dir)
    af_error (error, AF_ERROR_IO, "no fault %02u in '%s'", fault, faults);
  return NULL;
}

static gboolean plant (const char *folder, guint fault, const char *dir, GError **error)
{
  g_autofree char *patch = find_patch (folder, fault, error);
  const char *argv[] = { "patch", "-s", "-p1", "-i", patch, NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!patch || !af_process_run (argv, dir, PATCH_MS, NULL, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s does not apply", patch);
  return FALSE;
}

gboolean af_speed_desk_take (AfSpeedDesk *desk, const char *module, guint fault, GError **error)
{
  g_autofree char *folder = g_build_filename (desk->plan->corpus, module, NULL);
  g_autofree char *source = g_strconcat (module, ".c", NULL), *header = g_strconcat (module, ".h", NULL);
  desk->temp = af_temp_dir_new (error);
  g_autofree char *dir = desk->temp ? af_speed_desk_folder (desk, "module", error) : NULL;
  if (!dir || !copy (folder, source, dir, error) || !copy (folder, header, dir, error)
      || (fault > 0 && !plant (folder, fault, dir, error)))
    return FALSE;
  desk->source = g_build_filename (dir, source, NULL);
  return set_up (desk, error);
}

gboolean af_speed_desk_write (AfSpeedDesk *desk, const char *name, const char *header, const char *source,
                              GError **error)
{
  g_autofree char *c = g_strconcat (name, ".c", NULL), *h = g_strconcat (name, ".h", NULL);
  desk->temp = af_temp_dir_new (error);
  g_autofree char *dir = desk->temp ? af_speed_desk_folder (desk, "module", error) : NULL;
  g_autofree char *beside = dir ? g_build_filename (dir, h, NULL) : NULL;
  desk->source = dir ? g_build_filename (dir, c, NULL) : NULL;
  return dir && g_file_set_contents (beside, header, -1, error) && g_file_set_contents (desk->source, source, -1, error)
         && set_up (desk, error);
}

gboolean af_speed_desk_generate (AfSpeedDesk *desk, guint n_routines, GError **error)
{
  g_autoptr (AfSpeedModule) module = af_speed_module_new ("plant", n_routines, SEED);
  desk->temp = af_temp_dir_new (error);
  g_autofree char *dir = desk->temp ? af_speed_desk_folder (desk, "module", error) : NULL;
  desk->source = dir ? af_speed_module_write (module, "plant", dir, error) : NULL;
  return desk->source && set_up (desk, error);
}

static gint by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

GPtrArray *af_speed_modules (const AfSpeedPlan *plan, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (plan->corpus, 0, error);
  if (!dir)
    return NULL;
  GPtrArray *modules = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; (name = g_dir_read_name (dir));) {
    g_autofree char *folder = g_build_filename (plan->corpus, name, NULL);
    if (g_file_test (folder, G_FILE_TEST_IS_DIR))
      g_ptr_array_add (modules, g_strdup (name));
  }
  g_ptr_array_sort (modules, by_name);
  return modules;
}

/* --- what is done with it --- */

gboolean af_speed_desk_find (AfSpeedDesk *desk, GError **error)
{
  AfTestgenOptions testgen = { .seed = SEED, .jobs = 1, .subjects = &desk->subject, .effort = 1 };
  AfLocalizeOptions localize;
  desk->corpus = af_testgen_explore (desk->module, &testgen, error);
  if (!desk->corpus)
    return FALSE;
  for (guint i = 0; i < desk->corpus->faults->len && !desk->fault; i++) {
    AfFault *fault = desk->corpus->faults->pdata[i];
    if (!af_testgen_focus (desk->module, fault, MAX_FAILING, MAX_PASSING, &testgen, error))
      return FALSE;
    if (fault->failing->len > 0 && !fault->routine->skipped)
      desk->fault = fault;
  }
  if (!desk->fault)
    return TRUE;
  af_localize_options_init (&localize);
  desk->localization = af_localize (desk->module, desk->fault, &desk->config, desk->solver, &localize, error);
  return desk->localization != NULL;
}

void af_speed_desk_synthesize (AfSpeedDesk *desk, guint n, guint n_snapshots)
{
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, FALSE);
  if (n_snapshots > 0) {
    options.max_snapshots = n_snapshots;
    options.max_per_snapshot = G_MAXUINT / 4;
  }
  options.max_candidates = n;
  g_clear_pointer (&desk->candidates, g_ptr_array_unref);
  AfSynthesisTask task = {
    .module = desk->module, .fault = desk->fault, .transitions = desk->corpus->transitions, .solver = desk->solver
  };
  desk->candidates = af_synthesize (&task, desk->localization, &options);
}
