/* Copies of the user's folder, and what is built and run in them.
 *
 * In:  the folder, the build command or the sources with their flags.   Out: places in which a test runs as it would in
 * the folder itself, each in the same state before each test.
 *
 * Each place has a table of its files with sizes and times, as the build left them.  After a test that is compared, and
 * what differs is put back from a copy that no test sees (`pristine`). */
#include "suite/process/project.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

#define MOST_FILES 50000u
#define MOST_BYTES ((gint64)1 << 30)
#define COPY_MS 300000u
#define BUILD_MS 600000u
#define MOST_OUTPUT (1u << 20)

typedef struct {
  gint64 size, seconds, nanoseconds;
  guint mode;
} Stamp;

/* --- the table of a place --- */

static gboolean is_left_out (const char *name, gboolean is_top)
{
  return is_top && (g_str_equal (name, ".git") || g_str_has_prefix (name, "autofix.out"));
}

/* Calls @visit for each file below @dir/@below; false from it ends the walk. */
static gboolean walk (const char *dir, const char *below,
                      gboolean (*visit) (const char *path, const struct stat *info, gpointer data), gpointer data)
{
  g_autofree char *folder = below ? g_build_filename (dir, below, NULL) : g_strdup (dir);
  g_autoptr (GDir) content = g_dir_open (folder, 0, NULL);
  const char *name;
  while (content && (name = g_dir_read_name (content))) {
    g_autofree char *path = below ? g_build_filename (below, name, NULL) : g_strdup (name);
    g_autofree char *full = g_build_filename (dir, path, NULL);
    struct stat info;
    if (is_left_out (name, !below) || lstat (full, &info) != 0)
      continue;
    if (!visit (path, &info, data) || (S_ISDIR (info.st_mode) && !walk (dir, path, visit, data)))
      return FALSE;
  }
  return TRUE;
}

static gboolean add_stamp (const char *path, const struct stat *info, gpointer data)
{
  Stamp stamp = { S_ISDIR (info->st_mode) ? 0 : info->st_size, S_ISDIR (info->st_mode) ? 0 : info->st_mtim.tv_sec,
                  S_ISDIR (info->st_mode) ? 0 : info->st_mtim.tv_nsec, info->st_mode };
  g_hash_table_insert (data, g_strdup (path), g_memdup2 (&stamp, sizeof stamp));
  return TRUE;
}

static GHashTable *stamps_of (const char *dir)
{
  GHashTable *stamps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  walk (dir, NULL, add_stamp, stamps);
  return stamps;
}

typedef struct {
  guint n;
  gint64 bytes;
} Size;

static gboolean add_size (const char *path G_GNUC_UNUSED, const struct stat *info, gpointer data)
{
  Size *size = data;
  size->n++;
  size->bytes += info->st_size;
  return size->n <= MOST_FILES && size->bytes <= MOST_BYTES;
}

/* --- copying --- */

static gboolean copy_tree (const AfProject *project, const char *from, const char *to, GError **error)
{
  static const char script[] = "rm -rf \"$2\" && mkdir -p \"$2\" && cd \"$1\" && for f in * .[!.]* ..?*; do "
                               "case $f in .git|autofix.out*) ;; *) if [ -e \"$f\" ] || [ -L \"$f\" ]; then cp -a -- "
                               "\"$f\" \"$2\" || exit 1; fi ;; "
                               "esac; done";
  const char *argv[] = { "/bin/sh", "-c", script, "sh", from, to, NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, NULL, COPY_MS, project->cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s: cannot be copied for the tests: %s", from, result.err ? result.err : "");
  return FALSE;
}

/* With its times, so that the table still fits. */
static gboolean copy_file (const char *from, const char *to)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  struct stat info;
  g_autofree char *folder = g_path_get_dirname (to);
  if (lstat (from, &info) != 0)
    return FALSE;
  if (S_ISDIR (info.st_mode))
    return g_mkdir_with_parents (to, info.st_mode & 07777) == 0;
  if (S_ISFIFO (info.st_mode))
    return mkfifo (to, info.st_mode & 07777) == 0;
  if (!S_ISREG (info.st_mode) && !S_ISLNK (info.st_mode))
    return TRUE; /* a socket is of no use without who listens */
  if (S_ISLNK (info.st_mode)) {
    g_autofree char *target = g_file_read_link (from, NULL);
    return target && symlink (target, to) == 0;
  }
  const struct timespec times[] = { info.st_atim, info.st_mtim };
  return g_mkdir_with_parents (folder, 0755) == 0 && g_file_get_contents (from, &text, &length, NULL)
         && g_file_set_contents (to, text, (gssize)length, NULL) && chmod (to, info.st_mode & 07777) == 0
         && utimensat (AT_FDCWD, to, times, 0) == 0;
}

