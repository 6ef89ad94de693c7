/* What happened to one planted fault.
 *
 * In:  a plant, a seed.   Out: text: where the reference repair is, and how far the tool came towards it.
 *
 * Runs the session anew, since records are too large to be kept for all. */
#include <string.h>

#include "bench/bench.h"
#include "bench/reading.h"
#include "bench/records.h"
#include "bench/text/text.h"
#include "util/jobs.h"

#define MOST_JUDGED 200 /* candidates beyond the first ten fixes that are shown to the oracle */

/* The planting patch backwards, without its file headers. */
static void print_reference (const char *patch)
{
  g_auto (GStrv) rows = g_strsplit (patch, "\n", -1);
  for (guint i = 0; rows[i]; i++)
    if (*rows[i] && *rows[i] != '@' && !g_str_has_prefix (rows[i], "--- ") && !g_str_has_prefix (rows[i], "+++ "))
      g_print ("    %c%s\n", *rows[i] == '-' ? '+' : *rows[i] == '+' ? '-' : *rows[i], rows[i] + 1);
}

static void print_place (const AfReference *reference)
{
  g_print ("it touches");
  for (guint i = 0; i < reference->lines->len; i++) {
    guint line = g_array_index (reference->lines, guint, i);
    g_autofree char *routine = af_routine_at (reference->source, line);
    g_print ("%s line %u (%s)", i > 0 ? "," : "", line, routine ? routine : "no routine");
  }
  g_print ("\n");
}

static void print_fixes (const AfShownFault *fault)
{
  for (guint i = 0; i < fault->fixes->len; i++) {
    const AfShownFix *fix = fault->fixes->pdata[i];
    g_print ("  %2u. %-8s %-6s schema %s: %s%s%s\n", fix->rank, af_ruling_name ((AfRuling)fix->ruling),
             fix->confidence ? fix->confidence : "", fix->schema ? fix->schema : "?", fix->summary ? fix->summary : "",
             fix->remark ? "   oracle: " : "", fix->remark ? fix->remark : "");
  }
}

static void print_trail (const AfTrail *trail)
{
  g_print ("  %u of %u ranked snapshots are in these lines", trail->n_here, trail->n_snapshots);
  if (trail->best_here > 0)
    g_print (", the best of rank %u", trail->best_here);
  g_print ("; %u of %u candidates come from them\n", trail->n_candidates_here, trail->n_candidates);
  if (!trail->verdict) {
    g_print ("  the reference repair is not among the candidates\n");
    return;
  }
  g_print ("  the reference repair is candidate %s (schema %s, rule %s): %s", trail->id ? trail->id : "?",
           trail->schema ? trail->schema : "?", trail->rule ? trail->rule : "?", trail->verdict);
  if (trail->killed_by >= 0)
    g_print (" by test %d", trail->killed_by);
  if (trail->valid_rank > 0)
    g_print (", number %u of the valid ones", trail->valid_rank);
  if (trail->rank > 0)
    g_print (", fix %u", trail->rank);
  g_print ("\n");
}

/* --- candidates that were valid and not among the first ten --- */

typedef struct {
  AfBenchOracle *oracle;
  const char *header;
  GPtrArray *sources; /* of char * */
  AfRuling *rulings;
} Rest;

static gboolean rule_on (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Rest *rest = data;
  return af_oracle_ask (rest->oracle, rest->sources->pdata[index], rest->header, &rest->rulings[index], NULL, error);
}

static int by_rank (gconstpointer a, gconstpointer b)
{
  return af_member_int (*(JsonObject *const *)a, "rank") - af_member_int (*(JsonObject *const *)b, "rank");
}

/* Valid candidates (of JsonObject, borrowed) that are not among the first ten fixes, best first. */
static GPtrArray *valid_rest (JsonObject *records, const AfShownFault *fault)
{
  GPtrArray *rest = g_ptr_array_new ();
  for (guint i = 0; i < af_member_length (records, "candidates"); i++) {
    JsonObject *candidate = af_member_at (records, "candidates", i);
    guint rank = candidate ? af_candidate_rank (candidate, fault) : 0;
    if (candidate && af_member_int (candidate, "rank") > 0 && (rank == 0 || rank > 10))
      g_ptr_array_add (rest, candidate);
  }
  g_ptr_array_sort (rest, by_rank);
  return rest;
}

