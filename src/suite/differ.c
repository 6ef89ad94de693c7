/* Fixes beside each other, on inputs that no test has.
 *
 * In:  fixes that pass all tests, programs that read their standard input.
 * Out: observations on inputs like those of the tests: what groups them; which ends badly; how far a fix agrees with
 * the others; an input for which the best two differ.
 *
 * Nobody knows what is right for such an input.  But right repairs agree with each other, and each wrong one is wrong
 * in a way of its own, so that the fix is moved to the front that agrees most, unless its rank is far lower.  Two
 * things are wrong whatever the input: an output that lacks words which come in each test, and one that depends on what
 * locals hold that were never set: for that the best are built again with locals that begin with a pattern. */
#include "suite/suite-internal.h"

#include <string.h>

#include <math.h>

#include "util/error.h"
#include "util/jobs.h"

enum { MOST_INPUTS = 40, MOST_COMPARED = 40, LONGEST_LINE = 120, POISONED = 8, LEAST_WORD = 2 };
/* What agreeing with all others is worth, and an end by a signal or not at all, in the units of the ranking. */
#define AGREEMENT 1.0
#define BAD_END 2.0
/* What it costs if there is an output that lacks words, or that depends on what was never set; and if all are such. */
#define ANY_FLAW 0.5
#define ALL_FLAWED 2.0

typedef struct {
  AfSuite *suite;
  GPtrArray *fixes;  /* of AfFix: the first ones */
  GPtrArray *inputs; /* of char * */
  GArray *tests;     /* of guint, per input: the test it was made from */
  AfSeenEnd *ends;   /* by input and fix, the unchanged program first */
  char **outs;       /* parallel: the last line that was written */
  guint8 *lacking;   /* parallel: whether it lacks a common word */
  guint8 *loose;     /* parallel: whether it depends on locals that were never set */
  GHashTable *words; /* set of char *: in each output that a test wants */
  double *votes;     /* by fix: how much it has to say of the others */
  guint8 *wanted;    /* by fix: whether the run at hand is about it */
  guint8 *asked;     /* by fix: whether a run was about it that looked for loose ends */
  gboolean poisoned; /* the run at hand looks for loose ends */
} Comparison;

/* --- words that come in each test --- */

/* Set of char *. */
static GHashTable *words_of (GBytes *bytes)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  for (gsize at = 0; at < length;) {
    gsize n = 0;
    while (at + n < length && g_ascii_isalpha (text[at + n]))
      n++;
    if (n >= LEAST_WORD)
      g_hash_table_add (words, g_strndup (text + at, n));
    at += MAX (n, 1);
  }
  return words;
}

static gboolean is_missing_in (gpointer word, gpointer value G_GNUC_UNUSED, gpointer words)
{
  return !g_hash_table_contains (words, word);
}

static gboolean is_new (gpointer word, gpointer value G_GNUC_UNUSED, gpointer known)
{
  return !g_hash_table_contains (known, word);
}

/* Of passing tests what the program prints, of failing ones what is wanted; of both only what comes in all. */
static GHashTable *common_words (const AfSuite *suite)
{
  const AfVersion *user = suite->versions->pdata[0];
  GHashTable *common = NULL;
  for (guint i = 0; i < suite->tests->len; i++) {
    const AfSuiteTest *test = suite->tests->pdata[i];
    GBytes *out = i < suite->n_failing ? test->output : user->outs->pdata[i];
    if (!out)
      continue;
    g_autoptr (GHashTable) words = words_of (out);
    if (common)
      g_hash_table_foreach_remove (common, is_missing_in, words);
    else
      common = g_steal_pointer (&words);
  }
  return common ? common : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static gboolean lacks_word (const Comparison *comparison, GBytes *out)
{
  g_autoptr (GHashTable) words = words_of (out);
  return g_hash_table_find (comparison->words, is_new, words) != NULL;
}

/* --- runs --- */

static void make_inputs (Comparison *comparison)
{
  AfSuite *suite = comparison->suite;
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < 4 * MOST_INPUTS && comparison->inputs->len < MOST_INPUTS; i++) {
    guint number = i % suite->tests->len;
    const AfSuiteTest *test = suite->tests->pdata[number];
    g_autofree char *path = test->input ? g_build_filename (suite->project.folder, test->input, NULL) : NULL;
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!path || !g_file_get_contents (path, &text, &length, NULL) || length > 10000)
      continue;
    char *input = af_suite_input (text, suite->options->seed, i);
    /* adding one that equals another would put it in the other's place */
    if (g_hash_table_contains (known, input)) {
      g_free (input);
      continue;
    }
    g_hash_table_add (known, input);
    g_ptr_array_add (comparison->inputs, input);
    g_array_append_val (comparison->tests, number);
  }
}

