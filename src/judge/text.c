/* Rulings for people and machines.
 *
 *     mine.patch: valid
 *       F-3a91c2  repaired (247 tests and 300 held-out ones; 0 passing end differently than before); behaves like
 * X-3a91c2-1 other.patch: wrong F-3a91c2  breaks what worked: postcondition of 'sset_put' violated by 'sset_put': OLD
 * (s->count) + 1 == s->count test: s = sset_create (); sset_put (s, 7) */
#include "judge/judge.h"

#include "util/error.h"
#include "util/json.h"

static const char *const measured_names[] = { "fixes", "keeps", "trades", "breaks", "silences" };

static const char *const measured_texts[] = {
  "repaired",
  "still there",
  "replaced by another",
  "breaks what worked",
  "no longer tested: the tests that showed it, or most of those that passed, are no longer permitted",
};

static void put_row (GString *out, const AfModule *module, const AfRulingRow *row)
{
  const AfMeasure *measure = row->measure;
  g_string_append_printf (out, "  %s  %s", row->fault->id, measured_texts[measure->verdict]);
  if (measure->verdict == AF_MEASURED_FIXES)
    g_string_append_printf (out, " (%u tests and %u held-out ones; %u passing %s differently than before)",
                            measure->n_tests, measure->n_held_out, measure->n_changed,
                            measure->n_changed == 1 ? "ends" : "end");
  if (measure->violation)
    g_string_append_printf (out, ": %s", measure->violation);
  if (row->alike)
    g_string_append_printf (out, "; behaves like %s", row->alike);
  else if (row->other)
    g_string_append_printf (out, "; behaves differently from %s", row->other);
  g_string_append_c (out, '\n');
  const AfTest *test = measure->counterexample ? measure->counterexample : row->distinguishing;
  if (test) {
    g_autofree char *calls = af_testgen_describe (module, test);
    g_string_append_printf (out, "            %s: %s\n", measure->counterexample ? "test" : "seen in", calls);
  }
}

char *af_rulings_text (const AfModule *module, const AfRulings *rulings)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < rulings->rulings->len; i++) {
    const AfRuling *ruling = rulings->rulings->pdata[i];
    g_string_append_printf (out, "%s: %s%s%s\n", ruling->name, af_ruling_kind_name (ruling->kind),
                            ruling->trouble ? ": " : "", ruling->trouble ? ruling->trouble : "");
    for (guint k = 0; k < ruling->rows->len; k++)
      put_row (out, module, ruling->rows->pdata[k]);
  }
  g_autofree char *raw = g_string_free (out, FALSE);
  return af_printable (raw);
}

/* --- JSON --- */

static void put_test (JsonBuilder *json, const char *name, const AfModule *module, const AfTest *test)
{
  g_autofree char *calls = test ? af_testgen_describe (module, test) : NULL;
  af_json_name (json, name, calls);
}

static void put_json_row (JsonBuilder *json, const AfModule *module, const AfRulingRow *row)
{
  json_builder_begin_object (json);
  af_json_name (json, "fault", row->fault->id);
  af_json_name (json, "outcome", measured_names[row->measure->verdict]);
  af_json_int (json, "tests", row->measure->n_tests);
  af_json_int (json, "held_out", row->measure->n_held_out);
  af_json_int (json, "changed", row->measure->n_changed);
  af_json_name (json, "violation", row->measure->violation);
  put_test (json, "counterexample", module, row->measure->counterexample);
  af_json_name (json, "alike", row->alike);
  af_json_name (json, "other", row->other);
  put_test (json, "distinguishing_test", module, row->distinguishing);
  json_builder_end_object (json);
}

char *af_rulings_json (const AfModule *module, const AfRulings *rulings)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_int (json, "version", 1);
  af_json_open_array (json, "patches");
  for (guint i = 0; i < rulings->rulings->len; i++) {
    const AfRuling *ruling = rulings->rulings->pdata[i];
    json_builder_begin_object (json);
    af_json_name (json, "patch", ruling->name);
    af_json_name (json, "ruling", af_ruling_kind_name (ruling->kind));
    af_json_name (json, "trouble", ruling->trouble);
    af_json_open_array (json, "faults");
    for (guint k = 0; k < ruling->rows->len; k++)
      put_json_row (json, module, ruling->rows->pdata[k]);
    json_builder_end_array (json);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}