static gboolean print_rest (AfBenchOracle *oracle, JsonObject *records, const AfShownFault *fault,
                            const AfReference *reference, const char *header, GError **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free), asked = g_ptr_array_new ();
  g_autoptr (GPtrArray) candidates = valid_rest (records, fault);
  guint n_accepted = 0;
  for (guint i = 0; i < MIN (candidates->len, MOST_JUDGED); i++) {
    char *source = af_candidate_source (candidates->pdata[i], reference);
    if (!source)
      continue;
    g_ptr_array_add (sources, source);
    g_ptr_array_add (asked, candidates->pdata[i]);
  }
  g_autofree AfRuling *rulings = g_new0 (AfRuling, sources->len + 1);
  Rest rest = { oracle, header, sources, rulings };
  if (!af_jobs_map (sources->len, g_get_num_processors (), rule_on, &rest, error))
    return FALSE;
  for (guint i = 0; i < sources->len; i++) {
    JsonObject *candidate = asked->pdata[i];
    if (rulings[i] != AF_RULING_ACCEPTED)
      continue;
    n_accepted++;
    g_print ("  also proper: number %d of the valid ones, %s, schema %s: %s\n", af_member_int (candidate, "rank"),
             af_member_text (candidate, "verdict"), af_member_text (candidate, "schema"),
             af_member_text (candidate, "summary"));
  }
  g_print ("  of %u further valid candidates the oracle was asked about %u and accepts %u\n", candidates->len,
           sources->len, n_accepted);
  return TRUE;
}

static gboolean explain_fault (AfBenchOracle *oracle, const AfRun *run, const AfShownFault *fault,
                               const AfReference *reference, GPtrArray *trails, GError **error)
{
  g_print ("\n%s [%s]%s\n  line %u, clause %s; %u candidates, %u screened, %u valid, %u confirmed\n", fault->title,
           fault->id, fault->belongs ? "" : ": does not belong to the planted fault", fault->line, fault->clause,
           fault->made, fault->screened, fault->valid, fault->confirmed);
  if (!fault->belongs)
    return TRUE;
  g_autofree char *path = af_run_file (run, "records", fault->id, ".json");
  g_autoptr (JsonParser) parser = af_read_json (path, NULL);
  AfTrail *trail = parser ? af_trail_read (af_root (parser), fault, reference) : NULL;
  g_ptr_array_add (trails, trail);
  if (trail)
    print_trail (trail);
  else
    g_print ("  the tool left no records of it\n");
  print_fixes (fault);
  if (fault->no_fix)
    g_print ("  no fix: %s\n", fault->no_fix);
  return !trail || print_rest (oracle, af_root (parser), fault, reference, af_run_header (run), error);
}

gboolean af_bench_why (const AfBench *bench, const AfPlant *plant, guint seed, GError **error)
{
  g_autofree char *patch = af_read_text (plant->patch, error), *file = g_strconcat (plant->module, ".c", NULL);
  g_autofree char *path = g_build_filename (plant->folder, file, NULL),
                  *correct = patch ? af_read_text (path, error) : NULL;
  g_autoptr (AfSession) session = NULL;
  g_autoptr (AfRun) run = correct ? af_run_new (bench, plant, seed, &session, error) : NULL;
  g_autoptr (AfBenchOracle) oracle = run ? af_oracle_new (bench, plant, af_run_header (run), error) : NULL;
  g_autoptr (GPtrArray) trails = g_ptr_array_new_with_free_func ((GDestroyNotify)af_trail_free);
  if (!oracle || !af_oracle_rule (oracle, run, session, FALSE, error)
      || !af_oracle_rule (oracle, run, session, TRUE, error))
    return FALSE;
  g_autoptr (GArray) lines = af_patch_lines (patch, file, af_run_source (run));
  AfReference reference = { file, af_run_source (run), correct, lines };
  g_print ("%s %s, planted in %s (%s, %s)\n%s\nthe reference repair:\n", plant->name, plant->title, plant->routine,
           plant->kind, plant->words, plant->repair);
  print_reference (patch);
  print_place (&reference);
  if (session->trouble)
    g_print ("the tool failed: %s\n", session->trouble);
  for (guint i = 0; i < session->faults->len; i++)
    if (!explain_fault (oracle, run, session->faults->pdata[i], &reference, trails, error))
      return FALSE;
  g_print ("\nseed %u, %.1f s: %s\n", seed, session->seconds, af_reason_name (af_session_reason (session, trails)));
  return TRUE;
}
