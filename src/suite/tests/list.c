/* Lists of tests.
 *
 * In:  a file of the user's, or a command and names.   Out: AfSuiteTest for each.
 *
 *     # name   command              what passing means                  TSV: fields with a tab between, `#` comments
 *     p1       ./median < t/1.in    output=t/1.out  compare=blanks
 *     n1       ./check.sh n1        timeout=2
 *
 *     { "tests": [ { "name": "p1", "command": "./median", "input": "t/1.in", "output": "t/1.out" } ] }      JSON
 *
 * Both have the same members: input, output, sample (an output that is right, from which only texts for fixes are
 * taken), compare (exact, blanks), match, reject (regular expressions that standard
 * output contains, or does not), status, timeout (seconds), memory (MB), processes.  Without output, match, reject and
 * status passing is an exit status of 0; with any of the first three the status does not matter unless it is named.
 *
 * A command of plain words, perhaps with `< FILE` at its end, is run without a shell, which takes half of the time. */
#include "suite/tests/list.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

#define MOST_TESTS 100000u
#define MOST_LIMIT 1000000
#define MOST_SECONDS 3600

void af_suite_test_free (AfSuiteTest *test)
{
  if (!test)
    return;
  g_free (test->name);
  g_free (test->command);
  g_strfreev (test->words);
  g_free (test->input);
  g_clear_pointer (&test->output, g_bytes_unref);
  g_clear_pointer (&test->match, g_regex_unref);
  g_clear_pointer (&test->reject, g_regex_unref);
  g_free (test);
}

/* Where the list says something. */
typedef struct {
  const char *path, *folder;
  guint line; /* 0: JSON, or a command line */
  GPtrArray *tests;
  GHashTable *names;
} Reading;

G_GNUC_PRINTF (4, 5)
static gboolean complain (const Reading *reading, GError **error, const char *hint, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  af_error_at (error, AF_ERROR_USAGE, reading->path, reading->line, 0, hint, "%s", text);
  return FALSE;
}

/* --- commands --- */

/* Nothing in it that only a shell understands. */
static gboolean is_plain (const char *text)
{
  return strpbrk (text, "|&;<>()$`\\\"'*?[]#~=%{}!\n") == NULL;
}

/* `WORDS`, or `WORDS < FILE`. */
static void take_command (AfSuiteTest *test, const char *command)
{
  const char *input = strchr (command, '<');
  g_autofree char *words = g_strndup (command, input ? (gsize)(input - command) : strlen (command));
  g_autofree char *file = input ? g_strstrip (g_strdup (input + 1)) : NULL;
  test->command = g_strdup (command);
  gboolean is_usable = is_plain (words) && (!file || (*file && is_plain (file) && !strpbrk (file, " \t")));
  if (is_usable && !(file && test->input) && g_shell_parse_argv (words, NULL, &test->words, NULL)) {
    if (file)
      test->input = g_steal_pointer (&file);
    /* what is looked up in PATH may be a word of the shell's own */
    if (!strchr (test->words[0], '/'))
      g_clear_pointer (&test->words, g_strfreev);
    if (!test->words && input)
      g_clear_pointer (&test->input, g_free);
  }
}

/* --- members --- */

static gboolean take_regex (const Reading *reading, const char *name, const char *value, GRegex **regex, GError **error)
{
  g_autoptr (GError) reason = NULL;
  *regex = g_regex_new (value, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, &reason);
  return *regex ? TRUE : complain (reading, error, NULL, "%s is no regular expression: %s", name, reason->message);
}

static gboolean take_status (const Reading *reading, const char *value, int *status, GError **error)
{
  guint64 number = 0;
  if (!g_ascii_string_to_unsigned (value, 10, 0, 255, &number, NULL))
    return complain (reading, error, NULL, "status=%s is no whole number from 0 to 255", value);
  *status = (int)number;
  return TRUE;
}

static gboolean take_timeout (const Reading *reading, const char *value, guint *timeout_ms, GError **error)
{
  char *end = NULL;
  double seconds = g_ascii_strtod (value, &end);
  if (end == value || *end || !(seconds >= 0 && seconds <= MOST_SECONDS))
    return complain (reading, error, NULL, "timeout=%s is no number from 0 to %d", value, MOST_SECONDS);
  *timeout_ms = MAX ((guint)(seconds * 1000), 1);
  return TRUE;
}

