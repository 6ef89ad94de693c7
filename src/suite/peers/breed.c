/* Chance: mutation, crossover and selection of lists of edits. */
#include "suite/peers/peers.h"

enum { TOURNAMENT = 2 };

static guint choose_target (AfPeers *peers)
{
  /* weights are tenths */
  gint64 at = af_random_between (&peers->random, 0, (gint64)(peers->total * 10 + 0.5) - 1);
  for (guint i = 0; i < peers->targets->len; i++) {
    guint target = g_array_index (peers->targets, guint, i);
    at -= (gint64)(af_peers_statement (peers, target)->weight * 10 + 0.5);
    if (at < 0)
      return target;
  }
  return g_array_index (peers->targets, guint, peers->targets->len - 1);
}

/* One that fits; @target itself where none does. */
static guint choose_source (AfPeers *peers, guint target)
{
  g_autoptr (GArray) fitting = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < peers->ingredients->len; i++) {
    guint source = g_array_index (peers->ingredients, guint, i);
    if (af_peers_fits (af_peers_statement (peers, source), af_peers_statement (peers, target)))
      g_array_append_val (fitting, source);
  }
  return fitting->len ? g_array_index (fitting, guint, af_random_below (&peers->random, fitting->len)) : target;
}

void af_peers_mutate (AfPeers *peers, GArray *edits)
{
  guint target = choose_target (peers), source = target;
  AfPeerOp op = (AfPeerOp)af_random_below (&peers->random, AF_N_PEER_OPS);
  if (af_peers_statement (peers, target)->is_node)
    op = AF_PEER_REPLACE;
  if (op != AF_PEER_DELETE)
    source = choose_source (peers, target);
  AfPeerEdit edit = { op, target, source };
  g_array_append_val (edits, edit);
}

AfPeerProgram *af_peers_cross (const AfPeerProgram *a, guint from_a, const AfPeerProgram *b, guint from_b)
{
  AfPeerProgram *child = af_peer_program_new (NULL);
  g_array_append_vals (child->edits, a->edits->data, from_a);
  if (from_b < b->edits->len)
    g_array_append_vals (child->edits, &g_array_index (b->edits, AfPeerEdit, from_b), b->edits->len - from_b);
  return child;
}

static const AfPeerProgram *choose_parent (AfPeers *peers, const GPtrArray *population)
{
  const AfPeerProgram *best = NULL;
  for (guint i = 0; i < TOURNAMENT; i++) {
    const AfPeerProgram *one = population->pdata[af_random_below (&peers->random, population->len)];
    if (!best || one->fitness > best->fitness)
      best = one;
  }
  return best;
}

void af_peers_breed (AfPeers *peers, const GPtrArray *population, GPtrArray *next)
{
  const AfPeerProgram *a = choose_parent (peers, population), *b = choose_parent (peers, population);
  guint in_a = af_random_below (&peers->random, a->edits->len + 1),
        in_b = af_random_below (&peers->random, b->edits->len + 1);
  g_ptr_array_add (next, af_peer_program_new (a->edits));
  g_ptr_array_add (next, af_peer_program_new (b->edits));
  g_ptr_array_add (next, af_peers_cross (a, in_a, b, in_b));
  g_ptr_array_add (next, af_peers_cross (b, in_b, a, in_a));
}
