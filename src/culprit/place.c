/* Where versions are built and tested: copies of the good one, built once.
 *
 * A version differs from the good one in a few files; they are written over a fresh copy of it, with times after those
 * of what is built, so that `make` builds what is left to build.  Builds and tests run in the sandbox of the room
 * `suite`: they write nowhere else, have no network, and end at a deadline. */
#include "culprit/culprit-internal.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "subject/subject.h"
#include "util/error.h"
#include "util/process.h"

#define COPY_MS 300000u
#define MOST_OUTPUT (1u << 20)
#define MOST_OWN (1u << 30) /* also limits the files that are written */

void af_run_of_test_clear (AfRunOfTest *run)
{
  g_clear_pointer (&run->output, g_free);
}

static void spot_free (gpointer data)
{
  AfSpot *spot = data;
  if (spot->cage.writable >= 0)
    close (spot->cage.writable);
  g_ptr_array_unref (spot->environment);
  g_free (spot->dir);
  g_free (spot->tree);
  g_free (spot->scratch);
  g_free (spot);
}

/* What the user has, but for what belongs to another run of make or of autofix. */
static GPtrArray *environment_of (const AfSpot *spot)
{
  static const char *const dropped[] = { "AUTOFIX_", "TMPDIR=",    "HOME=",   "PWD=",       "OLDPWD=",
                                         "LC_ALL=",  "MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "GIT_" };
  g_auto (GStrv) all = g_get_environ ();
  GPtrArray *environment = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; all[i]; i++) {
    gboolean drop = FALSE;
    for (guint k = 0; k < G_N_ELEMENTS (dropped); k++)
      drop |= g_str_has_prefix (all[i], dropped[k]);
    if (!drop)
      g_ptr_array_add (environment, g_strdup (all[i]));
  }
  g_ptr_array_add (environment, g_strconcat ("TMPDIR=", spot->scratch, NULL));
  g_ptr_array_add (environment, g_strconcat ("HOME=", spot->scratch, NULL));
  g_ptr_array_add (environment, g_strdup ("LC_ALL=C")); /* the compiler's messages are read */
  g_ptr_array_add (environment, NULL);
  return environment;
}

