/* The list of units.
 *
 * In:  units with the time that each may take.   Out: plan.json, and read back.
 *
 *     {"format":1,"tool":"autofix 0.1","build":"3f...","kind":"night","key":"9a...","head":{...},"units":[
 *     {"unit":1,"seconds":81.2,"what":{"module":"ring","seed":"3"}},
 *     {"unit":2,"seconds":12,"what":{"module":"cell","seed":"3"}}
 *     ]}
 *
 * It is JSON, and yet each unit has a line of its own: grep and sed find it.  The longest come first, for a long one
 * that is begun last keeps everybody waiting. */
#include "config.h"

#include "plan/plan.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

#define FORMAT 1 /* to be counted up when plans or files of units of before must not be taken any more */
#define TOOL "autofix " PACKAGE_VERSION
/* What is before the head, before the units, and after them. */
#define HEAD ",\"head\":"
#define UNITS ",\"units\":[\n"
#define END "]}\n"

static void unit_free (gpointer data)
{
  AfPlanUnit *unit = data;
  json_object_unref (unit->what);
  g_free (unit);
}

AfPlan *af_plan_new (const char *kind, JsonObject *head)
{
  AfPlan *plan = g_new0 (AfPlan, 1);
  plan->kind = g_strdup (kind);
  plan->head = head;
  plan->units = g_ptr_array_new_with_free_func (unit_free);
  return plan;
}

void af_plan_free (AfPlan *plan)
{
  if (!plan)
    return;
  g_free (plan->folder);
  g_free (plan->kind);
  g_free (plan->key);
  g_clear_pointer (&plan->head, json_object_unref);
  g_ptr_array_unref (plan->units);
  g_free (plan);
}

void af_plan_add (AfPlan *plan, double seconds, JsonObject *what)
{
  AfPlanUnit *unit = g_new0 (AfPlanUnit, 1);
  unit->seconds = seconds;
  unit->what = what;
  g_ptr_array_add (plan->units, unit);
}

/* --- writing --- */

static gboolean fail_io (const char *path, GError **error)
{
  int code = errno;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "name a folder that all machines share and may write to",
               "'%s' cannot be written to: %s", path, g_strerror (code));
  return FALSE;
}

gboolean af_plan_make_folder (const char *folder, GError **error)
{
  g_autofree char *units = g_build_filename (folder, "units", NULL);
  g_autoptr (GDir) content = g_dir_open (folder, 0, NULL);
  if (content && g_dir_read_name (content)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "a plan needs a folder of its own: name one that does not exist",
                 "'%s' is not empty", folder);
    return FALSE;
  }
  return (g_mkdir_with_parents (units, 0755) == 0 && g_access (units, W_OK) == 0) || fail_io (folder, error);
}

/* By time, the longest first; equal ones stay as they are. */
static gint by_seconds (gconstpointer a, gconstpointer b)
{
  const AfPlanUnit *x = *(const AfPlanUnit *const *)a, *y = *(const AfPlanUnit *const *)b;
  if (x->seconds != y->seconds)
    return x->seconds > y->seconds ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static char *object_text (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, object);
  return json_to_string (node, FALSE);
}

static char *units_text (const AfPlan *plan)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < plan->units->len; i++) {
    const AfPlanUnit *unit = plan->units->pdata[i];
    g_autofree char *what = object_text (unit->what);
    char seconds[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd (seconds, sizeof seconds, "%.1f", unit->seconds);
    g_string_append_printf (text, "{\"unit\":%u,\"seconds\":%s,\"what\":%s}%s\n", unit->number, seconds, what,
                            i + 1 < plan->units->len ? "," : "");
  }
  return g_string_free (text, FALSE);
}

/* Of the running program: machines that share a plan must have the same one. */
static char *build_key (void)
{
  g_autofree char *bytes = NULL;
  gsize length = 0;
  if (!g_file_get_contents ("/proc/self/exe", &bytes, &length, NULL))
    return g_strdup ("");
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)bytes, length);
}

/* Of all that a plan says: whoever reads it knows by this that it is whole. */
static char *key_of (const char *build, const char *head, const char *units, gsize length)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (sum, (const guchar *)build, -1);
  g_checksum_update (sum, (const guchar *)head, -1);
  g_checksum_update (sum, (const guchar *)units, (gssize)length);
  return g_strdup (g_checksum_get_string (sum));
}

gboolean af_plan_write (AfPlan *plan, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "plan.json", NULL), *head = object_text (plan->head);
  g_autofree char *build = build_key ();
  g_autoptr (GError) reason = NULL;
  for (guint i = 0; i < plan->units->len; i++)
    ((AfPlanUnit *)plan->units->pdata[i])->number = i;
  g_ptr_array_sort (plan->units, by_seconds);
  for (guint i = 0; i < plan->units->len; i++)
    ((AfPlanUnit *)plan->units->pdata[i])->number = i + 1;
  g_autofree char *units = units_text (plan);
  g_free (plan->key);
  plan->key = key_of (build, head, units, strlen (units));
  g_free (plan->folder);
  plan->folder = g_canonicalize_filename (folder, NULL);
  g_autofree char *text = g_strdup_printf (
    "{\"format\":%d,\"tool\":\"%s\",\"build\":\"%s\",\"kind\":\"%s\",\"key\":\"%s\"" HEAD "%s" UNITS "%s" END, FORMAT,
    TOOL, build, plan->kind, plan->key, head, units);
  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644,
                                &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", reason->message);
  return FALSE;
}

