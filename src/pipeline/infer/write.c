/* What an inference writes: patches, contracts.json, and on the user's word the sources.
 *
 * contracts.patch has all proposals, or those of --take; NN.patch has number NN alone, made for the sources as they
 * are; contracts.html is a page of all (page.c). */
#include "pipeline/infer/infer-internal.h"

#include <glib/gstdio.h>
#include <string.h>

#include "model/written-out.h"
#include "util/error.h"
#include "util/files/replace.h"
#include "util/json.h"

#define LIST "contracts.json"

static gboolean is_ours (const char *dir)
{
  g_autofree char *list = g_build_filename (dir, LIST, NULL);
  g_autoptr (GDir) content = g_dir_open (dir, 0, NULL);
  return g_file_test (list, G_FILE_TEST_IS_REGULAR) || (content && !g_dir_read_name (content));
}

gboolean af_infer_check_output (const AfOptions *options, GError **error)
{
  if (!g_file_test (options->output, G_FILE_TEST_EXISTS) || is_ours (options->output))
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "name another one with --output",
               "'%s' exists and holds no contracts of autofix", options->output);
  return FALSE;
}

/* --- what is taken --- */

/* "17-20" or "4"; false: it is neither. */
static gboolean read_range (const char *word, guint64 *first, guint64 *last)
{
  char *end = NULL;
  *first = *last = g_ascii_strtoull (word, &end, 10);
  if (end != word && *end == '-' && g_ascii_isdigit (end[1]))
    *last = g_ascii_strtoull (end + 1, &end, 10);
  return g_ascii_isdigit (*word) && *end == '\0' && *first > 0 && *first <= *last;
}

GPtrArray *af_infer_taken (const AfOptions *options, const AfInference *inference, GError **error)
{
  g_autoptr (GPtrArray) taken = g_ptr_array_new ();
  g_auto (GStrv) words = g_strsplit (options->take ? options->take : "", ",", -1);
  guint n = inference ? inference->proposals->len : 0;
  g_autofree gboolean *is_taken = g_new0 (gboolean, n + 1);
  for (guint i = 0; words[i]; i++) {
    guint64 first = 0, last = 0;
    if (!read_range (words[i], &first, &last) || (inference && last > n)) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "as in --take 4,17-20", "'%s' is no number of a contract",
                   words[i]);
      return NULL;
    }
    for (guint64 k = first; k <= last && k <= n; k++)
      is_taken[k - 1] = TRUE;
  }
  for (guint i = 0; i < n; i++)
    if (!options->take || is_taken[i])
      g_ptr_array_add (taken, inference->proposals->pdata[i]);
  return g_steal_pointer (&taken);
}

/* --- diffs --- */

char *af_infer_diff (const AfModule *module, const AfInference *inference, const GPtrArray *proposals, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GPtrArray) changes = af_infer_changes (module, inference, proposals);
  for (guint i = 0; i < changes->len; i++) {
    const AfInferChange *change = changes->pdata[i];
    g_autofree char *diff = af_report_diff_source (change->source, change->edits, error);
    if (!diff)
      return NULL;
    g_string_append (all, diff);
  }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/* --- JSON --- */

static void put_proposal (JsonBuilder *json, const AfModule *module, const AfInference *inference, guint number)
{
  const AfProposal *proposal = inference->proposals->pdata[number - 1];
  g_autofree char *text = af_proposal_text (proposal);
  json_builder_begin_object (json);
  af_json_int (json, "number", number);
  af_json_name (json, "kind", proposal->is_query ? "query" : af_clause_kind_name (proposal->kind));
  af_json_name (json, "file", af_proposal_path (module, inference, proposal));
  af_json_name (json, "routine", proposal->routine ? proposal->routine->name : NULL);
  af_json_name (json, "type", proposal->record ? proposal->record->spelling : NULL);
  af_json_name (json, "expression", proposal->expr->text);
  af_json_name (json, "contract", text);
  af_json_name (json, "origin", proposal->is_read ? "code" : "tests");
  af_json_int (json, "states", proposal->n_states);
  af_json_int (json, "tests", proposal->n_tests);
  af_json_real (json, "confidence", proposal->surprise);
  af_json_open_object (json, "proof");
  af_json_name (json, "outcome", af_proof_outcome_name (proposal->proof));
  af_json_int (json, "bound", proposal->proof_bound);
  af_json_bool (json, "complete", proposal->proof_complete);
  af_json_name (json, "reason", proposal->proof_reason);
  json_builder_end_object (json);
  af_json_int (json, "caught", proposal->n_caught);
  af_json_name (json, "example", proposal->caught);
  json_builder_end_object (json);
}

