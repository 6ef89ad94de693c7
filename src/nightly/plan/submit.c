/* A plan given to Slurm.
 *
 * In:  a plan's folder.   Out: two jobs.
 *
 *     sbatch --array=1-200 DIR/job.sh PROGRAM DIR 200                         units
 *     sbatch --dependency=afterany:4711 DIR/job.sh PROGRAM DIR 200            then the merge, however they ended
 *
 * The script is copied into the plan's folder, where a person can read what was run and change it for another try.
 * Slurm limits how long an array is, so a task takes units n, n + tasks, n + 2 tasks ...: as the longest come first,
 * each task has its share of them. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "nightly/plan/plan-internal.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/process.h"

#define SLURM_MS 60000
#define USUAL_ARRAY 1001 /* MaxArraySize where nothing else is set */

/* Where it was installed, or where the program was built. */
static char *usual_script (void)
{
  static const char *const places[] = { "../share/autofix/slurm/job.sh", "../integration/slurm/job.sh" };
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : g_strdup (".");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autofree char *path = g_canonicalize_filename (places[i], folder);
    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
  }
  return NULL;
}

/* The script's copy in the plan's folder. */
static char *copy_script (const char *folder, const char *given, GError **error)
{
  g_autofree char *from = given ? g_strdup (given) : usual_script (), *to = g_build_filename (folder, "job.sh", NULL);
  g_autofree char *text = NULL;
  if (!from) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "--script names one; integration/slurm/job.sh is the usual one",
                 "no job script found beside the program");
    return NULL;
  }
  if (!(text = af_read_file (from, AF_READ_MOST, NULL, error))
      || !g_file_set_contents_full (to, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0755, error))
    return NULL;
  return g_steal_pointer (&to);
}

/* MaxArraySize, which is one more than the greatest number of a task. */
static guint greatest_task (GCancellable *cancel)
{
  const char *words[] = { "scontrol", "show", "config", NULL };
  g_auto (AfProcessResult) result = { 0 };
  guint most = USUAL_ARRAY;
  if (af_process_run (words, NULL, SLURM_MS, cancel, &result, NULL) && result.end == AF_PROCESS_EXITED) {
    const char *line = strstr (result.out, "MaxArraySize");
    if (line && sscanf (line, "MaxArraySize = %u", &most) != 1)
      most = USUAL_ARRAY;
  }
  return MAX (most, 2) - 1;
}

/* Runs sbatch with @words; the job's number, or null. */
static char *submit (GPtrArray *words, GCancellable *cancel, GError **error)
{
  g_auto (AfProcessResult) result = { 0 };
  g_ptr_array_add (words, NULL);
  if (!af_process_run ((const char *const *)words->pdata, NULL, SLURM_MS, cancel, &result, error))
    return NULL;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0 && g_ascii_isdigit (result.out[0])) {
    /* "4711" or "4711;cluster" */
    result.out[strspn (result.out, "0123456789")] = '\0';
    return g_strdup (result.out);
  }
  g_autofree char *words_said = af_printable (g_strchomp (result.err));
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "the plan stays: autofix work DIR does it on this machine",
               "sbatch refused the job: %s", *words_said ? words_said : "it said nothing");
  return NULL;
}

typedef struct {
  const char *folder, *script, *program;
  guint n_units;
  const AfNightCluster *cluster;
} Job;

static GPtrArray *words_of (const Job *job, const char *log, const char *more)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  const AfNightCluster *cluster = job->cluster;
  g_ptr_array_add (words, g_strdup ("sbatch"));
  g_ptr_array_add (words, g_strdup ("--parsable"));
  g_ptr_array_add (words, g_strdup_printf ("--output=%s/%s", job->folder, log));
  if (cluster->partition)
    g_ptr_array_add (words, g_strdup_printf ("--partition=%s", cluster->partition));
  if (cluster->time)
    g_ptr_array_add (words, g_strdup_printf ("--time=%s", cluster->time));
  if (more)
    g_ptr_array_add (words, g_strdup (more));
  return words;
}

static void add_script (const Job *job, GPtrArray *words)
{
  g_ptr_array_add (words, g_strdup (job->script));
  g_ptr_array_add (words, g_strdup (job->program));
  g_ptr_array_add (words, g_strdup (job->folder));
  g_ptr_array_add (words, g_strdup_printf ("%u", job->n_units));
}

static char *submit_array (const Job *job, guint n_tasks, GCancellable *cancel, GError **error)
{
  g_autofree char *limit =
    job->cluster->array_limit > 0 ? g_strdup_printf ("%%%u", job->cluster->array_limit) : g_strdup ("");
  g_autofree char *array = g_strdup_printf ("--array=1-%u%s", n_tasks, limit);
  g_autoptr (GPtrArray) words = words_of (job, "log/%a.log", array);
  add_script (job, words);
  return submit (words, cancel, error);
}

/* @array: the job to wait for; null: none. */
static char *submit_merge (const Job *job, const char *array, const char *mail, GCancellable *cancel, GError **error)
{
  g_autofree char *after = array ? g_strdup_printf ("--dependency=afterany:%s", array) : NULL;
  g_autoptr (GPtrArray) words = words_of (job, "log/merge.log", after);
  if (mail) {
    g_ptr_array_add (words, g_strdup ("--mail-type=FAIL"));
    g_ptr_array_add (words, g_strdup_printf ("--mail-user=%s", mail));
  }
  add_script (job, words);
  char *number = submit (words, cancel, error);
  if (!number && array) {
    const char *cancelling[] = { "scancel", array, NULL };
    g_auto (AfProcessResult) result = { 0 };
    af_process_run (cancelling, NULL, SLURM_MS, NULL, &result, NULL);
  }
  return number;
}

gboolean af_nightly_submit (const char *folder, guint n_units, const AfNightCluster *cluster, const char *mail,
                            GCancellable *cancel, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (folder, NULL), *logs = g_build_filename (full, "log", NULL);
  g_autofree char *script = copy_script (full, cluster->script, error);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  if (!script)
    return FALSE;
  if (g_mkdir_with_parents (logs, 0755) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s' cannot be made: %s", logs, g_strerror (code));
    return FALSE;
  }
  const Job job = { full, script, program ? program : "autofix", n_units, cluster };
  guint n_tasks = MIN (n_units, greatest_task (cancel));
  g_autofree char *array = n_tasks > 0 ? submit_array (&job, n_tasks, cancel, error) : NULL;
  /* no module has changed, or none can be read: the report says so all the same */
  g_autofree char *merge = array || n_tasks == 0 ? submit_merge (&job, array, mail, cancel, error) : NULL;
  if (!merge)
    return FALSE;
  if (!array)
    printf ("job %s: merge, of no units\n", merge);
  else
    printf ("job %s: %u unit%s in %u task%s; job %s: merge when they have ended\n", array, n_units,
            n_units == 1 ? "" : "s", n_tasks, n_tasks == 1 ? "" : "s", merge);
  return TRUE;
}
