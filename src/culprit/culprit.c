/* What broke it: the table of contents.
 *
 * [commits -> the one that broke it] ->
 * versions -> delta (operations that can be made in any subset, and what they need) -> the test at both ends -> ddmin
 * in stages -> the smallest part that makes the test fail, and what to take back so that it passes. */
#include "culprit/culprit-internal.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/interrupt.h"

void af_part_free (AfPart *part)
{
  g_free (part->made);
  g_free (part->back);
  g_free (part->patch);
  g_array_unref (part->notes);
  g_free (part);
}

static AfDelta *delta_of (const AfVersions *versions, const AfCulpritOptions *options)
{
  AfDelta *delta = af_delta_new (options->lines ? AF_DELTA_LINES : options->hunks ? AF_DELTA_HUNKS : AF_DELTA_TREES);
  for (guint i = 0; i < versions->changed->len; i++) {
    const AfChangedFile *file = versions->changed->pdata[i];
    if (file->is_mode)
      af_delta_add_mode (delta, file->path, file->before, file->after);
    else
      af_delta_add (delta, file->path, file->before, file->after);
  }
  if (!options->no_rules && delta->by == AF_DELTA_TREES)
    af_delta_couple (delta);
  return delta;
}

static guint distance (const AfDelta *delta, const gboolean *made)
{
  guint n = 0;
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autoptr (GBytes) text = made ? af_delta_text (delta, f, made) : NULL;
    n += af_delta_distance (file->before, made ? text : file->after);
  }
  return n;
}

/* The same without comparing texts, which may take longer than there is after Ctrl-C: moved tokens count. */
static guint tokens_of (const AfDelta *delta, const gboolean *made)
{
  guint n = 0;
  for (guint i = 1; i <= delta->operations->len; i++)
    n += made[i] ? af_delta_operation (delta, i)->tokens : 0;
  return n;
}

/* --- parts --- */

/* All operations, those of @parts left out, with what needs them; null: nothing is left. */
static gboolean *rest_of (const AfCulprit *culprit)
{
  const AfDelta *delta = culprit->oracle->delta;
  gboolean *set = g_new0 (gboolean, delta->operations->len + 1);
  for (guint i = 1; i <= delta->operations->len; i++) {
    set[i] = TRUE;
    for (guint k = 0; k < culprit->parts->len; k++)
      set[i] = set[i] && !((AfPart *)culprit->parts->pdata[k])->made[i];
  }
  af_delta_close (delta, set, FALSE);
  return set;
}

static gboolean fails (AfOracle *oracle, gboolean *set, gboolean *result, GError **error)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new ();
  int first = -1;
  g_ptr_array_add (sets, set);
  if (!af_oracle_first (oracle, sets, &first, error))
    return FALSE;
  *result = first == 0;
  return TRUE;
}

/* Whether the part fails again. */
static gboolean confirm (AfCulprit *culprit, AfPart *part, GError **error)
{
  for (guint i = 0; i < 2 && !part->is_flaky; i++) {
    AfTestVerdict verdict;
    if (!af_oracle_again (culprit->oracle, part->made, &verdict, error))
      return FALSE;
    part->is_flaky = verdict != AF_VERDICT_FAIL;
  }
  return TRUE;
}

static gboolean make_small (AfCulprit *culprit, AfPart *part, GError **error)
{
  g_array_set_size (part->notes, 0);
  part->is_flaky = FALSE;
  part->is_complete = af_stages_run (culprit->oracle, part->made, part->notes, error);
  part->tokens = part->is_complete ? distance (culprit->oracle->delta, part->made)
                                   : MIN (tokens_of (culprit->oracle->delta, part->made), culprit->all_tokens);
  return part->is_complete && confirm (culprit, part, error);
}

/* Makes @set, which fails, small.  What is known on failure becomes a part, too.  Where the result does not fail again,
 * it may be the switches that said so and not the test: then it is looked for without them. */
