/* A night as a plan.
 *
 * In:  settings, the history.   Out: a folder with units, settings, sources and the history as they are now.
 *
 *     DIR/plan.json        {"module":"ring","seed":"8"}, the longest first         ../../plan
 *     DIR/.autofix.conf    the settings, complete                                  conf.c
 *     DIR/tree             the sources                                             tree.c
 *     DIR/history.sqlite   what earlier nights knew
 *
 * A unit is a module: its tests, the replays of its known faults, its repair, one after the other, for each depends on
 * the one before.  Modules that would take longer than all others together can be divided by routines, and several
 * seeds are several units.  How long a unit will take is what it took last night; a module that no night has seen is
 * taken to need as much per byte as the others. */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "commits/commits.h"
#include "nightly/plan/plan-internal.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

#define SECONDS_PER_BYTE 0.001 /* where nothing is known */

/* What is needed of a module that was read. */
typedef struct {
  char *digest, *trouble;
  gboolean is_skipped;
  gint64 size;
  double seconds;      /* last night; 0: unknown */
  GPtrArray *routines; /* of char *: those that may be tested */
  gboolean is_part;    /* these are not all */
} Survey;

typedef struct {
  AfNight *night;
  const AfNightPlanning *planning;
  Survey *surveys; /* of each module of the settings */
  double rate;     /* seconds per byte */
} Making;

static void surveys_free (Survey *surveys, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_free (surveys[i].digest);
    g_free (surveys[i].trouble);
    g_clear_pointer (&surveys[i].routines, g_ptr_array_unref);
  }
  g_free (surveys);
}

/* --- reading --- */

static void list_routines (const AfUnit *unit, Survey *survey)
{
  const AfModule *module = unit->module;
  survey->routines = g_ptr_array_new_with_free_func (g_free);
  survey->is_part = unit->changed != NULL;
  for (guint i = 0; unit->changed && unit->changed[i]; i++)
    g_ptr_array_add (survey->routines, g_strdup (unit->changed[i]));
  for (guint i = 0; !unit->changed && module && i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->is_public)
      g_ptr_array_add (survey->routines, g_strdup (routine->name));
  }
}

static gboolean survey_module (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Making *making = data;
  const AfNight *night = making->night;
  const AfNightModule *settings = night->settings->modules->pdata[index];
  Survey *survey = &making->surveys[index];
  AfUnit *unit = af_unit_new (settings);
  gboolean ok = !af_interrupted (night->cancel, error) && af_unit_read (unit, night, error);
  for (guint i = 0; ok && settings->sources[i]; i++) {
    GStatBuf status;
    survey->size += g_stat (settings->sources[i], &status) == 0 ? (gint64)status.st_size : 0;
  }
  if (ok) {
    survey->digest = g_strdup (unit->digest);
    survey->trouble = g_strdup (unit->trouble);
    survey->is_skipped = unit->is_skipped;
    list_routines (unit, survey);
  }
  af_unit_free (unit);
  return ok;
}

static void estimate (Making *making)
{
  const AfNight *night = making->night;
  double seconds = 0, size = 0;
  for (guint i = 0; i < night->settings->modules->len; i++) {
    Survey *survey = &making->surveys[i];
    survey->seconds = af_store_seconds (night->past, ((AfNightModule *)night->settings->modules->pdata[i])->name);
    if (survey->seconds > 0) {
      seconds += survey->seconds;
      size += (double)survey->size;
    }
  }
  making->rate = size > 0 ? seconds / size : SECONDS_PER_BYTE;
}

/* --- units --- */

static JsonArray *slice_of (const GPtrArray *names, guint slice, guint n)
{
  JsonArray *list = json_array_new ();
  for (guint i = names->len * slice / n; i < names->len * (slice + 1) / n; i++)
    json_array_add_string_element (list, names->pdata[i]);
  return list;
}

static gboolean contains (JsonArray *list, const char *text)
{
  for (guint i = 0; i < json_array_get_length (list); i++)
    if (strcmp (json_array_get_string_element (list, i), text) == 0)
      return TRUE;
  return FALSE;
}

static gboolean is_listed (const GPtrArray *names, const char *text)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (names->pdata[i], text) == 0)
      return TRUE;
  return FALSE;
}

/* The known faults that slice @slice replays: those of its routines, the first one also those of others. */
static JsonArray *replays_of (const GPtrArray *known, const Survey *survey, JsonArray *routines, guint slice)
{
  JsonArray *list = json_array_new ();
  for (guint i = 0; i < known->len; i++) {
    const AfSighting *last = &((const AfHistory *)known->pdata[i])->last;
    if (contains (routines, last->routine) || (slice == 0 && !is_listed (survey->routines, last->routine)))
      json_array_add_string_element (list, last->fault);
  }
  return list;
}

