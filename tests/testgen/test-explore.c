/* Exploration and focus through the real chain: a correct module has no fault, a faulty one has, with any number of
 * workers the same; the tests of T_r are what they claim to be. */
#include <check.h>
#include <stdlib.h>

#include "chain.h"
#include "testgen/testgen-internal.h"

static AfCorpus *explore (Chain *chain, guint64 seed)
{
  AfTestgenOptions options = chain_options (chain, seed);
  GError *error = NULL;
  AfCorpus *corpus = af_testgen_explore (chain->module, &options, &error);

  ck_assert_msg (corpus != NULL, "%s", error != NULL ? error->message : "no error");
  return corpus;
}

static void start (Chain *chain, const char *name, const char *patch, guint jobs)
{
  g_autoptr (GError) error = NULL;

  ck_assert_msg (chain_start (chain, name, patch, jobs, &error), "%s", error != NULL ? error->message : "no error");
}

START_TEST (correct_module_has_no_fault)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (AfCorpus) corpus = NULL;

  start (&chain, "ring", NULL, 2);
  corpus = explore (&chain, 1);
  ck_assert_uint_eq (corpus->faults->len, 0);
  ck_assert (corpus->complete);
  ck_assert_uint_gt (corpus->n_passing, 1000);
  ck_assert_uint_gt (corpus->transitions->len, 0);
}
END_TEST

/* Every chain has a temporary folder of its own, which is part of the paths. */
static char *dump_without_folder (const Chain *chain, const AfCorpus *corpus)
{
  g_autofree char *dump = af_corpus_dump (chain->module, corpus);
  g_auto (GStrv) parts = g_strsplit (dump, af_temp_dir_path (chain->folder), -1);

  return g_strjoinv ("", parts);
}

static AfModule *read_text (Chain *chain, const char *text)
{
  g_autoptr (GError) error = NULL;

  ck_assert_msg (chain_read_text (chain, text, &error), "%s", error != NULL ? error->message : "no error");
  return chain->module;
}

static const char rooms[] =
  "#include <stdlib.h>\n#include <string.h>\n"
  "typedef struct { int *items; size_t n, room; } Stack;\n"
  "static int *block (size_t size) { return malloc (size); }\n"
  "void reserve (Stack *s, size_t room) { s->items = realloc (s->items, room * sizeof (int)); }\n"
  "int *filled (int n, int value) { int *p = block ((size_t)n * sizeof *p); for (int i = 0; p && i < n; i++) p[i] = "
  "value; return p; }\n"
  "char *padded (const char *text, int width) { size_t length = strlen (text), all; all = length + width;"
  " char *s = calloc (all + 1, 1); return s ? strcpy (s, text) : s; }\n"
  "int *boxed (int key) { int *p = malloc (sizeof key); if (p) *p = key; return p; }\n"
  "int sum (int a, int b) { return a + b; }\n"
  "int deep (int n) { return n > 0 ? deep (n - 1) : 0; }\n";

START_TEST (parameters_that_take_room)
{
  static const struct {
    const char *routine;
    guint param;
    gboolean is_size;
  } rows[] = {
    { "reserve", 1, TRUE }, { "filled", 0, TRUE }, { "filled", 1, FALSE }, { "padded", 1, TRUE },
    { "sum", 0, FALSE },    { "boxed", 0, FALSE }, { "deep", 0, FALSE },
  };
  g_auto (Chain) chain = { 0 };
  const AfModule *module = read_text (&chain, rooms);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (af_param_is_capacity (module, af_module_routine (module, rows[i].routine), rows[i].param)
                     == rows[i].is_size,
                   "%s %u", rows[i].routine, rows[i].param);
}
END_TEST

