/* Rulings on valid candidates.
 *
 * In:  a run with records.   Out: one JSON file per session:
 *
 *     {"plant": "ring/03", "module": "ring", "seed": 1, "faults": [{"id", "kind", "counts": {...},
 *       "survivors": [{"id", "rank", "group", "group_size", "verdict", "ruling": "accepted", "features": {...}}]}]} */
#include <glib/gstdio.h>

#include "bench/rank/ranking.h"
#include "bench/reading.h"
#include "bench/records.h"
#include "util/error.h"
#include "util/jobs.h"

typedef struct {
  JsonObject *candidate; /* borrowed from the records */
  guint rank;
  AfRuling ruling;
} Survivor;

/* One run, and whom to ask about its candidates. */
typedef struct {
  AfBenchOracle *oracle;
  const AfRun *run;
  AfReference reference;
  guint workers;
  guint most;        /* candidates to ask about, of each fault */
  GArray *survivors; /* of the fault at hand */
  gboolean accepted; /* one of them, of any fault */
} Asking;

static int by_rank (gconstpointer a, gconstpointer b)
{
  guint left = ((const Survivor *)a)->rank, right = ((const Survivor *)b)->rank;
  return left < right ? -1 : left > right;
}

/* All valid ones by rank, thinned out to @n. */
static GArray *list_survivors (JsonObject *records, guint n)
{
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Survivor));
  GArray *some = g_array_new (FALSE, TRUE, sizeof (Survivor));
  for (guint i = 0; i < af_member_length (records, "candidates"); i++) {
    Survivor survivor = { .candidate = af_member_at (records, "candidates", i), .ruling = AF_RULING_NONE };
    survivor.rank = survivor.candidate ? (guint)MAX (af_member_int (survivor.candidate, "rank"), 0) : 0;
    if (survivor.rank > 0)
      g_array_append_val (all, survivor);
  }
  g_array_sort (all, by_rank);
  guint first = MIN (all->len, all->len > n ? (n + 1) / 2 : n), below = all->len > n ? n - first : 0;
  for (guint i = 0; i < first; i++)
    g_array_append_val (some, g_array_index (all, Survivor, i));
  for (guint i = 0; i < below; i++)
    g_array_append_val (some, g_array_index (all, Survivor, first + (all->len - first) * i / below));
  return some;
}

static gboolean ask_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Asking *asking = data;
  Survivor *survivor = &g_array_index (asking->survivors, Survivor, index);
  g_autofree char *source = af_candidate_source (survivor->candidate, &asking->reference);
  return !source || af_oracle_ask (asking->oracle, source, af_run_header (asking->run), &survivor->ruling, NULL, error);
}

static void put_copy (JsonBuilder *json, JsonObject *from, const char *name)
{
  if (!json_object_get_member (from, name))
    return;
  json_builder_set_member_name (json, name);
  json_builder_add_value (json, json_node_copy (json_object_get_member (from, name)));
}

static void put_survivors (JsonBuilder *json, const GArray *survivors)
{
  static const char *const copied[] = { "id", "rank", "group", "group_size", "verdict", "rule", "schema", "features" };
  af_json_open_array (json, "survivors");
  for (guint i = 0; i < survivors->len; i++) {
    const Survivor *survivor = &g_array_index (survivors, Survivor, i);
    json_builder_begin_object (json);
    for (guint k = 0; k < G_N_ELEMENTS (copied); k++)
      put_copy (json, survivor->candidate, copied[k]);
    af_json_name (json, "ruling", af_ruling_name (survivor->ruling));
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static gboolean put_fault (JsonBuilder *json, Asking *asking, const AfShownFault *fault, GError **error)
{
  g_autofree char *path = af_run_file (asking->run, "records", fault->id, ".json");
  g_autoptr (JsonParser) parser = af_read_json (path, NULL);
  if (!parser)
    return TRUE;
  g_autoptr (GArray) survivors = list_survivors (af_root (parser), asking->most);
  asking->survivors = survivors;
  if (!af_jobs_map (survivors->len, asking->workers, ask_one, asking, error))
    return FALSE;
  for (guint i = 0; i < survivors->len; i++)
    if (g_array_index (survivors, Survivor, i).ruling == AF_RULING_ACCEPTED)
      asking->accepted = TRUE;
  json_builder_begin_object (json);
  af_json_name (json, "id", fault->id);
  af_json_name (json, "kind", fault->kind ? fault->kind : "");
  put_copy (json, af_root (parser), "counts");
  put_survivors (json, survivors);
  json_builder_end_object (json);
  return TRUE;
}

gboolean af_ranking_gather (const AfBench *bench, AfBenchOracle *oracle, const AfPlant *plant, const AfRun *run,
                            AfSession *session, GError **error)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autofree char *file = g_strconcat (plant->module, ".c", NULL);
  g_autofree char *name = g_strdup_printf ("%s-s%u.json", plant->name, session->seed);
  g_autofree char *folder = g_build_filename (bench->output, "ranking", NULL);
  g_autofree char *path = g_build_filename (folder, g_strdelimit (name, "/", '-'), NULL);
  Asking asking = { .oracle = oracle,
                    .run = run,
                    .reference = { .file = file, .source = af_run_source (run) },
                    .workers = bench->workers,
                    .most = bench->survivors };
  json_builder_begin_object (json);
  af_json_name (json, "plant", plant->name);
  af_json_name (json, "module", plant->module);
  af_json_int (json, "seed", session->seed);
  af_json_open_array (json, "faults");
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    if (fault->belongs && fault->id && !put_fault (json, &asking, fault, error))
      return FALSE;
  }
  session->space = asking.accepted ? 1 : MAX (session->space, 0);
  json_builder_end_array (json);
  json_builder_end_object (json);
  g_autofree char *text = af_json_text (json);
  if (g_mkdir_with_parents (folder, 0755) == 0)
    return af_write_text (path, text, error);
  af_error (error, AF_ERROR_IO, "cannot make the folder '%s'", folder);
  return FALSE;
}
