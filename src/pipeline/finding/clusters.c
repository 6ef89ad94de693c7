/* Two mistakes that show as one fault: the failing tests of one of them.
 *
 * In:  a finding of which no candidate passes all tests, with what those that came near did to each (AfEffects).
 * Out: T_r without the failing tests that one change left exactly as they were, while it repaired the others.
 *
 *     `i < n` -> `i <= n`: 21 of 30 failing tests repaired, 9 fail as before, no passing one fails
 *
 * So a change that does a part of the work is told from one that does all of it for one of two mistakes: it does
 * nothing to the other tests, neither moves their failure nor makes the clause fail for another reason.  Who acts in
 * one state only can pick out any tests, so only what acts in every state tells; of these who repairs more. */
#include "pipeline/finding/finding.h"

#define LEAST_TESTS 2 /* of each of the two */

static gboolean is_telling (const AfEffects *effects)
{
  return effects->candidate->schema == AF_SCHEMA_A && effects->n_failing[AF_EFFECT_REPAIRED] >= LEAST_TESTS
         && effects->n_failing[AF_EFFECT_SAME] >= LEAST_TESTS
         && effects->n_failing[AF_EFFECT_CHANGED] + effects->n_failing[AF_EFFECT_BROKEN]
                + effects->n_failing[AF_EFFECT_UNKNOWN]
              == 0
         && effects->n_passing[AF_EFFECT_BROKEN] == 0
         && effects->n_passing[AF_EFFECT_CHANGED] <= effects->n_passing[AF_EFFECT_SAME];
}

/* Whether @a tells more than @b, which is earlier and so the more suspicious one. */
static gboolean is_better (const AfEffects *a, const AfEffects *b)
{
  return a->n_failing[AF_EFFECT_REPAIRED] > b->n_failing[AF_EFFECT_REPAIRED];
}

static const AfEffects *most_telling (const GPtrArray *effects)
{
  const AfEffects *best = NULL;
  for (guint i = 0; effects && i < effects->len; i++)
    if (is_telling (effects->pdata[i]) && (!best || is_better (effects->pdata[i], best)))
      best = effects->pdata[i];
  return best;
}

/* In place, for the views of the fault share the array. */
gboolean af_finding_split (AfFinding *finding)
{
  const AfEffects *best = most_telling (finding->validation.effects);
  AfFault *fault = finding->fault;
  guint n = 0;
  if (!best)
    return FALSE;
  g_ptr_array_set_free_func (fault->failing, NULL);
  for (guint i = 0; i < fault->failing->len; i++) {
    AfTest *test = fault->failing->pdata[i];
    AfEffect effect = af_effects_at (best, i);
    if (effect == AF_EFFECT_REPAIRED)
      fault->failing->pdata[n++] = test;
    else if (effect == AF_EFFECT_SAME)
      g_ptr_array_add (fault->aside, test);
    else
      af_test_free (test); /* it was not run */
  }
  g_ptr_array_set_size (fault->failing, (int)n);
  g_ptr_array_set_free_func (fault->failing, (GDestroyNotify)af_test_free);
  return TRUE;
}
