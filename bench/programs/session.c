/* One program: repaired by its repair tests, judged by all.
 *
 * In:  a program.   Out: whether the first fix passes the repair tests after a rebuild, and the held-out ones.
 *
 * A held-out test that the accepted program fails says nothing of a fix (Codeflaws has inputs that were cut); so a
 * second verdict asks the others alone, the sound ones.
 *
 * The tool runs as a user would run it, with one worker, in a folder of its own. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/programs/programs.h"
#include "util/error.h"
#include "util/json.h"
#include "util/process.h"

typedef struct {
  const AfProgram *program;
  const AfProgramsOptions *options;
  const char *search;
  char *folder, *file; /* where it is repaired; name of the source there */
  GPtrArray *sound;    /* of AfProgramTest, the program's: held-out ones that the accepted program passes */
  GCancellable *cancel;
} Session;

static gboolean copy (const char *from, const char *to, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  return g_file_get_contents (from, &text, &length, error) && g_file_set_contents (to, text, (gssize)length, error);
}

/* Whether it compiles. */
static gboolean compile (const Session *session, const char *source, const char *exe, gboolean *ok, GError **error)
{
  const char *const argv[] = { "cc", "-w", source, "-o", exe, "-lm", NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, session->folder, 60000, session->cancel, &result, error))
    return FALSE;
  *ok = result.end == AF_PROCESS_EXITED && result.exit_status == 0;
  return TRUE;
}

/* The tests that the program @name in the folder fails: array of AfProgramTest, the program's; null: error. */
static GPtrArray *failing_of (const Session *session, const GPtrArray *tests, const char *name, GError **error)
{
  g_autofree char *exe = g_build_filename (session->folder, name, NULL);
  g_autoptr (GPtrArray) failing = g_ptr_array_new ();
  for (guint i = 0; i < tests->len; i++) {
    gboolean passes = FALSE;
    if (!af_program_passes (exe, tests->pdata[i], &passes, session->cancel, error))
      return NULL;
    if (!passes)
      g_ptr_array_add (failing, tests->pdata[i]);
  }
  return g_steal_pointer (&failing);
}

/* Adds the held-out tests that the accepted program passes to the sound ones; all, where there is no such program. */
static gboolean note_sound (const Session *session, GError **error)
{
  const GPtrArray *tests = session->program->held_out;
  g_autoptr (GPtrArray) failing = g_ptr_array_new ();
  gboolean compiles = FALSE;
  if (session->program->accepted && !compile (session, session->program->accepted, "accepted", &compiles, error))
    return FALSE;
  if (compiles) {
    g_clear_pointer (&failing, g_ptr_array_unref);
    if (!(failing = failing_of (session, tests, "accepted", error)))
      return FALSE;
  }
  for (guint i = 0; i < tests->len; i++)
    if (!g_ptr_array_find (failing, tests->pdata[i], NULL))
      g_ptr_array_add (session->sound, tests->pdata[i]);
  return TRUE;
}

static gboolean write_list (const Session *session, GError **error)
{
  g_autofree char *stem = g_strndup (session->file, strlen (session->file) - 2);
  g_autoptr (GString) list = g_string_new ("# made by the benchmark\n");
  for (guint i = 0; i < session->program->repair->len; i++) {
    const AfProgramTest *test = session->program->repair->pdata[i];
    g_autofree char *in = g_strdup_printf ("%s/%s.in", session->folder, test->name);
    g_autofree char *out = g_strdup_printf ("%s/%s.out", session->folder, test->name);
    if (!copy (test->input, in, error) || !copy (test->sample, out, error))
      return FALSE;
    g_string_append_printf (list, "%s\t./%s\tinput=%s.in\ttimeout=2\t", test->name, stem, test->name);
    if (test->match)
      g_string_append_printf (list, "sample=%s.out\tmatch=%s%s%s\n", test->name, test->match,
                              test->reject ? "\treject=" : "", test->reject ? test->reject : "");
    else
      g_string_append_printf (list, "output=%s.out\tcompare=blanks\n", test->name);
  }
  g_autofree char *path = g_build_filename (session->folder, "tests.tsv", NULL);
  return g_file_set_contents (path, list->str, -1, error);
}

/* When the first candidate passed, by the events of the tool; -1: none did. */
static double first_time (const char *path)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return -1;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_autoptr (JsonNode) node = *lines[i] ? af_json_parse (lines[i], strlen (lines[i]), NULL) : NULL;
    JsonObject *event = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    if (event && g_strcmp0 (json_object_get_string_member_with_default (event, "event", NULL), "plausible") == 0)
      return json_object_get_double_member_with_default (event, "t", -1);
  }
  return -1;
}

static gboolean repair (const Session *session, AfProgramResult *result, GError **error)
{
  g_autofree char *seconds = g_strdup_printf ("%us", session->options->seconds);
  g_autofree char *trace = g_strdup_printf ("AUTOFIX_TRACE=%s/trace", session->folder);
  const char *const argv[] = { "env",         trace,      session->options->tool,
                               "run",         "--search", session->search,
                               "--quiet",     "--jobs",   "1",
                               "--budget",    seconds,    "--tests",
                               "tests.tsv",   "--link",   "-lm",
                               session->file, NULL };
  g_auto (AfProcessResult) end = { 0 };
  gint64 start = g_get_monotonic_time ();
  if (!af_process_run (argv, session->folder, (session->options->seconds + 60) * 1000, session->cancel, &end, error))
    return FALSE;
  result->seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  result->first = first_time (trace + strlen ("AUTOFIX_TRACE="));
  return TRUE;
}

