/* `autofix learn`: small changes of functions, from histories into a file of training pairs (--from-git DIR...); what
 * the fixes among them have in common (--patterns FILE); what tells them from others (--model FILE DIR...). */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <string.h>

#include "learn/learn.h"
#include "util/error.h"
#include "util/paths.h"

/* Rows of the table. */
enum { MOST_SHOWN = 20 };

const char *af_command_learn_help (void)
{
  return "  --from-git        the words are folders of git repositories, bare ones, too\n"
         "  --patterns        the word is a file of training pairs; what its fixes have in common is written\n"
         "  --model           the words are a file of training pairs, and the folders that it was made from; a\n"
         "                    model of how natural a change is, for the ranking, is written\n"
         "  --output FILE     the file of training pairs (SQLite; one that exists is added to), of patterns, or of\n"
         "                    the model\n"
         "  --max-lines N     changed lines at most (12)\n"
         "  --max-files N     changed C files at most; each gives a pair (1)\n"
         "  --words LIST      only commits whose message has one of these words: fix,leak (all commits)\n"
         "  --cases N         with --model: fixes of each project at most (100)\n"
         "  --projects N      with --patterns: only what is found in so many projects (3)\n"
         "  --keep-apart      with --patterns: not from the projects that --model leaves out\n"
         "  -j, --jobs N      number of workers (number of processors); the result is the same\n"
         "  -q, --quiet       no progress on standard error\n"
         "\n"
         "Taken are commits that change one function of a C file, and nothing else in it.  Merges, reverts,\n"
         "files that come, go or get another name, vendored and generated files, and changes of layout or\n"
         "comments alone are left out; a change that is known from elsewhere, under whatever names, counts once.\n"
         "The file holds the text of others: it does not belong into your sources.  Run again, the command\n"
         "looks only at commits that it has not seen, also after Ctrl-C.\n"
         "\n"
         "A pattern is an edit with holes for what differs, and without the names of a project.  The file has one a\n"
         "line: changes, projects, `closed` when each hole after stands before, too, else `open`, the pattern.\n"
         "\n"
         "A model is learnt from fixes beside what autofix would have changed in the same function; nothing is run.\n"
         "Until it is written, what was gathered is kept in FILE.gathered, project by project: after Ctrl-C the same\n"
         "command goes on from there, to the same model.\n"
         "A quarter of the projects, by their names, is not learnt from, but kept for `make bench-history`.\n";
}

typedef struct {
  gboolean from_git, patterns, model, keep_apart, quiet;
  char *output, *words;
  gint64 max_lines, max_files, cases, projects, jobs;
} Raw;

static void raw_clear (Raw *raw)
{
  g_free (raw->output);
  g_free (raw->words);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Raw, raw_clear)

static const char *find_problem (const Raw *raw, char **folders)
{
  return raw->from_git + raw->patterns + raw->model != 1
           ? "what to do: --from-git DIR..., --patterns FILE, or --model FILE DIR..."
         : !*folders && raw->from_git                   ? "no folder of a git repository is given"
         : raw->patterns && (!*folders || folders[1])   ? "--patterns takes one file of training pairs"
         : raw->model && (!*folders || !folders[1])     ? "--model takes a file of training pairs, and folders"
         : !raw->output                                 ? "--output FILE must be given"
         : raw->max_lines < 1 || raw->max_lines > 10000 ? "--max-lines takes 1 to 10000"
         : raw->max_files < 1 || raw->max_files > 20    ? "--max-files takes 1 to 20"
         : raw->cases < 1 || raw->cases > 100000        ? "--cases takes 1 to 100000"
         : raw->projects < 1 || raw->projects > 10000   ? "--projects takes 1 to 10000"
         : raw->jobs < 0 || raw->jobs > 256             ? "--jobs takes 1 to 256"
         : raw->words && !*g_strstrip (raw->words)      ? "--words takes words, with commas between"
                                                        : NULL;
}

