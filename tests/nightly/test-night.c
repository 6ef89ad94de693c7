/* Whole nights with a tool that is played: what is started in which order with how much time, what the history makes of
 * the findings, and everything that can go wrong. */
#include "project.h"

/* --- the plan --- */

START_TEST (quiet_night)
{
  Project project;
  project_begin (&project, "budget = 1000\nseed = 7\njobs = 3\neffort = 2\nsandbox = no\ncc = gcc");
  g_autofree char *report = night (&project), *calls = get ("calls.log");
  ck_assert_int_eq (project.end, AF_NIGHT_QUIET);
  ck_assert_str_eq (report, "autofix night 1: nothing new (2 modules, seed 7)\n");
  /* the night ends 30 s before its budget does; two modules share 60 % of that, and each is asked to end early */
  CHECK_SAYS (calls, "test --output .autofix/a/test --cc gcc --no-sandbox --quiet --history .autofix/history.sqlite "
                     "--budget 23");
  CHECK_SAYS (calls, "--seed=7 --effort 2 --jobs 3 a.c --\ntest --output .autofix/b/test");
  CHECK_SAYS (calls, "--seed=7 --effort 2 --jobs 3 b.c --\n");
  CHECK_SILENT (calls, "run");
  CHECK_SILENT (calls, "replay");
  project_end (&project);
}
END_TEST

/* What a module does not take is the next one's; no module gets more than its own budget. */
START_TEST (shares)
{
  Project project;
  int first = 0, second = 0;
  project_begin (&project, "budget = 1000\nseed = 1");
  g_autofree char *conf = get (".autofix.conf");
  g_free (night (&project));
  g_autofree char *calls = get ("calls.log");
  ck_assert_int_eq (sscanf (strstr (calls, "--budget"), "--budget %d", &first), 1);
  ck_assert_int_eq (sscanf (strstr (strstr (calls, "a.c"), "--budget"), "--budget %d", &second), 1);
  /* (1000 - 30) s * 60 % / 2 * 4 / 5, and twice that for the last one */
  ck_assert_msg (first >= 228 && first <= 232, "%d", first);
  ck_assert_msg (second >= 455 && second <= 465, "%d", second);
  g_autofree char *limited = g_strconcat (conf, "budget = 10\nwith = with.c\nlink = -lm\nflags = -DX=1\n", NULL);
  put (".autofix.conf", limited);
  g_free (night (&project));
  g_autofree char *later = get ("calls.log");
  CHECK_SAYS (later, "test --output .autofix/b/test --quiet --history .autofix/history.sqlite --budget 8 --seed=1 "
                     "--effort 1 --with with.c --link -lm b.c -- -DX=1\n");
  project_end (&project);
}
END_TEST

/* --- findings and history --- */

START_TEST (new_then_known)
{
  Project project;
  project_begin (&project, "seed = 1");
  put ("play/a.test", ONE_FAULT);
  g_autofree char *first = night (&project), *first_calls = get ("calls.log");
  ck_assert_int_eq (project.end, AF_NIGHT_FAULTS);
  CHECK_SAYS (first, "autofix night 1: 1 new (2 modules, seed 1)\n\nnew: a.c:1:5: fault: it breaks [F-000001]\n");
  CHECK_SAYS (first_calls, "run --output .autofix/a/run");
  CHECK_SILENT (first_calls, "run --output .autofix/b/run");
  g_autofree char *second = night (&project), *second_calls = get ("calls.log");
  ck_assert_int_eq (project.end, AF_NIGHT_QUIET);
  ck_assert_str_eq (second, "autofix night 2: nothing new; 1 known (2 modules, seed 1)\n");
  CHECK_SILENT (second_calls, "run --output");
  /* a changed file is worth another look for fixes */
  put ("a.c", "int a (int n) { return n + 0; }\n");
  g_autofree char *third = night (&project), *third_calls = get ("calls.log");
  CHECK_SAYS (third_calls, "run --output .autofix/a/run");
  CHECK_SAYS (third, "nothing new; 1 known");
  project_end (&project);
}
END_TEST

