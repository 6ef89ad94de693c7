/* autofix-bench-speed: how fast are the parts of autofix, and how does the time grow?
 *
 * In:  the build folder and the corpus.   Out: text on standard output and bench.out/speed.json.
 *
 * Everything is measured in one run, as ratios and exponents wherever that can be, because seconds are of one machine.
 */
#include "config.h"

#include "bench/speed/speed.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

typedef struct {
  const char *name;
  gboolean (*measure) (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error);
} Part;

static const Part parts[] = {
  { "validation", af_speed_validation },
  { "costs", af_speed_costs },
  { "calls", af_speed_calls },
  { "growth", af_speed_growth },
};

typedef struct {
  char *output, *only, *module, *point, *cc, *source, *build;
  gboolean quick;
} Options;

static void options_clear (Options *options)
{
  g_free (options->output);
  g_free (options->only);
  g_free (options->module);
  g_free (options->point);
  g_free (options->cc);
  g_free (options->source);
  g_free (options->build);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean read_options (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "quick", 0, 0, G_OPTION_ARG_NONE, &options->quick, "Measure a little of everything, as a test", NULL },
    { "only", 0, 0, G_OPTION_ARG_STRING, &options->only,
      "Some of validation, costs, calls, growth, separated by commas", "PARTS" },
    { "module", 0, 0, G_OPTION_ARG_STRING, &options->module, "Validation of this corpus module only", "NAME" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &options->output, "Folder for speed.json (bench.out)", "DIR" },
    { "cc", 0, 0, G_OPTION_ARG_STRING, &options->cc, "Compiler ($CC, else cc)", "CC" },
    { "source", 0, 0, G_OPTION_ARG_FILENAME, &options->source, "Source folder ($AUTOFIX_SRCDIR, else .)", "DIR" },
    { "build", 0, 0, G_OPTION_ARG_FILENAME, &options->build, "Build folder ($AUTOFIX_BUILDDIR, else .)", "DIR" },
    { "point", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &options->point, "One point of a series", "SERIES:SIZE" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_option_context_set_summary (context, "Measures how fast the parts of autofix are, and how time grows with size.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc > 1) {
    af_error (error, AF_ERROR_USAGE, "unexpected argument '%s'", (*argv)[1]);
    return FALSE;
  }
  return TRUE;
}

/* What was given, else the environment's, else @otherwise; owned by the caller. */
static char *choose (const char *given, const char *variable, const char *otherwise)
{
  const char *value = g_getenv (variable);
  return g_strdup (given ? given : value && *value ? value : otherwise);
}

static gboolean is_wanted (const Options *options, const char *part)
{
  g_auto (GStrv) only = options->only ? g_strsplit (options->only, ",", -1) : NULL;
  return !only || g_strv_contains ((const char *const *)only, part);
}

static gboolean check_parts (const Options *options, GError **error)
{
  g_auto (GStrv) only = g_strsplit (options->only ? options->only : "", ",", -1);
  for (guint i = 0; only[i]; i++) {
    gboolean is_known = FALSE;
    for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
      is_known |= strcmp (only[i], parts[k].name) == 0;
    if (!is_known) {
      af_error (error, AF_ERROR_USAGE, "option --only: no part '%s'", only[i]);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean write_results (const AfSpeedResults *results, const char *folder, GError **error)
{
  g_autofree char *json = af_speed_json (results);
  g_autofree char *path = g_build_filename (folder, "speed.json", NULL);
  if (g_mkdir_with_parents (folder, 0755) != 0) {
    af_error (error, AF_ERROR_IO, "cannot create %s", folder);
    return FALSE;
  }
  return g_file_set_contents (path, json, -1, error);
}

/* What ran under both ways must have been judged alike: otherwise the ratio compares different things. */
static gboolean check_verdicts (const AfSpeedResults *results, GError **error)
{
  for (guint i = 0; i < results->pairs->len; i++) {
    const AfSpeedPair *pair = results->pairs->pdata[i];
    if (pair->n_equal == pair->n_sampled)
      continue;
    af_error (error, AF_ERROR_SUBJECT, "%s: the verdicts on %u of %u candidates differ", pair->module,
              pair->n_sampled - pair->n_equal, pair->n_sampled);
    return FALSE;
  }
  return TRUE;
}

static gboolean measure (const AfSpeedPlan *plan, const Options *options, GError **error)
{
  g_autoptr (AfSpeedResults) results = af_speed_results_new ();
  if (!check_parts (options, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    if (!is_wanted (options, parts[i].name))
      continue;
    fprintf (stderr, "%s\n", parts[i].name);
    if (!parts[i].measure (plan, results, error))
      return FALSE;
    /* after each part, because all of them take long */
    af_speed_conclude (results);
    if (!write_results (results, options->output ? options->output : "bench.out", error))
      return FALSE;
  }
  g_autofree char *text = af_speed_text (results);
  fputs (text, stdout);
  return check_verdicts (results, error);
}

static gboolean measure_point (const AfSpeedPlan *plan, const char *point, GError **error)
{
  g_auto (GStrv) words = g_strsplit (point, ":", 2);
  guint64 size = words[0] && words[1] ? g_ascii_strtoull (words[1], NULL, 10) : 0;
  if (size > 0 && size < G_MAXINT)
    return af_speed_point (plan, words[0], (guint)size, error);
  af_error (error, AF_ERROR_USAGE, "option --point: '%s'", point);
  return FALSE;
}

static gboolean run (int argc, char **argv, GError **error)
{
  g_auto (Options) options = { 0 };
  if (!read_options (&options, &argc, &argv, error))
    return FALSE;
  g_autofree char *given_source = choose (options.source, "AUTOFIX_SRCDIR", "."),
                  *given_build = choose (options.build, "AUTOFIX_BUILDDIR", ".");
  /* modules are written and read from other folders */
  g_autofree char *source = g_canonicalize_filename (given_source, NULL),
                  *build = g_canonicalize_filename (given_build, NULL);
  g_autofree char *top = g_canonicalize_filename (build, NULL), *tools = g_build_filename (top, "src", NULL);
  g_autofree char *tool = g_build_filename (tools, "autofix", NULL);
  g_autofree char *corpus = g_build_filename (source, "examples", "corpus", NULL),
                  *cc = choose (options.cc, "CC", "cc");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", error);
  g_autoptr (AfPaths) paths = program ? af_paths_new_in (tools, error) : NULL;
  if (!paths)
    return FALSE;
  /* the points are programs of their own and must find the same folders */
  g_setenv ("AUTOFIX_SRCDIR", source, TRUE);
  g_setenv ("AUTOFIX_BUILDDIR", top, TRUE);
  const AfSpeedPlan plan = { .paths = paths,
                             .corpus = corpus,
                             .program = program,
                             .tool = tool,
                             .cc = cc,
                             .quick = options.quick,
                             .module = options.module };
  return options.point ? measure_point (&plan, options.point, error) : measure (&plan, &options, error);
}

int main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  if (run (argc, argv, &error))
    return 0;
  fprintf (stderr, "autofix-bench-speed: %s\n", error ? error->message : "failed without a message");
  return 1;
}
