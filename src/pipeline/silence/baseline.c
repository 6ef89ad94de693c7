/* The baseline: a file of faults that are known already.
 *
 * In:  --baseline FILE.   Out: IDs; with --update-baseline the file anew.
 *
 *     # faults known to autofix: run and test report only others
 *     F-ef61c4<TAB>sorted_set.c<TAB>precondition of 'sset_put_left' violated by 'sset_move_item'
 *
 * It may hold the faults of many modules, and is kept with the sources: sorted, paths relative to its folder, no times.
 */
#include <string.h>

#include "pipeline/silence/silence.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/files/replace.h"

#define HEAD "# faults known to autofix: run and test report only others; --update-baseline writes this file\n"

/* "F-ef61c4" or "F-ef61c4-2" at the beginning of @line; null: none. */
static char *id_of (const char *line)
{
  gsize n = strcspn (line, "\t \r");
  return g_str_has_prefix (line, "F-") && strspn (line + 2, "0123456789abcdef-") + 2 == n && n > 2 ? g_strndup (line, n)
                                                                                                   : NULL;
}

GHashTable *af_baseline_read (const AfOptions *options, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const char *path = options->baseline;
  if (options->update_baseline && !g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&known);
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = af_read_file (path, AF_READ_MOST_RESULTS, NULL, &reason);
  if (!text) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--update-baseline writes it", "option --baseline: %s",
                 reason->message);
    return NULL;
  }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_autofree char *id = id_of (lines[i]);
    if (id) {
      g_hash_table_replace (known, g_steal_pointer (&id), g_strchomp (g_strdup (lines[i])));
    } else if (*g_strstrip (lines[i]) && lines[i][0] != '#') {
      af_error_at (error, AF_ERROR_USAGE, path, i + 1, 0, "a line is a fault's ID, a tab and text, or a comment (#)",
                   "not a line of a baseline");
      return NULL;
    }
  }
  return g_steal_pointer (&known);
}

/* Relative to the folder of the baseline, where it is below that. */
static char *path_in (const AfOptions *options, const char *path)
{
  g_autofree char *baseline = g_canonicalize_filename (options->baseline, NULL);
  g_autofree char *folder = g_path_get_dirname (baseline), *full = g_canonicalize_filename (path, NULL);
  gsize n = strlen (folder);
  gboolean is_below = g_str_has_prefix (full, folder) && full[n] == G_DIR_SEPARATOR;
  return g_strdup (is_below ? full + n + 1 : full);
}

/* Whether the line tells of a fault in one of the module's sources. */
static gboolean is_of_module (const AfRun *run, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, "\t", 3);
  for (guint i = 0; parts[0] && parts[1] && i < run->module->sources->len; i++) {
    g_autofree char *path = path_in (run->options, ((const AfSource *)run->module->sources->pdata[i])->path);
    if (strcmp (path, parts[1]) == 0)
      return TRUE;
  }
  return FALSE;
}

static char *line_of (const AfRun *run, const AfFault *fault)
{
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (run->module, fault, &path, &line, &column);
  g_autofree char *title = af_fault_title (run->module, fault);
  g_autofree char *relative = path_in (run->options, path ? path : "");
  return g_strdup_printf ("%s\t%s\t%s", fault->id, relative, title);
}

static int compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

gboolean af_baseline_write (const AfRun *run, GHashTable *known, const GPtrArray *findings, gboolean is_all,
                            GError **error)
{
  GHashTableIter iter;
  gpointer line;
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    if (is_all && is_of_module (run, line))
      g_hash_table_iter_remove (&iter);
  for (guint i = 0; i < findings->len; i++) {
    const AfFault *fault = ((const AfFinding *)findings->pdata[i])->fault;
    g_hash_table_replace (known, g_strdup (fault->id), line_of (run, fault));
  }
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    g_ptr_array_add (lines, line);
  g_ptr_array_sort (lines, compare_lines);
  g_autoptr (GString) text = g_string_new (HEAD);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *)lines->pdata[i]);
  g_autoptr (GError) reason = NULL;
  if (af_write_wanted (run->options->baseline, text->str, &reason))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, run->options->baseline, 0, 0, NULL, "the baseline cannot be written: %s",
               reason->message);
  return FALSE;
}
