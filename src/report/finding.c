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
