/* A project for nights: two small modules, .autofix.conf, and a tool that does what the test wants.
 *
 * A night starts its steps as /proc/self/exe, which is here the test program: its main hands such calls to play_tool.
 * That one notes its arguments in calls.log and does what the file play/MODULE.COMMAND says: on the first line an exit
 * status, "hang" or "abort"; then the results.json to write.  What play/replay says is printed.  A search for what
 * broke it does not end by itself: it writes what play/culprit says when it is ended, or takes no notice of that. */
#pragma once

#include <check.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/tempdir.h"

static inline gboolean is_step (int argc, char **argv)
{
  return argc > 1
         && (strcmp (argv[1], "test") == 0 || strcmp (argv[1], "run") == 0 || strcmp (argv[1], "replay") == 0
             || strcmp (argv[1], "culprit") == 0);
}

static inline void put (const char *path, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0755);
  ck_assert_msg (g_file_set_contents (path, text, -1, NULL), "%s", path);
}

static inline char *get (const char *path)
{
  char *text = NULL;
  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("");
}

static inline void note_call (int argc, char **argv)
{
  FILE *log = fopen ("calls.log", "a");
  for (int i = 1; log && i < argc; i++)
    fprintf (log, "%s%s", i > 1 ? " " : "", argv[i]);
  if (log) {
    fputc ('\n', log);
    fclose (log);
  }
}

/* `autofix culprit`, which has more to do than there is time: the smallest part so far when it is ended. */
static inline int play_culprit (int argc, char **argv)
{
  sigset_t ended;
  int number = 0;
  g_autofree char *what = get ("play/culprit");
  sigemptyset (&ended);
  sigaddset (&ended, SIGTERM);
  sigprocmask (SIG_BLOCK, &ended, NULL);
  if (g_str_has_prefix (what, "hang"))
    g_usleep (1000 * G_USEC_PER_SEC);
  if (*what)
    sigwait (&ended, &number);
  for (int i = 1; i + 1 < argc && *what; i++) {
    g_autofree char *path = g_build_filename (argv[i + 1], "culprit.json", NULL);
    if (strcmp (argv[i], "--output") == 0)
      put (path, what);
  }
  return *what ? 130 : 1;
}

/* The exit status of the step; may hang. */
static inline int play_tool (int argc, char **argv)
{
  g_autofree char *what = NULL;
  g_autofree char *module = g_path_get_dirname (argv[3]);
  g_autofree char *name = g_path_get_basename (module);
  g_autofree char *play =
    strcmp (argv[1], "replay") == 0 ? g_strdup ("play/replay") : g_strdup_printf ("play/%s.%s", name, argv[1]);
  g_autofree char *results = g_build_filename (argv[3], "results.json", NULL);
  note_call (argc, argv);
  if (strcmp (argv[1], "culprit") == 0)
    return play_culprit (argc, argv);
  if (!g_file_get_contents (play, &what, NULL, NULL))
    what = g_strdup ("0\n{\"testing\":{\"calls\":5},\"faults\":[]}");
  if (g_str_has_prefix (what, "hang"))
    g_usleep (1000 * G_USEC_PER_SEC);
  if (g_str_has_prefix (what, "abort"))
    abort ();
  char *rest = strchr (what, '\n');
  int status = atoi (what);
  if (strcmp (argv[1], "replay") == 0)
    fputs (rest ? rest + 1 : "", stdout);
  else if (status == 4)
    fputs (rest ? rest + 1 : "", stderr);
  else {
    g_mkdir_with_parents (argv[3], 0755);
    g_file_set_contents (results, rest ? rest + 1 : "", -1, NULL);
  }
  return status;
}

typedef struct {
  AfTempDir *dir;
  AfPaths paths;
  AfNightEnd end;
  GError *error;
} Project;

/* With modules a and b; @nightly: lines of that group. */
static inline void project_begin (Project *project, const char *nightly)
{
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  *project = (Project){ .dir = af_temp_dir_new (NULL) };
  g_autofree char *here = g_get_current_dir ();
  project->paths.include_dir = g_build_filename (root ? root : here, "contracts", NULL);
  ck_assert_int_eq (g_chdir (af_temp_dir_path (project->dir)), 0);
  g_autofree char *conf =
    g_strconcat ("[nightly]\n", nightly, "\n[module a]\nsources = a.c\n[module b]\nsources = b.c\n", NULL);
  put (".autofix.conf", conf);
  put ("a.c", "int a (int n) { return n; }\n");
  put ("b.c", "int b (int n) { return n; }\n");
  ck_assert_ptr_nonnull (freopen ("/dev/null", "w", stdout));
}

static inline void project_end (Project *project)
{
  ck_assert_int_eq (g_chdir ("/"), 0);
  g_clear_error (&project->error);
  g_free (project->paths.include_dir);
  af_temp_dir_free (project->dir);
}

/* Spends a night; its report, or "" when it failed, owned by the caller. */
static inline char *night_with (Project *project, GCancellable *cancel)
{
  g_clear_error (&project->error);
  g_remove ("calls.log");
  g_remove (".autofix/report.txt");
  g_autoptr (AfNightSettings) settings = af_night_settings_load (NULL, &project->error);
  ck_assert_msg (settings != NULL, "%s", project->error ? project->error->message : "");
  gboolean ok = af_nightly_run (settings, &project->paths, cancel, &project->end, &project->error);
  ck_assert_int_eq (ok, project->error == NULL);
  return ok ? get (".autofix/report.txt") : g_strdup ("");
}

static inline char *night (Project *project)
{
  char *report = night_with (project, NULL);
  ck_assert_msg (project->error == NULL, "%s", project->error ? project->error->message : "");
  return report;
}

#define CHECK_SAYS(text, words) ck_assert_msg (strstr ((text), (words)) != NULL, "'%s' is not in:\n%s", (words), (text))
#define CHECK_SILENT(text, words) ck_assert_msg (strstr ((text), (words)) == NULL, "'%s' is in:\n%s", (words), (text))

/* results.json with one fault, as the play of a step. */
#define ONE_FAULT                                                                                                      \
  "2\n{\"testing\":{\"calls\":9},\"faults\":[{\"id\":\"F-000001\",\"title\":\"it breaks\",\"routine\":\"a\","          \
  "\"clause\":\"n > 0\",\"location\":{\"file\":\"a.c\",\"line\":1,\"column\":5}}]}"

typedef struct {
  const char *name;
  const TTest *test;
} NamedTest;

/* Each as a case of its own; the exit status. */
static inline int run_tests (const char *suite_name, const NamedTest *tests, guint n)
{
  Suite *suite = suite_create (suite_name);
  for (guint i = 0; i < n; i++) {
    TCase *each = tcase_create (tests[i].name);
    tcase_set_timeout (each, 120);
    tcase_add_test (each, tests[i].test);
    suite_add_tcase (suite, each);
  }
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
