/* The strength of contracts for people and programs.
 *
 * In:  mutants with their fates.   Out: per routine how many are noticed, and what is not, with a test that shows it.
 *
 *     ring_pop (line 26): 11 of 14 noticed, 2 survived, 1 alike in all tests
 *       ring.c:31:10: survived: `r->first + 1` -> `r->first` in line 31
 *         test     r = ring_create (1); ring_push (r, 0); ring_pop (r)
 *         differs  ring_first returns 0, without the change 1 */
#include "pipeline/strength/strength-internal.h"

#include "util/error.h"
#include "util/json.h"

typedef struct {
  guint all, noticed, n[AF_N_FATES];
} Sums;

/* @routine: null for all of them. */
static Sums sums_of (const AfStrength *strength, const AfRoutine *routine)
{
  Sums sums = { 0 };
  for (guint i = 0; i < strength->mutants->len; i++) {
    const AfMutant *mutant = strength->mutants->pdata[i];
    if (routine && mutant->candidate->routine != routine)
      continue;
    sums.all++;
    sums.n[mutant->fate]++;
    sums.noticed += mutant->fate <= AF_FATE_TESTED;
  }
  return sums;
}

/* Where the text changes first. */
static const AfSource *position_of (const AfModule *module, const AfCandidate *candidate, guint *line, guint *column)
{
  const AfSource *source = af_module_source (module, candidate->file);
  guint first = G_MAXUINT;
  for (guint i = 0; i < candidate->edits->len; i++)
    first = MIN (first, ((const AfEdit *)candidate->edits->pdata[i])->range.start);
  af_source_position (source, MIN (first, (guint)source->length), line, column);
  return source;
}

static void put_others (GString *out, const Sums *sums)
{
  if (sums->n[AF_FATE_SURVIVED] > 0)
    g_string_append_printf (out, ", %u survived", sums->n[AF_FATE_SURVIVED]);
  if (sums->n[AF_FATE_ALIKE] > 0)
    g_string_append_printf (out, ", %u alike in all tests", sums->n[AF_FATE_ALIKE]);
  if (sums->n[AF_FATE_UNDECIDED] > 0)
    g_string_append_printf (out, ", %u undecided", sums->n[AF_FATE_UNDECIDED]);
}

static void put_survivor (GString *out, const AfModule *module, const AfMutant *mutant)
{
  guint line, column;
  const AfSource *source = position_of (module, mutant->candidate, &line, &column);
  g_autofree char *change = af_printable (mutant->candidate->summary);
  g_autofree char *calls = af_testgen_describe (module, mutant->test);
  g_autofree char *test = af_printable (calls);
  g_string_append_printf (out, "  %s:%u:%u: survived: %s\n    test     %s\n", source->path, line, column, change, test);
  if (mutant->with && mutant->without)
    g_string_append_printf (out, "    differs  %s; without the change: %s\n", mutant->with, mutant->without);
  else
    g_string_append (out, "    differs  in the data that an object holds\n");
}

static void put_routine (GString *out, const AfStrength *strength, const AfModule *module, const AfRoutine *routine)
{
  Sums sums = sums_of (strength, routine);
  if (sums.all == 0)
    return;
  g_string_append_printf (out, "%s (line %u): %u of %u noticed", routine->name, routine->line, sums.noticed, sums.all);
  put_others (out, &sums);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < strength->mutants->len; i++) {
    const AfMutant *mutant = strength->mutants->pdata[i];
    if (mutant->candidate->routine == routine && mutant->fate == AF_FATE_SURVIVED)
      put_survivor (out, module, mutant);
  }
}

char *af_strength_text (const AfStrength *strength, const AfModule *module, guint64 seed)
{
  GString *out = g_string_new (NULL);
  Sums all = sums_of (strength, NULL);
  for (guint i = 0; i < module->routines->len; i++)
    put_routine (out, strength, module, module->routines->pdata[i]);
  g_string_append_printf (out,
                          "%s%s: %u change%s in %u tests (seed %" G_GUINT64_FORMAT "): %u violate%s a contract, %u "
                          "a rule of C",
                          out->len > 0 ? "\n" : "", module->name, all.all, all.all == 1 ? "" : "s",
                          strength->tests->len, seed, all.n[AF_FATE_KILLED], all.n[AF_FATE_KILLED] == 1 ? "s" : "",
                          all.n[AF_FATE_CAUGHT]);
  if (all.n[AF_FATE_TESTED] > 0)
    g_string_append_printf (out, ", %u the project's own tests", all.n[AF_FATE_TESTED]);
  put_others (out, &all);
  g_string_append_c (out, '\n');
  if (all.n[AF_FATE_SURVIVED] > 0)
    g_string_append_printf (out,
                            "hint: write as ENSURE or INVARIANT what a survivor breaks; `autofix infer %s` proposes "
                            "contracts\n",
                            ((const AfSource *)module->sources->pdata[0])->path);
  return g_string_free (out, FALSE);
}

static void put_mutant (JsonBuilder *json, const AfModule *module, const AfMutant *mutant)
{
  guint line, column;
  const AfSource *source = position_of (module, mutant->candidate, &line, &column);
  g_autofree char *test = mutant->test ? af_testgen_describe (module, mutant->test) : NULL;
  json_builder_begin_object (json);
  af_json_name (json, "routine", mutant->candidate->routine->name);
  af_json_name (json, "file", source->path);
  af_json_int (json, "line", line);
  af_json_int (json, "column", column);
  af_json_name (json, "operator", mutant->candidate->action->row->id);
  af_json_name (json, "change", mutant->candidate->summary);
  af_json_name (json, "fate", af_fate_name (mutant->fate));
  af_json_name (json, "violated", mutant->violated);
  af_json_name (json, "test", test);
  af_json_name (json, "with", mutant->with);
  af_json_name (json, "without", mutant->without);
  json_builder_end_object (json);
}

char *af_strength_json (const AfStrength *strength, const AfModule *module, guint64 seed)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_name (json, "module", module->name);
  af_json_int (json, "seed", (gint64)seed);
  af_json_int (json, "tests", strength->tests->len);
  af_json_open_array (json, "mutants");
  for (guint i = 0; i < strength->mutants->len; i++)
    put_mutant (json, module, strength->mutants->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}
