/* `autofix work` and `autofix merge`: units of a plan, and the end of the night that they make up. */
#include "commands/commands-internal.h"

#include "nightly/nightly.h"

const char *af_command_work_help (void)
{
  return "  --jobs N        workers, as in autofix run ([nightly] jobs, else the number of processors)\n"
         "\n"
         "DIR is what `autofix nightly --plan DIR` has written; it is all that the machines need to share, beside the\n"
         "program itself, which must be the same build on all of them.  N is the number of a unit; without it all "
         "units\n"
         "are done that have no result yet, one after the other, and first those that no machine has begun.\n"
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

/* Whether @rest names the folder of a plan and nothing beyond @most words. */
static gboolean check_rest (const char *name, char **rest, guint most, GError **error)
{
  guint n = g_strv_length (rest);
  if (n == 0 || !*rest[0])
    return af_command_usage (name, error, "the folder of a plan must be given");
  return n <= most || af_command_usage (name, error, "too many arguments: %s", rest[most]);
}

gboolean af_command_work (char **words, GCancellable *cancel, int *status, GError **error)
{
  int jobs = 0;
  guint n_failed = 0;
  const GOptionEntry entries[] = { { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, NULL, NULL }, G_OPTION_ENTRY_NULL };
  g_auto (GStrv) rest = af_command_words ("work", words, entries, error);
  if (!rest || !check_rest ("work", rest, 2, error))
    return FALSE;
  if (jobs < 0 || jobs > 256)
    return af_command_usage ("work", error, "option --jobs: value out of range");
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths || !af_nightly_work (rest[0], rest[1], &(AfNightWorker){ paths, (guint)jobs, cancel }, &n_failed, error))
    return FALSE;
  *status = n_failed > 0 ? AF_EXIT_INCOMPLETE : AF_EXIT_OK;
  return TRUE;
}

gboolean af_command_merge (char **words, GCancellable *cancel, int *status, GError **error)
{
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  AfNightEnd end = AF_NIGHT_QUIET;
  g_auto (GStrv) rest = af_command_words ("merge", words, entries, error);
  if (!rest || !check_rest ("merge", rest, 1, error))
    return FALSE;
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths || !af_nightly_merge (rest[0], paths, cancel, &end, error))
    return FALSE;
  *status = af_night_status (end);
  return TRUE;
}
