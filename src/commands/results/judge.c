/* `autofix judge PATCH...`: are these patches, anybody's, valid for the known faults?
 *
 * In:  patches, and the last run, which says which sources, flags and seed.   Out: a ruling each, and an exit status
 * for scripts: 0 all are valid, 2 at least one is useless or wrong, 125 none of these, but one cannot be judged. */
#include "commands/commands-internal.h"

#include "util/error.h"

/* The fixes of the last run whose patch files are still there, one for each group of like ones. */
static GPtrArray *known_fixes (const AfStored *stored, const char *dir)
{
  GPtrArray *known = g_ptr_array_new_with_free_func ((GDestroyNotify)af_known_fix_free);
  JsonArray *faults = af_stored_faults (stored);
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fault = json_array_get_object_element (faults, i);
    JsonArray *fixes = json_object_get_array_member (fault, "fixes");
    g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
    for (guint k = 0; fixes && k < json_array_get_length (fixes); k++) {
      JsonObject *fix = json_array_get_object_element (fixes, k);
      gint64 group = json_object_get_int_member_with_default (fix, "group", 0);
      g_autofree char *name = g_strconcat (af_stored_text (fix, "id"), ".patch", NULL);
      g_autofree char *path = g_build_filename (dir, "patches", name, NULL);
      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_hash_table_add (groups, GINT_TO_POINTER (group)))
        continue;
      AfKnownFix *one = g_new0 (AfKnownFix, 1);
      one->fault = g_strdup (af_stored_text (fault, "id"));
      one->id = g_strdup (af_stored_text (fix, "id"));
      one->path = g_steal_pointer (&path);
      g_ptr_array_add (known, one);
    }
  }
  return known;
}

/* One patch that all are compared with, whatever fault it is about. */
static GPtrArray *known_patch (const char *path)
{
  GPtrArray *known = g_ptr_array_new_with_free_func ((GDestroyNotify)af_known_fix_free);
  AfKnownFix *one = g_new0 (AfKnownFix, 1);
  one->id = g_strdup (path);
  one->path = g_strdup (path);
  g_ptr_array_add (known, one);
  return known;
}

static gboolean check_files (const AfCommandLine *line, GError **error)
{
  for (guint i = 0; line->rest[i]; i++)
    if (!g_file_test (line->rest[i], G_FILE_TEST_EXISTS)) {
      af_error (error, AF_ERROR_USAGE, "no patch file '%s'", line->rest[i]);
      return FALSE;
    }
  if (!line->against || g_file_test (line->against, G_FILE_TEST_EXISTS))
    return TRUE;
  af_error (error, AF_ERROR_USAGE, "no patch file '%s'", line->against);
  return FALSE;
}

static gboolean check_fault (const AfCommandLine *line, const AfStored *stored, GError **error)
{
  return !line->options.fault || af_stored_fault (stored, line->options.fault, error);
}

static int status_of (AfRulingKind worst)
{
  switch (worst) {
  case AF_RULING_VALID:
    return AF_EXIT_OK;
  case AF_RULING_USELESS:
  case AF_RULING_WRONG:
    return AF_EXIT_FAULTS;
  case AF_RULING_UNCLEAR:
    return AF_EXIT_CANNOT_TELL;
  }
  return AF_EXIT_CANNOT_TELL;
}

gboolean af_command_judge (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  AfRulingKind worst = AF_RULING_UNCLEAR;
  if (!af_command_line_parse (&line, "judge", AF_TAKES_JUDGE, words, error))
    return FALSE;
  AfOptions *options = &line.options;
  if (!line.rest[0]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix judge PATCH...", "no patch given");
    return FALSE;
  }
  g_autoptr (AfStored) stored = af_command_results (&line, error);
  g_autoptr (AfPaths) paths = stored ? af_paths_new (error) : NULL;
  if (!paths || !check_files (&line, error) || !check_fault (&line, stored, error))
    return FALSE;
  g_autoptr (GPtrArray) known = line.against ? known_patch (line.against) : known_fixes (stored, options->output);
  options->sources = af_command_line_keep (&line, af_stored_paths (stored));
  options->flags = af_command_line_keep (&line, af_stored_words (stored, "flags"));
  options->links = af_command_line_keep (&line, af_stored_words (stored, "links"));
  options->seed = af_stored_seed (stored);
  if (options->effort == 0)
    options->effort = af_stored_effort (stored);
  options->stop_after = AF_STAGE_TEST;
  AfJudgeRequest request = { line.rest, known };
  if (!af_pipeline_judge (options, paths, &request, cancel, &worst, error))
    return FALSE;
  *status = status_of (worst);
  return TRUE;
}
