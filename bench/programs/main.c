/* autofix-bench-programs: how many small programs does autofix repair by their own tests?
 *
 *     autofix-bench-programs [--sample N] [--salt S] [--searches ours,ae,ga] FOLDER
 *
 * Exit status: 0 done, 1 usage or a file cannot be read, 130 interrupted. */
#include <stdio.h>
#include <string.h>

#include "bench/programs/programs.h"
#include "util/error.h"
#include "util/interrupt.h"

/* All searches on one program, one after the other; *is_case: a test of it fails. */
static gboolean run_one (const AfProgram *program, const AfProgramsOptions *options, AfProgramResult *results,
                         gboolean *is_case, GCancellable *cancel, GError **error)
{
  *is_case = FALSE;
  for (guint i = 0; options->searches[i]; i++) {
    if (!af_program_run (program, options, options->searches[i], &results[i], cancel, error)
        || af_interrupted (cancel, error))
      return FALSE;
    if (results[i].n_failing == 0)
      return TRUE;
  }
  *is_case = TRUE;
  return TRUE;
}

static gboolean run_all (const AfProgramsOptions *options, AfProgramsColumn *columns, GCancellable *cancel,
                         GError **error)
{
  g_autoptr (GPtrArray) programs = af_programs_read (options, error);
  guint n = g_strv_length ((char **)options->searches);
  if (!programs)
    return FALSE;
  af_programs_print_head (options->searches);
  for (guint i = 0; i < programs->len && columns[0].results->len < options->sample; i++) {
    AfProgramResult results[AF_MOST_SEARCHES];
    gboolean is_case = FALSE;
    if (!run_one (programs->pdata[i], options, results, &is_case, cancel, error))
      return FALSE;
    if (!is_case)
      continue;
    af_programs_print_row (programs->pdata[i], results, n);
    for (guint k = 0; k < n; k++)
      g_array_append_val (columns[k].results, results[k]);
  }
  af_programs_print_sum (columns, n);
  return TRUE;
}

static gboolean run (const AfProgramsOptions *options, GCancellable *cancel, GError **error)
{
  AfProgramsColumn columns[AF_MOST_SEARCHES] = { 0 };
  guint n = g_strv_length ((char **)options->searches);
  for (guint i = 0; i < n; i++)
    columns[i] = (AfProgramsColumn){ options->searches[i], g_array_new (FALSE, FALSE, sizeof (AfProgramResult)) };
  gboolean ok = run_all (options, columns, cancel, error);
  for (guint i = 0; i < n; i++)
    g_array_unref (columns[i].results);
  return ok;
}

int main (int argc G_GNUC_UNUSED, char **argv)
{
  g_autofree char *salt = NULL, *output = NULL, *tool = NULL, *list = NULL;
  g_auto (GStrv) rest = NULL, words = g_strdupv (argv);
  int sample = 40, seconds = 60;
  const GOptionEntry entries[] = {
    { "sample", 0, 0, G_OPTION_ARG_INT, &sample, "Number of programs (40)", "N" },
    { "salt", 0, 0, G_OPTION_ARG_STRING, &salt, "Word that chooses the sample (autofix)", "S" },
    { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "Budget of each program (60)", "N" },
    { "searches", 0, 0, G_OPTION_ARG_STRING, &list, "What is compared, the first with the others (ours,ae,ga)",
      "LIST" },
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
  g_auto (GStrv) searches = g_strsplit (list ? list : "ours,ae,ga", ",", -1);
  guint n = g_strv_length (searches);
  if (!error && (n == 0 || n > AF_MOST_SEARCHES || g_strv_contains ((const char *const *)searches, "")))
    af_error (&error, AF_ERROR_USAGE, "--searches takes 1 to %d names with commas between", AF_MOST_SEARCHES);
  const AfProgramsOptions options = { folder,        salt ? salt : "autofix", work,    program,
                                      (guint)sample, (guint)seconds,          searches };
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  if (!error)
    run (&options, af_interrupt_cancellable (interrupt), &error);
  if (!error)
    return 0;
  fprintf (stderr, "autofix-bench-programs: %s\n", error->message);
  return g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED) ? 130 : 1;
}
