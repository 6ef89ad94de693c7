/* One unit of a night.
 *
 * In:  the plan's folder, a number.   Out: what the module's tests, replays and repair gave, as one file.
 *
 *     {"complete":true,"test":{"seconds":9.1,"results":"..."},"run":{...},"replays":[{"fault":"F-...","runs":5,...}]}
 *
 * The steps are those of a night on one machine, over one module.  They run in the plan's copy of the sources, write
 * into a temporary folder of the machine, and read what earlier nights knew from the plan's copy of the history.  What
 * says nothing of the module (a step that was killed, a full disk) is a failed try, and not a result. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "nightly/plan/plan-internal.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/interrupt.h"

typedef struct {
  AfNightSettings *settings;
  const AfNightWorker *who;
} Worker;

void af_night_unit_read (JsonObject *what, AfNightUnit *unit)
{
  JsonNode *routines = json_object_get_member (what, "routines"), *replays = json_object_get_member (what, "replays");
  const char *seed = af_findings_text (what, "seed");
  *unit = (AfNightUnit){
    .is_tests = json_object_has_member (what, "tests"),
    .module = af_findings_text (what, "module"),
    .slice = (guint)json_object_get_int_member_with_default (what, "slice", 0),
    .routines = routines && JSON_NODE_HOLDS_ARRAY (routines) ? json_node_get_array (routines) : NULL,
    .replays = replays && JSON_NODE_HOLDS_ARRAY (replays) ? json_node_get_array (replays) : NULL,
  };
  g_ascii_string_to_unsigned (seed, 10, 0, G_MAXUINT64, &unit->seed, NULL);
}

static const AfNightModule *find_module (const AfNightSettings *settings, const char *name)
{
  for (guint i = 0; i < settings->modules->len; i++)
    if (strcmp (((AfNightModule *)settings->modules->pdata[i])->name, name) == 0)
      return settings->modules->pdata[i];
  return NULL;
}

static gboolean go_to (const char *folder, GError **error)
{
  if (g_chdir (folder) == 0)
    return TRUE;
  int code = errno;
  af_error (error, AF_ERROR_IO, "'%s': %s", folder, g_strerror (code));
  return FALSE;
}

/* --- what a unit gives --- */

static gboolean add_step (JsonObject *result, const AfNight *night, const AfUnit *unit, const char *step,
                          double seconds, GError **error)
{
  g_autofree char *path = g_build_filename (night->settings->state, unit->settings->name, step, "results.json", NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  g_autofree char *text = af_read_file (path, AF_READ_MOST_RESULTS, NULL, error);
  if (!text)
    return FALSE;
  JsonObject *object = json_object_new ();
  json_object_set_double_member (object, "seconds", seconds);
  json_object_set_string_member (object, "results", text);
  json_object_set_object_member (result, step, object);
  return TRUE;
}

static JsonObject *result_of (const AfNight *night, const AfUnit *unit, GError **error)
{
  g_autoptr (JsonObject) result = json_object_new ();
  JsonArray *replays = json_array_new ();
  json_object_set_boolean_member (result, "complete", unit->is_complete);
  if (unit->trouble)
    json_object_set_string_member (result, "trouble", unit->trouble);
  for (guint i = 0; i < unit->cases->len; i++) {
    const AfCase *item = unit->cases->pdata[i];
    if (item->runs == 0)
      continue;
    JsonObject *replay = json_object_new ();
    json_object_set_string_member (replay, "fault", item->id);
    json_object_set_int_member (replay, "runs", item->runs);
    json_object_set_int_member (replay, "passed", item->passed);
    json_object_set_int_member (replay, "failed", item->failed);
    json_array_add_object_element (replays, replay);
  }
  json_object_set_array_member (result, "replays", replays);
  if (!add_step (result, night, unit, "test", unit->test_seconds, error)
      || !add_step (result, night, unit, "run", unit->run_seconds, error))
    return NULL;
  return g_steal_pointer (&result);
}

/* --- doing it --- */

static char **texts_of (JsonArray *list)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  for (guint i = 0; i < json_array_get_length (list); i++)
    g_strv_builder_add (texts, json_array_get_string_element (list, i));
  return g_strv_builder_end (texts);
}