static char *last_line (GBytes *bytes)
{
  gsize length = 0;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autofree char *all = g_strndup (text ? text : "", length);
  g_strchomp (all);
  const char *line = strrchr (all, '\n');
  g_autofree char *part = g_strndup (line ? line + 1 : all, LONGEST_LINE);
  return g_utf8_make_valid (part, -1);
}

/* One input with all fixes. */
static gboolean run_input (guint index, guint worker, gpointer data, GError **error)
{
  Comparison *comparison = data;
  AfSuite *suite = comparison->suite;
  AfPlace *place = suite->project.places->pdata[worker];
  const AfSuiteTest *test = suite->tests->pdata[g_array_index (comparison->tests, guint, index)];
  g_autofree char *path = g_build_filename (place->scratch, "input", NULL);
  if (!g_file_set_contents (path, comparison->inputs->pdata[index], -1, error))
    return FALSE;
  for (guint i = 0; i <= comparison->fixes->len; i++) {
    const AfTry how = {
      .candidate = i, .input = path, .timeout_ms = af_suite_patience (suite, test), .work_ms = suite->work_ms
    };
    g_auto (AfSuiteEnd) end = { 0 };
    gsize at = (gsize)index * (comparison->fixes->len + 1) + i;
    if (comparison->poisoned && (i == 0 || !comparison->wanted[i - 1]))
      continue;
    if (!af_project_try (&suite->project, place, test, &how, &end, NULL, error))
      return FALSE;
    AfSeenEnd seen = af_suite_seen (test, &end);
    if (comparison->poisoned) {
      comparison->loose[at] = seen.hash != comparison->ends[at].hash && !seen.timed_out;
      continue;
    }
    comparison->ends[at] = seen;
    comparison->outs[at] = last_line (end.out);
    comparison->lacking[at] = lacks_word (comparison, end.out);
  }
  return TRUE;
}

static const AfSeenEnd *end_of (const Comparison *comparison, guint input, guint fix)
{
  return &comparison->ends[(gsize)input * (comparison->fixes->len + 1) + fix];
}

static gboolean is_bad (const AfSeenEnd *end)
{
  return end->timed_out || end->status > 128;
}

/* Whether some fix does otherwise than the first one. */
static gboolean is_telling (const Comparison *comparison, guint input)
{
  for (guint k = 1; k < comparison->fixes->len; k++)
    if (end_of (comparison, input, k + 1)->hash != end_of (comparison, input, 1)->hash)
      return TRUE;
  return FALSE;
}

static gboolean same_place (const AfFix *a, const AfFix *b)
{
  return a->candidate->routine == b->candidate->routine
         && a->candidate->snapshot->location == b->candidate->snapshot->location;
}

/* How much a fix has to say: little where it ranks far below the best; those of one place share what the best of them
 * has, for they are mostly one idea with guards that hardly differ. */
static void count_votes (const Comparison *comparison)
{
  guint n = comparison->fixes->len;
  double best = -G_MAXDOUBLE;
  for (guint f = 0; f < n; f++)
    best = MAX (best, ((const AfFix *)comparison->fixes->pdata[f])->score);
  for (guint f = 0; f < n; f++) {
    const AfFix *fix = comparison->fixes->pdata[f];
    double own = exp (2 * (fix->score - best)), most = own, all = 0;
    for (guint k = 0; k < n; k++) {
      const AfFix *other = comparison->fixes->pdata[k];
      double vote = same_place (fix, other) ? exp (2 * (other->score - best)) : 0;
      most = MAX (most, vote);
      all += vote;
    }
    comparison->votes[f] = own * most / all;
  }
}

