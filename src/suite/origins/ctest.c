/* The tests of CTest.
 *
 * In:  the CTestTestfile.cmake of a build folder and of its subfolders, or what `ctest --show-only=json-v1` prints.
 * Out: a test for each, with its folder, environment, time and expressions.
 *
 *     add_test([=[sum]=] "/home/ann/calc/build/calc" "1" "2")                      a copy of the folder lies elsewhere:
 *     set_tests_properties([=[sum]=] PROPERTIES  TIMEOUT "3")        sum  cd build && ./calc 1 2   timeout=3 */
#include "suite/origins/origins.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

enum { MOST_DEPTH = 16 };

typedef struct {
  char *name, *dir;       /* dir: absolute, in which it runs */
  GPtrArray *words;       /* of char * */
  GHashTable *properties; /* char * -> char *: lists with `;` between */
} Test;

static Test *test_new (const char *name, const char *dir)
{
  Test *test = g_new0 (Test, 1);
  test->name = g_strdup (name);
  test->dir = g_strdup (dir);
  test->words = g_ptr_array_new_with_free_func (g_free);
  test->properties = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return test;
}

static void test_free (gpointer data)
{
  Test *test = data;
  g_free (test->name);
  g_free (test->dir);
  g_ptr_array_unref (test->words);
  g_hash_table_unref (test->properties);
  g_free (test);
}

/* --- from a test to a line --- */

static const char *property (const Test *test, const char *name)
{
  const char *value = g_hash_table_lookup (test->properties, name);
  return value && *value ? value : NULL;
}

static gboolean is_true (const Test *test, const char *name)
{
  const char *value = property (test, name);
  return value
         && (g_ascii_strcasecmp (value, "true") == 0 || g_ascii_strcasecmp (value, "on") == 0
             || g_ascii_strcasecmp (value, "yes") == 0 || g_str_equal (value, "1"));
}

static char *command_of (const AfListing *listing, const Test *test)
{
  g_auto (GStrv) environment =
    g_strsplit (property (test, "ENVIRONMENT") ? property (test, "ENVIRONMENT") : "", ";", -1);
  const AfBuiltTest built = { .dir = test->dir,
                              .words = test->words,
                              .environment = environment,
                              .fails = is_true (test, "WILL_FAIL"),
                              .with_errors = property (test, "PASS_REGULAR_EXPRESSION")
                                             || property (test, "FAIL_REGULAR_EXPRESSION") };
  return af_listing_command (listing, &built);
}

/* Any of the expressions. */
static void append_regex (GString *fields, const char *name, const char *value)
{
  g_auto (GStrv) parts = g_strsplit (value, ";", -1);
  g_string_append_printf (fields, "\t%s=(?:", name);
  for (guint i = 0; parts[i]; i++)
    g_string_append_printf (fields, "%s%s", i > 0 ? ")|(?:" : "", parts[i]);
  g_string_append_c (fields, ')');
}

static char *fields_of (const Test *test)
{
  const char *pass = property (test, "PASS_REGULAR_EXPRESSION"), *fail = property (test, "FAIL_REGULAR_EXPRESSION"),
             *timeout = property (test, "TIMEOUT");
  g_autoptr (GString) fields = g_string_new (NULL);
  double seconds = timeout ? g_ascii_strtod (timeout, NULL) : 0;
  if (pass)
    append_regex (fields, "match", pass);
  if (fail)
    append_regex (fields, "reject", fail);
  if (fail && !pass)
    g_string_append (fields, "\tstatus=0");
  if (seconds > 0) {
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf (fields, "\ttimeout=%s", g_ascii_formatd (number, sizeof number, "%g", MIN (seconds, 3600)));
  }
  return g_strdup (fields->len > 0 ? fields->str + 1 : "");
}

static gboolean list_tests (AfListing *listing, const char *path, const GPtrArray *tests, GError **error)
{
  for (guint i = 0; i < tests->len; i++) {
    const Test *test = tests->pdata[i];
    /* no command: the program was not found when CMake ran */
    gboolean is_both = is_true (test, "WILL_FAIL")
                       && (property (test, "PASS_REGULAR_EXPRESSION") || property (test, "FAIL_REGULAR_EXPRESSION"));
    if (is_true (test, "DISABLED") || test->words->len == 0 || is_both) {
      listing->n_left_out++;
      continue;
    }
    if (!af_listing_is_inside (listing, path, test->name, test->dir, error))
      return FALSE;
    g_autofree char *command = command_of (listing, test), *fields = fields_of (test);
    const AfListed line = { test->name, command, fields };
    if (!af_listing_add (listing, path, &line, error))
      return FALSE;
  }
  return TRUE;
}

