/* `autofix nightly`: every module of .autofix.conf within a time budget, and what is new since the last night; or the
 * same as a plan for many machines. */
#include "commands/commands-internal.h"

#include <string.h>
#include <unistd.h>

#include "nightly/nightly.h"
#include "util/config.h"
#include "util/error.h"

const char *af_command_nightly_help (void)
{
  return "  --budget TIME   hard limit for all of it: 90, 90s, 5m, 1h (1h)\n"
         "  --since REV     only routines that changed since this revision of git\n"
         "  --against REV   report what a module no longer does as at this revision of git, too\n"
         "  --seed N        seed of all random choices (the number of the night)\n"
         "  -v, --verbose   say on standard error what the night is at (on a terminal it does)\n"
         "  -q, --quiet     do not\n"
         "\n"
         "On many machines (a plan's results do not depend on which machine did what; the budget is that of each "
         "unit):\n"
         "  --plan DIR      write the units of the night into the new folder DIR; autofix work DIR N does unit N,\n"
         "                  autofix merge DIR ends the night\n"
         "  --seeds N       N units for each module, with seeds from --seed on (1)\n"
         "  --slice TIME    modules that took longer last night are divided by routines (none is)\n"
         "  --slurm         plan (state/plan-NUMBER if --plan is not given), and submit units and merge to Slurm\n"
         "  --partition P, --time T    as of sbatch; T is the limit of a task\n"
         "  --array-limit N tasks at a time (as many as there is room for)\n"
         "  --script FILE   the job script (integration/slurm/job.sh)\n"
         "\n"
         "Reads the .autofix.conf that is nearest upward, and works in its folder:\n"
         "\n"
         "  [nightly]\n"
         "  budget = 30m           time for the night\n"
         "  test = make check      the project's own tests, run first; their failure is reported, with what they wrote "
         "last\n"
         "  state = .autofix       folder of the history, the results (MODULE/run, MODULE/test) and report.txt, "
         "report.html\n"
         "  replays = 5            a fault is fixed when its test, rebuilt, passes in all of that many runs\n"
         "  confidence = low       fixes below are not shown: low, medium, high\n"
         "  fail-on = new          exit status 2 for: new (and regressions), any, never\n"
         "  against = v1.2         what a module no longer does as at this revision is reported, too\n"
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
  char *budget, *since, *against, *plan, *slice, *partition, *time, *script;
  gint64 seed;
  int seeds, array_limit;
  gboolean slurm, has_limit, verbose, quiet;
} Raw;

static void raw_clear (Raw *raw)
{
  g_free (raw->budget);
  g_free (raw->since);
  g_free (raw->against);
  g_free (raw->plan);
  g_free (raw->slice);
  g_free (raw->partition);
  g_free (raw->time);
  g_free (raw->script);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Raw, raw_clear)