static gboolean take_limit (const Reading *reading, const char *name, const char *value, guint *limit, GError **error)
{
  guint64 number = 0;
  if (!g_ascii_string_to_unsigned (value, 10, 1, MOST_LIMIT, &number, NULL))
    return complain (reading, error, NULL, "%s=%s is no number from 1 to %d", name, value, MOST_LIMIT);
  *limit = (guint)number;
  return TRUE;
}

static gboolean take_output (const Reading *reading, const char *value, AfSuiteTest *test, GError **error)
{
  g_autofree char *path =
    g_path_is_absolute (value) ? g_strdup (value) : g_build_filename (reading->folder, value, NULL);
  gsize length = 0;
  char *text = af_read_file (path, AF_READ_MOST, &length, error);
  g_clear_pointer (&test->output, g_bytes_unref);
  test->output = text ? g_bytes_new_take (text, length) : NULL;
  return text != NULL;
}

static gboolean take_input (const Reading *reading, const char *value, AfSuiteTest *test, GError **error)
{
  g_autofree char *path =
    g_path_is_absolute (value) ? g_strdup (value) : g_build_filename (reading->folder, value, NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return complain (reading, error, "paths are those below the current folder", "there is no file '%s'", value);
  g_free (test->input);
  test->input = g_strdup (value);
  return TRUE;
}

static gboolean take_member (const Reading *reading, const char *name, const char *value, AfSuiteTest *test,
                             GError **error)
{
  if (g_str_equal (name, "input"))
    return take_input (reading, value, test, error);
  if (g_str_equal (name, "output") || g_str_equal (name, "sample")) {
    test->is_sample = g_str_equal (name, "sample");
    return take_output (reading, value, test, error);
  }
  if (g_str_equal (name, "match"))
    return take_regex (reading, name, value, &test->match, error);
  if (g_str_equal (name, "reject"))
    return take_regex (reading, name, value, &test->reject, error);
  if (g_str_equal (name, "compare")) {
    test->blanks = g_str_equal (value, "blanks");
    return test->blanks || g_str_equal (value, "exact")
           || complain (reading, error, "it is exact or blanks", "compare=%s is not known", value);
  }
  if (g_str_equal (name, "status"))
    return take_status (reading, value, &test->status, error);
  if (g_str_equal (name, "timeout"))
    return take_timeout (reading, value, &test->timeout_ms, error);
  if (g_str_equal (name, "memory"))
    return take_limit (reading, name, value, &test->memory_mb, error);
  if (g_str_equal (name, "processes"))
    return take_limit (reading, name, value, &test->processes, error);
  return complain (reading, error, "input, output, sample, compare, match, reject, status, timeout, memory, processes",
                   "'%s' is nothing that a test has", name);
}

static gboolean add_test (Reading *reading, AfSuiteTest *test, GError **error)
{
  if (test->status < 0 && (!test->output || test->is_sample) && !test->match && !test->reject)
    test->status = 0;
  if (!g_hash_table_add (reading->names, test->name)) {
    complain (reading, error, NULL, "there are two tests '%s'", test->name);
    af_suite_test_free (test);
    return FALSE;
  }
  g_ptr_array_add (reading->tests, test);
  return TRUE;
}

static AfSuiteTest *test_new (const char *name)
{
  AfSuiteTest *test = g_new0 (AfSuiteTest, 1);
  test->name = g_strdup (name);
  test->status = -1;
  test->timeout_ms = AF_TEST_TIMEOUT_MS;
  test->memory_mb = AF_TEST_MEMORY_MB;
  test->processes = AF_TEST_PROCESSES;
  return test;
}

/* --- TSV --- */

static gboolean take_line (Reading *reading, const char *line, GError **error)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", -1);
  guint n = g_strv_length (fields);
  if (n < 2 || !*g_strstrip (fields[0]) || !*g_strstrip (fields[1]))
    return complain (reading, error, "NAME, COMMAND, and what passing means, with a tab between each two",
                     "a test has a name and a command");
  AfSuiteTest *test = test_new (fields[0]);
  gboolean ok = TRUE;
  for (guint i = 2; fields[i] && ok; i++) {
    char *equals = strchr (fields[i], '=');
    if (!*g_strstrip (fields[i]))
      continue;
    if (!equals) {
      ok = complain (reading, error, "NAME=VALUE, for example output=1.out", "'%s' says nothing", fields[i]);
      break;
    }
    *equals = '\0';
    ok = take_member (reading, fields[i], equals + 1, test, error);
  }
  if (!ok) {
    af_suite_test_free (test);
    return FALSE;
  }
  take_command (test, fields[1]);
  return add_test (reading, test, error);
}

