/* What is written must be readable.
 *
 * In:  proposals.   Out: those with which the module can still be read: a contract may speak of a name that is not
 * declared where it would stand. */
#include "infer/infer.h"
#include "model/written-out.h"

#include "validate/validate.h"

static GHashTable *texts_of (const AfModule *module, const AfInference *inference, const GPtrArray *proposals)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) changes = af_infer_changes (module, inference, proposals);
  for (guint i = 0; i < changes->len; i++) {
    const AfInferChange *change = changes->pdata[i];
    g_hash_table_insert (texts, g_canonicalize_filename (change->source->path, NULL),
                         af_edits_apply_to_user (change->source, change->edits));
  }
  return texts;
}

/* Where module versions are read. */
typedef struct {
  const AfModule *module;
  const AfInference *inference;
  const char *dir, *include_dir;
} AfReading;

static gboolean is_readable (const AfReading *reading, const GPtrArray *proposals, guint number)
{
  g_autoptr (GHashTable) texts = texts_of (reading->module, reading->inference, proposals);
  g_autofree char *name = g_strdup_printf ("inferred-%u", number);
  g_autofree char *dir = g_build_filename (reading->dir, name, NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (AfModule) changed = af_validate_changed (reading->module, texts, dir, reading->include_dir, &reason);
  return changed != NULL;
}

guint af_infer_drop_unreadable (const AfModule *module, AfInference *inference, const char *dir,
                                const char *include_dir)
{
  const AfReading reading = { module, inference, dir, include_dir };
  GPtrArray *all = inference->proposals;
  guint n_before = all->len;
  if (all->len == 0 || is_readable (&reading, all, 0))
    return 0;
  for (guint i = all->len; i-- > 0;) {
    g_autoptr (GPtrArray) one = g_ptr_array_new ();
    g_ptr_array_add (one, all->pdata[i]);
    if (!is_readable (&reading, one, i + 1))
      g_ptr_array_remove_index (all, i);
  }
  return n_before - all->len;
}
