/* Patches: what a fix does to the user's file, as a unified diff.
 *
 * In:  a candidate's edits.   Out: text that `git apply` and `patch -p1` accept.
 *
 *     --- a/sorted_set.c
 *     +++ b/sorted_set.c
 *     @@ -273,6 +273,8 @@
 *
 * libgit2 compares the texts.  Its "diff --git" and "index" lines are left out: the blobs they name exist nowhere. */
#include "report/report-internal.h"

#include <git2.h>
#include <string.h>

#include "util/error.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_patch, git_patch_free)

char *af_diff_path (const AfSource *source)
{
  g_autofree char *here = g_canonicalize_filename (".", NULL);
  g_autofree char *full = g_canonicalize_filename (source->path, NULL);
  gsize length = strlen (here);
  if (g_str_has_prefix (full, here) && full[length] == G_DIR_SEPARATOR)
    return g_strdup (full + length + 1);
  return g_path_get_basename (full);
}

static gboolean diff_texts (const AfSource *source, const char *path, const char *text, git_buf *out)
{
  g_autoptr (git_patch) patch = NULL;
  git_diff_options options;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  return git_patch_from_buffers (&patch, source->text, source->length, path, text, strlen (text), path, &options) == 0
         && git_patch_to_buf (out, patch) == 0;
}

char *af_report_diff (const AfModule *module, const AfCandidate *candidate, GError **error)
{
  const AfSource *source = af_module_source (module, candidate->file);
  g_autofree char *path = af_diff_path (source);
  g_autofree char *text = af_edits_apply (source, candidate->edits);
  git_buf out = { 0 };
  char *diff = NULL;
  git_libgit2_init ();
  if (diff_texts (source, path, text, &out)) {
    const char *start = out.ptr ? strstr (out.ptr, "--- ") : NULL;
    diff = g_strdup (start ? start : "");
  } else {
    const git_error *reason = git_error_last ();
    af_error (error, AF_ERROR_IO, "%s: no diff can be made: %s", source->path, reason ? reason->message : "unknown reason");
  }
  git_buf_dispose (&out);
  git_libgit2_shutdown ();
  return diff;
}

char *af_report_patch (const AfModule *module, const AfFault *fault, const AfFix *fix, guint64 seed, GError **error)
{
  g_autofree char *diff = af_report_diff (module, fix->candidate, error);
  if (!diff)
    return NULL;
  g_autofree char *title = af_fault_title (module, fault);
  g_autofree char *evidence = af_text_evidence (fault, fix);
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (module, fault, &path, &line, &column);
  return g_strdup_printf ("%s: %s\n\n"
                          "fault     %s %s:%u: %s\n"
                          "clause    %s\n"
                          "evidence  %s\n"
                          "found by  autofix, seed %" G_GUINT64_FORMAT ", %s confidence\n\n%s",
                          fix->id ? fix->id : "fix", fix->candidate->summary ? fix->candidate->summary : "a change",
                          fault->id, path, line, title, fault->clause->text, evidence, seed,
                          af_confidence_name (fix->confidence), diff);
}
