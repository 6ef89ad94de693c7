/* Flags from compile_commands.json, the file in which build systems write down how each source is compiled.
 *
 * In:  sources.   Out: flags that say what the program means, with paths that do not depend on where the compiler ran.
 *
 *     {"directory": "/p/build", "file": "../ring.c", "command": "cc -I../include -DX=1 -o ring.o -c ../ring.c"}
 *       -> -I/p/include -DX=1
 *
 * The first source's flags come first; of the others, -I, -D and their kin that it lacks are added. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "commands/commands-internal.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

/* Options whose argument is a path; joined or in the next word. */
static const char *const path_options[] = { "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I" };
/* Options with a next word, both left out. */
static const char *const dropped_pairs[] = { "-o", "-MF", "-MT", "-MQ", "-MJ" };

static const char *path_option (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (path_options); i++)
    if (g_str_has_prefix (word, path_options[i]))
      return path_options[i];
  return NULL;
}

static gboolean is_dropped_pair (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (dropped_pairs); i++)
    if (strcmp (word, dropped_pairs[i]) == 0)
      return TRUE;
  return FALSE;
}

/* What a compiler is started through. */
static gboolean is_launcher (const char *word)
{
  g_autofree char *name = g_path_get_basename (word);
  return strcmp (name, "ccache") == 0 || strcmp (name, "distcc") == 0 || strcmp (name, "sccache") == 0;
}

static gboolean same_file (const char *word, const char *directory, const char *full)
{
  g_autofree char *path = g_canonicalize_filename (word, directory);
  return strcmp (path, full) == 0;
}

static void take_path_option (char **words, guint *i, const char *option, const char *directory, GPtrArray *flags)
{
  const char *path = words[*i] + strlen (option);
  if (!*path && words[*i + 1])
    path = words[++*i];
  g_autofree char *full = g_canonicalize_filename (path, directory);
  g_ptr_array_add (flags, g_strdup (option));
  g_ptr_array_add (flags, g_steal_pointer (&full));
}

static GPtrArray *meaningful (char **words, const char *directory, const char *file)
{
  GPtrArray *flags = g_ptr_array_new_with_free_func (g_free);
  guint i = 0;
  while (words[i] && is_launcher (words[i]))
    i++;
  for (i += words[i] != NULL; words[i]; i++) {
    const char *option = path_option (words[i]);
    if (is_dropped_pair (words[i])) {
      i += words[i + 1] != NULL;
      continue;
    }
    if (option)
      take_path_option (words, &i, option, directory, flags);
    else if (strcmp (words[i], "-c") != 0 && strncmp (words[i], "-M", 2) != 0 && strncmp (words[i], "-o", 2) != 0
             && strcmp (words[i], "--") != 0 && !same_file (words[i], directory, file))
      g_ptr_array_add (flags, g_strdup (words[i]));
  }
  return flags;
}

/* Text of a member; "" when it is not there. */
static const char *text_of (JsonObject *entry, const char *name)
{
  JsonNode *node = json_object_get_member (entry, name);
  const char *text = node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
  return text ? text : "";
}

static gboolean is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static gboolean are_texts (JsonNode *node)
{
  JsonArray *list = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; list && i < json_array_get_length (list); i++)
    if (!is_text (json_array_get_element (list, i)))
      return FALSE;
  return list != NULL;
}

/* What is wrong with an entry of the list: the member's name, or null. */
static const char *wrong_member (JsonObject *entry)
{
  static const char *const texts[] = { "directory", "file", "command" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    JsonNode *node = json_object_get_member (entry, texts[i]);
    if (node && !is_text (node))
      return texts[i];
  }
  JsonNode *arguments = json_object_get_member (entry, "arguments");
  return arguments && !are_texts (arguments) ? "arguments" : NULL;
}

static gboolean check_entries (JsonArray *entries, const char *path, GError **error)
{
  for (guint i = 0; i < json_array_get_length (entries); i++) {
    JsonNode *node = json_array_get_element (entries, i);
    const char *wrong = JSON_NODE_HOLDS_OBJECT (node) ? wrong_member (json_node_get_object (node)) : "";
    if (!wrong)
      continue;
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "give the flags after --", "entry %u%s%s%s", i + 1,
                 *wrong ? ": wrong type of member " : "", wrong, *wrong ? "" : " is no object");
    return FALSE;
  }
  return TRUE;
}

static char **words_of (JsonObject *entry)
{
  g_auto (GStrv) words = NULL;
  if (json_object_has_member (entry, "arguments")) {
    JsonArray *list = json_object_get_array_member (entry, "arguments");
    guint n = json_array_get_length (list);
    words = g_new0 (char *, n + 1);
    for (guint i = 0; i < n; i++)
      words[i] = g_strdup (json_array_get_string_element (list, i));
  } else if (!g_shell_parse_argv (text_of (entry, "command"), NULL, &words, NULL)) {
    words = g_new0 (char *, 1);
  }
  return g_steal_pointer (&words);
}

