/* The command line of each subcommand.
 *
 * In:  words.   Out: AfOptions, and the words that are no options.
 *
 *     run --seed 7 -j2 ring.c --link -lm -- -Iinclude
 *       -> seed 7, jobs 2, links {-lm}, rest {ring.c}, flags {-Iinclude}
 *
 * GOption does the work; the values that it knows nothing of (stages, durations, colour) are read behind it. */
#include "commands/commands-internal.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/config.h"
#include "util/error.h"

/* As the words stand, before their meaning is known. */
typedef struct {
  gint64 seed;
  gint jobs, effort, times, max_snapshots, max_per_snapshot, max_candidates;
  char *budget, *corpus, *routine, *since, *test_command, *history, *cc, *clang_format, *output, *dump, *stop_after,
    *color, *sanitize, *format, *localize, *parts, *commands;
  char **with, **link, **factory;
  double alpha, beta, gamma, smooth; /* NaN: not given */
  gboolean faithful, records, processor_time, no_sandbox, quiet, verbose, exit_zero, coverage, dump_config;
} Raw;

static void raw_clear (Raw *raw)
{
  g_free (raw->budget);
  g_free (raw->corpus);
  g_free (raw->routine);
  g_free (raw->since);
  g_free (raw->test_command);
  g_free (raw->history);
  g_free (raw->cc);
  g_free (raw->clang_format);
  g_free (raw->output);
  g_free (raw->dump);
  g_free (raw->stop_after);
  g_free (raw->color);
  g_free (raw->format);
  g_free (raw->sanitize);
  g_free (raw->localize);
  g_free (raw->parts);
  g_free (raw->commands);
  g_strfreev (raw->with);
  g_strfreev (raw->link);
  g_strfreev (raw->factory);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Raw, raw_clear)

void af_command_line_clear (AfCommandLine *line)
{
  g_clear_pointer (&line->options, af_options_free);
  g_clear_pointer (&line->rest, g_strfreev);
}

static void add_sources (GOptionContext *context, AfTakes takes, Raw *raw)
{
  const GOptionEntry sources[] = { { "commands", 'p', 0, G_OPTION_ARG_FILENAME, &raw->commands,
                                     "Folder of compile_commands.json (the nearest upward of the source)", "DIR" },
                                   G_OPTION_ENTRY_NULL };
  const GOptionEntry run[] = { { "verbose", 0, 0, G_OPTION_ARG_NONE, &raw->verbose,
                                 "Say of each stage of each fault when it begins, and how far the run is", NULL },
                               G_OPTION_ENTRY_NULL };
  if (takes == AF_TAKES_RUN || takes == AF_TAKES_SOURCES)
    g_option_context_add_main_entries (context, sources, NULL);
  if (takes == AF_TAKES_RUN)
    g_option_context_add_main_entries (context, run, NULL);
}

static void add_judge (GOptionContext *context, Raw *raw)
{
  const GOptionEntry judge[] = {
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &raw->jobs, "Workers (number of processors); the result is the same", "N" },
    { "effort", 0, 0, G_OPTION_ARG_INT, &raw->effort, "Multiplies the number of random tests (as it did in the run)",
      "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &raw->format, "text or json, on standard output (text)", "FORMAT" },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, "No progress on standard error", NULL },
    G_OPTION_ENTRY_NULL
  };
  g_option_context_add_main_entries (context, judge, NULL);
}

