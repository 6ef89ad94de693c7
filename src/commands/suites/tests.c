/* `autofix tests`: the list of tests for `run --tests`, from what a project has. */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <string.h>

#include "suite/suite.h"

const char *af_command_tests_help (void)
{
  return "  --tap COMMAND     the file (- for standard input) is TAP that COMMAND has printed\n"
         "  --check COMMAND   the same of a program of Check (CK_TAP_LOG_FILE_NAME): a test for each test function\n"
         "  -q, --quiet       no count on standard error\n"
         "\n"
         "Without a word the tests of the current folder are listed, with FOLDER those of a build folder in it:\n"
         "  automake          TESTS and SUBDIRS of its Makefile; what the last `make check` skipped is left out\n"
         "  CMake             CTestTestfile.cmake, or a file that `ctest --show-only=json-v1` has written\n"
         "  Meson             meson-info/intro-tests.json, or a file that `meson introspect --tests` has written\n"
         "  Check             CK_TAP_LOG_FILE_NAME=- ./check_it | autofix tests --check ./check_it - > tests.tsv\n"
         "  TAP               ./suite | autofix tests --tap ./suite - > tests.tsv\n"
         "\n"
         "The list is printed; nothing is run for it.  Go to the top folder of the project first: tests run in a\n"
         "copy of the current folder.  Then:\n"
         "  autofix tests > tests.tsv\n"
         "  autofix run --tests tests.tsv --build 'make check TESTS=' src/scan.c\n";
}

typedef struct {
  char *tap, *check;
  gboolean quiet;
} Raw;

static void raw_clear (Raw *raw)
{
  g_free (raw->tap);
  g_free (raw->check);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Raw, raw_clear)

/* @path: owned by the caller. */
static gboolean read_words (char **words, Raw *raw, char **path, GError **error)
{
  const GOptionEntry entries[] = { { "tap", 0, 0, G_OPTION_ARG_STRING, &raw->tap, NULL, NULL },
                                   { "check", 0, 0, G_OPTION_ARG_STRING, &raw->check, NULL, NULL },
                                   { "quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, NULL, NULL },
                                   G_OPTION_ENTRY_NULL };
  g_auto (GStrv) rest = af_command_words ("tests", words, entries, error);
  if (!rest)
    return FALSE;
  if (rest[0] && rest[1])
    return af_command_usage ("tests", error, "one folder or file at a time");
  if (raw->tap && raw->check)
    return af_command_usage ("tests", error, "--tap and --check exclude each other");
  const char *command = raw->tap ? raw->tap : raw->check;
  if (command && !*command)
    return af_command_usage ("tests", error,
                             raw->tap ? "--tap COMMAND has no command" : "--check COMMAND has no command");
  if (command && !rest[0])
    return af_command_usage ("tests", error,
                             raw->tap ? "--tap COMMAND needs the file that the command has printed, or -"
                                      : "--check COMMAND needs the file that the command has printed, or -");
  *path = g_strdup (rest[0] ? rest[0] : ".");
  return TRUE;
}

gboolean af_command_tests (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (Raw) raw = { 0 };
  g_autofree char *path = NULL;
  AfTestsCount count = { 0 };
  if (!read_words (words, &raw, &path, error))
    return FALSE;
  const AfTestsSource source = { path, raw.tap, raw.check };
  g_autofree char *list = af_suite_tests_list (&source, &count, cancel, error);
  if (!list)
    return FALSE;
  fputs (list, stdout);
  if (!raw.quiet)
    fprintf (stderr, "autofix: %u test%s, %u left out (skipped, disabled, or expected to fail)\n", count.n_tests,
             count.n_tests == 1 ? "" : "s", count.n_left_out);
  *status = AF_EXIT_OK;
  return TRUE;
}
