/* `autofix apply FIX`: changes the user's file as the fix says.
 *
 * In:  a fix of the last run.   Out: the file with the edits, replaced in one step.
 *
 * Everything is checked before anything is written: the file must be byte for byte the one that the run read, because
 * the edits are offsets in it and the tests were of it. */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/edit.h"
#include "util/error.h"

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

/* Replaces the file itself, not a link to it, and keeps its permissions. */
static gboolean replace_file (const char *path, const char *text, GError **error)
{
  g_autofree char *target = realpath (path, NULL);
  g_autoptr (GError) reason = NULL;
  struct stat status;
  if (!target || stat (target, &status) != 0) {
    af_error (error, AF_ERROR_IO, "%s: no longer exists", path);
    return FALSE;
  }
  if (g_file_set_contents_full (target, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, (int)(status.st_mode & 0777),
                                &reason))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, path, 0, 0, NULL, "cannot be changed: %s", reason->message);
  return FALSE;
}

static gboolean apply (const AfStored *stored, const char *id, GError **error)
{
  JsonObject *fix = af_stored_fix (stored, id, NULL, error);
  const char *path = fix ? af_stored_text (fix, "file") : NULL;
  g_autoptr (AfSource) source = fix ? af_source_load (path, error) : NULL;
  g_autoptr (GPtrArray) edits = fix ? af_stored_edits (fix) : NULL;
  if (!source || !check_unchanged (af_stored_source (stored, path), source, edits, error))
    return FALSE;
  g_autofree char *text = af_edits_apply (source, edits);
  if (!replace_file (source->path, text, error))
    return FALSE;
  g_autofree char *shown = af_printable (source->path), *summary = af_printable (af_stored_text (fix, "summary"));
  printf ("%s: %s applied: %s\n", shown, id, summary);
  return TRUE;
}

gboolean af_command_apply (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  if (!af_command_line_parse (&line, "apply", AF_TAKES_OUTPUT, words, error))
    return FALSE;
  if (!line.rest[0] || line.rest[1]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix apply X-...", "exactly one fix must be given");
    return FALSE;
  }
  g_autoptr (AfStored) stored = af_command_results (&line, error);
  if (!stored || !apply (stored, line.rest[0], error))
    return FALSE;
  *status = AF_EXIT_OK;
  return TRUE;
}