static GOptionContext *context_new (AfTakes takes, Raw *raw)
{
  GOptionContext *context = g_option_context_new (NULL);
  const GOptionEntry run[] = {
    { "seed", 0, 0, G_OPTION_ARG_INT64, &raw->seed, "Seed of all random choices (1)", "N" },
    { "budget", 0, 0, G_OPTION_ARG_STRING, &raw->budget, "Time for the run: 90, 90s, 5m, 1h (no limit)", "TIME" },
    { "processor-time", 0, 0, G_OPTION_ARG_NONE, &raw->processor_time,
      "The budget is processor time, for making tests alone", NULL },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &raw->jobs, "Workers (number of processors); the result is the same", "N" },
    { "effort", 0, 0, G_OPTION_ARG_INT, &raw->effort, "Multiplies the number of random tests (1)", "N" },
    { "corpus", 0, 0, G_OPTION_ARG_FILENAME, &raw->corpus, "Begin with the tests kept here, and add to them",
      "FILE|DIR" },
    { "factory", 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->factory,
      "This routine makes objects for the tests; may be given again", "NAME" },
    { "routine", 0, 0, G_OPTION_ARG_STRING, &raw->routine, "Test this routine only", "NAME" },
    { "since", 0, 0, G_OPTION_ARG_STRING, &raw->since, "Test only routines that changed since this revision of git",
      "REV" },
    { "history", 0, 0, G_OPTION_ARG_FILENAME, &raw->history,
      "History whose rejected patches are left out (that of the results)", "FILE" },
    { "test-command", 0, 0, G_OPTION_ARG_STRING, &raw->test_command,
      "Show only fixes with which this command of the shell passes, run in a copy of the folder", "COMMAND" },
    { "dump-config", 0, 0, G_OPTION_ARG_NONE, &raw->dump_config, "Print the options that are in force and end", NULL },
    { "with", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &raw->with, "A source to link that is not tested", "FILE.c" },
    { "clang-format", 0, 0, G_OPTION_ARG_STRING, &raw->clang_format,
      "Lays patches out where the project has a .clang-format (PATH's; or none)", "PROGRAM" },
    { "link", 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->link, "An argument for the linker, e.g. -lm", "ARG" },
    { "faithful", 0, 0, G_OPTION_ARG_NONE, &raw->faithful, "Only what the 2014 AutoFix paper does", NULL },
    { "max-snapshots", 0, 0, G_OPTION_ARG_INT, &raw->max_snapshots,
      "Suspicious states to make changes for (60; --faithful 15)", "N" },
    { "max-per-snapshot", 0, 0, G_OPTION_ARG_INT, &raw->max_per_snapshot, "Changes made for each (80; --faithful 50)",
      "N" },
    { "max-candidates", 0, 0, G_OPTION_ARG_INT, &raw->max_candidates,
      "Changes tried in a routine to blame (2000; --faithful all)", "N" },
    { "localize", 0, 0, G_OPTION_ARG_STRING, &raw->localize, "Parts of localisation on and off, e.g. spectrum,-share",
      "LIST" },
    { "parts", 0, 0, G_OPTION_ARG_STRING, &raw->parts, "Parts of validation and ranking off, e.g. -near,-proof",
      "LIST" },
    { "alpha", 0, 0, G_OPTION_ARG_DOUBLE, &raw->alpha, "Of suspiciousness: how fast further tests count less (1/3)",
      "X" },
    { "beta", 0, 0, G_OPTION_ARG_DOUBLE, &raw->beta, "Of suspiciousness: weight of passing tests (2/3)", "X" },
    { "gamma", 0, 0, G_OPTION_ARG_DOUBLE, &raw->gamma, "Of suspiciousness: without any test (1)", "X" },
    { "smooth", 0, 0, G_OPTION_ARG_DOUBLE, &raw->smooth,
      "Of suspiciousness: least share of place and expression (0.05)", "X" },
    { "coverage", 0, 0, G_OPTION_ARG_NONE, &raw->coverage, "Print for each routine which branches the tests took",
      NULL },
    { "dump", 0, 0, G_OPTION_ARG_STRING, &raw->dump,
      "Print a stage's result: module, test, model (for Graphviz), trace, predicates, localize, synthesize, screen, "
      "confirm",
      "STAGE" },
    { "stop-after", 0, 0, G_OPTION_ARG_STRING, &raw->stop_after, "End after this stage", "STAGE" },
    { "records", 0, 0, G_OPTION_ARG_NONE, &raw->records,
      "Write records/F-*.json: all snapshots and candidates, with verdicts", NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, "No progress on standard error", NULL },
    { "exit-zero", 0, 0, G_OPTION_ARG_NONE, &raw->exit_zero, "Exit status 0 also when faults were found", NULL },
    G_OPTION_ENTRY_NULL
  };
  const GOptionEntry output[] = { { "output", 0, 0, G_OPTION_ARG_FILENAME, &raw->output,
                                    "Folder of the results (autofix.out)", "DIR" },
                                  G_OPTION_ENTRY_NULL };
  const GOptionEntry color[] = {
    { "color", 0, 0, G_OPTION_ARG_STRING, &raw->color, "auto, always or never (auto)", "WHEN" }, G_OPTION_ENTRY_NULL
  };
  const GOptionEntry format[] = { { "format", 0, 0, G_OPTION_ARG_STRING, &raw->format,
                                    "On standard output: a format listed below (text)", "FORMAT" },
                                  G_OPTION_ENTRY_NULL };
  const GOptionEntry build[] = { { "cc", 0, 0, G_OPTION_ARG_STRING, &raw->cc, "Compiler ($CC, else cc)", "CC" },
                                 { "sanitize", 0, 0, G_OPTION_ARG_STRING, &raw->sanitize,
                                   "What patches are rebuilt with: address,undefined or none", "LIST" },
                                 { "no-sandbox", 0, 0, G_OPTION_ARG_NONE, &raw->no_sandbox,
                                   "Run the module without a cage: it may write files", NULL },
                                 G_OPTION_ENTRY_NULL };
  const GOptionEntry replay[] = { { "times", 0, 0, G_OPTION_ARG_INT, &raw->times,
                                    "Run the test so often, each time in a new process (1)", "N" },
                                  G_OPTION_ENTRY_NULL };
  g_option_context_set_help_enabled (context, FALSE);
  if (takes == AF_TAKES_RUN)
    g_option_context_add_main_entries (context, run, NULL);
  add_sources (context, takes, raw);
  if (takes == AF_TAKES_JUDGE)
    add_judge (context, raw);
  if (takes == AF_TAKES_RUN || takes == AF_TAKES_BUILD || takes == AF_TAKES_JUDGE)
    g_option_context_add_main_entries (context, build, NULL);
  if (takes == AF_TAKES_BUILD)
    g_option_context_add_main_entries (context, replay, NULL);
  if (takes == AF_TAKES_RUN || takes == AF_TAKES_FORMAT)
    g_option_context_add_main_entries (context, format, NULL);
  if (takes == AF_TAKES_RUN || takes == AF_TAKES_OUTPUT || takes == AF_TAKES_FORMAT)
    g_option_context_add_main_entries (context, color, NULL);
  if (takes != AF_TAKES_SOURCES)
    g_option_context_add_main_entries (context, output, NULL);
  return context;
}

