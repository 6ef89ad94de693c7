/* Sessions as units of work.
 *
 * In:  faults and seeds.   Out: a plan; sessions that it gave, in the order of a benchmark on one machine.
 *
 *     DIR/plan.json    {"fault":"ring/03","seed":2}, those that took longest before first        ../../src/plan
 *     DIR/corpus       the modules with their oracles and planted faults
 *
 * A session is the same wherever it is made but for its times, so the tables are, too. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "bench/reading.h"
#include "bench/shared/shared.h"
#include "plan/plan.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/tempdir.h"

#define USUAL_SECONDS 60.0 /* of a session that was never made */

/* --- planning --- */

static gboolean copy_to (const char *from, const char *folder, GError **error)
{
  g_autofree char *name = g_path_get_basename (from), *to = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  if (g_file_test (to, G_FILE_TEST_EXISTS))
    return TRUE;
  if (g_mkdir_with_parents (folder, 0755) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s' cannot be made: %s", folder, g_strerror (code));
    return FALSE;
  }
  return (text = af_read_text (from, error)) && af_write_text (to, text, error);
}

static gboolean copy_plant (const AfPlant *plant, const char *corpus, GError **error)
{
  g_autofree char *folder = g_build_filename (corpus, plant->module, NULL);
  g_autofree char *faults = g_build_filename (folder, "faults", NULL);
  g_autofree char *source = g_strdup_printf ("%s/%s.c", plant->folder, plant->module);
  g_autofree char *header = g_strdup_printf ("%s/%s.h", plant->folder, plant->module);
  g_autofree char *oracle = g_build_filename (plant->folder, "oracle.c", NULL);
  return copy_to (source, folder, error) && copy_to (header, folder, error) && copy_to (oracle, folder, error)
         && copy_to (plant->patch, faults, error) && copy_to (plant->description, faults, error);
}

static void put_texts (JsonObject *object, const char *name, char **texts)
{
  JsonArray *list = json_array_new ();
  for (guint i = 0; texts && texts[i]; i++)
    json_array_add_string_element (list, texts[i]);
  json_object_set_array_member (object, name, list);
}

static JsonObject *head_of (const AfBench *bench)
{
  JsonObject *head = json_object_new ();
  JsonArray *faults = json_array_new ();
  for (guint i = 0; i < bench->plants->len; i++)
    json_array_add_string_element (faults, ((AfPlant *)bench->plants->pdata[i])->name);
  json_object_set_array_member (head, "faults", faults);
  json_object_set_int_member (head, "seeds", bench->n_seeds);
  json_object_set_boolean_member (head, "faithful", bench->faithful);
  json_object_set_boolean_member (head, "localize", bench->localize);
  json_object_set_string_member (head, "compiler", bench->compiler);
  json_object_set_string_member (head, "tool", bench->tool_key);
  put_texts (head, "passed", bench->passed);
  return head;
}

gboolean af_bench_plan (const AfBench *bench, const char *folder, guint *n_units, GError **error)
{
  g_autofree char *corpus = g_build_filename (folder, "corpus", NULL);
  if (!af_plan_make_folder (folder, error))
    return FALSE;
  g_autoptr (AfPlan) plan = af_plan_new (AF_BENCH_KIND, head_of (bench));
  for (guint p = 0; p < bench->plants->len; p++) {
    const AfPlant *plant = bench->plants->pdata[p];
    if (!copy_plant (plant, corpus, error))
      return FALSE;
    for (guint seed = 1; seed <= bench->n_seeds; seed++) {
      double seconds = af_bench_seconds (bench, plant, seed);
      JsonObject *what = json_object_new ();
      json_object_set_string_member (what, "fault", plant->name);
      json_object_set_int_member (what, "seed", seed);
      af_plan_add (plan, seconds > 0 ? seconds : USUAL_SECONDS, what);
    }
  }
  *n_units = plan->units->len;
  return af_plan_write (plan, folder, error);
}

/* --- working --- */

static char **texts_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *list = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  for (guint i = 0; list && i < json_array_get_length (list); i++)
    g_strv_builder_add (texts, json_array_get_string_element (list, i));
  return g_strv_builder_end (texts);
}

