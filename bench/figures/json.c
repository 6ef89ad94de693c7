/* bench.json: the tables and all sessions, for machines and for --compare.
 *
 * In:  a tally.   Out: JSON text; the form is in ../README.md. */
#include "bench/figures/figures.h"
#include "bench/reading.h"

static void put_real (JsonBuilder *json, const char *name, double value)
{
  json_builder_set_member_name (json, name);
  if (value < 0)
    json_builder_add_null_value (json);
  else
    json_builder_add_double_value (json, value);
}

static void put_outcomes (JsonBuilder *json, const guint count[AF_N_OUTCOMES])
{
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    af_json_int (json, af_outcome_word ((AfBenchOutcome)k), count[k]);
}

static void put_places (JsonBuilder *json, const guint near[AF_N_PLACES])
{
  for (guint k = 0; k < AF_N_PLACES; k++) {
    g_autofree char *name = af_place_word (k);
    af_json_int (json, name, near[k]);
  }
}

static void put_case (JsonBuilder *json, const AfCase *one)
{
  const AfPlant *plant = one->plant;
  json_builder_begin_object (json);
  af_json_name (json, "name", plant->name);
  af_json_name (json, "title", plant->title);
  af_json_name (json, "module", plant->module);
  af_json_name (json, "routine", plant->routine);
  af_json_name (json, "kind", plant->kind);
  af_json_name (json, "class", plant->words);
  af_json_int (json, "taxonomy", plant->taxonomy);
  af_json_name (json, "contracts", plant->contracts);
  af_json_name (json, "fix", plant->repair);
  af_json_int (json, "seeds", one->n);
  put_outcomes (json, one->count);
  put_places (json, one->near);
  af_json_name (json, "reason", af_reason_name (af_case_reason (one)));
  af_json_name (json, "scenario", af_scenario_name (af_case_scenario (one)));
  af_json_open_array (json, "sessions");
  for (guint i = 0; i < one->n; i++)
    af_session_write (one->sessions[i], json);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void put_row (JsonBuilder *json, const AfRow *row)
{
  json_builder_begin_object (json);
  af_json_name (json, "label", row->label);
  af_json_int (json, "faults", row->faults);
  put_outcomes (json, row->count);
  af_json_int (json, "in_space", row->in_space);
  af_json_int (json, "in_space_known", row->asked);
  put_places (json, row->near);
  af_json_int (json, "high", row->high);
  af_json_int (json, "high_right", row->high_right);
  put_real (json, "first_fault", row->first_fault);
  put_real (json, "first_fix", row->first_fix);
  put_real (json, "seconds", row->seconds);
  json_builder_end_object (json);
}

static void put_rows (JsonBuilder *json, const char *name, const GPtrArray *rows)
{
  af_json_open_array (json, name);
  for (guint i = 0; i < rows->len; i++)
    put_row (json, rows->pdata[i]);
  json_builder_end_array (json);
}

static void put_schemas (JsonBuilder *json, const AfTally *tally)
{
  af_json_open_array (json, "schemas");
  for (guint i = 0; i < tally->schemas->len; i++) {
    const AfSchemaRow *row = tally->schemas->pdata[i];
    json_builder_begin_object (json);
    af_json_name (json, "schema", row->name);
    af_json_int (json, "valid", row->valid);
    af_json_int (json, "proper", row->proper);
    af_json_int (json, "first_proper", row->first);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_times (JsonBuilder *json, const AfTally *tally)
{
  af_json_open_array (json, "times");
  for (guint i = 0; i < AF_N_TIMES; i++) {
    const AfSpread *s = &tally->times[i].spread;
    const struct {
      const char *name;
      double value;
    } members[] = {
      { "min", s->min }, { "q1", s->q1 },     { "median", s->median }, { "q3", s->q3 },
      { "max", s->max }, { "mean", s->mean }, { "stdev", s->stdev },
    };
    json_builder_begin_object (json);
    af_json_name (json, "of", tally->times[i].name);
    af_json_int (json, "n", s->n);
    for (guint k = 0; k < G_N_ELEMENTS (members); k++)
      put_real (json, members[k].name, s->n > 0 ? members[k].value : -1);
    json_builder_set_member_name (json, "skew");
    json_builder_add_double_value (json, s->skew);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  put_real (json, "seconds_per_valid_fix", tally->average_valid);
  put_real (json, "seconds_per_proper_fix", tally->average_proper);
}

static void put_levels (JsonBuilder *json, const AfTally *tally)
{
  af_json_open_array (json, "repeatability");
  for (guint i = 0; i < AF_N_LEVELS; i++) {
    json_builder_begin_object (json);
    af_json_int (json, "percent", af_levels[i]);
    put_outcomes (json, tally->level[i]);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_reasons (JsonBuilder *json, const AfTally *tally)
{
  json_builder_set_member_name (json, "reasons");
  json_builder_begin_object (json);
  for (guint i = 0; i < AF_N_REASONS; i++)
    af_json_int (json, af_reason_name ((AfReason)i), tally->reason[i]);
  json_builder_end_object (json);
  af_json_int (json, "elsewhere", tally->elsewhere);
  json_builder_set_member_name (json, "scenarios");
  json_builder_begin_object (json);
  for (guint i = 0; i < AF_N_SCENARIOS; i++) {
    json_builder_set_member_name (json, af_scenario_name ((AfScenario)i));
    json_builder_begin_object (json);
    af_json_int (json, "valid", tally->invalid[i]);
    af_json_int (json, "proper@10", tally->improper[i]);
    json_builder_end_object (json);
  }
  json_builder_end_object (json);
}

char *af_tally_json (const AfTally *tally, const char *tool_key)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_int (json, "version", 1);
  af_json_name (json, "mode", tally->faithful ? "faithful" : "full");
  af_json_name (json, "tool", tool_key);
  json_builder_set_member_name (json, "localize");
  json_builder_add_boolean_value (json, tally->localize);
  af_json_int (json, "seeds", tally->n_seeds);
  json_builder_set_member_name (json, "total");
  put_row (json, tally->total);
  put_rows (json, "kinds", tally->kinds);
  put_rows (json, "classes", tally->classes);
  put_rows (json, "contracts", tally->strengths);
  put_schemas (json, tally);
  put_times (json, tally);
  put_levels (json, tally);
  put_reasons (json, tally);
  json_builder_set_member_name (json, "candidates");
  json_builder_begin_object (json);
  af_json_int (json, "made", (gint64)tally->made);
  af_json_int (json, "screened", (gint64)tally->screened);
  af_json_int (json, "valid", (gint64)tally->valid);
  af_json_int (json, "confirmed", (gint64)tally->confirmed);
  put_real (json, "groups_per_valid", tally->groups.n > 0 ? tally->groups.median : -1);
  json_builder_end_object (json);
  af_json_open_array (json, "faults");
  for (guint i = 0; i < tally->cases->len; i++)
    put_case (json, tally->cases->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}
