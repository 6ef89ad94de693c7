/* Sessions that only look for faults.
 *
 * In:  a plant, or a module without one, and a seed.   Out: a session without fixes.
 *
 * Most faults are found by the default plan in a second or two; only where none is found the time is used up.  A plan that goes
 * on begins with the default one, so nothing is asked twice. */
#include "bench/found/found.h"

#include <string.h>

static gboolean is_clean (const AfPlant *plant)
{
  return plant->patch == NULL && strcmp (plant->title, "clean") == 0;
}

static AfPlant *module_plant (const AfPlant *of, const char *what)
{
  AfPlant *plant = g_new0 (AfPlant, 1);
  plant->name = g_strdup_printf ("%s/%s", of->module, what);
  plant->title = g_strdup (what);
  plant->module = g_strdup (of->module);
  plant->folder = g_strdup (of->folder);
  plant->routine = g_strdup ("");
  plant->kind = g_strdup ("");
  plant->words = g_strdup ("");
  plant->repair = g_strdup ("");
  return plant;
}

void af_found_add_modules (GPtrArray *plants)
{
  const char *last = "";
  for (guint i = 0, n = plants->len; i < n; i++) {
    const AfPlant *plant = plants->pdata[i];
    if (strcmp (plant->module, last) == 0)
      continue;
    last = plant->module;
    g_ptr_array_add (plants, module_plant (plant, "branches"));
    g_ptr_array_add (plants, module_plant (plant, "clean"));
  }
}

static AfSession *test_for (const AfBench *bench, const AfPlant *plant, guint seed, guint seconds, GError **error)
{
  g_autoptr (AfSession) session = NULL;
  g_autoptr (AfRun) run = af_run_test (bench, plant, seed, seconds, &session, error);
  return run ? g_steal_pointer (&session) : NULL;
}

AfSession *af_found_session (const AfBench *bench, const AfPlant *plant, guint seed, GError **error)
{
  if (!plant->patch)
    return test_for (bench, plant, seed, is_clean (plant) ? AF_FOUND_CLEAN_SECONDS : AF_FOUND_SECONDS, error);
  g_autoptr (AfSession) session = test_for (bench, plant, seed, 0, error);
  if (!session || af_session_found (session))
    return g_steal_pointer (&session);
  return test_for (bench, plant, seed, AF_FOUND_SECONDS, error);
}

double af_found_after (const AfSession *session)
{
  return af_session_found (session) && session->first_fault >= 0 ? session->first_fault - MAX (session->test_begin, 0) : -1;
}

void af_found_say (const AfSession *session, GString *line)
{
  if (af_session_found (session))
    g_string_append_printf (line, "found after %.1f s", af_found_after (session));
  else if (session->faults->len > 0)
    g_string_append_printf (line, "%u fault%s, none of them the planted one", session->faults->len,
                            session->faults->len == 1 ? "" : "s");
  else
    g_string_append (line, "nothing found");
}
