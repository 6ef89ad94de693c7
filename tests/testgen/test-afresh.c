/* Static data put back before each test: what a test leaves in variables of the module, the next one does not meet; and
 * where that cannot be done, each test has a process of its own. */
#include <check.h>
#include <stdlib.h>

#include "chain.h"

enum { N_TESTS = 3 };

/* bump () gives what a variable was, or what libc remembers. */
static const char *const modules[] = {
  "int bump (void) { static const int steps[] = { 1, 2 }; return steps[1]; }",
  "static int n;\nint bump (void) { return ++n; }",
  "static int row[3] = { 1, 2, 3 };\nint bump (void) { return ++row[1]; }",
  "int bump (void) { static int n = 5; return n++; }",
  "static _Thread_local int n = 2;\nint bump (void) { return ++n; }",
  "#include <stdlib.h>\nstatic int *last;\n"
  "int bump (void) { if (!last) last = calloc (1, sizeof *last); return last ? ++*last : 0; }",
  "static int n;\nstatic void __attribute__ ((constructor)) begin (void) { n = 10; }\n"
  "int bump (void) { return ++n; }",
  "#include <stdlib.h>\nstatic int *n;\n"
  "static void __attribute__ ((constructor)) begin (void) { n = calloc (1, sizeof *n); }\n"
  "int bump (void) { return ++*n; }",
  "#include <math.h>\nstatic double n;\nint bump (void) { n += sqrt (n + 1); return (int)n; }",
  "#include <stdlib.h>\nint bump (void) { return rand (); }",
  "#include <stdlib.h>\nint bump (void) { int n = (int)random (); srandom (7); return n; }",
  "#define _GNU_SOURCE\n#include <stdlib.h>\nint bump (void) { int n = (int)lrand48 (); srand48 (7); return n; }",
  "#include <string.h>\nstatic char text[] = \"a b\";\n"
  "int bump (void) { char *rest = strtok (NULL, \" \"); strtok (text, \" \"); return rest != NULL; }",
  "#define _GNU_SOURCE\n#include <stdlib.h>\n"
  "int bump (void) { const char *old = getenv (\"AFRESH\"); return setenv (\"AFRESH\", old ? \"2\" : \"1\", 1) + "
  "!!old; }",
  "#define _GNU_SOURCE\n#include <stdlib.h>\nextern char **environ;\n"
  "int bump (void) { int n = environ && environ[0]; clearenv (); return n; }",
  "#include <locale.h>\n#include <string.h>\n"
  "int bump (void) { int n = strcmp (setlocale (LC_ALL, NULL), \"C\"); setlocale (LC_ALL, \"C.UTF-8\"); return n; }",
  "#include <stdlib.h>\nstatic int n;\nvoid end (void);\nvoid end (void) { n++; }\n"
  "int bump (void) { return atexit (end) + n; }",
};

/* What bump () gave in each of the tests, one call each. */
static void bump (Chain *chain, gboolean isolate, guint64 *seen)
{
  AfRunRequest request = { .n = N_TESTS, .observe = TRUE, .isolate = isolate };
  g_autoptr (GError) error = NULL;
  AfOutcome outcomes[N_TESTS];
  ck_assert_msg (af_subject_run (chain->subjects[0], &request, outcomes, &error), "%s", error ? error->message : "");
  for (int i = 0; i < N_TESTS; i++) {
    ck_assert_int_eq (outcomes[i].kind, AF_OUTCOME_PASS);
    seen[i] = outcomes[i].observation;
    af_outcome_clear (&outcomes[i]);
  }
}

START_TEST (begins_as_loaded)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  guint64 together[N_TESTS], alone[N_TESTS];
  ck_assert_msg (chain_read_text (&chain, modules[_i], &error) && chain_build (&chain, 1, &error), "%s",
                 error ? error->message : "");
  for (int i = 0; i < N_TESTS; i++) {
    AfTest *test = af_test_new ();
    g_ptr_array_add (test->calls, af_call_new (af_module_routine (chain.module, "bump")->id, -1, 0));
    g_ptr_array_add (tests, test);
  }
  ck_assert (af_subject_load (chain.subjects[0], tests, &error));
  bump (&chain, FALSE, together);
  bump (&chain, TRUE, alone);
  for (int i = 0; i < N_TESTS; i++) {
    ck_assert_uint_eq (alone[i], alone[0]);
    ck_assert_uint_eq (together[i], alone[i]);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("afresh");
  TCase *tcase = tcase_create ("static data");
  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, begins_as_loaded, 0, G_N_ELEMENTS (modules));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
