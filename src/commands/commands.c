/* The front door: finds the subcommand, runs it, and turns an error into a message and an exit status.
 *
 * In:  argv.   Out: exit status.
 *
 *     autofix: sorted_set.c:12:5: contract of 'f' has a side effect      4 */
#include "config.h"

#include "commands/commands-internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

/* What `autofix help` knows beside the commands. */
#define RESEARCH "research"

typedef struct {
  const char *name;
  AfCommandFunc function;
  const char *arguments, *meaning;
} Command;

static const Command commands[] = {
#define AF_COMMAND(name, function, arguments, meaning) { name, function, arguments, meaning },
#include "commands/commands.def"
#undef AF_COMMAND
};

static const Command *find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static void print_usage (FILE *out)
{
  fprintf (out, "usage: autofix COMMAND ...\n\nFinds faults in C modules with contracts, and repairs them.\n\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (out, "  %-9s %s\n", commands[i].name, commands[i].meaning);
  fprintf (out, "\n  autofix help COMMAND    its options\n  autofix help contracts  the macros, with their meaning\n  "
                "autofix --version\n");
}

/* Help that is no list of options, or null. */
static const char *own_help (const char *name)
{
  return strcmp (name, "cc") == 0        ? af_command_cc_help ()
         : strcmp (name, "nightly") == 0 ? af_command_nightly_help ()
         : strcmp (name, "work") == 0    ? af_command_work_help ()
         : strcmp (name, "merge") == 0   ? af_command_merge_help ()
         : strcmp (name, "mark") == 0    ? af_command_mark_help ()
         : strcmp (name, "learn") == 0   ? af_command_learn_help ()
         : strcmp (name, "culprit") == 0 ? af_command_culprit_help ()
         : strcmp (name, "tests") == 0   ? af_command_tests_help ()
                                         : NULL;
}

static gboolean takes_of (const char *name, AfTakes *takes)
{
  static const struct {
    const char *name;
    AfTakes takes;
  } rows[] = {
    { "run", AF_TAKES_RUN },      { "test", AF_TAKES_RUN },
    { "lint", AF_TAKES_SOURCES }, { "replay", AF_TAKES_BUILD },
    { "judge", AF_TAKES_JUDGE },  { "show", AF_TAKES_OUTPUT },
    { "apply", AF_TAKES_APPLY },  { "report", AF_TAKES_FORMAT },
    { "infer", AF_TAKES_INFER },  { "contracts", AF_TAKES_STRENGTH },
    { "lsp", AF_TAKES_RUN },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0) {
      *takes = rows[i].takes;
      return TRUE;
    }
  return FALSE;
}

static gboolean print_help (const Command *command)
{
  AfTakes takes = AF_TAKES_RUN;
  const char *own = own_help (command->name);
  if (!own && !takes_of (command->name, &takes))
    return FALSE;
  g_autofree char *help = own                          ? g_strdup (own)
                          : takes == AF_TAKES_STRENGTH ? af_command_contracts_help ()
                                                       : af_command_line_help (takes, FALSE);
  printf ("usage: autofix %s %s\n\n%s.\n\n%s", command->name, command->arguments, command->meaning, help);
  return TRUE;
}

static void print_research (void)
{
  g_autofree char *help = af_command_line_help (AF_TAKES_RUN, TRUE);
  printf ("usage: autofix run|test [OPTION...] FILE.c... [-- CFLAGS...]\n\noptions of run and test for research, and "
          "for work on autofix itself.\n\n%s",
          help);
}

/* What completion asks: `autofix help --list run`. */
static void print_list (const char *name)
{
  AfTakes takes = AF_TAKES_RUN;
  gboolean is_research = g_strcmp0 (name, RESEARCH) == 0;
  if (!name || !(is_research || takes_of (name, &takes)))
    return;
  g_autofree char *list = af_command_line_list (takes, is_research);
  fputs (list, stdout);
}

gboolean af_command_help (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  *status = AF_EXIT_OK;
  const char *topic = words[0];
  if (g_strcmp0 (topic, "--list") == 0) {
    print_list (words[1]);
    return TRUE;
  }
  if (g_strcmp0 (topic, RESEARCH) == 0) {
    print_research ();
    return TRUE;
  }
  const Command *command = topic ? find_command (topic) : NULL;
  if (topic && !command) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix help lists the commands", "unknown command '%s'", topic);
    return FALSE;
  }
  if (!command || !print_help (command))
    print_usage (stdout);
  return TRUE;
}

static int status_of (const GError *error)
{
  if (error->domain != AF_ERROR)
    return error->domain == G_OPTION_ERROR || error->domain == G_FILE_ERROR ? AF_EXIT_USAGE : AF_EXIT_OURS;
  switch ((AfErrorCode)error->code) {
  case AF_ERROR_USAGE:
  case AF_ERROR_IO:
    return AF_EXIT_USAGE;
  case AF_ERROR_SOURCE:
  case AF_ERROR_BUILD:
    return AF_EXIT_MODULE;
  case AF_ERROR_SUBJECT:
    return AF_EXIT_OURS;
  case AF_ERROR_BUDGET:
    return AF_EXIT_INCOMPLETE;
  case AF_ERROR_INTERRUPTED:
    return AF_EXIT_INTERRUPTED;
  }
  return AF_EXIT_OURS;
}

/* "--help" or "-h" among the words of a command; what follows "--" is for another program.  Those of `cc` are the
 * compiler's. */
static gboolean asks_for_help (const Command *command, char **words)
{
  if (command->function == af_command_cc)
    return FALSE;
  for (guint i = 0; words[i] && strcmp (words[i], "--") != 0; i++)
    if (strcmp (words[i], "--help") == 0 || strcmp (words[i], "-h") == 0)
      return TRUE;
  return FALSE;
}

int af_commands_main (int argc, char **argv, GCancellable *cancel)
{
  g_autoptr (GError) error = NULL;
  int status = AF_EXIT_OURS;
  const char *name = argc > 1 ? argv[1] : NULL;
  if (name && strcmp (name, "--version") == 0) {
    printf ("autofix %s\n", PACKAGE_VERSION);
    return AF_EXIT_OK;
  }
  if (name && (strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0)) {
    print_usage (stdout);
    return AF_EXIT_OK;
  }
  const Command *command = name ? find_command (name) : NULL;
  if (!command) {
    if (name)
      fprintf (stderr, "autofix: unknown command '%s'\n", name);
    print_usage (stderr);
    return AF_EXIT_USAGE;
  }
  char *topic[] = { (char *)command->name, NULL };
  if (asks_for_help (command, argv + 2) ? af_command_help (topic, cancel, &status, &error)
                                        : command->function (argv + 2, cancel, &status, &error)) {
    if (fflush (stdout) == 0 && !ferror (stdout))
      return status;
    int code = errno;
    af_error_at (&error, AF_ERROR_IO, NULL, 0, 0, "free space on the device that it is written to",
                 "standard output cannot be written: %s", g_strerror (code));
  }
  fprintf (stderr, "autofix: %s\n", error ? error->message : "failed for an unknown reason");
  return error ? status_of (error) : AF_EXIT_OURS;
}
