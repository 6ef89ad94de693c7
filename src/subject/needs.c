/* What the sources need and nothing defines, known before all of them are compiled.
 *
 * In:  the module's external symbols, its woven texts, what the user links.
 * Out: the error that the linker would end the build with.
 *
 * A library of a hundred files compiles for half a minute before the linker says that something is missing.  So an
 * object that only mentions the symbols is linked first.  What is missing there need not be missing: a call may be
 * dead code, a symbol may be defined by an assembler's line.  Certain is what the linker misses once the files that
 * mention it are compiled, and these are few. */
#include "subject/subject-internal.h"

#include <string.h>

#include "util/error.h"

/* With fewer sources the build itself says it soon enough; what more files mention is left to the build. */
enum { LEAST_SOURCES = 8, MOST_LINKED_SOURCES = 4, MOST_SYMBOLS = 3, MOST_USERS = 12 };

typedef struct {
  const AfCompile *compile;
  const char *folder;
  AfNeedsCompile compile_text;
  gpointer data;
} Needs;

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Array of char *, not owned. */
static GPtrArray *list_symbols (const AfModule *module)
{
  GPtrArray *symbols = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer symbol;
  g_hash_table_iter_init (&iter, module->external);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (!g_hash_table_contains (module->by_name, symbol))
      g_ptr_array_add (symbols, symbol);
  g_ptr_array_sort (symbols, by_name);
  return symbols;
}

static gboolean is_worth_it (const AfCompile *compile)
{
  guint n = 0;
  for (guint i = 0; compile->config->links && compile->config->links[i]; i++)
    n += g_str_has_suffix (compile->config->links[i], ".c");
  return compile->module->sources->len >= LEAST_SOURCES && n <= MOST_LINKED_SOURCES;
}

/* What the linker misses when it is given @objects; null: nothing, or it cannot be told.  @error is set when nothing
 * more can be done. */
static GPtrArray *link_objects (const Needs *needs, const GPtrArray *objects, GError **error)
{
  g_autofree char *module = g_build_filename (needs->folder, "needs.so", NULL), *messages = NULL;
  g_autoptr (GRegex) regex =
    g_regex_new ("(?:undefined reference to|undefined symbol:) [`'\"]?([A-Za-z0-9_.@$]+)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  if (af_compile_link (needs->compile, objects, module, &messages, error) || !messages)
    return NULL;
  GPtrArray *missing = g_ptr_array_new_with_free_func (g_free);
  for (g_regex_match (regex, messages, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL)) {
    g_autofree char *symbol = g_match_info_fetch (match, 1);
    if (!g_ptr_array_find_with_equal_func (missing, symbol, g_str_equal, NULL))
      g_ptr_array_add (missing, g_steal_pointer (&symbol));
  }
  g_ptr_array_sort (missing, by_name);
  return missing;
}

/* An object with the addresses of all symbols; null: it does not compile. */
static char *compile_symbols (const Needs *needs, const GPtrArray *symbols, GError **error)
{
  g_autofree char *path = g_build_filename (needs->folder, "needs.c", NULL), *messages = NULL;
  g_autofree char *object = g_build_filename (needs->folder, "needs.o", NULL);
  g_autoptr (GString) text = g_string_new ("__asm__ (\".pushsection .data\\n\"\n");
  for (guint i = 0; i < symbols->len; i++)
    g_string_append_printf (text, "\".dc.a %s\\n\"\n", (const char *)g_ptr_array_index (symbols, i));
  g_string_append (text, "\".popsection\\n\");\n");
  if (!g_file_set_contents (path, text->str, (gssize)text->len, NULL)
      || !af_compile_file (needs->compile, path, object, NULL, &messages, error))
    return NULL;
  return g_steal_pointer (&object);
}

/* Whether @symbol is missing beside all that mentions it; @error as above. */
static gboolean is_missing (const Needs *needs, const char *symbol, GError **error)
{
  const AfModule *module = needs->compile->module;
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->sources->len && objects->len <= MOST_USERS; i++) {
    const AfSource *source = af_module_source (module, (int)i);
    if (!af_text_has_word (source->text, symbol)) /* a literal counts: what an assembler is told */
      continue;
    char *object = needs->compile_text (i, needs->data, error);
    if (!object)
      return FALSE;
    g_ptr_array_add (objects, object);
  }
  if (objects->len == 0 || objects->len > MOST_USERS)
    return FALSE;
  g_autoptr (GPtrArray) missing = link_objects (needs, objects, error);
  return missing && g_ptr_array_find_with_equal_func (missing, symbol, g_str_equal, NULL);
}

gboolean af_needs_met (const AfCompile *compile, const char *folder, AfNeedsCompile compile_text, gpointer data,
                       GError **error)
{
  Needs needs = { compile, folder, compile_text, data };
  GError *reason = NULL;
  g_autoptr (GPtrArray) symbols = list_symbols (compile->module), objects = NULL, missing = NULL;
  if (symbols->len == 0 || !is_worth_it (compile))
    return TRUE;
  g_autofree char *driver = af_compile_driver (compile, &reason);
  char *object = driver ? compile_symbols (&needs, symbols, &reason) : NULL;
  objects = g_ptr_array_new_with_free_func (g_free);
  if (object) {
    g_ptr_array_add (objects, object);
    missing = link_objects (&needs, objects, &reason);
  }
  for (guint i = 0; missing && i < missing->len && i < MOST_SYMBOLS && !reason; i++) {
    const char *symbol = g_ptr_array_index (missing, i);
    if (!is_missing (&needs, symbol, &reason))
      continue;
    g_autofree char *message = g_strdup_printf ("undefined reference to `%s'", symbol);
    af_diagnose_link (message, error);
    return FALSE;
  }
  if (reason)
    g_propagate_error (error, reason);
  return !reason;
}
