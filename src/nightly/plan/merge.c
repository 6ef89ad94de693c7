/* The end of a night on many machines.
 *
 * In:  the plan's folder with what its units gave.   Out: results, summary, history and exit status, as of one machine.
 *
 * Modules come in the order of .autofix.conf, the units of a module by seed and slice, so it does not matter which was
 * done first.  Of a fault that several units show, the first one's results are kept, one that looked for fixes first.
 * All that the history learns is one transaction, and it learns it once: a plan that is merged again (more units are
 * there by then, or somebody only wants to see the report) replaces what it said before. */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "nightly/plan/plan-internal.h"
#include "report/report.h"
#include "report/stored.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

typedef struct {
  const AfPlanUnit *unit;
  AfNightUnit what;
  AfPlanState state;
  JsonObject *result; /* without the texts, which are files by then; null: missing */
  double seconds;
  char *folders[2]; /* of test and run; null: none */
} Part;

typedef struct {
  AfNight *night;
  const AfPlan *plan;
  GArray *parts;         /* of Part, by unit */
  GHashTable *by_module; /* name -> GPtrArray of Part, by seed and slice */
  JsonArray *modules;    /* of the plan's head */
} Merge;

static const char *const steps[] = { "test", "run" };

static void part_clear (gpointer data)
{
  Part *part = data;
  g_clear_pointer (&part->result, json_object_unref);
  g_free (part->folders[0]);
  g_free (part->folders[1]);
}

/* --- results into folders --- */

/* "state/ring/run", of a further seed or slice "state/ring/run-9-2"; owned by the caller. */
static char *folder_of (const Merge *merge, const AfNightUnit *what, const char *step)
{
  const AfNight *night = merge->night;
  g_autofree char *name = what->seed == night->seed && what->slice == 0
                            ? g_strdup (step)
                            : g_strdup_printf ("%s-%" G_GUINT64_FORMAT "-%u", step, what->seed, what->slice);
  return g_build_filename (night->settings->state, what->module, name, NULL);
}

static gboolean move (const char *from, const char *to, GError **error)
{
  if (g_rename (from, to) == 0)
    return TRUE;
  int code = errno;
  af_error (error, AF_ERROR_IO, "'%s' cannot be renamed to '%s': %s", from, to, g_strerror (code));
  return FALSE;
}

/* Writes results.json and what follows from it; the folder of before becomes FOLDER.old, as after a run. */
static gboolean write_folder (const char *folder, const char *text, GError **error)
{
  g_autofree char *fresh = g_strconcat (folder, ".new", NULL), *old = g_strconcat (folder, ".old", NULL);
  g_autofree char *path = g_build_filename (fresh, "results.json", NULL);
  /* what does not hold what results should is told when the findings are taken from it */
  g_autoptr (AfStored) stored = af_stored_parse (text, folder, NULL);
  if (!af_remove_tree (fresh, error))
    return FALSE;
  if (g_mkdir_with_parents (fresh, 0755) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s' cannot be made: %s", fresh, g_strerror (code));
    return FALSE;
  }
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0644, error)
         && af_report_hide (fresh, error) && (!stored || af_report_rebuild (stored, fresh, error))
         && (!g_file_test (folder, G_FILE_TEST_EXISTS) || (af_remove_tree (old, error) && move (folder, old, error)))
         && move (fresh, folder, error);
}

static gboolean write_step (const Merge *merge, Part *part, guint k, GError **error)
{
  JsonNode *node = json_object_get_member (part->result, steps[k]);
  JsonObject *step = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  if (!step)
    return TRUE;
  part->folders[k] = folder_of (merge, &part->what, steps[k]);
  if (!write_folder (part->folders[k], af_findings_text (step, "results"), error))
    return FALSE;
  json_object_remove_member (step, "results");
  return TRUE;
}

static gboolean take_part (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  const Merge *merge = data;
  Part *part = &g_array_index (merge->parts, Part, index);
  part->unit = merge->plan->units->pdata[index];
  af_night_unit_read (part->unit->what, &part->what);
  part->result = af_plan_result (merge->plan, index + 1, &part->state, &part->seconds);
  if (af_interrupted (merge->night->cancel, error))
    return FALSE;
  return !part->result || part->what.is_tests
         || (write_step (merge, part, 0, error) && write_step (merge, part, 1, error));
}

static gint by_seed (gconstpointer a, gconstpointer b)
{
  const Part *x = *(const Part *const *)a, *y = *(const Part *const *)b;
  if (x->what.seed != y->what.seed)
    return x->what.seed < y->what.seed ? -1 : 1;
  return (x->what.slice > y->what.slice) - (x->what.slice < y->what.slice);
}

static void sort_parts (Merge *merge)
{
  for (guint i = 0; i < merge->parts->len; i++) {
    Part *part = &g_array_index (merge->parts, Part, i);
    GPtrArray *list = g_hash_table_lookup (merge->by_module, part->what.module);
    if (!list)
      g_hash_table_insert (merge->by_module, g_strdup (part->what.module), list = g_ptr_array_new ());
    g_ptr_array_add (list, part);
  }
  GHashTableIter iter;
  gpointer list;
  g_hash_table_iter_init (&iter, merge->by_module);
  while (g_hash_table_iter_next (&iter, NULL, &list))
    g_ptr_array_sort (list, by_seed);
}

