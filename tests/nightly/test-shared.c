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

/* A plan that has all in common with that of the night before, since nothing has changed, is another night. */
START_TEST (equal_plans)
{
  Project project;
  project_begin (&project, "seed = 1");
  for (guint i = 1; i <= 3; i++) {
    g_autofree char *folder = g_strdup_printf ("plan-%u", i), *says = g_strdup_printf ("autofix night %u: ", i);
    g_autofree char *report = shared_night (&project, folder);
    CHECK_SAYS (report, says);
  }
  project_end (&project);
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
  g_autofree char *here = g_get_current_dir (), *gone = g_strconcat (here, "-gone", NULL);
  g_autofree char *plan = g_build_filename (gone, "first", NULL);
  g_free (shared_night (&project, "first"));
  ck_assert_int_eq (g_rename (here, gone), 0);
  ck_assert (!af_nightly_merge (plan, &project.paths, NULL, &project.end, &project.error));
  CHECK_SAYS (project.error->message, "merge where the project's folder is");
  ck_assert_int_eq (g_rename (gone, here), 0);
  project_end (&project);
}
END_TEST

/* Without its settings a plan would be taken for one of what stands in the project's .autofix.conf now. */
START_TEST (settings_gone)
{
  Project project;
  project_begin (&project, "seed = 1");
  guint n = 0;
  g_free (shared_night (&project, "first"));
  ck_assert_int_eq (g_remove ("first/.autofix.conf"), 0);
  ck_assert (!af_nightly_work ("first", NULL, &(AfNightWorker){ &project.paths, 1, NULL }, &n, &project.error));
  CHECK_SAYS (project.error->message, "no settings in the plan's folder");
  g_clear_error (&project.error);
  ck_assert (!af_nightly_merge ("first", &project.paths, NULL, &project.end, &project.error));
  CHECK_SAYS (project.error->message, "no settings in the plan's folder");
  project_end (&project);
}
END_TEST

/* While one merges, or a night runs, another merge is refused, and nothing of it is in the history. */
START_TEST (two_merges)
{
  Project project;
  project_begin (&project, "seed = 1");
  g_free (shared_night (&project, "first"));
  int lock = af_night_lock (".autofix", NULL);
  ck_assert_int_ge (lock, 0);
  ck_assert (!af_nightly_merge ("first", &project.paths, NULL, &project.end, &project.error));
  CHECK_SAYS (project.error->message, "another night is running");
  close (lock);
  g_clear_error (&project.error);
  ck_assert (af_nightly_merge ("first", &project.paths, NULL, &project.end, &project.error));
  g_autofree char *report = get (".autofix/report.txt");
  CHECK_SAYS (report, "autofix night 1: ");
  project_end (&project);
}
END_TEST

/* A report that cannot be written: the history knows nothing of the night, and the next merge ends it. */
START_TEST (failing_merge)
{
  Project project;
  project_begin (&project, "seed = 1");
  put ("play/a.test", ONE_FAULT);
  g_free (shared_night (&project, "first"));
  ck_assert_int_eq (g_remove (".autofix/history.sqlite"), 0);
  ck_assert (g_remove (".autofix/report.html") == 0 && g_mkdir_with_parents (".autofix/report.html/x", 0755) == 0);
  ck_assert (!af_nightly_merge ("first", &project.paths, NULL, &project.end, &project.error));
  CHECK_SAYS (project.error->message, "report.html");
  g_autoptr (AfStore) store = af_store_open_live (".autofix/history.sqlite", NULL);
  ck_assert_int_eq (af_store_next_night (store), 1);
  g_clear_error (&project.error);
  ck_assert (af_remove_tree (".autofix/report.html", NULL));
  ck_assert (af_nightly_merge ("first", &project.paths, NULL, &project.end, &project.error));
  g_autofree char *report = get (".autofix/report.txt");
  CHECK_SAYS (report, "autofix night 1: 1 new");
  ck_assert_int_eq (af_store_next_night (store), 2);
  project_end (&project);
}
END_TEST

static void note_run (AfStore *store, gint64 night, const char *module, double seconds)
{
  const AfNightRun run = { .night = night, .module = module, .version = "1", .digest = "", .seconds = seconds };
  ck_assert (af_store_begin_night_run (store, &run, NULL) > 0 && af_store_end_run (store, NULL));
}

/* Units are as long as they were last night, their steps together; a module that no night has seen, as long as its text
 * says.  The longest is the first. */
START_TEST (sized_by_last_night)
{
  Project project;
  guint n = 0;
  project_begin (&project, "seed = 1");
  g_autofree char *conf = get (".autofix.conf"), *more = g_strconcat (conf, "[module c]\nsources = c.c\n", NULL);
  put (".autofix.conf", more);
  put ("c.c", "int c (int n) { return n; }\nint d (int n) { return n; }\n");
  g_mkdir_with_parents (".autofix", 0755);
  g_autoptr (AfStore) store = af_store_open_live (".autofix/history.sqlite", NULL);
  gint64 first = af_store_begin_night (store, 1, "1", "", NULL);
  note_run (store, first, "a", 900);
  ck_assert (af_store_begin_decisions (store, NULL) && af_store_end_night (store, first, NULL));
  gint64 second = af_store_begin_night (store, 1, "1", "", NULL);
  note_run (store, second, "a", 5);
  note_run (store, second, "b", 30);
  note_run (store, second, "b", 10);
  ck_assert (af_store_begin_decisions (store, NULL) && af_store_end_night (store, second, NULL));
  g_autoptr (AfNightSettings) settings = af_night_settings_load (NULL, NULL);
  const AfNightPlanning planning = { "sized", 1, 0 };
  ck_assert (af_nightly_plan (settings, &project.paths, &planning, NULL, &n, NULL) && n == 3);
  g_autofree char *plan = get ("sized/plan.json");
  /* c: 56 bytes, of which 28 each of a and b took 45 s */
  CHECK_SAYS (plan, "{\"unit\":1,\"seconds\":45.0,\"what\":{\"module\":\"c\"");
  CHECK_SAYS (plan, "{\"unit\":2,\"seconds\":40.0,\"what\":{\"module\":\"b\"");
  CHECK_SAYS (plan, "{\"unit\":3,\"seconds\":5.0,\"what\":{\"module\":\"a\"");
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
  tcase_add_test (tcase, equal_plans);
  tcase_add_test (tcase, failing_unit);
  tcase_add_test (tcase, failing_repair);
  tcase_add_test (tcase, module_trouble);
  tcase_add_test (tcase, project_gone);
  tcase_add_test (tcase, settings_gone);
  tcase_add_test (tcase, two_merges);
  tcase_add_test (tcase, failing_merge);
  tcase_add_test (tcase, sized_by_last_night);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