/* Only a test that passes N of N times makes a fault fixed. */
START_TEST (replayed)
{
  static const struct {
    const char *replay, *headline, *note;
    gboolean is_changed;
  } rows[] = {
    { "0\nF-000001: 3 runs: 3 pass, 0 fail\n", "1 fixed", "its test passes 3 of 3 times", TRUE },
    { "0\nF-000001: 3 runs: 3 pass, 0 fail\n", "1 flaky", "though no file has changed", FALSE },
    { "2\nF-000001: 3 runs: 2 pass, 1 fail\n", "1 flaky", "does not always end the same way", TRUE },
    { "2\nF-000001: 3 runs: 2 pass, 0 fail\n", "1 flaky", "passes 2 of 3 times", TRUE },
    { "2\nF-000001: 3 runs: 0 pass, 3 fail\n", "nothing new; 1 known", NULL, TRUE },
    { "2\nF-000001: 3 runs: 0 pass, 0 fail\n", "1 unknown", "its test is inconclusive", TRUE },
    { "4\nautofix: a.c does not build\n", "1 unknown", "its test is inconclusive", TRUE },
    { "70\n", "1 unknown", "its test is inconclusive", TRUE },
    { "abort", "1 unknown", "its test is inconclusive", TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    project_begin (&project, "seed = 1\nreplays = 3");
    put ("play/a.test", ONE_FAULT);
    g_free (night (&project));
    g_remove ("play/a.test");
    put ("play/replay", rows[i].replay);
    if (rows[i].is_changed)
      put ("a.c", "int a (int n) { return n + 0; }\n");
    g_autofree char *report = night (&project), *calls = get ("calls.log");
    CHECK_SAYS (report, rows[i].headline);
    if (rows[i].note)
      CHECK_SAYS (report, rows[i].note);
    CHECK_SAYS (calls, "--times 3 F-000001\n");
    ck_assert_int_eq (project.end, AF_NIGHT_QUIET);
    project_end (&project);
  }
}
END_TEST

START_TEST (comes_back)
{
  Project project;
  project_begin (&project, "seed = 1\nreplays = 1");
  put ("play/a.test", ONE_FAULT);
  g_free (night (&project));
  g_remove ("play/a.test");
  put ("play/replay", "0\n"); /* of one run there is no line of counts */
  put ("a.c", "int a (int n) { return n + 0; }\n");
  g_autofree char *fixed = night (&project);
  CHECK_SAYS (fixed, "1 fixed");
  put ("play/a.test", ONE_FAULT);
  put ("a.c", "int a (int n) { return n - 0; }\n");
  g_autofree char *back = night (&project);
  CHECK_SAYS (back, "1 regression");
  CHECK_SAYS (back, "note     it was fixed");
  ck_assert_int_eq (project.end, AF_NIGHT_FAULTS);
  project_end (&project);
}
END_TEST

static void git (const char *words)
{
  int status = 1;
  g_autofree char *line = g_strconcat ("git -c user.name=A -c user.email=a@b ", words, NULL);
  ck_assert_msg (g_spawn_command_line_sync (line, NULL, NULL, &status, NULL) && status == 0, "%s", line);
}

/* What broke it is looked for with a share of the night: the deadline ends the search, which gives the smallest part so
 * far or is ended for good; either way the rest of the night has its time. */
START_TEST (narrowing_ends)
{
  static const struct {
    const char *culprit, *says; /* null: nothing of the search is in the report */
  } rows[] = {
    { "{\"bad\":\"0123456789 Break it\",\"author\":\"B\",\"commits\":1,\"bisect_tests\":0,\"commits_left\":1,"
      "\"operations\":9,\"parts\":[{\"operations\":4,\"minimal\":false,\"patch\":\"-n\\n+m\\n\"}]}",
      "  broken   by 0123456789 Break it (B), found among 1 by 0 tests\n"
      "  culprit  4 of its 9 changes, may be smaller: the time was over\n    -n\n    +m\n" },
    { "hang", NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    int took = -1;
    project_begin (&project, "budget = 16\nseed = 1");
    git ("init -q .");
    git ("add -A");
    git ("commit -qm First");
    g_free (night (&project));
    put ("play/culprit", rows[i].culprit);
    put ("play/a.test", ONE_FAULT);
    put ("a.c", "int a (int m) { return m; }\n");
    gint64 began = g_get_monotonic_time ();
    g_autofree char *report = night (&project), *calls = get ("calls.log");
    took = (int)((g_get_monotonic_time () - began) / G_USEC_PER_SEC);
    CHECK_SAYS (report, "1 new");
    CHECK_SAYS (calls, "culprit --quiet --bisect --good ");
    CHECK_SAYS (calls, "\nrun --output .autofix/a/run");
    if (rows[i].says)
      CHECK_SAYS (report, rows[i].says);
    else
      CHECK_SILENT (report, "culprit");
    /* 40 % of the 12 s that are left without the report, and what the rest takes on a busy machine */
    ck_assert_msg (took >= 3 && took < 16, "%d s", took);
    project_end (&project);
  }
}
END_TEST

START_TEST (fail_on)
{
  static const struct {
    const char *setting;
    AfNightEnd first, second;
  } rows[] = {
    { "fail-on = new", AF_NIGHT_FAULTS, AF_NIGHT_QUIET },
    { "fail-on = any", AF_NIGHT_FAULTS, AF_NIGHT_FAULTS },
    { "fail-on = never", AF_NIGHT_QUIET, AF_NIGHT_QUIET },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    project_begin (&project, rows[i].setting);
    put ("play/a.test", ONE_FAULT);
    g_free (night (&project));
    ck_assert_int_eq (project.end, rows[i].first);
    g_free (night (&project));
    ck_assert_int_eq (project.end, rows[i].second);
    project_end (&project);
  }
}
END_TEST

/* --- what goes wrong --- */

START_TEST (module_trouble)
{
  static const struct {
    const char *source, *play, *says;
  } rows[] = {
    { "int a (\n", NULL, "module a: not tested: " },
    { NULL, "4\nnoise\nautofix: a.c:1:1: cannot be built\n", "module a: not tested: a.c:1:1: cannot be built" },
    { NULL, "4\n", "module a: not tested: ended with status 4" },
    { NULL, "70\n", "module a: not tested: ended with status 70" },
    { NULL, "abort", "module a: not tested: ended by signal 6" },
    { NULL, "0\n{ no JSON", "module a: not tested: .autofix/a/test/results.json: " },
    { NULL, "0\n{}", "results.json: contains no results" },
    { NULL, "0\n[]", "results.json: contains no results" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    project_begin (&project, "seed = 1");
    if (rows[i].source)
      put ("a.c", rows[i].source);
    if (rows[i].play)
      put ("play/a.test", rows[i].play);
    g_autofree char *report = night (&project), *calls = get ("calls.log");
    CHECK_SAYS (report, rows[i].says);
    CHECK_SILENT (report, "module b: not tested");
    CHECK_SAYS (calls, "test --output .autofix/b/test");
    ck_assert_int_eq (project.end, AF_NIGHT_MODULE);
    project_end (&project);
  }
}
END_TEST

START_TEST (budget_ends)
{
  Project project;
  project_begin (&project, "budget = 8");
  put ("play/a.test", "hang");
  gint64 began = g_get_monotonic_time ();
  g_autofree char *report = night (&project), *calls = get ("calls.log");
  gint64 took = g_get_monotonic_time () - began;
  ck_assert_int_eq (project.end, AF_NIGHT_INCOMPLETE);
  CHECK_SAYS (report, "module a: the budget ended before the plan was done");
  CHECK_SILENT (report, "module b:");
  CHECK_SAYS (calls, "test --output .autofix/b/test");
  ck_assert_msg (took < 8 * G_USEC_PER_SEC, "took %d ms", (int)(took / 1000));
  /* no step is begun for which there is no time */
  put (".autofix.conf", "[nightly]\nbudget = 2\n[module a]\nsources = a.c\n");
  g_autofree char *short_report = night (&project), *none = get ("calls.log");
  ck_assert_str_eq (none, "");
  CHECK_SAYS (short_report, "module a: the budget ended before");
  ck_assert_int_eq (project.end, AF_NIGHT_INCOMPLETE);
  project_end (&project);
}
END_TEST

START_TEST (project_tests)
{
  static const struct {
    const char *test, *says;
    AfNightEnd end;
  } rows[] = {
    { "test = true", "nothing new (2 modules, seed 1)\n", AF_NIGHT_QUIET },
    { "test = exit 3", "the project's tests (exit 3): fail with status 3", AF_NIGHT_MODULE },
    { "test = echo seen; echo told >&2; exit 3", "status 3\n    seen\n    told\n", AF_NIGHT_MODULE },
    { "test = seq 100; exit 3", "status 3\n    ... (all of it: .autofix/tests.log)\n    81\n", AF_NIGHT_MODULE },
    { "test = kill -9 $$", "ended by signal 9", AF_NIGHT_MODULE },
    { "budget = 14\ntest = sleep 100", "stopped: they took too long", AF_NIGHT_INCOMPLETE },
    { "budget = 2\ntest = true", "not run: too little time was left", AF_NIGHT_INCOMPLETE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    g_autofree char *conf = g_strconcat ("seed = 1\n", rows[i].test, NULL);
    project_begin (&project, conf);
    g_autofree char *report = night (&project);
    CHECK_SAYS (report, rows[i].says);
    ck_assert_int_eq (project.end, rows[i].end);
    project_end (&project);
  }
}
END_TEST

START_TEST (history_trouble)
{
  static const struct {
    const char *file, *text; /* null text: a folder stands there */
  } rows[] = {
    { ".autofix/history.sqlite", NULL },
    { ".autofix/history.sqlite", "this is no data base, though it is long enough to be read as one: no, it is none" },
    { ".autofix", "a file" },
    { ".autofix/lock", NULL },
    { ".autofix/report.txt/in-the-way", "a file" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    project_begin (&project, "seed = 1");
    if (rows[i].text)
      put (rows[i].file, rows[i].text);
    else
      g_mkdir_with_parents (rows[i].file, 0755);
    g_free (night_with (&project, NULL));
    ck_assert_msg (project.error != NULL, "row %u", i);
    CHECK_SAYS (project.error->message, ".autofix");
    project_end (&project);
  }
}
END_TEST

START_TEST (locked)
{
  Project project;
  project_begin (&project, "");
  put (".autofix/lock", "77\n");
  int fd = open (".autofix/lock", O_RDWR | O_CLOEXEC);
  ck_assert_int_eq (flock (fd, LOCK_EX), 0);
  g_free (night_with (&project, NULL));
  ck_assert (g_error_matches (project.error, AF_ERROR, AF_ERROR_USAGE));
  CHECK_SAYS (project.error->message, "another night is running (process 77)");
  /* the lock is the kernel's: what was written into the file does not matter */
  close (fd);
  g_autofree char *report = night (&project);
  CHECK_SAYS (report, "autofix night 1: nothing new");
  project_end (&project);
}
END_TEST

static gpointer cancel_soon (gpointer cancel)
{
  for (guint i = 0; i < 100; i++) {
    g_autofree char *calls = get ("calls.log");
    if (strstr (calls, ".autofix/b/test"))
      break;
    g_usleep (50000);
  }
  g_cancellable_cancel (cancel);
  return NULL;
}

/* What was found before the interruption is in the history, and the next night tells of it. */
START_TEST (interrupted)
{
  Project project;
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  project_begin (&project, "seed = 1");
  put ("play/a.test", ONE_FAULT);
  put ("play/b.test", "hang");
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancel);
  g_free (night_with (&project, cancel));
  g_thread_join (thread);
  ck_assert (g_error_matches (project.error, AF_ERROR, AF_ERROR_INTERRUPTED));
  g_remove ("play/a.test");
  g_remove ("play/b.test");
  put ("play/replay", "2\nF-000001: 5 runs: 0 pass, 5 fail\n");
  g_autofree char *report = night (&project);
  CHECK_SAYS (report, "1 new");
  CHECK_SAYS (report, "[F-000001]");
  project_end (&project);
}
END_TEST

/* --- mail --- */

START_TEST (mail)
{
  static const struct {
    const char *settings;
    gboolean finds, is_sent;
  } rows[] = {
    { "mail = a@b\nsendmail = ./send", TRUE, TRUE },
    { "mail = a@b\nsendmail = ./send", FALSE, FALSE },
    { "mail = a@b\nsendmail = ./send\nmail-when = always", FALSE, TRUE },
    { "sendmail = ./send\nmail-when = always", TRUE, FALSE },
    { "mail = a@b\nsendmail = ./fail", TRUE, FALSE },
    { "mail = a@b\nsendmail = ./missing", TRUE, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Project project;
    project_begin (&project, rows[i].settings);
    put ("send", "#!/bin/sh\necho \"$@\" > mail.txt; cat >> mail.txt\n");
    put ("fail", "#!/bin/sh\necho no such user >&2; exit 67\n");
    ck_assert_int_eq (g_chmod ("send", 0755) | g_chmod ("fail", 0755), 0);
    if (rows[i].finds)
      put ("play/a.test", ONE_FAULT);
    g_free (night (&project));
    g_autofree char *sent = get ("mail.txt");
    ck_assert_msg ((*sent != '\0') == rows[i].is_sent, "row %u: %s", i, sent);
    ck_assert_int_eq (project.end, rows[i].finds ? AF_NIGHT_FAULTS : AF_NIGHT_QUIET);
    if (rows[i].is_sent) {
      ck_assert_msg (g_str_has_prefix (sent, "-t -i\nTo: a@b\nSubject: autofix night 1: "), "%s", sent);
      CHECK_SAYS (sent,
                  "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nYXV0b2ZpeCBuaWdodCAx");
      CHECK_SAYS (sent, "\n--autofix-night-part--\n");
    }
    project_end (&project);
  }
}
END_TEST

int main (int argc, char **argv)
{
  if (is_step (argc, argv))
    return play_tool (argc, argv);
  const NamedTest tests[] = {
    { "quiet", quiet_night },       { "shares", shares },
    { "known", new_then_known },    { "replayed", replayed },
    { "back", comes_back },         { "narrowing", narrowing_ends },
    { "fail-on", fail_on },         { "trouble", module_trouble },
    { "budget", budget_ends },      { "project", project_tests },
    { "history", history_trouble }, { "lock", locked },
    { "interrupted", interrupted }, { "mail", mail },
  };
  return run_tests ("nightly: nights", tests, G_N_ELEMENTS (tests));
}