static gboolean read_words (char **words, Raw *raw, GError **error)
{
  const GOptionEntry entries[] = { { "budget", 0, 0, G_OPTION_ARG_STRING, &raw->budget, NULL, NULL },
                                   { "since", 0, 0, G_OPTION_ARG_STRING, &raw->since, NULL, NULL },
                                   { "against", 0, 0, G_OPTION_ARG_STRING, &raw->against, NULL, NULL },
                                   { "seed", 0, 0, G_OPTION_ARG_INT64, &raw->seed, NULL, NULL },
                                   { "verbose", 'v', 0, G_OPTION_ARG_NONE, &raw->verbose, NULL, NULL },
                                   { "quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, NULL, NULL },
                                   { "plan", 0, 0, G_OPTION_ARG_FILENAME, &raw->plan, NULL, NULL },
                                   { "seeds", 0, 0, G_OPTION_ARG_INT, &raw->seeds, NULL, NULL },
                                   { "slice", 0, 0, G_OPTION_ARG_STRING, &raw->slice, NULL, NULL },
                                   { "slurm", 0, 0, G_OPTION_ARG_NONE, &raw->slurm, NULL, NULL },
                                   { "partition", 0, 0, G_OPTION_ARG_STRING, &raw->partition, NULL, NULL },
                                   { "time", 0, 0, G_OPTION_ARG_STRING, &raw->time, NULL, NULL },
                                   { "array-limit", 0, 0, G_OPTION_ARG_INT, &raw->array_limit, NULL, NULL },
                                   { "script", 0, 0, G_OPTION_ARG_FILENAME, &raw->script, NULL, NULL },
                                   G_OPTION_ENTRY_NULL };
  raw->array_limit = G_MININT;
  g_auto (GStrv) rest = af_command_words ("nightly", words, entries, error);
  raw->has_limit = raw->array_limit != G_MININT;
  return rest
         && (!rest[0]
             || af_command_usage ("nightly", error, "modules are named in .autofix.conf, not here: %s", rest[0]));
}

static gboolean override (AfNightSettings *settings, Raw *raw, GError **error)
{
  if (raw->budget && !af_config_seconds (raw->budget, &settings->budget))
    return af_command_usage ("nightly", error, "option --budget: invalid duration: %s", raw->budget);
  if (raw->seed < 0)
    return af_command_usage ("nightly", error, "option --seed: value out of range");
  if (raw->seed > 0)
    settings->seed = (guint64)raw->seed;
  settings->tells = !raw->quiet && (raw->verbose || isatty (STDERR_FILENO));
  settings->since = g_steal_pointer (&raw->since);
  if (raw->against) {
    g_free (settings->against);
    settings->against = g_steal_pointer (&raw->against);
  }
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
  g_autoptr (GHashTable) lists = af_compile_commands_lists ();
  for (guint i = 0; i < settings->modules->len; i++) {
    AfNightModule *module = settings->modules->pdata[i];
    g_auto (GStrv) sources = sources_from (settings->folder, module->sources);
    if (!module->flags && !(module->flags = af_compile_commands_flags_of (lists, sources, NULL, error)))
      return FALSE;
  }
  return TRUE;
}

/* Flags that name the project's folder name what is in it relative to it, as the sources do: a night runs there, and so
 * does a unit of it in its copy of the folder. */
static void shorten_flags (AfNightSettings *settings)
{
  g_autofree char *prefix = g_strconcat (settings->folder, "/", NULL);
  for (guint i = 0; i < settings->modules->len; i++) {
    char **flags = ((AfNightModule *)settings->modules->pdata[i])->flags;
    for (; flags && *flags; flags++) {
      char *at = strstr (*flags, prefix);
      gboolean is_path = at && (at == *flags || at == *flags + 2 || at[-1] == '=');
      if (!is_path)
        continue;
      g_autofree char *old = *flags;
      *at = '\0';
      *flags = g_strconcat (old, at + strlen (prefix), NULL);
    }
  }
}

/* --- many machines --- */

/* Minutes, [hours:]minutes:seconds, days-hours[:minutes[:seconds]], or no limit: what sbatch would refuse only when the
 * plan is made. */
static gboolean is_cluster_time (const char *text)
{
  return g_regex_match_simple ("^([0-9]+(:[0-9]+){0,2}|[0-9]+-[0-9]+(:[0-9]+){0,2}|infinite|unlimited)$", text,
                               G_REGEX_CASELESS, 0);
}

static gboolean check_cluster (const Raw *raw, GError **error)
{
  if (raw->partition && !*raw->partition)
    return af_command_usage ("nightly", error, "option --partition: empty value");
  if (raw->time && !is_cluster_time (raw->time))
    return af_command_usage (
      "nightly", error, "option --time: invalid limit: %s (minutes, hours:minutes:seconds, days-hours)", raw->time);
  if (raw->has_limit && raw->array_limit < 1)
    return af_command_usage ("nightly", error, "option --array-limit: value out of range");
  if (raw->script && !g_file_test (raw->script, G_FILE_TEST_IS_REGULAR))
    return af_command_usage ("nightly", error, "option --script: no such file: %s", raw->script);
  if (!raw->slurm && (raw->partition || raw->time || raw->has_limit || raw->script))
    return af_command_usage ("nightly", error, "--partition, --time, --array-limit and --script are for --slurm");
  g_autofree char *sbatch = g_find_program_in_path ("sbatch");
  if (!raw->slurm || sbatch)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
               "run this where jobs can be submitted, or use --plan DIR and give the units out in another way",
               "no program 'sbatch' in PATH");
  return FALSE;
}