static gboolean add_part (AfCulprit *culprit, gboolean *set, GError **error)
{
  AfPart *part = g_new0 (AfPart, 1);
  g_autofree gboolean *whole = g_memdup2 (set, (culprit->oracle->delta->operations->len + 1) * sizeof (gboolean));
  part->made = set;
  part->notes = g_array_new (FALSE, FALSE, sizeof (AfStageNote));
  g_ptr_array_add (culprit->parts, part);
  if (!make_small (culprit, part, error))
    return FALSE;
  if (!part->is_flaky || !af_oracle_distrust (culprit->oracle))
    return TRUE;
  g_free (part->made);
  part->made = g_steal_pointer (&whole);
  return make_small (culprit, part, error);
}

/* --- the other direction --- */

static void invert_close (gpointer data, gboolean *set, const gboolean *within G_GNUC_UNUSED, gboolean adds)
{
  const AfOracle *oracle = data;
  af_delta_close_undone (oracle->delta, set, adds);
}

static gboolean invert_first (gpointer data, const GPtrArray *sets, int *first, GError **error)
{
  AfOracle *oracle = data;
  g_autoptr (GPtrArray) made_sets = g_ptr_array_new_with_free_func (g_free);
  for (guint s = 0; s < sets->len; s++)
    g_ptr_array_add (made_sets, af_delta_all_but (oracle->delta, sets->pdata[s]));
  return af_oracle_first (oracle, made_sets, first, error);
}

/* What to take back from the bad version so that the test passes: the part, if that is enough, else the smallest set
 * that is. */
static gboolean find_back (AfCulprit *culprit, AfPart *part, GError **error)
{
  AfOracle *oracle = culprit->oracle;
  guint n = oracle->delta->operations->len;
  const AfDdmin problem = { n, NULL, invert_close, invert_first, oracle };
  g_autoptr (GPtrArray) sets = g_ptr_array_new ();
  gboolean *back = g_memdup2 (part->made, (n + 1) * sizeof (gboolean));
  int first = -1;
  invert_close (oracle, back, NULL, TRUE);
  g_ptr_array_add (sets, back);
  oracle->wanted = AF_VERDICT_PASS;
  gboolean ok = invert_first (oracle, sets, &first, error);
  if (ok && first < 0) {
    for (guint i = 1; i <= n; i++)
      back[i] = TRUE;
    ok = af_ddmin (&problem, back, error);
  }
  oracle->wanted = AF_VERDICT_FAIL;
  part->back = back;
  if (!ok)
    g_clear_pointer (&part->back, g_free);
  return ok;
}

/* --- the whole --- */

/* The next part, if the test fails without those that are known. */
static gboolean search_next (AfCulprit *culprit, gboolean *found, GError **error)
{
  g_autofree gboolean *set = rest_of (culprit);
  *found = culprit->parts->len == 0; /* all of it fails */
  if (!*found && !fails (culprit->oracle, set, found, error))
    return FALSE;
  return !*found || add_part (culprit, g_steal_pointer (&set), error);
}

static gboolean search (AfCulprit *culprit, GError **error)
{
  gboolean found = TRUE;
  do {
    if (!search_next (culprit, &found, error))
      return FALSE;
  } while (found && culprit->options->all);
  return TRUE;
}

/* The same by lines of text, for whoever wants to know what trees are worth. */
static gboolean search_lines (AfCulprit *culprit, GError **error)
{
  AfCulpritOptions options = *culprit->options;
  options.lines = TRUE;
  options.hunks = FALSE;
  g_autoptr (AfDelta) delta = delta_of (culprit->versions, &options);
  g_autofree gboolean *none = g_new0 (gboolean, delta->operations->len + 1), *set = af_delta_all_but (delta, none);
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (AfStageNote));
  AfOracle oracle = { .delta = delta, .wanted = AF_VERDICT_FAIL };
  af_oracle_alike (&oracle, culprit->oracle);
  gboolean ok = af_stages_run (&oracle, set, notes, error);
  culprit->by_lines = (AfByLines){ ok, distance (delta, set), oracle.spent };
  g_hash_table_unref (oracle.verdicts);
  return ok;
}

