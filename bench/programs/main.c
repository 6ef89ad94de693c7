/* autofix-bench-programs: how many small programs does autofix repair by their own tests?
 *
 *     autofix-bench-programs [--sample N] [--salt S] FOLDER
 *
 * Exit status: 0 done, 1 usage or a file cannot be read, 130 interrupted. */
#include <stdio.h>
#include <string.h>

#include "bench/programs/programs.h"
#include "util/error.h"
#include "util/interrupt.h"

typedef struct {
  guint n, plausible, clean, clean_shown;
  double seconds; /* of those that are plausible */
} Sum;

static void add (Sum *sum, const AfProgramResult *result)
{
  sum->n++;
  sum->plausible += result->plausible;
  sum->clean += result->clean;
  sum->clean_shown += result->clean_shown;
  sum->seconds += result->plausible ? result->seconds : 0;
}

static gboolean run_all (const AfProgramsOptions *options, GCancellable *cancel, GError **error)
{
  g_autoptr (GPtrArray) programs = af_programs_read (options, error);
  Sum sum = { 0 };
  if (!programs)
    return FALSE;
  printf ("%-44s %7s %9s %6s %6s %8s %10s\n", "program", "failing", "plausible", "clean", "shown", "seconds",
          "candidates");
  for (guint i = 0; i < programs->len && sum.n < options->sample; i++) {
    const AfProgram *program = programs->pdata[i];
    AfProgramResult result;
    if (!af_program_run (program, options, &result, cancel, error) || af_interrupted (cancel, error))
      return FALSE;
    if (result.n_failing == 0)
      continue;
    g_autofree char *name = g_strndup (program->name, 44);
    printf ("%-44s %7u %9s %6s %6s %8.1f %10u\n", name, result.n_failing, result.plausible ? "yes" : "-",
            result.clean ? "yes" : "-", result.clean_shown ? "yes" : "-", result.seconds, result.n_candidates);
    fflush (stdout);
    add (&sum, &result);
  }
  printf ("%u programs: %u plausible, %u clean, %u with a clean fix among those shown; %.1f s to a plausible one\n",
          sum.n, sum.plausible, sum.clean, sum.clean_shown, sum.plausible ? sum.seconds / sum.plausible : 0);
  return TRUE;
}

int main (int argc G_GNUC_UNUSED, char **argv)
{
  g_autofree char *salt = NULL, *output = NULL, *tool = NULL;
  g_auto (GStrv) rest = NULL, words = g_strdupv (argv);
  int sample = 40, seconds = 60;
  const GOptionEntry entries[] = {
    { "sample", 0, 0, G_OPTION_ARG_INT, &sample, "Number of programs (40)", "N" },
    { "salt", 0, 0, G_OPTION_ARG_STRING, &salt, "Word that chooses the sample (autofix)", "S" },
    { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "Budget of each program (60)", "N" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &output, "Folder of the work (bench.programs)", "DIR" },
    { "tool", 0, 0, G_OPTION_ARG_FILENAME, &tool, "The tool (src/autofix)", "FILE" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, "FOLDER" },
    { NULL, 0, 0, 0, NULL, NULL, NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_option_context_add_main_entries (context, entries, NULL);
  gboolean ok = g_option_context_parse_strv (context, &words, &error);
  if (ok && (!rest || rest[1] || sample < 1 || seconds < 1))
    af_error (&error, AF_ERROR_USAGE, "one folder of programs, and numbers above 0");
  g_autofree char *work = g_canonicalize_filename (output ? output : "bench.programs", NULL);
  g_autofree char *program = g_canonicalize_filename (tool ? tool : "src/autofix", NULL);
  g_autofree char *folder = rest ? g_canonicalize_filename (rest[0], NULL) : NULL;
  const AfProgramsOptions options = { folder, salt ? salt : "autofix", work, program, (guint)sample, (guint)seconds };
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  if (!error)
    run_all (&options, af_interrupt_cancellable (interrupt), &error);
  if (!error)
    return 0;
  fprintf (stderr, "autofix-bench-programs: %s\n", error->message);
  return g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED) ? 130 : 1;
}
