/* `autofix work` and `autofix merge`: units of a plan, and the end of the night that they make up. */
#include "commands/commands-internal.h"

#include <stdlib.h>

#include "nightly/nightly.h"
#include "util/error.h"

const char *af_command_work_help (void)
{
  return "  --jobs N        workers, as in autofix run ([nightly] jobs, else the number of processors)\n"
         "\n"
         "DIR is what `autofix nightly --plan DIR` has written; it is all that the machines need to share, beside the\n"
         "program itself, which must be the same build on all of them.  N is the number of a unit; without it all "
         "units\n"
         "are done that have no result yet, one after the other.\n"
         "\n"
         "  DIR/plan.json       the units, one in a line, the longest first\n"
         "  DIR/units/N.json    what unit N gave; written whole or not at all\n"
         "  DIR/units/N.log     each try, and why it failed\n"
         "\n"
         "A unit may be done twice, at once or again, and may be killed at any time.  After three failed tries it\n"
         "counts as failed; remove its log to give it three more.  An interrupted try does not count.\n"
         "\n"
         "Exit status: 0 done, or done before, 3 a unit has failed three times, 1 usage: no such unit, no plan, a "
         "plan\n"
         "of another version or build, a folder that cannot be written to, 130 interrupted.\n";
}

const char *af_command_merge_help (void)
{
  return "DIR is what `autofix nightly --plan DIR` has written and `autofix work` has filled.  Ends the night with "
         "what\n"
         "is there: results in the state folder, report.txt and report.html, the history, mail, all as on one "
         "machine.\n"
         "It may be called again when more units are there; the night is in the history once.\n"
         "\n"
         "Exit status: as of nightly, but 3 when units are missing or have failed, whatever the others found; the\n"
         "report names them.\n";
}

static gboolean usage (const char *name, const char *problem, GError **error)
{
  g_autofree char *hint = g_strdup_printf ("options: autofix help %s", name);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "%s", problem);
  return FALSE;
}

/* The words that are no options, null-terminated, between @least and @most of them. */
static char **read_rest (const char *name, char **words, const GOptionEntry *entries, const guint range[2],
                         GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_strv_builder_add (all, "autofix");
  g_strv_builder_addv (all, (const char **)words);
  g_auto (GStrv) list = g_strv_builder_end (all);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse_strv (context, &list, &reason)) {
    usage (name, reason->message, error);
    return NULL;
  }
  guint n = g_strv_length (list) - 1;
  if (n >= range[0] && n <= range[1])
    return g_strdupv (list + 1);
  usage (name, n < range[0] ? "the folder of a plan must be given" : "too many arguments", error);
  return NULL;
}

gboolean af_command_work (char **words, GCancellable *cancel, int *status, GError **error)
{
  static const guint range[2] = { 1, 2 };
  int jobs = 0;
  guint n_failed = 0;
  const GOptionEntry entries[] = { { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, NULL, NULL }, G_OPTION_ENTRY_NULL };
  g_auto (GStrv) rest = read_rest ("work", words, entries, range, error);
  if (!rest)
    return FALSE;
  if (jobs < 0 || jobs > 256)
    return usage ("work", "option --jobs: value out of range", error);
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths || !af_nightly_work (rest[0], rest[1], &(AfNightWorker){ paths, (guint)jobs, cancel }, &n_failed, error))
    return FALSE;
  *status = n_failed > 0 ? AF_EXIT_INCOMPLETE : AF_EXIT_OK;
  return TRUE;
}

gboolean af_command_merge (char **words, GCancellable *cancel, int *status, GError **error)
{
  static const guint range[2] = { 1, 1 };
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  AfNightEnd end = AF_NIGHT_QUIET;
  g_auto (GStrv) rest = read_rest ("merge", words, entries, range, error);
  g_autoptr (AfPaths) paths = rest ? af_paths_new (error) : NULL;
  if (!paths || !af_nightly_merge (rest[0], paths, cancel, &end, error))
    return FALSE;
  *status = af_night_status (end);
  return TRUE;
}
