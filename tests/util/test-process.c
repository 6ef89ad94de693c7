/* Processes with deadlines, and interrupts. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"
#include "util/process.h"
#include "util/tempdir.h"

static gboolean shell (const char *script, const char *cwd, guint deadline_ms, GCancellable *cancel,
                       AfProcessResult *result, GError **error)
{
  const char *argv[] = { "sh", "-c", script, NULL };
  return af_process_run (argv, cwd, deadline_ms, cancel, result, error);
}

static const struct {
  const char *script;
  AfProcessEnd end;
  int number; /* exit status or signal */
  const char *out, *err;
} endings[] = {
  { "exit 0", AF_PROCESS_EXITED, 0, "", "" },
  { "echo out; echo err >&2; exit 3", AF_PROCESS_EXITED, 3, "out\n", "err\n" },
  { "exit 127", AF_PROCESS_EXITED, 127, "", "" },
  { "kill -SEGV $$", AF_PROCESS_SIGNALED, SIGSEGV, "", "" },
  { "cat", AF_PROCESS_EXITED, 0, "", "" },                              /* standard input is empty */
  { "exec >&- 2>&-; sleep 0.1; exit 4", AF_PROCESS_EXITED, 4, "", "" }, /* closing the pipes is not ending */
  { "sleep 30 & echo parent", AF_PROCESS_EXITED, 0, "parent\n", "" },   /* a grandchild holds the pipes */
};

START_TEST (test_words)
{
  static const struct {
    const char *before, *word, *line;
  } rows[] = {
    { "", "src/a-b.c", "cc src/a-b.c" }, { "", "a b", "cc 'a b'" },           { "", "", "cc ''" },
    { "", "a*/b.c", "cc 'a*''/b.c'" },   { "-I", "it's", "cc '-Iit'\\''s'" }, { "-I", ".", "cc -I." },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GString) line = g_string_new ("cc");
    g_auto (GStrv) words = NULL;
    af_shell_add_word (line, rows[i].before, rows[i].word);
    ck_assert_str_eq (line->str, rows[i].line);
    ck_assert (g_shell_parse_argv (line->str, NULL, &words, NULL));
    ck_assert (g_str_has_suffix (words[1], rows[i].word) && !words[2]);
    af_shell_add_word (line, "-I", ".");
    af_shell_add_word (line, "-I", ".");
    ck_assert (g_str_has_suffix (line->str, " -I.") && strlen (line->str) <= strlen (rows[i].line) + 5);
  }
}
END_TEST

