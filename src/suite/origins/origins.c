/* Lists of tests from what a project has.
 *
 * In:  a folder that was built by automake, CMake or Meson, or a file that CTest, Meson, Check or a program of TAP has
 * written.
 * Out: the list as text, as tests/list.c reads it.
 *
 * Nothing of the project is run for it: what the build and the last `make check` have left says enough. */
#include "suite/origins/origins.h"

#include <string.h>

#include "suite/suite.h"
#include "util/error.h"
#include "util/files/read.h"

char *af_listing_quote (const char *word)
{
  gboolean is_plain = *word && !strpbrk (word, " \t'\"\\$`&|;<>()*?[]#~=%{}!\n");
  return is_plain ? g_strdup (word) : g_shell_quote (word);
}

static gboolean has_line_end (const char *text)
{
  return strpbrk (text, "\t\n\r") != NULL;
}

gboolean af_listing_add (AfListing *listing, const char *path, const AfListed *test, GError **error)
{
  g_autofree char *blank = g_strstrip (g_strdelimit (g_strdup (test->name), "\t\r\n", ' '));
  char *name = g_strdup (blank);
  if (*name == '#')
    *name = 'n';
  for (guint i = 2; g_hash_table_contains (listing->names, name); i++) {
    g_free (name);
    name = g_strdup_printf ("%s %u", blank, i);
  }
  g_hash_table_add (listing->names, name);
  if (!*name || has_line_end (test->command)) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "write the list by hand (docs/tests.md)",
                 *name ? "the command of test '%s' has a tab or a line end" : "a test has no name%s", name);
    return FALSE;
  }
  g_string_append_printf (listing->text, "%s\t%s%s%s\n", name, test->command, test->fields && *test->fields ? "\t" : "",
                          test->fields ? test->fields : "");
  listing->n_tests++;
  return TRUE;
}

/* @path from the folder, owned by the caller; null with AF_ERROR_USAGE where it lies outside. */
static char *path_in (const char *folder, const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, folder);
  gsize length = strlen (folder);
  if (g_str_equal (absolute, folder))
    return g_strdup (".");
  if (strncmp (absolute, folder, length) == 0 && absolute[length] == '/')
    return g_strdup (absolute + length + 1);
  af_error_at (error, AF_ERROR_USAGE, path, 0, 0,
               "tests run in a copy of the current folder: go to that of the project",
               "it lies outside of the current folder");
  return NULL;
}

static gboolean list_folder (AfListing *listing, const char *dir, GError **error)
{
  g_autofree char *makefile = g_build_filename (dir, "Makefile", NULL),
                  *ctest = g_build_filename (dir, "CTestTestfile.cmake", NULL),
                  *meson = g_build_filename (dir, "meson-info", "intro-tests.json", NULL);
  g_autofree char *absolute = g_canonicalize_filename (dir, listing->folder);
  if (g_file_test (meson, G_FILE_TEST_EXISTS))
    return af_listing_meson (listing, meson, absolute, error);
  if (g_file_test (ctest, G_FILE_TEST_EXISTS))
    return af_listing_ctest (listing, ctest, error);
  if (g_file_test (makefile, G_FILE_TEST_EXISTS))
    return af_listing_automake (listing, dir, error);
  af_error_at (error, AF_ERROR_USAGE, dir, 0, 0, "build the project first, or name a file: autofix help tests",
               "there is neither a Makefile of automake nor a CTestTestfile.cmake nor a meson-info");
  return FALSE;
}

/* The build folder that the file says nothing of: that in which it lies, or the one above its meson-info. */
static char *build_of (const AfListing *listing, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, listing->folder), *dir = g_path_get_dirname (absolute);
  g_autofree char *name = g_path_get_basename (dir);
  return g_str_equal (name, "meson-info") ? g_path_get_dirname (dir) : g_steal_pointer (&dir);
}

/* Of CTest or of Meson. */
static gboolean list_file (AfListing *listing, const char *path, GError **error)
{
  g_autofree char *text = af_read_file (path, AF_READ_MOST, NULL, error), *build = build_of (listing, path);
  if (!text)
    return FALSE;
  return text[strspn (text, " \t\r\n")] == '[' ? af_listing_meson (listing, path, build, error)
                                               : af_listing_ctest (listing, path, error);
}

static gboolean list_output (AfListing *listing, const AfTestsSource *source, GCancellable *cancel, GError **error)
{
  const char *path = source->path;
  g_autofree char *text =
    af_read_stream (g_str_equal (path, "-") ? "/dev/stdin" : path, AF_READ_MOST, cancel, NULL, error);
  return text
         && (source->tap ? af_listing_tap (listing, path, text, source->tap, error)
                         : af_listing_check (listing, path, text, source->check, error));
}

static gboolean list_any (AfListing *listing, const AfTestsSource *source, GCancellable *cancel, GError **error)
{
  if (source->tap || source->check)
    return list_output (listing, source, cancel, error);
  if (g_str_equal (source->path, "-")) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--tap COMMAND or --check COMMAND, which is what has printed it",
                 "standard input is read only as TAP");
    return FALSE;
  }
  g_autofree char *path = path_in (listing->folder, source->path, error);
  if (!path)
    return FALSE;
  return g_file_test (path, G_FILE_TEST_IS_DIR) ? list_folder (listing, path, error) : list_file (listing, path, error);
}

char *af_suite_tests_list (const AfTestsSource *source, AfTestsCount *count, GCancellable *cancel, GError **error)
{
  g_autofree char *folder = g_get_current_dir ();
  g_autoptr (GString) text = g_string_new ("# name\tcommand\twhat passing means (none: exit status 0)\n");
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AfListing listing = { folder, text, names, 0, 0 };
  if (!list_any (&listing, source, cancel, error))
    return NULL;
  if (listing.n_tests == 0) {
    af_error (error, AF_ERROR_USAGE, "%s: names no test%s", source->path,
              listing.n_left_out > 0 ? " that is not skipped, disabled or expected to fail" : "");
    return NULL;
  }
  *count = (AfTestsCount){ listing.n_tests, listing.n_left_out };
  return g_string_free (g_steal_pointer (&text), FALSE);
}