static gboolean search_and_report (AfCulprit *culprit, GError **error)
{
  g_autoptr (GError) ended = NULL;
  if (search (culprit, &ended) && find_back (culprit, culprit->parts->pdata[0], &ended) && culprit->options->compare)
    search_lines (culprit, &ended);
  gboolean interrupted = g_error_matches (ended, AF_ERROR, AF_ERROR_INTERRUPTED);
  if (ended && !interrupted) {
    g_propagate_error (error, g_steal_pointer (&ended));
    return FALSE;
  }
  if (culprit->parts->len > 0 && !af_culprit_report (culprit, error))
    return FALSE;
  if (ended) {
    g_propagate_error (error, g_steal_pointer (&ended));
    return FALSE;
  }
  return !culprit->options->apply || af_culprit_apply (culprit, error);
}

/* The smallest part of the change between the revisions of @options. */
static gboolean take_apart (const AfCulpritOptions *options, const AfBisection *bisection, GCancellable *cancel,
                            GError **error)
{
  g_autoptr (AfVersions) versions = af_versions_new (options->good, options->bad, error);
  g_autoptr (AfDelta) delta = versions ? delta_of (versions, options) : NULL;
  g_autoptr (AfTempDir) temp = delta ? af_temp_dir_new (error) : NULL;
  AfOracle oracle = { .places = { .options = options, .versions = versions, .cancel = cancel },
                      .delta = delta,
                      .wanted = AF_VERDICT_FAIL };
  if (!temp)
    return FALSE;
  AfCulprit culprit = { .options = options,
                        .versions = versions,
                        .oracle = &oracle,
                        .parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_part_free),
                        .all_tokens = distance (delta, NULL),
                        .bisection = bisection };
  gboolean ok = af_places_init (&oracle.places, af_temp_dir_path (temp), error) && af_oracle_init (&oracle, error)
                && search_and_report (&culprit, error);
  g_ptr_array_unref (culprit.parts);
  af_oracle_clear (&oracle);
  return ok;
}

static gboolean find_commit (const AfCulpritOptions *options, AfBisection *bisection, GCancellable *cancel,
                             GError **error)
{
  g_autoptr (AfVersions) versions = af_versions_new (options->good, options->bad, error);
  g_autoptr (AfTempDir) temp = versions ? af_temp_dir_new (error) : NULL;
  AfPlaces places = { .options = options, .versions = versions, .cancel = cancel };
  if (!temp)
    return FALSE;
  gboolean ok = af_places_init (&places, af_temp_dir_path (temp), error) && af_bisect (&places, bisection, error);
  af_places_clear (&places);
  return ok;
}

static gboolean run (const AfCulpritOptions *options, GCancellable *cancel, GError **error)
{
  g_auto (AfBisection) bisection = { 0 };
  if (!options->bisect)
    return take_apart (options, &bisection, cancel, error);
  if (!find_commit (options, &bisection, cancel, error))
    return FALSE;
  AfCulpritOptions narrowed = *options;
  narrowed.good = bisection.good;
  narrowed.bad = bisection.bad;
  return take_apart (&narrowed, &bisection, cancel, error);
}

gboolean af_culprit_run (const AfCulpritOptions *options, GCancellable *cancel, GError **error)
{
  gboolean was_there = g_file_test (options->output, G_FILE_TEST_EXISTS);
  /* what cannot be written is not looked for */
  if (g_mkdir_with_parents (options->output, 0755) != 0 || g_access (options->output, W_OK) != 0) {
    af_error (error, AF_ERROR_IO, "%s: the folder cannot be made, or not be written to", options->output);
    return FALSE;
  }
  gboolean ok = run (options, cancel, error);
  if (!ok && !was_there)
    g_rmdir (options->output); /* if nothing is in it */
  return ok;
}
