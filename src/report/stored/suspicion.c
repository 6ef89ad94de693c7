/* Suspicion as JSON: which states are suspicious, and how hot each line is.
 *
 * In:  a finding.   Out: members "cause", "snapshots", "heat".
 *
 *     "heat": [{"file": "sorted_set.c", "line": 142, "susp": 1.42}]
 *
 * A line is as hot as the most suspicious snapshot that is taken at it, in the blamed routine or in one around it. */
#include "report/report-internal.h"

#define LISTED_SNAPSHOTS 20

/* As people count lines: the entry is where the routine begins, the exit its closing brace. */
static guint line_of (const AfModule *module, const AfRoutine *routine, guint id)
{
  const AfLocation *location = af_routine_location (routine, id);
  const AfSource *source = af_module_source (module, routine->body.file);
  guint line = routine->line, column = 0;
  if (location && location->kind == AF_LOCATION_EXIT && routine->body.end > 0 && source)
    af_source_position (source, routine->body.end - 1, &line, &column);
  else if (location && location->kind != AF_LOCATION_ENTRY && location->kind != AF_LOCATION_EXIT)
    line = location->line;
  return line;
}

static void put_cause (JsonBuilder *json, const AfModule *module, const AfFinding *finding)
{
  const AfLocalization *found = finding->localization;
  json_builder_set_member_name (json, "cause");
  if (!found || found->snapshots->len == 0) {
    json_builder_add_null_value (json);
    return;
  }
  const AfSnapshot *snapshot = found->snapshots->pdata[0];
  g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
  json_builder_begin_object (json);
  af_json_int (json, "line", line_of (module, finding->fault->routine, snapshot->location));
  af_json_name (json, "condition", condition->text);
  af_json_real (json, "susp", snapshot->susp);
  af_json_int (json, "failing", snapshot->failing);
  af_json_int (json, "of_failing", found->n_failing);
  af_json_int (json, "passing", snapshot->passing);
  af_json_int (json, "of_passing", found->n_passing);
  json_builder_end_object (json);
}

static void put_snapshots (JsonBuilder *json, const AfModule *module, const AfFinding *finding)
{
  const GPtrArray *snapshots = finding->localization ? finding->localization->snapshots : NULL;
  af_json_open_array (json, "snapshots");
  for (guint i = 0; snapshots && i < MIN (snapshots->len, LISTED_SNAPSHOTS); i++) {
    const AfSnapshot *snapshot = snapshots->pdata[i];
    g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
    json_builder_begin_object (json);
    af_json_int (json, "line", line_of (module, finding->fault->routine, snapshot->location));
    af_json_name (json, "condition", condition->text);
    af_json_int (json, "failing", snapshot->failing);
    af_json_int (json, "passing", snapshot->passing);
    af_json_real (json, "cdep", snapshot->cdep);
    af_json_real (json, "edep", snapshot->edep);
    af_json_real (json, "dyn", snapshot->dyn);
    af_json_real (json, "susp", snapshot->susp);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

/* --- heat --- */

typedef struct {
  int file;
  guint line;
  double susp;
} Heat;

static int compare_heat (gconstpointer a, gconstpointer b)
{
  const Heat *left = a, *right = b;
  if (left->file != right->file)
    return left->file - right->file;
  return left->line < right->line ? -1 : left->line > right->line;
}

static void add_heat (GArray *heat, const AfModule *module, const AfRoutine *routine, const AfLocalization *found)
{
  for (guint i = 0; i < found->snapshots->len; i++) {
    const AfSnapshot *snapshot = found->snapshots->pdata[i];
    Heat one = { routine->body.file, line_of (module, routine, snapshot->location), snapshot->susp };
    guint j = 0;
    while (j < heat->len && compare_heat (&g_array_index (heat, Heat, j), &one) != 0)
      j++;
    if (j == heat->len)
      g_array_append_val (heat, one);
    else
      g_array_index (heat, Heat, j).susp = MAX (g_array_index (heat, Heat, j).susp, one.susp);
  }
}

static void put_heat (JsonBuilder *json, const AfModule *module, const AfFinding *finding)
{
  g_autoptr (GArray) heat = g_array_new (FALSE, FALSE, sizeof (Heat));
  if (finding->localization)
    add_heat (heat, module, finding->fault->routine, finding->localization);
  for (guint i = 0; finding->views && i < finding->views->len; i++) {
    const AfView *view = finding->views->pdata[i];
    add_heat (heat, module, view->fault->routine, view->localization);
  }
  g_array_sort (heat, compare_heat);
  af_json_open_array (json, "heat");
  for (guint i = 0; i < heat->len; i++) {
    const Heat *one = &g_array_index (heat, Heat, i);
    const AfSource *source = af_module_source (module, one->file);
    if (!source || one->susp <= 0)
      continue;
    json_builder_begin_object (json);
    af_json_name (json, "file", source->path);
    af_json_int (json, "line", one->line);
    af_json_real (json, "susp", one->susp);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

void af_json_suspicion (JsonBuilder *json, const AfModule *module, const AfFinding *finding)
{
  put_cause (json, module, finding);
  put_snapshots (json, module, finding);
  put_heat (json, module, finding);
}
