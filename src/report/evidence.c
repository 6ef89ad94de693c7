/* Sentences about a finding: its values, the evidence for a fix, why there is no fix.
 *
 * In:  a finding.   Out: one line of text each, the same in all reports. */
#include "report/report-internal.h"

/* A proof is as strong as what it proves: where nothing says what the routine must do, that is said, too. */
static void put_proof (GString *text, const AfFix *fix)
{
  const AfRoutine *routine = fix->candidate->routine;
  guint n = 0;
  for (guint i = 0; routine && i < routine->clauses->len; i++)
    n += ((const AfClause *)routine->clauses->pdata[i])->kind == AF_CLAUSE_POSTCONDITION;
  if (fix->proof_complete)
    g_string_append (text, "; no violation for any k");
  else
    g_string_append_printf (text, "; no violation up to k = %u", fix->proof_bound);
  if (routine && n == 0)
    g_string_append_printf (text, " (no postcondition says what '%s' must do)", routine->name);
  else if (n > 0)
    g_string_append_printf (text, " of %u postcondition%s, which may not say all", n, n == 1 ? "" : "s");
}

char *af_text_evidence (const AfFault *fault, const AfFix *fix)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%u failing and %u passing tests pass", fix->n_failing, fix->n_passing);
  if (fault->aside->len > 0)
    g_string_append_printf (text, "; %u other failing test%s fail%s as before: another mistake", fault->aside->len,
                            fault->aside->len == 1 ? "" : "s", fault->aside->len == 1 ? "s" : "");
  if (fix->n_held_out > 0)
    g_string_append_printf (text, "; %u held-out tests pass", fix->n_held_out);
  if (fix->n_further > 0)
    g_string_append_printf (text, "; %u go%s on to another fault, which this one hid", fix->n_further,
                            fix->n_further == 1 ? "es" : "");
  g_string_append (text, !fix->confirmed    ? "; not rebuilt from the patch"
                         : fix->unsanitized ? "; rebuilt without sanitizers"
                                            : "; sanitizers clean");
  if (fix->also->len > 0)
    g_string_append_printf (text, "; the test of %u other fault%s passes, too", fix->also->len,
                            fix->also->len == 1 ? "" : "s");
  if (fix->own_tests)
    g_string_append (text, "; the project's own tests pass");
  if (fix->n_rivals > 0)
    g_string_append_printf (text, "; %u other change%s pass%s them, too", fix->n_rivals, fix->n_rivals == 1 ? "" : "s",
                            fix->n_rivals == 1 ? "es" : "");
  if (fix->n_changed > 0)
    g_string_append_printf (text, "; %u of %u passing runs changed", fix->n_changed, fault->passing->len);
  else if (fix->n_disturbed > 0)
    g_string_append_printf (text, "; %u of %u passing runs leave different data", fix->n_disturbed,
                            fault->passing->len);
  else if (fault->passing->len > 0)
    g_string_append (text, "; passing runs unchanged");
  if (fix->lost)
    g_string_append_printf (text, "; %s", fix->lost);
  if (fix->broken)
    g_string_append_printf (text, "; %s", fix->broken);
  if (fix->doubted)
    g_string_append (text, "; another fix looks just as right and behaves differently");
  if (fix->proof == AF_PROOF_BOUNDED)
    put_proof (text, fix);
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
    if (!(outcome->values_defined >> i & 1) || operand->kind == AF_EXPR_INT)
      continue;
    g_string_append_printf (text, "%s%s = ", text->len > 0 ? ", " : "", operand->text);
    put_value (text, operand->type, outcome->values[i]);
  }
  return g_string_free (text, FALSE);
}

/* The best fix of another fault that passes this one's smallest test, or null; it was not tried on the others. */
static const AfFix *fix_that_may_do (const AfResults *results, const AfFinding *finding)
{
  for (guint i = 0; i < results->findings->len; i++) {
    const AfFinding *other = results->findings->pdata[i];
    for (guint k = 0; other->fixes && k < other->fixes->len; k++) {
      const AfFix *fix = other->fixes->pdata[k];
      if (fix->confirmed && !fix->discards && !fix->last_resort && fix->id
          && g_ptr_array_find (fix->also, finding->fault, NULL))
        return fix;
    }
  }
  return NULL;
}

static char *text_untried (const AfResults *results, const AfFinding *finding)
{
  const AfFix *fix = fix_that_may_do (results, finding);
  if (results->unrepaired)
    return NULL;
  return g_strdup_printf ("the run ended before a repair was tried%s%s%s", fix ? "; " : "", fix ? fix->id : "",
                          fix ? " passes its shortest test" : "");
}

char *af_text_no_fix (const AfResults *results, const AfFinding *finding)
{
  const AfValidateCounts *counts = &finding->validation.counts;
  if (finding->fixes && finding->fixes->len > 0)
    return ((const AfFix *)finding->fixes->pdata[0])->last_resort
             ? g_strdup ("only changes of last resort pass all tests")
             : NULL;
  if (finding->repaired_by)
    return g_strdup_printf ("%s repairs this fault, too", finding->repaired_by->id);
  if (finding->trouble)
    return g_strdup (finding->trouble);
  if (!finding->localization)
    return text_untried (results, finding);
  if (finding->localization->snapshots->len == 0 && counts->n_candidates == 0)
    return g_strdup ("no state distinguishes failing from passing tests");
  if (!finding->candidates)
    return results->unrepaired ? NULL : g_strdup ("the run ended before candidates were made");
  if (finding->candidates->len == 0 && counts->n_candidates == 0)
    return g_strdup ("no candidate could be made for the suspicious states");
  if (results->unrepaired)
    return NULL;
  if (!counts->complete)
    return g_strdup_printf ("the %s; %u of %u candidates were tried",
                            results->interrupted ? "run was interrupted" : "budget ended", counts->n_screened,
                            MAX (counts->n_candidates, finding->candidates->len));
  if (counts->n_rejected > 0)
    return g_strdup_printf (
      "%u of %u candidates pass the known tests, but none stands up to held-out tests and sanitizers",
      counts->n_survivors, counts->n_candidates);
  return g_strdup_printf ("none of %u candidates passes all tests (%u do not compile)", counts->n_candidates,
                          counts->n_uncompilable);
}

const char *af_text_undecided (const AfFault *undecided)
{
  return undecided->outcome.kind == AF_OUTCOME_UNKNOWN ? "the run ended before its test was run again"
                                                       : "the test did not end in its time: it is slow, or never ends";
}

char *af_text_contract (const AfFinding *finding)
{
  const AfContractHint *hint = finding->contract;
  return hint
           ? g_strdup_printf ("%s (%u failing and %u passing tests agree)", hint->change, hint->failing, hint->passing)
           : NULL;
}
