/* How many calls per second the test generation makes, with all checks on.
 *
 * In:  the corpus modules as they should be.   Out: calls per second of processor time, by one worker.
 *
 * Counted are the calls that were made; the time also holds what was written and left out, and the start of the
 * subject. */
#include "bench/speed/speed.h"

#define ROUNDS 3
#define SEED 1

static gboolean one_round (AfSpeedDesk *desk, AfSpeedRate *rate, GError **error)
{
  AfSpeedTime start = af_speed_now ();
  AfSubject *subject = af_subject_start (&desk->config, desk->build, error);
  AfTestgenOptions options = { .seed = SEED, .jobs = 1, .subjects = &subject, .effort = 1 };
  g_autoptr (AfCorpus) corpus = subject ? af_testgen_explore (desk->module, &options, error) : NULL;
  g_clear_pointer (&subject, af_subject_free);
  double seconds = af_speed_since (start).cpu;
  if (!corpus)
    return FALSE;
  double calls = corpus->n_calls / MAX (seconds, 1e-6);
  rate->n_calls = corpus->n_calls;
  g_array_append_val (rate->rates, calls);
  return TRUE;
}

static gboolean measure (AfSpeedDesk *desk, const char *name, AfSpeedResults *results, GError **error)
{
  AfSpeedRate *rate = af_speed_add_rate (results, name);
  for (guint i = 0; i < (desk->plan->quick ? 1 : ROUNDS); i++)
    if (!one_round (desk, rate, error))
      return FALSE;
  return TRUE;
}

gboolean af_speed_calls (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error)
{
  g_autoptr (GPtrArray) modules = af_speed_modules (plan, error);
  if (!modules)
    return FALSE;
  for (guint i = 0; i < (plan->quick ? MIN (modules->len, 1) : modules->len); i++) {
    g_autoptr (AfSpeedDesk) desk = af_speed_desk_new (plan);
    if (!af_speed_desk_take (desk, modules->pdata[i], 0, error) || !measure (desk, modules->pdata[i], results, error))
      return FALSE;
  }
  return TRUE;
}
