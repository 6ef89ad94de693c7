/* The tests of Meson.
 *
 * In:  what `meson introspect --tests` prints, which lies in meson-info/intro-tests.json of a build folder, too; the
 * log of the last `meson test`. Out: a test for each, with its folder, environment and time.
 *
 *     { "name": "sum", "cmd": [ "/home/ann/calc/build/calc", "1" ], "env": {},
 *       "workdir": null, "timeout": 30, "protocol": "exitcode" }                    sum  cd build && ./calc 1
 * timeout=30
 *
 * Whether a test is expected to fail is not in it, but in the log of the last run (meson-logs/testlog.json): what was
 * skipped or failed as expected is left out. */
#include "suite/origins/origins.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

typedef struct {
  AfListing *listing;
  const char *path, *build;
  GHashTable *left_out; /* set of commands, their words joined */
} Meson;

static JsonArray *array_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static const char *string_of (JsonNode *node)
{
  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

/* The words of a command: array of char *; null where it is none. */
static GPtrArray *words_of (JsonArray *array)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; array && i < json_array_get_length (array); i++) {
    const char *word = string_of (json_array_get_element (array, i));
    if (!word)
      return NULL;
    g_ptr_array_add (words, g_strdup (word));
  }
  return words->len > 0 ? g_steal_pointer (&words) : NULL;
}

static char *joined (const GPtrArray *words)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s\1", (const char *)words->pdata[i]);
  return g_string_free (text, FALSE);
}

/* --- the log --- */

/* An object for each test, in lines. */
static void read_log (const Meson *meson)
{
  g_autofree char *path = g_build_filename (meson->build, "meson-logs", "testlog.json", NULL);
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, NULL);
  g_auto (GStrv) lines = g_strsplit (text ? text : "", "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_autoptr (JsonNode) node = af_json_parse (lines[i], strlen (lines[i]), NULL);
    JsonObject *object = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    const char *result = object ? string_of (json_object_get_member (object, "result")) : NULL;
    g_autoptr (GPtrArray) words = object ? words_of (array_of (object, "command")) : NULL;
    if (words && (g_strcmp0 (result, "SKIP") == 0 || g_strcmp0 (result, "EXPECTEDFAIL") == 0))
      g_hash_table_add (meson->left_out, joined (words));
  }
}

/* --- the tests --- */

/* NAME=VALUE, null-terminated. */
static char **environment_of (JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "env");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GList) names =
    node && JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_members (json_node_get_object (node)) : NULL;
  for (GList *at = names; at; at = at->next) {
    const char *value = string_of (json_object_get_member (json_node_get_object (node), at->data));
    g_autofree char *both = g_strdup_printf ("%s=%s", (const char *)at->data, value ? value : "");
    g_strv_builder_add (builder, both);
  }
  return g_strv_builder_end (builder);
}

/* Of TAP each line counts; of all others the exit status does. */
static char *fields_of (JsonObject *object)
{
  gboolean is_tap = g_strcmp0 (string_of (json_object_get_member (object, "protocol")), "tap") == 0;
  double seconds = json_object_get_double_member_with_default (object, "timeout", 0);
  GString *fields = g_string_new (is_tap ? "match=(?m)^1\\.\\.\treject=(?mi)^(not ok\\b(?!.*# *todo)|bail out!)" : "");
  if (is_tap)
    g_string_append (fields, "\tstatus=0");
  if (seconds > 0) {
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf (fields, "%stimeout=%s", fields->len > 0 ? "\t" : "",
                            g_ascii_formatd (number, sizeof number, "%g", MIN (seconds, 3600)));
  }
  return g_string_free (fields, FALSE);
}

static gboolean add_test (const Meson *meson, JsonObject *object, const GPtrArray *words, GError **error)
{
  const char *name = string_of (json_object_get_member (object, "name")),
             *workdir = string_of (json_object_get_member (object, "workdir"));
  g_autofree char *dir = g_canonicalize_filename (workdir ? workdir : meson->build, meson->build),
                  *key = joined (words);
  g_auto (GStrv) environment = environment_of (object);
  const AfBuiltTest built = { .dir = dir, .words = words, .environment = environment };
  if (g_hash_table_contains (meson->left_out, key)) {
    meson->listing->n_left_out++;
    return TRUE;
  }
  if (!af_listing_is_inside (meson->listing, meson->path, name, dir, error))
    return FALSE;
  g_autofree char *command = af_listing_command (meson->listing, &built), *fields = fields_of (object);
  const AfListed line = { name, command, fields };
  return af_listing_add (meson->listing, meson->path, &line, error);
}

static gboolean add_tests (const Meson *meson, JsonArray *array, GError **error)
{
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    g_autoptr (GPtrArray) words = object ? words_of (array_of (object, "cmd")) : NULL;
    if (!words || !string_of (json_object_get_member (object, "name"))) {
      af_error_at (error, AF_ERROR_USAGE, meson->path, 0, 0, NULL, "test %u has no name or no \"cmd\"", i + 1);
      return FALSE;
    }
    if (!add_test (meson, object, words, error))
      return FALSE;
  }
  return TRUE;
}

gboolean af_listing_meson (AfListing *listing, const char *path, const char *build, GError **error)
{
  g_autoptr (GError) reason = NULL;
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, error);
  if (!text)
    return FALSE;
  g_autoptr (JsonNode) root = af_json_parse (text, length, &reason);
  g_autoptr (GHashTable) left_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const Meson meson = { listing, path, build, left_out };
  if (!root || !JSON_NODE_HOLDS_ARRAY (root)) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "meson introspect --tests BUILD > FILE", "%s",
                 reason ? reason->message : "is no array of tests");
    return FALSE;
  }
  read_log (&meson);
  return add_tests (&meson, json_node_get_array (root), error);
}
