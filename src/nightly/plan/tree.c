/* The sources of a night, frozen.
 *
 * In:  modules.   Out: DIR/tree with every file that one of them is built from, at its absolute path.
 *
 *     /home/me/ring/src/ring.c   ->   DIR/tree/home/me/ring/src/ring.c
 *
 * So every unit tests the same text, whenever it is done and whatever people edit meanwhile; paths relative to the
 * project's folder mean the same there, and those with ".." too.  The compiler says which headers there are (-MM);
 * those of the system are each machine's own.  Configuration that the tool looks for upward (.autofix.conf,
 * .clang-format) comes along; where it names files or a command, so does the whole folder. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/frontend.h"
#include "nightly/plan/plan-internal.h"
#include "util/config.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/interrupt.h"
#include "util/jobs.h"
#include "util/process.h"

#define LIST_MS 60000 /* for the compiler to name the headers of a module */
#define DEPTH 64      /* of folders that are copied */

typedef struct {
  const AfNightSettings *settings;
  const AfPaths *paths;
  const char *folder;
  GCancellable *cancel;
  GMutex lock;
  GHashTable *copied; /* set of char *: absolute paths of files and folders; under the lock */
} Tree;

char *af_night_tree_path (const char *folder, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  return g_build_filename (folder, AF_NIGHT_TREE, full, NULL);
}

/* True for the first that asks. */
static gboolean take (Tree *tree, const char *full)
{
  g_mutex_lock (&tree->lock);
  gboolean is_new = g_hash_table_add (tree->copied, g_strdup (full));
  g_mutex_unlock (&tree->lock);
  return is_new;
}

/* A file that is not there is none of ours to complain about: the unit will. */
static gboolean copy_file (Tree *tree, const char *path, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL), *target = af_night_tree_path (tree->folder, full);
  g_autofree char *parent = g_path_get_dirname (target), *bytes = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length = 0;
  GStatBuf status;
  if (g_stat (full, &status) != 0 || !S_ISREG (status.st_mode) || !take (tree, full))
    return TRUE;
  if (!(bytes = af_read_file (full, AF_READ_MOST_RESULTS, &length, error)))
    return FALSE;
  if (g_mkdir_with_parents (parent, 0755) == 0
      && g_file_set_contents_full (target, bytes, (gssize)length, G_FILE_SET_CONTENTS_NONE,
                                   (int)(status.st_mode & 0777) | 0600, &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "'%s' cannot be copied: %s", full, reason ? reason->message : g_strerror (errno));
  return FALSE;
}

/* All of @path but .git and what nights write. */
static gboolean copy_folder (Tree *tree, const char *path, guint depth, GError **error)
{
  g_autoptr (GDir) dir = depth > 0 && !g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? g_dir_open (path, 0, NULL) : NULL;
  g_autofree char *state = g_canonicalize_filename (tree->settings->state, tree->settings->folder);
  g_autofree char *plan = g_canonicalize_filename (tree->folder, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *entry = g_build_filename (path, name, NULL);
    gboolean is_folder = g_file_test (entry, G_FILE_TEST_IS_DIR);
    if (strcmp (name, ".git") == 0 || strcmp (entry, state) == 0 || strcmp (entry, plan) == 0)
      continue;
    if (!(is_folder ? copy_folder (tree, entry, depth - 1, error) : copy_file (tree, entry, error)))
      return FALSE;
  }
  return TRUE;
}

/* --- what a module is built from --- */

/* The words of a rule of make: "ring.o: ring.c \
 * ring.h"; owned by the caller. */
static GPtrArray *rule_words (const char *rule)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  GString *word = g_string_new (NULL);
  for (const char *at = rule;; at++) {
    if (*at == '\\' && at[1] == '\n') {
      at++;
      continue;
    }
    if (*at && !g_ascii_isspace (*at)) {
      at += *at == '\\' && (at[1] == ' ' || at[1] == '#');
      at += *at == '$' && at[1] == '$';
      g_string_append_c (word, *at);
      continue;
    }
    if (word->len > 0 && word->str[word->len - 1] != ':')
      g_ptr_array_add (words, g_strdup (word->str));
    g_string_truncate (word, 0);
    if (!*at)
      break;
  }
  g_string_free (word, TRUE);
  return words;
}

