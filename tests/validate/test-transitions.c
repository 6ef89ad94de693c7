/* Fixes that change an object as no passing call does, of a module that is built and run. */
#include <check.h>
#include <stdlib.h>

#include "tests/testgen/chain.h"
#include "validate/validate-internal.h"

static const char text[] = "#include <autofix/contract.h>\n#include <stdbool.h>\n#include <stdlib.h>\n"
                           "typedef struct Box { int n; } Box;\n"
                           "QUERY bool box_empty (const Box *box) { return box->n == 0; }\n"
                           "QUERY bool box_owes (const Box *box) { return box->n < 0; }\n"
                           "Box *box_new (void) { return calloc (1, sizeof (Box)); }\n"
                           "void box_free (Box *box) { free (box); }\n"
                           "void box_put (Box *box, int n)\n{\n  REQUIRE (box != NULL);\n  ENSURE (!box_empty (box));\n"
                           "  if (n == 7)\n    return;\n  box->n++;\n}\n";

/* box_put (box_new (), n) */
static AfTest *put (const AfModule *module, gint64 n)
{
  AfTest *test = af_test_new ();
  AfCall *call = af_call_new (af_module_routine (module, "box_put")->id, -1, 2);
  g_ptr_array_add (test->calls, af_call_new (af_module_routine (module, "box_new")->id, 0, 0));
  test->n_variables = 1;
  call->args[0].kind = AF_ARG_VARIABLE;
  call->args[1].integer = n;
  g_ptr_array_add (test->calls, call);
  return test;
}

static AfFix *fix_with (const AfModule *module, guint id, const char *instead)
{
  static const char old[] = "return;\n  box";
  AfCandidate *candidate = af_candidate_new (id, NULL, AF_SCHEMA_A, NULL);
  guint start = (guint)(strstr (text, old) - text);
  if (!candidate->edits)
    candidate->edits = af_edits_new ();
  af_edits_replace (candidate->edits, (AfRange){ 0, start, start + (guint)strlen ("return;") }, instead);
  candidate->routine = af_module_routine (module, "box_put");
  return af_fix_new (candidate);
}

START_TEST (strange_changes_are_counted)
{
  static const struct {
    const char *instead;
    guint n_transitions, n_strange;
  } rows[] = {
    { ";", 1, 0 },            /* is not empty behind it, as ever */
    { "box->n -= 2;", 1, 1 }, /* neither, but owes something, as never before */
    { "return;", 0, 0 },      /* the fault itself: the call does not end */
  };
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  ck_assert_msg (chain_read_text (&chain, text, &error), "%s", error ? error->message : "");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_ptr_array_add (fixes, fix_with (chain.module, i + 1, rows[i].instead));
    g_ptr_array_add (candidates, ((AfFix *)fixes->pdata[i])->candidate);
  }
  AfRoutine *routine = af_module_routine (chain.module, "box_put");
  g_autoptr (AfFault) fault = af_fault_new (chain.module, routine, 1, routine->clauses->pdata[0]);
  g_ptr_array_add (fault->failing, put (chain.module, 7));
  g_ptr_array_add (fault->passing, put (chain.module, 1));
  g_ptr_array_add (fault->passing, put (chain.module, 2));

  AfWeavePlan plan = { .candidates = candidates };
  g_autoptr (AfBuild) build = af_subject_build (&chain.config, chain.module, &plan, AF_BUILD_FAST, NULL, &error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&chain.config, build, &error) : NULL;
  g_autoptr (GPtrArray) tests = af_runs_tests (fault, NULL);
  ck_assert_msg (subject && af_subject_load (subject, tests, &error), "%s", error ? error->message : "");
  g_autoptr (GPtrArray) subjects = g_ptr_array_new ();
  g_ptr_array_add (subjects, subject);
  const AfValidation validation = { .module = chain.module, .fault = fault, .subjects = subjects };
  ck_assert (af_fixes_observe_transitions (&validation, fixes, &error));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const AfFix *fix = fixes->pdata[i];
    ck_assert_msg (fix->n_transitions == rows[i].n_transitions && fix->n_strange == rows[i].n_strange, "%s: %u of %u",
                   rows[i].instead, fix->n_strange, fix->n_transitions);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("transitions");
  TCase *all = tcase_create ("all");
  tcase_set_timeout (all, 120);
  tcase_add_test (all, strange_changes_are_counted);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