static void leave_replays (const AfUnit *unit, JsonArray *replays)
{
  g_auto (GStrv) ours = texts_of (replays);
  for (guint i = 0; i < unit->cases->len; i++) {
    AfCase *item = unit->cases->pdata[i];
    item->is_elsewhere = !g_strv_contains ((const char *const *)ours, item->id);
  }
}

/* A try that showed nothing of the module: false.  The last one keeps what its tests have shown. */
static gboolean check_failure (const AfUnit *unit, guint try, GError **error)
{
  if (!unit->failure || (try >= AF_PLAN_TRIES && !unit->trouble))
    return TRUE;
  af_error (error, AF_ERROR_SUBJECT, "%s", unit->failure);
  return FALSE;
}

static const char *digest_of (const AfPlan *plan, const char *name)
{
  JsonArray *modules = json_object_get_array_member (plan->head, "modules");
  for (guint i = 0; i < json_array_get_length (modules); i++) {
    JsonObject *module = json_array_get_object_element (modules, i);
    if (strcmp (af_findings_text (module, "name"), name) == 0)
      return af_findings_text (module, "digest");
  }
  return "";
}

static JsonObject *do_module (AfNight *night, const AfPlan *plan, const AfNightUnit *what, guint try, GError **error)
{
  const AfNightModule *settings = find_module (night->settings, what->module);
  if (!settings) {
    af_error (error, AF_ERROR_IO, "no module '%s' in the plan's settings", what->module);
    return NULL;
  }
  AfUnit *unit = af_unit_new (settings);
  g_ptr_array_add (night->units, unit);
  g_free (unit->digest);
  unit->digest = g_strdup (digest_of (plan, what->module));
  unit->routines = what->routines ? texts_of (what->routines) : NULL;
  if (*af_findings_text (plan->head, "since"))
    unit->changed = g_strdupv (unit->routines);
  if (!af_unit_recall (unit, night, error))
    return NULL;
  if (what->replays)
    leave_replays (unit, what->replays);
  return af_night_work (night, error) && check_failure (unit, try, error) ? result_of (night, unit, error) : NULL;
}

static JsonObject *do_tests (AfNight *night, GError **error)
{
  if (!go_to (night->settings->folder, error)
      || !af_step_project (night, (gint64)night->settings->budget * 1000, error))
    return NULL;
  JsonObject *result = json_object_new ();
  if (night->test_trouble)
    json_object_set_string_member (result, "trouble", night->test_trouble);
  if (night->test_output)
    json_object_set_string_member (result, "output", night->test_output);
  json_object_set_boolean_member (result, "short", night->is_test_short);
  return result;
}

static JsonObject *do_unit (const AfPlan *plan, const AfPlanUnit *unit, guint try, gpointer data, GError **error)
{
  const Worker *worker = data;
  g_auto (AfNight) night = { .settings = worker->settings, .paths = worker->who->paths, .cancel = worker->who->cancel };
  g_autofree char *tree = af_night_tree_path (plan->folder, worker->settings->folder);
  AfNightUnit what;
  af_night_unit_read (unit->what, &what);
  night.began = g_get_monotonic_time ();
  night.deadline = night.began + (gint64)worker->settings->budget * G_USEC_PER_SEC;
  night.seed = what.seed;
  night.units = g_ptr_array_new_with_free_func ((GDestroyNotify)af_unit_free);
  if (what.is_tests)
    return do_tests (&night, error);
  night.temp = af_temp_dir_new (error);
  night.history = g_build_filename (plan->folder, "history.sqlite", NULL);
  night.past = night.temp ? af_store_open_live (night.history, error) : NULL;
  if (!night.past || !go_to (tree, error))
    return NULL;
  g_free (worker->settings->state);
  worker->settings->state = g_build_filename (af_temp_dir_path (night.temp), "state", NULL);
  return do_module (&night, plan, &what, try, error);
}

gboolean af_nightly_work (const char *folder, const char *number, const AfNightWorker *who, guint *n_failed,
                          GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, AF_NIGHT_KIND, TRUE, error);
  if (!plan || (number && af_plan_number (plan, number, error) == 0))
    return FALSE;
  g_autoptr (AfNightSettings) settings = af_night_conf_load (plan, error);
  Worker worker = { settings, who };
  if (!settings)
    return FALSE;
  if (who->jobs > 0)
    settings->jobs = who->jobs;
  af_temp_dirs_remove_dead ();
  return af_plan_work_on (plan, number, do_unit, &worker, n_failed, error);
}
