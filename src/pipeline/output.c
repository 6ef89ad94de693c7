/* The output folder: whole or not there at all.
 *
 * In:  results.   Out: autofix.out, the one before (or the last one that had patches) as autofix.out.old.
 *
 * The files are written to a temporary folder beside it, which takes its place only when everything is in it; the
 * history goes along from the old one.  A folder that no run has made is not touched. */
#include "config.h"

#include "pipeline/pipeline.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "store/store.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/tempdir.h"

static gboolean is_ours (const char *dir)
{
  g_autofree char *results = g_build_filename (dir, "results.json", NULL);
  g_autoptr (GDir) content = g_dir_open (dir, 0, NULL);
  return g_file_test (results, G_FILE_TEST_IS_REGULAR) || (content && !g_dir_read_name (content));
}

static gboolean check_replaceable (const char *dir, GError **error)
{
  if (!g_file_test (dir, G_FILE_TEST_EXISTS) || is_ours (dir))
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "name another one with --output",
               "'%s' exists and holds no results of autofix", dir);
  return FALSE;
}

/* Without slashes at the end. */
static char *output_path (const AfOptions *options)
{
  return g_canonicalize_filename (options->output, NULL);
}

/* A history that cannot be read would end the run only when the work is done. */
static gboolean check_history (const AfOptions *options, const char *dir, GError **error)
{
  g_autofree char *own = g_build_filename (dir, "history.sqlite", NULL);
  const char *const paths[] = { own, options->history };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    gboolean exists = paths[i] && g_file_test (paths[i], G_FILE_TEST_IS_REGULAR);
    g_autoptr (AfStore) store = exists ? af_store_open_live (paths[i], error) : NULL;
    if (exists && !store)
      return FALSE;
  }
  if (!options->history || g_file_test (options->history, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  af_error (error, AF_ERROR_USAGE, "option --history: no file '%s'", options->history);
  return FALSE;
}

gboolean af_output_check (const AfOptions *options, GError **error)
{
  g_autofree char *path = output_path (options);
  g_autofree char *old = g_strconcat (path, ".old", NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  if (!check_replaceable (path, error) || !check_replaceable (old, error))
    return FALSE;
  if (g_access (parent, W_OK) == 0)
    return check_history (options, path, error);
  int code = errno;
  af_error (error, AF_ERROR_IO, "output folder '%s' cannot be made: %s", options->output, g_strerror (code));
  return FALSE;
}

/* --- history --- */

static gboolean carry_history (const char *from, const char *to, GError **error)
{
  g_autofree char *source = g_build_filename (from, "history.sqlite", NULL);
  g_autofree char *target = g_build_filename (to, "history.sqlite", NULL);
  g_autofree char *bytes = NULL;
  gsize length = 0;
  if (!(bytes = af_read_file (source, AF_READ_MOST_RESULTS, &length, NULL)))
    return TRUE;
  g_autoptr (GError) reason = NULL;
  if (g_file_set_contents (target, bytes, (gssize)length, &reason))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, target, 0, 0, "make room, or name another folder with --output",
               "cannot be written: %s", reason->message);
  return FALSE;
}

static gboolean remember_finding (const AfOutput *output, AfStore *store, gint64 number, const AfFinding *finding,
                                  GError **error)
{
  const AfModule *module = output->results->module;
  g_autofree char *title = af_fault_title (module, finding->fault);
  if (!af_store_add_fault (store, number, finding->fault, title, error))
    return FALSE;
  for (guint i = 0; finding->fixes && i < finding->fixes->len; i++) {
    const AfFix *fix = finding->fixes->pdata[i];
    if (!fix->confirmed)
      continue;
    g_autofree char *patch = af_report_patch (module, finding->fault, fix, output->options->seed, error);
    if (!patch || !af_store_add_fix (store, number, finding->fault, fix, patch, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean remember (const AfOutput *output, const char *dir, GError **error)
{
  const AfResults *results = output->results;
  g_autofree char *path = g_build_filename (dir, "history.sqlite", NULL);
  g_autoptr (AfStore) store = af_store_open (path, error);
  gint64 number =
    store ? af_store_begin_run (store, results->module->name, output->options->seed, PACKAGE_VERSION, error) : 0;
  for (guint i = 0; number > 0 && i < results->findings->len; i++)
    if (!remember_finding (output, store, number, results->findings->pdata[i], error))
      return FALSE;
  return number > 0 && af_store_end_run (store, error);
}

/* --- the swap --- */

static gboolean move (const char *from, const char *to, GError **error)
{
  if (g_rename (from, to) == 0)
    return TRUE;
  int code = errno;
  af_error (error, AF_ERROR_IO, "'%s' cannot be renamed to '%s': %s", from, to, g_strerror (code));
  return FALSE;
}

static gboolean has_patches (const char *dir)
{
  g_autofree char *path = g_build_filename (dir, "patches", NULL);
  g_autoptr (GDir) content = g_dir_open (path, 0, NULL);
  return content && g_dir_read_name (content);
}

/* What was there becomes the old one; but runs that make no patches, as `autofix test`, do not push out the last ones.
 */
static gboolean move_away (const char *path, const char *old, GError **error)
{
  if (!has_patches (path) && has_patches (old))
    return af_remove_tree (path, error);
  return af_remove_tree (old, error) && move (path, old, error);
}

static gboolean swap_in (AfTempDir *dir, const char *path, GError **error)
{
  g_autofree char *old = g_strconcat (path, ".old", NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !move_away (path, old, error))
    return FALSE;
  return af_temp_dir_become (dir, path, error);
}

static gboolean fill (const AfOutput *output, const AfStored *stored, const char *dir, const char *path, GError **error)
{
  g_chmod (dir, 0755);
  return af_report_hide (dir, error) && af_report_write (output->results, stored, dir, error)
         && carry_history (path, dir, error) && remember (output, dir, error);
}

gboolean af_output_write (const AfOutput *output, const AfStored *stored, GError **error)
{
  g_autofree char *path = output_path (output->options);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (AfTempDir) dir = af_temp_dir_new_in (parent, error);
  return dir && fill (output, stored, af_temp_dir_path (dir), path, error) && swap_in (dir, path, error);
}
