/* `autofix culprit`: the smallest part of a change that makes a test fail. */
#include "commands/commands-internal.h"

#include <string.h>

#include "culprit/culprit.h"
#include "suite/tests/list.h"
#include "util/error.h"

const char *af_command_culprit_help (void)
{
  return "  --good REV        a revision at which the test passes; must be given\n"
         "  --bad REV         one at which it fails (default: the files as they are, those that git tracks)\n"
         "  --bisect          first narrow the commits between them down to the one that broke it\n"
         "  --via REV         a revision that is tried first then; may be repeated\n"
         "  --build CMD       builds what is tested (default: the test builds what it needs)\n"
         "  --fault F-...     the test of a fault of an earlier run, found in --results, instead of TEST\n"
         "  --results DIR     the folder of that run (default autofix.out)\n"
         "  --cc CC           compiler for that test ($CC, else cc)\n"
         "  --no-sandbox      run that test without a sandbox\n"
         "  --allow-outside   that folder may name sources outside of the project\n"
         "  --tests FILE      a list of tests (docs/tests.md), of which --name NAME is the test, instead of TEST\n"
         "  --name NAME       a test of the list\n"
         "  --all             then look for further parts that make the test fail without the first\n"
         "  --apply           take the part back in the files as they are, so that the test passes\n"
         "  --lines           compare by lines of text, not by syntax trees\n"
         "  --hunks           compare by lines that follow one another, as diff shows them\n"
         "  --compare         then also search by lines, and print what that took\n"
         "  --no-rules        do not keep together what needs each other in C\n"
         "  --timeout SECONDS for a build, or a test (default 300)\n"
         "  -j, --jobs N      versions at a time (default: all processors)\n"
         "  --output DIR      folder for the files (default autofix.culprit)\n"
         "  -q, --quiet       no progress on standard error\n"
         "\n"
         "TEST is a command with its words, or one word for the shell; it passes with exit status 0.  A version fails\n"
         "if it ends as the bad one does; one that ends in another way, or does not build, says nothing.  Tests and\n"
         "builds run in copies of the repository, in a sandbox, in the folder that corresponds to the current one.\n"
         "What changes is the text of files, and whether they may be run.\n"
         "\n"
         "Files: culprit.patch (the part), back.patch (takes it back), culprit.json.\n"
         "Exit status: 0 a part was found, 1 there is nothing to look for (the test does not pass at the good\n"
         "revision, does not fail at the bad one, or does both), 4 a version does not build, 130 after Ctrl-C, when\n"
         "the smallest part so far is printed.\n";
}

typedef struct {
  char *good, *bad, *build, *output, *fault, *results, *tests, *name, *cc;
  char **via;
  gboolean all, compare, allow_outside, bisect, no_sandbox, apply, hunks, lines, no_rules, quiet;
  gint64 timeout, jobs;
} Raw;

static void raw_clear (Raw *raw)
{
  g_free (raw->good);
  g_free (raw->bad);
  g_free (raw->build);
  g_free (raw->output);
  g_free (raw->fault);
  g_free (raw->results);
  g_free (raw->tests);
  g_free (raw->name);
  g_free (raw->cc);
  g_strfreev (raw->via);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Raw, raw_clear)

static gboolean usage (GError **error, const char *problem)
{
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "options: autofix help culprit", "%s", problem);
  return FALSE;
}

static const char *find_problem (const Raw *raw, char **test)
{
  return !raw->good || !*raw->good   ? "--good REV must be given: a revision at which the test passes"
         : raw->bad && !*raw->bad    ? "--bad takes a revision"
         : raw->hunks && raw->lines  ? "--hunks and --lines are two ways to compare"
         : !raw->tests != !raw->name ? "--tests FILE and --name NAME go together"
         : (raw->fault != NULL) + (raw->tests != NULL) + (*test != NULL) > 1
           ? "one test at a time: --fault, --tests with --name, or the words after --"
         : !raw->fault && !raw->tests && (!test[0] || !*test[0])
           ? "no test is given: autofix culprit --good REV -- TEST..."
         : raw->results && !raw->fault ? "--results goes with --fault"
         : (raw->cc || raw->no_sandbox || raw->allow_outside) && !raw->fault
           ? "--cc, --no-sandbox and --allow-outside go with --fault"
         : raw->via && !raw->bisect                 ? "--via goes with --bisect"
         : raw->apply && raw->bad                   ? "--apply changes the files as they are, and --bad names others"
         : raw->timeout < 1 || raw->timeout > 86400 ? "--timeout takes 1 to 86400 seconds"
         : raw->jobs < 0 || raw->jobs > 256         ? "--jobs takes 1 to 256"
         : raw->output && !*raw->output             ? "--output takes a folder"
         : raw->build && !*g_strstrip (raw->build)  ? "--build takes a command"
                                                    : NULL;
}

/* The words before "--" with a program's name; -j8 becomes -j 8, which GOption needs.  @rest: the words after it. */
static char **own_words (char **words, char ***rest)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_ptr_array_add (list, g_strdup ("autofix"));
  for (; *words && strcmp (*words, "--") != 0; words++) {
    gboolean joins = g_str_has_prefix (*words, "-j") && g_ascii_isdigit ((*words)[2]);
    if (joins)
      g_ptr_array_add (list, g_strdup ("-j"));
    g_ptr_array_add (list, g_strdup (*words + (joins ? 2 : 0)));
  }
  *rest = *words ? words + 1 : words;
  g_ptr_array_add (list, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&list), FALSE);
}

