/* Diffs: what a fix does to the user's file.
 *
 * In:  a candidate's edits.   Out: hunks as text that `git apply` and `patch -p1` accept, and the same as exact edits.
 *
 *     --- a/sorted_set.c
 *     +++ b/sorted_set.c
 *     @@ -273,6 +273,8 @@
 *
 * libgit2 compares the texts.  The exact edits are the hunks without context, cut down to the bytes that differ: they
 * are in order, do not touch, and give the same text as the candidate's own, which may nest and meet. */
#include "report/report-internal.h"

#include "model/written-out.h"

#include <git2.h>
#include <string.h>

#include "util/error.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_patch, git_patch_free)

/* The path as a patch names it: relative to the working folder; the bare name if the file lies outside. */
static char *diff_path (const AfSource *source)
{
  g_autofree char *here = g_canonicalize_filename (".", NULL);
  g_autofree char *full = g_canonicalize_filename (source->path, NULL);
  gsize length = strlen (here);
  if (g_str_has_prefix (full, here) && full[length] == G_DIR_SEPARATOR)
    return g_strdup (full + length + 1);
  return g_path_get_basename (full);
}

static git_patch *compare (const AfSource *source, const char *path, const char *text, guint context)
{
  git_patch *patch = NULL;
  git_diff_options options;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = context;
  if (git_patch_from_buffers (&patch, source->text, source->length, path, text, strlen (text), path, &options) != 0)
    return NULL;
  return patch;
}

static gboolean diff_texts (const AfSource *source, const char *path, const char *text, git_buf *out)
{
  g_autoptr (git_patch) patch = compare (source, path, text, 3);
  return patch && git_patch_to_buf (out, patch) == 0;
}

char *af_report_diff (const AfModule *module, const AfCandidate *candidate, GError **error)
{
  return af_report_diff_source (af_module_source (module, candidate->file), candidate->edits, error);
}

char *af_report_diff_source (const AfSource *source, const GPtrArray *edits, GError **error)
{
  g_autofree char *path = diff_path (source);
  g_autofree char *text = af_edits_apply_to_user (source, edits);
  source = af_source_user (source);
  git_buf out = { 0 };
  char *diff = NULL;
  git_libgit2_init ();
  if (diff_texts (source, path, text, &out)) {
    const char *start = out.ptr ? strstr (out.ptr, "--- ") : NULL;
    diff = g_strdup (start ? start : "");
  } else {
    const git_error *reason = git_error_last ();
    af_error (error, AF_ERROR_IO, "%s: no diff can be made: %s", source->path,
              reason ? reason->message : "unknown reason");
  }
  git_buf_dispose (&out);
  git_libgit2_shutdown ();
  return diff;
}

char *af_diff_index (const char *before, gsize length, const char *after)
{
  git_oid old_id, new_id;
  char old_name[GIT_OID_HEXSZ + 1] = "", new_name[GIT_OID_HEXSZ + 1] = "";
  git_libgit2_init ();
  if (git_odb_hash (&old_id, before, length, GIT_OBJECT_BLOB) == 0
      && git_odb_hash (&new_id, after, strlen (after), GIT_OBJECT_BLOB) == 0) {
    git_oid_tostr (old_name, sizeof old_name, &old_id);
    git_oid_tostr (new_name, sizeof new_name, &new_id);
  }
  git_libgit2_shutdown ();
  return g_strdup_printf ("index %s..%s", old_name, new_name);
}

/* --- exact edits --- */

static guint line_start (const AfSource *source, guint line)
{
  return line <= source->line_starts->len ? g_array_index (source->line_starts, guint, line - 1)
                                          : (guint)source->length;
}

static gboolean continues_character (char c)
{
  return ((guchar)c & 0xC0) == 0x80;
}

/* Leaves out what is the same at both ends, whole characters only. */
static AfEdit *exact_edit (const AfSource *source, guint start, guint end, const GString *text)
{
  gsize from = 0, to = text->len;
  while (start < end && from < to && source->text[start] == text->str[from])
    start++, from++;
  while (from > 0
         && (continues_character (text->str[from]) || (start < end && continues_character (source->text[start]))))
    start--, from--;
  while (start < end && from < to && source->text[end - 1] == text->str[to - 1])
    end--, to--;
  while (to < text->len && (continues_character (text->str[to]) || continues_character (source->text[end])))
    end++, to++;
  g_autofree char *part = g_strndup (text->str + from, to - from);
  return af_edit_new ((AfRange){ 0, start, end }, part, 0);
}

static AfEdit *edit_of_hunk (const AfSource *source, git_patch *patch, gsize index)
{
  const git_diff_hunk *hunk = NULL;
  gsize n_lines = 0;
  if (git_patch_get_hunk (&hunk, &n_lines, patch, index) != 0)
    return NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  for (gsize i = 0; i < n_lines; i++) {
    const git_diff_line *line = NULL;
    if (git_patch_get_line_in_hunk (&line, patch, index, i) == 0 && line->origin == GIT_DIFF_LINE_ADDITION)
      g_string_append_len (text, line->content, (gssize)line->content_len);
  }
  /* a hunk that only inserts stands after the line it names */
  guint first = (guint)hunk->old_start + (hunk->old_lines == 0 ? 1 : 0);
  return exact_edit (source, line_start (source, first), line_start (source, first + (guint)hunk->old_lines), text);
}

GPtrArray *af_diff_edits (const AfModule *module, const AfCandidate *candidate)
{
  const AfSource *source = af_module_source (module, candidate->file);
  g_autofree char *text = af_edits_apply_to_user (source, candidate->edits);
  source = af_source_user (source);
  GPtrArray *edits = af_edits_new ();
  git_libgit2_init ();
  {
    g_autoptr (git_patch) patch = compare (source, "a", text, 0);
    for (gsize i = 0; patch && i < git_patch_num_hunks (patch); i++) {
      AfEdit *edit = edit_of_hunk (source, patch, i);
      if (edit)
        g_ptr_array_add (edits, edit);
    }
  }
  git_libgit2_shutdown ();
  return edits;
}
