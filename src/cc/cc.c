/* The order of the work.
 *
 *     cc -O2 -c a.c -o a.o      1. the real compiler, with these words: its files, messages and status are the
 * result
 *                               2. meanwhile, a.c woven and compiled to T/0.o
 *                               3. T/0.o and the runtime take the place of a.o, if they can
 *     cc a.o b.c -o prog        1. the same
 *                               2. b.c woven and compiled to T/0.o
 *                               3. linked again with T/0.o for b.c, in place of prog, if that works
 *
 * So nothing fails that would not fail without us, and the compiler's warnings are about the user's text.  The price is
 * the time of a plain compilation.  Probes of configure scripts are left alone altogether. */
#include "cc/cc-internal.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/paths.h"
#include "util/tempdir.h"

/* A source that is to be woven. */
typedef struct {
  AfCcUnit unit;
  char *target; /* the object that it replaces; null in a link */
  pid_t child;
  gboolean is_made;
} Job;

typedef struct {
  AfCcCommand *command;
  char **compiler; /* words */
  char **words;    /* the user's, as they came */
  char *folder;    /* for faults */
  AfPaths *paths;
  AfTempDir *scratch;
  AfCcSignals signals;
  GPtrArray *jobs; /* of Job */
  gint64 plain_ms, ours_ms;
} Work;

static void job_free (gpointer data)
{
  Job *job = data;
  g_free (job->unit.object);
  g_free (job->unit.messages);
  g_free (job->target);
  g_free (job);
}

