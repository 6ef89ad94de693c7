/* `autofix apply FIX`: changes the user's file as the fix says.
 *
 * In:  a fix of the last run.   Out: the file with the edits, replaced in one step.
 *
 * Everything is checked before anything is written: the file must be byte for byte the one that the run read, because the
 * edits are offsets in it and the tests were of it. */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/edit.h"
#include "util/error.h"

static GPtrArray *read_edits (JsonObject *fix, gsize length, GError **error)
{
  g_autoptr (GPtrArray) edits = af_edits_new ();
  JsonArray *list = json_object_get_array_member (fix, "edits");
  for (guint i = 0; i < json_array_get_length (list); i++) {
    JsonObject *edit = json_array_get_object_element (list, i);
    gint64 start = json_object_get_int_member_with_default (edit, "start", -1);
    gint64 end = json_object_get_int_member_with_default (edit, "end", -1);
    if (start < 0 || end < start || (guint64)end > length) {
      af_error (error, AF_ERROR_IO, "fix '%s' is recorded wrongly: no such place in the file", af_record_text (fix, "id"));
      return NULL;
    }
    AfRange range = { 0, (guint)start, (guint)end };
    g_ptr_array_add (edits, af_edit_new (range, af_record_text (edit, "text"),
                                         (int)json_object_get_int_member_with_default (edit, "order", 0)));
  }
  return g_steal_pointer (&edits);
}

static gboolean check_unchanged (const AfRecord *record, const AfSource *source, GError **error)
{
  const char *recorded = af_record_hash (record, source->path);
  g_autofree char *hash = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)source->text, source->length);
  if (g_strcmp0 (recorded, hash) == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, source->path, 0, 0, "autofix run again, or use the patch file with git apply --3way",
               "the file has changed since the run");
  return FALSE;
}

/* Replaces the file itself, not a link to it, and keeps its permissions. */
static gboolean replace_file (const char *path, const char *text, GError **error)
{
  g_autofree char *target = realpath (path, NULL);
  g_autoptr (GError) reason = NULL;
  struct stat status;
  if (!target || stat (target, &status) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be found any more", path);
    return FALSE;
  }
  if (g_file_set_contents_full (target, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, (int)(status.st_mode & 0777), &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", reason->message);
  return FALSE;
}

static gboolean apply (const AfRecord *record, const char *id, GError **error)
{
  JsonObject *fix = af_record_fix (record, id, error);
  g_autoptr (AfSource) source = fix ? af_source_load (af_record_text (fix, "file"), error) : NULL;
  if (!source || !check_unchanged (record, source, error))
    return FALSE;
  g_autoptr (GPtrArray) edits = read_edits (fix, source->length, error);
  if (!edits)
    return FALSE;
  g_autofree char *text = af_edits_apply (source, edits);
  if (!replace_file (source->path, text, error))
    return FALSE;
  printf ("%s: %s applied: %s\n", source->path, id, af_record_text (fix, "summary"));
  return TRUE;
}

gboolean af_command_apply (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "apply", AF_TAKES_OUTPUT, words, error))
    return FALSE;
  if (!line.rest[0] || line.rest[1]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix apply X-...", "one fix must be named");
    return FALSE;
  }
  g_autoptr (AfRecord) record = af_record_load (line.options->output, error);
  if (!record || !apply (record, line.rest[0], error))
    return FALSE;
  *status = AF_EXIT_OK;
  return TRUE;
}
