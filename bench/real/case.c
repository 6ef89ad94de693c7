/* Cases: reading a folder of them, and laying one out.
 *
 *     CASE/case.ini        what and how
 *     CASE/before/         all files that it takes, as they were before the fix
 *     CASE/fix.patch       the human fix, for patch -p1 in `before`
 *     CASE/contracts.txt   insertion rules; may be missing
 *     CASE/verdicts        what people say of fixes; may be missing */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "util/error.h"
#include "util/process.h"

#define GROUP "case"
#define COPY_DEADLINE_MS 60000

static void case_free (gpointer data)
{
  AfRealCase *real = data;
  g_free (real->name);
  g_free (real->folder);
  g_free (real->project);
  g_free (real->commit);
  g_free (real->category);
  g_free (real->routine);
  g_strfreev (real->sources);
  g_strfreev (real->with);
  g_strfreev (real->links);
  g_strfreev (real->factories);
  g_strfreev (real->flags);
  g_strfreev (real->real);
  g_free (real);
}

/* --- reading --- */

/* An empty list when the key is missing. */
static char **list (GKeyFile *file, const char *key)
{
  char **found = g_key_file_get_string_list (file, GROUP, key, NULL, NULL);
  return found ? found : g_new0 (char *, 1);
}

static gboolean complain (GError **error, const char *path, const char *hint, const char *what)
{
  af_error_at (error, AF_ERROR_USAGE, path, 0, 0, hint, "%s", what);
  return FALSE;
}

/* A name that is written wrong would change what is measured without a word. */
static gboolean check_keys (GKeyFile *file, const char *path, GError **error)
{
  static const char *const names[] = { "project", "commit", "category",  "routine", "sources", "with",
                                       "link",    "flags",  "factories", "real",    NULL };
  g_auto (GStrv) keys = g_key_file_get_keys (file, GROUP, NULL, NULL);
  for (guint i = 0; keys && keys[i]; i++)
    if (!g_strv_contains (names, keys[i])) {
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "bench/README.md lists the keys", "unknown key '%s'", keys[i]);
      return FALSE;
    }
  return TRUE;
}

static AfRealCase *read_case (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, "case.ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) cause = NULL;
  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &cause)) {
    complain (error, path, NULL, cause->message);
    return NULL;
  }
  if (!check_keys (file, path, error))
    return NULL;
  AfRealCase *real = g_new0 (AfRealCase, 1);
  real->name = g_strdup (name);
  real->folder = g_build_filename (folder, name, NULL);
  real->project = g_key_file_get_string (file, GROUP, "project", NULL);
  real->commit = g_key_file_get_string (file, GROUP, "commit", NULL);
  real->category = g_key_file_get_string (file, GROUP, "category", NULL);
  real->routine = g_key_file_get_string (file, GROUP, "routine", NULL);
  real->sources = list (file, "sources");
  real->with = list (file, "with");
  real->links = list (file, "link");
  real->factories = list (file, "factories");
  real->real = list (file, "real");
  g_autofree char *flags = g_key_file_get_string (file, GROUP, "flags", NULL);
  if (flags && *flags && !g_shell_parse_argv (flags, NULL, &real->flags, &cause))
    complain (error, path, "flags are written as for a shell", cause->message);
  else if (!real->routine || !real->sources[0])
    complain (error, path, NULL, "a case needs 'routine' and 'sources'");
  else
    return real;
  case_free (real);
  return NULL;
}

static int by_name (gconstpointer a, gconstpointer b)
{
  const AfRealCase *const *left = a, *const *right = b;
  return strcmp ((*left)->name, (*right)->name);
}

static gboolean check_only (const GPtrArray *cases, const char *folder, const char *const *only, GError **error)
{
  for (guint i = 0; only && only[i]; i++) {
    gboolean is_there = FALSE;
    for (guint k = 0; k < cases->len; k++)
      is_there |= strcmp (((const AfRealCase *)cases->pdata[k])->name, only[i]) == 0;
    if (!is_there) {
      af_error_at (error, AF_ERROR_USAGE, folder, 0, 0, NULL, "no case '%s'", only[i]);
      return FALSE;
    }
  }
  return cases->len > 0 || complain (error, folder, "a case is a folder with a case.ini", "there is no case");
}

