/* Records: how the run came to its fixes, one JSON text per fault, for those who evaluate or improve the tool.
 *
 * In:  a finding.   Out: all its snapshots in order of rank, all its candidates in order of number with what became of
 * each; the schema is in README.md of this folder.
 *
 * Like results.json a record holds no times and no folders: the same seed gives the same bytes at any number of
 * workers. */
#include "rank/rank.h"
#include "report/report-internal.h"

/* Snapshot to its rank, from 1. */
static GHashTable *ranks_of (const GArray *placed)
{
  GHashTable *ranks = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < placed->len; i++)
    g_hash_table_insert (ranks, (gpointer)g_array_index (placed, AfPlaced, i).snapshot, GUINT_TO_POINTER (i + 1));
  return ranks;
}

static guint rank_of (GHashTable *ranks, const AfSnapshot *snapshot)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (ranks, snapshot));
}

/* Candidates made from the snapshot of each rank; index 0 counts those made from none. */
static guint *count_candidates (const AfFinding *finding, GHashTable *ranks)
{
  guint *counts = g_new0 (guint, g_hash_table_size (ranks) + 1);
  for (guint i = 0; finding->candidates && i < finding->candidates->len; i++)
    counts[rank_of (ranks, ((const AfCandidate *)finding->candidates->pdata[i])->snapshot)]++;
  return counts;
}

static void put_snapshot (JsonBuilder *json, const AfRoutine *routine, const AfSnapshot *snapshot, guint rank,
                          guint n_candidates)
{
  const AfLocation *location = af_routine_location (routine, snapshot->location);
  g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
  json_builder_begin_object (json);
  af_json_int (json, "rank", rank);
  af_json_name (json, "routine", routine->name);
  af_json_int (json, "line", location ? location->line : 0);
  af_json_name (json, "condition", condition->text);
  af_json_name (json, "predicate", snapshot->predicate->expr->text);
  af_json_bool (json, "value", snapshot->value);
  af_json_real (json, "cdep", snapshot->cdep);
  af_json_real (json, "edep", snapshot->edep);
  af_json_real (json, "dyn", snapshot->dyn);
  af_json_real (json, "susp", snapshot->susp);
  af_json_int (json, "failing", snapshot->failing);
  af_json_int (json, "passing", snapshot->passing);
  af_json_int (json, "at_failing", snapshot->at_failing);
  af_json_int (json, "at_passing", snapshot->at_passing);
  af_json_int (json, "of_failing", snapshot->of_failing);
  af_json_int (json, "of_passing", snapshot->of_passing);
  af_json_int (json, "location", snapshot->location);
  af_json_int (json, "candidates", n_candidates);
  json_builder_end_object (json);
}

static void put_snapshots (JsonBuilder *json, const AfFinding *finding, const GArray *placed, GHashTable *ranks)
{
  g_autofree guint *counts = count_candidates (finding, ranks);
  af_json_open_array (json, "snapshots");
  for (guint i = 0; i < placed->len; i++) {
    const AfPlaced *entry = &g_array_index (placed, AfPlaced, i);
    put_snapshot (json, entry->routine, entry->snapshot, i + 1, counts[i + 1]);
  }
  json_builder_end_array (json);
}

static void put_int_or_null (JsonBuilder *json, const char *name, gint64 value, gboolean is_null)
{
  if (is_null)
    af_json_name (json, name, NULL);
  else
    af_json_int (json, name, value);
}

/* The fix that a candidate became in results.json, or null. */
static const AfFix *fix_of (const AfFinding *finding, const AfCandidate *candidate)
{
  for (guint i = 0; finding->fixes && i < finding->fixes->len; i++)
    if (((const AfFix *)finding->fixes->pdata[i])->candidate == candidate)
      return finding->fixes->pdata[i];
  return NULL;
}

/* What a valid candidate was ranked by. */
static void put_features (JsonBuilder *json, const AfTrial *trial)
{
  af_json_int (json, "group", trial->group);
  af_json_int (json, "group_size", trial->group_size);
  af_json_open_object (json, "features");
  for (guint i = 0; trial->features && i < trial->features->len; i++)
    af_json_real (json, af_rank_feature_name (i), g_array_index (trial->features, double, i));
  json_builder_end_object (json);
}

static void put_candidate (JsonBuilder *json, const AfModule *module, const AfFinding *finding,
                           const AfCandidate *candidate, GHashTable *ranks)
{
  const AfTrial none = { .verdict = AF_TRIAL_UNTRIED, .killed_by = -1 };
  const AfTrial *trial = finding->validation.trials ? af_validation_trial (&finding->validation, candidate) : &none;
  const AfFix *fix = fix_of (finding, candidate);
  gboolean shown = fix && trial->verdict == AF_TRIAL_CONFIRMED;
  guint snapshot = rank_of (ranks, candidate->snapshot);
  json_builder_begin_object (json);
  af_json_int (json, "id", candidate->id);
  put_int_or_null (json, "snapshot", snapshot, snapshot == 0);
  af_json_name (json, "schema", af_schema_name (candidate->schema));
  af_json_name (json, "rule", candidate->action ? candidate->action->row->id : NULL);
  af_json_name (json, "summary", candidate->summary);
  af_json_edits (json, module, candidate);
  af_json_name (json, "verdict", shown ? "shown" : af_trial_verdict_name (trial->verdict));
  put_int_or_null (json, "killed_by", trial->killed_by, trial->killed_by < 0);
  if (trial->counterexample)
    af_json_name (json, "counterexample", trial->counterexample);
  put_int_or_null (json, "rank", trial->rank, trial->rank == 0);
  af_json_name (json, "fix", fix ? fix->id : NULL);
  if (trial->rank > 0)
    put_features (json, trial);
  json_builder_end_object (json);
}

static void put_counts (JsonBuilder *json, const AfFinding *finding)
{
  const AfValidateCounts *counts = &finding->validation.counts;
  af_json_open_object (json, "counts");
  af_json_int (json, "failing", finding->fault->failing ? finding->fault->failing->len : 0);
  af_json_int (json, "passing", finding->fault->passing ? finding->fault->passing->len : 0);
  af_json_int (json, "candidates", counts->n_candidates);
  af_json_int (json, "uncompilable", counts->n_uncompilable);
  af_json_int (json, "left_out", (finding->localization ? finding->localization->n_left_out : 0) + counts->n_left_out);
  af_json_int (json, "screened", counts->n_screened);
  af_json_int (json, "repairing", counts->n_repairing);
  af_json_int (json, "valid", counts->n_survivors);
  af_json_int (json, "groups", counts->n_groups);
  json_builder_end_object (json);
}

char *af_report_record (const AfModule *module, const AfFinding *finding)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (GArray) placed = af_finding_snapshots (finding);
  g_autoptr (GHashTable) ranks = ranks_of (placed);
  json_builder_begin_object (json);
  af_json_name (json, "fault", finding->fault->id);
  af_json_name (json, "routine", finding->fault->routine->name);
  put_counts (json, finding);
  put_snapshots (json, finding, placed, ranks);
  af_json_open_array (json, "candidates");
  for (guint i = 0; finding->candidates && i < finding->candidates->len; i++)
    put_candidate (json, module, finding, finding->candidates->pdata[i], ranks);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}
