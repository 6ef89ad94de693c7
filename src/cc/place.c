/* Where faults go, and the log.
 *
 * In:  the environment and the folder we are started in.   Out: an absolute path, which is compiled into the woven
 * objects.
 *
 * A recursive make compiles in many folders; their faults belong together.  So a folder autofix-cc.out that already
 * exists further up is used, and a configure script, whose probes come first, has it made where it runs. */
#include "cc/cc-internal.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define FOLDER_NAME "autofix-cc.out"
#define MAX_DEPTH 8      /* of the search for further folders of faults */
#define MAX_FOLDERS 5000 /* that it looks into */

char *af_cc_out_folder (void)
{
  const char *wanted = g_getenv ("AUTOFIX_CC_OUT");
  g_autofree char *here = g_get_current_dir ();
  if (wanted && *wanted)
    return g_canonicalize_filename (wanted, here);
  g_autofree char *folder = g_strdup (here);
  for (;;) {
    g_autofree char *candidate = g_build_filename (folder, FOLDER_NAME, NULL);
    if (g_file_test (candidate, G_FILE_TEST_IS_DIR))
      return g_steal_pointer (&candidate);
    char *up = g_path_get_dirname (folder);
    gboolean is_top = g_str_equal (up, folder);
    g_free (folder);
    folder = up;
    if (is_top)
      return g_build_filename (here, FOLDER_NAME, NULL);
  }
}

void af_cc_announce_folder (void)
{
  if (!g_file_test ("config.log", G_FILE_TEST_EXISTS))
    return;
  g_autofree char *folder = af_cc_out_folder ();
  g_mkdir_with_parents (folder, 0777);
}

/* Adds the folders of faults below @folder to @found, but for those that are there. */
static void search (const char *folder, guint depth, guint *n_seen, GPtrArray *found)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)) && *n_seen < MAX_FOLDERS) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    if (*name == '.' || g_file_test (path, G_FILE_TEST_IS_SYMLINK) || !g_file_test (path, G_FILE_TEST_IS_DIR))
      continue;
    ++*n_seen;
    if (!g_str_equal (name, FOLDER_NAME) && depth < MAX_DEPTH)
      search (path, depth + 1, n_seen, found);
    else if (g_str_equal (name, FOLDER_NAME) && !g_ptr_array_find_with_equal_func (found, path, g_str_equal, NULL))
      g_ptr_array_add (found, g_steal_pointer (&path));
  }
}

static gint by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *af_cc_out_folders_beside (const char *folder)
{
  g_autofree char *path = g_canonicalize_filename (folder, NULL), *name = g_path_get_basename (path);
  g_autofree char *root = g_str_equal (name, FOLDER_NAME) ? g_path_get_dirname (path) : g_strdup (path);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  guint n_seen = 0;
  g_ptr_array_add (found, g_steal_pointer (&path));
  search (root, 0, &n_seen, found);
  g_ptr_array_remove_index (found, 0);
  g_ptr_array_sort (found, by_name);
  return g_steal_pointer (&found);
}

/* --- the log --- */

/* AUTOFIX_CC_LOG=FILE: what became of each source, for people who wonder why a fault was not seen, and for tables.
 *
 * Out: lines of words parted by tabs, appended in one write each, so that compilations side by side do not mix them:
 *
 *     unit      src/a.c  12  1  2  30  80  9000 routines; those left as they are; clauses, written and implied;
 * processor time in ms and memory in kB for reading and weaving it skipped   src/a.c  f   variadic           a routine
 * that is left as it is, and why broken    src/a.c  contract of ...        a contract that is none (autofix lint has
 * the place), and is left out cost      src/a.c  41  95                 processor time in ms: of the plain compilation,
 * of all that we did besides plain     src/a.c  parse error ...        the whole source stays as it is, and why */
void af_cc_log (const char *format, ...)
{
  const char *path = g_getenv ("AUTOFIX_CC_LOG");
  if (!path || !*path)
    return;
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_strdelimit (text, "\n\r", ' ');
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  int file = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    return;
  /* what is lost here is only a note */
  ssize_t written = write (file, line, strlen (line));
  (void)written;
  close (file);
}
