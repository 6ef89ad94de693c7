/* Findings: what a run knows of one fault.
 *
 * In:  a fault.   Out: an AfFinding that the stages fill in one after the other; what a stage did not reach stays null.
 *
 * Snapshots, candidates and fixes refer to each other, so they are freed from right to left. */
#include "report/report.h"

AfView *af_view_new (AfFault *fault, AfLocalization *localization)
{
  AfView *view = g_new (AfView, 1);
  *view = (AfView){ fault, localization };
  return view;
}

void af_view_free (AfView *view)
{
  af_localization_free (view->localization);
  af_fault_free (view->fault);
  g_free (view);
}

AfFinding *af_finding_new (AfFault *fault)
{
  AfFinding *finding = g_new0 (AfFinding, 1);
  finding->fault = fault;
  finding->counts.complete = TRUE;
  return finding;
}

void af_finding_free (AfFinding *finding)
{
  if (!finding)
    return;
  g_clear_pointer (&finding->fixes, g_ptr_array_unref);
  g_clear_pointer (&finding->candidates, g_ptr_array_unref);
  g_clear_pointer (&finding->views, g_ptr_array_unref);
  g_clear_pointer (&finding->localization, af_localization_free);
  af_validate_counts_clear (&finding->counts);
  g_clear_pointer (&finding->contract, af_contract_hint_free);
  g_free (finding->trouble);
  g_free (finding);
}

static int by_suspicion (gconstpointer a, gconstpointer b)
{
  const AfPlaced *x = a, *y = b;
  return (x->snapshot->susp < y->snapshot->susp) - (x->snapshot->susp > y->snapshot->susp);
}

GArray *af_finding_snapshots (const AfFinding *finding)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (AfPlaced));
  for (guint v = 0; finding->localization && v <= (finding->views ? finding->views->len : 0); v++) {
    const AfView *view = v ? finding->views->pdata[v - 1] : NULL;
    const GPtrArray *snapshots = (view ? view->localization : finding->localization)->snapshots;
    for (guint i = 0; i < snapshots->len; i++) {
      AfPlaced entry = { view ? view->fault->routine : finding->fault->routine, snapshots->pdata[i] };
      g_array_append_val (placed, entry);
    }
  }
  g_array_sort (placed, by_suspicion);  /* keeps the order of equals */
  return placed;
}
