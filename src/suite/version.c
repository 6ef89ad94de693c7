/* Versions of the program.
 *
 * In:  the user's sources, changes that were made in them one after the other.
 * Out: the changed text as a module of its own; several changes as one patch of the user's text. */
#include "suite/suite-internal.h"

#include <string.h>

#include "frontend/frontend.h"
#include "validate/validate.h"

AfVersion *af_version_new (AfModule *module, const AfVersion *parent, const AfCandidate *change)
{
  AfVersion *version = g_new0 (AfVersion, 1);
  version->module = module;
  af_module_add_clause (module, af_clause_new (AF_CLAUSE_TEST, NULL, -1, -1, AF_RANGE_NONE));
  version->parent = parent;
  version->change = change;
  version->depth = parent ? parent->depth + 1 : 0;
  version->ends = g_array_new (FALSE, TRUE, sizeof (AfSeenEnd));
  version->outs = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  version->faults = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fault_free);
  version->localizations = g_ptr_array_new_with_free_func ((GDestroyNotify)af_localization_free);
  version->candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  version->made = g_ptr_array_new_with_free_func ((GDestroyNotify)af_static_free);
  version->effects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_effects_free);
  return version;
}

const AfClause *af_version_clause (const AfVersion *version)
{
  return version->module->clauses->pdata[version->module->clauses->len - 1];
}

void af_version_free (AfVersion *version)
{
  if (!version)
    return;
  g_ptr_array_unref (version->effects);
  g_ptr_array_unref (version->candidates);
  g_ptr_array_unref (version->made);
  g_ptr_array_unref (version->localizations);
  g_ptr_array_unref (version->faults);
  g_array_unref (version->ends);
  g_ptr_array_unref (version->outs);
  af_watched_free (version->watched);
  af_module_free (version->module);
  g_free (version);
}

AfVersion *af_version_changed (AfSuite *suite, const AfVersion *parent, const AfCandidate *change, GError **error)
{
  const AfModule *module = parent->module;
  const AfSource *source = af_module_source (module, change->file);
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *name = g_strdup_printf ("version-%u", suite->versions->len);
  g_autofree char *dir = g_build_filename (af_temp_dir_path (suite->temp), name, NULL);
  g_hash_table_insert (texts, g_canonicalize_filename (source->path, NULL), af_edits_apply (source, change->edits));
  AfModule *changed = af_validate_changed (module, texts, dir, suite->paths->include_dir, error);
  if (!changed)
    return NULL;
  af_frontend_trust_calls (changed);
  return af_version_new (changed, parent, change);
}

GHashTable *af_version_texts (const AfSuite *suite, const AfVersion *version, const char *head, AfWeaveFunc weave,
                              gconstpointer data)
{
  const AfVersion *root = suite->versions->pdata[0];
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < version->module->sources->len; i++) {
    g_autofree char *text =
      weave ? weave (version, (int)i, data) : g_strdup (af_module_source (version->module, (int)i)->text);
    char *path = af_project_path (&suite->project, af_module_source (root->module, (int)i)->path, NULL);
    g_hash_table_insert (texts, path, g_strconcat (head ? head : "", text, NULL));
  }
  return texts;
}

static void append_squeezed (GString *key, const char *text)
{
  for (; *text; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (key, *text);
  g_string_append_c (key, '\n');
}

char *af_version_key (const AfVersion *version, const AfCandidate *candidate)
{
  g_autoptr (GString) key = g_string_new (NULL);
  for (guint i = 0; i < version->module->sources->len; i++) {
    const AfSource *source = af_module_source (version->module, (int)i);
    g_autofree char *text =
      candidate && candidate->file == (int)i ? af_edits_apply (source, candidate->edits) : g_strdup (source->text);
    append_squeezed (key, text);
  }
  return g_compute_checksum_for_string (G_CHECKSUM_SHA1, key->str, (gssize)key->len);
}

/* --- several changes as one --- */

/* The file that all changes up to @version are in, or -1. */
static int common_file (const AfVersion *version, int file)
{
  for (; version->parent; version = version->parent)
    if (version->change->file != file)
      return -1;
  return file;
}

/* One edit from where the texts begin to differ to where they end to, by whole lines. */
static AfEdit *edit_between (const AfSource *before, const char *after, int file)
{
  gsize n = before->length, m = strlen (after), start = 0, tail = 0;
  while (start < n && start < m && before->text[start] == after[start])
    start++;
  while (tail < n - start && tail < m - start && before->text[n - tail - 1] == after[m - tail - 1])
    tail++;
  while (start > 0 && before->text[start - 1] != '\n')
    start--;
  while (tail > 0 && before->text[n - tail] != '\n' && before->text[n - tail - 1] != '\n')
    tail--;
  g_autofree char *text = g_strndup (after + start, m - tail - start);
  return af_edit_new ((AfRange){ file, (guint)start, (guint)(n - tail) }, text, 0);
}

AfCandidate *af_version_flatten (const AfSuite *suite, const AfVersion *version, AfCandidate *candidate)
{
  static const AfOperator several = { .id = "several", .prior = 5, .meaning = "changes one after the other" };
  const AfVersion *root = suite->versions->pdata[0], *first = version;
  int file = common_file (version, candidate->file);
  if (file < 0)
    return NULL;
  while (first->depth > 1)
    first = first->parent;
  g_autofree char *text = af_edits_apply (af_module_source (version->module, file), candidate->edits);
  AfCandidate *whole = af_candidate_new (0, first->change->snapshot, AF_SCHEMA_A,
                                         af_action_new_edits (AF_ACTION_REWRITE, &several, NULL, "several changes"));
  GString *summary = g_string_new (candidate->summary);
  for (const AfVersion *at = version; at->parent; at = at->parent) {
    g_string_prepend (summary, "; ");
    g_string_prepend (summary, at->change->summary ? at->change->summary : "a change");
  }
  whole->file = file;
  whole->routine = first->change->routine;
  whole->halves[0] = first->change;
  whole->halves[1] = candidate;
  whole->n_changes = version->depth + 1;
  g_free (whole->summary);
  whole->summary = g_string_free (summary, FALSE);
  if (!whole->edits)
    whole->edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);
  g_ptr_array_set_size (whole->edits, 0);
  g_ptr_array_add (whole->edits, edit_between (af_module_source (root->module, file), text, file));
  return whole;
}
