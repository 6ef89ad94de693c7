/* Why a fault is not repaired, in the words of the 2014 paper (section 5.3.1, table 10).
 *
 * In:  a fault with its sessions.   Out: one of its four scenarios, or none.
 *
 * People decided there; here it follows from what the sessions say of the reference repair:
 *
 *     NoFail     no test fails: no fault that belongs was reported
 *     Design     the reference repair changes the header, which is what others see of the module
 *     Complex    no candidate is the reference repair, and none that the oracle was asked about is proper
 *     Contract   a proper candidate passes all tests, and so do others that rank before it: the contracts say too
 * little
 *
 * Contracts that are wrong do not occur: the correct module violates none of them.  A repair that was made and lost (in
 * the screen, in confirmation) is none of the four. */
#include "bench/figures/figures.h"
#include "bench/reading.h"

const char *af_scenario_name (AfScenario scenario)
{
  static const char *const names[] = { "NoFail", "Complex", "Contract", "Design", "none of them", "fixed" };
  return names[scenario];
}

static gboolean changes_header (const AfPlant *plant)
{
  g_autofree char *text = plant->patch ? af_read_text (plant->patch, NULL) : NULL;
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;
  for (guint i = 0; lines && lines[i]; i++)
    if (g_str_has_prefix (lines[i], "+++ ") && g_str_has_suffix (lines[i], ".h"))
      return TRUE;
  return FALSE;
}

AfScenario af_case_scenario (const AfCase *one)
{
  AfReason reason = af_case_reason (one);
  if (reason == AF_REASON_FIXED)
    return AF_SCENARIO_FIXED;
  if (reason == AF_REASON_NOT_FOUND)
    return AF_SCENARIO_NO_FAIL;
  if (changes_header (one->plant))
    return AF_SCENARIO_DESIGN;
  if (reason == AF_REASON_BELOW_TEN)
    return AF_SCENARIO_CONTRACT;
  return reason == AF_REASON_NO_SNAPSHOT || reason == AF_REASON_NO_CANDIDATE ? AF_SCENARIO_COMPLEX : AF_SCENARIO_NONE;
}