/* --- ctest --show-only=json-v1 --- */

/* A value as CMake writes it: a list with `;` between; owned by the caller. */
static char *value_text (JsonNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  if (node && JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);
    for (guint i = 0; i < json_array_get_length (array); i++) {
      g_autofree char *part = value_text (json_array_get_element (array, i));
      g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", part);
    }
  } else if (node && JSON_NODE_HOLDS_VALUE (node)) {
    GType type = json_node_get_value_type (node);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append (text, type == G_TYPE_STRING ? json_node_get_string (node)
                           : type == G_TYPE_BOOLEAN
                             ? (json_node_get_boolean (node) ? "TRUE" : "FALSE")
                             : g_ascii_dtostr (number, sizeof number, json_node_get_double (node)));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static JsonArray *array_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static void take_properties (Test *test, JsonArray *properties)
{
  for (guint i = 0; properties && i < json_array_get_length (properties); i++) {
    JsonNode *node = json_array_get_element (properties, i);
    JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    const char *name = object ? json_object_get_string_member_with_default (object, "name", NULL) : NULL;
    if (name)
      g_hash_table_replace (test->properties, g_strdup (name), value_text (json_object_get_member (object, "value")));
  }
}

static Test *take_object (const char *folder, JsonObject *object)
{
  const char *name = json_object_get_string_member_with_default (object, "name", NULL);
  JsonArray *command = array_of (object, "command");
  if (!name)
    return NULL;
  Test *test = test_new (name, folder);
  for (guint i = 0; command && i < json_array_get_length (command); i++)
    g_ptr_array_add (test->words, value_text (json_array_get_element (command, i)));
  take_properties (test, array_of (object, "properties"));
  if (property (test, "WORKING_DIRECTORY")) {
    g_free (test->dir);
    test->dir = g_canonicalize_filename (property (test, "WORKING_DIRECTORY"), folder);
  }
  return test;
}

static gboolean list_json (AfListing *listing, const char *path, const char *text, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (JsonNode) root = af_json_parse (text, strlen (text), &reason);
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func (test_free);
  JsonArray *array = root && JSON_NODE_HOLDS_OBJECT (root) ? array_of (json_node_get_object (root), "tests") : NULL;
  if (!array) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "ctest --show-only=json-v1 > FILE, in the build folder", "%s",
                 reason ? reason->message : "has no array \"tests\"");
    return FALSE;
  }
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    Test *test = JSON_NODE_HOLDS_OBJECT (node) ? take_object (listing->folder, json_node_get_object (node)) : NULL;
    if (!test) {
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, NULL, "test %u has no name", i + 1);
      return FALSE;
    }
    g_ptr_array_add (tests, test);
  }
  return list_tests (listing, path, tests, error);
}

/* --- CTestTestfile.cmake --- */

/* The next argument of a command, owned by the caller; null at its end.  @at comes to what is after it. */
static char *next_argument (const char **at)
{
  const char *text = *at + strspn (*at, " \t\r\n");
  GString *word = g_string_new (NULL);
  gsize equals = *text == '[' ? strspn (text + 1, "=") : 0;
  if (*text == '\0' || *text == ')') {
    *at = text;
    g_string_free (word, TRUE);
    return NULL;
  }
  if (*text == '[' && text[1 + equals] == '[') { /* [=[text]=] */
    g_autofree char *signs = g_strnfill (equals, '=');
    g_autofree char *close = g_strconcat ("]", signs, "]", NULL);
    const char *start = text + equals + 2, *end = strstr (start, close);
    g_string_append_len (word, start, end ? end - start : (gssize)strlen (start));
    *at = end ? end + strlen (close) : start + strlen (start);
    return g_string_free (word, FALSE);
  }
  gboolean is_quoted = *text == '"';
  for (text += is_quoted; *text && (is_quoted ? *text != '"' : !strchr (" \t\r\n)", *text)); text++) {
    if (*text == '\\' && text[1])
      text++;
    g_string_append_c (word, *text);
  }
  *at = text + (is_quoted && *text == '"');
  return g_string_free (word, FALSE);
}

static gboolean list_cmake (AfListing *listing, const char *path, guint depth, GError **error);

/* The folders that subdirs names. */
static gboolean list_subdirs (AfListing *listing, const char *dir, const GPtrArray *words, guint depth, GError **error)
{
  for (guint i = 0; i < words->len && depth < MOST_DEPTH; i++) {
    g_autofree char *path = g_build_filename (words->pdata[i], "CTestTestfile.cmake", NULL);
    g_autofree char *whole = g_canonicalize_filename (path, dir);
    if (!list_cmake (listing, whole, depth + 1, error))
      return FALSE;
  }
  return TRUE;
}

