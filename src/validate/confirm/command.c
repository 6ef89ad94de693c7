/* The project's own tests, run on a copy with the patch.
 *
 * In:  the test command, the folder of the project, a candidate.   Out: whether the command ends with 0.
 *
 * The project's tests know things that no contract says, and so they are what a programmer would run before taking a
 * patch.  They are the user's own program and not in the sandbox, but they run in a copy without its history, so that
 * nothing of the project changes. */
#include "validate/validate-internal.h"

#include "model/written-out.h"

#include <string.h>

#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

#define COMMAND_DEADLINE_MS (300u * 1000u)

/* Path of the source below the project, or null. */
static const char *place_of (const AfSource *source, const char *project, char **full)
{
  gsize length = strlen (project);
  *full = g_canonicalize_filename (source->path, NULL);
  if (strncmp (*full, project, length) != 0 || (*full)[length] != G_DIR_SEPARATOR)
    return NULL;
  return *full + length + 1;
}

static gboolean run (const char *const *argv, const char *cwd, guint deadline, const AfValidateOptions *options,
                     gboolean *passes, GError **error)
{
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, cwd, deadline, options->config.cancel, &result, error))
    return FALSE;
  *passes = result.end == AF_PROCESS_EXITED && result.exit_status == 0;
  return TRUE;
}

/* Build products are copied too: the project's tests need not build it all again. */
static gboolean copy (const char *project, const char *dir, const AfValidateOptions *options, GError **error)
{
  static const char script[] =
    "mkdir -p \"$2\" && cd \"$1\" && for f in * .[!.]* ..?*; do "
    "case $f in .git|autofix.out) ;; *) if [ -e \"$f\" ]; then cp -a -- \"$f\" \"$2\" || exit 1; fi ;; esac; done";
  const char *argv[] = { "/bin/sh", "-c", script, "sh", project, dir, NULL };
  gboolean copied = FALSE;
  if (!run (argv, NULL, COMMAND_DEADLINE_MS, options, &copied, error))
    return FALSE;
  if (!copied)
    af_error (error, AF_ERROR_IO, "%s: cannot be copied to %s for the test command", project, dir);
  return copied;
}

static gboolean apply (const AfModule *module, const AfCandidate *candidate, const char *project, const char *dir,
                       GError **error)
{
  const AfSource *source = af_module_source (module, candidate->file);
  g_autofree char *full = NULL;
  const char *place = place_of (source, project, &full);
  if (!place) {
    af_error_at (error, AF_ERROR_USAGE, source->path, 0, 0, "run in the folder of the project, or above the sources",
                 "is not below %s, where the test command runs", project);
    return FALSE;
  }
  g_autofree char *path = g_build_filename (dir, place, NULL);
  g_autofree char *text = af_edits_apply_to_user (source, candidate->edits);
  g_autoptr (GError) reason = NULL;
  if (g_file_set_contents (path, text, -1, &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", reason->message);
  return FALSE;
}

gboolean af_validate_command (const AfValidation *validation, const AfCandidate *candidate, const char *dir,
                              gboolean *passes, GError **error)
{
  const AfValidateOptions *options = &validation->options;
  g_autofree char *project = g_canonicalize_filename (options->project, NULL);
  const char *argv[] = { "/bin/sh", "-c", options->test_command, NULL };
  *passes = FALSE;
  return copy (project, dir, options, error)
         && (!candidate || apply (validation->module, candidate, project, dir, error))
         && run (argv, dir, COMMAND_DEADLINE_MS, options, passes, error) && af_remove_tree (dir, error);
}
