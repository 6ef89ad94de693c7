/* GenProg: genetic programming over patches (Weimer, Nguyen, Le Goues, Forrest 2009; Le Goues, Dewey-Vogt, Forrest,
 * Weimer: A Systematic Study of Automated Program Repair, 2012).
 *
 * In:  the statements of the program, the seed.
 * Out: a program that passes all tests, reduced to a one-minimal patch, if there is one.
 *
 * An individual is a list of edits.  Each generation every individual is mutated once: a statement is chosen by its
 * weight, and is deleted, replaced by another, or has another put after it, each with the same probability; what is put
 * in is any statement of the program whose variables mean the same there.  Two parents, each the better one of two,
 * exchange the ends of their lists.  Fitness counts a passing test that failed at first ten times.
 *
 * After ten generations a trial is over, and the next one begins with another seed, ten trials in all. */
#include "suite/peers/peers.h"

enum { POPULATION = 40, GENERATIONS = 10, TRIALS = 10, WEIGHT_POSITIVE = 1, WEIGHT_NEGATIVE = 10, TOURNAMENT = 2 };

typedef struct {
  AfPeers *peers;
  GHashTable *known; /* text of a program -> its fitness, as double * */
} Ga;

/* --- fitness --- */

static double fitness_of (const AfPeers *peers, const AfPeerProgram *program)
{
  double fitness = 0;
  for (guint t = 0; program->compiles && t < program->ends->len; t++)
    if (g_array_index (program->ends, AfSeenEnd, t).passes)
      fitness += t < peers->suite->n_failing ? WEIGHT_NEGATIVE : WEIGHT_POSITIVE;
  return fitness;
}

/* Takes the program that passes, reduced. */
static gboolean finish (Ga *ga, const AfPeerProgram *program, GError **error)
{
  g_autoptr (AfPeerProgram) least = af_peers_minimise (ga->peers, program, error);
  if (least)
    af_peers_take (ga->peers, least);
  return least != NULL;
}

/* Programs of the population that were not seen before: array of AfPeerProgram, not owned.  Those that were have their
 * fitness. */
static GPtrArray *unknown_ones (Ga *ga, const GPtrArray *population, GPtrArray *keys)
{
  GPtrArray *fresh = g_ptr_array_new ();
  for (guint i = 0; i < population->len; i++) {
    char *key = af_peers_key (ga->peers, ((AfPeerProgram *)population->pdata[i])->edits);
    gboolean is_over = ga->peers->most > 0 && ga->peers->n_tried + fresh->len >= ga->peers->most;
    g_ptr_array_add (keys, key);
    if (!is_over && !g_hash_table_contains (ga->known, key)) {
      g_ptr_array_add (fresh, population->pdata[i]);
      g_hash_table_insert (ga->known, g_strdup (key), g_new0 (double, 1));
    }
  }
  return fresh;
}

static gboolean evaluate (Ga *ga, GPtrArray *population, GError **error)
{
  AfPeers *peers = ga->peers;
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free), fresh = unknown_ones (ga, population, keys);
  g_autoptr (GArray) order = af_peers_order (peers);
  const AfPeerRun run = { order, FALSE, 0, fresh->len };
  if (fresh->len > 0 && (!af_peers_build (peers, fresh, error) || !af_peers_run (peers, fresh, &run, error)))
    return FALSE;
  for (guint i = 0; i < population->len; i++) {
    AfPeerProgram *program = population->pdata[i];
    double *known = g_hash_table_lookup (ga->known, keys->pdata[i]);
    if (g_ptr_array_find (fresh, program, NULL))
      *known = fitness_of (peers, program);
    program->fitness = known ? *known : 0;
  }
  for (guint i = 0; i < fresh->len; i++)
    if (((AfPeerProgram *)fresh->pdata[i])->passes && peers->suite->plausible->len == 0
        && !finish (ga, fresh->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* --- the search --- */

static gboolean run_trial (Ga *ga, guint trial, GError **error)
{
  AfPeers *peers = ga->peers;
  g_autoptr (GPtrArray) population = g_ptr_array_new_with_free_func ((GDestroyNotify)af_peer_program_free);
  af_random_init (&peers->random, af_random_derive (peers->suite->options->seed, "ga", trial));
  for (guint i = 0; i < POPULATION; i++)
    g_ptr_array_add (population, af_peer_program_new (NULL));
  for (guint generation = 0; generation < GENERATIONS && !af_peers_is_over (peers); generation++) {
    if (generation > 0) {
      GPtrArray *next = g_ptr_array_new_with_free_func ((GDestroyNotify)af_peer_program_free);
      while (next->len < POPULATION)
        af_peers_breed (peers, population, next);
      g_ptr_array_unref (population);
      population = next;
    }
    for (guint i = 0; i < population->len; i++)
      af_peers_mutate (peers, ((AfPeerProgram *)population->pdata[i])->edits);
    if (!evaluate (ga, population, error))
      return FALSE;
  }
  return TRUE;
}

gboolean af_peers_ga (AfPeers *peers, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Ga ga = { peers, known };
  for (guint trial = 0; trial < TRIALS && !af_peers_is_over (peers); trial++)
    if (!run_trial (&ga, trial, error))
      return FALSE;
  return TRUE;
}
