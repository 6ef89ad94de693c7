/* One folder per action and schema: tests/golden/synthesize/<case>.d/ holds module.c, `case` (which candidate) and `expected`
 * (the patched text).  UPDATE_GOLDEN=1 rewrites the expectations. */
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

static gboolean matches (const AfCandidate *candidate, GKeyFile *wanted)
{
  g_autofree char *schema = g_key_file_get_string (wanted, "case", "schema", NULL);
  g_autofree char *rule = g_key_file_get_string (wanted, "case", "rule", NULL);
  g_autofree char *value = g_key_file_get_string (wanted, "case", "value", NULL);
  if (!g_str_equal (schema, af_schema_name (candidate->schema)))
    return FALSE;
  if (!rule)
    return candidate->action == NULL;
  if (!candidate->action || !g_str_equal (rule, candidate->action->rule))
    return FALSE;
  return !value || (candidate->action->value && g_str_equal (value, candidate->action->value->text));
}

static char *patched (const AfModule *module, GKeyFile *wanted)
{
  Mark mark = find_mark (module);
  ck_assert_ptr_nonnull (mark.routine);
  g_autoptr (AfLocalization) localization = support_localization (mark.condition, mark.location->id);
  g_autoptr (AfFault) fault = support_fault (module, mark.routine, 1);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, FALSE);
  g_autoptr (GPtrArray) candidates = af_synthesize (module, fault, localization, NULL, solver, &options);
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    if (matches (candidate, wanted))
      return af_edits_apply (af_module_source (module, candidate->file), candidate->edits);
  }
  g_autofree char *dump = af_candidates_dump (candidates);
  return g_strdup_printf ("no such candidate among\n%s", dump);
}

static char *run_case (const char *folder, const char *name)
{
  g_autofree char *source = g_build_filename (folder, name, "module.c", NULL);
  g_autofree char *description = g_build_filename (folder, name, "case", NULL);
  g_autofree char *expectation = g_build_filename (folder, name, "expected", NULL);
  g_autoptr (GKeyFile) wanted = g_key_file_new ();
  ck_assert_msg (g_key_file_load_from_file (wanted, description, G_KEY_FILE_NONE, NULL), "%s", description);
  g_autoptr (AfModule) module = support_load (source);
  g_autofree char *result = patched (module, wanted);
  if (g_getenv ("UPDATE_GOLDEN"))
    ck_assert (g_file_set_contents (expectation, result, -1, NULL));
  g_autofree char *expected = NULL;
  g_file_get_contents (expectation, &expected, NULL, NULL);
  if (g_strcmp0 (result, expected) != 0)
    return g_strdup_printf ("%s: expected\n%s\ngot\n%s\n", name, expected ? expected : "(nothing)", result);
  return NULL;
}

START_TEST (golden_cases)
{
  g_autofree char *folder = g_build_filename (support_srcdir (), "tests", "golden", "synthesize", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  ck_assert_ptr_nonnull (dir);
  g_autoptr (GString) trouble = g_string_new (NULL);
  guint n = 0;
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir)) {
    if (!g_str_has_suffix (name, ".d"))
      continue;
    g_autofree char *difference = run_case (folder, name);
    if (difference)
      g_string_append (trouble, difference);
    n++;
  }
  /* A message of Check's is short. */
  if (trouble->len > 0)
    g_printerr ("%s", trouble->str);
  ck_assert_uint_eq (trouble->len, 0);
  ck_assert_uint_gt (n, 20);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("synthesize golden");
  TCase *tcase = tcase_create ("cases");
  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, golden_cases);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