static int by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* What differs between the two tables, parents first: array of paths, owned by the tables. */
static GPtrArray *differences (GHashTable *now, GHashTable *before)
{
  GPtrArray *paths = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path, stamp;
  g_hash_table_iter_init (&iter, now);
  while (g_hash_table_iter_next (&iter, &path, &stamp)) {
    const Stamp *old = g_hash_table_lookup (before, path);
    if (!old || memcmp (old, stamp, sizeof *old) != 0)
      g_ptr_array_add (paths, path);
  }
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!g_hash_table_contains (now, path))
      g_ptr_array_add (paths, path);
  g_ptr_array_sort (paths, by_text);
  return paths;
}

char *af_place_restore (const AfProject *project, AfPlace *place)
{
  g_autoptr (GHashTable) now = stamps_of (place->dir);
  g_autoptr (GPtrArray) paths = differences (now, place->stamps);
  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *here = g_build_filename (place->dir, paths->pdata[i], NULL);
    g_autofree char *there = g_build_filename (project->pristine, paths->pdata[i], NULL);
    const Stamp *old = g_hash_table_lookup (place->stamps, paths->pdata[i]);
    if (!old || !S_ISDIR (old->mode) || !g_file_test (here, G_FILE_TEST_IS_DIR))
      af_remove_tree (here, NULL);
    if (old && S_ISDIR (old->mode) && g_file_test (here, G_FILE_TEST_IS_DIR))
      g_chmod (here, (int)(old->mode & 07777));
    else if (old)
      copy_file (there, here);
  }
  return paths->len > 0 ? g_strdup (paths->pdata[0]) : NULL;
}

/* --- places --- */

static void place_free (gpointer data)
{
  AfPlace *place = data;
  if (place->cage.writable >= 0)
    close (place->cage.writable);
  g_ptr_array_unref (place->environment);
  g_hash_table_unref (place->stamps);
  g_free (place->dir);
  g_free (place->scratch);
  g_free (place);
}

static void set_environment (AfPlace *place)
{
  static const char *const dropped[] = { "AUTOFIX_", "HOME=", "PWD=", "OLDPWD=", "LC_ALL=" };
  static const char *const temporary[] = { "TMPDIR=", "TMP=", "TEMP=", "TEMPDIR=" }; /* whichever a program asks for */
  g_auto (GStrv) all = g_get_environ ();
  for (guint i = 0; all[i]; i++) {
    gboolean drop = FALSE;
    for (guint k = 0; k < G_N_ELEMENTS (dropped); k++)
      drop |= g_str_has_prefix (all[i], dropped[k]);
    for (guint k = 0; k < G_N_ELEMENTS (temporary); k++)
      drop |= g_str_has_prefix (all[i], temporary[k]);
    if (!drop)
      g_ptr_array_add (place->environment, g_strdup (all[i]));
  }
  for (guint k = 0; k < G_N_ELEMENTS (temporary); k++)
    g_ptr_array_add (place->environment, g_strconcat (temporary[k], place->scratch, NULL));
  g_ptr_array_add (place->environment, g_strconcat ("HOME=", place->scratch, NULL));
  g_ptr_array_add (place->environment, g_strconcat ("PWD=", place->dir, NULL));
  g_ptr_array_add (place->environment, g_strdup ("LC_ALL=C")); /* the compiler's messages are read */
}

static gboolean add_place (AfProject *project, guint number, GError **error)
{
  AfPlace *place = g_new0 (AfPlace, 1);
  g_autofree char *name = g_strdup_printf ("place-%u", number), *scratch = g_strdup_printf ("scratch-%u", number);
  place->dir = g_build_filename (project->temp, name, NULL);
  place->scratch = g_build_filename (project->temp, scratch, NULL);
  place->environment = g_ptr_array_new_with_free_func (g_free);
  place->stamps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  place->cage = (AfCage){ project->filter, -1, af_warden_slot (project->warden, number) };
  g_ptr_array_add (project->places, place);
  if (!copy_tree (project, project->folder, place->dir, error))
    return FALSE;
  if (g_mkdir_with_parents (place->scratch, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be created", place->scratch);
    return FALSE;
  }
  const char *writable[] = { place->dir, place->scratch, NULL };
  place->cage.writable = project->filter ? af_cage_writable (writable) : -1;
  set_environment (place);
  return TRUE;
}

gboolean af_project_init (AfProject *project, const AfOptions *options, const AfPaths *paths, const char *temp,
                          GError **error)
{
  Size size = { 0 };
  project->options = options;
  project->paths = paths;
  project->temp = temp;
  project->folder = g_get_current_dir ();
  project->pristine = g_build_filename (temp, "pristine", NULL);
  project->places = g_ptr_array_new_with_free_func (place_free);
  if (!walk (project->folder, NULL, add_size, &size)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "run it in the folder of the program",
                 "the folder %s is too large to be copied for each test", project->folder);
    return FALSE;
  }
  if (!options->build) {
    g_autofree char *name = g_path_get_basename (options->sources[0]);
    const char *dot = strrchr (name, '.');
    project->program = g_strndup (name, dot ? (gsize)(dot - name) : strlen (name));
  }
  if (options->sandbox
      && (!(project->filter = af_subject_program_filter (FALSE, error))
          || !(project->alarm = af_subject_program_filter (TRUE, error))))
    return FALSE;
  project->warden = af_warden_new (MAX (options->jobs, 1));
  for (guint i = 0; i < MAX (options->jobs, 1); i++)
    if (!add_place (project, i, error))
      return FALSE;
  return TRUE;
}