static gboolean add_spot (AfPlaces *places, const char *temp, GError **error)
{
  AfSpot *spot = g_new0 (AfSpot, 1);
  g_autofree char *name = g_strdup_printf ("spot-%u", places->spots->len);
  spot->dir = g_build_filename (temp, name, NULL);
  spot->tree = g_build_filename (spot->dir, "tree", NULL);
  spot->scratch = g_build_filename (spot->dir, "scratch", NULL);
  spot->cage = (AfCage){ places->filter, -1, NULL };
  spot->environment = environment_of (spot);
  g_ptr_array_add (places->spots, spot);
  if (g_mkdir_with_parents (spot->scratch, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be created", spot->scratch);
    return FALSE;
  }
  const char *writable[] = { spot->dir, NULL };
  spot->cage.writable = af_cage_writable (writable);
  return TRUE;
}

static gboolean copy_tree (const AfPlaces *places, const char *from, const char *to, GError **error)
{
  static const char script[] = "rm -rf \"$2\" && cp -a --reflink=auto -- \"$1\" \"$2\"";
  const char *argv[] = { "/bin/sh", "-c", script, "sh", from, to, NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, NULL, COPY_MS, places->cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s: cannot be copied for the tests: %s", from, result.err ? result.err : "");
  return FALSE;
}

/* --- running --- */

/* What is run: words, or a test of a list. */
typedef struct {
  const char *const *words; /* one word is for the shell */
  const AfSuiteTest *listed;
  gboolean is_own;
  guint timeout_ms;
  guint part; /* for the switch; 0: none */
} Command;

static gboolean launch (const AfPlaces *places, const AfSpot *spot, const Command *command, AfSuiteEnd *end,
                        GError **error)
{
  const char *const *words = command->words;
  const char *const shell[] = { "/bin/sh", "-c", words[0], NULL };
  const AfCage no_cage = { NULL, -1, NULL };
  g_autofree char *cwd = g_build_filename (spot->tree, places->versions->prefix, NULL);
  const AfLaunch how = { .argv = words[1] ? words : shell,
                         .envp = (char *const *)spot->environment->pdata,
                         .cwd = g_mkdir_with_parents (cwd, 0755) == 0 ? cwd : spot->tree, /* git keeps no empty ones */
                         .input = command->listed ? command->listed->input : NULL,
                         .timeout_ms = command->timeout_ms,
                         .most_output = command->is_own ? MOST_OWN : MOST_OUTPUT,
                         .with_errors = !command->listed,
                         .mark = command->part };
  return af_launch (&how, command->is_own ? &no_cage : &spot->cage, places->cancel, end, error);
}

static char *take_text (const AfSuiteEnd *end)
{
  gsize length = 0;
  const char *text = end->out ? g_bytes_get_data (end->out, &length) : NULL;
  g_autofree char *raw = g_strndup (text ? text : "", length);
  return g_utf8_make_valid (raw, -1);
}

static gboolean build (const AfPlaces *places, const AfSpot *spot, AfRunOfTest *run, GError **error)
{
  const char *words[] = { places->options->build, NULL };
  g_auto (AfSuiteEnd) end = { 0 };
  const Command command = { words, NULL, FALSE, places->options->timeout_s * 1000, 0 };
  run->built = TRUE;
  if (!words[0])
    return TRUE;
  if (!launch (places, spot, &command, &end, error))
    return FALSE;
  run->built = !end.timed_out && end.status == 0;
  run->timed_out = end.timed_out;
  run->status = end.status;
  if (!run->built)
    run->output = take_text (&end);
  return TRUE;
}

/* Makes the file at @full what @text says (null: no file). */
static gboolean put_file (const AfChangedFile *file, GBytes *text, const char *full)
{
  g_autofree char *folder = g_path_get_dirname (full);
  gsize length = 0;
  if (file->is_mode)
    return g_chmod (full, af_mode_bits (text)) == 0;
  if (g_unlink (full) != 0 && errno != ENOENT)
    g_debug ("%s stays", full);
  if (!text)
    return TRUE;
  const char *data = g_bytes_get_data (text, &length);
  g_autofree char *target = g_strndup (data ? data : "", length);
  gboolean is_link = file->mode == 0120000;
  return g_mkdir_with_parents (folder, 0755) == 0
         && (is_link ? symlink (target, full) == 0
                     : g_file_set_contents_full (full, data ? data : "", (gssize)length, G_FILE_SET_CONTENTS_NONE,
                                                 file->mode == 0100755 ? 0755 : 0644, NULL));
}

/* Writes the texts that differ from the good version. */
static gboolean put (const AfPlaces *places, const AfSpot *spot, const GPtrArray *texts, GError **error)
{
  for (guint i = 0; i < texts->len; i++) {
    const AfChangedFile *file = places->versions->changed->pdata[i];
    GBytes *text = texts->pdata[i];
    g_autofree char *full = g_build_filename (spot->tree, file->path, NULL);
    if ((!text && !file->before) || (text && file->before && g_bytes_equal (text, file->before)))
      continue;
    if (!put_file (file, text, full)) {
      af_error (error, AF_ERROR_IO, "%s: cannot be written: %s", full, g_strerror (errno));
      return FALSE;
    }
  }
  return TRUE;
}

/* The test in what stands in the spot; @part: number of the version, 0: it is the only one. */
static gboolean test (const AfPlaces *places, const AfSpot *spot, guint part, AfRunOfTest *run, GError **error)
{
  g_auto (AfSuiteEnd) end = { 0 };
  const AfSuiteTest *listed = places->options->listed;
  const char *shell[] = { listed ? listed->command : NULL, NULL };
  const Command command = { !listed         ? places->options->test
                            : listed->words ? (const char *const *)listed->words
                                            : shell,
                            listed, places->options->is_own, places->patience_ms, part };
  gint64 start = g_get_monotonic_time ();
  if (!launch (places, spot, &command, &end, error))
    return FALSE;
  run->took_us = g_get_monotonic_time () - start;
  run->timed_out = end.timed_out;
  run->status = end.status;
  run->passes = !end.timed_out && (listed ? af_suite_test_passes (listed, &end) : end.status == 0);
  run->output = take_text (&end);
  return TRUE;
}

gboolean af_places_run (const AfPlaces *places, guint number, const GPtrArray *texts, AfRunOfTest *run, GError **error)
{
  const AfSpot *spot = places->spots->pdata[number];
  *run = (AfRunOfTest){ 0 };
  if (!copy_tree (places, places->base, spot->tree, error) || !put (places, spot, texts, error)
      || !build (places, spot, run, error))
    return FALSE;
  return !run->built || test (places, spot, 0, run, error);
}

gboolean af_places_build (const AfPlaces *places, const GPtrArray *texts, const char *tree, gboolean *built,
                          GError **error)
{
  const AfSpot *spot = places->spots->pdata[0];
  g_auto (AfRunOfTest) run = { 0 };
  if (!copy_tree (places, places->base, spot->tree, error) || !put (places, spot, texts, error)
      || !build (places, spot, &run, error))
    return FALSE;
  *built = run.built;
  return !run.built || copy_tree (places, spot->tree, tree, error);
}

gboolean af_places_run_part (const AfPlaces *places, guint number, const char *tree, guint part, AfRunOfTest *run,
                             GError **error)
{
  const AfSpot *spot = places->spots->pdata[number];
  *run = (AfRunOfTest){ .built = TRUE };
  return copy_tree (places, tree, spot->tree, error) && test (places, spot, part, run, error);
}

static gboolean build_base (AfPlaces *places, GError **error)
{
  AfSpot *spot = places->spots->pdata[0];
  g_auto (AfRunOfTest) run = { 0 };
  if (!af_versions_write (places->versions, places->options->good, spot->tree, error)
      || !build (places, spot, &run, error))
    return FALSE;
  if (run.built)
    return copy_tree (places, spot->tree, places->base, error);
  g_autofree char *shown = af_printable (run.output);
  af_error (error, AF_ERROR_BUILD, "the good version does not build: %s%s\n%s", places->options->build,
            run.timed_out ? " did not end in time" : "", shown);
  return FALSE;
}

gboolean af_places_init (AfPlaces *places, const char *temp, GError **error)
{
  places->spots = g_ptr_array_new_with_free_func (spot_free);
  places->base = g_build_filename (temp, "good", NULL);
  places->patience_ms = places->options->timeout_s * 1000;
  places->filter = af_subject_program_filter (FALSE, error);
  if (!places->filter)
    return FALSE;
  for (guint i = 0; i < MAX (places->options->jobs, 1); i++)
    if (!add_spot (places, temp, error))
      return FALSE;
  return build_base (places, error);
}

void af_places_clear (AfPlaces *places)
{
  g_clear_pointer (&places->spots, g_ptr_array_unref);
  g_clear_pointer (&places->base, g_free);
  g_clear_pointer (&places->filter, g_bytes_unref);
}
