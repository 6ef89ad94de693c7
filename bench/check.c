/* Is a corpus as it should be?
 *
 * In:  a corpus.   Out: complaints.
 *
 * A correct module passes its oracle and violates no contract in a time of random tests; a planted fault applies,
 * compiles, fails the oracle and says in which routine it is.  (That descriptions are complete was checked when they
 * were read.) */
#include <string.h>

#include "bench/bench.h"
#include "bench/reading.h"
#include "bench/text/text.h"
#include "util/error.h"
#include "util/jobs.h"
#include "util/process.h"
#include "util/tempdir.h"

#define TEST_DEADLINE_MS (10u * 60 * 1000)
#define GRACE_MS 10000

typedef struct {
  const AfBench *bench;
  GPtrArray *complaints; /* of GString, one per plant */
} Check;

static char *text_in (const char *folder, const char *module, const char *suffix, GError **error)
{
  g_autofree char *name = g_strconcat (module, suffix, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  return af_read_text (path, error);
}

static gboolean ask_oracle (const AfBench *bench, const AfPlant *plant, const char *folder, AfRuling *ruling,
                            char **remark, GError **error)
{
  g_autofree char *source = text_in (folder, plant->module, ".c", error),
                  *header = text_in (folder, plant->module, ".h", error);
  g_autoptr (AfBenchOracle) oracle = source && header ? af_oracle_new (bench, plant, header, error) : NULL;
  return oracle && af_oracle_ask (oracle, source, header, ruling, remark, error);
}

static void complain (GString *complaints, const char *where, const char *what, const char *detail)
{
  g_string_append_printf (complaints, "%s: %s%s%s\n", where, what, detail && *detail ? ": " : "", detail ? detail : "");
}

/* Random tests on the correct module. */
static gboolean test_contracts (const AfBench *bench, const AfPlant *plant, const char *folder, GString *complaints,
                                GError **error)
{
  g_autofree char *file = g_strconcat (plant->module, ".c", NULL),
                  *budget = g_strdup_printf ("%us", bench->test_seconds);
  g_autofree char *tmp = g_strdup_printf ("TMPDIR=%s", folder),
                  *results = g_build_filename (folder, "autofix.out", "results.json", NULL);
  const char *argv[] = { "env", tmp, bench->tool, "test", "--quiet",  "--color", "never", "--seed", "1",
                         "-j",  "1", "--effort",  "1000", "--budget", budget,    file,    "--",     NULL };
  g_auto (AfProcessResult) result = { 0 };
  const AfProcessTime time = { TEST_DEADLINE_MS, GRACE_MS };
  if (!af_process_run_gently (argv, folder, &time, bench->cancel, &result, error))
    return FALSE;
  if (result.end != AF_PROCESS_EXITED
      || (result.exit_status != 0 && result.exit_status != 2 && result.exit_status != 3)) {
    complain (complaints, plant->module, "autofix test fails on the correct module", g_strstrip (result.err));
    return TRUE;
  }
  g_autoptr (JsonParser) parser = af_read_json (results, error);
  if (!parser)
    return FALSE;
  for (guint i = 0; i < af_member_length (af_root (parser), "faults"); i++)
    complain (complaints, plant->module, "the correct module violates a contract",
              af_member_text (af_member_at (af_root (parser), "faults", i), "title"));
  return TRUE;
}

static gboolean check_module (const AfBench *bench, const AfPlant *plant, GString *complaints, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autofree char *remark = NULL;
  AfRuling ruling = AF_RULING_NONE;
  if (!temp || !af_plant_copy (plant, FALSE, af_temp_dir_path (temp), bench->cancel, error)
      || !test_contracts (bench, plant, af_temp_dir_path (temp), complaints, error)
      || !ask_oracle (bench, plant, af_temp_dir_path (temp), &ruling, &remark, error))
    return FALSE;
  if (ruling != AF_RULING_ACCEPTED)
    complain (complaints, plant->module,
              ruling == AF_RULING_UNBUILT ? "the correct module does not compile with its oracle"
                                          : "the correct module does not pass its oracle",
              remark);
  return TRUE;
}

static gboolean check_plant (const AfBench *bench, const AfPlant *plant, GString *complaints, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autofree char *remark = NULL, *source = NULL, *header = NULL;
  g_autoptr (GError) cause = NULL;
  AfRuling ruling = AF_RULING_NONE;
  if (!temp)
    return FALSE;
  if (!af_plant_copy (plant, TRUE, af_temp_dir_path (temp), bench->cancel, &cause)) {
    if (!g_error_matches (cause, AF_ERROR, AF_ERROR_USAGE)) {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
    complain (complaints, plant->name, cause->message, NULL);
    return TRUE;
  }
  source = text_in (af_temp_dir_path (temp), plant->module, ".c", error);
  header = source ? text_in (af_temp_dir_path (temp), plant->module, ".h", error) : NULL;
  if (!header || !ask_oracle (bench, plant, af_temp_dir_path (temp), &ruling, &remark, error))
    return FALSE;
  if (!af_has_routine (source, plant->routine))
    complain (complaints, plant->description, "no such routine in the module", plant->routine);
  if (ruling == AF_RULING_UNBUILT)
    complain (complaints, plant->name, "the faulty module does not compile with its oracle", NULL);
  if (ruling == AF_RULING_ACCEPTED)
    complain (complaints, plant->name, "the faulty module passes its oracle", NULL);
  return TRUE;
}

/* Each plant; and its module with the first of them. */
static gboolean check_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Check *check = data;
  const AfPlant *plant = check->bench->plants->pdata[index];
  const AfPlant *before = index > 0 ? check->bench->plants->pdata[index - 1] : NULL;
  GString *complaints = check->complaints->pdata[index];
  gboolean ok = TRUE;
  if (!before || strcmp (before->module, plant->module) != 0)
    ok = check_module (check->bench, plant, complaints, error);
  return ok && check_plant (check->bench, plant, complaints, error);
}

static void string_free (gpointer text)
{
  g_string_free (text, TRUE);
}

gboolean af_bench_check (const AfBench *bench, gboolean *ok, GError **error)
{
  g_autoptr (GPtrArray) complaints = g_ptr_array_new_with_free_func (string_free);
  Check check = { bench, complaints };
  guint n = 0;
  for (guint i = 0; i < bench->plants->len; i++)
    g_ptr_array_add (complaints, g_string_new (NULL));
  if (!af_jobs_map (bench->plants->len, bench->workers, check_one, &check, error))
    return FALSE;
  for (guint i = 0; i < complaints->len; i++) {
    const GString *text = complaints->pdata[i];
    g_print ("%s", text->str);
    n += text->len > 0;
  }
  *ok = n == 0;
  if (*ok)
    g_print ("%u planted faults: the corpus is as it should be\n", bench->plants->len);
  else
    g_print ("%u of %u planted faults, or their modules, are not as they should be\n", n, bench->plants->len);
  return TRUE;
}
