/* Finding and reading `.autofix.conf`.
 *
 * In:  the path of a source file.   Out: the key file of its folder or of the nearest one above; values as they stand
 * in it or on a command line. */
#include "util/config.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"

static char *find (const char *source)
{
  g_autofree char *full = g_canonicalize_filename (source, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  for (;;) {
    g_autofree char *path = g_build_filename (folder, ".autofix.conf", NULL);
    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
    char *above = g_path_get_dirname (folder);
    gboolean is_top = g_str_equal (above, folder);
    g_free (folder);
    folder = above;
    if (is_top)
      return NULL;
  }
}

/* A group that nobody reads would be missed silently. */
static gboolean check_groups (GKeyFile *file, const char *path, GError **error)
{
  static const char *const known[] = { "run", "contracts", "nightly", NULL };
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i]; i++)
    if (!g_strv_contains (known, groups[i]) && !g_str_has_prefix (groups[i], "module ")) {
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "groups are [run], [contracts], [nightly], [module NAME]",
                   "unknown group [%s]", groups[i]);
      return FALSE;
    }
  return TRUE;
}

/* Takes the lines of groups that are modules' out of @text. */
static gsize drop_modules (char *text, gsize length)
{
  gsize kept = 0;
  gboolean is_module = FALSE;
  for (gsize at = 0; at < length;) {
    const char *end = memchr (text + at, '\n', length - at);
    gsize next = end ? (gsize)(end - text) + 1 : length, first = at;
    while (first < next && g_ascii_isspace (text[first]))
      first++;
    if (first < next && text[first] == '[')
      is_module = g_str_has_prefix (text + first, "[module ");
    if (!is_module) {
      memmove (text + kept, text + at, next - at);
      kept += next - at;
    }
    at = next;
  }
  return kept;
}

static GKeyFile *load (const char *source, gboolean with_modules, char **path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *found = find (source);
  g_autoptr (GError) reason = NULL;
  if (path)
    *path = NULL;
  gsize length = 0;
  g_autofree char *text = found ? af_read_file (found, AF_READ_MOST, &length, error) : NULL;
  if (found && !text)
    return NULL;
  if (found && !with_modules)
    length = drop_modules (text, length);
  if (found && !g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, &reason)) {
    af_error_at (error, AF_ERROR_USAGE, found, 0, 0, "groups are [name], lines are key = value", "%s", reason->message);
    return NULL;
  }
  if (found && !check_groups (file, found, error))
    return NULL;
  if (path)
    *path = g_steal_pointer (&found);
  return g_steal_pointer (&file);
}

GKeyFile *af_config_load (const char *source, char **path, GError **error)
{
  return load (source, TRUE, path, error);
}

GKeyFile *af_config_load_general (const char *source, char **path, GError **error)
{
  return load (source, FALSE, path, error);
}

gboolean af_config_seconds (const char *text, guint *seconds)
{
  char *end = NULL;
  guint64 number = g_ascii_strtoull (text, &end, 10);
  guint64 unit = strcmp (end, "m") == 0                   ? 60
                 : strcmp (end, "h") == 0                 ? 3600
                 : *end == '\0' || strcmp (end, "s") == 0 ? 1
                                                          : 0;
  if (end == text || *text == '-' || unit == 0 || number == 0 || number > G_MAXINT / 3600)
    return FALSE;
  *seconds = (guint)(number * unit);
  return TRUE;
}

static int place_of (const char *const *names, const char *name)
{
  for (int i = 0; names[i]; i++)
    if (strcmp (names[i], name) == 0)
      return i;
  return -1;
}

gboolean af_config_switch (const char *list, const char *const *names, const char *what, guint *parts, GError **error)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);
  for (guint i = 0; words[i]; i++) {
    gboolean off = *words[i] == '-';
    int place = place_of (names, words[i] + (off || *words[i] == '+'));
    if (place < 0) {
      g_autofree char *all = g_strjoinv (", ", (char **)names);
      g_autofree char *hint = g_strdup_printf ("parts are %s", all);
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "%s has no part '%s'", what, words[i]);
      return FALSE;
    }
    *parts = (*parts & ~(1u << place)) | (guint)!off << place;
  }
  return TRUE;
}
