/* What the test says of a version: pass, fail as the bad version fails, or neither.
 *
 * A version that ends with another exit status than the bad one, or whose output has messages of a compiler, is
 * unresolved: that is another fault.  Versions are known by the hash of their changed files, and no text is tested
 * twice. */
#include "culprit/culprit-internal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

enum { TIMES = 3, PATIENCE = 10 };
#define LEAST_PATIENCE_MS 10000u

/* Messages of compilers and linkers, for tests that build what they need. */
static gboolean has_compiler_error (const char *output)
{
  return output
         && g_regex_match_simple ("^[^\\s:]+:\\d+(:\\d+)?: (fatal )?error: |undefined reference to |"
                                  "ld returned \\d+ exit status|collect2: error",
                                  output, G_REGEX_MULTILINE, 0);
}

static AfTestVerdict verdict_of (const AfOracle *oracle, const AfRunOfTest *run)
{
  const AfRunOfTest *bad = &oracle->bad;
  if (!run->built)
    return AF_VERDICT_NO_BUILD;
  if (run->passes)
    return AF_VERDICT_PASS;
  if (run->timed_out || bad->timed_out)
    return run->timed_out && bad->timed_out ? AF_VERDICT_FAIL : AF_VERDICT_UNRESOLVED;
  if (has_compiler_error (run->output) && !has_compiler_error (bad->output))
    return AF_VERDICT_NO_BUILD;
  return run->status == bad->status ? AF_VERDICT_FAIL : AF_VERDICT_UNRESOLVED;
}

static GPtrArray *texts_of (const AfDelta *delta, const gboolean *made)
{
  GPtrArray *texts = g_ptr_array_new ();
  for (guint f = 0; f < delta->files->len; f++)
    g_ptr_array_add (texts, af_delta_text (delta, f, made));
  return texts;
}

static void texts_free (GPtrArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    g_clear_pointer ((GBytes **)&texts->pdata[i], g_bytes_unref);
  g_ptr_array_unref (texts);
}

static char *key_of (const GPtrArray *texts)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < texts->len; i++) {
    gsize length = 0;
    const guchar *data = texts->pdata[i] ? g_bytes_get_data (texts->pdata[i], &length) : NULL;
    g_autofree char *head = g_strdup_printf ("%s %" G_GSIZE_FORMAT "\n", texts->pdata[i] ? "file" : "none", length);
    g_checksum_update (sum, (const guchar *)head, -1);
    if (length > 0)
      g_checksum_update (sum, data, (gssize)length);
  }
  return g_strdup (g_checksum_get_string (sum));
}

/* --- several at a time --- */

enum { MOST_IN_ONE = 24, MOST_REFUSED = 2, BY_SWITCH = 16 /* a bit beside the verdict */ };

/* Versions that one build holds. */
typedef struct {
  GPtrArray *texts; /* of array of GBytes, of the batch */
  char *tree;
  gboolean tried, built;
  gboolean counted, used; /* when its versions came up in order, whatever was built ahead */
} Group;

typedef struct {
  AfOracle *oracle;
  GPtrArray *texts;        /* of array of GBytes, by set */
  GPtrArray *keys;         /* likewise */
  GPtrArray *groups;       /* of Group */
  Group **group;           /* by set; null: it has a build of its own */
  guint *part;             /* by set: number in its group, from 1 */
  AfTestVerdict *verdicts; /* by set */
  gboolean *known;
  guint offset;
} Batch;

static void group_free (gpointer data)
{
  Group *group = data;
  g_ptr_array_unref (group->texts);
  g_free (group->tree);
  g_free (group);
}

static Group *group_new (Batch *batch)
{
  Group *group = g_new0 (Group, 1);
  g_autofree char *name = g_strdup_printf ("%s-switched-%u", batch->oracle->places.base, batch->groups->len);
  group->texts = g_ptr_array_new ();
  group->tree = g_steal_pointer (&name);
  g_ptr_array_add (batch->groups, group);
  return group;
}

/* Which sets, not tested before, can share a build. */
static void plan_groups (Batch *batch, guint n)
{
  AfOracle *oracle = batch->oracle;
  g_autoptr (GHashTable) open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                         seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n && oracle->places.options->build && !oracle->no_switches; i++) {
    if (g_hash_table_contains (oracle->verdicts, batch->keys->pdata[i])
        || !g_hash_table_add (seen, batch->keys->pdata[i]))
      continue;
    g_autofree char *key = af_switched_key (oracle->delta, batch->texts->pdata[i]);
    Group *group = g_hash_table_lookup (open, key);
    if (!group || group->texts->len >= MOST_IN_ONE) {
      group = group_new (batch);
      g_hash_table_replace (open, g_steal_pointer (&key), group);
    }
    g_ptr_array_add (group->texts, batch->texts->pdata[i]);
    batch->group[i] = group;
    batch->part[i] = group->texts->len;
  }
  for (guint i = 0; i < n; i++)
    if (batch->group[i] && batch->group[i]->texts->len < 2)
      batch->group[i] = NULL;
}

