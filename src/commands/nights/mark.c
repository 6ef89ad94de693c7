/* `autofix mark ID VERDICT`: says what a person thinks of a fault or a fix.
 *
 * In:  an ID, a verdict.   Out: a row in each history that knows the ID: that of the last run, and that of the nights.
 */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <string.h>

#include "nightly/nightly.h"
#include "store/marks.h"
#include "util/error.h"

const char *af_command_mark_help (void)
{
  return "  --output DIR    folder of the results (autofix.out)\n"
         "\n"
         "Of a fault (F-...):\n"
         "  fixed           repaired; if a night sees it again, it is a regression\n"
         "  invalid         not a fault\n"
         "  wontfix         a fault that will not be repaired; of what `run --against` reports, a change that is "
         "meant\n"
         "  contract-wrong  the contract is wrong, not the code\n"
         "  dup OTHER       a duplicate of the fault OTHER\n"
         "Of a fix (X-...):\n"
         "  invalid, wontfix   the patch is never offered again for this fault, whatever its number will be\n"
         "  fixed           it was taken: the fault is marked fixed\n"
         "Of both:\n"
         "  open            takes the verdict back\n"
         "\n"
         "Dismissed faults stay out of `run`, `test` and the nightly reports.  The verdict goes into the history of\n"
         "the results and into that of the nights (.autofix.conf), where they know the ID.\n";
}

static gboolean is_fix (const char *id)
{
  return g_str_has_prefix (id, "X-");
}

static gboolean read_verdict (char **rest, AfMark *verdict, GError **error)
{
  guint n = g_strv_length (rest);
  *verdict = n > 1 ? af_mark_parse (rest[1]) : AF_MARK_NONE;
  gboolean is_open = n > 1 && strcmp (rest[1], af_mark_name (AF_MARK_NONE)) == 0;
  gboolean of_fix =
    *verdict == AF_MARK_NONE || *verdict == AF_MARK_FIXED || *verdict == AF_MARK_INVALID || *verdict == AF_MARK_WONTFIX;
  const char *problem = n < 2                                           ? "an ID and a verdict must be given"
                        : *verdict == AF_MARK_NONE && !is_open          ? "unknown verdict"
                        : (n > 2) != (*verdict == AF_MARK_DUP) || n > 3 ? "dup, and only dup, takes another fault"
                        : is_fix (rest[0]) && !of_fix ? "verdicts on a fix are fixed, invalid, wontfix and open"
                        : *verdict == AF_MARK_DUP && strcmp (rest[0], rest[2]) == 0
                          ? "a fault cannot be a duplicate of itself"
                          : NULL;
  if (!problem)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
               "usage: autofix mark ID fixed|invalid|wontfix|contract-wrong|dup OTHER|open", "%s", problem);
  return FALSE;
}

/* The files that there are: of the results, and of the nights if there is a configuration. */
static GPtrArray *histories (const char *output)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AfNightSettings) settings = af_night_settings_load (NULL, NULL);
  g_ptr_array_add (paths, g_build_filename (output, "history.sqlite", NULL));
  if (settings) {
    g_autofree char *state = g_canonicalize_filename (settings->state, settings->folder);
    g_ptr_array_add (paths, g_build_filename (state, "history.sqlite", NULL));
  }
  for (guint i = paths->len; i > 0; i--)
    if (!g_file_test (paths->pdata[i - 1], G_FILE_TEST_IS_REGULAR))
      g_ptr_array_remove_index (paths, i - 1);
  return paths;
}

static gboolean mark_in (const char *path, char **rest, AfMark verdict, guint *n, GError **error)
{
  g_autoptr (AfStore) store = af_store_open_live (path, error);
  if (!store)
    return FALSE;
  if (!af_store_knows (store, rest[0]) || (verdict == AF_MARK_DUP && !af_store_knows (store, rest[2])))
    return TRUE;
  ++*n;
  return af_store_mark (store, rest[0], verdict, verdict == AF_MARK_DUP ? rest[2] : NULL, error);
}

gboolean af_command_mark (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  AfMark verdict = AF_MARK_NONE;
  guint n = 0;
  if (!af_command_line_parse (&line, "mark", AF_TAKES_OUTPUT, words, error)
      || !read_verdict (line.rest, &verdict, error))
    return FALSE;
  g_autoptr (GPtrArray) paths = histories (line.options.output);
  for (guint i = 0; i < paths->len; i++)
    if (!mark_in (paths->pdata[i], line.rest, verdict, &n, error))
      return FALSE;
  if (n == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
                 "autofix show lists those of the last run; --output names its folder",
                 "no history contains '%s'%s%s%s", line.rest[0], verdict == AF_MARK_DUP ? " together with '" : "",
                 verdict == AF_MARK_DUP ? line.rest[2] : "", verdict == AF_MARK_DUP ? "'" : "");
    return FALSE;
  }
  printf ("%s: %s%s%s\n", line.rest[0], af_mark_name (verdict), verdict == AF_MARK_DUP ? " of " : "",
          verdict == AF_MARK_DUP ? line.rest[2] : "");
  *status = AF_EXIT_OK;
  return TRUE;
}
