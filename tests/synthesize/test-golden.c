/* One folder per action and schema: tests/golden/synthesize/<case>.d/ holds module.c, `case` (which candidate) and
 * `expected` (the patched text).  UPDATE_GOLDEN=1 rewrites the expectations.  Every row of operators.def and
 * schemas.def has such a folder.
 *
 * `case` names schema, rule and value, and summary where these leave a choice; after=true wants the snippet after the
 * statement; first, second: the summaries of the two halves of a pair; location=KIND the next location of that kind as
 * place of the state; transitions=box_forth 1 0;... what commands were seen to do: routine, state before, state after.
 *
 * absent=true: no such candidate is made.
 *
 * faithful=true does what the paper does and lists all candidates, after the weights of what is linear; false=true:
 * the state is that the CHECK does not hold; callee=NAME clause=TEXT: the violated precondition.  Whatever the case,
 * `faithful` makes nothing that the paper does not have. */
#include "model/written-out.h"
#include "support.h"

#include <string.h>

typedef struct {
  const AfRoutine *routine;
  const AfLocation *location;
  AfExpr *condition;
} Mark;

/* The only CHECK of the module, and what follows it. */
static Mark find_mark (const AfModule *module)
{
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, r);
    for (guint i = 0; i < routine->contracts->len; i++) {
      const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
      if (!g_str_equal (call->macro, "CHECK"))
        continue;
      const AfLocation *next = NULL;
      for (guint k = 2; k < routine->locations->len; k++) {
        const AfLocation *location = g_ptr_array_index (routine->locations, k);
        if (location->range.start > call->range.start && location->kind != AF_LOCATION_CHECK
            && (!next || location->range.start < next->range.start))
          next = location;
      }
      return (Mark){ routine, next ? next : af_routine_location (routine, 1), call->expr };
    }
  }
  return (Mark){ NULL, NULL, NULL };
}

/* The first location of this kind after the mark. */
static const AfLocation *kind_after (Mark mark, const char *kind)
{
  for (guint k = 2; k < mark.routine->locations->len; k++) {
    const AfLocation *location = g_ptr_array_index (mark.routine->locations, k);
    if (g_str_equal (af_location_kind_name (location->kind), kind)
        && location->range.start > mark.location->range.start)
      return location;
  }
  return mark.location;
}

static GArray *transitions_of (const AfModule *module, GKeyFile *wanted)
{
  GArray *transitions = g_array_new (FALSE, TRUE, sizeof (AfTransition));
  g_auto (GStrv) rows = g_key_file_get_string_list (wanted, "case", "transitions", NULL, NULL);
  for (guint i = 0; rows && rows[i]; i++) {
    g_auto (GStrv) words = g_strsplit (rows[i], " ", 3);
    const AfRoutine *routine = af_module_routine (module, words[0]);
    ck_assert_ptr_nonnull (routine);
    const AfVariable *object = g_ptr_array_index (routine->variables, 0);
    AfTransition row = { .type = object->type->target->id,
                         .routine = routine->id,
                         .param = 0,
                         .count = 10,
                         .before_defined = 255,
                         .after_defined = 255,
                         .before = (guint64)atoi (words[1]),
                         .after = (guint64)atoi (words[2]) };
    g_array_append_val (transitions, row);
  }
  return transitions;
}

static gboolean matches (const AfCandidate *candidate, GKeyFile *wanted)
{
  g_autofree char *schema = g_key_file_get_string (wanted, "case", "schema", NULL);
  g_autofree char *rule = g_key_file_get_string (wanted, "case", "rule", NULL);
  g_autofree char *value = g_key_file_get_string (wanted, "case", "value", NULL);
  g_autofree char *summary = g_key_file_get_string (wanted, "case", "summary", NULL);
  if (!g_str_equal (schema, af_schema_name (candidate->schema)))
    return FALSE;
  if (!rule)
    return candidate->action == NULL;
  if (!candidate->action || !g_str_equal (rule, candidate->action->row->id))
    return FALSE;
  if (candidate->action->after != g_key_file_get_boolean (wanted, "case", "after", NULL)
      && g_key_file_has_key (wanted, "case", "after", NULL))
    return FALSE;
  if (summary && !g_str_equal (summary, candidate->summary))
    return FALSE;
  return !value || (candidate->action->value && g_str_equal (value, candidate->action->value->text));
}

/* The candidate whose summary is under @key. */
static AfCandidate *half (const GPtrArray *candidates, GKeyFile *wanted, const char *key)
{
  g_autofree char *summary = g_key_file_get_string (wanted, "case", key, NULL);
  for (guint i = 0; i < candidates->len; i++) {
    AfCandidate *candidate = g_ptr_array_index (candidates, i);
    if (g_str_equal (candidate->summary, summary))
      return candidate;
  }
  return NULL;
}

