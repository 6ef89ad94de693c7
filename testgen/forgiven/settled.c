/* What becomes of a sighting that was settled.
 *
 * In:  a sighting that holds, or not, and why not.
 * Out: its fault in the corpus, among the undecided ones, among the preconditions that nobody wrote, or a notice. */
#include "testgen/testgen-internal.h"

static gboolean has_id (const AfCorpus *corpus, const char *id)
{
  for (guint i = 0; i < corpus->faults->len; i++)
    if (g_strcmp0 (((AfFault *)corpus->faults->pdata[i])->id, id) == 0)
      return TRUE;
  return FALSE;
}

/* A further location with the same clause gets "-2", "-3", ... */
static void make_id_unique (const AfCorpus *corpus, AfFault *fault)
{
  g_autofree char *base = g_strdup (fault->id);

  for (guint i = 2; has_id (corpus, fault->id); i++) {
    g_free (fault->id);
    fault->id = g_strdup_printf ("%s-%u", base, i);
  }
}

/* A failure that turned out to be another one may be known as that already. */
static gboolean is_known (const AfCorpus *corpus, const AfFault *fault)
{
  for (guint i = 0; i < corpus->faults->len; i++)
    if (af_fault_is (corpus->faults->pdata[i], &fault->outcome))
      return TRUE;
  return FALSE;
}

static void notice_dropped (AfCorpus *corpus, const AfModule *module, const AfSighting *sighting)
{
  const char *why = sighting->is_unsteady ? "dropped, flaky (reproduced in some replays only): "
                                          : "dropped, not reproduced in replay: ";

  if (sighting->is_gap || sighting->is_long || sighting->fault->clause->kind == AF_CLAUSE_HANG)
    return; /* a precondition is missing, or it was only long */
  g_autofree char *title = af_fault_title (module, sighting->fault);
  g_autofree char *calls = af_testgen_describe (module, sighting->tests->pdata[0]);
  g_ptr_array_add (
    corpus->notices,
    g_strdup_printf ("%s%s; the test `%s` depends on addresses, on time or on what ran before it", why, title, calls));
}

void af_sighting_settled (AfCorpus *corpus, const AfModule *module, AfSighting *sighting)
{
  gboolean is_undecided = !sighting->holds && (sighting->is_slow || sighting->is_late);

  if (!sighting->holds && !is_undecided) {
    notice_dropped (corpus, module, sighting);
    return;
  }
  if (sighting->holds && sighting->is_extreme)
    af_extreme_note (module, sighting->fault, corpus);
  if (sighting->holds && (sighting->is_extreme || is_known (corpus, sighting->fault)))
    return;
  make_id_unique (corpus, sighting->fault);
  sighting->fault->found = sighting->seen;
  if (sighting->fault->test == NULL)
    sighting->fault->test = af_test_copy (sighting->tests->pdata[0]);
  if (is_undecided)
    sighting->fault->outcome.kind = sighting->is_slow ? AF_OUTCOME_FAIL : AF_OUTCOME_UNKNOWN;
  g_ptr_array_add (is_undecided ? corpus->undecided : corpus->faults, g_steal_pointer (&sighting->fault));
}
