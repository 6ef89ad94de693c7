/* Asks the oracle about changed modules.
 *
 * In:  the text of a module.   Out: accepted, refused, overtime or unbuilt.
 *
 *     TEMP/base/oracle.o       the oracle, compiled once
 *     TEMP/0007/ring.c ...     one folder per question, removed with its answer
 *
 * The folder is private (0700) and is made only when the tool's run is over, so that no run can meet an oracle.  Built
 * with address and undefined-behaviour sanitizers, as they are the contracts of C; each seed has its own deadline and a
 * limit of memory. Answers that do not depend on the clock are kept in OUTPUT/rulings by the hash of all that went in:
 * other seeds often lead to the same fix. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/reading.h"
#include "util/error.h"
#include "util/jobs.h"
#include "util/process.h"
#include "util/tempdir.h"

#define ORACLE_SEEDS 5
#define ORACLE_DEADLINE_MS 20000
#define BUILD_DEADLINE_MS 120000
#define PATCH_DEADLINE_MS 20000
#define REMARK_LENGTH 200
#define SANITIZERS "-fsanitize=address,undefined"
#define OPTIONS "ASAN_OPTIONS=detect_leaks=1:hard_rss_limit_mb=4096"

struct AfBenchOracle {
  const AfBench *bench;
  const AfPlant *plant;
  AfTempDir *temp;
  char *include;    /* -I of the contract header */
  char *text;       /* of oracle.c */
  char *header;     /* that base/oracle.o was compiled with */
  char *object;     /* path of it, or null when it did not compile */
  gint n_questions; /* atomic */
};

void af_oracle_free (AfBenchOracle *oracle)
{
  if (!oracle)
    return;
  af_temp_dir_free (oracle->temp);
  g_free (oracle->include);
  g_free (oracle->text);
  g_free (oracle->header);
  g_free (oracle->object);
  g_free (oracle);
}

static gboolean write_in (const char *folder, const char *name, const char *suffix, const char *text, GError **error)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  return af_write_text (path, text, error);
}

/* A new folder below the oracle's; owned by the caller. */
static char *new_folder (AfBenchOracle *oracle, GError **error)
{
  g_autofree char *name = g_strdup_printf ("%04d", g_atomic_int_add (&oracle->n_questions, 1));
  g_autofree char *path = g_build_filename (af_temp_dir_path (oracle->temp), name, NULL);
  if (g_mkdir (path, 0700) == 0)
    return g_steal_pointer (&path);
  af_error (error, AF_ERROR_IO, "cannot make '%s'", path);
  return NULL;
}

/* Runs the compiler in @folder, which makes oracle.o, or with @link the program oracle; @ok: it succeeded. */
static gboolean compile (const AfBenchOracle *oracle, const char *folder, const char *const *inputs, gboolean link,
                         gboolean *ok, GError **error)
{
  const char *output = link ? "oracle" : "oracle.o";
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  const char *begin[] = { oracle->bench->compiler,     "-std=gnu11", "-O1",           "-g", "-w",  SANITIZERS,
                          "-fno-sanitize-recover=all", "-I.",        oracle->include, "-o", output };
  for (guint i = 0; i < G_N_ELEMENTS (begin); i++)
    g_ptr_array_add (argv, (gpointer)begin[i]);
  if (!link)
    g_ptr_array_add (argv, (gpointer) "-c");
  for (guint i = 0; inputs[i]; i++)
    g_ptr_array_add (argv, (gpointer)inputs[i]);
  if (link)
    g_ptr_array_add (argv, (gpointer) "-lm");
  g_ptr_array_add (argv, NULL);
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run ((const char *const *)argv->pdata, folder, BUILD_DEADLINE_MS, oracle->bench->cancel, &result,
                       error))
    return FALSE;
  *ok = result.end == AF_PROCESS_EXITED && result.exit_status == 0;
  return TRUE;
}

AfBenchOracle *af_oracle_new (const AfBench *bench, const AfPlant *plant, const char *header, GError **error)
{
  g_autoptr (AfBenchOracle) oracle = g_new0 (AfBenchOracle, 1);
  g_autofree char *path = g_build_filename (plant->folder, "oracle.c", NULL);
  oracle->bench = bench;
  oracle->plant = plant;
  oracle->include = g_strconcat ("-I", bench->paths->include_dir, NULL);
  oracle->header = g_strdup (header);
  oracle->temp = af_temp_dir_new (error);
  oracle->text = oracle->temp ? af_read_text (path, error) : NULL;
  g_autofree char *base = oracle->text ? new_folder (oracle, error) : NULL;
  const char *inputs[] = { "oracle.c", NULL };
  gboolean ok = FALSE;
  if (!base || !write_in (base, "oracle", ".c", oracle->text, error)
      || !write_in (base, plant->module, ".h", header, error) || !compile (oracle, base, inputs, FALSE, &ok, error))
    return NULL;
  oracle->object = ok ? g_build_filename (base, "oracle.o", NULL) : NULL;
  return g_steal_pointer (&oracle);
}

