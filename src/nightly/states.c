/* The decision table of a night: what has become of a fault?
 *
 * In:  what the night before said, what people said, whether tonight's tests saw it, how its replays ended.
 * Out: a state and the reason.
 *
 *     before     seen   replays          files         now
 *     -          yes                                   new
 *     known      yes                                   known
 *     fixed      yes                     changed       regression
 *     fixed      yes                     the same      flaky: it comes and goes by itself
 *     known      no     5 of 5 pass      changed       fixed
 *     known      no     5 of 5 pass      the same      flaky
 *     known      no     5 of 5 fail                    known
 *     any        no     some pass                      flaky
 *     known      no     none can tell                  unknown: not seeing a fault proves nothing
 *
 * Random tests may miss a fault, so only its own test can say that it is gone, rebuilt and passed every time. */
#include "nightly/nightly-internal.h"

static AfState when_it_fails (const AfEvidence *evidence, const char **note)
{
  switch (evidence->before) {
  case AF_STATE_NONE:
    if (evidence->mark != AF_MARK_FIXED)
      return AF_STATE_NEW;
    *note = "it was marked fixed";
    return AF_STATE_REGRESSION;
  case AF_STATE_FIXED:
    *note = evidence->same_as_decided ? "it comes and goes although no file has changed" : "it was fixed";
    return evidence->same_as_decided ? AF_STATE_FLAKY : AF_STATE_REGRESSION;
  case AF_STATE_FLAKY:
    if (evidence->same_as_decided) {
      *note = "it comes and goes although no file has changed";
      return AF_STATE_FLAKY;
    }
    break;
  case AF_STATE_NEW:
  case AF_STATE_KNOWN:
  case AF_STATE_REGRESSION:
  case AF_STATE_UNKNOWN:
    break;
  }
  if (evidence->mark != AF_MARK_FIXED)
    return AF_STATE_KNOWN;
  *note = "it was marked fixed";
  return AF_STATE_REGRESSION;
}

AfState af_state_decide (const AfEvidence *evidence, const char **note)
{
  *note = "";
  if (evidence->is_seen)
    return when_it_fails (evidence, note);
  if (evidence->runs == 0 || evidence->passed + evidence->failed == 0) {
    *note = "not seen, and its test is inconclusive";
    return evidence->before == AF_STATE_FIXED ? AF_STATE_FIXED : AF_STATE_UNKNOWN;
  }
  if (evidence->failed == evidence->runs)
    return when_it_fails (evidence, note);
  if (evidence->passed < evidence->runs) {
    *note = "its test does not always end the same way";
    return AF_STATE_FLAKY;
  }
  if (evidence->before != AF_STATE_FIXED && evidence->same_as_seen) {
    *note = "its test passes now, though no file has changed";
    return AF_STATE_FLAKY;
  }
  return AF_STATE_FIXED;
}
