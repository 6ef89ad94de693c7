/* The files of a run.
 *
 * In:  results and an existing folder.   Out: below it
 *     results.json                everything; all that follows is made from it, now or by `autofix report`
 *     report.html, results.sarif and what else formats/formats.def names a file for
 *     patches/X-3a91c2-1.patch    one per fix, for git am, git apply and patch -p1
 *     patches/preconditions.patch  states the preconditions that nobody wrote, if there are any
 *     replacements/X-3a91c2-1/    the same for clang-apply-replacements
 *     tests/F-3a91c2.c            one Check test per fault, and per undecided test
 *     records/F-3a91c2.json       how its fixes were found, if that was asked for */
#include "report/report-internal.h"

#include <errno.h>
#include <git2.h>
#include <glib/gstdio.h>
#include <string.h>

#include "report/formats/formats.h"
#include "util/error.h"

static gboolean write_file (const char *dir, const char *name, const char *suffix, const char *text, GError **error)
{
  g_autofree char *base = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (dir, base, NULL);
  g_autoptr (GError) reason = NULL;
  if (g_file_set_contents (path, text, -1, &reason))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, path, 0, 0, "make room, or name another folder with --output",
               "cannot be written: %s", reason->message);
  return FALSE;
}

static gboolean make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0755) == 0)
    return TRUE;
  int code = errno;
  af_error (error, AF_ERROR_IO, "%s: cannot be created: %s", path, g_strerror (code));
  return FALSE;
}

/* --- folders --- */

static gboolean write_fix (const AfStored *stored, JsonObject *fault, JsonObject *fix, const char *dir, GError **error)
{
  const char *id = af_stored_text (fix, "id");
  g_autofree char *patches = g_build_filename (dir, "patches", NULL);
  g_autofree char *replacements = g_build_filename (dir, "replacements", id, NULL);
  g_autofree char *patch = af_report_stored_patch (stored, fault, fix);
  g_autofree char *yaml = af_format_replacements (fix);
  return write_file (patches, id, ".patch", patch, error) && make_folder (replacements, error)
         && write_file (replacements, "fix", ".yaml", yaml, error);
}

static gboolean write_fault (const AfStored *stored, JsonObject *fault, const char *dir, GError **error)
{
  const char *id = af_stored_text (fault, "id"), *program = af_stored_text (fault, "program");
  g_autofree char *tests = g_build_filename (dir, "tests", NULL);
  if (*program && !write_file (tests, id, ".c", program, error))
    return FALSE;
  for (guint i = 0; i < af_stored_length (fault, "fixes"); i++)
    if (!write_fix (stored, fault, af_stored_at (fault, "fixes", i), dir, error))
      return FALSE;
  return TRUE;
}

static gboolean write_formats (const AfStored *stored, const char *dir, GError **error)
{
  const AfTextStyle plain = { 0 };
  for (guint i = 0; i < AF_N_FORMATS; i++) {
    const char *name = af_format_file (i);
    g_autofree char *text = name ? af_report_format (stored, i, &plain) : NULL;
    if (name && !write_file (dir, name, "", text, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean rebuild (const AfStored *stored, const char *dir, GError **error)
{
  g_autofree char *patches = g_build_filename (dir, "patches", NULL);
  g_autofree char *tests = g_build_filename (dir, "tests", NULL);
  if (!make_folder (patches, error) || !make_folder (tests, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (af_stored_faults (stored)); i++)
    if (!write_fault (stored, json_array_get_object_element (af_stored_faults (stored), i), dir, error))
      return FALSE;
  for (guint i = 0; i < af_stored_length (af_stored_root (stored), "undecided"); i++)
    if (!write_fault (stored, af_stored_at (af_stored_root (stored), "undecided", i), dir, error))
      return FALSE;
  const char *assumed = af_stored_text (af_stored_object (af_stored_root (stored), "assumed"), "diff");
  return (!*assumed || write_file (patches, AF_ASSUMED_PATCH, ".patch", assumed, error))
         && write_formats (stored, dir, error);
}

gboolean af_report_rebuild (const AfStored *stored, const char *dir, GError **error)
{
  /* its start takes milliseconds: once for all patches */
  git_libgit2_init ();
  gboolean ok = rebuild (stored, dir, error);
  git_libgit2_shutdown ();
  return ok;
}

gboolean af_report_hide (const char *dir, GError **error)
{
  g_autofree char *path = g_build_filename (dir, ".gitignore", NULL);
  return g_file_set_contents (path, "*\n", -1, error);
}

static gboolean write_records (const AfResults *results, const char *dir, GError **error)
{
  g_autofree char *records = g_build_filename (dir, "records", NULL);
  if (!results->records)
    return TRUE;
  if (!make_folder (records, error))
    return FALSE;
  for (guint i = 0; i < results->findings->len; i++) {
    const AfFinding *finding = results->findings->pdata[i];
    g_autofree char *record = af_report_record (results->module, finding);
    if (!write_file (records, finding->fault->id, ".json", record, error))
      return FALSE;
  }
  return TRUE;
}

AfStored *af_report_store (const AfResults *results, GError **error)
{
  git_libgit2_init ();
  g_autofree char *json = af_report_json (results, error);
  git_libgit2_shutdown ();
  return json ? af_stored_parse (json, "results.json", error) : NULL;
}

gboolean af_report_write (const AfResults *results, const AfStored *stored, const char *dir, GError **error)
{
  g_autofree char *json = af_stored_json (stored);
  return write_file (dir, "results", ".json", json, error) && af_report_rebuild (stored, dir, error)
         && write_records (results, dir, error);
}