typedef struct {
  gboolean plausible, clean, sound;
} Verdict;

static gboolean fails_one_of (const GPtrArray *failing, const GPtrArray *tests)
{
  for (guint i = 0; i < tests->len; i++)
    if (g_ptr_array_find ((GPtrArray *)failing, tests->pdata[i], NULL))
      return TRUE;
  return FALSE;
}

static gboolean judge_program (const Session *session, const char *name, Verdict *verdict, GError **error)
{
  const AfProgram *program = session->program;
  g_autoptr (GPtrArray) repair = failing_of (session, program->repair, name, error), held_out = NULL;
  if (!repair || repair->len > 0)
    return repair != NULL;
  if (!(held_out = failing_of (session, program->held_out, name, error)))
    return FALSE;
  verdict->plausible = TRUE;
  verdict->clean = held_out->len == 0;
  verdict->sound = session->sound->len > 0 && !fails_one_of (held_out, session->sound);
  return TRUE;
}

/* What the fix with @id passes. */
static gboolean judge (const Session *session, const char *id, Verdict *verdict, GError **error)
{
  g_autofree char *patched = g_build_filename (session->folder, "patched.c", NULL);
  g_autofree char *source = g_build_filename (session->folder, session->file, NULL);
  g_autofree char *patch = g_strdup_printf ("autofix.out/patches/%s.patch", id);
  const char *const argv[] = { "patch", "-s", "patched.c", patch, NULL };
  g_auto (AfProcessResult) result = { 0 };
  gboolean compiles = FALSE;
  *verdict = (Verdict){ 0 };
  if (!copy (source, patched, error) || !af_process_run (argv, session->folder, 10000, session->cancel, &result, error)
      || !compile (session, "patched.c", "patched", &compiles, error))
    return FALSE;
  return !compiles || judge_program (session, "patched", verdict, error);
}

static gboolean judge_all (const Session *session, JsonObject *fault, AfProgramResult *result, GError **error)
{
  JsonArray *fixes = json_object_get_array_member (fault, "fixes");
  JsonObject *candidates = json_object_get_object_member (fault, "candidates");
  result->n_candidates = candidates ? (guint)json_object_get_int_member (candidates, "made") : 0;
  for (guint i = 0; fixes && i < json_array_get_length (fixes); i++) {
    Verdict verdict;
    JsonObject *fix = json_array_get_object_element (fixes, i);
    if (!judge (session, json_object_get_string_member (fix, "id"), &verdict, error))
      return FALSE;
    if (i == 0)
      g_strlcpy (result->label, json_object_get_string_member_with_default (fix, "confidence", ""),
                 sizeof result->label);
    result->plausible |= i == 0 && verdict.plausible;
    result->clean |= i == 0 && verdict.clean;
    result->clean_shown |= verdict.clean;
    result->sound |= i == 0 && verdict.sound;
    result->sound_shown |= verdict.sound;
  }
  return TRUE;
}

static gboolean read_results (const Session *session, AfProgramResult *result, GError **error)
{
  g_autofree char *path = g_build_filename (session->folder, "autofix.out", "results.json", NULL), *text = NULL;
  gsize length = 0;
  if (!g_file_get_contents (path, &text, &length, NULL))
    return TRUE;
  g_autoptr (JsonNode) root = af_json_parse (text, length, error);
  JsonArray *faults = root ? json_object_get_array_member (json_node_get_object (root), "faults") : NULL;
  if (!faults || json_array_get_length (faults) == 0)
    return root != NULL;
  return judge_all (session, json_array_get_object_element (faults, 0), result, error);
}

static gboolean run (const Session *session, AfProgramResult *result, GError **error)
{
  g_autofree char *source = g_build_filename (session->folder, session->file, NULL);
  gboolean compiles = FALSE;
  if (!copy (session->program->source, source, error) || !compile (session, session->file, "before", &compiles, error))
    return FALSE;
  if (!compiles || session->program->repair->len == 0)
    return TRUE;
  g_autoptr (GPtrArray) failing = failing_of (session, session->program->repair, "before", error);
  if (!failing)
    return FALSE;
  result->n_failing = failing->len;
  result->n_held_out = session->program->held_out->len;
  if (failing->len == 0)
    return TRUE;
  if (!note_sound (session, error))
    return FALSE;
  result->n_sound = session->sound->len;
  return write_list (session, error) && repair (session, result, error) && read_results (session, result, error);
}

gboolean af_program_run (const AfProgram *program, const AfProgramsOptions *options, const char *search,
                         AfProgramResult *result, GCancellable *cancel, GError **error)
{
  g_autofree char *name = g_strdelimit (g_strdup (program->name), "/", '-');
  g_autofree char *folder = g_build_filename (options->output, name, search, NULL);
  g_autofree char *file = g_path_get_basename (program->source);
  g_autoptr (GPtrArray) sound = g_ptr_array_new ();
  const Session session = { program, options, search, folder, file, sound, cancel };
  *result = (AfProgramResult){ .first = -1 };
  if (g_mkdir_with_parents (folder, 0755) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be created", folder);
    return FALSE;
  }
  return run (&session, result, error);
}
