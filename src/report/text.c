/* The report for people: one block per fault.
 *
 * In:  a finding.   Out: text whose first line is in compiler form, so that editors jump to it.
 *
 *     sorted_set.c:142:5: fault: precondition of 'set_go_i_th' violated by 'set_move_item' [F-3a91c2]
 *       clause   i <= set->count + 1
 *       ...
 *
 * A label stands in a column of nine; a line without anything to say is left out.  Colour is added only where asked for. */
#include "report/report-internal.h"

#include <string.h>

#define LISTED_FIXES 6          /* the one shown in full, and five more in a line each */

typedef struct {
  GString *out;
  gboolean color;
} Page;

/* --- pieces that patches and JSON use, too --- */

char *af_text_evidence (const AfFault *fault, const AfFix *fix)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%u failing and %u passing tests pass", fix->n_failing, fix->n_passing);
  if (fix->n_fresh > 0)
    g_string_append_printf (text, "; %u fresh tests pass", fix->n_fresh);
  g_string_append (text, fix->confirmed ? "; sanitizers clean" : "; not rebuilt from the patch");
  if (fix->n_changed == 0)
    g_string_append (text, fault->passing->len > 0 ? "; passing runs unchanged" : "");
  else
    g_string_append_printf (text, "; %u of %u passing runs changed", fix->n_changed, fault->passing->len);
  if (fix->discards)
    g_string_append (text, "; skips work");
  return g_string_free (text, FALSE);
}

/* A number as C writes it for this type. */
static void put_value (GString *text, const AfType *type, gint64 value)
{
  if (!type || (type->kind == AF_TYPE_INT && type->is_signed))
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
  else if (type->kind == AF_TYPE_POINTER && value == 0)
    g_string_append (text, "NULL");
  else if (type->kind == AF_TYPE_POINTER)
    g_string_append (text, "not NULL");
  else if (type->kind == AF_TYPE_BOOL)
    g_string_append (text, value ? "true" : "false");
  else if (type->kind == AF_TYPE_INT)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, (guint64)value);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
}

char *af_text_values (const AfFault *fault)
{
  g_autoptr (GPtrArray) operands = af_clause_operands (fault->clause);
  const AfOutcome *outcome = &fault->outcome;
  GString *text = g_string_new (NULL);
  for (guint i = 0; outcome->kind == AF_OUTCOME_FAIL && i < MIN (operands->len, outcome->n_values); i++) {
    const AfExpr *operand = operands->pdata[i];
    if (!(outcome->values_defined >> i & 1))
      continue;
    g_string_append_printf (text, "%s%s = ", text->len > 0 ? ", " : "", operand->text);
    put_value (text, operand->type, outcome->values[i]);
  }
  return g_string_free (text, FALSE);
}

char *af_text_no_fix (const AfFinding *finding)
{
  const AfValidateCounts *counts = &finding->counts;
  if (finding->trouble)
    return g_strdup (finding->trouble);
  if (!finding->localization)
    return g_strdup ("the run ended before a repair was tried");
  if (finding->localization->snapshots->len == 0)
    return g_strdup ("no state tells failing from passing tests");
  if (!finding->candidates)
    return g_strdup ("the run ended before candidates were made");
  if (finding->candidates->len == 0)
    return g_strdup ("no candidate could be made for the suspicious states");
  if (!counts->complete)
    return g_strdup_printf ("the budget ended; %u of %u candidates were tried", counts->n_screened, counts->n_candidates);
  if (counts->n_rejected > 0)
    return g_strdup_printf ("%u of %u candidates pass the known tests, but none stands up to fresh tests and sanitizers",
                            counts->n_survivors, counts->n_candidates);
  return g_strdup_printf ("none of %u candidates passes all tests (%u do not compile)", counts->n_candidates,
                          counts->n_uncompilable);
}

/* --- the page --- */

static void put_colored (const Page *page, const char *code, const char *text)
{
  if (page->color)
    g_string_append_printf (page->out, "\033[%sm%s\033[0m", code, text);
  else
    g_string_append (page->out, text);
}

static void put_label (const Page *page, const char *label)
{
  g_string_append (page->out, "  ");
  put_colored (page, "1", label);
  for (gsize i = strlen (label); i < 9; i++)
    g_string_append_c (page->out, ' ');
}

static void put_line (const Page *page, const char *label, const char *text)
{
  if (!text || !*text)
    return;
  put_label (page, label);
  g_string_append_printf (page->out, "%s\n", text);
}