char *af_command_line_help (const char *name G_GNUC_UNUSED, AfTakes takes)
{
  g_auto (Raw) raw = { 0 };
  g_autoptr (GOptionContext) context = context_new (takes, &raw);
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);
  const char *options = strstr (help, "\n\n");
  g_autofree char *formats = takes == AF_TAKES_RUN || takes == AF_TAKES_FORMAT ? af_format_help () : g_strdup ("");
  return g_strconcat (
    options ? options + 2 : help, formats,
    takes == AF_TAKES_SOURCES ? "Flags are taken from compile_commands.json unless given after --.\n" : "", NULL);
}

/* --- values that GOption does not know --- */

static gboolean read_budget (const char *text, guint *seconds, GError **error)
{
  if (af_config_seconds (text, seconds))
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "90, 90s, 5m or 1h", "option --budget: '%s' is no time", text);
  return FALSE;
}

static gboolean read_stage (const char *option, const char *text, AfStage last, const char *more, int *stage,
                            GError **error)
{
  *stage = af_stage_parse (text);
  if (*stage >= 0 && *stage <= (int)last)
    return TRUE;
  g_autoptr (GString) hint = g_string_new ("one of");
  for (guint i = 0; i <= (guint)last; i++)
    g_string_append_printf (hint, "%s %s", i > 0 ? "," : "", af_stage_name (i));
  g_string_append (hint, more);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint->str, "option %s: no stage '%s'", option, text);
  return FALSE;
}

