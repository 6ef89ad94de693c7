/* Patches that a person has rejected are not offered again.
 *
 * In:  the valid fixes of a fault, and the history.   Out: the same without those that `autofix mark` rejected.
 *
 * What a patch does tells it again, not its number: numbers are given anew in each run. */
#include "pipeline/pipeline-internal.h"

#include "store/marks.h"

static gboolean is_rejected (const AfRun *run, GHashTable *rejected, const AfFix *fix, gboolean *answer, GError **error)
{
  g_autofree char *diff = af_report_diff (run->module, fix->candidate, error);
  g_autofree char *key = diff ? af_store_patch_key (diff) : NULL;
  *answer = key && g_hash_table_contains (rejected, key);
  return key != NULL;
}

static char *history_path (const AfRun *run)
{
  return run->options->history ? g_strdup (run->options->history)
                               : g_build_filename (run->options->output, "history.sqlite", NULL);
}

gboolean af_run_has_rejected (const AfRun *run, const AfFault *fault)
{
  g_autofree char *path = history_path (run);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  g_autoptr (AfStore) store = af_store_open_live (path, NULL);
  g_autoptr (GHashTable) rejected = store ? af_store_rejected (store, fault->id) : NULL;
  return !rejected || g_hash_table_size (rejected) > 0;
}

gboolean af_run_drop_rejected (AfRun *run, AfFinding *finding, GError **error)
{
  g_autofree char *path = history_path (run);
  guint n_dropped = 0;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  g_autoptr (AfStore) store = af_store_open_live (path, error);
  g_autoptr (GHashTable) rejected = store ? af_store_rejected (store, finding->fault->id) : NULL;
  if (!rejected)
    return FALSE;
  for (guint i = 0; g_hash_table_size (rejected) > 0 && i < finding->fixes->len;) {
    gboolean drop = FALSE;
    if (!is_rejected (run, rejected, finding->fixes->pdata[i], &drop, error))
      return FALSE;
    if (drop)
      g_ptr_array_remove_index (finding->fixes, i);
    n_dropped += drop;
    i += !drop;
  }
  if (n_dropped > 0)
    af_run_notice (run, "%s: %u fix%s left out, rejected before", finding->fault->id, n_dropped,
                   n_dropped == 1 ? "" : "es");
  return TRUE;
}
