/* Suspiciousness: how near, how related, how well supported by the tests (AutoFix, section 4.2).
 *
 *     cdist (l, m)   length of the shortest directed path in the control-flow graph
 *     cdep (l, f)    1 - cdist (l, f) / max { cdist (k, f) : k reaches f };  0 if l does not reach f
 *     edep (p, c)    eprox (p, c) / max { eprox (q, c) : q in P };  eprox counts the common sub-expressions
 *     dyn            gamma + alpha / (1 - alpha) * (1 - beta + beta * alpha^#p - alpha^#f)
 *     susp           3 / (1/edep + 1/cdep + 1/dyn), the harmonic mean; 0 if one of them is 0
 *
 * dyn is the closed form of gamma + (alpha + ... + alpha^#f) - beta * (alpha + ... + alpha^#p): each further failing
 * test adds less than the one before, each passing one takes away, by beta less than a failing one adds. Beyond the
 * paper a fourth term looks at how many of the F failing and P passing tests these are, because dyn is almost constant
 * from the third test on:
 *
 *     share          max (AF_LEAST_TERM, #f / F * (1 - #p / P))
 *     susp           4 / (1/edep + 1/cdep + 1/dyn + 1/share)
 *
 * further ones can be switched on, and edep and cdep (of a location that reaches f) are at least the smoothing.
 * Decisions where the paper is silent: with the fault as the only location, max cdist is 0 and cdep is 1. */
#include <math.h>

#include "localize/localize-internal.h"

GArray *af_cdeps (const AfRoutine *routine, guint fault_location, double least)
{
  g_autoptr (GArray) distances = af_routine_distances (routine, fault_location);
  GArray *cdeps = g_array_sized_new (FALSE, TRUE, sizeof (double), distances->len);
  guint farthest = 0;
  for (guint i = 0; i < distances->len; i++) {
    guint d = g_array_index (distances, guint, i);
    if (d != AF_UNREACHABLE)
      farthest = MAX (farthest, d);
  }
  for (guint i = 0; i < distances->len; i++) {
    guint d = g_array_index (distances, guint, i);
    double cdep = d == AF_UNREACHABLE ? 0 : farthest == 0 ? 1 : MAX (least, 1 - (double)d / farthest);
    g_array_append_val (cdeps, cdep);
  }
  return cdeps;
}

double af_cdep (const AfRoutine *routine, guint location, guint fault_location)
{
  g_autoptr (GArray) cdeps = af_cdeps (routine, fault_location, 0);
  return location < cdeps->len ? g_array_index (cdeps, double, location) : 0;
}

void af_proximity_init (AfProximity *proximity, const GPtrArray *forms)
{
  proximity->parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  proximity->truths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < forms->len; i++) {
    g_autoptr (GPtrArray) sub = af_expr_sub (forms->pdata[i]);
    for (guint k = 0; k < sub->len; k++) {
      AfExpr *part = sub->pdata[k];
      g_hash_table_add (proximity->parts, g_strdup (part->text));
      if (!af_expr_is_boolean (part))
        continue;
      g_autoptr (GPtrArray) all = af_expr_sub (part);
      char *key = af_predicate_key (part);
      guint most = MAX (all->len, GPOINTER_TO_UINT (g_hash_table_lookup (proximity->truths, key)));
      g_hash_table_insert (proximity->truths, key, GUINT_TO_POINTER (most));
    }
  }
}

void af_proximity_clear (AfProximity *proximity)
{
  g_clear_pointer (&proximity->parts, g_hash_table_unref);
  g_clear_pointer (&proximity->truths, g_hash_table_unref);
}

/* Gathers the distinct parts of @expr that are parts of the clause; there are few, so a list does. */
static void shared_parts (const AfProximity *proximity, AfExpr *expr, GPtrArray *shared)
{
  gpointer text;
  if (g_hash_table_lookup_extended (proximity->parts, expr->text, &text, NULL)
      && !g_ptr_array_find (shared, text, NULL))
    g_ptr_array_add (shared, text);
  for (guint i = 0; i < expr->n_args; i++)
    shared_parts (proximity, expr->args[i], shared);
}

guint af_proximity_of (const AfProximity *proximity, AfExpr *expr)
{
  g_autoptr (GPtrArray) shared = g_ptr_array_new ();
  shared_parts (proximity, expr, shared);
  return shared->len;
}

guint af_proximity_of_predicate (const AfProximity *proximity, AfExpr *expr)
{
  g_autofree char *key = af_predicate_key (expr);
  return MAX (af_proximity_of (proximity, expr), GPOINTER_TO_UINT (g_hash_table_lookup (proximity->truths, key)));
}

double af_edep (guint eprox, guint best)
{
  return best == 0 ? 1 : MIN (1, (double)eprox / best);
}

double af_dyn (guint passing, guint failing, double alpha, double beta, double gamma)
{
  return gamma + alpha / (1 - alpha) * (1 - beta + beta * pow (alpha, passing) - pow (alpha, failing));
}

double af_susp (double edep, double cdep, double dyn)
{
  return edep > 0 && cdep > 0 && dyn > 0 ? 3 / (1 / edep + 1 / cdep + 1 / dyn) : 0;
}

double af_share (const AfStates *states, guint passing, guint failing)
{
  double f = states->n_failing > 0 ? (double)failing / states->n_failing : 0;
  double p = states->n_passing > 0 ? (double)passing / states->n_passing : 0;
  return MAX (AF_LEAST_TERM, f * (1 - p));
}

double af_spectrum (const AfStates *states, const AfTestCounts *visits)
{
  double all = (double)states->n_failing * (visits->failing + visits->passing);
  return MAX (AF_LEAST_TERM, all > 0 ? visits->failing / sqrt (all) : 0);
}

double af_susp_with (double susp, guint n, double term)
{
  return susp > 0 && term > 0 ? (n + 1) / (n / susp + 1 / term) : 0;
}