/* A file that was read: the first entry of each source. */
typedef struct {
  JsonNode *root;
  GHashTable *entries; /* absolute path (char *) -> JsonObject, of @root */
  char *base;          /* folder of the file */
} List;

static void list_free (gpointer data)
{
  List *list = data;
  json_node_unref (list->root);
  g_hash_table_unref (list->entries);
  g_free (list->base);
  g_free (list);
}

static char *directory_of (const List *list, JsonObject *entry)
{
  const char *named = text_of (entry, "directory");
  return g_canonicalize_filename (*named ? named : ".", list->base);
}

/* Takes @root over. */
static List *list_new (JsonNode *root, const char *path)
{
  List *list = g_new0 (List, 1);
  JsonArray *entries = json_node_get_array (root);
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  list->root = root;
  list->base = g_path_get_dirname (full);
  list->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < json_array_get_length (entries); i++) {
    JsonObject *entry = json_array_get_object_element (entries, i);
    g_autofree char *directory = directory_of (list, entry);
    g_autofree char *file = g_canonicalize_filename (text_of (entry, "file"), directory);
    if (!g_hash_table_contains (list->entries, file))
      g_hash_table_insert (list->entries, g_steal_pointer (&file), entry);
  }
  return list;
}

/* Flags of @source, or null if the list does not name it. */
static GPtrArray *flags_of (const List *list, const char *source)
{
  g_autofree char *full = g_canonicalize_filename (source, NULL);
  JsonObject *entry = g_hash_table_lookup (list->entries, full);
  if (!entry)
    return NULL;
  g_autofree char *directory = directory_of (list, entry);
  g_auto (GStrv) words = words_of (entry);
  return meaningful (words, directory, full);
}

static gboolean has_pair (const GPtrArray *flags, const char *option, const char *value)
{
  for (guint i = 0; i < flags->len; i++)
    if (strcmp (flags->pdata[i], option) == 0
        && (!value || (i + 1 < flags->len && strcmp (flags->pdata[i + 1], value) == 0)))
      return TRUE;
  return FALSE;
}

static void add_missing (GPtrArray *flags, const GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++) {
    const char *word = more->pdata[i];
    gboolean is_path = path_option (word) != NULL;
    const char *value = is_path && i + 1 < more->len ? more->pdata[++i] : NULL;
    if ((!is_path && strncmp (word, "-D", 2) != 0 && strncmp (word, "-U", 2) != 0) || has_pair (flags, word, value))
      continue;
    g_ptr_array_add (flags, g_strdup (word));
    if (value)
      g_ptr_array_add (flags, g_strdup (value));
  }
}

/* Path of the nearest compile_commands.json, or null. */
static char *find_list (const char *source)
{
  g_autofree char *full = g_canonicalize_filename (source, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  for (;;) {
    g_autofree char *path = g_build_filename (folder, "compile_commands.json", NULL);
    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
    char *up = g_path_get_dirname (folder);
    gboolean is_top = strcmp (up, folder) == 0;
    g_free (folder);
    folder = up;
    if (is_top)
      return NULL;
  }
}

/* Of the file at @path, read if it has not been; owned by @lists. */
static const List *list_at (GHashTable *lists, const char *path, GError **error)
{
  List *list = g_hash_table_lookup (lists, path);
  if (list)
    return list;
  g_autoptr (GError) reason = NULL;
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST_RESULTS, &length, &reason);
  g_autoptr (JsonNode) root = text ? af_json_parse (text, length, &reason) : NULL;
  if (!root || !JSON_NODE_HOLDS_ARRAY (root)) {
    af_error_at (error, AF_ERROR_USAGE, text ? path : NULL, 0, 0, "give the flags after --", "%s",
                 reason ? reason->message : "not a list of commands");
    return NULL;
  }
  if (!check_entries (json_node_get_array (root), path, error))
    return NULL;
  list = list_new (g_steal_pointer (&root), path);
  g_hash_table_insert (lists, g_strdup (path), list);
  return list;
}

GHashTable *af_compile_commands_lists (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, list_free);
}

char **af_compile_commands_flags_of (GHashTable *lists, char **sources, const char *folder, GError **error)
{
  g_autofree char *path = folder       ? g_build_filename (folder, "compile_commands.json", NULL)
                          : sources[0] ? find_list (sources[0])
                                       : NULL;
  if (!path)
    return g_new0 (char *, 1);
  const List *list = list_at (lists, path, error);
  if (!list)
    return NULL;
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; sources[i]; i++) {
    g_autoptr (GPtrArray) own = flags_of (list, sources[i]);
    if (own && flags->len == 0) {
      g_ptr_array_unref (flags);
      flags = g_steal_pointer (&own);
    } else if (own) {
      add_missing (flags, own);
    }
  }
  g_ptr_array_add (flags, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&flags), FALSE);
}

char **af_compile_commands_flags (char **sources, const char *folder, GError **error)
{
  g_autoptr (GHashTable) lists = af_compile_commands_lists ();
  return af_compile_commands_flags_of (lists, sources, folder, error);
}
