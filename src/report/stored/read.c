/* results.json read back.
 *
 * In:  the output folder.   Out: faults and fixes by ID, sources as the run read them.
 *
 * The shape is checked once, when the file is read (shape.c), and so are the edits of all fixes against the recorded
 * sources. */
#include "report/report-internal.h"

#include <string.h>

#include "report/stored.h"
#include "util/error.h"
#include "util/files/read.h"

struct AfStored {
  JsonNode *tree;
  JsonObject *root;
  GPtrArray *sources; /* of AfSource */
};

void af_stored_free (AfStored *stored)
{
  if (!stored)
    return;
  g_clear_pointer (&stored->tree, json_node_unref);
  g_clear_pointer (&stored->sources, g_ptr_array_unref);
  g_free (stored);
}

/* --- members --- */

/* The member, or null where it is none or no number, text or truth value. */
static JsonNode *value_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

const char *af_stored_text (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name);
  const char *text = node ? json_node_get_string (node) : NULL;
  return text ? text : "";
}

gint64 af_stored_int (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name);
  return node ? json_node_get_int (node) : 0;
}

double af_stored_real (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name);
  return node ? json_node_get_double (node) : 0;
}

gboolean af_stored_bool (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name);
  return node ? json_node_get_boolean (node) : FALSE;
}

JsonObject *af_stored_object (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *af_stored_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

guint af_stored_length (JsonObject *object, const char *name)
{
  JsonArray *array = af_stored_array (object, name);
  return array ? json_array_get_length (array) : 0;
}

gboolean af_stored_has_fix (JsonObject *fault)
{
  return af_stored_length (fault, "fixes") > 0 && !*af_stored_text (af_stored_at (fault, "fixes", 0), "last_resort");
}

JsonObject *af_stored_at (JsonObject *object, const char *name, guint i)
{
  return json_array_get_object_element (af_stored_array (object, name), i);
}

/* Bytes that were no UTF-8 stand in @exact as base64, beside the readable @name. */
static char *take_text (JsonObject *object, const char *name, const char *exact, gsize *length)
{
  const char *base64 = af_stored_text (object, exact);
  if (!*base64) {
    *length = strlen (af_stored_text (object, name));
    return g_strdup (af_stored_text (object, name));
  }
  g_autofree guchar *bytes = g_base64_decode (base64, length);
  return g_strndup ((const char *)bytes, *length);
}

GPtrArray *af_stored_edits (JsonObject *fix)
{
  GPtrArray *edits = af_edits_new ();
  for (guint i = 0; i < af_stored_length (fix, "edits"); i++) {
    JsonObject *edit = af_stored_at (fix, "edits", i);
    gsize length = 0;
    g_autofree char *text = take_text (edit, "text", "text_base64", &length);
    AfRange range = { 0, (guint)af_stored_int (edit, "start"), (guint)af_stored_int (edit, "end") };
    g_ptr_array_add (edits, af_edit_new (range, text, 0));
  }
  return edits;
}

/* --- the file --- */

static gboolean edits_fit (const AfStored *stored, JsonObject *fix)
{
  const AfSource *source = af_stored_source (stored, af_stored_text (fix, "file"));
  gint64 done = 0;
  for (guint i = 0; i < af_stored_length (fix, "edits"); i++) {
    JsonObject *edit = af_stored_at (fix, "edits", i);
    gint64 start = af_stored_int (edit, "start"), end = af_stored_int (edit, "end");
    if (!source || start < done || end < start || (guint64)end > source->length)
      return FALSE;
    done = end;
  }
  return source != NULL;
}

static char *check_edits (const AfStored *stored)
{
  for (guint i = 0; i < af_stored_length (stored->root, "faults"); i++) {
    JsonObject *fault = af_stored_at (stored->root, "faults", i);
    for (guint j = 0; j < af_stored_length (fault, "fixes"); j++) {
      JsonObject *fix = af_stored_at (fault, "fixes", j);
      if (!edits_fit (stored, fix))
        return g_strdup_printf ("the edits of fix '%s' do not fit its file", af_stored_text (fix, "id"));
    }
  }
  return NULL;
}

static void read_sources (AfStored *stored)
{
  JsonObject *module = af_stored_module (stored);
  for (guint i = 0; i < af_stored_length (module, "sources"); i++) {
    JsonObject *object = af_stored_at (module, "sources", i);
    gsize length = 0;
    g_autofree char *text = take_text (object, "text", "text_base64", &length);
    g_ptr_array_add (stored->sources, af_source_new (af_stored_text (object, "path"), text, length));
  }
}

AfStored *af_stored_parse (const char *text, const char *name, GError **error)
{
  g_autoptr (AfStored) stored = g_new0 (AfStored, 1);
  g_autoptr (GError) reason = NULL;
  stored->sources = g_ptr_array_new_with_free_func ((GDestroyNotify)af_source_free);
  stored->tree = af_json_parse (text, strlen (text), &reason);
  stored->root = stored->tree && JSON_NODE_HOLDS_OBJECT (stored->tree) ? json_node_get_object (stored->tree) : NULL;
  g_autofree char *what = !stored->tree   ? g_strdup (reason->message)
                          : !stored->root ? g_strdup ("not a JSON object")
                                          : af_shape_check (stored->root);
  if (!what) {
    read_sources (stored);
    what = check_edits (stored);
  }
  if (!what)
    return g_steal_pointer (&stored);
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "autofix run FILE.c writes them again", "%s: %s", name, what);
  return NULL;
}