static void put_head (const Page *page, const AfResults *results, const AfFault *fault)
{
  g_autofree char *title = af_fault_title (results->module, fault);
  g_autofree char *kind = g_strdup_printf ("fault: %s", title);
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (results->module, fault, &path, &line, &column);
  g_string_append_printf (page->out, "%s:%u:%u: ", path, line, column);
  put_colored (page, "1;31", kind);
  g_string_append_printf (page->out, " [%s]\n", fault->id);
}

static void put_clause (const Page *page, const AfFault *fault)
{
  g_autofree char *text = g_strdup_printf ("%s%s", fault->clause->text,
                                           fault->undefined ? "   (cannot be evaluated: null, freed or out of bounds)" : "");
  g_autofree char *values = af_text_values (fault);
  put_line (page, "clause", text);
  put_line (page, "values", values);
}

static void put_test (const Page *page, const AfModule *module, const AfTest *test)
{
  if (!test)
    return;
  g_autofree char *calls = af_testgen_describe (module, test);
  g_autofree char *text = g_strdup_printf ("%u call%s: %s", test->calls->len, test->calls->len == 1 ? "" : "s", calls);
  put_line (page, "test", text);
}

static guint snapshot_line (const AfRoutine *routine, guint id)
{
  const AfLocation *location = af_routine_location (routine, id);
  if (!location || location->kind == AF_LOCATION_ENTRY)
    return routine->line;
  return location->line;
}

static void put_cause (const Page *page, const AfModule *module, const AfFinding *finding)
{
  const AfLocalization *found = finding->localization;
  if (!found || found->snapshots->len == 0)
    return;
  const AfSnapshot *snapshot = found->snapshots->pdata[0];
  const AfRoutine *routine = finding->fault->routine;
  const AfLocation *location = af_routine_location (routine, snapshot->location);
  g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
  guint line = snapshot_line (routine, snapshot->location);
  if (location && location->kind == AF_LOCATION_EXIT && routine->body.end > 0 && af_module_source (module, routine->body.file)) {
    guint column = 0;
    af_source_position (af_module_source (module, routine->body.file), routine->body.end - 1, &line, &column);
  }
  put_label (page, "cause?");
  g_string_append_printf (page->out, "line %u when %s   (suspiciousness %.2f, in %u of %u failing and %u of %u passing tests)\n",
                          line, condition->text, snapshot->susp, snapshot->failing, found->n_failing, snapshot->passing,
                          found->n_passing);
}

static void put_diff (const Page *page, const char *diff)
{
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    if (!*lines[i] && !lines[i + 1])
      break;
    g_string_append (page->out, "    ");
    gboolean is_change = i >= 2 && (*lines[i] == '+' || *lines[i] == '-');
    put_colored (page, is_change && *lines[i] == '+' ? "32" : is_change ? "31" : "0", lines[i]);
    g_string_append_c (page->out, '\n');
  }
}

static void put_others (const Page *page, const AfFinding *finding)
{
  guint listed = MIN (finding->fixes->len, LISTED_FIXES), more = finding->fixes->len - listed;
  for (guint i = 1; i < listed; i++) {
    const AfFix *fix = finding->fixes->pdata[i];
    g_autofree char *text = g_strdup_printf ("[%s]  %s: %s", fix->id, af_confidence_name (fix->confidence),
                                             fix->candidate->summary ? fix->candidate->summary : "");
    put_line (page, i == 1 ? "others" : "", text);
  }
  g_autofree char *rest = more > 0 ? g_strdup_printf ("%u more: autofix show %s", more, finding->fault->id) : NULL;
  put_line (page, "", rest);
}

static void put_fix (const Page *page, const AfResults *results, const AfFinding *finding)
{
  const AfFix *fix = finding->fixes->pdata[0];
  g_autofree char *diff = af_report_diff (results->module, fix->candidate, NULL);
  g_autofree char *evidence = af_text_evidence (finding->fault, fix);
  g_autofree char *apply = g_strdup_printf ("autofix apply %s", fix->id);
  g_autofree char *head = g_strdup_printf ("[%s]  %s confidence", fix->id, af_confidence_name (fix->confidence));
  put_line (page, "fix 1", head);
  put_diff (page, diff ? diff : "");
  put_line (page, "why", evidence);
  put_others (page, finding);
  put_line (page, "apply", apply);
}

char *af_report_finding (const AfResults *results, const AfFinding *finding, gboolean color)
{
  Page page = { g_string_new (NULL), color };
  put_head (&page, results, finding->fault);
  put_clause (&page, finding->fault);
  put_test (&page, results->module, finding->fault->test);
  put_cause (&page, results->module, finding);
  if (finding->fixes && finding->fixes->len > 0) {
    put_fix (&page, results, finding);
  } else {
    g_autofree char *reason = af_text_no_fix (finding);
    put_line (&page, "no fix", reason);
  }
  return g_string_free (page.out, FALSE);
}