/* Share of the votes of the other fixes that do the same, over the inputs that tell fixes apart; what ends badly counts
 * against it. */
static double agreement (const Comparison *comparison, guint fix)
{
  guint n = comparison->fixes->len, bad = 0;
  double same = 0, all = 0;
  for (guint i = 0; i < comparison->inputs->len; i++) {
    const AfSeenEnd *own = end_of (comparison, i, fix + 1);
    bad += is_bad (own) && !is_bad (end_of (comparison, i, 0));
    for (guint k = 0; k < n && is_telling (comparison, i); k++) {
      double vote = k == fix ? 0 : comparison->votes[k];
      same += end_of (comparison, i, k + 1)->hash == own->hash ? vote : 0;
      all += vote;
    }
  }
  return (all > 0 ? AGREEMENT * same / all : 0) - (bad > 0 ? BAD_END : 0);
}

static void note_observations (const Comparison *comparison)
{
  for (guint f = 0; f < comparison->fixes->len; f++) {
    AfFix *fix = comparison->fixes->pdata[f];
    for (guint i = 0; i < comparison->inputs->len; i++) {
      guint64 hash = end_of (comparison, i, f + 1)->hash;
      g_array_append_val (fix->observations, hash);
    }
  }
}

static double cost_of (const Comparison *comparison, const guint8 *flaws, guint fix)
{
  guint n = 0;
  for (guint i = 0; i < comparison->inputs->len; i++)
    n += flaws[(gsize)i * (comparison->fixes->len + 1) + fix + 1];
  return n > 0 ? ANY_FLAW + ALL_FLAWED * n / comparison->inputs->len : 0;
}

static double worth_of (const Comparison *comparison, guint fix)
{
  return ((const AfFix *)comparison->fixes->pdata[fix])->score + agreement (comparison, fix)
         - cost_of (comparison, comparison->lacking, fix) - cost_of (comparison, comparison->loose, fix);
}

/* The fix with the best sum of rank and agreement, less its flaws, comes first; the others stay in their order. */
static void move_best (const Comparison *comparison, GPtrArray *fixes)
{
  guint best = 0;
  double most = -G_MAXDOUBLE;
  for (guint f = 0; f < comparison->fixes->len; f++) {
    const AfFix *fix = comparison->fixes->pdata[f];
    double worth = worth_of (comparison, f);
    if (!fix->last_resort == !((const AfFix *)comparison->fixes->pdata[0])->last_resort && worth > most) {
      most = worth;
      best = f;
    }
  }
  AfFix *first = g_ptr_array_steal_index (fixes, best);
  g_ptr_array_insert (fixes, 0, first);
}

/* An input that parts the first fix from another one, for a person to look at. */
static void tell_difference (const Comparison *comparison, const AfFix *first)
{
  guint own = 0;
  if (!g_ptr_array_find (comparison->fixes, first, &own))
    return;
  for (guint f = 0; f < comparison->fixes->len; f++)
    for (guint i = 0; i < comparison->inputs->len; i++) {
      gsize row = (gsize)i * (comparison->fixes->len + 1);
      if (f == own || end_of (comparison, i, f + 1)->hash == end_of (comparison, i, own + 1)->hash)
        continue;
      g_autofree char *input = g_strescape (comparison->inputs->pdata[i], NULL);
      AfFix *other = comparison->fixes->pdata[f];
      af_suite_notice (comparison->suite, "for the input \"%s\" fixes differ: the first one prints \"%s\"; %s: \"%s\"",
                       input, comparison->outs[row + own + 1], other->candidate->summary,
                       comparison->outs[row + f + 1]);
      return;
    }
}

