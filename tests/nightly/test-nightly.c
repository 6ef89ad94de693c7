/* Nights: the decision table, row by row, and what .autofix.conf may say. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/tempdir.h"

START_TEST (decisions)
{
  enum {
    NONE = AF_STATE_NONE,
    NEW = AF_STATE_NEW,
    KNOWN = AF_STATE_KNOWN,
    BACK = AF_STATE_REGRESSION,
    FIXED = AF_STATE_FIXED,
    UNKNOWN = AF_STATE_UNKNOWN,
    FLAKY = AF_STATE_FLAKY
  };
  static const struct {
    const char *name;
    guint before, mark;
    gboolean seen, same_as_decided, same_as_seen;
    guint runs, passed, failed, now;
  } rows[] = {
    { "first sight", NONE, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, NEW },
    { "again", NEW, AF_MARK_NONE, TRUE, TRUE, TRUE, 0, 0, 0, KNOWN },
    { "and again", KNOWN, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "back", FIXED, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, BACK },
    { "back, nothing changed", FIXED, AF_MARK_NONE, TRUE, TRUE, FALSE, 0, 0, 0, FLAKY },
    { "back again", BACK, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "unknown, seen", UNKNOWN, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "flaky, seen, nothing changed", FLAKY, AF_MARK_NONE, TRUE, TRUE, TRUE, 0, 0, 0, FLAKY },
    { "flaky, seen, changed", FLAKY, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "marked fixed, seen", KNOWN, AF_MARK_FIXED, TRUE, FALSE, FALSE, 0, 0, 0, BACK },
    { "marked fixed, never reported", NONE, AF_MARK_FIXED, TRUE, FALSE, FALSE, 0, 0, 0, BACK },
    { "all pass", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 5, 0, FIXED },
    { "all pass, nothing changed", KNOWN, AF_MARK_NONE, FALSE, FALSE, TRUE, 5, 5, 0, FLAKY },
    { "still fixed", FIXED, AF_MARK_NONE, FALSE, TRUE, FALSE, 5, 5, 0, FIXED },
    { "still fixed, the old file is back", FIXED, AF_MARK_NONE, FALSE, FALSE, TRUE, 5, 5, 0, FIXED },
    { "four of five", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 4, 1, FLAKY },
    { "one ends otherwise", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 4, 0, FLAKY },
    { "missed by the tests", KNOWN, AF_MARK_NONE, FALSE, FALSE, TRUE, 5, 0, 5, KNOWN },
    { "missed and never reported", NONE, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 5, NEW },
    { "missed and back", FIXED, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 5, BACK },
    { "no replay", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 0, 0, 0, UNKNOWN },
    { "replay cannot tell", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 0, UNKNOWN },
    { "fixed, replay cannot tell", FIXED, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 0, FIXED },
    { "never seen nor told", NONE, AF_MARK_NONE, FALSE, FALSE, FALSE, 0, 0, 0, UNKNOWN },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfEvidence evidence = { (AfState)rows[i].before, (AfMark)rows[i].mark, rows[i].seen,   rows[i].same_as_decided,
                            rows[i].same_as_seen,    rows[i].runs,         rows[i].passed, rows[i].failed };
    const char *note = NULL;
    AfState now = af_state_decide (&evidence, &note);
    ck_assert_msg (now == (AfState)rows[i].now, "%s: %s", rows[i].name, af_state_name (now));
    ck_assert_ptr_nonnull (note);
    ck_assert_msg (now == AF_STATE_NEW || now == AF_STATE_KNOWN || now == AF_STATE_FIXED || *note, "%s: no reason",
                   rows[i].name);
  }
}
END_TEST

/* Settings of a .autofix.conf with @text in a folder of its own. */
static AfNightSettings *load (const char *text, GError **error)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), ".autofix.conf", NULL),
                  *here = g_get_current_dir ();
  if (text)
    ck_assert (g_file_set_contents (path, text, -1, NULL));
  ck_assert_int_eq (g_chdir (af_temp_dir_path (dir)), 0);
  AfNightSettings *settings = af_night_settings_load (error);
  ck_assert_int_eq (g_chdir (here), 0);
  return settings;
}

START_TEST (good_settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfNightSettings) settings =
    load ("[nightly]\nbudget = 5m\nreplays = 3\nconfidence = medium\nfail-on = any\ntest = make check\n"
          "mail = a@b\nmail-when = always\nsandbox = no\n[module ring]\nsources = a.c 'b c.c'\nflags = -Ix -DY='1 "
          "2'\nbudget = 30\nlink = -lm\n"
          "[module list]\nsources = l.c\n[contracts]\nchecks = MY\n",
          &error);
  ck_assert_msg (settings != NULL, "%s", error ? error->message : "");
  ck_assert_uint_eq (settings->budget, 300);
  ck_assert_uint_eq (settings->replays, 3);
  ck_assert_int_eq (settings->confidence, AF_CONFIDENCE_MEDIUM);
  ck_assert_int_eq (settings->fail_on, AF_FAIL_ON_ANY);
  ck_assert (settings->mail_always && !settings->sandbox);
  ck_assert_str_eq (settings->test, "make check");
  ck_assert_str_eq (settings->state, ".autofix");
  ck_assert_uint_eq (settings->modules->len, 2);
  const AfNightModule *ring = settings->modules->pdata[0], *list = settings->modules->pdata[1];
  ck_assert_str_eq (ring->name, "ring");
  ck_assert_str_eq (ring->sources[1], "b c.c");
  ck_assert_str_eq (ring->flags[1], "-DY=1 2");
  ck_assert_uint_eq (ring->budget, 30);
  ck_assert_ptr_null (list->flags);
}
END_TEST

START_TEST (bad_settings)
{
  static const struct {
    const char *text, *message;
  } rows[] = {
    { NULL, "no .autofix.conf" },
    { "", "no module" },
    { "[module a]\n", "names no sources" },
    { "[module ../a]\nsources = a.c\n", "no such name" },
    { "[nightly]\nbudget = soon\n", "budget = soon" },
    { "[nightly]\nreplays = 0\n", "replays = 0" },
    { "[nightly]\nbugdet = 5m\n", "no key 'bugdet'" },
    { "[nightly]\nfail-on = often\n", "fail-on = often" },
    { "[module a]\nsources = 'a.c\n", "sources = 'a.c" },
    { "budget", "budget" },
    { "[module a]\nsources = a.c\n[modul b]\nsources = b.c\n", "unknown group [modul b]" },
    { "[module a]\nsources = a.c\nsource = b.c\n", "no key 'source'" },
    { "[nightly]\nseed = -1\n", "seed = -1" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (AfNightSettings) settings = load (rows[i].text, &error);
    ck_assert_msg (settings == NULL, "row %u is taken", i);
    ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE), "row %u", i);
    ck_assert_msg (strstr (error->message, rows[i].message) != NULL, "row %u: %s", i, error->message);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("nightly");
  TCase *all = tcase_create ("all");
  tcase_add_test (all, decisions);
  tcase_add_test (all, good_settings);
  tcase_add_test (all, bad_settings);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