START_TEST (test_input)
{
  const char *argv[] = { "cat", NULL };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "input", NULL);
  ck_assert (g_file_set_contents (path, "one\ntwo", -1, NULL));
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (af_process_run_on (argv, path, 10000, NULL, &result, NULL));
  ck_assert_str_eq (result.out, "one\ntwo");
  g_auto (AfProcessResult) none = { 0 };
  g_autoptr (GError) error = NULL;
  ck_assert (!af_process_run_on (argv, "/nowhere/input", 10000, NULL, &none, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

START_TEST (test_endings)
{
  g_auto (AfProcessResult) result = { 0 };
  gint64 start = g_get_monotonic_time ();
  ck_assert (shell (endings[_i].script, NULL, 0, NULL, &result, NULL));
  ck_assert_int_eq (result.end, endings[_i].end);
  ck_assert_int_eq (result.end == AF_PROCESS_EXITED ? result.exit_status : result.term_signal, endings[_i].number);
  ck_assert_str_eq (result.out, endings[_i].out);
  ck_assert_str_eq (result.err, endings[_i].err);
  ck_assert_int_lt (g_get_monotonic_time () - start, 3 * G_USEC_PER_SEC);
}
END_TEST

START_TEST (test_much_output)
{
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (shell ("i=0; while [ $i -lt 3000 ]; do printf '%0100d' 1; printf '%0100d' 2 >&2; i=$((i+1)); done", NULL,
                    20000, NULL, &result, NULL));
  ck_assert_uint_eq (strlen (result.out), 300000);
  ck_assert_uint_eq (strlen (result.err), 300000);
}
END_TEST

START_TEST (test_missing)
{
  g_auto (AfProcessResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  const char *nowhere[] = { "no-such-program-anywhere", NULL }, *no_file[] = { "/nonexistent/cc", NULL };
  const char *folder[] = { "/", NULL };
  ck_assert (!af_process_run (nowhere, NULL, 0, NULL, &result, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  ck_assert_str_eq (error->message, "cannot run 'no-such-program-anywhere': No such file or directory");
  g_clear_error (&error);
  ck_assert (!af_process_run (no_file, NULL, 0, NULL, &result, &error));
  g_clear_error (&error);
  ck_assert (!af_process_run (folder, NULL, 0, NULL, &result, &error));
  g_clear_error (&error);
  ck_assert (!shell ("true", "/nonexistent", 0, NULL, &result, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

static gboolean is_gone (pid_t pid)
{
  for (guint i = 0; i < 3000; i++) {
    if (kill (pid, 0) != 0 && errno == ESRCH)
      return TRUE;
    g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid), *stat = NULL;
    if (g_file_get_contents (path, &stat, NULL, NULL) && strstr (stat, ") Z "))
      return TRUE;
    g_usleep (10000);
  }
  return FALSE;
}

START_TEST (test_deadline)
{
  g_auto (AfProcessResult) result = { 0 };
  gint64 start = g_get_monotonic_time ();
  ck_assert (shell ("sleep 60 & echo $!; echo going; wait", NULL, 200, NULL, &result, NULL));
  ck_assert_int_eq (result.end, AF_PROCESS_TIMED_OUT);
  ck_assert (g_str_has_suffix (result.out, "\ngoing\n"));
  ck_assert_int_lt (g_get_monotonic_time () - start, 20 * G_USEC_PER_SEC);
  ck_assert (is_gone (atoi (result.out))); /* the grandchild, too */
}
END_TEST

static gpointer cancel_soon (gpointer cancel)
{
  g_usleep (100000);
  g_cancellable_cancel (cancel);
  return NULL;
}

START_TEST (test_cancel)
{
  g_auto (AfProcessResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancel);
  gint64 start = g_get_monotonic_time ();
  ck_assert (!shell ("sleep 60", NULL, 0, cancel, &result, &error));
  ck_assert_int_lt (g_get_monotonic_time () - start, 20 * G_USEC_PER_SEC);
  g_thread_join (thread);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED));
  ck_assert_ptr_null (result.out);
  g_clear_error (&error);
  ck_assert (!shell ("true", NULL, 0, cancel, &result, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED));
}
END_TEST

START_TEST (test_gently)
{
  /* asked, it tidies up and says so; one that does not listen is killed; one that ends in time is not asked */
  static const struct {
    const char *script, *out;
    AfProcessEnd end;
  } rows[] = {
    { "trap 'echo tidy; exit 0' TERM; echo up; while :; do sleep 0.01; done", "up\ntidy\n", AF_PROCESS_TIMED_OUT },
    { "trap '' TERM; echo up; while :; do sleep 0.01; done", "up\n", AF_PROCESS_TIMED_OUT },
    { "trap 'echo asked' TERM; echo up", "up\n", AF_PROCESS_EXITED },
  };
  const char *argv[] = { "sh", "-c", rows[_i].script, NULL };
  g_auto (AfProcessResult) result = { 0 };
  guint deadline = rows[_i].end == AF_PROCESS_TIMED_OUT ? 1500 : 60000, grace = _i == 1 ? 200 : 60000;
  ck_assert (af_process_run_gently (argv, NULL, &(AfProcessTime){ deadline, grace }, NULL, &result, NULL));
  ck_assert_int_eq (result.end, rows[_i].end);
  ck_assert_str_eq (result.out, rows[_i].out);
}
END_TEST

START_TEST (test_folder)
{
  g_auto (AfProcessResult) result = { 0 };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  ck_assert (shell ("pwd -P", af_temp_dir_path (dir), 0, NULL, &result, NULL));
  g_autofree char *real = realpath (af_temp_dir_path (dir), NULL), *line = g_strconcat (real, "\n", NULL);
  ck_assert_str_eq (result.out, line);
}
END_TEST

static gboolean run_one (guint index, guint worker, gpointer data, GError **error)
{
  g_auto (AfProcessResult) result = { 0 };
  g_autofree char *script = g_strdup_printf ("echo %u; exit %u", index, index), *line = g_strdup_printf ("%u\n", index);
  (void)worker;
  if (!shell (script, NULL, 10000, NULL, &result, error))
    return FALSE;
  ((gboolean *)data)[index] =
    result.end == AF_PROCESS_EXITED && result.exit_status == (int)index && g_str_equal (result.out, line);
  return TRUE;
}

START_TEST (test_threads)
{
  gboolean good[40] = { FALSE };
  ck_assert (af_jobs_map (40, 4, run_one, good, NULL));
  for (guint i = 0; i < 40; i++)
    ck_assert (good[i]);
}
END_TEST

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

START_TEST (test_interrupt)
{
  sigset_t before, after;
  sigprocmask (SIG_SETMASK, NULL, &before);
  AfInterrupt *interrupt = af_interrupt_new ();
  g_autoptr (GCancellable) cancel = g_object_ref (af_interrupt_cancellable (interrupt));
  g_autoptr (GError) error = NULL;
  ck_assert (!af_interrupted (cancel, &error));
  ck_assert_ptr_null (error);
  /* Blocked here, but not in a child. */
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (shell ("kill -TERM $$; exit 0", NULL, 5000, cancel, &result, NULL));
  ck_assert_int_eq (result.end, AF_PROCESS_SIGNALED);
  ck_assert_int_eq (result.term_signal, SIGTERM);
  kill (getpid (), signals[_i]);
  for (guint i = 0; i < 3000 && !g_cancellable_is_cancelled (cancel); i++)
    g_usleep (10000);
  ck_assert (af_interrupted (cancel, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED));
  af_interrupt_free (interrupt);
  sigprocmask (SIG_SETMASK, NULL, &after);
  ck_assert_int_eq (sigismember (&after, signals[_i]), sigismember (&before, signals[_i]));
  ck_assert (!af_interrupted (NULL, NULL));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("process");
  TCase *tests = tcase_create ("process");
  tcase_set_timeout (tests, 30);
  tcase_add_test (tests, test_input);
  tcase_add_test (tests, test_words);
  tcase_add_loop_test (tests, test_endings, 0, G_N_ELEMENTS (endings));
  tcase_add_test (tests, test_much_output);
  tcase_add_test (tests, test_missing);
  tcase_add_test (tests, test_deadline);
  tcase_add_test (tests, test_cancel);
  tcase_add_loop_test (tests, test_gently, 0, 3);
  tcase_add_test (tests, test_folder);
  tcase_add_test (tests, test_threads);
  tcase_add_loop_test (tests, test_interrupt, 0, G_N_ELEMENTS (signals));
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
