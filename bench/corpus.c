/* Reading a corpus.
 *
 * In:  a folder.   Out: its planted faults, with what their descriptions say.
 *
 *     ring/ring.c  ring/ring.h                the correct module
 *     ring/oracle.c                           a random test against a model: exit status 0 accepts
 *     ring/faults/03-rotate-empty.patch       turns the correct module into the faulty one
 *     ring/faults/03-rotate-empty.txt         routine: ring_rotate, kind: implicit-arith, class: ..., fix: ...
 *
 * Whatever else lies there (a README) is passed over. */
#include "bench/corpus.h"

#include <string.h>

#include "util/error.h"

static const char *const classes[] = {
#define AF_CLASS(number, words) [number] = words,
#include "bench/taxonomy.def"
#undef AF_CLASS
};

void af_plant_free (AfPlant *plant)
{
  if (!plant)
    return;
  g_free (plant->name);
  g_free (plant->title);
  g_free (plant->module);
  g_free (plant->folder);
  g_free (plant->patch);
  g_free (plant->description);
  g_free (plant->routine);
  g_free (plant->kind);
  g_free (plant->words);
  g_free (plant->repair);
  g_free (plant->contracts);
  g_free (plant);
}

char *af_plant_class (const AfPlant *plant)
{
  if (plant->taxonomy > 0)
    return g_strdup_printf ("%2u %s", plant->taxonomy, classes[plant->taxonomy]);
  return g_strdup (plant->words);
}

/* --- descriptions --- */

static gboolean fail_line (GError **error, const char *path, guint line, const char *hint, const char *key,
                           const char *what)
{
  af_error_at (error, AF_ERROR_USAGE, path, line, 0, hint, "'%s' %s", key, what);
  return FALSE;
}

static gboolean take_taxonomy (AfPlant *plant, const char *path, guint line, const char *value, GError **error)
{
  guint64 number = 0;
  if (plant->taxonomy > 0)
    return fail_line (error, path, line, NULL, "taxonomy", "is given twice");
  if (!g_ascii_string_to_unsigned (value, 10, 1, G_N_ELEMENTS (classes) - 1, &number, NULL))
    return fail_line (error, path, line, "a row of bench/taxonomy.def: 1 to 46", value,
                      "is not a class of the taxonomy");
  plant->taxonomy = (guint)number;
  return TRUE;
}

static char **place (AfPlant *plant, const char *key)
{
  return strcmp (key, "routine") == 0     ? &plant->routine
         : strcmp (key, "kind") == 0      ? &plant->kind
         : strcmp (key, "class") == 0     ? &plant->words
         : strcmp (key, "fix") == 0       ? &plant->repair
         : strcmp (key, "contracts") == 0 ? &plant->contracts
                                          : NULL;
}

static gboolean take_line (AfPlant *plant, const char *path, guint line, const char *text, gboolean strict,
                           GError **error)
{
  const char *colon = strchr (text, ':');
  if (!colon || colon == text)
    return fail_line (error, path, line, "each line is `key: value`", text, "has no key");
  g_autofree char *key = g_strndup (text, (gsize)(colon - text));
  g_autofree char *value = g_strstrip (g_strdup (colon + 1));
  char **to = place (plant, key);
  if (!to && strcmp (key, "taxonomy") != 0) {
    if (!strict)
      return TRUE;
    return fail_line (error, path, line, "known keys: routine, kind, class, fix, taxonomy, contracts", key,
                      "is not a known key");
  }
  if (!*value)
    return fail_line (error, path, line, NULL, key, "has no value");
  if (!to)
    return take_taxonomy (plant, path, line, value, error);
  if (*to)
    return fail_line (error, path, line, NULL, key, "is given twice");
  if (to == &plant->contracts && strcmp (value, "strong") != 0 && strcmp (value, "weak") != 0)
    return fail_line (error, path, line, "strong or weak", value, "is not a strength of contracts");
  *to = g_steal_pointer (&value);
  return TRUE;
}