static gboolean read_color (const char *text, gboolean *color, GError **error)
{
  if (g_strcmp0 (text, "always") == 0 || g_strcmp0 (text, "never") == 0) {
    *color = *text == 'a';
    return TRUE;
  }
  if (text && strcmp (text, "auto") != 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "auto, always or never", "option --color: '%s'", text);
    return FALSE;
  }
  const char *none = g_getenv ("NO_COLOR"), *force = g_getenv ("FORCE_COLOR");
  if (none && *none)
    *color = FALSE;
  else if (force && *force && strcmp (force, "0") != 0)
    *color = TRUE;
  else
    *color = isatty (STDOUT_FILENO) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
  return TRUE;
}

static gboolean read_sanitize (const char *text, gboolean *none, GError **error)
{
  *none = g_strcmp0 (text, "none") == 0;
  if (!text || *none || strcmp (text, "address,undefined") == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "address,undefined or none", "option --sanitize: '%s'", text);
  return FALSE;
}

static gboolean read_format (const char *text, int *format, GError **error)
{
  *format = text ? af_format_parse (text) : -1;
  if (!text || *format >= 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, af_format_names + 1, "option --format: no format '%s'", text);
  return FALSE;
}

/* Columns of the terminal that @fd is, or of COLUMNS if that is narrower; 0 when it is none. */
static guint terminal_width (int fd)
{
  struct winsize size = { 0 };
  const char *columns = g_getenv ("COLUMNS");
  guint64 wanted = 0;
  if (!isatty (fd))
    return 0;
  if (columns)
    g_ascii_string_to_unsigned (columns, 10, 1, 1000, &wanted, NULL);
  if (ioctl (fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return (guint)wanted;
  return wanted > 0 ? MIN ((guint)wanted, size.ws_col) : size.ws_col;
}

/* A terminal that cannot go back in a line has none that lives. */
static gboolean is_dumb (void)
{
  return g_strcmp0 (g_getenv ("TERM"), "dumb") == 0;
}

static gboolean read_numbers (const Raw *raw, AfOptions *options, GError **error)
{
  if (raw->jobs < 1 || raw->jobs > 256 || raw->effort < 1 || raw->effort > 10000) {
    af_error (error, AF_ERROR_USAGE, "option %s is out of range", raw->jobs < 1 || raw->jobs > 256 ? "-j" : "--effort");
    return FALSE;
  }
  if (raw->seed < 0) {
    af_error (error, AF_ERROR_USAGE, "option --seed is out of range");
    return FALSE;
  }
  if (raw->times < 1 || raw->times > 1000) {
    af_error (error, AF_ERROR_USAGE, "option --times is out of range");
    return FALSE;
  }
  if (raw->max_snapshots < 0 || raw->max_per_snapshot < 0 || raw->max_candidates < 0 || raw->max_snapshots > 100000
      || raw->max_per_snapshot > 100000 || raw->max_candidates > 100000) {
    af_error (error, AF_ERROR_USAGE, "option --max-snapshots, --max-per-snapshot or --max-candidates is out of range");
    return FALSE;
  }
  options->max_snapshots = (guint)raw->max_snapshots;
  options->max_per_snapshot = (guint)raw->max_per_snapshot;
  options->max_candidates = (guint)raw->max_candidates;
  options->times = (guint)raw->times;
  options->seed = (guint64)raw->seed;
  options->jobs = (guint)raw->jobs;
  options->effort = (guint)raw->effort;
  return TRUE;
}

static gboolean read_links (const Raw *raw, AfOptions *options, GError **error)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; raw->with && raw->with[i]; i++) {
    if (!g_file_test (raw->with[i], G_FILE_TEST_IS_REGULAR)) {
      af_error (error, AF_ERROR_USAGE, "option --with: no file '%s'", raw->with[i]);
      return FALSE;
    }
    g_ptr_array_add (links, g_strdup (raw->with[i]));
  }
  for (guint i = 0; raw->link && raw->link[i]; i++)
    g_ptr_array_add (links, g_strdup (raw->link[i]));
  g_ptr_array_add (links, NULL);
  g_strfreev (options->links);
  options->links = (char **)g_ptr_array_free (g_steal_pointer (&links), FALSE);
  return TRUE;
}