/* @folders: null-terminated; owned by the caller. */
static gboolean read_words (char **words, Raw *raw, char ***folders, GError **error)
{
  const GOptionEntry entries[] = { { "from-git", 0, 0, G_OPTION_ARG_NONE, &raw->from_git, NULL, NULL },
                                   { "patterns", 0, 0, G_OPTION_ARG_NONE, &raw->patterns, NULL, NULL },
                                   { "model", 0, 0, G_OPTION_ARG_NONE, &raw->model, NULL, NULL },
                                   { "output", 0, 0, G_OPTION_ARG_FILENAME, &raw->output, NULL, NULL },
                                   { "max-lines", 0, 0, G_OPTION_ARG_INT64, &raw->max_lines, NULL, NULL },
                                   { "max-files", 0, 0, G_OPTION_ARG_INT64, &raw->max_files, NULL, NULL },
                                   { "words", 0, 0, G_OPTION_ARG_STRING, &raw->words, NULL, NULL },
                                   { "cases", 0, 0, G_OPTION_ARG_INT64, &raw->cases, NULL, NULL },
                                   { "projects", 0, 0, G_OPTION_ARG_INT64, &raw->projects, NULL, NULL },
                                   { "keep-apart", 0, 0, G_OPTION_ARG_NONE, &raw->keep_apart, NULL, NULL },
                                   { "jobs", 'j', 0, G_OPTION_ARG_INT64, &raw->jobs, NULL, NULL },
                                   { "quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, NULL, NULL },
                                   G_OPTION_ENTRY_NULL };
  g_auto (GStrv) rest = af_command_words ("learn", words, entries, error);
  const char *problem = rest ? find_problem (raw, rest) : NULL;
  if (problem)
    return af_command_usage ("learn", error, "%s", problem);
  *folders = g_steal_pointer (&rest);
  return *folders != NULL;
}

static const char *plural (guint n)
{
  return n == 1 ? "" : "s";
}

static void print_totals (const char *name, const AfLearnTotals *totals)
{
  printf ("%s: %u commit%s, %u change%s of one function, of which %u speak of a fix", name, totals->n_commits,
          plural (totals->n_commits), totals->n_pairs, plural (totals->n_pairs), totals->n_fixes);
  if (totals->n_pairs > 0)
    printf (" and %.1f %% are read whole", 100.0 * totals->n_whole / totals->n_pairs);
  printf ("\n");
  if (totals->n_earlier > 0)
    printf ("  %8u  looked at earlier\n", totals->n_earlier);
  if (totals->n_doubles > 0)
    printf ("  %8u  left out: known from elsewhere\n", totals->n_doubles);
  for (guint i = 0; i < AF_N_REFUSALS; i++)
    if (totals->refused[i] > 0)
      printf ("  %8u  left out: %s\n", totals->refused[i], af_refusal_meaning ((AfRefusal)i));
  if (totals->is_shallow)
    fprintf (stderr, "notice: the history of %s is cut off (a shallow clone)\n", name);
  fflush (stdout);
}

/* Those that can be made wherever they match, the most frequent first. */
static void print_patterns (const AfLearntPatterns *learnt, const char *path)
{
  guint n_closed = 0;
  for (guint i = 0; i < learnt->patterns->len; i++)
    n_closed += af_pattern_is_closed (((const AfLearntPattern *)learnt->patterns->pdata[i])->pattern);
  printf ("%u fix%s of %u project%s, %u edits, %u clusters: %u pattern%s, of which %u closed\n", learnt->n_changes,
          learnt->n_changes == 1 ? "" : "es", learnt->n_projects, plural (learnt->n_projects), learnt->n_edits,
          learnt->n_clusters, learnt->patterns->len, plural (learnt->patterns->len), n_closed);
  if (n_closed > 0)
    printf ("   fixes  projects  pattern\n");
  for (guint i = 0, shown = 0; i < learnt->patterns->len && shown < MOST_SHOWN; i++) {
    const AfLearntPattern *row = learnt->patterns->pdata[i];
    if (!af_pattern_is_closed (row->pattern))
      continue;
    g_autofree char *code = af_pattern_code (row->pattern);
    printf ("%8u  %8u  %s\n", row->n_changes, row->n_projects, code);
    shown++;
  }
  if (n_closed > MOST_SHOWN)
    printf ("all of them: %s\n", path);
}

static gboolean learn_patterns (const Raw *raw, const char *pairs, GCancellable *cancel, GError **error)
{
  const AfPatternOptions options = { pairs,
                                     raw->output,
                                     (guint)raw->projects,
                                     raw->keep_apart,
                                     raw->jobs ? (guint)raw->jobs : g_get_num_processors (),
                                     raw->quiet };
  g_autoptr (AfLearntPatterns) learnt = af_learn_patterns (&options, cancel, error);
  if (learnt)
    print_patterns (learnt, raw->output);
  return learnt != NULL;
}

static void print_standing (const char *which, const AfStanding *standing)
{
  double n = MAX (standing->n, 1);
  printf ("%-26s %6u  first %5.1f %%  among ten %5.1f %%  mean reciprocal rank %.3f\n", which, standing->n,
          100 * standing->first / n, 100 * standing->ten / n, standing->reciprocal / n);
}

static gboolean learn_model (const Raw *raw, char **words, GCancellable *cancel, GError **error)
{
  g_autoptr (AfPaths) paths = af_paths_new (error);
  if (!paths)
    return FALSE;
  const AfModelOptions options = { words[0],
                                   raw->output,
                                   paths->include_dir,
                                   (guint)raw->cases,
                                   raw->jobs ? (guint)raw->jobs : g_get_num_processors (),
                                   raw->quiet };
  g_auto (AfLearntModel) sums = { 0 };
  if (!af_learn_model (&options, words + 1, &sums, cancel, error))
    return FALSE;
  printf ("%u fix%s of %u project%s (%u held out), of which autofix makes %u: %u weights\n", sums.n_fixes,
          sums.n_fixes == 1 ? "" : "es", sums.n_projects, plural (sums.n_projects), sums.n_held_out, sums.n_in_space,
          sums.n_weights);
  for (guint i = 0; i < AF_N_DROPS; i++)
    if (sums.dropped[i] > 0)
      printf ("  %8u  left out: %s (%s)\n", sums.dropped[i], af_drop_meaning ((AfDrop)i), sums.examples[i]);
  printf ("on projects left out, a fifth in turn, beside a sample of what autofix makes:\n");
  print_standing ("  what autofix makes", &sums.standings[1]);
  print_standing ("  other fixes", &sums.standings[0]);
  return TRUE;
}

static gboolean learn_from_git (const Raw *raw, char **folders, GCancellable *cancel, GError **error)
{
  const AfLearnOptions options = { .filter = { (guint)raw->max_lines, (guint)raw->max_files, raw->words },
                                   .jobs = raw->jobs ? (guint)raw->jobs : g_get_num_processors (),
                                   .quiet = raw->quiet,
                                   .output = raw->output };
  if (!af_learn_check_folders (folders, error))
    return FALSE;
  for (guint i = 0; folders[i]; i++) {
    AfLearnTotals totals;
    g_autofree char *name = af_learn_project_name (folders[i]);
    if (!af_learn_from_git (&options, folders[i], &totals, cancel, error))
      return FALSE;
    print_totals (name, &totals);
  }
  return TRUE;
}

gboolean af_command_learn (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (Raw) raw = { .max_lines = 12, .max_files = 1, .cases = 100, .projects = 3 };
  g_auto (GStrv) folders = NULL;
  if (!read_words (words, &raw, &folders, error))
    return FALSE;
  *status = AF_EXIT_OK;
  return raw.patterns ? learn_patterns (&raw, folders[0], cancel, error)
         : raw.model  ? learn_model (&raw, folders, cancel, error)
                      : learn_from_git (&raw, folders, cancel, error);
}
