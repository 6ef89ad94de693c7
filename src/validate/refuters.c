/* The tests that refute: survivors that are no repair mostly fall by the same few held-out tests.
 *
 * In:  on which tests survivors have fallen.   Out: whether another one falls on the worst of these, before it runs
 * all.
 *
 * The tests are chosen between two waves of survivors, from what those before have shown, so that the choice does not
 * depend on the number of workers.  A survivor that passes them runs all tests as if nothing had been.
 *
 *     56 survivors, 700 held-out tests; of the first 8 six fall, all by tests 243 and 251; 42 of the rest end there */
#include "validate/validate-internal.h"

#define MOST 24

struct AfRefuters {
  const AfValidation *validation;
  GPtrArray *tests;    /* of AfTest: all, not owned */
  GArray *kills;       /* of guint, per test: survivors that have fallen on it */
  GArray *chosen;      /* of guint: places of the worst */
  GPtrArray *loaded;   /* of AfTest: these */
  GPtrArray *subjects; /* of AfSubject, one per worker, which have them; null before there are any */
};

AfRefuters *af_refuters_new (const AfValidation *validation, GPtrArray *tests)
{
  AfRefuters *refuters = g_new0 (AfRefuters, 1);
  refuters->validation = validation;
  refuters->tests = g_ptr_array_ref (tests);
  refuters->kills = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_set_size (refuters->kills, tests->len);
  refuters->chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  refuters->loaded = g_ptr_array_new ();
  return refuters;
}

void af_refuters_free (AfRefuters *refuters)
{
  if (!refuters)
    return;
  g_ptr_array_unref (refuters->tests);
  g_array_unref (refuters->kills);
  g_array_unref (refuters->chosen);
  g_ptr_array_unref (refuters->loaded);
  g_clear_pointer (&refuters->subjects, g_ptr_array_unref);
  g_free (refuters);
}

void af_refuters_note (AfRefuters *refuters, guint test)
{
  g_array_index (refuters->kills, guint, test)++;
}

const GArray *af_refuters_worst (AfRefuters *refuters)
{
  g_array_set_size (refuters->chosen, 0);
  g_ptr_array_set_size (refuters->loaded, 0);
  for (guint i = 0; i < refuters->tests->len; i++) {
    guint kills = g_array_index (refuters->kills, guint, i), at = refuters->chosen->len;
    while (at > 0 && g_array_index (refuters->kills, guint, g_array_index (refuters->chosen, guint, at - 1)) < kills)
      at--;
    if (kills == 0 || at >= MOST)
      continue;
    g_array_insert_val (refuters->chosen, at, i);
    g_array_set_size (refuters->chosen, MIN (refuters->chosen->len, MOST));
  }
  for (guint i = 0; i < refuters->chosen->len; i++)
    g_ptr_array_add (refuters->loaded, refuters->tests->pdata[g_array_index (refuters->chosen, guint, i)]);
  return refuters->chosen;
}

gboolean af_refuters_choose (AfRefuters *refuters, GError **error)
{
  const AfValidation *validation = refuters->validation;
  if (af_refuters_worst (refuters)->len == 0)
    return TRUE;
  if (!refuters->subjects)
    refuters->subjects =
      af_runs_start (&validation->options.config, validation->build, validation->subjects->len, error);
  for (guint i = 0; refuters->subjects && i < refuters->subjects->len; i++)
    if (!af_subject_load (refuters->subjects->pdata[i], refuters->loaded, error))
      return FALSE;
  return refuters->subjects != NULL;
}

gboolean af_refuters_try (const AfRefuters *refuters, guint worker, guint candidate, const GArray *before,
                          gboolean *falls, GError **error)
{
  const AfValidation *validation = refuters->validation;
  *falls = FALSE;
  if (refuters->chosen->len == 0)
    return TRUE;
  AfRunner runner = { validation->module, validation->fault, refuters->subjects->pdata[worker], candidate, FALSE };
  g_autoptr (GArray) after = af_runs_observe (&runner, refuters->loaded, error);
  for (guint i = 0; after && i < after->len && !*falls; i++)
    *falls = af_refuters_is_fall (validation, before, g_array_index (refuters->chosen, guint, i),
                                  &g_array_index (after, AfOutcome, i));
  return after != NULL;
}

gboolean af_refuters_is_fall (const AfValidation *validation, const GArray *before, guint test, const AfOutcome *after)
{
  const AfFault *fault = validation->fault;
  const AfOutcome *was = &g_array_index (before, AfOutcome, test);
  gboolean counts =
    test < fault->failing->len + fault->passing->len
    || (af_weigh_counts (validation, was) && !af_weigh_goes_on (validation, was, validation->module, after));
  return counts && af_weigh (validation, was, validation->module, after) == AF_WEIGHED_FALLS;
}