/* @to stays as it is where no number was given. */
static gboolean read_factor (const char *option, double given, double least, double most, double *to, GError **error)
{
  if (isnan (given))
    return TRUE;
  if (given >= least && given <= most) {
    *to = given;
    return TRUE;
  }
  g_autofree char *hint = g_strdup_printf ("from %g to %g", least, most);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "option %s is out of range", option);
  return FALSE;
}

static gboolean read_localize (const Raw *raw, AfLocalizeOptions *options, GError **error)
{
  return read_factor ("--alpha", raw->alpha, 0.001, 0.999, &options->alpha, error)
         && read_factor ("--beta", raw->beta, 0, 1, &options->beta, error)
         && read_factor ("--gamma", raw->gamma, 0, 100, &options->gamma, error)
         && read_factor ("--smooth", raw->smooth, 0, 1, &options->smooth, error)
         && (!raw->localize || af_localize_options_switch (options, raw->localize, error));
}

static void take_text (char **to, char **from)
{
  if (!*from)
    return;
  g_free (*to);
  *to = g_steal_pointer (from);
}

static gboolean interpret (Raw *raw, AfCommandLine *line, GError **error)
{
  AfOptions *options = line->options;
  int stop = AF_STAGE_REPORT;
  if (raw->faithful)
    af_options_be_faithful (options);
  if (g_strcmp0 (raw->dump, "predicates") == 0) {
    options->dump_predicates = TRUE;
    g_clear_pointer (&raw->dump, g_free);
  }
  if (g_strcmp0 (raw->dump, "model") == 0) {
    options->dump_model = TRUE;
    g_clear_pointer (&raw->dump, g_free);
  }
  if ((raw->budget && !read_budget (raw->budget, &options->budget, error))
      || (raw->dump
          && !read_stage ("--dump", raw->dump, AF_STAGE_CONFIRM, ", model, predicates", &options->dump, error))
      || (raw->stop_after && !read_stage ("--stop-after", raw->stop_after, AF_STAGE_REPORT, "", &stop, error))
      || !read_color (raw->color, &options->color, error)
      || !read_sanitize (raw->sanitize, &options->no_sanitizers, error)
      || !read_format (raw->format, &options->format, error) || !read_numbers (raw, options, error)
      || (raw->parts && !af_options_switch (options, raw->parts, error))
      || !read_localize (raw, &options->localize, error) || !read_links (raw, options, error))
    return FALSE;
  options->stop_after = (AfStage)stop;
  options->records = raw->records;
  options->processor_time = raw->processor_time;
  options->coverage = raw->coverage;
  options->sandbox = !raw->no_sandbox;
  options->quiet = raw->quiet;
  options->verbose = raw->verbose && !raw->quiet;
  options->width = terminal_width (STDOUT_FILENO);
  options->status_width = terminal_width (STDERR_FILENO);
  options->status = !raw->quiet && !raw->verbose && isatty (STDERR_FILENO) && !is_dumb ();
  line->exit_zero = raw->exit_zero;
  line->dump_config = raw->dump_config;
  take_text (&options->corpus, &raw->corpus);
  options->factories = g_steal_pointer (&raw->factory);
  take_text (&options->routine, &raw->routine);
  take_text (&options->since, &raw->since);
  take_text (&options->test_command, &raw->test_command);
  take_text (&options->history, &raw->history);
  take_text (&options->cc, &raw->cc);
  take_text (&options->clang_format, &raw->clang_format);
  take_text (&options->output, &raw->output);
  return TRUE;
}