static void take_add_test (GPtrArray *tests, const char *dir, GPtrArray *words)
{
  if (words->len == 0)
    return;
  Test *test = test_new (words->pdata[0], dir);
  gboolean is_found = words->len > 1 && !g_str_equal (words->pdata[1], "NOT_AVAILABLE");
  for (guint i = 1; i < words->len && is_found; i++)
    g_ptr_array_add (test->words, g_strdup (words->pdata[i]));
  g_ptr_array_add (tests, test);
}

/* `NAMES... PROPERTIES NAME VALUE...` */
static void take_set_properties (GPtrArray *tests, const GPtrArray *words)
{
  guint keyword = 0;
  while (keyword < words->len && !g_str_equal (words->pdata[keyword], "PROPERTIES"))
    keyword++;
  for (guint t = 0; t < tests->len; t++) {
    Test *test = tests->pdata[t];
    gboolean is_meant = FALSE;
    for (guint i = 0; i < keyword; i++)
      is_meant |= g_str_equal (words->pdata[i], test->name);
    for (guint i = keyword + 1; is_meant && i + 1 < words->len; i += 2)
      g_hash_table_replace (test->properties, g_strdup (words->pdata[i]), g_strdup (words->pdata[i + 1]));
    if (is_meant && property (test, "WORKING_DIRECTORY")) {
      char *dir = g_canonicalize_filename (property (test, "WORKING_DIRECTORY"), test->dir);
      g_free (test->dir);
      test->dir = dir;
    }
  }
}

typedef struct {
  const char *path, *dir;
  GPtrArray *tests, *subdirs;
} TestFile;

static gboolean take_call (TestFile *file, const char *name, GPtrArray *words, GError **error)
{
  if (g_str_equal (name, "add_test"))
    take_add_test (file->tests, file->dir, words);
  else if (g_str_equal (name, "set_tests_properties"))
    take_set_properties (file->tests, words);
  else if (g_str_equal (name, "subdirs"))
    g_ptr_array_extend (file->subdirs, words, (GCopyFunc)(void (*) (void))g_strdup, NULL);
  else {
    af_error_at (error, AF_ERROR_USAGE, file->path, 0, 0,
                 "ctest --show-only=json-v1 > FILE, in the build folder; then: autofix tests FILE",
                 "'%s' can only be read by CTest", name);
    return FALSE;
  }
  return TRUE;
}

static gboolean read_calls (TestFile *file, const char *text, GError **error)
{
  for (const char *at = text + strspn (text, " \t\r\n"); *at; at += strspn (at, " \t\r\n")) {
    if (*at == '#') {
      at += strcspn (at, "\n");
      continue;
    }
    gsize length = strspn (at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    g_autofree char *name = g_ascii_strdown (at, (gssize)length);
    at += length + strspn (at + length, " ");
    if (length == 0 || *at != '(') {
      af_error_at (error, AF_ERROR_USAGE, file->path, 0, 0, NULL, "it is no file of CTest");
      return FALSE;
    }
    at++;
    g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
    for (char *word = next_argument (&at); word; word = next_argument (&at))
      g_ptr_array_add (words, word);
    if (*at != ')') {
      af_error_at (error, AF_ERROR_USAGE, file->path, 0, 0, NULL, "'%s' has no end", name);
      return FALSE;
    }
    at++;
    if (!take_call (file, name, words, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean list_cmake (AfListing *listing, const char *path, guint depth, GError **error)
{
  g_autofree char *whole = g_canonicalize_filename (path, listing->folder);
  g_autofree char *text = af_read_file (whole, AF_READ_MOST, NULL, error), *dir = g_path_get_dirname (whole);
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func (test_free),
                        subdirs = g_ptr_array_new_with_free_func (g_free);
  TestFile file = { path, dir, tests, subdirs };
  return text && read_calls (&file, text, error) && list_tests (listing, path, tests, error)
         && list_subdirs (listing, dir, subdirs, depth, error);
}

gboolean af_listing_ctest (AfListing *listing, const char *path, GError **error)
{
  g_autofree char *text = af_read_file (path, AF_READ_MOST, NULL, error);
  if (!text)
    return FALSE;
  return text[strspn (text, " \t\r\n")] == '{' ? list_json (listing, path, text, error)
                                               : list_cmake (listing, path, 0, error);
}
