/* Fixes beside each other, on inputs that no test has.
 *
 * In:  fixes that pass all tests, programs that read their standard input.
 * Out: observations on inputs like those of the tests: what groups them; which ends badly; how far a fix agrees with
 * the others; an input for which the best two differ.
 *
 * Nobody knows what is right for such an input.  But right repairs agree with each other, and each wrong one is wrong
 * in a way of its own, so that the fix is moved to the front that agrees most, unless its rank is far lower. */
#include "suite/suite-internal.h"

#include <math.h>

#include "util/jobs.h"

enum { MOST_INPUTS = 40, MOST_COMPARED = 40, LONGEST_LINE = 120 };
/* What agreeing with all others is worth, and an end by a signal or not at all, in the units of the ranking. */
#define AGREEMENT 2.0
#define BAD_END 2.0

typedef struct {
  AfSuite *suite;
  GPtrArray *fixes;  /* of AfFix: the first ones */
  GPtrArray *inputs; /* of char * */
  GArray *tests;     /* of guint, per input: the test it was made from */
  AfSeenEnd *ends;   /* by input and fix, the unchanged program first */
  char **outs;       /* parallel: the last line that was written */
} Comparison;

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
    if (!g_hash_table_add (known, input)) {
      g_free (input);
      continue;
    }
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
    if (!af_project_try (&suite->project, place, test, &how, &end, NULL, error))
      return FALSE;
    gsize at = (gsize)index * (comparison->fixes->len + 1) + i;
    comparison->ends[at] = af_suite_seen (test, &end);
    comparison->outs[at] = last_line (end.out);
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

/* How much a fix has to say: little where it ranks far below the best. */
static double vote_of (const Comparison *comparison, guint fix, double best)
{
  return exp (2 * (((const AfFix *)comparison->fixes->pdata[fix])->score - best));
}

static double best_score (const Comparison *comparison)
{
  double best = -G_MAXDOUBLE;
  for (guint f = 0; f < comparison->fixes->len; f++)
    best = MAX (best, ((const AfFix *)comparison->fixes->pdata[f])->score);
  return best;
}

/* Share of the votes of the other fixes that do the same, over the inputs that tell fixes apart; what ends badly counts
 * against it. */
static double agreement (const Comparison *comparison, guint fix)
{
  guint n = comparison->fixes->len, bad = 0;
  double same = 0, all = 0, best = best_score (comparison);
  for (guint i = 0; i < comparison->inputs->len; i++) {
    const AfSeenEnd *own = end_of (comparison, i, fix + 1);
    bad += is_bad (own) && !is_bad (end_of (comparison, i, 0));
    for (guint k = 0; k < n && is_telling (comparison, i); k++) {
      double vote = k == fix ? 0 : vote_of (comparison, k, best);
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

/* The fix with the best sum of rank and agreement comes first; the others stay in their order. */
static void move_best (const Comparison *comparison, GPtrArray *fixes)
{
  guint best = 0;
  double most = -G_MAXDOUBLE;
  for (guint f = 0; f < comparison->fixes->len; f++) {
    const AfFix *fix = comparison->fixes->pdata[f];
    double worth = fix->score + agreement (comparison, f);
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
  const AfWoven woven = { candidates, NULL };
  if (!af_suite_build_switched (suite, suite->versions->pdata[0], &woven, dropped, error)
      || !af_jobs_map (comparison->inputs->len, suite->options->jobs, run_input, comparison, error))
    return FALSE;
  suite->n_runs += comparison->inputs->len * (comparison->fixes->len + 1);
  if (g_hash_table_size (dropped) > 0)
    return TRUE;
  note_observations (comparison);
  move_best (comparison, fixes);
  tell_difference (comparison, fixes->pdata[0]);
  return TRUE;
}

gboolean af_suite_differ (AfSuite *suite, GPtrArray *fixes, GError **error)
{
  g_autoptr (GPtrArray) first = g_ptr_array_new (), inputs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) tests = g_array_new (FALSE, FALSE, sizeof (guint));
  Comparison comparison = { suite, first, inputs, tests, NULL, NULL };
  for (guint i = 0; i < MIN (fixes->len, MOST_COMPARED); i++)
    g_ptr_array_add (first, fixes->pdata[i]);
  make_inputs (&comparison);
  if (fixes->len < 2 || inputs->len == 0 || af_suite_is_late (suite))
    return TRUE;
  gsize n = (gsize)inputs->len * (first->len + 1);
  comparison.ends = g_new0 (AfSeenEnd, n);
  comparison.outs = g_new0 (char *, n + 1);
  gboolean ok = compare (&comparison, fixes, error);
  for (gsize i = 0; i < n; i++)
    g_free (comparison.outs[i]);
  g_free (comparison.outs);
  g_free (comparison.ends);
  return ok;
}