/* --- reading --- */

static gboolean fail_broken (const char *path, const char *why, GError **error)
{
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "make the plan again", "'%s' is no plan: %s", path, why);
  return FALSE;
}

static const char *text_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : "";
}

static gint64 number_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : 0;
}

static gboolean read_unit (AfPlan *plan, JsonNode *node)
{
  JsonObject *line = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *what = line ? json_object_get_member (line, "what") : NULL;
  JsonNode *seconds = line ? json_object_get_member (line, "seconds") : NULL;
  if (!what || !JSON_NODE_HOLDS_OBJECT (what) || !seconds || !JSON_NODE_HOLDS_VALUE (seconds)
      || number_of (line, "unit") != (gint64)plan->units->len + 1)
    return FALSE;
  af_plan_add (plan, json_node_get_double (seconds), json_object_ref (json_node_get_object (what)));
  ((AfPlanUnit *)plan->units->pdata[plan->units->len - 1])->number = plan->units->len;
  return TRUE;
}

static AfPlan *read_plan (JsonObject *root, const char *path, GError **error)
{
  JsonNode *head = json_object_get_member (root, "head"), *list = json_object_get_member (root, "units");
  if (!head || !JSON_NODE_HOLDS_OBJECT (head) || !list || !JSON_NODE_HOLDS_ARRAY (list)) {
    fail_broken (path, "members are missing", error);
    return NULL;
  }
  g_autoptr (AfPlan) plan = af_plan_new (text_of (root, "kind"), json_object_ref (json_node_get_object (head)));
  JsonArray *units = json_node_get_array (list);
  plan->key = g_strdup (text_of (root, "key"));
  for (guint i = 0; i < json_array_get_length (units); i++)
    if (!read_unit (plan, json_array_get_element (units, i))) {
      g_autofree char *why = g_strdup_printf ("unit %u is broken", i + 1);
      fail_broken (path, why, error);
      return NULL;
    }
  return g_steal_pointer (&plan);
}

/* One digit that has become another would be another night: compares the key with the text. */
static gboolean is_whole (const AfPlan *plan, JsonObject *root, const char *text, gsize length)
{
  const char *head = strstr (text, HEAD), *units = head ? strstr (head, UNITS) : NULL;
  if (!units || !g_str_has_suffix (units, END))
    return FALSE;
  g_autofree char *first = g_strndup (head + strlen (HEAD), (gsize)(units - head) - strlen (HEAD));
  units += strlen (UNITS);
  g_autofree char *key = key_of (text_of (root, "build"), first, units, length - (gsize)(units - text) - strlen (END));
  return strcmp (key, plan->key) == 0;
}

static gboolean check_version (JsonObject *root, const char *path, const char *kind, gboolean same_build,
                               GError **error)
{
  const char *other = text_of (root, "kind");
  g_autofree char *build = same_build ? build_key () : NULL;
  if (number_of (root, "format") != FORMAT || strcmp (text_of (root, "tool"), TOOL) != 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "make the plan again, or use the version that made it",
                 "'%s' was made by %s (format %" G_GINT64_FORMAT "), this is " TOOL " (format %d)", path,
                 *text_of (root, "tool") ? text_of (root, "tool") : "another program", number_of (root, "format"),
                 FORMAT);
    return FALSE;
  }
  if (strcmp (other, kind) != 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
                 strcmp (other, "benchmark") == 0 ? "bench/autofix-bench works on it" : "autofix works on it",
                 "'%s' is the plan of a %s, not of a %s", path, other, kind);
    return FALSE;
  }
  if (!build || strcmp (build, text_of (root, "build")) == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
               "all machines need the same program: install the one that made the plan, or make the plan again",
               "'%s' was made by another build of " TOOL, path);
  return FALSE;
}

AfPlan *af_plan_load (const char *folder, const char *kind, gboolean same_build, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "plan.json", NULL);
  g_autoptr (GError) reason = NULL;
  gsize length = 0;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix nightly --plan DIR makes one", "no plan in '%s'", folder);
    return NULL;
  }
  g_autofree char *text = af_read_file (path, AF_READ_MOST_RESULTS, &length, error);
  if (!text)
    return NULL;
  g_autoptr (JsonNode) node = af_json_parse (text, length, &reason);
  if (!node || !JSON_NODE_HOLDS_OBJECT (node)) {
    fail_broken (path, reason ? reason->message : "no object", error);
    return NULL;
  }
  JsonObject *root = json_node_get_object (node);
  if (!check_version (root, path, kind, same_build, error))
    return NULL;
  g_autoptr (AfPlan) plan = read_plan (root, path, error);
  if (plan && !is_whole (plan, root, text, length)) {
    fail_broken (path, "it has been changed since it was made", error);
    return NULL;
  }
  if (plan)
    plan->folder = g_canonicalize_filename (folder, NULL);
  return g_steal_pointer (&plan);
}

guint af_plan_number (const AfPlan *plan, const char *word, GError **error)
{
  guint64 number = 0;
  if (plan->units->len > 0 && g_ascii_string_to_unsigned (word, 10, 1, plan->units->len, &number, NULL))
    return (guint)number;
  g_autofree char *hint = g_strdup_printf ("its units are 1 to %u", plan->units->len);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "the plan has no unit '%s'", word);
  return 0;
}