static gboolean read_words (char **words, Raw *raw, char ***test, GError **error)
{
  GOptionEntry entries[] = { { "good", 0, 0, G_OPTION_ARG_STRING, &raw->good, NULL, NULL },
                             { "bad", 0, 0, G_OPTION_ARG_STRING, &raw->bad, NULL, NULL },
                             { "compare", 0, 0, G_OPTION_ARG_NONE, &raw->compare, NULL, NULL },
                             { "bisect", 0, 0, G_OPTION_ARG_NONE, &raw->bisect, NULL, NULL },
                             { "via", 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->via, NULL, NULL },
                             { "cc", 0, 0, G_OPTION_ARG_STRING, &raw->cc, NULL, NULL },
                             { "no-sandbox", 0, 0, G_OPTION_ARG_NONE, &raw->no_sandbox, NULL, NULL },
                             { "allow-outside", 0, 0, G_OPTION_ARG_NONE, &raw->allow_outside, NULL, NULL },
                             { "build", 0, 0, G_OPTION_ARG_STRING, &raw->build, NULL, NULL },
                             { "fault", 0, 0, G_OPTION_ARG_STRING, &raw->fault, NULL, NULL },
                             { "results", 0, 0, G_OPTION_ARG_FILENAME, &raw->results, NULL, NULL },
                             { "tests", 0, 0, G_OPTION_ARG_FILENAME, &raw->tests, NULL, NULL },
                             { "name", 0, 0, G_OPTION_ARG_STRING, &raw->name, NULL, NULL },
                             { "output", 0, 0, G_OPTION_ARG_FILENAME, &raw->output, NULL, NULL },
                             { "all", 0, 0, G_OPTION_ARG_NONE, &raw->all, NULL, NULL },
                             { "apply", 0, 0, G_OPTION_ARG_NONE, &raw->apply, NULL, NULL },
                             { "lines", 0, 0, G_OPTION_ARG_NONE, &raw->lines, NULL, NULL },
                             { "hunks", 0, 0, G_OPTION_ARG_NONE, &raw->hunks, NULL, NULL },
                             { "no-rules", 0, 0, G_OPTION_ARG_NONE, &raw->no_rules, NULL, NULL },
                             { "timeout", 0, 0, G_OPTION_ARG_INT64, &raw->timeout, NULL, NULL },
                             { "jobs", 'j', 0, G_OPTION_ARG_INT64, &raw->jobs, NULL, NULL },
                             { "quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, NULL, NULL },
                             G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_auto (GStrv) copy = own_words (words, test);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_help_enabled (context, FALSE);
  g_autoptr (GError) inner = NULL;
  if (!g_option_context_parse_strv (context, &copy, &inner))
    return usage (error, inner->message);
  if (copy[1])
    return usage (error, "the words of the test stand after --");
  const char *problem = find_problem (raw, *test);
  return problem ? usage (error, problem) : TRUE;
}

/* The test of the list that is named; null with an error.  Owned by @all. */
static const AfSuiteTest *find_listed (const Raw *raw, GPtrArray **all, GError **error)
{
  *all = af_suite_tests_read (raw->tests, ".", error);
  for (guint i = 0; *all && i < (*all)->len; i++) {
    const AfSuiteTest *test = (*all)->pdata[i];
    if (strcmp (test->name, raw->name) == 0)
      return test;
  }
  if (*all)
    af_error_at (error, AF_ERROR_USAGE, raw->tests, 0, 0, "a name of the first column", "has no test '%s'", raw->name);
  return NULL;
}

/* `autofix replay`, which says of a fault's test whether it fails as before.  Null with an error; owned by the
 * caller. */
static char **replay_words (const Raw *raw, GError **error)
{
  g_autofree char *output = g_canonicalize_filename (raw->results ? raw->results : "autofix.out", NULL);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", error);
  const char *words[12] = { self, "replay", "--output", output };
  guint n = 4;
  if (raw->cc) {
    words[n++] = "--cc";
    words[n++] = raw->cc;
  }
  if (raw->no_sandbox)
    words[n++] = "--no-sandbox";
  if (raw->allow_outside)
    words[n++] = "--allow-outside";
  words[n] = raw->fault;
  return self ? g_strdupv ((char **)words) : NULL;
}

gboolean af_command_culprit (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (Raw) raw = { .timeout = 300 };
  char **test = NULL;
  if (!read_words (words, &raw, &test, error))
    return FALSE;
  g_autoptr (GPtrArray) all = NULL;
  g_auto (GStrv) replay = raw.fault ? replay_words (&raw, error) : NULL;
  const AfSuiteTest *listed = raw.tests ? find_listed (&raw, &all, error) : NULL;
  if ((raw.fault && !replay) || (raw.tests && !listed))
    return FALSE;
  const AfCulpritOptions options = { .good = raw.good,
                                     .bad = raw.bad,
                                     .bisect = raw.bisect,
                                     .via = (const char *const *)raw.via,
                                     .build = raw.build,
                                     .test = (const char *const *)(replay ? replay : test),
                                     .listed = listed,
                                     .is_own = replay != NULL,
                                     .output = raw.output ? raw.output : "autofix.culprit",
                                     .timeout_s = (guint)raw.timeout,
                                     .jobs = raw.jobs ? (guint)raw.jobs : g_get_num_processors (),
                                     .lines = raw.lines,
                                     .hunks = raw.hunks,
                                     .no_rules = raw.no_rules,
                                     .compare = raw.compare,
                                     .all = raw.all,
                                     .apply = raw.apply,
                                     .quiet = raw.quiet };
  *status = AF_EXIT_OK;
  return af_culprit_run (&options, cancel, error);
}
