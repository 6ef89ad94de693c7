/* One run of the tool on one planted fault, as a user would start it.
 *
 * In:  a plant, a seed.   Out: a session with what results.json and the trace say.
 *
 *     TEMP/work/ring.c, ring.h        all that the tool is given; no oracle, no correct version, no other fault
 *     TEMP/work/autofix.out           what it leaves: results.json, patches, records
 *     TEMP/tmp                        its TMPDIR, so that nothing remains even when it has to be killed
 *     TEMP/trace                      its AUTOFIX_TRACE
 *
 * TEMP lies in the folder for temporary files, not in the corpus, and nothing that the tool is given (arguments,
 * environment, working folder) names the corpus; an empty list of flags after -- makes it search for no
 * compile_commands.json.  The module under test runs in a sandbox: it could read a file whose name it knew, but knows
 * none, and no oracle is built anywhere while it runs. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/reading.h"
#include "bench/text/text.h"
#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

#define RUN_DEADLINE_MS (60u * 60 * 1000)
#define GRACE_MS 10000
#define PATCH_DEADLINE_MS 20000

struct AfRun {
  AfTempDir *temp;
  char *work;
  char *source, *header;
};

void af_run_free (AfRun *run)
{
  if (!run)
    return;
  af_temp_dir_free (run->temp);
  g_free (run->work);
  g_free (run->source);
  g_free (run->header);
  g_free (run);
}

const char *af_run_source (const AfRun *run)
{
  return run->source;
}

const char *af_run_header (const AfRun *run)
{
  return run->header;
}

char *af_run_file (const AfRun *run, const char *folder, const char *name, const char *suffix)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  return g_build_filename (run->work, "autofix.out", folder, file, NULL);
}

/* --- which tool --- */

static char *find_tool (const char *given, GError **error)
{
  if (given)
    return g_canonicalize_filename (given, NULL);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : NULL;
  if (!folder) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "use --tool PATH", "cannot find this program's executable");
    return NULL;
  }
  return g_canonicalize_filename ("../src/autofix", folder);
}

gboolean af_bench_use_tool (AfBench *bench, const char *given, GError **error)
{
  bench->tool = find_tool (given, error);
  g_autofree char *folder = bench->tool ? g_path_get_dirname (bench->tool) : NULL;
  if (!folder)
    return FALSE;
  if (!g_file_test (bench->tool, G_FILE_TEST_IS_EXECUTABLE)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "run make, or use --tool PATH", "no program '%s'", bench->tool);
    return FALSE;
  }
  bench->paths = af_paths_new_in (folder, error);
  if (!bench->paths)
    return FALSE;
  g_autofree char *contract = g_build_filename (bench->paths->include_dir, "autofix", "contract.h", NULL);
  g_autofree char *runtime = g_build_filename (bench->paths->runtime_dir, "afrt.h", NULL);
  const char *files[] = { bench->tool, bench->paths->runtime_lib, runtime, contract, NULL },
             *header[] = { contract, NULL };
  /* where the option is named: tools of before named it among those of `run` */
  static const char *const topics[] = { "research", "run" };
  bench->tool_files = g_strdupv ((char **)files);
  bench->tool_key = af_bench_file_key (files, error);
  bench->contract_key = bench->tool_key ? af_bench_file_key (header, error) : NULL;
  if (!bench->contract_key)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (topics); i++) {
    const char *argv[] = { bench->tool, "help", topics[i], NULL };
    g_auto (AfProcessResult) result = { 0 };
    if (!af_process_run (argv, NULL, 20000, bench->cancel, &result, error))
      return FALSE;
    bench->records |= strstr (result.out, "--records") != NULL;
  }
  return TRUE;
}

/* --- planting --- */

static gboolean copy_file (const char *folder, const char *module, const char *suffix, const char *to, GError **error)
{
  g_autofree char *name = g_strconcat (module, suffix, NULL);
  g_autofree char *from_path = g_build_filename (folder, name, NULL), *to_path = g_build_filename (to, name, NULL);
  g_autofree char *text = af_read_text (from_path, error);
  return text && af_write_text (to_path, text, error);
}

