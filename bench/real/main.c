/* autofix-bench-real: are real mistakes found and repaired, first and without noise?
 *
 *     autofix-bench-real DIR                 all cases in DIR, without and with their contracts
 *     autofix-bench-real DIR --only NAME     one of them
 *
 * Exit status: 0 done, 1 usage or a file cannot be read, 130 interrupted. */
#include <stdlib.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "util/error.h"
#include "util/interrupt.h"

#define MOST_JOBS 256
#define MOST_SECONDS 86400

typedef struct {
  char *output, *tool, **only, **passed, **rest;
  int jobs, seconds;
} Options;

static void options_clear (Options *options)
{
  g_free (options->output);
  g_free (options->tool);
  g_strfreev (options->only);
  g_strfreev (options->passed);
  g_strfreev (options->rest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean read_options (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->only, "Only this case; may be repeated", "NAME" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &options->output, "Folder of the results (bench.real)", "DIR" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Sessions at a time (1; with more, times get longer)", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_INT, &options->seconds, "Limit of one run of the tool (900)", "N" },
    { "pass", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->passed,
      "An additional option for `autofix run`; may be repeated", "OPTION" },
    { "tool", 0, 0, G_OPTION_ARG_FILENAME, &options->tool, "The autofix to run (the one built with this program)",
      "PATH" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->rest, NULL, "DIR" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) cause = NULL;
  g_option_context_add_main_entries (context, entries, NULL);
  gboolean ok = g_option_context_parse (context, argc, argv, &cause);
  if (ok && options->rest && !options->rest[1] && options->jobs >= 1 && options->jobs <= MOST_JOBS
      && options->seconds >= 1 && options->seconds <= MOST_SECONDS)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix-bench-real DIR; options: autofix-bench-real --help",
               "%s",
               cause                                ? cause->message
               : !options->rest || options->rest[1] ? "one folder of cases is needed"
                                                    : "a number is out of range");
  return FALSE;
}

static gboolean set_up (AfReal *real, const Options *options, GError **error)
{
  const char *compiler = g_getenv ("CC");
  real->bench.compiler = g_strdup (compiler && *compiler ? compiler : "cc");
  real->bench.output = g_strdup (options->output ? options->output : "bench.real");
  real->bench.jobs = (guint)options->jobs;
  real->bench.workers = MAX (1, g_get_num_processors () / real->bench.jobs);
  real->bench.passed = g_strdupv (options->passed);
  real->seconds = (guint)options->seconds;
  real->cases = af_real_cases (options->rest[0], (const char *const *)options->only, error);
  return real->cases && af_bench_use_tool (&real->bench, options->tool, error);
}

static gboolean write_result (const AfReal *real, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (real->bench.output, name, NULL);
  return af_write_text (path, text, error);
}

static gboolean run_all (const AfReal *real, GError **error)
{
  g_autoptr (GPtrArray) sessions = af_real_sessions (real, error);
  if (!sessions)
    return FALSE;
  g_autofree char *text = af_real_text (sessions), *json = af_real_json (real, sessions);
  if (!write_result (real, "real.txt", text, error) || !write_result (real, "real.json", json, error))
    return FALSE;
  g_print ("%s\nwritten to %s: real.txt, real.json\n", text, real->bench.output);
  return TRUE;
}

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_auto (Options) options = { .jobs = 1, .seconds = 900 };
  g_auto (AfReal) real = { .bench = { .cancel = af_interrupt_cancellable (interrupt) } };
  g_autoptr (GError) error = NULL;
  if (read_options (&options, &argc, &argv, &error) && set_up (&real, &options, &error) && run_all (&real, &error))
    return EXIT_SUCCESS;
  g_printerr ("autofix-bench-real: %s\n", error->message);
  return g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED) ? 130 : EXIT_FAILURE;
}
