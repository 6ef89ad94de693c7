/* Nights on many machines, with a tool that is played: the same report, end and history as one machine has, whatever
 * becomes of the units. */
#include "project.h"

static guint n_failed;

/* Plans, does and merges a night; its report without the line of times, owned by the caller. */
static char *shared_night (Project *project, const char *folder)
{
  g_clear_error (&project->error);
  g_autofree char *here = g_get_current_dir (), *plays = g_build_filename (here, "play", NULL);
  g_autofree char *plan = g_build_filename (here, folder, NULL), *tree = g_build_filename (plan, "tree", here, NULL);
  g_autofree char *link = g_build_filename (tree, "play", NULL);
  g_autoptr (AfNightSettings) settings = af_night_settings_load (NULL, &project->error);
  const AfNightPlanning planning = { plan, 1, 0 };
  const AfNightWorker worker = { &project->paths, 1, NULL };
  guint n = 0;
  ck_assert_msg (af_nightly_plan (settings, &project->paths, &planning, NULL, &n, &project->error), "%s",
                 project->error ? project->error->message : "");
  ck_assert_int_eq (symlink (plays, link), 0);
  ck_assert_msg (af_nightly_work (plan, NULL, &worker, &n_failed, &project->error), "%s",
                 project->error ? project->error->message : "");
  ck_assert_msg (af_nightly_merge (plan, &project->paths, NULL, &project->end, &project->error), "%s",
                 project->error ? project->error->message : "");
  return get (".autofix/report.txt");
}

static char *without_times (const char *report)
{
  g_autoptr (GRegex) took = g_regex_new ("^took .*\n", G_REGEX_MULTILINE, 0, NULL);
  return g_regex_replace_literal (took, report, -1, 0, "", 0, NULL);
}

/* --- the same --- */

typedef struct {
  const char *settings, *replay;
  gboolean is_changed, is_seen; /* before and in the second night */
  const char *says;             /* in the second night's report */
} Row;

static const Row rows[] = {
  { "replays = 3", "0\nF-000001: 3 runs: 3 pass, 0 fail\n", TRUE, FALSE, "1 fixed" },
  { "replays = 3", "0\nF-000001: 3 runs: 3 pass, 0 fail\n", FALSE, FALSE, "1 flaky" },
  { "replays = 3", "2\nF-000001: 3 runs: 0 pass, 3 fail\n", TRUE, FALSE, "nothing new; 1 known" },
  { "replays = 3", "2\nF-000001: 3 runs: 2 pass, 1 fail\n", TRUE, FALSE, "1 flaky" },
  { "replays = 1", "0\n", TRUE, FALSE, "1 fixed" },
  { "replays = 3", "70\n", TRUE, FALSE, "1 unknown" },
  { "replays = 3", NULL, TRUE, TRUE, "nothing new; 1 known" },
  { "fail-on = any", NULL, FALSE, TRUE, "nothing new; 1 known" },
  { "test = exit 3", NULL, FALSE, TRUE, "fail with status 3" },
  { "seed = 77", NULL, FALSE, TRUE, "seed 77" },
};

/* Two nights of a row; the reports and ends. */
static void two_nights (const Row *row, gboolean is_shared, char *reports[2], AfNightEnd ends[2])
{
  Project project;
  project_begin (&project, row->settings);
  put ("play/a.test", ONE_FAULT);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *raw = is_shared ? shared_night (&project, i == 0 ? "first" : "second") : night (&project);
    reports[i] = without_times (raw);
    ends[i] = project.end;
    if (!row->is_seen)
      g_remove ("play/a.test");
    if (row->replay)
      put ("play/replay", row->replay);
    if (row->is_changed)
      put ("a.c", "int a (int n) { return n + 0; }\n");
  }
  project_end (&project);
}

START_TEST (same_as_alone)
{
  const Row *row = &rows[_i];
  char *alone[2], *shared[2];
  AfNightEnd alone_ends[2], shared_ends[2];
  two_nights (row, FALSE, alone, alone_ends);
  two_nights (row, TRUE, shared, shared_ends);
  for (guint i = 0; i < 2; i++) {
    ck_assert_str_eq (alone[i], shared[i]);
    ck_assert_int_eq (alone_ends[i], shared_ends[i]);
  }
  CHECK_SAYS (shared[1], row->says);
  for (guint i = 0; i < 2; i++) {
    g_free (alone[i]);
    g_free (shared[i]);
  }
}
END_TEST

