/* The files of a run.
 *
 * In:  results and an existing folder.   Out: below it
 *     results.json            everything
 *     patches/X-3a91c2-1.patch    one per fix, for git apply and patch -p1
 *     tests/F-3a91c2.c        one Check test per fault
 *     records/F-3a91c2.json   how its fixes were found, if that was asked for */
#include "report/report.h"

#include <git2.h>
#include <glib/gstdio.h>

#include "util/error.h"

static gboolean write_file (const char *dir, const char *name, const char *suffix, const char *text, GError **error)
{
  g_autofree char *base = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (dir, base, NULL);
  g_autoptr (GError) reason = NULL;
  if (g_file_set_contents (path, text, -1, &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", reason->message);
  return FALSE;
}

static gboolean make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0755) == 0)
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s: cannot be created", path);
  return FALSE;
}

static gboolean write_finding (const AfResults *results, const AfFinding *finding, const char *patches, const char *tests,
                               GError **error)
{
  if (finding->fault->test) {
    g_autofree char *source = af_testgen_check_source (results->module, finding->fault);
    if (!write_file (tests, finding->fault->id, ".c", source, error))
      return FALSE;
  }
  for (guint i = 0; finding->fixes && i < finding->fixes->len; i++) {
    const AfFix *fix = finding->fixes->pdata[i];
    g_autofree char *patch = af_report_patch (results->module, finding->fault, fix, results->seed, error);
    if (!patch || !write_file (patches, fix->id, ".patch", patch, error))
      return FALSE;
  }
  return TRUE;
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

static gboolean write_all (const AfResults *results, const char *dir, GError **error)
{
  g_autofree char *patches = g_build_filename (dir, "patches", NULL);
  g_autofree char *tests = g_build_filename (dir, "tests", NULL);
  g_autofree char *json = af_report_json (results, error);
  if (!json || !write_file (dir, "results", ".json", json, error) || !make_folder (patches, error) || !make_folder (tests, error))
    return FALSE;
  for (guint i = 0; i < results->findings->len; i++)
    if (!write_finding (results, results->findings->pdata[i], patches, tests, error))
      return FALSE;
  return write_records (results, dir, error);
}

gboolean af_report_write (const AfResults *results, const char *dir, GError **error)
{
  /* its start takes milliseconds: once for all patches */
  git_libgit2_init ();
  gboolean ok = write_all (results, dir, error);
  git_libgit2_shutdown ();
  return ok;
}
