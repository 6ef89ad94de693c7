/* Suspicion as JSON: which states are suspicious, and how hot each line is.
 *
 * In:  a finding.   Out: members "cause", "snapshots", "heat".
 *
 *     "heat": [{"file": "sorted_set.c", "line": 142, "susp": 1.42}]
 *
 * Of the states that are equally suspicious the one is called the cause that explains most: false in passing runs, made
 * of what the routine says rather than of parts of an invariant, against the clause.  The order in which states are
 * repaired is not changed by it.
 *
 * A line is as hot as the most suspicious snapshot that is taken at it, in the blamed routine or in one around it. */
#include "report/report-internal.h"

#include <string.h>

#define LISTED_SNAPSHOTS 20
#define TIE 1e-9 /* of suspiciousness */

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

/* --- the cause --- */

/* Takes the blanks out of @text, which is returned. */
static char *squeeze (char *text)
{
  char *to = text;
  for (const char *from = text; *from; from++)
    if (!g_ascii_isspace (*from))
      *to++ = *from;
  *to = '\0';
  return text;
}

/* Its text without blanks stands in the routine; of what is put together from parts, that of each part. */
static gboolean is_written (const char *body, const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL || expr->kind == AF_EXPR_NULL)
    return TRUE;
  g_autofree char *text = g_strdup (expr->text);
  if (strstr (body, squeeze (text)))
    return TRUE;
  gboolean is_joined = expr->kind == AF_EXPR_BINARY || expr->kind == AF_EXPR_UNARY || expr->kind == AF_EXPR_READABLE
                       || expr->kind == AF_EXPR_WRITABLE || expr->kind == AF_EXPR_IMPLIES;
  for (guint i = 0; is_joined && i < expr->n_args; i++)
    if (!is_written (body, expr->args[i]))
      return FALSE;
  return is_joined;
}

/* In how many passing tests the state was seen otherwise at the same place. */
static guint seen_otherwise (const AfLocalization *found, const AfSnapshot *snapshot)
{
  for (guint i = 0; i < found->snapshots->len; i++) {
    const AfSnapshot *other = found->snapshots->pdata[i];
    if (other->predicate == snapshot->predicate && other->location == snapshot->location
        && other->value != snapshot->value && !other->with && !snapshot->with)
      return other->passing;
  }
  return snapshot->at_passing - MIN (snapshot->passing, snapshot->at_passing);
}

/* How well the state explains the failure; of equally suspicious ones, the best is shown. */
static guint worth_of (const AfFinding *finding, const char *body, const AfSnapshot *snapshot)
{
  const AfClause *clause = finding->fault->clause;
  g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
  g_autoptr (AfExpr) violation = clause->expr ? af_expr_not (clause->expr) : NULL;
  gboolean is_telling = snapshot->passing == 0 && seen_otherwise (finding->localization, snapshot) > 0;
  gboolean is_violation = violation && af_expr_equal (condition, violation);
  gboolean is_clause = violation && af_expr_equal (condition, clause->expr);
  /* that the clause holds explains nothing: a loop was there before, when all was well */
  return (is_clause ? 0 : 8) + (is_telling ? 4 : 0) + (is_written (body, condition) ? 2 : 0) + (is_violation ? 1 : 0);
}

static const AfSnapshot *cause_of (const AfModule *module, const AfFinding *finding)
{
  const GPtrArray *snapshots = finding->localization->snapshots;
  const AfRoutine *routine = finding->fault->routine;
  const AfSource *source = af_module_source (module, routine->body.file);
  g_autofree char *body = source ? af_source_slice (source, routine->definition) : g_strdup ("");
  const AfSnapshot *first = snapshots->pdata[0], *best = first;
  guint most = worth_of (finding, squeeze (body), first);
  for (guint i = 1; i < snapshots->len; i++) {
    const AfSnapshot *snapshot = snapshots->pdata[i];
    if (first->susp - snapshot->susp > TIE)
      break;
    guint worth = worth_of (finding, body, snapshot);
    if (worth > most) {
      best = snapshot;
      most = worth;
    }
  }
  return best;
}

static void put_cause (JsonBuilder *json, const AfModule *module, const AfFinding *finding)
{
  const AfLocalization *found = finding->localization;
  json_builder_set_member_name (json, "cause");
  if (!found || found->snapshots->len == 0) {
    json_builder_add_null_value (json);
    return;
  }
  const AfSnapshot *snapshot = cause_of (module, finding);
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