/* Of two failing tests the one half repairs the first, the other half the second; both leave the other test failing
 * elsewhere. */
static GPtrArray *pairs_of (const AfModule *module, AfFault *fault, const GPtrArray *candidates, GKeyFile *wanted)
{
  AfCandidate *halves[2] = { half (candidates, wanted, "first"), half (candidates, wanted, "second") };
  g_autoptr (GPtrArray) effects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_effects_free);
  while (fault->failing->len < 2)
    g_ptr_array_add (fault->failing, af_test_new ());
  for (guint h = 0; h < 2 && halves[0] && halves[1]; h++) {
    AfEffects *effect = af_effects_new (halves[h], 2);
    for (guint test = 0; test < 2; test++) {
      guint8 what = test == h ? AF_EFFECT_REPAIRED : AF_EFFECT_CHANGED;
      g_array_index (effect->effects, guint8, test) = what;
      effect->n_failing[what]++;
    }
    g_ptr_array_add (effects, effect);
  }
  AfSynthesisTask task = { .module = module, .fault = fault };
  AfTried tried = { candidates, effects, NULL };
  g_autofree char *rule = g_key_file_get_string (wanted, "case", "rule", NULL);
  return g_strcmp0 (rule, "everywhere") == 0 ? af_synthesize_everywhere (&task, &tried, 5)
                                             : af_synthesize_pairs (&task, &tried, FALSE, 5);
}

/* --- as in the paper --- */

/* What the type invariants say of the routine's object. */
static GPtrArray *background_of (const AfModule *module, const AfRoutine *routine)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    g_autoptr (AfFault) fault = clause->kind == AF_CLAUSE_INVARIANT ? af_fault_new (module, routine, 1, clause) : NULL;
    if (fault && fault->condition)
      g_ptr_array_add (facts, af_expr_ref (fault->condition));
  }
  return facts;
}

static AfFault *fault_of (const AfModule *module, Mark mark, GKeyFile *wanted)
{
  g_autofree char *callee = g_key_file_get_string (wanted, "case", "callee", NULL);
  g_autofree char *text = g_key_file_get_string (wanted, "case", "clause", NULL);
  for (guint i = 0; callee && i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    if (clause->kind == AF_CLAUSE_PRECONDITION && g_str_equal (clause->text, text)
        && g_str_equal (((const AfRoutine *)g_ptr_array_index (module->routines, clause->routine))->name, callee))
      return af_fault_new (module, mark.routine, mark.location->id, clause);
  }
  ck_assert_msg (!callee, "%s demands no '%s'", callee, text);
  return support_fault (module, mark.routine, mark.location->id);
}

/* All that the paper has for the state, and nothing else. */
static char *faithful (const AfModule *module, Mark mark, const AfLocalization *localization, const GArray *transitions,
                       GKeyFile *wanted)
{
  g_autoptr (AfFault) fault = fault_of (module, mark, wanted);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (GPtrArray) facts = background_of (module, mark.routine);
  af_solver_set_background (solver, facts);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, TRUE);
  g_autoptr (GPtrArray) candidates =
    af_synthesize (&(AfSynthesisTask){ module, fault, transitions, solver, NULL }, localization, &options);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *weights = af_synthesize_weights_dump (module, fault);
  g_string_append (text, weights);
  ck_assert_uint_le (candidates->len, 50);
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    const AfAction *action = candidate->action;
    ck_assert_msg (!action || af_action_has (action, AF_IN_PAPER), "%s", candidate->summary);
    ck_assert (!action || action->kind == AF_ACTION_SET || action->kind == AF_ACTION_CALL
               || action->kind == AF_ACTION_REPLACE);
    ck_assert (!candidate->halves[0] && !candidate->halves[1] && !(action && action->after));
  }
  g_autofree char *dump = af_candidates_dump (candidates);
  g_string_append (text, dump);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *patched (const AfModule *module, GKeyFile *wanted)
{
  Mark mark = find_mark (module);
  ck_assert_ptr_nonnull (mark.routine);
  g_autofree char *place = g_key_file_get_string (wanted, "case", "location", NULL);
  g_autoptr (GArray) transitions = transitions_of (module, wanted);
  if (place)
    mark.location = kind_after (mark, place);
  g_autoptr (AfLocalization) localization = support_localization (mark.condition, mark.location->id);
  ((AfSnapshot *)g_ptr_array_index (localization->snapshots, 0))->value =
    !g_key_file_get_boolean (wanted, "case", "false", NULL);
  g_autofree char *paper = faithful (module, mark, localization, transitions, wanted);
  if (g_key_file_get_boolean (wanted, "case", "faithful", NULL))
    return g_steal_pointer (&paper);
  for (guint i = 2; g_key_file_has_key (wanted, "case", "first", NULL) && i < mark.routine->locations->len; i++) {
    const AfSnapshot *snapshot = g_ptr_array_index (localization->snapshots, 0);
    AfSnapshot *other = af_snapshot_new (snapshot->predicate, i, TRUE);
    other->failing = 3;
    other->susp = 1;
    g_ptr_array_add (localization->snapshots, other);
  }
  gboolean is_told = g_key_file_has_key (wanted, "case", "callee", NULL);
  g_autoptr (AfFault) fault = is_told ? fault_of (module, mark, wanted) : support_fault (module, mark.routine, 1);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, FALSE);
  g_autoptr (GPtrArray) candidates =
    af_synthesize (&(AfSynthesisTask){ module, fault, transitions, solver, NULL }, localization, &options);
  g_autoptr (GPtrArray) pairs =
    g_key_file_has_key (wanted, "case", "first", NULL) ? pairs_of (module, fault, candidates, wanted) : NULL;
  for (guint i = 0; i < (pairs ? pairs : candidates)->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (pairs ? pairs : candidates, i);
    if (matches (candidate, wanted))
      return af_edits_apply_to_user (af_module_source (module, candidate->file), candidate->edits);
  }
  if (g_key_file_get_boolean (wanted, "case", "absent", NULL))
    return g_strdup ("none\n");
  g_autofree char *dump = af_candidates_dump (candidates);
  return g_strdup_printf ("no such candidate among\n%s", dump);
}

