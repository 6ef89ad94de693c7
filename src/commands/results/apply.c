/* `autofix apply FIX`, `autofix apply --all CONFIDENCE`: changes the user's file as the fix says.
 *
 * In:  a fix of the last run, or the best ones of all faults.   Out: the file with the edits, replaced in one step.
 *
 * Everything is checked before anything is written: the file must be byte for byte the one that the run read, because
 * the edits are offsets in it and the tests were of it. */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <string.h>

#include "model/edit.h"
#include "util/error.h"
#include "util/files/replace.h"

static gboolean is_text (const AfSource *source, const char *text, gsize length)
{
  return source->length == length && memcmp (source->text, text, length) == 0;
}

static gboolean check_unchanged (const AfSource *recorded, const AfSource *now, const GPtrArray *edits, GError **error)
{
  if (recorded && is_text (now, recorded->text, recorded->length))
    return TRUE;
  g_autofree char *fixed = recorded ? af_edits_apply (recorded, edits) : NULL;
  if (fixed && is_text (now, fixed, strlen (fixed))) {
    af_error_at (error, AF_ERROR_USAGE, now->path, 0, 0, "autofix run again looks for what is left",
                 "the fix is already applied");
    return FALSE;
  }
  af_error_at (error, AF_ERROR_USAGE, now->path, 0, 0, "autofix run again, or use the patch file with git apply --3way",
               "the file has changed since the run");
  return FALSE;
}

static void tell (JsonObject *fix)
{
  g_autofree char *shown = af_printable (af_stored_text (fix, "file"));
  g_autofree char *summary = af_printable (af_stored_text (fix, "summary"));
  printf ("%s: %s applied: %s\n", shown, af_stored_text (fix, "id"), summary);
}

/* The file with @edits, or null: it is not the one that the run read. */
static char *changed_text (const AfStored *stored, const char *path, const GPtrArray *edits, GError **error)
{
  g_autoptr (AfSource) source = af_source_load (path, error);
  if (!source || !check_unchanged (af_stored_source (stored, path), source, edits, error))
    return NULL;
  return af_edits_apply (source, edits);
}

static gboolean apply (const AfStored *stored, const char *id, GError **error)
{
  JsonObject *fix = af_stored_fix (stored, id, NULL, error);
  const char *path = fix ? af_stored_text (fix, "file") : NULL;
  g_autoptr (GPtrArray) edits = fix ? af_stored_edits (fix) : NULL;
  g_autofree char *text = fix ? changed_text (stored, path, edits, error) : NULL;
  if (!text || !af_replace_file (path, text, error))
    return FALSE;
  tell (fix);
  return TRUE;
}

/* --- those of all faults --- */

typedef struct {
  GHashTable *edits; /* path -> array of AfEdit; its keys belong to the results */
  GPtrArray *fixes;  /* of JsonObject, not owned */
} Chosen;

static void chosen_clear (Chosen *chosen)
{
  g_hash_table_unref (chosen->edits);
  g_ptr_array_unref (chosen->fixes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chosen, chosen_clear)

static gboolean touch (const GPtrArray *some, const GPtrArray *others)
{
  for (guint i = 0; i < some->len; i++)
    for (guint j = 0; j < others->len; j++) {
      const AfRange *one = &((const AfEdit *)some->pdata[i])->range,
                    *other = &((const AfEdit *)others->pdata[j])->range;
      if (one->start <= other->end && other->start <= one->end)
        return TRUE;
    }
  return FALSE;
}

/* Fixes were tested one by one: of two that change the same place only the first is taken. */
static void choose (Chosen *chosen, JsonObject *fix)
{
  const char *path = af_stored_text (fix, "file");
  GPtrArray *taken = g_hash_table_lookup (chosen->edits, path);
  g_autoptr (GPtrArray) edits = af_stored_edits (fix);
  if (taken && touch (taken, edits)) {
    printf ("%s is left out: another fix changes the same place\n", af_stored_text (fix, "id"));
    return;
  }
  if (!taken) {
    taken = af_edits_new ();
    g_hash_table_insert (chosen->edits, (gpointer)path, taken);
  }
  g_ptr_array_extend_and_steal (taken, g_steal_pointer (&edits));
  g_ptr_array_add (chosen->fixes, fix);
}

/* How sure one can be: 0 for what is no confidence. */
static guint rank_of (const char *confidence)
{
  static const char *const names[] = { "low", "medium", "high" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (confidence, names[i]) == 0)
      return i + 1;
  return 0;
}

/* No file is written before all have been looked at. */
static gboolean write_all (const AfStored *stored, const Chosen *chosen, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free), paths = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path, edits;
  g_hash_table_iter_init (&iter, chosen->edits);
  while (g_hash_table_iter_next (&iter, &path, &edits)) {
    char *text = changed_text (stored, path, edits, error);
    if (!text)
      return FALSE;
    g_ptr_array_add (paths, path);
    g_ptr_array_add (texts, text);
  }
  for (guint i = 0; i < paths->len; i++)
    if (!af_replace_file (paths->pdata[i], texts->pdata[i], error))
      return FALSE;
  for (guint i = 0; i < chosen->fixes->len; i++)
    tell (chosen->fixes->pdata[i]);
  return TRUE;
}

/* Whether @fault is reported with another one, a fix of which is among those chosen and repairs it, too. */
static gboolean is_repaired (const Chosen *chosen, JsonObject *fault)
{
  const char *by = af_stored_text (fault, "repaired_by");
  for (guint i = 0; *by && i < chosen->fixes->len; i++)
    if (strcmp (af_stored_text (chosen->fixes->pdata[i], "id"), by) == 0)
      return TRUE;
  return FALSE;
}

static gboolean apply_all (const AfStored *stored, const char *least, GError **error)
{
  g_auto (Chosen) chosen = { g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref),
                             g_ptr_array_new () };
  JsonArray *faults = af_stored_faults (stored);
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fault = json_array_get_object_element (faults, i);
    JsonObject *fix = af_stored_has_fix (fault) ? af_stored_at (fault, "fixes", 0) : NULL;
    if (fix && !is_repaired (&chosen, fault) && rank_of (af_stored_text (fix, "confidence")) >= rank_of (least))
      choose (&chosen, fix);
  }
  if (chosen.fixes->len == 0)
    printf ("no fault has a fix of %s confidence%s\n", least, rank_of (least) < 3 ? " or more" : "");
  return write_all (stored, &chosen, error);
}

gboolean af_command_apply (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "apply", AF_TAKES_APPLY, words, error))
    return FALSE;
  guint n_named = g_strv_length (line.rest);
  if (n_named != (line.all ? 0 : 1)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix apply X-... | autofix apply --all high",
                 line.all ? "--all takes no fix" : "exactly one fix must be given");
    return FALSE;
  }
  if (line.all && rank_of (line.all) == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "high, medium or low", "option --all: '%s' is no confidence",
                 line.all);
    return FALSE;
  }
  g_autoptr (AfStored) stored = af_command_results (&line, error);
  if (!stored || !(line.all ? apply_all (stored, line.all, error) : apply (stored, line.rest[0], error)))
    return FALSE;
  *status = AF_EXIT_OK;
  return TRUE;
}