gboolean af_plant_parse (AfPlant *plant, const char *path, const char *text, gboolean strict, GError **error)
{
  static const char *const needed[] = { "routine", "kind", "class", "fix" };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;
  for (; lines[n]; n++)
    if (*g_strstrip (lines[n]) && !take_line (plant, path, n + 1, lines[n], strict, error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (!*place (plant, needed[i]))
      return fail_line (error, path, MAX (n, 2) - 1, NULL, needed[i], "is missing");
  return TRUE;
}

/* --- folders --- */

static int by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Names in @folder, sorted. */
static GPtrArray *names_in (const char *folder, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  if (!dir) {
    af_error (error, AF_ERROR_IO, "%s", cause->message);
    return NULL;
  }
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; (name = g_dir_read_name (dir));)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, by_text);
  return names;
}

/* "03-rotate-empty.patch" of ring. */
static AfPlant *read_plant (const char *folder, const char *module, const char *file, gboolean strict, GError **error)
{
  g_autoptr (AfPlant) plant = g_new0 (AfPlant, 1);
  g_autofree char *base = g_strndup (file, strlen (file) - strlen (".patch"));
  g_autofree char *description = g_strconcat (base, ".txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  char *dash = strchr (base, '-');
  plant->name =
    dash ? g_strdup_printf ("%s/%.*s", module, (int)(dash - base), base) : g_strdup_printf ("%s/%s", module, base);
  plant->title = g_strdup (dash ? dash + 1 : base);
  plant->module = g_strdup (module);
  plant->folder = g_strdup (folder);
  plant->patch = g_build_filename (folder, "faults", file, NULL);
  plant->description = g_build_filename (folder, "faults", description, NULL);
  if (!g_file_get_contents (plant->description, &text, NULL, &cause)) {
    af_error (error, AF_ERROR_IO, "%s", cause->message);
    return NULL;
  }
  return af_plant_parse (plant, plant->description, text, strict, error) ? g_steal_pointer (&plant) : NULL;
}

static gboolean read_module (GPtrArray *plants, const char *corpus, const char *module, gboolean strict, GError **error)
{
  g_autofree char *folder = g_build_filename (corpus, module, NULL);
  g_autofree char *oracle = g_build_filename (folder, "oracle.c", NULL);
  g_autofree char *faults = g_build_filename (folder, "faults", NULL);
  if (!g_file_test (oracle, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  g_autoptr (GPtrArray) names = names_in (faults, error);
  for (guint i = 0; names && i < names->len; i++) {
    if (!g_str_has_suffix (names->pdata[i], ".patch"))
      continue;
    AfPlant *plant = read_plant (folder, module, names->pdata[i], strict, error);
    if (!plant)
      return FALSE;
    g_ptr_array_add (plants, plant);
  }
  return names != NULL;
}

/* Leaves those named in @only. */
static gboolean select_plants (GPtrArray *plants, const char *const *only, GError **error)
{
  g_autoptr (GHashTable) present = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < plants->len; i++)
    g_hash_table_add (present, ((const AfPlant *)plants->pdata[i])->name);
  for (guint i = 0; only[i]; i++)
    if (!g_hash_table_contains (present, only[i])) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "faults are named like ring/03", "no fault '%s' in the corpus",
                   only[i]);
      return FALSE;
    }
  for (guint i = plants->len; i-- > 0;)
    if (!g_strv_contains (only, ((const AfPlant *)plants->pdata[i])->name))
      g_ptr_array_remove_index (plants, i);
  return TRUE;
}

GPtrArray *af_corpus_read (const char *folder, const char *const *only, gboolean strict, GError **error)
{
  g_autoptr (GPtrArray) names = names_in (folder, error);
  g_autoptr (GPtrArray) plants = g_ptr_array_new_with_free_func ((GDestroyNotify)af_plant_free);
  if (!names)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    if (!read_module (plants, folder, names->pdata[i], strict, error))
      return NULL;
  if (plants->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "a corpus holds folders MODULE with oracle.c and faults/NN-*.patch",
                 "no planted fault below '%s'", folder);
    return NULL;
  }
  if (only && only[0] && !select_plants (plants, only, error))
    return NULL;
  return g_steal_pointer (&plants);
}