static void work_clear (Work *work)
{
  g_clear_pointer (&work->command, af_cc_command_free);
  g_clear_pointer (&work->compiler, g_strfreev);
  g_clear_pointer (&work->folder, g_free);
  g_clear_pointer (&work->paths, af_paths_free);
  g_clear_pointer (&work->jobs, g_ptr_array_unref);
  g_clear_pointer (&work->scratch, af_temp_dir_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

/* --- words --- */

static void add (GPtrArray *argv, const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static void add_all (GPtrArray *argv, char **words)
{
  for (guint i = 0; words[i]; i++)
    add (argv, words[i]);
}

/* --- sources --- */

static char *target_of (const AfCcCommand *command, const char *source)
{
  if (command->output)
    return g_strdup (command->output);
  g_autofree char *base = g_path_get_basename (source);
  char *dot = strrchr (base, '.');
  if (dot)
    *dot = '\0';
  return g_strconcat (base, ".o", NULL);
}

static void list_jobs (Work *work)
{
  const AfCcCommand *command = work->command;
  work->jobs = g_ptr_array_new_with_free_func (job_free);
  for (guint i = 0; i < command->words->len; i++) {
    const AfCcWord *word = af_cc_command_word (command, i);
    if (!af_cc_is_to_weave (word))
      continue;
    Job *job = g_new0 (Job, 1);
    const char *scratch = af_temp_dir_path (work->scratch);
    job->unit.command = command;
    job->unit.compiler = work->compiler;
    job->unit.paths = work->paths;
    job->unit.source = word->text;
    job->unit.folder = work->folder;
    job->unit.object = g_strdup_printf ("%s/%u.o", scratch, i);
    job->unit.messages = g_strdup_printf ("%s/%u.txt", scratch, i);
    job->target = command->mode == AF_CC_COMPILE ? target_of (command, word->text) : NULL;
    g_ptr_array_add (work->jobs, job);
  }
}

static void start_job (Work *work, Job *job)
{
  job->child = af_cc_fork (&work->signals);
  if (job->child == 0)
    af_cc_unit_make (&job->unit);
}

static void start_jobs (Work *work)
{
  for (guint i = 0; i < work->jobs->len; i++)
    start_job (work, g_ptr_array_index (work->jobs, i));
}

/* What the woven compilation complained about first. */
static char *reason (const Job *job, int status)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents (job->unit.messages, &text, NULL, NULL) || !*g_strchug (text))
    return g_strdup_printf ("status %d", status);
  const char *error = strstr (text, "error: ");
  const char *start = error ? error : text;
  while (start > text && start[-1] != '\n')
    start--;
  return g_strndup (start, strcspn (start, "\n"));
}

/* What of the source is not checked, and is no fault of its author's. */
static void warn (const Job *job)
{
  g_autofree char *warnings = af_cc_unit_warnings (&job->unit);
  if (warnings)
    g_printerr ("%s", warnings);
}

static void end_jobs (Work *work, gboolean wanted)
{
  for (guint i = 0; i < work->jobs->len; i++) {
    Job *job = g_ptr_array_index (work->jobs, i);
    if (!wanted && job->child > 0)
      kill (job->child, SIGTERM);
    int status = af_cc_wait (&work->signals, job->child, &work->ours_ms);
    while (wanted && status == 1 && work->signals.caught == 0 && ++job->unit.attempt < AF_CC_ATTEMPTS) {
      g_autofree char *before = g_strconcat (job->unit.messages, ".before", NULL);
      g_rename (job->unit.messages, before);
      start_job (work, job);
      status = af_cc_wait (&work->signals, job->child, &work->ours_ms);
    }
    job->is_made = wanted && status == 0;
    if (job->is_made)
      warn (job);
    if (!wanted || status == 0)
      continue;
    g_autofree char *why = reason (job, status);
    af_cc_log ("plain\t%s\t%s%s", job->unit.source, status == AF_CC_NOT_WOVEN ? "" : "woven text: ", why);
  }
}

/* --- putting the woven object in place --- */

/* By a rename, so that the target is the old file or the new one; with the permissions of the old one. */
static gboolean replace (const char *from, const char *to)
{
  g_autofree char *contents = NULL;
  g_autofree char *beside = g_strdup_printf ("%s.afx-%d", to, (int)getpid ());
  gsize length = 0;
  GStatBuf status;
  if (g_stat (to, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;
  if (g_rename (from, to) != 0) {
    if (!g_file_get_contents (from, &contents, &length, NULL)
        || !g_file_set_contents (beside, contents, (gssize)length, NULL) || g_rename (beside, to) != 0) {
      g_unlink (beside);
      return FALSE;
    }
  }
  return g_chmod (to, status.st_mode & 07777) == 0;
}

/* The object with the runtime in it: whoever links it needs nothing of ours.  Copies in other objects are the linker's
 * to drop. */
static gboolean add_runtime (Work *work, Job *job)
{
  g_autofree char *whole = g_strconcat (job->unit.object, ".whole", NULL);
  const char *argv[] = { "ld", "-r", "-o", whole, job->unit.object, work->paths->program_object, NULL };
  pid_t linker = af_cc_start (&work->signals, (char *const *)argv, TRUE);
  return af_cc_wait (&work->signals, linker, &work->ours_ms) == 0 && g_rename (whole, job->unit.object) == 0;
}

static void replace_objects (Work *work)
{
  for (guint i = 0; i < work->jobs->len; i++) {
    Job *job = g_ptr_array_index (work->jobs, i);
    if (!job->is_made)
      continue;
    g_autofree char *why = NULL;
    if (!af_cc_object_stands_for (job->unit.object, job->target, &why))
      af_cc_log ("plain\t%s\t%s", job->unit.source, why);
    else if (!add_runtime (work, job) || !replace (job->unit.object, job->target))
      af_cc_log ("plain\t%s\tthe woven object cannot be put in place", job->unit.source);
  }
}

static const char *stand_in (const Work *work, const char *source)
{
  for (guint i = 0; i < work->jobs->len; i++) {
    const Job *job = g_ptr_array_index (work->jobs, i);
    if (job->unit.source == source && job->is_made)
      return job->unit.object;
  }
  return NULL;
}

static void link_again (Work *work)
{
  const AfCcCommand *command = work->command;
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *program = g_build_filename (af_temp_dir_path (work->scratch), "program", NULL);
  guint n_woven = 0;
  add_all (argv, work->compiler);
  for (guint i = 0; i < command->words->len; i++) {
    const AfCcWord *word = af_cc_command_word (command, i);
    const char *object = word->role == AF_CC_WORD_INPUT ? stand_in (work, word->text) : NULL;
    n_woven += object != NULL;
    if (word->role == AF_CC_WORD_KEPT || word->role == AF_CC_WORD_INPUT)
      add (argv, object ? object : word->text);
  }
  g_autoptr (GPtrArray) leaks = af_cc_leak_words (command, work->compiler);
  add (argv, "-o");
  add (argv, program);
  for (guint i = 0; i < leaks->len; i++)
    add (argv, leaks->pdata[i]);
  add (argv, work->paths->program_object);
  g_ptr_array_add (argv, NULL);
  if (n_woven == 0 || command->has_foreign)
    return;
  int status =
    af_cc_wait (&work->signals, af_cc_start (&work->signals, (char *const *)argv->pdata, TRUE), &work->ours_ms);
  if (status != 0 || !replace (program, command->output ? command->output : "a.out"))
    af_cc_log ("plain\t%s\tdoes not link when woven", command->output ? command->output : "a.out");
}

/* --- all together --- */

static pid_t start_plain (Work *work, gboolean quiet)
{
  g_autoptr (GPtrArray) argv = af_cc_plain_words (work->command, work->compiler, work->words);
  return af_cc_start (&work->signals, (char *const *)argv->pdata, quiet);
}

static int compile (Work *work)
{
  list_jobs (work);
  af_cc_signals_hold (&work->signals);
  pid_t plain = start_plain (work, FALSE);
  start_jobs (work);
  int status = af_cc_wait (&work->signals, plain, &work->plain_ms);
  if (status == 0 && af_cc_leaks_disturb (work->command, work->compiler)) {
    work->command->without_leaks = TRUE;
    status = af_cc_wait (&work->signals, start_plain (work, TRUE), &work->plain_ms);
  }
  gboolean wanted = status == 0 && work->signals.caught == 0;
  end_jobs (work, wanted);
  wanted = wanted && work->signals.caught == 0;
  if (wanted && work->command->mode == AF_CC_COMPILE)
    replace_objects (work);
  else if (wanted)
    link_again (work);
  for (guint i = 0; wanted && i < work->jobs->len; i++)
    af_cc_log ("cost\t%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT,
               ((Job *)g_ptr_array_index (work->jobs, i))->unit.source, i == 0 ? work->plain_ms : 0,
               i == 0 ? work->ours_ms : 0);
  AfCcSignals signals = work->signals;
  work_clear (work);
  af_cc_signals_release (&signals);
  return status;
}

gboolean af_cc_run (char **words, int *status, GError **error)
{
  g_auto (Work) work = { .words = words };
  work.command = af_cc_command_new (words);
  work.compiler = af_cc_real_compiler (work.command, error);
  if (!work.compiler)
    return FALSE;
  if (work.command->mode == AF_CC_PASS && work.command->n_sources > 0)
    af_cc_log ("pass\t%s", work.command->why);
  if (af_cc_weaves (work.command)) {
    work.scratch = af_temp_dir_new (NULL);
    work.paths = af_paths_new (NULL);
  }
  if (!work.scratch || !work.paths)
    af_cc_pass_on (work.command, work.compiler, words);
  work.folder = af_cc_out_folder ();
  *status = compile (&work);
  return TRUE;
}
