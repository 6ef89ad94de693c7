/* autofix-bench-found: how many planted faults are found, and how fast?
 *
 *     autofix-bench-found [OPTION...]              the whole corpus, then its modules as they should be
 *     autofix-bench-found --focus --seeds 1        also how many tests are made for each fault
 *     autofix-bench-found --effort 1 --require     as `autofix test` goes about it: is each fault found with each seed?
 *
 * Sessions are kept in OUTPUT/sessions as those of autofix-bench are, so that what was interrupted continues where it
 * was.  They are made in this process one after the other, because processor time is counted by process.
 *
 * Exit status: 0 done, 1 usage or a file cannot be read, 2 with --require: a fault was missed, or one is none, 130
 * interrupted. */
#include <stdlib.h>

#include "bench/found/found.h"
#include "bench/reading.h"
#include "util/error.h"
#include "util/interrupt.h"

#define MOST_SEEDS 1000

typedef struct {
  char *corpus, *output, **only, **except;
  int seeds, module_seeds, effort;
  gboolean focus, require;
} Options;

static void options_clear (Options *options)
{
  g_free (options->corpus);
  g_free (options->output);
  g_strfreev (options->only);
  g_strfreev (options->except);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean read_options (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "corpus", 0, 0, G_OPTION_ARG_FILENAME, &options->corpus, "Folder of the modules (examples/corpus)", "DIR" },
    { "seeds", 0, 0, G_OPTION_ARG_INT, &options->seeds, "Sessions per fault, seeds 1 to N (5)", "N" },
    { "module-seeds", 0, 0, G_OPTION_ARG_INT, &options->module_seeds,
      "Sessions per module without a fault (1); 0: none", "N" },
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->only, "Only this fault, no correct module; may be repeated",
      "MODULE/NN" },
    { "focus", 0, 0, G_OPTION_ARG_NONE, &options->focus,
      "Also how many tests are made for each fault; no modules (bench.focus)", NULL },
    { "effort", 0, 0, G_OPTION_ARG_INT, &options->effort,
      "For a planted fault the plan of `autofix test --effort N`, however long it takes; 0: 20 seconds (0)", "N" },
    { "require", 0, 0, G_OPTION_ARG_NONE, &options->require,
      "Exit status 2 when a seed misses a fault, or a correct module shows one", NULL },
    { "except", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->except, "Not required of this fault; may be repeated",
      "MODULE/NN" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &options->output, "Folder of the results (bench.found)", "DIR" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) cause = NULL;
  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, argc, argv, &cause) && *argc == 1 && options->seeds >= 1
      && options->seeds <= MOST_SEEDS && options->module_seeds >= 0 && options->module_seeds <= MOST_SEEDS
      && options->effort >= 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "options: autofix-bench-found --help", "%s",
               cause       ? cause->message
               : *argc > 1 ? "unexpected arguments"
                           : "a number is out of range");
  return FALSE;
}

/* All that a session depends on besides the plant: this program, which holds the tool, and what it builds subjects
 * from. */
static gboolean use_tool (AfBench *bench, GError **error)
{
  g_autofree char *folder = NULL;
  bench->tool = g_file_read_link ("/proc/self/exe", NULL);
  folder = bench->tool ? g_path_get_dirname (bench->tool) : g_strdup (".");
  g_autofree char *tools = g_build_filename (folder, "..", "src", NULL);
  bench->paths = bench->tool ? af_paths_new_in (tools, error) : NULL;
  if (!bench->paths)
    return FALSE;
  g_autofree char *contract = g_build_filename (bench->paths->include_dir, "autofix", "contract.h", NULL);
  g_autofree char *runtime = g_build_filename (bench->paths->runtime_dir, "afrt.h", NULL);
  const char *files[] = { bench->tool, bench->paths->runtime_lib, runtime, contract, NULL };
  bench->tool_files = g_strdupv ((char **)files);
  bench->tool_key = af_bench_file_key (files, error);
  return bench->tool_key != NULL;
}

static gboolean set_up (AfBench *bench, const Options *options, GError **error)
{
  const char *compiler = g_getenv ("CC");
  bench->compiler = g_strdup (compiler && *compiler ? compiler : "cc");
  bench->output = g_strdup (options->output ? options->output : options->focus ? "bench.focus" : "bench.found");
  bench->jobs = bench->workers = 1;
  bench->plants = af_corpus_read (options->corpus ? options->corpus : "examples/corpus",
                                  (const char *const *)options->only, FALSE, error);
  return bench->plants && use_tool (bench, error);
}

static GPtrArray *run_all (AfBench *bench, GPtrArray *plants, int seeds, GError **error)
{
  g_ptr_array_unref (bench->plants);
  bench->plants = g_ptr_array_ref (plants);
  bench->n_seeds = (guint)seeds;
  return af_bench_sessions (bench, error);
}

static gboolean measure (AfBench *bench, const Options *options, gboolean *is_right, GError **error)
{
  g_autoptr (GPtrArray) plants = g_ptr_array_ref (bench->plants), modules = af_found_modules (plants);
  if (options->only || options->module_seeds == 0 || options->focus)
    g_ptr_array_set_size (modules, 0);
  g_autoptr (GPtrArray) found = run_all (bench, plants, options->seeds, error);
  g_autoptr (GPtrArray) clean = found ? run_all (bench, modules, MAX (options->module_seeds, 1), error) : NULL;
  if (!clean)
    return FALSE;
  AfFoundTable faults = { plants, found, (guint)options->seeds }, table = { modules, clean, bench->n_seeds };
  g_autofree char *text = options->focus ? af_found_focus_text (&faults) : af_found_text (&faults, &table),
                  *wrong = af_found_wrong (&faults, &table, (const char *const *)options->except),
                  *path = g_build_filename (bench->output, "found.txt", NULL);
  *is_right = !options->require || !*wrong;
  if (!af_write_text (path, text, error))
    return FALSE;
  g_print ("%s\nwritten to %s: found.txt\n%s", text, bench->output, options->require ? wrong : "");
  return TRUE;
}

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_auto (Options) options = { .seeds = 5, .module_seeds = 1 };
  g_auto (AfFoundDesk) desk = { 0 };
  AfBenchSessions sessions = { "found", af_found_session, af_found_say, &desk };
  g_auto (AfBench) bench = { .cancel = af_interrupt_cancellable (interrupt), .sessions = &sessions };
  g_autoptr (GError) error = NULL;
  gboolean is_right = FALSE;
  gboolean ok = read_options (&options, &argc, &argv, &error) && set_up (&bench, &options, &error);
  g_autofree char *name = options.effort > 0 ? g_strdup_printf ("found-effort-%d", options.effort) : NULL;
  desk.focus = options.focus;
  desk.effort = (guint)MAX (options.effort, 0);
  if (name)
    sessions.name = name;
  if (options.focus)
    sessions.name = "focus";
  if (ok && measure (&bench, &options, &is_right, &error))
    return is_right ? EXIT_SUCCESS : 2;
  g_printerr ("autofix-bench-found: %s\n", error->message);
  return g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED) ? 130 : EXIT_FAILURE;
}
