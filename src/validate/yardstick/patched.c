/* A patched copy of the module, as the user would have it after `patch -p1`.
 *
 * In:  the module and the new texts of some of its files.   Out: a folder with the sources, read as a module of its
 * own.
 *
 * Source i goes to DIR/i/NAME with the headers that lie beside it or below, so that `#include "x.h"` finds them as
 * before; all other quoted includes are found because the original's folder is added to the flags. */
#include "validate/validate-internal.h"

#include "model/written-out.h"

#include <glib/gstdio.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/error.h"
#include "util/files/read.h"

static gboolean write_file (const char *path, const char *text, gsize length, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) reason = NULL;
  if (g_mkdir_with_parents (folder, 0700) == 0 && g_file_set_contents (path, text, (gssize)length, &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s: cannot be written%s%s", path, reason ? ": " : "", reason ? reason->message : "");
  return FALSE;
}

/* Copies the headers at or below the folder of @source to the same places below @folder; those of @texts as they are
 * there. */
static gboolean copy_headers (const AfModule *module, const AfSource *source, GHashTable *texts, const char *folder,
                              GError **error)
{
  g_autofree char *full = g_canonicalize_filename (source->path, NULL);
  g_autofree char *base = g_path_get_dirname (full);
  for (guint i = 0; i < module->headers->len; i++) {
    g_autofree char *header = g_canonicalize_filename (module->headers->pdata[i], NULL);
    if (!g_str_has_prefix (header, base) || header[strlen (base)] != G_DIR_SEPARATOR)
      continue;
    g_autofree char *copy = g_build_filename (folder, header + strlen (base), NULL);
    g_autofree char *text = g_strdup (g_hash_table_lookup (texts, header));
    gsize length = text ? strlen (text) : 0;
    if (!text)
      text = af_read_file (header, AF_READ_MOST, &length, NULL);
    if (text && !write_file (copy, text, length, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean write_source (const AfSource *source, GHashTable *texts, const char *path, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (source->path, NULL);
  const char *text = g_hash_table_lookup (texts, full);
  return text ? write_file (path, text, strlen (text), error)
              : write_file (path, af_source_user (source)->text, af_source_user (source)->length, error);
}

static void add_flags (const AfModule *module, GPtrArray *flags)
{
  for (guint i = 0; i < module->flags->len; i++)
    g_ptr_array_add (flags, g_strdup (module->flags->pdata[i]));
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = module->sources->pdata[i];
    g_autofree char *full = g_canonicalize_filename (source->path, NULL);
    g_ptr_array_add (flags, g_strdup ("-iquote"));
    g_ptr_array_add (flags, g_path_get_dirname (full));
  }
  g_ptr_array_add (flags, NULL);
}

AfModule *af_validate_changed (const AfModule *module, GHashTable *texts, const char *dir, const char *include_dir,
                               GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = module->sources->pdata[i];
    g_autofree char *number = g_strdup_printf ("%u", i);
    g_autofree char *folder = g_build_filename (dir, number, NULL);
    g_autofree char *name = g_path_get_basename (source->path);
    char *path = g_build_filename (folder, name, NULL);
    g_ptr_array_add (paths, path);
    if (!write_source (source, texts, path, error) || !copy_headers (module, source, texts, folder, error))
      return NULL;
  }
  g_ptr_array_add (paths, NULL);
  add_flags (module, flags);
  AfFrontendOptions options = { (const char *const *)paths->pdata, (const char *const *)flags->pdata, include_dir,
                                NULL };
  g_autoptr (AfModule) patched = af_frontend_load_copy (&options, module, error);
  if (!patched || !af_contracts_attach (patched, error))
    return NULL;
  af_contracts_assume_alike (patched, module);
  return g_steal_pointer (&patched);
}

AfModule *af_patched_load (const AfModule *module, const AfCandidate *candidate, const char *dir,
                           const char *include_dir, GError **error)
{
  const AfSource *source = af_module_source (module, candidate->file);
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (texts, g_canonicalize_filename (source->path, NULL),
                       af_edits_apply_to_user (source, candidate->edits));
  return af_validate_changed (module, texts, dir, include_dir, error);
}