AfStored *af_stored_load (const char *dir, GError **error)
{
  g_autofree char *path = g_build_filename (dir, "results.json", NULL);
  g_autofree char *text = NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "run autofix run FILE.c first, or name the folder with --output",
                 "no results in '%s'", dir);
    return NULL;
  }
  text = af_read_file (path, AF_READ_MOST_RESULTS, NULL, error);
  return text ? af_stored_parse (text, path, error) : NULL;
}

JsonObject *af_stored_root (const AfStored *stored)
{
  return stored->root;
}

JsonObject *af_stored_module (const AfStored *stored)
{
  return json_object_get_object_member (stored->root, "module");
}

JsonArray *af_stored_faults (const AfStored *stored)
{
  return json_object_get_array_member (stored->root, "faults");
}

gboolean af_stored_is_part (const AfStored *stored, JsonObject *fault)
{
  const char *whole = af_stored_text (fault, "part_of");
  for (guint i = 0; *whole && i < af_stored_length (stored->root, "faults"); i++)
    if (strcmp (af_stored_text (af_stored_at (stored->root, "faults", i), "id"), whole) == 0)
      return TRUE;
  return FALSE;
}

GPtrArray *af_stored_reports (const AfStored *stored)
{
  GPtrArray *reports = g_ptr_array_new ();
  for (guint i = 0; i < af_stored_length (stored->root, "faults"); i++) {
    JsonObject *fault = af_stored_at (stored->root, "faults", i);
    if (!af_stored_is_part (stored, fault))
      g_ptr_array_add (reports, fault);
  }
  return reports;
}

/* An ID of the other kind: "X-3a91c2-1" where a fault is wanted, and the other way round. */
static void complain_of_kind (const char *id, GError **error)
{
  gboolean is_fix = g_str_has_prefix (id, "X-");
  g_autofree char *fault = g_strndup (id + 1, strcspn (id + 2, "-") + 1);
  g_autofree char *hint = g_strdup_printf ("replay, show, mark and judge --fault take a fault (F%s); "
                                           "apply, show and mark a fix (X%s-1)",
                                           fault, fault);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "'%s' is a %s, and a %s is wanted", id,
               is_fix ? "fix" : "fault", is_fix ? "fault" : "fix");
}

JsonObject *af_stored_fault (const AfStored *stored, const char *id, GError **error)
{
  for (guint i = 0; i < af_stored_length (stored->root, "faults"); i++)
    if (strcmp (af_stored_text (af_stored_at (stored->root, "faults", i), "id"), id) == 0)
      return af_stored_at (stored->root, "faults", i);
  if (g_str_has_prefix (id, "X-"))
    complain_of_kind (id, error);
  else
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix show lists them", "the last run found no fault '%s'", id);
  return NULL;
}

JsonObject *af_stored_fix (const AfStored *stored, const char *id, JsonObject **of, GError **error)
{
  for (guint i = 0; i < af_stored_length (stored->root, "faults"); i++) {
    JsonObject *fault = af_stored_at (stored->root, "faults", i);
    for (guint j = 0; j < af_stored_length (fault, "fixes"); j++) {
      JsonObject *fix = af_stored_at (fault, "fixes", j);
      if (strcmp (af_stored_text (fix, "id"), id) != 0)
        continue;
      if (of)
        *of = fault;
      return fix;
    }
  }
  if (g_str_has_prefix (id, "F-"))
    complain_of_kind (id, error);
  else
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix show lists them", "the last run offered no fix '%s'", id);
  return NULL;
}

/* --- sources --- */

const AfSource *af_stored_source (const AfStored *stored, const char *path)
{
  for (guint i = 0; i < stored->sources->len; i++)
    if (strcmp (((const AfSource *)stored->sources->pdata[i])->path, path) == 0)
      return stored->sources->pdata[i];
  return NULL;
}

char **af_stored_paths (const AfStored *stored)
{
  char **paths = g_new0 (char *, stored->sources->len + 1);
  for (guint i = 0; i < stored->sources->len; i++)
    paths[i] = g_strdup (((const AfSource *)stored->sources->pdata[i])->path);
  return paths;
}

char **af_stored_words (const AfStored *stored, const char *name)
{
  JsonArray *words = af_stored_array (af_stored_module (stored), name);
  guint n = words ? json_array_get_length (words) : 0;
  char **list = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    list[i] = g_strdup (json_array_get_string_element (words, i));
  return list;
}

guint af_stored_effort (const AfStored *stored)
{
  return (guint)CLAMP (af_stored_int (stored->root, "effort"), 0, G_MAXINT);
}

guint64 af_stored_seed (const AfStored *stored)
{
  return g_ascii_strtoull (af_stored_text (stored->root, "seed"), NULL, 10);
}

void af_stored_position (const AfSource *source, guint offset, guint *line, guint *column)
{
  af_source_position (source, offset, line, column);
  const char *at = source->text + offset - (*column - 1), *end = source->text + offset;
  *column = 1;
  while (at < end) {
    gunichar c = g_utf8_get_char_validated (at, end - at);
    at = c == (gunichar)-1 || c == (gunichar)-2 ? at + 1 : g_utf8_next_char (at);
    ++*column;
  }
}

char *af_stored_changes (JsonObject *fault)
{
  const char *revision = af_stored_text (fault, "changed_since");
  g_autoptr (GString) text = g_string_new (NULL);
  if (!*revision)
    return NULL;
  g_string_append_printf (text, "since %s", revision);
  for (guint i = 0; i < af_stored_length (fault, "changed_by"); i++) {
    JsonObject *commit = af_stored_at (fault, "changed_by", i);
    const char *id = af_stored_text (commit, "id"), *author = af_stored_text (commit, "author");
    g_string_append_printf (text, "; %s%s%s%s%s", id, *id ? " " : "", author, *author ? ": " : "",
                            af_stored_text (commit, "title"));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