GPtrArray *af_real_cases (const char *folder, const char *const *only, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);
  if (!dir) {
    complain (error, folder, NULL, cause->message);
    return NULL;
  }
  for (const char *name; (name = g_dir_read_name (dir));) {
    g_autofree char *path = g_build_filename (folder, name, "case.ini", NULL);
    if ((only && !g_strv_contains (only, name)) || !g_file_test (path, G_FILE_TEST_EXISTS))
      continue;
    AfRealCase *real = read_case (folder, name, error);
    if (!real)
      return NULL;
    g_ptr_array_add (cases, real);
  }
  g_ptr_array_sort (cases, by_name);
  return check_only (cases, folder, only, error) ? g_steal_pointer (&cases) : NULL;
}

gboolean af_real_has_contracts (const AfRealCase *real)
{
  g_autofree char *path = g_build_filename (real->folder, "contracts.txt", NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* --- laying out --- */

static gboolean run (const char *const *argv, const char *cwd, const char *what, GCancellable *cancel, GError **error)
{
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, cwd, COPY_DEADLINE_MS, cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, what, 0, 0, NULL, "'%s' failed: %s%s", argv[0], g_strstrip (result.out),
               g_strstrip (result.err));
  return FALSE;
}

char *af_real_key (const AfRealCase *real, GCancellable *cancel, GError **error)
{
  const char *argv[] = { "tar",        "--sort=name", "--mtime=@0",         "--owner=0", "--group=0",
                         "--mode=go=", "-cf-",        "--exclude=verdicts", ".",         NULL };
  g_autofree char *command = g_strjoinv (" ", (char **)argv);
  g_autofree char *piped = g_strconcat (command, " | sha256sum", NULL);
  const char *shell[] = { "sh", "-c", piped, NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (shell, real->folder, COPY_DEADLINE_MS, cancel, &result, error))
    return NULL;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return g_strdup (g_strstrip (result.out));
  af_error (error, AF_ERROR_IO, "cannot read '%s': %s", real->folder, g_strstrip (result.err));
  return NULL;
}

static gboolean insert_contracts (const GPtrArray *rules, const char *path, const char *folder, GError **error)
{
  for (guint i = 0; i < rules->len; i++) {
    const AfRealRule *rule = rules->pdata[i];
    g_autofree char *file = g_build_filename (folder, rule->file, NULL);
    g_autofree char *text = af_read_text (file, error);
    g_autofree char *changed = text ? af_real_rule_apply (rule, path, text, error) : NULL;
    if (!changed || !af_write_text (file, changed, error))
      return FALSE;
  }
  return TRUE;
}

gboolean af_real_lay_out (const AfRealCase *real, gboolean contracted, const char *before, const char *after,
                          GCancellable *cancel, GError **error)
{
  g_autofree char *files = g_build_filename (real->folder, "before", NULL);
  g_autofree char *relative = g_build_filename (real->folder, "fix.patch", NULL);
  g_autofree char *fix = g_canonicalize_filename (relative, NULL);
  g_autofree char *path = g_build_filename (real->folder, "contracts.txt", NULL);
  const char *copy_before[] = { "cp", "-R", files, before, NULL }, *copy_after[] = { "cp", "-R", files, after, NULL };
  const char *patch[] = {
    "patch", "--batch", "--forward", "--silent", "--no-backup-if-mismatch", "-p1", "-i", fix, NULL
  };
  g_autoptr (GPtrArray) rules = NULL;
  if (contracted && !(rules = af_real_rules_read (path, error)))
    return FALSE;
  if (!run (copy_before, NULL, files, cancel, error) || !run (copy_after, NULL, files, cancel, error)
      || !run (patch, after, fix, cancel, error))
    return FALSE;
  return !rules || (insert_contracts (rules, path, before, error) && insert_contracts (rules, path, after, error));
}
