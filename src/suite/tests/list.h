/* A list of tests: what is run, and what passing means. */
#pragma once

#include <glib.h>

#define AF_TEST_TIMEOUT_MS 5000u
#define AF_TEST_MEMORY_MB 2048u
#define AF_TEST_PROCESSES 512u

typedef struct {
  char *name;
  char *command;      /* for the shell, in the folder of the project */
  char **words;       /* of a command that needs no shell; null: it needs one */
  char *input;        /* path of what it reads from its standard input, or null */
  GBytes *output;     /* what it shall write to its standard output, or null */
  gboolean is_sample; /* output is one of those that are right: it is not compared */
  gboolean blanks;    /* all blanks in it are alike, those at the ends are nothing */
  GRegex *match;      /* is found in what it writes, or null */
  GRegex *reject;     /* is not, or null */
  int status;         /* its exit status; -1: any */
  guint timeout_ms;
  guint memory_mb, processes; /* what it and all that it starts may take */
} AfSuiteTest;

/* What a process has taken too much of. */
typedef enum { AF_EXCESS_NONE, AF_EXCESS_MEMORY, AF_EXCESS_PROCESSES } AfExcess;

/* What one process has done. */
typedef struct {
  int status;         /* exit status; 128 + n: killed by signal n */
  gboolean timed_out; /* it was ended, at its deadline or for an excess */
  AfExcess excess;
  gboolean left_running; /* processes that it had started were there after its end; only if that was asked */
  guint work_ms;         /* processor time of it, and of what it waited for */
  GBytes *out;           /* its standard output, or null */
} AfSuiteEnd;

void af_suite_test_free (AfSuiteTest *test);
void af_suite_end_clear (AfSuiteEnd *end);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfSuiteEnd, af_suite_end_clear)

/* Reads the list @path (TSV, or JSON if it begins so); files that it names are below @folder: array of AfSuiteTest.
 * Null with AF_ERROR_USAGE or AF_ERROR_IO. */
GPtrArray *af_suite_tests_read (const char *path, const char *folder, GError **error);
/* A test for each of @names (with blanks between), for which {} stands in @command; passing is an exit status of 0. */
GPtrArray *af_suite_tests_of_command (const char *command, const char *names, GError **error);
/* Whether the test passes that ended so. */
gboolean af_suite_test_passes (const AfSuiteTest *test, const AfSuiteEnd *end);
/* What it expects, in words: "`./prog < 1.in` prints what is in 1.out"; owned by the caller. */
char *af_suite_test_text (const AfSuiteTest *test);