/* --- results into a unit --- */

static double seconds_of (const Part *part, guint k)
{
  JsonObject *step = json_object_get_object_member (part->result, steps[k]);
  return step ? json_object_get_double_member_with_default (step, "seconds", 0) : 0;
}

static gboolean take_step (Merge *merge, AfUnit *unit, const Part *part, guint k, GError **error)
{
  if (!part->result || !part->folders[k])
    return TRUE;
  merge->night->seed = part->what.seed;
  *(k == 0 ? &unit->test_seconds : &unit->run_seconds) = seconds_of (part, k);
  return af_findings_take (merge->night, unit, part->folders[k], k == 1, error);
}

static void take_replays (AfUnit *unit, const Part *part)
{
  JsonNode *node = part->result ? json_object_get_member (part->result, "replays") : NULL;
  JsonArray *list = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; list && i < json_array_get_length (list); i++) {
    JsonObject *replay = json_array_get_object_element (list, i);
    AfCase *item = af_unit_case (unit, af_findings_text (replay, "fault"));
    if (!item || item->is_seen)
      continue;
    item->runs = (guint)json_object_get_int_member_with_default (replay, "runs", 0);
    item->passed = (guint)json_object_get_int_member_with_default (replay, "passed", 0);
    item->failed = (guint)json_object_get_int_member_with_default (replay, "failed", 0);
  }
}

/* What a part says of the module as a whole. */
static void take_words (AfUnit *unit, const Part *part)
{
  unit->is_missing |= part->result == NULL;
  if (!part->result)
    return;
  const char *trouble = af_findings_text (part->result, "trouble");
  unit->is_complete &= json_object_get_boolean_member_with_default (part->result, "complete", FALSE);
  if (*trouble && !unit->trouble)
    unit->trouble = g_strdup (trouble);
}

static void widen (AfUnit *unit, const Part *part)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  for (guint i = 0; unit->changed && unit->changed[i]; i++)
    g_strv_builder_add (all, unit->changed[i]);
  for (guint i = 0; part->what.routines && i < json_array_get_length (part->what.routines); i++)
    g_strv_builder_add (all, json_array_get_string_element (part->what.routines, i));
  g_strfreev (unit->changed);
  unit->changed = g_strv_builder_end (all);
}

static gboolean take_unit (Merge *merge, AfUnit *unit, GError **error)
{
  const GPtrArray *parts = g_hash_table_lookup (merge->by_module, unit->settings->name);
  gboolean is_part = *af_findings_text (merge->plan->head, "since") != '\0';
  for (guint i = 0; parts && i < parts->len; i++) {
    if (is_part)
      widen (unit, parts->pdata[i]);
    take_words (unit, parts->pdata[i]);
    if (!take_step (merge, unit, parts->pdata[i], 0, error))
      return FALSE;
  }
  for (guint i = 0; parts && i < parts->len; i++)
    take_replays (unit, parts->pdata[i]);
  for (guint i = 0; parts && i < parts->len; i++)
    if (!take_step (merge, unit, parts->pdata[i], 1, error))
      return FALSE;
  af_night_decide (unit);
  for (guint i = 0; i < unit->cases->len; i++)
    af_case_slim (unit->cases->pdata[i]);
  return TRUE;
}

/* Who changed the routine of a fault is asked of the sources as they are, if they are still those of the night. */
static void read_shown (const AfNight *night, const AfUnit *shown, const AfCase *item G_GNUC_UNUSED,
                        gpointer data G_GNUC_UNUSED)
{
  AfUnit *unit = night->units->pdata[shown->index];
  if (unit->module || unit->trouble)
    return;
  AfUnit *now = af_unit_new (unit->settings);
  if (af_unit_read (now, night, NULL) && strcmp (now->digest, unit->digest) == 0)
    unit->module = g_steal_pointer (&now->module);
  af_unit_free (now);
}

static gboolean take_units (Merge *merge, GError **error)
{
  AfNight *night = merge->night;
  guint64 seed = night->seed;
  for (guint i = 0; i < night->settings->modules->len; i++) {
    AfUnit *unit = af_unit_new (night->settings->modules->pdata[i]);
    JsonObject *head =
      i < json_array_get_length (merge->modules) ? json_array_get_object_element (merge->modules, i) : NULL;
    unit->index = i;
    g_ptr_array_add (night->units, unit);
    g_free (unit->digest);
    unit->digest = g_strdup (af_findings_text (head, "digest"));
    unit->is_skipped = head && json_object_get_boolean_member_with_default (head, "skipped", FALSE);
    unit->trouble = *af_findings_text (head, "trouble") ? g_strdup (af_findings_text (head, "trouble")) : NULL;
    if (!af_unit_recall (unit, night, error) || !take_unit (merge, unit, error)
        || af_interrupted (night->cancel, error))
      return FALSE;
  }
  night->seed = seed;
  return TRUE;
}

