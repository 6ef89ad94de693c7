/* `autofix nightly`: every module of .autofix.conf within a time budget, and what is new since the last night. */
#include "commands/commands-internal.h"

#include <string.h>

#include "nightly/nightly.h"
#include "util/config.h"
#include "util/error.h"

const char *af_command_nightly_help (void)
{
  return "  --budget TIME   hard limit for all of it: 90, 90s, 5m, 1h (1h)\n"
         "  --since REV     only routines that changed since this revision of git\n"
         "  --seed N        seed of all random choices (the number of the night)\n"
         "\n"
         "Reads the .autofix.conf that is nearest upward, and works in its folder:\n"
         "\n"
         "  [nightly]\n"
         "  budget = 30m           time for the night\n"
         "  test = make check      the project's own tests, run first; their failure is reported\n"
         "  state = .autofix       folder of the history, the results (MODULE/run, MODULE/test) and report.txt, "
         "report.html\n"
         "  replays = 5            a fault is fixed when its test, rebuilt, passes in all of that many runs\n"
         "  confidence = low       fixes below are not shown: low, medium, high\n"
         "  fail-on = new          exit status 2 for: new (and regressions), any, never\n"
         "  seed, jobs, effort     as in autofix run; the seed is the number of the night if none is given\n"
         "  cc, sandbox            compiler; sandbox = no lets the modules write files\n"
         "  mail = team@example.org      one mail when there is something new; mail-when = always: every night\n"
         "  sendmail = /usr/sbin/sendmail\n"
         "\n"
         "  [module ring]          one group for each module; its results go into a folder of that name\n"
         "  sources = src/ring.c src/ring-io.c\n"
         "  flags = -Iinclude      the compiler's; without it from compile_commands.json\n"
         "  with = src/helper.c    sources to link that are not tested\n"
         "  link = -lm\n"
         "  budget = 5m            at most, for one step\n"
         "\n"
         "Exit status: 0 nothing new, 2 new faults or regressions, 3 the budget ended before the plan, 4 a module "
         "cannot be tested or the\n"
         "project's tests fail, 1 usage, also when another night is running.\n";
}

typedef struct {
  char *budget, *since;
  gint64 seed;
} Raw;

static void raw_clear (Raw *raw)
{
  g_free (raw->budget);
  g_free (raw->since);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Raw, raw_clear)

static gboolean usage (GError **error, const char *format, const char *word)
{
  g_autofree char *text = g_strdup_printf ("%s%s%s", format, *word ? ": " : "", word);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "options: autofix help nightly", "%s", text);
  return FALSE;
}

static gboolean read_words (char **words, Raw *raw, GError **error)
{
  const GOptionEntry entries[] = { { "budget", 0, 0, G_OPTION_ARG_STRING, &raw->budget, NULL, NULL },
                                   { "since", 0, 0, G_OPTION_ARG_STRING, &raw->since, NULL, NULL },
                                   { "seed", 0, 0, G_OPTION_ARG_INT64, &raw->seed, NULL, NULL },
                                   G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  g_ptr_array_add (own, g_strdup ("autofix"));
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (own, g_strdup (words[i]));
  g_ptr_array_add (own, NULL);
  char **list = (char **)g_ptr_array_free (g_steal_pointer (&own), FALSE);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  gboolean ok = g_option_context_parse_strv (context, &list, &reason);
  gboolean has_rest = ok && list[0] && list[1];
  g_autofree char *rest = has_rest ? g_strdup (list[1]) : NULL;
  g_strfreev (list);
  if (!ok)
    return usage (error, reason->message, "");
  return !has_rest || usage (error, "modules are named in .autofix.conf, not here", rest);
}

static gboolean override (AfNightSettings *settings, Raw *raw, GError **error)
{
  if (raw->budget && !af_config_seconds (raw->budget, &settings->budget))
    return usage (error, "option --budget: invalid duration", raw->budget);
  if (raw->seed < 0)
    return usage (error, "option --seed: value out of range", "");
  if (raw->seed > 0)
    settings->seed = (guint64)raw->seed;
  settings->since = g_steal_pointer (&raw->since);
  return TRUE;
}

/* Sources as seen from here, since compile_commands.json is looked for above them. */
static char **sources_from (const char *folder, char **sources)
{
  char **paths = g_strdupv (sources);
  for (guint i = 0; paths[i]; i++) {
    g_autofree char *path = g_steal_pointer (&paths[i]);
    paths[i] = g_canonicalize_filename (path, folder);
  }
  return paths;
}

static gboolean find_flags (AfNightSettings *settings, GError **error)
{
  for (guint i = 0; i < settings->modules->len; i++) {
    AfNightModule *module = settings->modules->pdata[i];
    g_auto (GStrv) sources = sources_from (settings->folder, module->sources);
    if (!module->flags && !(module->flags = af_compile_commands_flags (sources, NULL, error)))
      return FALSE;
  }
  return TRUE;
}

gboolean af_command_nightly (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (Raw) raw = { 0 };
  AfNightEnd end = AF_NIGHT_QUIET;
  if (!read_words (words, &raw, error))
    return FALSE;
  g_autoptr (AfNightSettings) settings = af_night_settings_load (error);
  g_autoptr (AfPaths) paths = settings ? af_paths_new (error) : NULL;
  if (!paths || !override (settings, &raw, error) || !find_flags (settings, error)
      || !af_nightly_run (settings, paths, cancel, &end, error))
    return FALSE;
  switch (end) {
  case AF_NIGHT_QUIET:
    *status = AF_EXIT_OK;
    break;
  case AF_NIGHT_FAULTS:
    *status = AF_EXIT_FAULTS;
    break;
  case AF_NIGHT_INCOMPLETE:
    *status = AF_EXIT_INCOMPLETE;
    break;
  case AF_NIGHT_MODULE:
    *status = AF_EXIT_MODULE;
    break;
  }
  return TRUE;
}
