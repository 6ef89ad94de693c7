/* The tests of automake.
 *
 * In:  a Makefile that automake's configure has made: TESTS and SUBDIRS; the .trs files of the last `make check`.
 * Out: a test for each word of TESTS that was not skipped and is not expected to fail.
 *
 * A test is run by itself, with srcdir where it asks for that, which takes a tenth of the time that make takes.  Where
 * the Makefile has a driver, an interpreter or an environment of its own for tests, make runs it. */
#include "suite/origins/origins.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"

enum { MOST_DEPTH = 16 };

typedef struct {
  AfListing *listing;
  const char *dir, *path; /* of the Makefile, from the folder */
  GHashTable *variables;  /* char * -> char * */
} Makefile;

/* --- variables --- */

static void take_variable (GHashTable *variables, const char *line)
{
  gsize length = strspn (line, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.");
  const char *sign = line + length + strspn (line + length, " ");
  if (length == 0 || *line == '.' || (*sign != '=' && strncmp (sign, "+=", 2) != 0 && strncmp (sign, ":=", 2) != 0))
    return;
  char *name = g_strndup (line, length), *value = g_strstrip (g_strdup (strchr (sign, '=') + 1));
  const char *before = *sign == '+' ? g_hash_table_lookup (variables, name) : NULL;
  if (before) {
    char *both = g_strconcat (before, " ", value, NULL);
    g_free (value);
    value = both;
  }
  g_hash_table_replace (variables, name, value);
}

static GHashTable *read_variables (const char *text)
{
  GHashTable *variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) pieces = g_strsplit (text, "\\\n", -1);
  g_autofree char *joined = g_strjoinv (" ", pieces);
  g_auto (GStrv) lines = g_strsplit (joined, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    take_variable (variables, lines[i]);
  return variables;
}

/* @text with the values of its variables, owned by the caller; null where make must know more than that. */
static char *expand (GHashTable *variables, const char *text, guint depth)
{
  g_autoptr (GString) out = g_string_new (NULL);
  for (; *text; text++) {
    if (*text != '$') {
      g_string_append_c (out, *text);
      continue;
    }
    const char *end = text[1] == '(' ? strchr (text, ')') : text[1] == '{' ? strchr (text, '}') : NULL;
    g_autofree char *name = end ? g_strndup (text + 2, (gsize)(end - text - 2)) : NULL;
    if (!name || depth >= MOST_DEPTH || strpbrk (name, "$: ,%"))
      return NULL;
    const char *value = g_hash_table_lookup (variables, name);
    g_autofree char *whole = expand (variables, value ? value : "", depth + 1);
    if (!whole)
      return NULL;
    g_string_append (out, whole);
    text = end;
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The words of a variable, null-terminated; null as expand. */
static char **words_of (const Makefile *makefile, const char *name)
{
  const char *value = g_hash_table_lookup (makefile->variables, name);
  g_autofree char *text = expand (makefile->variables, value ? value : "", 0);
  if (!text)
    return NULL;
  g_auto (GStrv) all = g_strsplit_set (text, " \t", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  for (guint i = 0; all[i]; i++)
    if (*all[i])
      g_strv_builder_add (words, all[i]);
  return g_strv_builder_end (words);
}

static gboolean is_set (const Makefile *makefile, const char *name)
{
  g_auto (GStrv) words = words_of (makefile, name);
  return !words || words[0];
}

/* Whether make has to run the tests: environment, interpreters, drivers other than the usual one. */
static gboolean needs_make (const Makefile *makefile)
{
  GHashTableIter iter;
  gpointer name, value;
  g_hash_table_iter_init (&iter, makefile->variables);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if ((g_str_has_suffix (name, "LOG_COMPILER") || g_str_has_suffix (name, "TESTS_ENVIRONMENT")
         || g_str_has_suffix (name, "LOG_FLAGS"))
        && is_set (makefile, name))
      return TRUE;
    else if (g_str_has_suffix (name, "LOG_DRIVER") && !strstr (value, "test-driver"))
      return TRUE;
  return FALSE;
}

/* --- one test --- */

/* Where its results are: without EXEEXT and the extensions that automake was told; owned by the caller. */
static char *results_of (const Makefile *makefile, const char *word)
{
  g_auto (GStrv) extensions = words_of (makefile, "TEST_EXTENSIONS");
  g_autofree char *base = g_strdup (word);
  for (guint i = 0; extensions && extensions[i]; i++)
    if (g_str_has_suffix (base, extensions[i])) {
      base[strlen (base) - strlen (extensions[i])] = '\0';
      break;
    }
  g_autofree char *file = g_strconcat (base, ".trs", NULL);
  return g_build_filename (makefile->dir, file, NULL);
}

/* What the last `make check` says of it: how many results, and whether all count. */
static gboolean counts (const char *path, guint *n_results)
{
  g_autofree char *text = NULL;
  gboolean counts = TRUE;
  *n_results = 0;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return TRUE;
  for (const char *at = text; (at = strstr (at, ":test-result:")) != NULL; (*n_results)++) {
    at += strlen (":test-result:");
    at += strspn (at, " ");
    counts &= g_str_has_prefix (at, "PASS") || g_str_has_prefix (at, "FAIL") || g_str_has_prefix (at, "ERROR");
  }
  return counts || *n_results > 1;
}

static gboolean asks_for_srcdir (const char *path)
{
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, NULL);
  return text && memmem (text, length, "srcdir", strlen ("srcdir"));
}

/* Owned by the caller. */
static char *own_command (const Makefile *makefile, const char *word)
{
  const char *value = g_hash_table_lookup (makefile->variables, "srcdir"), *srcdir = value && *value ? value : ".";
  g_autofree char *built = g_build_filename (makefile->dir, word, NULL),
                  *source = g_path_is_absolute (srcdir) ? g_build_filename (srcdir, word, NULL)
                                                        : g_build_filename (makefile->dir, srcdir, word, NULL);
  gboolean is_source = !g_file_test (built, G_FILE_TEST_EXISTS) && g_file_test (source, G_FILE_TEST_EXISTS);
  g_autofree char *program = af_listing_quote (word), *folder = af_listing_quote (srcdir),
                  *dir = af_listing_quote (makefile->dir);
  gboolean is_here = g_str_equal (makefile->dir, "."), asks = asks_for_srcdir (is_source ? source : built);
  g_autoptr (GString) command = g_string_new (NULL);
  if (!is_here)
    g_string_append_printf (command, "cd %s && ", dir);
  if (asks)
    g_string_append_printf (command, "srcdir=%s ", folder);
  if (is_source && !g_str_equal (srcdir, "."))
    g_string_append_printf (command, "%s/", folder);
  else if (!g_path_is_absolute (word))
    g_string_append (command, "./");
  g_string_append (command, program);
  return g_string_free (g_steal_pointer (&command), FALSE);
}

static gboolean add_test (const Makefile *makefile, const char *word, gboolean by_make, GError **error)
{
  guint n_results = 0;
  g_autofree char *results = results_of (makefile, word);
  if (!counts (results, &n_results)) {
    makefile->listing->n_left_out++;
    return TRUE;
  }
  gboolean is_here = g_str_equal (makefile->dir, ".");
  g_autofree char *dir = af_listing_quote (makefile->dir), *quoted = af_listing_quote (word);
  g_autofree char *command =
    by_make || n_results > 1
      ? g_strdup_printf ("make -s%s%s check TESTS=%s", is_here ? "" : " -C ", is_here ? "" : dir, quoted)
      : own_command (makefile, word);
  g_autofree char *name = is_here ? g_strdup (word) : g_build_filename (makefile->dir, word, NULL);
  const AfListed test = { name, command, by_make || n_results > 1 ? "timeout=60" : NULL };
  return af_listing_add (makefile->listing, makefile->path, &test, error);
}

/* --- Makefiles --- */

static gboolean fail_variable (const Makefile *makefile, const char *name, GError **error)
{
  af_error_at (error, AF_ERROR_USAGE, makefile->path, 0, 0,
               "--test-command 'make -s check TESTS={}' with --test-names runs them by name",
               "%s is made by functions of make", name);
  return FALSE;
}

static gboolean list_makefile (AfListing *listing, const char *dir, guint depth, GError **error);

static gboolean list_subdirs (const Makefile *makefile, guint depth, GError **error)
{
  g_auto (GStrv) subdirs = words_of (makefile, "SUBDIRS");
  if (!subdirs)
    return fail_variable (makefile, "SUBDIRS", error);
  for (guint i = 0; subdirs[i] && depth < MOST_DEPTH; i++) {
    g_autofree char *dir =
      g_str_equal (makefile->dir, ".") ? g_strdup (subdirs[i]) : g_build_filename (makefile->dir, subdirs[i], NULL);
    g_autofree char *path = g_build_filename (dir, "Makefile", NULL);
    if (!g_str_equal (subdirs[i], ".") && g_file_test (path, G_FILE_TEST_EXISTS)
        && !list_makefile (makefile->listing, dir, depth + 1, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean list_makefile (AfListing *listing, const char *dir, guint depth, GError **error)
{
  g_autofree char *path = g_str_equal (dir, ".") ? g_strdup ("Makefile") : g_build_filename (dir, "Makefile", NULL);
  g_autofree char *text = af_read_file (path, AF_READ_MOST, NULL, error);
  if (!text)
    return FALSE;
  if (!strstr (text, "generated by automake")) {
    if (depth > 0)
      return TRUE; /* a folder with a Makefile of its own */
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0,
                 "write a list by hand (docs/tests.md), or give --tap COMMAND what your tests print",
                 "automake has not made it, so that it does not say what the tests are");
    return FALSE;
  }
  g_autoptr (GHashTable) variables = read_variables (text);
  const Makefile makefile = { listing, dir, path, variables };
  g_auto (GStrv) tests = words_of (&makefile, "TESTS");
  if (!tests)
    return fail_variable (&makefile, "TESTS", error);
  gboolean by_make = needs_make (&makefile);
  for (guint i = 0; tests[i]; i++)
    if (!add_test (&makefile, tests[i], by_make, error))
      return FALSE;
  return list_subdirs (&makefile, depth, error);
}

gboolean af_listing_automake (AfListing *listing, const char *dir, GError **error)
{
  return list_makefile (listing, dir, 0, error);
}