static gboolean copy_headers (Tree *tree, const AfNightModule *module, const char *source, GError **error)
{
  const char *cc = tree->settings->cc ? tree->settings->cc : g_getenv ("CC") ? g_getenv ("CC") : "cc";
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_auto (GStrv) compiler = NULL;
  g_auto (AfProcessResult) result = { 0 };
  if (!g_shell_parse_argv (cc, NULL, &compiler, NULL))
    return TRUE;
  for (guint i = 0; compiler[i]; i++)
    g_ptr_array_add (argv, compiler[i]);
  const char *own[] = { "-MM", "-isystem", tree->paths->include_dir };
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    g_ptr_array_add (argv, (gpointer)own[i]);
  for (guint i = 0; module->flags && module->flags[i]; i++)
    g_ptr_array_add (argv, module->flags[i]);
  g_ptr_array_add (argv, (gpointer)source);
  g_ptr_array_add (argv, NULL);
  if (!af_process_run ((const char *const *)argv->pdata, NULL, LIST_MS, tree->cancel, &result, NULL))
    return !af_interrupted (tree->cancel, error);
  g_autoptr (GPtrArray) words = rule_words (result.out);
  for (guint i = 0; i < words->len; i++)
    if (!copy_file (tree, words->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* What the tool looks for from a source upward, and what that names. */
static gboolean copy_configuration (Tree *tree, const char *source, GError **error)
{
  static const char *const names[] = { ".clang-format", "_clang-format", ".autofix.conf" };
  static const char *const naming[] = { "with", "corpus", "clang-format", "test-command" };
  g_autofree char *full = g_canonicalize_filename (source, NULL), *path = NULL, *nearest = NULL;
  for (char *slash; (slash = strrchr (full, '/'));) {
    *slash = '\0';
    for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
      g_autofree char *file = g_strconcat (full, "/", names[i], NULL);
      if (!copy_file (tree, file, error))
        return FALSE;
      if (!nearest && strcmp (names[i], ".autofix.conf") == 0 && g_file_test (file, G_FILE_TEST_IS_REGULAR))
        nearest = g_strconcat ("names in ", file, NULL);
    }
  }
  /* one file for thousands of modules has thousands of groups: it is read once */
  if (!nearest || !take (tree, nearest))
    return TRUE;
  g_autoptr (GKeyFile) file = af_config_load_general (source, &path, error);
  if (!file)
    return FALSE;
  for (guint i = 0; path && i < G_N_ELEMENTS (naming); i++)
    if (g_key_file_has_key (file, "run", naming[i], NULL)) {
      g_autofree char *folder = g_path_get_dirname (path);
      return !take (tree, folder) || copy_folder (tree, folder, DEPTH, error);
    }
  return TRUE;
}

static gboolean copy_sources (Tree *tree, const AfNightModule *module, char **sources, GError **error)
{
  for (guint i = 0; sources && sources[i]; i++)
    if (!copy_file (tree, sources[i], error) || !copy_configuration (tree, sources[i], error)
        || !copy_headers (tree, module, sources[i], error))
      return FALSE;
  return TRUE;
}

static gboolean copy_module (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Tree *tree = data;
  const AfNightModule *module = tree->settings->modules->pdata[index];
  return !af_interrupted (tree->cancel, error) && copy_sources (tree, module, module->sources, error)
         && copy_sources (tree, module, module->with, error);
}

gboolean af_night_tree_copy (const AfNightSettings *settings, const AfPaths *paths, const char *folder,
                             GCancellable *cancel, GError **error)
{
  Tree tree = { settings, paths, folder, cancel, { 0 }, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_autofree char *root = af_night_tree_path (folder, ".");
  g_mutex_init (&tree.lock);
  gboolean ok = g_mkdir_with_parents (root, 0755) == 0;
  if (!ok)
    af_error (error, AF_ERROR_IO, "'%s' cannot be made: %s", root, g_strerror (errno));
  /* a compiler of the project's own */
  ok = ok && (!settings->cc || !strchr (settings->cc, '/') || copy_file (&tree, settings->cc, error))
       && af_jobs_map (settings->modules->len, settings->jobs ? settings->jobs : g_get_num_processors (), copy_module,
                       &tree, error);
  g_mutex_clear (&tree.lock);
  g_hash_table_unref (tree.copied);
  return ok;
}
