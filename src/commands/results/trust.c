/* Results that somebody else has written.
 *
 * In:  a results.json, as it came with a copied or cloned folder.   Out: whether what a command is going to do with it
 * stays in the project.
 *
 * The file names sources, which `apply` changes and `replay` and `judge` compile and run, words for the compiler and
 * the linker, and patches beside it.  A name that leads out of the project, directly or by a link, is refused, and so
 * is a flag by which the compiler would run a program: what such a file can do is change, in the sandbox run, or show
 * what is in the project.  --allow-outside is for results of one's own.
 *
 * The project is the folder of the nearest .autofix.conf or .git, upward from the current folder; without one, the
 * current folder. */
#include "commands/commands-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"

#define HINT "--allow-outside, if the results are your own"

static char *project_folder (void)
{
  static const char *const marks[] = { ".autofix.conf", ".git" };
  g_autofree char *start = realpath (".", NULL);
  char *folder = g_strdup (start ? start : ".");
  for (;;) {
    for (guint i = 0; i < G_N_ELEMENTS (marks); i++) {
      g_autofree char *mark = g_build_filename (folder, marks[i], NULL);
      if (g_file_test (mark, G_FILE_TEST_EXISTS))
        return folder;
    }
    char *above = g_path_get_dirname (folder);
    gboolean is_top = strcmp (above, folder) == 0;
    g_free (folder);
    folder = above;
    if (!is_top)
      continue;
    g_free (folder);
    return g_strdup (start ? start : ".");
  }
}

/* Where a path leads: a file that is not there, too, when its folder is. */
static char *real_path (const char *path)
{
  char *real = realpath (path, NULL);
  if (real)
    return real;
  g_autofree char *parent = g_path_get_dirname (path), *name = g_path_get_basename (path);
  g_autofree char *folder = realpath (parent, NULL);
  if (folder && strcmp (name, "..") != 0 && strcmp (name, ".") != 0)
    return g_build_filename (folder, name, NULL);
  return g_canonicalize_filename (path, NULL);
}

static gboolean is_inside (const char *project, const char *path)
{
  g_autofree char *real = real_path (path);
  gsize length = strlen (project);
  return strcmp (project, "/") == 0
         || (strncmp (real, project, length) == 0 && (real[length] == '/' || real[length] == '\0'));
}

static gboolean check_path (const char *project, const char *path, GError **error)
{
  if (is_inside (project, path))
    return TRUE;
  g_autofree char *real = real_path (path);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, HINT, "results.json: '%s' is outside of the project '%s'%s%s%s", path,
               project, strcmp (real, path) != 0 ? " (it is '" : "", strcmp (real, path) != 0 ? real : "",
               strcmp (real, path) != 0 ? "')" : "");
  return FALSE;
}

/* Words that make compiler or linker run something, or read further words. */
static gboolean starts_program (const char *word)
{
  static const char *const prefixes[] = { "@",           "-fplugin",     "-B",         "-wrapper",
                                          "-specs",      "--specs",      "-load",      "-Xclang",
                                          "-Wl,-plugin", "-Wl,--plugin", "-plugin",    "-Wl,-dynamic-linker",
                                          "-Wa,@",       "-Wl,@",        "-Xassembler" };
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (word, prefixes[i]))
      return TRUE;
  return FALSE;
}

static gboolean check_words (const AfStored *stored, const char *project, const char *name, gboolean are_files,
                             GError **error)
{
  g_auto (GStrv) words = af_stored_words (stored, name);
  for (guint i = 0; words[i]; i++) {
    if (starts_program (words[i])) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, HINT, "results.json: '%s' in %s makes the compiler run a program",
                   words[i], name);
      return FALSE;
    }
    if (are_files && *words[i] != '-' && !check_path (project, words[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean check_folder (const char *output, const char *name, const char *below, GError **error)
{
  g_autofree char *path = g_build_filename (output, name, below, NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, HINT, "'%s' is a link, and leads out of the results", path);
  return FALSE;
}

/* The folders below that of the results into which reports are written. */
static gboolean check_folders (const AfStored *stored, const char *output, GError **error)
{
  static const char *const names[] = { "patches", "tests", "replacements", "records" };
  JsonArray *faults = af_stored_faults (stored);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!check_folder (output, names[i], NULL, error))
      return FALSE;
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fault = json_array_get_object_element (faults, i);
    for (guint k = 0; k < af_stored_length (fault, "fixes"); k++)
      if (!check_folder (output, "replacements", af_stored_text (af_stored_at (fault, "fixes", k), "id"), error))
        return FALSE;
  }
  return TRUE;
}

static gboolean check (const AfStored *stored, const char *output, GError **error)
{
  g_autofree char *project = project_folder ();
  g_auto (GStrv) sources = af_stored_paths (stored);
  for (guint i = 0; sources[i]; i++)
    if (!check_path (project, sources[i], error))
      return FALSE;
  return check_words (stored, project, "flags", FALSE, error) && check_words (stored, project, "links", TRUE, error)
         && check_folders (stored, output, error);
}

AfStored *af_command_results (const AfCommandLine *line, GError **error)
{
  g_autoptr (AfStored) stored = af_stored_load (line->options.output, error);
  if (!stored || (!line->allow_outside && !check (stored, line->options.output, error)))
    return NULL;
  return g_steal_pointer (&stored);
}
