/* How large a change is, and what it looks like.
 *
 * Size in the measure of Hashimoto, Mori and Izumida (2018), section 6: the tokens that go and those that come between
 * the two texts, so that changes found by trees, by lines and by people compare. */
#include "delta/delta-internal.h"

#include <git2.h>
#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_patch, git_patch_free)

/* One token a line. */
static char *as_lines (GBytes *bytes)
{
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  g_autoptr (AfTokens) tokens = af_tokens_read (text ? text : "", length);
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < tokens->tokens->len; i++) {
    g_autofree char *word = af_token_text (tokens, i);
    g_strdelimit (word, "\n", ' ');
    g_string_append_printf (out, "%s\n", word);
  }
  return g_string_free (out, FALSE);
}

guint af_delta_distance (GBytes *before, GBytes *after)
{
  g_autofree char *old_words = as_lines (before), *new_words = as_lines (after);
  g_autoptr (git_patch) patch = NULL;
  git_diff_options options;
  size_t added = 0, removed = 0;
  git_libgit2_init ();
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_MINIMAL;
  options.context_lines = 0;
  if (git_patch_from_buffers (&patch, old_words, strlen (old_words), NULL, new_words, strlen (new_words), NULL,
                              &options)
      == 0)
    git_patch_line_stats (NULL, &added, &removed, patch);
  g_clear_pointer (&patch, git_patch_free);
  git_libgit2_shutdown ();
  return (guint)(added + removed);
}

/* As git writes paths in its patches. */
static char *quoted (const char *side, const char *path)
{
  g_autofree char *whole = g_strconcat (side, path, NULL);
  gboolean plain = TRUE;
  for (const char *at = whole; *at; at++)
    plain = plain && !g_ascii_iscntrl (*at) && *at != '"' && *at != '\\';
  g_autofree char *escaped = plain ? NULL : g_strescape (whole, NULL);
  return plain ? g_steal_pointer (&whole) : g_strconcat ("\"", escaped, "\"", NULL);
}

static char *mode_patch (const char *path, GBytes *before, GBytes *after)
{
  g_autofree char *old_path = quoted ("a/", path), *new_path = quoted ("b/", path);
  if (g_bytes_equal (before, after))
    return g_strdup ("");
  return g_strdup_printf ("diff --git %s %s\nold mode %.*s\nnew mode %.*s\n", old_path, new_path,
                          (int)g_bytes_get_size (before), (const char *)g_bytes_get_data (before, NULL),
                          (int)g_bytes_get_size (after), (const char *)g_bytes_get_data (after, NULL));
}

char *af_delta_patch (const AfDeltaFile *file, GBytes *before, GBytes *after)
{
  const char *path = file->path;
  if (file->is_mode)
    return mode_patch (path, before, after);
  git_buf text = GIT_BUF_INIT;
  git_patch *patch = NULL;
  git_diff_options options;
  gsize n_old = 0, n_new = 0;
  const char *old_text = before ? g_bytes_get_data (before, &n_old) : NULL,
             *new_text = after ? g_bytes_get_data (after, &n_new) : NULL;
  git_libgit2_init ();
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  if (before && !old_text)
    old_text = "";
  if (after && !new_text)
    new_text = "";
  char *result = NULL;
  if (git_patch_from_buffers (&patch, old_text, n_old, path, new_text, n_new, path, &options) == 0
      && git_patch_to_buf (&text, patch) == 0)
    result = g_strndup (text.ptr ? text.ptr : "", text.size);
  git_buf_dispose (&text);
  git_patch_free (patch);
  git_libgit2_shutdown ();
  return result ? result : g_strdup ("");
}