static gboolean build_group (Batch *batch, Group *group, GError **error)
{
  AfOracle *oracle = batch->oracle;
  GPtrArray *texts = af_switched_texts (oracle->delta, group->texts);
  group->tried = TRUE;
  gboolean ok = af_places_build (&oracle->places, texts, group->tree, &group->built, error);
  texts_free (texts);
  return ok;
}

static gboolean run_one (guint index, guint worker, gpointer data, GError **error)
{
  Batch *batch = data;
  const AfPlaces *places = &batch->oracle->places;
  g_auto (AfRunOfTest) run = { 0 };
  index += batch->offset;
  const Group *group = batch->group[index];
  if (batch->known[index])
    return TRUE;
  if (group && group->built ? !af_places_run_part (places, worker, group->tree, batch->part[index], &run, error)
                            : !af_places_run (places, worker, batch->texts->pdata[index], &run, error))
    return FALSE;
  batch->verdicts[index] = verdict_of (batch->oracle, &run);
  return TRUE;
}

/* A version of the group comes up: whether it needed no build of its own. */
static gboolean count_group (AfOracle *oracle, Group *group)
{
  if (!group)
    return FALSE;
  if (!group->counted && !oracle->no_switches) {
    oracle->spent.builds++;
    oracle->n_refused += !group->built;
    oracle->no_switches |= oracle->n_refused >= MOST_REFUSED;
    group->used = group->built;
  }
  group->counted = TRUE;
  return group->used;
}

/* Counts and remembers it as if one had been run after the other: the same at any number of workers. */
static void remember (Batch *batch, guint index)
{
  AfOracle *oracle = batch->oracle;
  AfTestVerdict verdict = batch->verdicts[index];
  if (batch->known[index] || g_hash_table_contains (oracle->verdicts, batch->keys->pdata[index])) {
    oracle->spent.known++;
    return;
  }
  oracle->spent.versions++;
  gboolean is_switched = count_group (oracle, batch->group[index]);
  oracle->spent.switched += is_switched;
  oracle->spent.builds += !is_switched;
  oracle->spent.built += verdict != AF_VERDICT_NO_BUILD;
  oracle->spent.tests += verdict != AF_VERDICT_NO_BUILD;
  g_hash_table_insert (oracle->verdicts, g_strdup (batch->keys->pdata[index]),
                       GUINT_TO_POINTER ((verdict + 1) | (is_switched ? BY_SWITCH : 0)));
}

/* The first answer of the switches that says something, beside that of a build of its own (so that a version without
 * its mark, which aborts, is not taken for one that says nothing); @same: they agree, or it is another one. */
static gboolean check_switch (Batch *batch, guint index, gboolean *same, GError **error)
{
  AfOracle *oracle = batch->oracle;
  const Group *group = batch->group[index];
  g_auto (AfRunOfTest) run = { 0 };
  *same = TRUE;
  if (oracle->is_checked || batch->known[index] || !group || !group->built)
    return TRUE;
  if (!af_places_run (&oracle->places, 0, batch->texts->pdata[index], &run, error))
    return FALSE;
  oracle->is_checked = batch->verdicts[index] != AF_VERDICT_UNRESOLVED;
  oracle->spent.tests++;
  oracle->spent.builds++;
  *same = verdict_of (oracle, &run) == batch->verdicts[index];
  return TRUE;
}

static void give_up_switches (Batch *batch)
{
  batch->oracle->no_switches = TRUE;
  for (guint i = 0; i < batch->groups->len; i++)
    ((Group *)batch->groups->pdata[i])->built = FALSE;
}

/* One line on a terminal, over which the next is written. */
static void show_progress (const AfOracle *oracle)
{
  if (!oracle->places.options->quiet && isatty (STDERR_FILENO))
    fprintf (stderr, "\r%s %u tests, %u builds\033[K\r", oracle->bar, oracle->spent.tests, oracle->spent.builds);
}