/* --- rulings that were made before --- */

static char *ruling_path (const AfBenchOracle *oracle, const char *source, const char *header)
{
  const char *parts[] = { oracle->bench->compiler, oracle->bench->contract_key, oracle->text, header, source };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *)parts[i], (gssize)strlen (parts[i]) + 1);
  g_autofree char *name = g_strdup_printf ("%s.json", g_checksum_get_string (sum));
  return g_build_filename (oracle->bench->output, "rulings", name, NULL);
}

static gboolean remembered (const char *path, AfRuling *ruling, char **remark)
{
  g_autoptr (JsonParser) parser = af_read_json (path, NULL);
  if (!parser)
    return FALSE;
  *ruling = (AfRuling)af_member_int (af_root (parser), "ruling");
  *remark = g_strdup (af_member_text (af_root (parser), "remark"));
  return TRUE;
}

static gboolean remember (const char *path, AfRuling ruling, const char *remark, GError **error)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autofree char *folder = g_path_get_dirname (path);
  json_builder_begin_object (json);
  af_json_int (json, "ruling", ruling);
  af_json_name (json, "remark", remark);
  json_builder_end_object (json);
  g_autofree char *text = af_json_text (json);
  return g_mkdir_with_parents (folder, 0755) == 0 && af_write_text (path, text, error);
}

/* --- asking --- */

/* The line that says what went wrong: the sanitizer's, else the last. */
static char *telling_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_auto (GStrv) lines = g_strsplit (valid, "\n", -1);
  const char *best = NULL;
  for (guint i = 0; lines[i]; i++) {
    const char *line = g_strstrip (lines[i]);
    const char *found = strstr (line, "ERROR: "), *runtime = strstr (line, "runtime error: ");
    if (found || runtime) {
      char *remark = g_strndup (found ? found + strlen ("ERROR: ") : runtime, REMARK_LENGTH);
      char *place = strstr (remark, " on ");
      if (place && strstr (place, "address 0x")) /* differs from run to run */
        *place = '\0';
      return remark;
    }
    if (*line)
      best = line;
  }
  return best ? g_strndup (best, REMARK_LENGTH) : NULL;
}

/* What a run of the oracle that was not passed says; owned by the caller. */
static char *remark_of (const AfProcessResult *result, guint seed)
{
  if (result->end == AF_PROCESS_TIMED_OUT)
    return g_strdup_printf ("seed %u: not finished after %d s", seed, ORACLE_DEADLINE_MS / 1000);
  char *line = telling_line (result->err);
  if (!line)
    line = telling_line (result->out);
  if (line)
    return line;
  return result->end == AF_PROCESS_SIGNALED ? g_strdup_printf ("seed %u: signal %d", seed, result->term_signal)
                                            : g_strdup_printf ("seed %u: exit status %d", seed, result->exit_status);
}

/* The seeds, until one is not passed. */
static gboolean run_seeds (const AfBenchOracle *oracle, const char *folder, AfRuling *ruling, char **remark,
                           GError **error)
{
  *ruling = AF_RULING_ACCEPTED;
  for (guint i = 1; i <= ORACLE_SEEDS && *ruling == AF_RULING_ACCEPTED; i++) {
    g_autofree char *seed = g_strdup_printf ("%u", i);
    const char *argv[] = { "env", OPTIONS, "./oracle", seed, NULL };
    g_auto (AfProcessResult) result = { 0 };
    if (!af_process_run (argv, folder, ORACLE_DEADLINE_MS, oracle->bench->cancel, &result, error))
      return FALSE;
    if (result.end == AF_PROCESS_TIMED_OUT)
      *ruling = AF_RULING_OVERTIME;
    else if (result.end != AF_PROCESS_EXITED || result.exit_status != 0)
      *ruling = AF_RULING_REFUSED;
    if (*ruling != AF_RULING_ACCEPTED)
      *remark = remark_of (&result, i);
  }
  return TRUE;
}