/* Both run out of the first steps; `spin` runs out of any number, `pairs` takes some 27 million. */
START_TEST (long_is_not_endless)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (AfCorpus) corpus = NULL;
  g_autoptr (GError) error = NULL;

  read_text (&chain, "#include <autofix/contract.h>\n"
                     "int pairs (int n) { REQUIRE (n == 0 || n == 3000); int k = 0;"
                     " for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) k ^= i * j; return k; }\n"
                     "int spin (int n) { REQUIRE (0 <= n && n <= 9); while (n >= 0) n = (n + 1) % 10; return n; }\n");
  ck_assert_msg (chain_build (&chain, 2, &error), "%s", error != NULL ? error->message : "no error");
  corpus = explore (&chain, 1);
  ck_assert_uint_eq (corpus->faults->len, 1);
  ck_assert_str_eq (((AfFault *)corpus->faults->pdata[0])->routine->name, "spin");
}
END_TEST

/* What is only long in a test of several calls shows nothing, and does not end the search. */
START_TEST (long_does_not_end_the_search)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (AfCorpus) corpus = NULL;
  g_autoptr (GError) error = NULL;

  read_text (&chain,
             "#include <autofix/contract.h>\n#include <stdlib.h>\n"
             "typedef struct Grid { int n, sum; } Grid;\n"
             "Grid *grid_new (int n) { REQUIRE (0 <= n && n <= 400); Grid *g = malloc (sizeof *g);"
             " if (g) g->n = n, g->sum = 0; return g; }\n"
             "void grid_free (Grid *g) { free (g); }\n"
             "int grid_sum (Grid *g) { REQUIRE (g != NULL); ENSURE (RESULT == g->sum);"
             " for (int i = 0; i < g->n; i++) for (int j = 0; j < g->n; j++) g->sum ^= i * j; return g->sum; }\n");
  ck_assert_msg (chain_build (&chain, 2, &error), "%s", error != NULL ? error->message : "no error");
  AfTestgenOptions options = chain_options (&chain, 1);
  options.goes_on = TRUE;
  corpus = af_testgen_explore (chain.module, &options, &error);
  ck_assert_msg (corpus != NULL, "%s", error != NULL ? error->message : "no error");
  ck_assert_uint_eq (corpus->faults->len, 0);
  ck_assert_uint_gt (corpus->n_calls, 100000);
}
END_TEST

START_TEST (same_result_on_any_number_of_workers)
{
  char *dumps[2] = { NULL, NULL };

  for (guint jobs = 1; jobs <= 2; jobs++) {
    g_auto (Chain) chain = { 0 };
    g_autoptr (AfCorpus) corpus = NULL;

    start (&chain, "ring", "02-overwrite-full", jobs);
    corpus = explore (&chain, 7);
    dumps[jobs - 1] = dump_without_folder (&chain, corpus);
  }
  /* not ck_assert_str_eq: the message would be too long for Check */
  ck_assert_msg (g_strcmp0 (dumps[0], dumps[1]) == 0, "the dumps differ");
  ck_assert_ptr_nonnull (strstr (dumps[0], "ring_push_overwrite"));
  g_free (dumps[0]);
  g_free (dumps[1]);
}
END_TEST

/* Every test in @tests ends in an outcome of @kind when run alone. */
static void check_tests (Chain *chain, const AfFault *fault, const GPtrArray *tests, AfOutcomeKind kind)
{
  AfRunRequest request = { .n = tests->len, .isolate = TRUE };
  g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, tests->len + 1);

  ck_assert (af_subject_load (chain->subjects[0], tests, NULL));
  ck_assert (af_subject_run (chain->subjects[0], &request, outcomes, NULL));
  for (guint i = 0; i < tests->len; i++) {
    guint n = ((AfTest *)tests->pdata[i])->calls->len;

    ck_assert_int_eq (outcomes[i].kind, kind);
    if (kind == AF_OUTCOME_FAIL) {
      ck_assert_uint_eq (outcomes[i].failing_call, n - 1);
      ck_assert (af_fault_is (fault, &outcomes[i]));
    } else {
      ck_assert (outcomes[i].executed >> (n - 1) & 1);
    }
    af_outcome_clear (&outcomes[i]);
  }
}