/* Those that are next to be asked about: the best ones by what is known of them, if one of them may come first. */
static gboolean want_best (Comparison *comparison)
{
  double most = -G_MAXDOUBLE, known = -G_MAXDOUBLE;
  for (guint f = 0; f < comparison->fixes->len; f++) {
    double worth = worth_of (comparison, f);
    if (comparison->asked[f])
      known = MAX (known, worth);
    else
      most = MAX (most, worth);
    comparison->wanted[f] = FALSE;
  }
  for (guint n = 0; most > known && n < MIN (POISONED, comparison->fixes->len); n++) {
    guint best = comparison->fixes->len;
    for (guint f = 0; f < comparison->fixes->len; f++)
      if (!comparison->asked[f]
          && (best == comparison->fixes->len || worth_of (comparison, f) > worth_of (comparison, best)))
        best = f;
    if (best < comparison->fixes->len)
      comparison->wanted[best] = comparison->asked[best] = TRUE;
  }
  return most > known;
}

/* Runs the best ones with locals that begin with a pattern; a compiler that has no such locals says nothing. */
static gboolean find_loose (Comparison *comparison, const GPtrArray *candidates, GHashTable *dropped, GError **error)
{
  AfSuite *suite = comparison->suite;
  const AfWoven woven = { .candidates = candidates, .poisoned = TRUE };
  g_autoptr (GError) reason = NULL;
  if (!suite->project.program || af_suite_is_late (suite))
    return TRUE;
  if (!af_suite_build_switched (suite, suite->versions->pdata[0], &woven, dropped, &reason)) {
    if (af_error_reach (reason) != AF_REACH_RUN)
      return TRUE;
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  comparison->poisoned = TRUE;
  while (!af_suite_is_late (suite) && want_best (comparison)) {
    suite->n_runs += comparison->inputs->len * MIN (POISONED, comparison->fixes->len);
    if (!af_jobs_map (comparison->inputs->len, suite->options->jobs, run_input, comparison, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean compare (Comparison *comparison, GPtrArray *fixes, GError **error)
{
  AfSuite *suite = comparison->suite;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < comparison->fixes->len; i++) {
    AfCandidate *candidate = ((AfFix *)comparison->fixes->pdata[i])->candidate;
    candidate->id = i + 1;
    g_ptr_array_add (candidates, candidate);
  }
  const AfWoven woven = { .candidates = candidates };
  if (!af_suite_build_switched (suite, suite->versions->pdata[0], &woven, dropped, error)
      || !af_jobs_map (comparison->inputs->len, suite->options->jobs, run_input, comparison, error))
    return FALSE;
  suite->n_runs += comparison->inputs->len * (comparison->fixes->len + 1);
  if (g_hash_table_size (dropped) > 0)
    return TRUE;
  count_votes (comparison);
  if (!find_loose (comparison, candidates, dropped, error))
    return FALSE;
  note_observations (comparison);
  move_best (comparison, fixes);
  tell_difference (comparison, fixes->pdata[0]);
  return TRUE;
}

gboolean af_suite_differ (AfSuite *suite, GPtrArray *fixes, GError **error)
{
  g_autoptr (GPtrArray) first = g_ptr_array_new (), inputs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) tests = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) words = common_words (suite);
  Comparison comparison = { .suite = suite, .fixes = first, .inputs = inputs, .tests = tests, .words = words };
  for (guint i = 0; i < MIN (fixes->len, MOST_COMPARED); i++)
    g_ptr_array_add (first, fixes->pdata[i]);
  make_inputs (&comparison);
  if (fixes->len < 2 || inputs->len == 0 || af_suite_is_late (suite))
    return TRUE;
  gsize n = (gsize)inputs->len * (first->len + 1);
  comparison.ends = g_new0 (AfSeenEnd, n);
  comparison.outs = g_new0 (char *, n + 1);
  g_autofree guint8 *lacking = g_new0 (guint8, n), *loose = g_new0 (guint8, n), *wanted = g_new0 (guint8, n),
                    *asked = g_new0 (guint8, n);
  comparison.lacking = lacking;
  comparison.loose = loose;
  g_autofree double *votes = g_new0 (double, first->len);
  comparison.votes = votes;
  comparison.wanted = wanted;
  comparison.asked = asked;
  gboolean ok = compare (&comparison, fixes, error);
  for (gsize i = 0; i < n; i++)
    g_free (comparison.outs[i]);
  g_free (comparison.outs);
  g_free (comparison.ends);
  return ok;
}