void af_project_clear (AfProject *project)
{
  g_clear_pointer (&project->places, g_ptr_array_unref);
  g_clear_pointer (&project->warden, af_warden_free);
  g_clear_pointer (&project->filter, g_bytes_unref);
  g_clear_pointer (&project->alarm, g_bytes_unref);
  g_clear_pointer (&project->folder, g_free);
  g_clear_pointer (&project->pristine, g_free);
  g_clear_pointer (&project->program, g_free);
}

gboolean af_project_is_open (const AfProject *project)
{
  const AfPlace *first = project->places->pdata[0];
  return project->filter && first->cage.writable < 0;
}

char *af_project_path (const AfProject *project, const char *source, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (source, project->folder);
  gsize length = strlen (project->folder);
  if (strncmp (full, project->folder, length) == 0 && full[length] == G_DIR_SEPARATOR)
    return g_strdup (full + length + 1);
  af_error_at (error, AF_ERROR_USAGE, source, 0, 0, "run it in the folder of the program, or above the sources",
               "is not below the current folder, in which the tests run");
  return NULL;
}

/* --- building --- */

static gboolean put_texts (const AfPlace *place, GHashTable *texts, GError **error)
{
  GHashTableIter iter;
  gpointer path, text;
  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &path, &text)) {
    g_autofree char *full = g_build_filename (place->dir, path, NULL);
    if (!g_file_set_contents (full, text, -1, error))
      return FALSE;
  }
  return TRUE;
}

static void add (GPtrArray *words, const char *word)
{
  g_ptr_array_add (words, g_strdup (word));
}

/* A word that names a file of the user's by an absolute path names its copy. */
static void add_here (const AfProject *project, GPtrArray *words, const char *word)
{
  g_autofree char *path =
    g_path_is_absolute (word) && g_str_has_suffix (word, ".c") ? af_project_path (project, word, NULL) : NULL;
  add (words, path ? path : word);
}

static GPtrArray *compiler_words (const AfProject *project, const AfProjectBuild *build)
{
  const AfOptions *options = project->options;
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  add (words, options->cc ? options->cc : "cc");
  for (guint i = 0; options->flags && options->flags[i]; i++)
    add (words, options->flags[i]);
  if (build->quick)
    add (words, "-O0");
  if (build->poisoned || project->is_poisoned)
    add (words, "-ftrivial-auto-var-init=pattern");
  if (build->texts) {
    add (words, "-w");
    add (words, "-fmax-errors=0");
  }
  for (guint i = 0; options->sources[i]; i++)
    add_here (project, words, options->sources[i]);
  add (words, "-o");
  add (words, project->program);
  for (guint i = 0; options->links && options->links[i]; i++)
    add_here (project, words, options->links[i]);
  if (project->is_static)
    add (words, "-static");
  g_ptr_array_add (words, NULL);
  return words;
}

static gboolean compile (const AfProject *project, const AfProjectBuild *build, char **messages, GError **error)
{
  const AfPlace *place = project->places->pdata[0];
  const char *const shell[] = { "/bin/sh", "-c", project->options->build, NULL };
  g_autoptr (GPtrArray) words = project->program ? compiler_words (project, build) : NULL;
  g_autoptr (GPtrArray) environment = g_ptr_array_new ();
  g_ptr_array_extend (environment, place->environment, NULL, NULL);
  g_ptr_array_add (environment, NULL);
  const AfLaunch launch = { .argv = words ? (const char *const *)words->pdata : shell,
                            .envp = (char *const *)environment->pdata,
                            .cwd = place->dir,
                            .timeout_ms = BUILD_MS,
                            .most_output = 16 * MOST_OUTPUT,
                            .with_errors = TRUE };
  g_auto (AfSuiteEnd) end = { 0 };
  gboolean ran = af_launch (&launch, &place->cage, project->cancel, &end, error);
  if (!ran)
    return FALSE;
  if (!end.timed_out && end.status == 0)
    return TRUE;
  gsize length = 0;
  const char *text = g_bytes_get_data (end.out, &length);
  *messages = end.timed_out ? g_strdup_printf ("it did not end within %u minutes", BUILD_MS / 60000)
                            : g_strndup (text ? text : "", length);
  return FALSE;
}