/* What is known of sets [offset, end), and the builds that they share. */
static gboolean prepare (Batch *batch, guint end, GError **error)
{
  AfOracle *oracle = batch->oracle;
  for (guint i = batch->offset; i < end; i++) {
    guint known = GPOINTER_TO_UINT (g_hash_table_lookup (oracle->verdicts, batch->keys->pdata[i]));
    batch->known[i] = known > 0;
    batch->verdicts[i] = known > 0 ? (AfTestVerdict)((known & ~(guint)BY_SWITCH) - 1) : AF_VERDICT_UNRESOLVED;
    if (!known && batch->group[i] && !batch->group[i]->tried && !oracle->no_switches
        && !build_group (batch, batch->group[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean run_batch (Batch *batch, guint n, int *first, GError **error)
{
  AfOracle *oracle = batch->oracle;
  guint jobs = MAX (oracle->places.options->jobs, 1);
  for (guint end = 0; batch->offset < n; batch->offset = end) {
    end = MIN (batch->offset + jobs, n);
    if (!prepare (batch, end, error) || !af_jobs_map (end - batch->offset, jobs, run_one, batch, error))
      return FALSE;
    show_progress (oracle);
    for (guint i = batch->offset; i < end; i++) {
      gboolean same = TRUE;
      if (!check_switch (batch, i, &same, error))
        return FALSE;
      if (!same) {
        give_up_switches (batch);
        end = i; /* from here on again */
        break;
      }
      remember (batch, i);
      if (batch->verdicts[i] == oracle->wanted) {
        *first = (int)i;
        return TRUE;
      }
    }
  }
  return TRUE;
}

gboolean af_oracle_first (AfOracle *oracle, const GPtrArray *sets, int *first, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func ((GDestroyNotify)texts_free),
                        keys = g_ptr_array_new_with_free_func (g_free),
                        groups = g_ptr_array_new_with_free_func (group_free);
  g_autofree AfTestVerdict *verdicts = g_new0 (AfTestVerdict, sets->len + 1);
  g_autofree gboolean *known = g_new0 (gboolean, sets->len + 1);
  g_autofree Group **group = g_new0 (Group *, sets->len + 1);
  g_autofree guint *part = g_new0 (guint, sets->len + 1);
  Batch batch = { oracle, texts, keys, groups, group, part, verdicts, known, 0 };
  *first = -1;
  for (guint i = 0; i < sets->len; i++) {
    g_ptr_array_add (texts, texts_of (oracle->delta, sets->pdata[i]));
    g_ptr_array_add (keys, key_of (texts->pdata[i]));
  }
  if (af_interrupted (oracle->places.cancel, error))
    return FALSE;
  plan_groups (&batch, sets->len);
  return run_batch (&batch, sets->len, first, error);
}

static gboolean is_by_switch (gpointer key G_GNUC_UNUSED, gpointer value, gpointer data G_GNUC_UNUSED)
{
  return (GPOINTER_TO_UINT (value) & BY_SWITCH) != 0;
}

gboolean af_oracle_distrust (AfOracle *oracle)
{
  oracle->no_switches = TRUE;
  return g_hash_table_foreach_remove (oracle->verdicts, is_by_switch, NULL) > 0;
}

gboolean af_oracle_again (AfOracle *oracle, const gboolean *made, AfTestVerdict *verdict, GError **error)
{
  GPtrArray *texts = texts_of (oracle->delta, made);
  g_auto (AfRunOfTest) run = { 0 };
  gboolean ok = af_places_run (&oracle->places, 0, texts, &run, error);
  if (ok) {
    *verdict = verdict_of (oracle, &run);
    oracle->spent.builds++;
    oracle->spent.versions++;
    oracle->spent.built += *verdict != AF_VERDICT_NO_BUILD;
    oracle->spent.tests += *verdict != AF_VERDICT_NO_BUILD;
  }
  texts_free (texts);
  return ok;
}

/* --- the two versions --- */

typedef struct {
  AfOracle *oracle;
  GPtrArray *good, *bad; /* texts */
  AfRunOfTest runs[2 * TIMES];
} Ends;

static gboolean run_end (guint index, guint worker, gpointer data, GError **error)
{
  Ends *ends = data;
  return af_places_run (&ends->oracle->places, worker, index < TIMES ? ends->good : ends->bad, &ends->runs[index],
                        error);
}

static gboolean passes (const AfRunOfTest *run)
{
  return run->built && run->passes;
}

static gboolean alike (const AfRunOfTest *one, const AfRunOfTest *other)
{
  return one->built == other->built && one->passes == other->passes && one->timed_out == other->timed_out
         && (one->timed_out || one->status == other->status);
}

static gboolean refuse (const AfRunOfTest *run, const char *hint, const char *problem, GError **error)
{
  g_autofree char *shown = af_printable (run->output ? run->output : "");
  gsize length = strlen (shown);
  const char *tail = shown + (length > 600 ? length - 600 : 0);
  af_error_at (error, run->built ? AF_ERROR_USAGE : AF_ERROR_BUILD, NULL, 0, 0, hint, "%s%s%s", problem,
               *tail ? "; it ends with:\n" : "", tail);
  return FALSE;
}

/* As the shell says it: not found, or no program. */
static gboolean cannot_run (const AfRunOfTest *run)
{
  return run->built && !run->passes && !run->timed_out && (run->status == 126 || run->status == 127);
}

static gboolean judge_ends (AfOracle *oracle, const Ends *ends, GError **error)
{
  const AfRunOfTest *good = &ends->runs[0], *bad = &ends->runs[TIMES];
  gint64 slowest = 0;
  for (guint i = 1; i < TIMES; i++)
    if (!alike (good, good + i) || !alike (bad, bad + i))
      return refuse (alike (good, good + i) ? bad + i : good + i, "make it end alike each time, or name another test",
                     alike (good, good + i) ? "the test is flaky: at the bad version it does not end alike each time"
                                            : "the test is flaky: at the good version it does not end alike each time",
                     error);
  if (!bad->built)
    return refuse (bad,
                   oracle->places.options->bad ? "name a bad revision that builds, or look for what breaks the build: "
                                                 "-- BUILD... without --build"
                                               : "files that git does not track are no part of it: git add them",
                   "the bad version does not build", error);
  if (cannot_run (good))
    return refuse (good, "paths are as in the current folder; --build builds what git does not track",
                   "the test cannot be run at the good version", error);
  if (!passes (good))
    return refuse (good, "name an earlier revision with --good", "the test fails at the good version", error);
  if (passes (bad))
    return refuse (bad, "name another revision with --bad, or another test", "the test passes at the bad version",
                   error);
  if (cannot_run (bad))
    return refuse (bad, "paths are as in the current folder", "the test cannot be run at the bad version", error);
  for (guint i = 0; i < TIMES; i++)
    slowest = MAX (slowest, ends->runs[i].took_us);
  oracle->places.patience_ms =
    MIN (oracle->places.patience_ms, MAX ((guint)(slowest / 1000) * PATIENCE, LEAST_PATIENCE_MS));
  oracle->bad = *bad;
  oracle->bad.output = g_strdup (bad->output);
  return TRUE;
}

gboolean af_oracle_init (AfOracle *oracle, GError **error)
{
  Ends ends = { .oracle = oracle };
  g_autofree gboolean *none = g_new0 (gboolean, oracle->delta->operations->len + 1),
                      *all = g_new0 (gboolean, oracle->delta->operations->len + 1);
  for (guint i = 1; i <= oracle->delta->operations->len; i++)
    all[i] = TRUE;
  oracle->verdicts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ends.good = texts_of (oracle->delta, none);
  ends.bad = texts_of (oracle->delta, all);
  gboolean ok = af_jobs_map (2 * TIMES, MAX (oracle->places.options->jobs, 1), run_end, &ends, error)
                && judge_ends (oracle, &ends, error);
  g_autofree char *good_key = key_of (ends.good), *bad_key = key_of (ends.bad);
  g_hash_table_insert (oracle->verdicts, g_steal_pointer (&good_key), GUINT_TO_POINTER (AF_VERDICT_PASS + 1));
  g_hash_table_insert (oracle->verdicts, g_steal_pointer (&bad_key), GUINT_TO_POINTER (AF_VERDICT_FAIL + 1));
  for (guint i = 0; i < 2 * TIMES; i++)
    af_run_of_test_clear (&ends.runs[i]);
  texts_free (ends.good);
  texts_free (ends.bad);
  return ok;
}

void af_oracle_alike (AfOracle *oracle, const AfOracle *other)
{
  g_autofree gboolean *none = g_new0 (gboolean, oracle->delta->operations->len + 1),
                      *all = af_delta_all_but (oracle->delta, none);
  GPtrArray *good = texts_of (oracle->delta, none), *bad = texts_of (oracle->delta, all);
  oracle->places = other->places;
  oracle->bad = other->bad;
  oracle->verdicts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (oracle->verdicts, key_of (good), GUINT_TO_POINTER (AF_VERDICT_PASS + 1));
  g_hash_table_insert (oracle->verdicts, key_of (bad), GUINT_TO_POINTER (AF_VERDICT_FAIL + 1));
  texts_free (good);
  texts_free (bad);
}

void af_oracle_clear (AfOracle *oracle)
{
  g_clear_pointer (&oracle->verdicts, g_hash_table_unref);
  af_run_of_test_clear (&oracle->bad);
  af_places_clear (&oracle->places);
}