gboolean af_bench_take_plan (AfBench *bench, const char *folder, const char *tool, GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, AF_BENCH_KIND, TRUE, error);
  g_autofree char *corpus = g_build_filename (folder, "corpus", NULL);
  if (!plan)
    return FALSE;
  g_auto (GStrv) faults = texts_of (plan->head, "faults");
  bench->n_seeds = (guint)af_member_int (plan->head, "seeds");
  bench->faithful = af_member_flag (plan->head, "faithful");
  bench->localize = af_member_flag (plan->head, "localize");
  bench->compiler = g_strdup (af_member_text (plan->head, "compiler"));
  bench->passed = texts_of (plan->head, "passed");
  bench->output = g_canonicalize_filename (folder, NULL);
  bench->plants = af_corpus_read (corpus, (const char *const *)faults, FALSE, error);
  if (!bench->plants || !af_bench_use_tool (bench, tool, error))
    return FALSE;
  if (g_strcmp0 (bench->tool_key, af_member_text (plan->head, "tool")) == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "use the one that the plan was made with, or make the plan again",
               "'%s' is another autofix than that of the plan", bench->tool);
  return FALSE;
}

static const AfPlant *find_plant (const AfBench *bench, const char *name)
{
  for (guint i = 0; i < bench->plants->len; i++)
    if (g_strcmp0 (((AfPlant *)bench->plants->pdata[i])->name, name) == 0)
      return bench->plants->pdata[i];
  return NULL;
}

static JsonObject *do_session (const AfPlan *plan G_GNUC_UNUSED, const AfPlanUnit *unit, guint try G_GNUC_UNUSED,
                               gpointer data, GError **error)
{
  AfBench bench = *(const AfBench *)data;
  const AfPlant *plant = find_plant (&bench, af_member_text (unit->what, "fault"));
  g_autoptr (AfTempDir) temp = plant ? af_temp_dir_new (error) : NULL;
  if (!plant)
    af_error (error, AF_ERROR_IO, "the plan has no fault for unit %u", unit->number);
  if (!temp)
    return NULL;
  /* what is kept beside sessions is this machine's own */
  bench.output = (char *)af_temp_dir_path (temp);
  g_autoptr (AfSession) session = af_bench_session (&bench, plant, (guint)af_member_int (unit->what, "seed"), error);
  if (!session)
    return NULL;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  af_session_write (session, json);
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  return json_node_dup_object (root);
}

gboolean af_bench_work (AfBench *bench, const char *folder, const char *number, guint *n_failed, GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, AF_BENCH_KIND, TRUE, error);
  return plan && af_plan_work_on (plan, number, do_session, bench, n_failed, error);
}

/* --- merging --- */

static char *unit_name (const char *fault, guint seed)
{
  return g_strdup_printf ("%s %u", fault, seed);
}

/* Sessions by fault and seed; what is not there is in @gaps. */
static GHashTable *read_results (const AfPlan *plan, GArray *gaps)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint n = 1; n <= plan->units->len; n++) {
    const AfPlanUnit *unit = plan->units->pdata[n - 1];
    AfPlanGap gap = { .number = n };
    g_autoptr (JsonObject) result = af_plan_result (plan, n, &gap.state, NULL);
    if (result)
      g_hash_table_insert (all,
                           unit_name (af_member_text (unit->what, "fault"), (guint)af_member_int (unit->what, "seed")),
                           af_session_read (result));
    else
      g_array_append_val (gaps, gap);
  }
  return all;
}

static gboolean is_whole (const AfBench *bench, const AfPlant *plant, GHashTable *results)
{
  for (guint seed = 1; seed <= bench->n_seeds; seed++) {
    g_autofree char *name = unit_name (plant->name, seed);
    if (!g_hash_table_contains (results, name))
      return FALSE;
  }
  return TRUE;
}

GPtrArray *af_bench_gather (AfBench *bench, const char *folder, char **gaps, GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, AF_BENCH_KIND, TRUE, error);
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (AfPlanGap));
  if (!plan)
    return NULL;
  g_autoptr (GHashTable) results = read_results (plan, missing);
  GPtrArray *sessions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_session_free);
  for (guint p = 0; p < bench->plants->len;) {
    const AfPlant *plant = bench->plants->pdata[p];
    if (!is_whole (bench, plant, results)) {
      g_ptr_array_remove_index (bench->plants, p);
      continue;
    }
    for (guint seed = 1; seed <= bench->n_seeds; seed++) {
      g_autofree char *name = unit_name (plant->name, seed);
      gpointer key = NULL, session = NULL;
      g_hash_table_steal_extended (results, name, &key, &session);
      g_free (key);
      g_ptr_array_add (sessions, session);
    }
    p++;
  }
  /* those of faults that are not whole */
  GHashTableIter iter;
  gpointer left;
  g_hash_table_iter_init (&iter, results);
  while (g_hash_table_iter_next (&iter, NULL, &left))
    af_session_free (left);
  *gaps = af_plan_gaps_text (plan, missing);
  return sessions;
}
