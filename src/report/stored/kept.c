/* The file of tests that `--corpus` names: read before testing, added to after it.
 *
 * In:  tests.   Out: a line each, so that files of two machines can be merged by `sort -u`, and read by people:
 *
 *     {"variables":1,"calls":[{"routine":"ring_create","result":0,"args":[{"int":"4"}]}, ...]}
 *
 * A line is written as tests.c writes tests, by names.  One that no longer fits the module is not used and stays where
 * it is: another branch may still have what it calls.  What is not a test is never overwritten: the reader refuses the
 * file. */
#include "report/kept.h"

#include <string.h>

#include "report/replay.h"
#include "report/report-internal.h"
#include "util/error.h"
#include "util/files/read.h"

enum { MOST_TESTS = 10000 };

char *af_kept_path (const char *given, const AfModule *module)
{
  g_autofree char *name = g_strconcat (module->name, ".tests", NULL);

  if (g_file_test (given, G_FILE_TEST_IS_DIR) || g_str_has_suffix (given, "/"))
    return g_build_filename (given, name, NULL);
  return g_strdup (given);
}

static void test_free (gpointer test)
{
  af_test_free (test);
}

/* The lines of the file that are not empty; none when there is no file. */
static char **read_lines (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_new0 (char *, 1);
  if ((text = af_read_file (path, AF_READ_MOST_RESULTS, NULL, &reason)))
    return g_strsplit (text, "\n", -1);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--corpus FILE or DIR", "%s", reason->message);
  return NULL;
}

static JsonObject *object_of (JsonNode *root)
{
  JsonObject *object = root && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;

  return object && json_object_has_member (object, "variables") && json_object_has_member (object, "calls") ? object
                                                                                                            : NULL;
}

GPtrArray *af_kept_read (const AfModule *module, const char *path, guint *n_stale, GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func (test_free);
  g_auto (GStrv) lines = read_lines (path, error);

  *n_stale = 0;
  for (guint i = 0; lines && lines[i]; i++) {
    g_autoptr (JsonNode) root = NULL;
    g_autoptr (AfTest) test = NULL;
    JsonObject *object;

    if (*lines[i] == '\0')
      continue;
    root = af_json_parse (lines[i], strlen (lines[i]), NULL);
    object = object_of (root);
    if (!object) {
      af_error_at (error, AF_ERROR_USAGE, path, i + 1, 0,
                   "--corpus takes a file that an earlier run has written, a new one, or a folder", "not a test");
      return NULL;
    }
    test = af_report_read_test (module, object, NULL);
    if (test)
      g_ptr_array_add (tests, g_steal_pointer (&test));
    else
      ++*n_stale;
  }
  return lines ? g_steal_pointer (&tests) : NULL;
}

static char *line_of (const AfModule *module, const AfTest *test)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  af_json_test (builder, module, test);
  root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

gboolean af_kept_merge (const AfModule *module, const char *path, const GPtrArray *tests, GError **error)
{
  g_auto (GStrv) lines = read_lines (path, error);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) reason = NULL;

  for (guint i = 0; lines && lines[i]; i++)
    if (*lines[i] != '\0' && g_hash_table_add (seen, g_strdup (lines[i])))
      g_string_append_printf (text, "%s\n", lines[i]);
  for (guint i = 0; lines && i < tests->len && g_hash_table_size (seen) < MOST_TESTS; i++) {
    g_autofree char *line = line_of (module, tests->pdata[i]);

    if (g_hash_table_add (seen, g_strdup (line)))
      g_string_append_printf (text, "%s\n", line);
  }
  if (!lines)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0777) == 0 && g_file_set_contents (path, text->str, (gssize)text->len, &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "cannot write '%s': %s", path, reason ? reason->message : "no such folder");
  return FALSE;
}