static char *run_case (const char *folder, const char *name, GHashTable *covered)
{
  g_autofree char *source = g_build_filename (folder, name, "module.c", NULL);
  g_autofree char *description = g_build_filename (folder, name, "case", NULL);
  g_autofree char *expectation = g_build_filename (folder, name, "expected", NULL);
  g_autoptr (GKeyFile) wanted = g_key_file_new ();
  ck_assert_msg (g_key_file_load_from_file (wanted, description, G_KEY_FILE_NONE, NULL), "%s", description);
  char *rule = g_key_file_get_string (wanted, "case", "rule", NULL);
  g_autofree char *schema = g_key_file_get_string (wanted, "case", "schema", NULL);
  g_hash_table_add (covered, rule ? rule : g_strdup ("none"));
  g_hash_table_add (covered, g_strconcat ("schema ", schema ? schema : "-", NULL));
  g_autoptr (AfModule) module = support_load (source);
  g_autofree char *result = patched (module, wanted);
  if (g_str_has_prefix (result, "no such candidate"))
    return g_strdup_printf ("%s: %s\n", name, result);
  if (g_getenv ("UPDATE_GOLDEN"))
    ck_assert (g_file_set_contents (expectation, result, -1, NULL));
  g_autofree char *expected = NULL;
  g_file_get_contents (expectation, &expected, NULL, NULL);
  if (g_strcmp0 (result, expected) != 0)
    return g_strdup_printf ("%s: expected\n%s\ngot\n%s\n", name, expected ? expected : "(nothing)", result);
  return NULL;
}

static void check_rows (GHashTable *covered)
{
  for (guint i = 0; i < AF_N_OPERATORS; i++)
    ck_assert_msg (g_hash_table_contains (covered, af_operator (i)->id), "no golden case for the operator '%s'",
                   af_operator (i)->id);
  for (guint i = 0; i < AF_N_SCHEMAS; i++) {
    g_autofree char *name = g_strdup_printf ("schema %s", af_schema_name (i));
    ck_assert_msg (g_hash_table_contains (covered, name), "no golden case for the %s", name);
  }
}

START_TEST (golden_cases)
{
  g_autofree char *folder = g_build_filename (support_srcdir (), "tests", "golden", "synthesize", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  ck_assert_ptr_nonnull (dir);
  g_autoptr (GString) trouble = g_string_new (NULL);
  g_autoptr (GHashTable) covered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir)) {
    if (!g_str_has_suffix (name, ".d"))
      continue;
    g_autofree char *difference = run_case (folder, name, covered);
    if (difference)
      g_string_append (trouble, difference);
  }
  /* A message of Check's is short. */
  if (trouble->len > 0)
    g_printerr ("%s", trouble->str);
  ck_assert_uint_eq (trouble->len, 0);
  check_rows (covered);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("synthesize golden");
  TCase *tcase = tcase_create ("cases");
  tcase_set_timeout (tcase, 240);
  tcase_add_test (tcase, golden_cases);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
