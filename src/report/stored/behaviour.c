/* The behavioural model as JSON.
 *
 * In:  the transitions of passing tests.   Out: member "behaviour": per type its tests, states and transitions. */
#include "report/report-internal.h"

#include "testgen/behaviour.h"

static void put_tests (JsonBuilder *json, const AfBehaviour *behaviour)
{
  af_json_open_array (json, "tests");
  for (guint i = 0; i < behaviour->tests->len; i++) {
    const AfStateTest *test = behaviour->tests->pdata[i];
    json_builder_begin_object (json);
    af_json_name (json, "holds", test->holds);
    af_json_name (json, "fails", test->fails);
    af_json_bool (json, "telling", test->telling);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_states (JsonBuilder *json, const AfBehaviour *behaviour)
{
  af_json_open_array (json, "states");
  for (guint i = 0; i < behaviour->states->len; i++) {
    const AfAbstractState *state = &g_array_index (behaviour->states, AfAbstractState, i);
    GString *values = g_string_new (NULL);
    for (guint j = 0; j < behaviour->tests->len; j++)
      g_string_append_c (values, !(state->defined >> j & 1) ? '?' : state->values >> j & 1 ? '1' : '0');
    json_builder_begin_object (json);
    af_json_name (json, "values", values->str);
    af_json_int (json, "seen", state->seen);
    json_builder_end_object (json);
    g_string_free (values, TRUE);
  }
  json_builder_end_array (json);
}

static void put_transitions (JsonBuilder *json, const AfBehaviour *behaviour)
{
  af_json_open_array (json, "transitions");
  for (guint i = 0; i < behaviour->changes->len; i++) {
    const AfStateChange *change = &g_array_index (behaviour->changes, AfStateChange, i);
    json_builder_begin_object (json);
    af_json_int (json, "from", change->from + 1);
    af_json_int (json, "to", change->to + 1);
    af_json_name (json, "command", change->command->name);
    af_json_int (json, "count", change->count);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

void af_json_behaviour (JsonBuilder *json, const AfModule *module, const AfCorpus *corpus)
{
  g_autoptr (GPtrArray) behaviours = af_behaviours (module, corpus->transitions);
  af_json_open_array (json, "behaviour");
  for (guint i = 0; i < behaviours->len; i++) {
    const AfBehaviour *behaviour = behaviours->pdata[i];
    json_builder_begin_object (json);
    af_json_name (json, "type", behaviour->type->tag ? behaviour->type->tag : behaviour->type->spelling);
    put_tests (json, behaviour);
    put_states (json, behaviour);
    put_transitions (json, behaviour);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}