START_TEST (focus_gives_failing_and_passing_tests)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (AfCorpus) corpus = NULL;
  g_autofree char *text = NULL;
  AfTestgenOptions options;
  AfFault *fault;

  start (&chain, "ring", "02-overwrite-full", 2);
  corpus = explore (&chain, 1);
  ck_assert_uint_ge (corpus->faults->len, 1);
  fault = corpus->faults->pdata[0];
  ck_assert_str_eq (fault->routine->name, "ring_push_overwrite");
  ck_assert_int_eq (fault->clause->kind, AF_CLAUSE_PRECONDITION);
  text = af_testgen_describe (chain.module, fault->test);
  ck_assert_msg (g_str_has_prefix (text, "r = ring_create(1); ")
                   && g_str_has_suffix (text, "(r, 0); ring_push_overwrite(r, 0)"),
                 "%s", text);
  ck_assert_uint_eq (fault->test->calls->len, 3);
  options = chain_options (&chain, 1);
  ck_assert (af_testgen_focus (chain.module, fault, 20, 60, &options, NULL));
  ck_assert_uint_eq (fault->failing->len, 20);
  ck_assert_uint_eq (fault->passing->len, 60);
  ck_assert (af_test_equal (fault->failing->pdata[0], fault->test));
  check_tests (&chain, fault, fault->failing, AF_OUTCOME_FAIL);
  check_tests (&chain, fault, fault->passing, AF_OUTCOME_PASS);
}
END_TEST

START_TEST (deadline_ends_the_plan)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (AfCorpus) corpus = NULL;
  AfTestgenOptions options;

  start (&chain, "ring", NULL, 1);
  options = chain_options (&chain, 1);
  options.deadline = g_get_monotonic_time () - 1;
  corpus = af_testgen_explore (chain.module, &options, NULL);
  ck_assert_ptr_nonnull (corpus);
  ck_assert (!corpus->complete);
}
END_TEST

static AfCorpus *explore_roughly (const char *patch, guint jobs, guint64 steps)
{
  g_auto (Chain) chain = { 0 };
  AfTestgenOptions options;
  AfCorpus *corpus;

  start (&chain, "ring", patch, jobs);
  options = chain_options (&chain, 1);
  options.steps = steps;
  options.is_rough = TRUE;
  corpus = af_testgen_explore (chain.module, &options, NULL);
  ck_assert_ptr_nonnull (corpus);
  ck_assert_uint_eq (corpus->faults->len, 0);
  return corpus;
}

START_TEST (steps_end_the_plan)
{
  g_autoptr (AfCorpus) all = explore_roughly (NULL, 2, 0);
  g_autoptr (AfCorpus) one = explore_roughly (NULL, 1, all->steps / 2);
  g_autoptr (AfCorpus) two = explore_roughly (NULL, 2, all->steps / 2);

  ck_assert (all->complete && !one->complete && !two->complete);
  ck_assert_uint_lt (one->n_calls, all->n_calls);
  ck_assert_uint_eq (one->n_calls, two->n_calls);
  ck_assert_uint_eq (one->steps, two->steps);
}
END_TEST

START_TEST (rough_failures_are_undecided)
{
  g_autoptr (AfCorpus) corpus = explore_roughly ("02-overwrite-full", 2, 0);

  ck_assert_uint_gt (corpus->undecided->len, 0);
  ck_assert_uint_eq (corpus->transitions->len, 0);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("explore");
  TCase *tcase = tcase_create ("explore");
  SRunner *runner = srunner_create (suite);
  int failed;

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, correct_module_has_no_fault);
  tcase_add_test (tcase, parameters_that_take_room);
  tcase_add_test (tcase, long_is_not_endless);
  tcase_add_test (tcase, long_does_not_end_the_search);
  tcase_add_test (tcase, same_result_on_any_number_of_workers);
  tcase_add_test (tcase, focus_gives_failing_and_passing_tests);
  tcase_add_test (tcase, deadline_ends_the_plan);
  tcase_add_test (tcase, steps_end_the_plan);
  tcase_add_test (tcase, rough_failures_are_undecided);
  suite_add_tcase (suite, tcase);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
