/* Finding the tool's own files.
 *
 * In:  the folder of the executable.
 * Out: paths that were checked to exist.
 *
 *     installed      bin/autofix, include/autofix/contract.h, include/autofix/runtime/afrt.h, lib/autofix/libafrt.a
 *     uninstalled    a GKeyFile "autofix.uninstalled" beside the executable:
 *                        [autofix]
 *                        include_dir=..., runtime_dir=..., runtime_lib=...
 *                    relative to its folder, so that they are those of the tree it is in */
#include "util/paths.h"
#include "util/error.h"
#include "util/files/read.h"

static char *key (GKeyFile *file, const char *name, const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree char *value = g_key_file_get_string (file, "autofix", name, &cause);
  g_autofree char *folder = g_path_get_dirname (path);
  if (!value)
    af_error (error, AF_ERROR_IO, "%s: %s", path, cause->message);
  return value ? g_canonicalize_filename (value, folder) : NULL;
}

static gboolean read_uninstalled (AfPaths *paths, const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) cause = NULL;
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, error);
  if (text && !g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, &cause))
    af_error (error, AF_ERROR_IO, "%s: %s", path, cause->message);
  if (!text || cause)
    return FALSE;
  return (paths->include_dir = key (file, "include_dir", path, error)) != NULL
         && (paths->runtime_dir = key (file, "runtime_dir", path, error)) != NULL
         && (paths->runtime_lib = key (file, "runtime_lib", path, error)) != NULL;
}

static void use_installed (AfPaths *paths, const char *folder)
{
  g_autofree char *prefix = g_path_get_dirname (folder);
  paths->include_dir = g_build_filename (prefix, "include", NULL);
  paths->runtime_dir = g_build_filename (prefix, "include", "autofix", "runtime", NULL);
  paths->runtime_lib = g_build_filename (prefix, "lib", "autofix", "libafrt.a", NULL);
}

static gboolean check (const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0,
               "run make install again, or run autofix from its build folder after make", "'%s' is missing", path);
  return FALSE;
}

AfPaths *af_paths_new_in (const char *folder, GError **error)
{
  g_autofree char *uninstalled = g_build_filename (folder, "autofix.uninstalled", NULL);
  g_autoptr (AfPaths) paths = g_new0 (AfPaths, 1);
  if (!g_file_test (uninstalled, G_FILE_TEST_EXISTS))
    use_installed (paths, folder);
  else if (!read_uninstalled (paths, uninstalled, error))
    return NULL;
  g_autofree char *library_folder = g_path_get_dirname (paths->runtime_lib);
  paths->program_object = g_build_filename (library_folder, "afrt-program.o", NULL);
  g_autofree char *contract = g_build_filename (paths->include_dir, "autofix", "contract.h", NULL);
  g_autofree char *runtime = g_build_filename (paths->runtime_dir, "afrt.h", NULL);
  if (!check (contract, error) || !check (runtime, error) || !check (paths->runtime_lib, error))
    return NULL;
  return g_steal_pointer (&paths);
}

AfPaths *af_paths_new (GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree char *executable = g_file_read_link ("/proc/self/exe", &cause);
  if (!executable) {
    af_error (error, AF_ERROR_IO, "cannot locate the autofix executable: %s", cause->message);
    return NULL;
  }
  g_autofree char *folder = g_path_get_dirname (executable);
  return af_paths_new_in (folder, error);
}

void af_paths_free (AfPaths *paths)
{
  if (!paths)
    return;
  g_free (paths->include_dir);
  g_free (paths->runtime_dir);
  g_free (paths->runtime_lib);
  g_free (paths->program_object);
  g_free (paths);
}