/* --- the night --- */

static void take_tests (Merge *merge)
{
  AfNight *night = merge->night;
  for (guint i = 0; i < merge->parts->len; i++) {
    const Part *part = &g_array_index (merge->parts, Part, i);
    night->worked += part->result ? part->seconds : 0;
    if (!part->what.is_tests || !part->result)
      continue;
    const char *trouble = af_findings_text (part->result, "trouble");
    const char *output = af_findings_text (part->result, "output");
    night->test_trouble = *trouble ? g_strdup (trouble) : NULL;
    night->test_output = *output ? g_strdup (output) : NULL;
    night->is_test_short = json_object_get_boolean_member_with_default (part->result, "short", FALSE);
  }
}

static void note_gaps (Merge *merge)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (AfPlanGap));
  for (guint i = 0; i < merge->parts->len; i++) {
    const Part *part = &g_array_index (merge->parts, Part, i);
    const AfPlanGap gap = { i + 1, part->state };
    if (!part->result)
      g_array_append_val (gaps, gap);
  }
  if (gaps->len > 0)
    merge->night->gaps = af_plan_gaps_text (merge->plan, gaps);
}

static gboolean begin (Merge *merge, GError **error)
{
  AfNight *night = merge->night;
  const AfPlan *plan = merge->plan;
  g_autofree char *copy = g_build_filename (plan->folder, "history.sqlite", NULL);
  JsonNode *modules = json_object_get_member (plan->head, "modules");
  const char *seed = af_findings_text (plan->head, "seed");
  if (!modules || !JSON_NODE_HOLDS_ARRAY (modules)
      || !g_ascii_string_to_unsigned (seed, 10, 0, G_MAXUINT64, &night->seed, NULL)) {
    af_error (error, AF_ERROR_IO, "the plan in '%s' names no modules or no seed", plan->folder);
    return FALSE;
  }
  merge->modules = json_node_get_array (modules);
  night->began = g_get_monotonic_time ();
  night->units = g_ptr_array_new_with_free_func ((GDestroyNotify)af_unit_free);
  night->history = g_build_filename (night->settings->state, "history.sqlite", NULL);
  af_temp_dirs_remove_dead ();
  night->temp = af_temp_dir_new (error);
  night->past = night->temp ? af_store_open_live (copy, error) : NULL;
  return night->past != NULL;
}

/* The history is written from here on, and the transaction ends with the night. */
static gboolean begin_night (Merge *merge, GError **error)
{
  AfNight *night = merge->night;
  night->store = af_store_open_live (night->history, error);
  if (!night->store || !af_store_begin_whole (night->store, error))
    return FALSE;
  gint64 number = af_store_begin_night (night->store, night->seed, PACKAGE_VERSION,
                                        af_findings_text (merge->plan->head, "commit"), error);
  night->number = number > 0 ? af_store_take_plan (night->store, number, merge->plan->key, error) : 0;
  if (night->number == 0)
    return FALSE;
  gint64 next = af_store_next_night (night->past);
  night->asks = next;
  night->n_cut = af_store_nights_cut (night->past, next);
  return TRUE;
}

static gboolean merge_all (Merge *merge, AfNightEnd *end, GError **error)
{
  AfNight *night = merge->night;
  guint n = merge->plan->units->len, jobs = night->settings->jobs;
  g_array_set_size (merge->parts, n);
  if (!begin (merge, error) || !af_jobs_map (n, jobs ? jobs : g_get_num_processors (), take_part, merge, error))
    return FALSE;
  sort_parts (merge);
  take_tests (merge);
  note_gaps (merge);
  if (!begin_night (merge, error) || !take_units (merge, error))
    return FALSE;
  af_summary_visit (night, read_shown, NULL);
  return af_night_report (night, end, error);
}

gboolean af_nightly_merge (const char *folder, const AfPaths *paths, GCancellable *cancel, AfNightEnd *end,
                           GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, AF_NIGHT_KIND, FALSE, error);
  g_autoptr (AfNightSettings) settings = plan ? af_night_conf_load (plan, error) : NULL;
  if (!settings)
    return FALSE;
  const char *since = af_findings_text (plan->head, "since");
  settings->since = *since ? g_strdup (since) : NULL;
  if (g_chdir (settings->folder) != 0) {
    int code = errno;
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "merge where the project's folder is", "'%s': %s", settings->folder,
                 g_strerror (code));
    return FALSE;
  }
  int lock = af_night_lock (settings->state, error);
  if (lock < 0)
    return FALSE;
  g_auto (AfNight) night = { .settings = settings, .paths = paths, .cancel = cancel };
  Merge merge = { .night = &night,
                  .plan = plan,
                  .parts = g_array_new (FALSE, TRUE, sizeof (Part)),
                  .by_module =
                    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref) };
  g_array_set_clear_func (merge.parts, part_clear);
  gboolean ok = merge_all (&merge, end, error);
  g_hash_table_unref (merge.by_module);
  g_array_unref (merge.parts);
  close (lock);
  return ok;
}