/* --- what goes wrong --- */

/* A unit that ends by a signal each time is missing; what was known of its faults stays. */
START_TEST (failing_unit)
{
  Project project;
  project_begin (&project, "seed = 1");
  put ("play/a.test", ONE_FAULT);
  g_free (shared_night (&project, "first"));
  ck_assert_uint_eq (n_failed, 0);
  put ("play/a.test", "abort");
  g_autofree char *report = shared_night (&project, "second");
  ck_assert_uint_eq (n_failed, 1);
  ck_assert_int_eq (project.end, AF_NIGHT_INCOMPLETE);
  CHECK_SAYS (report, "autofix night 2: nothing new (2 modules, seed 1)");
  CHECK_SAYS (report, "missing: 1 of 2 units (");
  CHECK_SAYS (report, "failed 3 times: try on ");
  CHECK_SAYS (report, "autofix test: ended by signal 6\n");
  CHECK_SAYS (report, "module a: not done\n");
  put ("play/a.test", ONE_FAULT);
  g_autofree char *known = shared_night (&project, "third");
  CHECK_SAYS (known, "nothing new; 1 known");
  project_end (&project);
}
END_TEST

/* Where only the repair fails, the last try keeps what the tests have shown. */
START_TEST (failing_repair)
{
  Project project;
  project_begin (&project, "seed = 1");
  put ("play/a.test", ONE_FAULT);
  put ("play/a.run", "abort");
  g_autofree char *report = shared_night (&project, "first"), *log = NULL;
  ck_assert_uint_eq (n_failed, 0);
  ck_assert_int_eq (project.end, AF_NIGHT_FAULTS);
  CHECK_SAYS (report, "1 new");
  CHECK_SAYS (report, "module a: the budget ended before the plan was done\n");
  g_autofree char *one = get ("first/units/1.log"), *two = get ("first/units/2.log");
  log = g_strconcat (one, two, NULL);
  CHECK_SAYS (log, "failed: autofix run: ended by signal 6\n");
  project_end (&project);
}
END_TEST

/* A module that does not build is a result, at the first try. */
START_TEST (module_trouble)
{
  Project project;
  project_begin (&project, "seed = 1");
  put ("play/b.test", "4\nautofix: b.c does not build\n");
  g_autofree char *report = shared_night (&project, "first");
  ck_assert_uint_eq (n_failed, 0);
  ck_assert_int_eq (project.end, AF_NIGHT_MODULE);
  CHECK_SAYS (report, "module b: not tested: b.c does not build\n");
  project_end (&project);
}
END_TEST

START_TEST (project_gone)
{
  Project project;
  project_begin (&project, "seed = 1");
  g_autofree char *head = NULL, *here = g_get_current_dir (), *gone = g_strconcat (here, "/gone", NULL);
  g_free (shared_night (&project, "first"));
  g_autofree char *text = get ("first/plan.json");
  g_auto (GStrv) parts = g_strsplit (text, here, 2);
  head = g_strjoinv (gone, parts);
  put ("first/plan.json", head);
  g_autofree char *plan = g_build_filename (here, "first", NULL);
  ck_assert (!af_nightly_merge (plan, &project.paths, NULL, &project.end, &project.error));
  CHECK_SAYS (project.error->message, "merge where the project's folder is");
  project_end (&project);
}
END_TEST

int main (int argc, char **argv)
{
  if (is_step (argc, argv))
    return play_tool (argc, argv);
  Suite *suite = suite_create ("nightly: shared");
  TCase *tcase = tcase_create ("shared");
  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, same_as_alone, 0, G_N_ELEMENTS (rows));
  tcase_add_test (tcase, failing_unit);
  tcase_add_test (tcase, failing_repair);
  tcase_add_test (tcase, module_trouble);
  tcase_add_test (tcase, project_gone);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
