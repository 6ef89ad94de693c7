/* Other searches than ours, each small and by its paper: what ours is measured beside, on the same machine.
 *
 * In:  the user's version with the ends of its tests, the search that the options name.
 * Out: a program that passes all tests, if there is one: they stop at the first. */
#include "suite/peers/peers.h"

#include "util/error.h"

static const struct {
  gboolean (*run) (AfPeers *peers, GError **error);
} searches[AF_N_SEARCHES] = {
  [AF_SEARCH_AE] = { af_peers_ae },
  [AF_SEARCH_GA] = { af_peers_ga },
  [AF_SEARCH_COEVOLUTION] = { af_peers_coevolution },
};

/* Why there is no fix; owned by the caller. */
static char *trouble_of (const AfPeers *peers, const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_printf (text, "none of the %u programs that '%s' made ", peers->n_tried, name);
  if (peers->n_thrown_out > 0)
    g_string_append_printf (text, "stands: %u pass all tests and end badly on inputs that no test has",
                            peers->n_thrown_out);
  else
    g_string_append (text, "passes all tests");
  g_string_append_printf (text, " (%u do not compile)%s", peers->n_uncompilable,
                          peers->suite->incomplete ? "; the budget ended" : "");
  return g_strdup (text->str);
}

gboolean af_peers_search (AfSuite *suite, GError **error)
{
  AfVersion *user = suite->versions->pdata[0];
  const char *name = af_search_name (suite->options->search);
  af_suite_stage (suite, name);
  AfPeers *peers = suite->peers = af_peers_new (suite, user);
  if (peers->targets->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "name the sources that they run",
                 "no failing test runs a statement that '%s' can change", name);
    return FALSE;
  }
  if (!searches[suite->options->search].run (peers, error))
    return FALSE;
  suite->incomplete |= suite->plausible->len == 0 && af_suite_is_late (suite);
  if (suite->options->verbose)
    g_printerr ("autofix: %s: %u statements, %u of them where failing tests come; %u programs, %u do not compile, %d "
                "runs\n",
                name, peers->statements->len, peers->targets->len, peers->n_tried, peers->n_uncompilable,
                peers->n_runs);
  if (suite->plausible->len == 0)
    suite->finding->trouble = trouble_of (peers, name);
  return TRUE;
}