char *af_infer_json (const AfModule *module, const AfInference *inference, guint64 seed)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_name (json, "module", module->name);
  af_json_int (json, "seed", (gint64)seed);
  af_json_int (json, "implied", inference->n_implied);
  af_json_int (json, "broken", inference->n_broken);
  af_json_int (json, "refuted", inference->n_refuted);
  af_json_bool (json, "attacked", !inference->is_cut && !inference->is_late);
  af_json_int (json, "calls", inference->n_calls);
  af_json_int (json, "changes", inference->n_changes);
  af_json_open_array (json, "contracts");
  for (guint i = 0; i < inference->proposals->len; i++)
    put_proposal (json, module, inference, i + 1);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}

/* --- files --- */

static gboolean write_file (const AfOptions *options, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (options->output, name, NULL);
  g_autoptr (GError) reason = NULL;
  if (g_file_set_contents (path, text, -1, &reason))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, path, 0, 0, "make room, or name another folder with --output",
               "cannot be written: %s", reason->message);
  return FALSE;
}

static gboolean write_single (const AfOptions *options, const AfModule *module, const AfInference *inference,
                              guint number, GError **error)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_ptr_array_add (one, inference->proposals->pdata[number - 1]);
  g_autofree char *name = g_strdup_printf ("%02u.patch", number);
  g_autofree char *diff = af_infer_diff (module, inference, one, error);
  return diff && write_file (options, name, diff, error);
}

gboolean af_infer_write (const AfOptions *options, const AfModule *module, const AfInference *inference, GError **error)
{
  g_autoptr (GPtrArray) taken = af_infer_taken (options, inference, error);
  if (!taken || !af_infer_check_output (options, error) || !af_remove_tree (options->output, error))
    return FALSE;
  if (g_mkdir_with_parents (options->output, 0777) != 0) {
    af_error (error, AF_ERROR_IO, "folder '%s' cannot be made", options->output);
    return FALSE;
  }
  g_autofree char *json = af_infer_json (module, inference, options->seed);
  g_autofree char *diff = af_infer_diff (module, inference, taken, error);
  g_autofree char *page = diff ? af_infer_page (module, inference, options->seed, error) : NULL;
  if (!page || !write_file (options, LIST, json, error) || !write_file (options, "contracts.patch", diff, error)
      || !write_file (options, "contracts.html", page, error))
    return FALSE;
  for (guint i = 0; i < inference->proposals->len; i++)
    if (!write_single (options, module, inference, i + 1, error))
      return FALSE;
  return TRUE;
}

/* --- the sources --- */

static gboolean is_unchanged (const AfSource *source, GError **error)
{
  g_autoptr (AfSource) now = af_source_load (source->path, error);
  if (!now)
    return FALSE;
  const AfSource *then = af_source_user (source);
  if (now->length == then->length && memcmp (now->text, then->text, then->length) == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, source->path, 0, 0, "autofix infer again", "the file has changed meanwhile");
  return FALSE;
}

gboolean af_infer_apply (const AfOptions *options, const AfModule *module, const AfInference *inference, GError **error)
{
  g_autoptr (GPtrArray) taken = af_infer_taken (options, inference, error);
  g_autoptr (GPtrArray) changes = taken ? af_infer_changes (module, inference, taken) : NULL;
  if (!changes)
    return FALSE;
  for (guint i = 0; i < changes->len; i++)
    if (!is_unchanged (((const AfInferChange *)changes->pdata[i])->source, error))
      return FALSE;
  for (guint i = 0; i < changes->len; i++) {
    const AfInferChange *change = changes->pdata[i];
    g_autofree char *text = af_edits_apply_to_user (change->source, change->edits);
    if (!af_replace_file (change->source->path, text, error))
      return FALSE;
  }
  return TRUE;
}