/* --- the words --- */

/* Splits at "--"; -j8 becomes -j 8, which GOption needs. */
static char **split_words (char **words, char ***flags)
{
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  g_ptr_array_add (own, g_strdup ("autofix"));
  guint i = 0;
  for (; words[i] && strcmp (words[i], "--") != 0; i++) {
    if (strncmp (words[i], "-j", 2) == 0 && g_ascii_isdigit (words[i][2])) {
      g_ptr_array_add (own, g_strdup ("-j"));
      g_ptr_array_add (own, g_strdup (words[i] + 2));
    } else {
      g_ptr_array_add (own, g_strdup (words[i]));
    }
  }
  g_ptr_array_add (own, NULL);
  *flags = words[i] ? g_strdupv (words + i + 1) : NULL;
  return (char **)g_ptr_array_free (g_steal_pointer (&own), FALSE);
}

static gboolean take_sources (AfCommandLine *line, const char *name, const Raw *raw, char **flags, GError **error)
{
  if (!line->rest[0]) {
    g_autofree char *hint = g_strdup_printf ("usage: autofix %s FILE.c... ; options: autofix help %s", name, name);
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "no source file given");
    return FALSE;
  }
  g_strfreev (line->options->sources);
  line->options->sources = g_strdupv (line->rest);
  char **found = flags ? g_strdupv (flags) : af_compile_commands_flags (line->rest, raw->commands, error);
  if (!found)
    return FALSE;
  g_strfreev (line->options->flags);
  line->options->flags = found;
  return TRUE;
}

gboolean af_command_line_parse (AfCommandLine *line, const char *name, AfTakes takes, char **words, GError **error)
{
  g_auto (GStrv) flags = NULL;
  g_autofree char *project = NULL;
  g_auto (GStrv) all = takes == AF_TAKES_RUN ? af_config_words (words, &project, error) : g_strdupv (words);
  if (!all)
    return FALSE;
  char **own = split_words (all, &flags);
  line->options = af_options_new ();
  g_auto (Raw) raw = { .seed = (gint64)line->options->seed,
                       .jobs = (gint)line->options->jobs,
                       .effort = (gint)line->options->effort,
                       .times = (gint)line->options->times,
                       .alpha = NAN,
                       .beta = NAN,
                       .gamma = NAN,
                       .smooth = NAN };
  g_autoptr (GOptionContext) context = context_new (takes, &raw);
  g_autoptr (GError) reason = NULL;
  gboolean ok = g_option_context_parse_strv (context, &own, &reason);
  line->rest = g_strdupv (own && own[0] ? own + 1 : own);
  g_strfreev (own);
  if (!ok) {
    g_autofree char *hint = g_strdup_printf ("options: autofix help %s%s%s%s", name, project ? "; some stand in " : "",
                                             project ? project : "", project ? "/.autofix.conf" : "");
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "%s", reason->message);
    return FALSE;
  }
  if (!interpret (&raw, line, error))
    return FALSE;
  line->options->project = g_steal_pointer (&project);
  return takes == AF_TAKES_OUTPUT || takes == AF_TAKES_FORMAT || takes == AF_TAKES_BUILD || takes == AF_TAKES_JUDGE
         || take_sources (line, name, &raw, flags, error);
}
