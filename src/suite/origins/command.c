/* Commands of build folders.
 *
 * In:  a test as CTest or Meson know it: absolute words, a folder, an environment.
 * Out: a line for the shell that does the same in a copy of the project's folder, which lies elsewhere.
 *
 *     /home/ann/calc/build/calc 1 2, run in /home/ann/calc/build           cd build && ./calc 1 2 */
#include "suite/origins/origins.h"

#include <string.h>

#include "util/error.h"

/* Where @text names the folder, and not one whose name is longer; or null. */
static const char *next_folder (const char *text, const char *folder)
{
  gsize length = strlen (folder);
  const char *at = strstr (text, folder);
  while (at && (g_ascii_isalnum (at[length]) || (at[length] && strchr ("_.-", at[length]))))
    at = strstr (at + 1, folder);
  return at;
}

/* For the shell, with the folder's own path as that of the copy; owned by the caller. */
static char *word_text (const char *folder, const char *dir, const char *word)
{
  gboolean is_here = g_str_equal (dir, folder);
  gsize length = strlen (dir);
  if (strncmp (word, dir, length) == 0 && word[length] == '/') {
    g_autofree char *near = g_strconcat (".", word + length, NULL);
    return af_listing_quote (near);
  }
  g_autofree char *quoted = g_shell_quote (word);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *from = quoted;
  for (const char *at = next_folder (from, folder); at; at = next_folder (from, folder)) {
    g_string_append_len (text, from, at - from);
    g_string_append (text, is_here ? "." : "'\"$OLDPWD\"'");
    from = at + strlen (folder);
  }
  if (from == quoted)
    return af_listing_quote (word);
  g_string_append (text, from);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *af_listing_command (const AfListing *listing, const AfBuiltTest *test)
{
  g_autoptr (GString) command = g_string_new (NULL);
  gboolean is_here = g_str_equal (test->dir, listing->folder);
  g_autofree char *dir = word_text (listing->folder, listing->folder, test->dir);
  if (!is_here)
    g_string_append_printf (command, "cd %s && ", g_str_has_prefix (dir, "./") ? dir + 2 : dir);
  if (test->fails)
    g_string_append (command, "! ");
  if (test->environment && test->environment[0])
    g_string_append (command, "env ");
  for (guint i = 0; test->environment && test->environment[i]; i++) {
    g_autofree char *word = word_text (listing->folder, test->dir, test->environment[i]);
    g_string_append_printf (command, "%s ", word);
  }
  for (guint i = 0; i < test->words->len; i++) {
    g_autofree char *word = word_text (listing->folder, test->dir, test->words->pdata[i]);
    g_string_append_printf (command, "%s%s", i > 0 ? " " : "", word);
  }
  if (test->with_errors)
    g_string_append (command, " 2>&1");
  return g_string_free (g_steal_pointer (&command), FALSE);
}

gboolean af_listing_is_inside (const AfListing *listing, const char *path, const char *name, const char *dir,
                               GError **error)
{
  gsize length = strlen (listing->folder);
  if (strncmp (dir, listing->folder, length) == 0 && (!dir[length] || dir[length] == '/'))
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "build in a folder of the project, for example 'build'",
               "test '%s' runs in %s, outside of the current folder", name, dir);
  return FALSE;
}