/* Builds the oracle with @source and @header; @built: that succeeded. */
static gboolean build_in (const AfBenchOracle *oracle, const char *folder, const char *source, const char *header,
                          gboolean *built, GError **error)
{
  g_autofree char *file = g_strconcat (oracle->plant->module, ".c", NULL);
  gboolean same = oracle->object && strcmp (header, oracle->header) == 0;
  const char *inputs[] = { same ? oracle->object : "oracle.c", file, NULL };
  return write_in (folder, oracle->plant->module, ".c", source, error)
         && write_in (folder, oracle->plant->module, ".h", header, error)
         && write_in (folder, "oracle", ".c", oracle->text, error)
         && compile (oracle, folder, inputs, TRUE, built, error);
}

static gboolean ask (AfBenchOracle *oracle, const char *source, const char *header, AfRuling *ruling, char **remark,
                     GError **error)
{
  g_autofree char *folder = new_folder (oracle, error);
  gboolean built = FALSE;
  if (!folder)
    return FALSE;
  gboolean ok = build_in (oracle, folder, source, header, &built, error);
  *ruling = AF_RULING_UNBUILT;
  if (ok && built)
    ok = run_seeds (oracle, folder, ruling, remark, error);
  af_remove_tree (folder, NULL);
  return ok;
}

gboolean af_oracle_ask (AfBenchOracle *oracle, const char *source, const char *header, AfRuling *ruling, char **remark,
                        GError **error)
{
  g_autofree char *path = ruling_path (oracle, source, header), *said = NULL;
  gboolean ok = remembered (path, ruling, &said);
  if (!ok)
    ok = ask (oracle, source, header, ruling, &said, error)
         && (*ruling == AF_RULING_OVERTIME || remember (path, *ruling, said, error));
  if (ok && remark)
    *remark = g_steal_pointer (&said);
  return ok;
}

/* @source with the unified diff @patch applied; null, without an error, when it does not apply. */
static char *apply_patch (AfBenchOracle *oracle, const char *source, const char *header, const char *patch,
                          char **new_header, GError **error)
{
  const char *argv[] = { "patch",    "--batch", "--forward", "--silent",  "--no-backup-if-mismatch",
                         "--fuzz=0", "-p1",     "-i",        "fix.patch", NULL };
  const char *module = oracle->plant->module;
  g_autofree char *folder = new_folder (oracle, error), *file = g_strconcat (module, ".c", NULL);
  g_auto (AfProcessResult) result = { 0 };
  char *text = NULL;
  if (!folder || !write_in (folder, module, ".c", source, error) || !write_in (folder, module, ".h", header, error)
      || !write_in (folder, "fix", ".patch", patch, error)
      || !af_process_run (argv, folder, PATCH_DEADLINE_MS, oracle->bench->cancel, &result, error))
    return NULL;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0) {
    g_autofree char *path = g_build_filename (folder, file, NULL), *header_file = g_strconcat (module, ".h", NULL);
    g_autofree char *header_path = g_build_filename (folder, header_file, NULL);
    text = af_read_text (path, error);
    *new_header = text ? af_read_text (header_path, error) : NULL;
  }
  af_remove_tree (folder, NULL);
  return text;
}

/* --- a session's fixes --- */

typedef struct {
  AfBenchOracle *oracle;
  const AfRun *run;
  GPtrArray *fixes; /* of AfShownFix, borrowed */
} Round;

static gboolean rule_on (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Round *round = data;
  AfShownFix *fix = round->fixes->pdata[index];
  g_autofree char *header = NULL;
  g_autoptr (GError) cause = NULL;
  AfRuling ruling = AF_RULING_UNBUILT;
  g_autofree char *source = fix->diff ? apply_patch (round->oracle, af_run_source (round->run),
                                                     af_run_header (round->run), fix->diff, &header, &cause)
                                      : NULL;
  if (cause) {
    g_propagate_error (error, g_steal_pointer (&cause));
    return FALSE;
  }
  if (source && header && !af_oracle_ask (round->oracle, source, header, &ruling, &fix->remark, error))
    return FALSE;
  if (!source)
    fix->remark = g_strdup ("the patch does not apply");
  fix->ruling = ruling;
  return TRUE;
}

gboolean af_oracle_rule (AfBenchOracle *oracle, const AfRun *run, AfSession *session, gboolean below, GError **error)
{
  g_autoptr (GPtrArray) fixes = g_ptr_array_new ();
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    for (guint k = 0; fault->belongs && k < fault->fixes->len; k++) {
      const AfShownFix *fix = fault->fixes->pdata[k];
      if ((fix->rank > 10) == !!below)
        g_ptr_array_add (fixes, fault->fixes->pdata[k]);
    }
  }
  Round round = { oracle, run, fixes };
  return af_jobs_map (fixes->len, oracle->bench->workers, rule_on, &round, error);
}