/* What place 0 has built goes to the others, and is what a place is put back to. */
static gboolean spread (AfProject *project, gboolean is_first, GError **error)
{
  const AfPlace *first = project->places->pdata[0];
  g_autofree char *program = project->program ? g_build_filename (first->dir, project->program, NULL) : NULL;
  g_autofree char *kept = project->program ? g_build_filename (project->pristine, project->program, NULL) : NULL;
  gboolean ok =
    program && !is_first ? copy_file (program, kept) : copy_tree (project, first->dir, project->pristine, error);
  for (guint i = 1; ok && i < project->places->len; i++) {
    AfPlace *place = project->places->pdata[i];
    g_autofree char *here = program ? g_build_filename (place->dir, project->program, NULL) : NULL;
    ok = program && !is_first ? copy_file (program, here) : copy_tree (project, first->dir, place->dir, error);
    if (ok && !(program && !is_first) && project->filter) {
      const char *writable[] = { place->dir, place->scratch, NULL };
      if (place->cage.writable >= 0)
        close (place->cage.writable);
      place->cage.writable = af_cage_writable (writable);
    }
  }
  for (guint i = 0; ok && i < project->places->len; i++) {
    AfPlace *place = project->places->pdata[i];
    g_hash_table_unref (place->stamps);
    place->stamps = stamps_of (place->dir);
  }
  if (!ok && error && !*error)
    af_error (error, AF_ERROR_IO, "the program cannot be copied for the tests");
  return ok;
}

gboolean af_project_build (AfProject *project, const AfProjectBuild *build, char **messages, GError **error)
{
  AfPlace *first = project->places->pdata[0];
  gboolean is_first = !g_file_test (project->pristine, G_FILE_TEST_EXISTS);
  g_autoptr (GHashTable) nothing = g_hash_table_new (g_str_hash, g_str_equal);
  *messages = NULL;
  return put_texts (first, build->texts ? build->texts : nothing, error) && compile (project, build, messages, error)
         && spread (project, is_first, error);
}

/* --- running --- */

gboolean af_project_try (const AfProject *project, AfPlace *place, const AfSuiteTest *test, const AfTry *how,
                         AfSuiteEnd *end, char **left, GError **error)
{
  const char *const shell[] = { "/bin/sh", "-c", test->command, NULL };
  g_autofree const char **envp = g_new (const char *, place->environment->len + 5);
  g_autofree char *candidate = g_strdup_printf ("AUTOFIX_CANDIDATE=%u", how->candidate);
  g_autofree char *same = how->same ? g_strconcat ("AUTOFIX_SAME=", how->same, NULL) : NULL;
  g_autofree char *member = g_strdup_printf ("AUTOFIX_MEMBER=%u", how->member);
  g_autofree char *watch = how->watch ? g_strconcat ("AUTOFIX_WATCH=", how->watch, NULL) : NULL;
  guint n = place->environment->len;
  memcpy (envp, place->environment->pdata, n * sizeof *envp);
  if (how->candidate > 0)
    envp[n++] = candidate;
  if (watch)
    envp[n++] = watch;
  if (same) {
    envp[n++] = same;
    envp[n++] = member;
  }
  envp[n] = NULL;
  const AfLaunch launch = { .argv = test->words ? (const char *const *)test->words : shell,
                            .envp = (char *const *)envp,
                            .cwd = place->dir,
                            .input = how->input ? how->input : test->input,
                            .timeout_ms = how->timeout_ms,
                            .work_ms = how->work_ms,
                            .looks_around = how->looks_around,
                            .most_memory = (guint64)test->memory_mb << 20,
                            .most_processes = test->processes,
                            .most_output = MOST_OUTPUT };
  AfCage cage = place->cage;
  if (how->traps)
    cage.filter = project->alarm;
  if (!af_launch (&launch, &cage, project->cancel, end, error))
    return FALSE;
  g_autofree char *changed = how->keep ? NULL : af_place_restore (project, place);
  if (left)
    *left = g_steal_pointer (&changed);
  return TRUE;
}