static gboolean add_units (const Making *making, AfPlan *plan, guint index, GError **error)
{
  const AfNight *night = making->night;
  const AfNightModule *module = night->settings->modules->pdata[index];
  const Survey *survey = &making->surveys[index];
  double seconds = survey->seconds > 0 ? survey->seconds : making->rate * (double)survey->size;
  guint limit = making->planning->slice, n = 1, n_seeds = MAX (making->planning->seeds, 1);
  if (survey->trouble || survey->is_skipped)
    return TRUE;
  if (limit > 0 && seconds > limit)
    n = (guint)CLAMP (seconds / limit + 1, 1, MAX (survey->routines->len, 1));
  g_autoptr (GPtrArray) known = n > 1 ? af_store_history (night->past, module->name, error) : NULL;
  if (n > 1 && !known)
    return FALSE;
  for (guint k = 0; k < n * n_seeds; k++) {
    guint seed = k / n, slice = k % n;
    g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, night->seed + seed);
    JsonObject *what = json_object_new ();
    json_object_set_string_member (what, "module", module->name);
    json_object_set_string_member (what, "seed", text);
    if (n > 1)
      json_object_set_int_member (what, "slice", slice);
    if (n > 1 || survey->is_part)
      json_object_set_array_member (what, "routines", slice_of (survey->routines, slice, n));
    /* replays are the same with every seed */
    if (seed > 0)
      json_object_set_array_member (what, "replays", json_array_new ());
    else if (n > 1)
      json_object_set_array_member (what, "replays",
                                    replays_of (known, survey, json_object_get_array_member (what, "routines"), slice));
    af_plan_add (plan, seconds / n, what);
  }
  return TRUE;
}

static void put_text (JsonObject *object, const char *name, const char *text)
{
  if (text)
    json_object_set_string_member (object, name, text);
}

static JsonObject *head_of (const Making *making)
{
  const AfNight *night = making->night;
  JsonObject *head = json_object_new ();
  JsonArray *modules = json_array_new ();
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, night->seed);
  const AfNightModule *first = night->settings->modules->pdata[0];
  g_autofree char *commit = af_commits_head (first->sources[0]);
  /* Plans of two nights are different ones even if all else is equal: a plan that is merged again is the same night. */
  json_object_set_int_member (head, "night", night->number);
  put_text (head, "project", night->settings->folder);
  put_text (head, "seed", seed);
  put_text (head, "commit", commit);
  put_text (head, "since", night->settings->since);
  for (guint i = 0; i < night->settings->modules->len; i++) {
    const Survey *survey = &making->surveys[i];
    JsonObject *module = json_object_new ();
    put_text (module, "name", ((AfNightModule *)night->settings->modules->pdata[i])->name);
    put_text (module, "digest", survey->digest);
    put_text (module, "trouble", survey->trouble);
    if (survey->is_skipped)
      json_object_set_boolean_member (module, "skipped", TRUE);
    json_array_add_object_element (modules, module);
  }
  json_object_set_array_member (head, "modules", modules);
  return head;
}

static gboolean make_plan (Making *making, guint *n_units, GError **error)
{
  AfNight *night = making->night;
  const char *folder = making->planning->folder;
  AfNightSettings frozen = *night->settings;
  guint jobs = frozen.jobs ? frozen.jobs : g_get_num_processors ();
  if (!af_jobs_map (frozen.modules->len, jobs, survey_module, making, error))
    return FALSE;
  estimate (making);
  g_autoptr (AfPlan) plan = af_plan_new (AF_NIGHT_KIND, head_of (making));
  double most = 0;
  for (guint i = 0; i < frozen.modules->len; i++)
    if (!add_units (making, plan, i, error))
      return FALSE;
  for (guint i = 0; i < plan->units->len; i++)
    most = MAX (most, ((AfPlanUnit *)plan->units->pdata[i])->seconds);
  /* nobody knows how long they take, so they come first */
  if (frozen.test) {
    JsonObject *what = json_object_new ();
    json_object_set_string_member (what, "tests", frozen.test);
    af_plan_add (plan, most + 1, what);
  }
  frozen.seed = night->seed;
  *n_units = plan->units->len;
  return af_night_conf_write (&frozen, folder, error)
         && af_night_tree_copy (night->settings, night->paths, folder, night->cancel, error)
         && af_plan_write (plan, folder, error);
}

/* With the lock held: no other night writes the history meanwhile. */
static gboolean plan_night (AfNight *night, const AfNightPlanning *planning, guint *n_units, GError **error)
{
  const AfNightSettings *settings = night->settings;
  g_autofree char *from = g_build_filename (settings->state, "history.sqlite", NULL);
  night->history = g_build_filename (planning->folder, "history.sqlite", NULL);
  if (!af_store_copy (from, night->history, error) || !(night->past = af_store_open_live (night->history, error)))
    return FALSE;
  night->number = af_store_next_night (night->past);
  night->seed = settings->seed > 0 ? settings->seed : (guint64)night->number;
  Making making = { .night = night, .planning = planning, .surveys = g_new0 (Survey, settings->modules->len) };
  gboolean ok = make_plan (&making, n_units, error);
  surveys_free (making.surveys, settings->modules->len);
  return ok;
}

gboolean af_nightly_plan (const AfNightSettings *settings, const AfPaths *paths, const AfNightPlanning *planning,
                          GCancellable *cancel, guint *n_units, GError **error)
{
  g_auto (AfNight) night = { .settings = settings, .paths = paths, .cancel = cancel };
  g_autofree char *folder = g_canonicalize_filename (planning->folder, NULL);
  const AfNightPlanning absolute = { folder, planning->seeds, planning->slice };
  if (settings->against) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "plan without --against, or compare on one machine",
                 "a plan holds no revisions: nothing can be compared with '%s'", settings->against);
    return FALSE;
  }
  if (g_chdir (settings->folder) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s': %s", settings->folder, g_strerror (code));
    return FALSE;
  }
  int lock = af_plan_make_folder (folder, error) ? af_night_lock (settings->state, error) : -1;
  if (lock < 0)
    return FALSE;
  gboolean ok = plan_night (&night, &absolute, n_units, error);
  close (lock);
  return ok;
}