/* The patch speaks of MODULE.c and MODULE.h only. */
static gboolean check_patch (const AfPlant *plant, GError **error)
{
  g_autofree char *text = af_read_text (plant->patch, error);
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;
  if (!text)
    return FALSE;
  for (guint i = 0; lines[i]; i++) {
    if (!g_str_has_prefix (lines[i], "+++ "))
      continue;
    g_auto (GStrv) words = g_strsplit_set (lines[i] + 4, " \t", 2);
    const char *slash = strchr (words[0], '/');
    const char *file = slash ? slash + 1 : words[0];
    gsize length = strlen (plant->module);
    if (strncmp (file, plant->module, length) != 0
        || (strcmp (file + length, ".c") != 0 && strcmp (file + length, ".h") != 0)) {
      af_error_at (error, AF_ERROR_USAGE, plant->patch, i + 1, 0, "a fault is planted in MODULE.c or MODULE.h",
                   "the patch changes '%s'", file);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean af_plant_copy (const AfPlant *plant, gboolean faulty, const char *folder, GCancellable *cancel, GError **error)
{
  g_auto (AfProcessResult) result = { 0 };
  g_autofree char *patch = faulty ? g_canonicalize_filename (plant->patch, NULL) : NULL;
  const char *argv[] = { "patch",    "--batch", "--forward", "--silent", "--no-backup-if-mismatch",
                         "--fuzz=0", "-p1",     "-i",        patch,      NULL };
  if (!copy_file (plant->folder, plant->module, ".c", folder, error)
      || !copy_file (plant->folder, plant->module, ".h", folder, error))
    return FALSE;
  if (!faulty)
    return TRUE;
  if (!check_patch (plant, error) || !af_process_run (argv, folder, PATCH_DEADLINE_MS, cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, plant->patch, 0, 0, NULL, "the patch does not apply: %s",
               g_strstrip (result.out));
  return FALSE;
}

static char *module_text (const AfRun *run, const AfPlant *plant, const char *suffix, GError **error)
{
  g_autofree char *name = g_strconcat (plant->module, suffix, NULL);
  g_autofree char *path = g_build_filename (run->work, name, NULL);
  return af_read_text (path, error);
}

static AfRun *prepare (const AfBench *bench, const AfPlant *plant, GError **error)
{
  g_autoptr (AfRun) run = g_new0 (AfRun, 1);
  run->temp = af_temp_dir_new (error);
  if (!run->temp)
    return NULL;
  run->work = g_build_filename (af_temp_dir_path (run->temp), "work", NULL);
  g_autofree char *tmp = g_build_filename (af_temp_dir_path (run->temp), "tmp", NULL);
  if (g_mkdir (run->work, 0700) != 0 || g_mkdir (tmp, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "cannot write in '%s'", af_temp_dir_path (run->temp));
    return NULL;
  }
  if (!af_plant_copy (plant, plant->patch != NULL, run->work, bench->cancel, error)
      || !(run->source = module_text (run, plant, ".c", error))
      || !(run->header = module_text (run, plant, ".h", error)))
    return NULL;
  return g_steal_pointer (&run);
}

/* --- what the tool says --- */

static AfShownFix *read_fix (const char *output, JsonObject *object)
{
  AfShownFix *fix = af_shown_fix_new ();
  fix->id = g_strdup (af_member_text (object, "id"));
  fix->rank = (guint)af_member_int (object, "rank");
  fix->confidence = g_strdup (af_member_text (object, "confidence"));
  fix->schema = g_strdup (af_member_text (object, "schema"));
  fix->rule = g_strdup (af_member_text (object, "rule"));
  fix->summary = g_strdup (af_member_text (object, "summary"));
  fix->evidence = g_strdup (af_member_text (af_member_object (object, "evidence"), "text"));
  g_autofree char *file = g_strconcat (fix->id ? fix->id : "", ".patch", NULL);
  g_autofree char *path = g_build_filename (output, "patches", file, NULL);
  fix->diff = af_read_text (path, NULL);
  return fix;
}

static AfShownFault *read_fault (const char *output, JsonObject *object)
{
  AfShownFault *fault = af_shown_fault_new ();
  JsonObject *counts = af_member_object (object, "candidates");
  fault->id = g_strdup (af_member_text (object, "id"));
  fault->title = g_strdup (af_member_text (object, "title"));
  fault->kind = g_strdup (af_member_text (object, "kind"));
  fault->routine = g_strdup (af_member_text (object, "routine"));
  fault->clause = g_strdup (af_member_text (object, "clause"));
  fault->no_fix = g_strdup (af_member_text (object, "no_fix"));
  fault->part_of = g_strdup (af_member_text (object, "part_of"));
  fault->length = af_member_length (af_member_object (object, "test"), "calls");
  fault->line = (guint)af_member_int (af_member_object (object, "location"), "line");
  fault->made = (guint)af_member_int (counts, "made");
  fault->uncompilable = (guint)af_member_int (counts, "uncompilable");
  fault->screened = (guint)af_member_int (counts, "screened");
  fault->valid = (guint)af_member_int (counts, "valid");
  fault->groups = (guint)af_member_int (counts, "groups");
  fault->confirmed = (guint)af_member_int (counts, "confirmed");
  fault->rejected = (guint)af_member_int (counts, "rejected");
  for (guint i = 0; i < af_member_length (object, "fixes"); i++)
    if (af_member_at (object, "fixes", i))
      g_ptr_array_add (fault->fixes, read_fix (output, af_member_at (object, "fixes", i)));
  return fault;
}

void af_tool_read_results (AfSession *session, const char *output)
{
  g_autofree char *path = g_build_filename (output, "results.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonParser) parser = af_read_json (path, &error);
  if (!parser) {
    if (!session->trouble)
      session->trouble = g_strdup (error->message);
    return;
  }
  JsonObject *root = af_root (parser), *testing = af_member_object (root, "testing");
  session->calls = (guint)af_member_int (testing, "calls");
  session->invalid = (guint)af_member_int (testing, "invalid_calls");
  session->complete = af_member_flag (testing, "complete");
  for (guint i = 0; i < af_member_length (root, "faults"); i++)
    if (af_member_at (root, "faults", i))
      g_ptr_array_add (session->faults, read_fault (output, af_member_at (root, "faults", i)));
}

static void note_belongs (const AfRun *run, const AfPlant *plant, AfSession *session)
{
  for (guint i = 0; i < session->faults->len; i++) {
    AfShownFault *fault = session->faults->pdata[i];
    fault->belongs = fault->routine
                     && (af_calls_reach (run->source, run->header, fault->routine, plant->routine)
                         || af_calls_reach (run->source, run->header, plant->routine, fault->routine));
  }
}

/* Whether an event is about a reported fault that belongs: "F-3a91c2", or "X-3a91c2-1" of it; one that names none is
 * taken. */
static gboolean concerns (const AfSession *session, JsonObject *event)
{
  const char *id = af_member_text (event, "fault") ? af_member_text (event, "fault") : af_member_text (event, "id");
  if (!id || (id[0] != 'F' && id[0] != 'X'))
    return TRUE;
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    if (!fault->belongs || !fault->id || strlen (fault->id) < 2)
      continue;
    gsize length = strlen (fault->id) - 2;
    if (strncmp (id + 2, fault->id + 2, length) == 0
        && (id[2 + length] == '\0' || (id[0] == 'X' && id[2 + length] == '-')))
      return TRUE;
  }
  return FALSE;
}

static void read_event (AfSession *session, JsonObject *event, double *test_begin)
{
  const char *name = af_member_text (event, "event"), *stage = af_member_text (event, "stage");
  double t = af_member_real (event, "t");
  if (!name)
    return;
  if (strcmp (name, "fault") == 0 && session->first_fault < 0 && concerns (session, event))
    session->first_fault = t;
  if (strcmp (name, "fix") == 0 && session->first_fix < 0 && concerns (session, event))
    session->first_fix = t;
  if (g_strcmp0 (stage, "test") != 0)
    return;
  if (strcmp (name, "stage-begin") == 0) {
    *test_begin = t;
    if (session->test_begin < 0)
      session->test_begin = t;
  }
  if (strcmp (name, "stage-end") == 0 && *test_begin >= 0) {
    session->testing = MAX (session->testing, 0) + t - *test_begin;
    *test_begin = -1;
  }
}

void af_tool_read_trace (AfSession *session, const char *path)
{
  g_autofree char *text = af_read_text (path, NULL);
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;
  double test_begin = -1;
  for (guint i = 0; lines && lines[i]; i++) {
    g_autoptr (JsonParser) parser = json_parser_new ();
    if (*lines[i] == '{' && json_parser_load_from_data (parser, lines[i], -1, NULL)
        && JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
      read_event (session, af_root (parser), &test_begin);
  }
}

/* --- the run --- */

void af_tool_note_end (AfSession *session, const AfProcessResult *result)
{
  char *newline = strchr (result->err, '\n');
  if (newline)
    *newline = '\0';
  session->status = result->end == AF_PROCESS_EXITED      ? result->exit_status
                    : result->end == AF_PROCESS_TIMED_OUT ? -1
                                                          : -2;
  if (session->status == -1)
    session->trouble = g_strdup ("killed at the deadline of the benchmark");
  else if (session->status == -2)
    session->trouble = g_strdup_printf ("killed by signal %d", result->term_signal);
  else if (session->status != 0 && session->status != 2 && session->status != 3)
    session->trouble = g_strdup_printf ("status %d: %s", session->status, result->err);
}

/* `env VARIABLES tool run --quiet --seed S`, the options that belong to it, and the module. */
static gboolean start_tool (const AfBench *bench, const AfPlant *plant, AfRun *run, const char *const *options,
                            AfSession *session, GError **error)
{
  const char *folder = af_temp_dir_path (run->temp);
  g_autofree char *trace = g_strdup_printf ("AUTOFIX_TRACE=%s/trace", folder),
                  *tmp = g_strdup_printf ("TMPDIR=%s/tmp", folder);
  g_autofree char *seed = g_strdup_printf ("%u", session->seed), *workers = g_strdup_printf ("%u", bench->workers);
  g_autofree char *file = g_strconcat (plant->module, ".c", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *pwd = g_strconcat ("PWD=", run->work, NULL);
  const char *begin[] = { "env",       "-u",  "OLDPWD",  "-u",      "MAKEFLAGS", "-u",     "MFLAGS", pwd,  trace,  tmp,
                          bench->tool, "run", "--quiet", "--color", "never",     "--seed", seed,     "-j", workers };
  for (guint i = 0; i < G_N_ELEMENTS (begin); i++)
    g_ptr_array_add (argv, (gpointer)begin[i]);
  for (guint i = 0; options[i]; i++)
    g_ptr_array_add (argv, (gpointer)options[i]);
  g_ptr_array_add (argv, file);
  g_ptr_array_add (argv, (gpointer) "--");
  g_ptr_array_add (argv, NULL);
  g_auto (AfProcessResult) result = { 0 };
  gint64 start = g_get_monotonic_time ();
  const AfProcessTime time = { RUN_DEADLINE_MS, GRACE_MS };
  if (!af_process_run_gently ((const char *const *)argv->pdata, run->work, &time, bench->cancel, &result, error))
    return FALSE;
  session->seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_autofree char *output = g_build_filename (run->work, "autofix.out", NULL);
  af_tool_note_end (session, &result);
  af_tool_read_results (session, output);
  note_belongs (run, plant, session);
  af_tool_read_trace (session, trace + strlen ("AUTOFIX_TRACE="));
  return TRUE;
}

static AfRun *run_tool (const AfBench *bench, const AfPlant *plant, guint seed, const char *const *options,
                        AfSession **session, GError **error)
{
  g_autoptr (AfSession) said = af_session_new ();
  g_autoptr (AfRun) run = prepare (bench, plant, error);
  if (!run)
    return NULL;
  said->plant = g_strdup (plant->name);
  said->seed = seed;
  said->faithful = bench->faithful;
  if (!start_tool (bench, plant, run, options, said, error))
    return NULL;
  *session = g_steal_pointer (&said);
  return g_steal_pointer (&run);
}

AfRun *af_run_new (const AfBench *bench, const AfPlant *plant, guint seed, AfSession **session, GError **error)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  if (bench->faithful)
    g_ptr_array_add (options, (gpointer) "--faithful");
  if (bench->records)
    g_ptr_array_add (options, (gpointer) "--records");
  if (bench->localize)
    g_ptr_array_add (options, (gpointer) "--stop-after=localize");
  for (guint i = 0; bench->passed && bench->passed[i]; i++)
    g_ptr_array_add (options, bench->passed[i]);
  g_ptr_array_add (options, NULL);
  return run_tool (bench, plant, seed, (const char *const *)options->pdata, session, error);
}