static gboolean check_shared (const Raw *raw, AfNightPlanning *planning, GError **error)
{
  if (raw->seeds < 1 || raw->seeds > 10000)
    return af_command_usage ("nightly", error, "option --seeds: value out of range");
  if (raw->slice && !af_config_seconds (raw->slice, &planning->slice))
    return af_command_usage ("nightly", error, "option --slice: invalid duration: %s", raw->slice);
  if (!raw->slurm && !raw->plan && (raw->slice || raw->seeds > 1))
    return af_command_usage ("nightly", error, "--seeds and --slice are for --plan and --slurm");
  if (raw->plan && !*raw->plan)
    return af_command_usage ("nightly", error, "option --plan: empty value");
  planning->seeds = (guint)raw->seeds;
  return check_cluster (raw, error);
}

/* Where the plan goes that nobody has named: a new folder in the state folder. */
static char *usual_folder (const AfNightSettings *settings)
{
  g_autofree char *state = g_canonicalize_filename (settings->state, settings->folder);
  for (guint i = 1;; i++) {
    g_autofree char *name = g_strdup_printf ("plan-%u", i);
    g_autofree char *path = g_build_filename (state, name, NULL);
    if (!g_file_test (path, G_FILE_TEST_EXISTS))
      return g_steal_pointer (&path);
  }
}

static gboolean share (const AfNightSettings *settings, const AfPaths *paths, const Raw *raw, GCancellable *cancel,
                       GError **error)
{
  AfNightPlanning planning = { 0 };
  const AfNightCluster cluster = { raw->partition, raw->time, raw->has_limit ? (guint)raw->array_limit : 0,
                                   raw->script };
  guint n_units = 0;
  if (!check_shared (raw, &planning, error))
    return FALSE;
  g_autofree char *script = raw->script ? g_canonicalize_filename (raw->script, NULL) : NULL;
  g_autofree char *folder = raw->plan ? g_canonicalize_filename (raw->plan, NULL) : usual_folder (settings);
  const AfNightCluster absolute = { cluster.partition, cluster.time, cluster.array_limit, script };
  planning.folder = folder;
  if (!af_nightly_plan (settings, paths, &planning, cancel, &n_units, error))
    return FALSE;
  g_print ("plan: %u unit%s in %s\n", n_units, n_units == 1 ? "" : "s", folder);
  return !raw->slurm || af_nightly_submit (folder, n_units, &absolute, settings->mail, cancel, error);
}

int af_night_status (AfNightEnd end)
{
  switch (end) {
  case AF_NIGHT_QUIET:
    return AF_EXIT_OK;
  case AF_NIGHT_FAULTS:
    return AF_EXIT_FAULTS;
  case AF_NIGHT_INCOMPLETE:
    return AF_EXIT_INCOMPLETE;
  case AF_NIGHT_MODULE:
    return AF_EXIT_MODULE;
  }
  return AF_EXIT_OURS;
}

gboolean af_command_nightly (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (Raw) raw = { .seeds = 1 };
  AfNightEnd end = AF_NIGHT_QUIET;
  if (!read_words (words, &raw, error))
    return FALSE;
  g_autoptr (AfNightSettings) settings = af_night_settings_load (NULL, error);
  g_autoptr (AfPaths) paths = settings ? af_paths_new (error) : NULL;
  if (!paths || !override (settings, &raw, error) || !find_flags (settings, error))
    return FALSE;
  shorten_flags (settings);
  *status = AF_EXIT_OK;
  if (raw.plan || raw.slurm || raw.seeds != 1 || raw.slice || raw.partition || raw.time || raw.has_limit || raw.script)
    return share (settings, paths, &raw, cancel, error);
  if (!af_nightly_run (settings, paths, cancel, &end, error))
    return FALSE;
  *status = af_night_status (end);
  return TRUE;
}