static gboolean read_lines (Reading *reading, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    reading->line = i + 1;
    g_strchomp (lines[i]);
    if (*lines[i] && *lines[i] != '#' && !take_line (reading, lines[i], error))
      return FALSE;
  }
  reading->line = 0;
  return TRUE;
}

/* --- JSON --- */

static gboolean take_object (Reading *reading, JsonObject *object, GError **error)
{
  const char *name = json_object_get_string_member_with_default (object, "name", NULL);
  const char *command = json_object_get_string_member_with_default (object, "command", NULL);
  if (!name || !*name || !command || !*command)
    return complain (reading, error, "members \"name\" and \"command\"", "a test has a name and a command");
  AfSuiteTest *test = test_new (name);
  g_autoptr (GList) members = json_object_get_members (object);
  gboolean ok = TRUE;
  for (GList *member = members; member && ok; member = member->next) {
    const char *key = member->data;
    JsonNode *node = json_object_get_member (object, key);
    if (g_str_equal (key, "name") || g_str_equal (key, "command"))
      continue;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    gboolean is_usable = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) != G_TYPE_BOOLEAN;
    const char *value = !is_usable ? NULL
                        : json_node_get_value_type (node) == G_TYPE_STRING
                          ? json_node_get_string (node)
                          : g_ascii_dtostr (number, sizeof number, json_node_get_double (node));
    ok = value ? take_member (reading, key, value, test, error)
               : complain (reading, error, NULL, "\"%s\" of test '%s' is no text or number", key, name);
  }
  if (!ok) {
    af_suite_test_free (test);
    return FALSE;
  }
  take_command (test, command);
  return add_test (reading, test, error);
}

static gboolean read_json (Reading *reading, const char *text, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (JsonNode) root = af_json_parse (text, strlen (text), &reason);
  if (!root)
    return complain (reading, error, NULL, "%s", reason->message);
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *list = object ? json_object_get_member (object, "tests") : NULL;
  if (!list || !JSON_NODE_HOLDS_ARRAY (list))
    return complain (reading, error, NULL, "has no array \"tests\"");
  JsonArray *array = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    if (!JSON_NODE_HOLDS_OBJECT (node))
      return complain (reading, error, NULL, "test %u is no object", i + 1);
    if (!take_object (reading, json_node_get_object (node), error))
      return FALSE;
  }
  return TRUE;
}

static GPtrArray *tests_array (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)af_suite_test_free);
}

GPtrArray *af_suite_tests_read (const char *path, const char *folder, GError **error)
{
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, error);
  if (!text)
    return NULL;
  g_autoptr (GPtrArray) tests = tests_array ();
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  Reading reading = { path, folder, 0, tests, names };
  const char *start = text + strspn (text, " \t\r\n");
  if (!(*start == '{' ? read_json (&reading, text, error) : read_lines (&reading, text, error)))
    return NULL;
  if (tests->len == 0 || tests->len > MOST_TESTS) {
    complain (&reading, error, "a line for each test: NAME, a tab, COMMAND", "names %s",
              tests->len ? "too many tests" : "no test");
    return NULL;
  }
  return g_steal_pointer (&tests);
}

GPtrArray *af_suite_tests_of_command (const char *command, const char *names, GError **error)
{
  g_autoptr (GPtrArray) tests = tests_array ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  Reading reading = { "--test-names", ".", 0, tests, known };
  g_auto (GStrv) words = g_strsplit_set (names, " \t\n,", -1);
  g_auto (GStrv) parts = g_strsplit (command, "{}", -1);
  if (g_strv_length (parts) < 2) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "for example --test-command './test.sh {}'",
                 "--test-command has no {} for the names of --test-names");
    return NULL;
  }
  for (guint i = 0; words[i]; i++) {
    if (!*words[i])
      continue;
    AfSuiteTest *test = test_new (words[i]);
    g_autofree char *text = g_strjoinv (words[i], parts);
    take_command (test, text);
    if (!add_test (&reading, test, error))
      return NULL;
  }
  if (tests->len == 0) {
    af_error (error, AF_ERROR_USAGE, "--test-names has no name");
    return NULL;
  }
  return g_steal_pointer (&tests);
}
