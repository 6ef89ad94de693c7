/* Held-out tests: tests that no step before has used.
 *
 * In:  a fault, the unchanged program.   Out: tests that say something: it passes them, or they show the fault.
 *
 * Random scripts, small ones from the enumeration, or variants of failing tests are made in numbers and run once; most
 * have a last call whose precondition does not hold, or show some other fault. */
#include "testgen/enumerate.h"
#include "validate/validate-internal.h"
#include "weave/driver.h"

#define MOST_RUNS 40000     /* of random tests, and of tests near failing ones, all survivors together */
#define SCRIPTS_PER_TEST 20 /* made for each test wanted */
#define SMALL_PER_TEST 10   /* enumerated for each small test wanted */
#define NEAR_PER_TEST 4     /* the same for tests near failing ones */
#define PORTION 500
#define MOST_OTHERS 30
#define ELSEWHERE 3 /* one third as many tests for each other routine that is repaired */

guint af_draw_count (guint wanted, guint n_survivors, guint least)
{
  return MIN (wanted, MAX (MOST_RUNS / MAX (n_survivors, 1), least));
}

GPtrArray *af_draw_tests_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
}

GPtrArray *af_draw_routines_of (const GPtrArray *candidates)
{
  GPtrArray *routines = g_ptr_array_new ();
  for (guint i = 0; i < candidates->len; i++) {
    AfRoutine *routine = (AfRoutine *)((const AfCandidate *)candidates->pdata[i])->routine;
    if (routine && !g_ptr_array_find (routines, routine, NULL))
      g_ptr_array_add (routines, routine);
  }
  return routines;
}

/* Adds up to @n of @scripts that say something about the fault.  They are tried in portions until there are enough. */
static gboolean add_telling (const AfDraw *draw, const GPtrArray *scripts, guint n, GError **error)
{
  const AfModule *module = draw->validation->module;
  guint wanted = draw->tests->len + n;
  if (scripts->len > 0 && !af_subject_load (draw->subject, scripts, error))
    return FALSE;
  for (guint first = 0; first < scripts->len && draw->tests->len < wanted; first += PORTION) {
    AfRunRequest request = af_runs_request (draw->validation->fault, 0, first, MIN (PORTION, scripts->len - first));
    g_autoptr (GArray) outcomes = af_outcomes_new (request.n);
    if (!af_subject_run (draw->subject, &request, (AfOutcome *)(gpointer)outcomes->data, error))
      return FALSE;
    for (guint i = 0; i < request.n && draw->tests->len < wanted; i++) {
      af_testgen_blame (module, scripts->pdata[first + i], &g_array_index (outcomes, AfOutcome, i));
      if (af_weigh_counts (draw->validation, &g_array_index (outcomes, AfOutcome, i)))
        g_ptr_array_add (draw->tests, af_test_copy (scripts->pdata[first + i]));
    }
  }
  return TRUE;
}

static gboolean add_random (const AfDraw *draw, const AfRoutine *routine, guint n, GError **error)
{
  g_autoptr (GPtrArray) scripts =
    af_testgen_held_out (draw->validation->module, routine, n * SCRIPTS_PER_TEST, draw->seed);
  return add_telling (draw, scripts, n, error);
}

gboolean af_draw_random (const AfDraw *draw, const GPtrArray *routines, guint n, GError **error)
{
  const AfRoutine *blamed = draw->validation->fault->routine;
  if (!add_random (draw, blamed, n, error))
    return FALSE;
  /* A repair elsewhere must also please those who call that routine and never the blamed one. */
  for (guint i = 0; i < routines->len; i++)
    if (routines->pdata[i] != blamed && !add_random (draw, routines->pdata[i], n / ELSEWHERE, error))
      return FALSE;
  return TRUE;
}

gboolean af_draw_near (const AfDraw *draw, guint n, GError **error)
{
  const AfFault *fault = draw->validation->fault;
  g_autoptr (GPtrArray) scripts =
    af_testgen_near (draw->validation->module, fault->routine, fault->failing, n * NEAR_PER_TEST, draw->seed);
  return add_telling (draw, scripts, n, error);
}

gboolean af_draw_small (const AfDraw *draw, guint n, GError **error)
{
  g_autoptr (GPtrArray) scripts = af_draw_tests_new ();
  g_autoptr (AfEnumeration) all = af_enumeration_new (draw->validation->module, draw->validation->fault->routine);
  for (AfTest *test; scripts->len < n * SMALL_PER_TEST && (test = af_enumeration_next (all));)
    g_ptr_array_add (scripts, test);
  return add_telling (draw, scripts, n, error);
}

gboolean af_draw_elsewhere (const AfDraw *draw, guint n, GError **error)
{
  const AfModule *module = draw->validation->module;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    if (routine != draw->validation->fault->routine && af_driver_callable (routine))
      g_ptr_array_add (others, routine);
  }
  for (guint i = 0; i < others->len; i++)
    if (!add_random (draw, others->pdata[i], MAX (n / others->len, 1), error))
      return FALSE;
  return TRUE;
}

void af_draw_others (AfValidation *validation, GPtrArray *tests)
{
  const GPtrArray *known = validation->options.known;
  validation->others = g_ptr_array_new ();
  for (guint i = 0; known && validation->options.also && i < known->len && validation->others->len < MOST_OTHERS; i++) {
    AfFault *other = known->pdata[i];
    /* each repair that leaves an endless call alone would run it to the end of its steps */
    if (g_strcmp0 (other->id, validation->fault->id) == 0 || !other->test || other->clause->kind == AF_CLAUSE_HANG)
      continue;
    g_ptr_array_add (validation->others, other);
    g_ptr_array_add (tests, af_test_copy (other->test));
  }
}
