/* Right: do proposals hold?
 *
 * In:  a correct module with its contracts.
 * Out: how many proposals are shown beside them, how many of these break in random tests many times as long as one
 * round of the attack that they survived, with another seed, and how many of the rest the module's oracle refutes. */
#include "bench/infer/desk.h"

#include "util/tempdir.h"

static const guint64 STEPS = 300000000, SEED = 99;

static void mark (const GPtrArray *faults, const GArray *owners, guint first, gboolean *broken)
{
  for (guint i = 0; i < faults->len; i++) {
    guint id = ((const AfFault *)faults->pdata[i])->clause->id;
    if (id >= first && id - first < owners->len)
      broken[g_array_index (owners, guint, id - first)] = TRUE;
  }
}

/* Takes out the proposals that a long run breaks; how many. */
static gboolean test_long (const AfDesk *desk, AfModule *module, AfInference *inference, guint *n_broken,
                           GError **error)
{
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *broken = g_new0 (gboolean, inference->proposals->len + 1);
  const AfDeskTests tests = { SEED, STEPS * desk->times, desk->times, TRUE };
  guint first = af_infer_state (inference, module, owners);
  g_autoptr (AfCorpus) corpus = af_desk_explore (desk, module, &tests, error);
  if (corpus) {
    mark (corpus->faults, owners, first, broken);
    mark (corpus->undecided, owners, first, broken);
  }
  af_infer_retract (module, first);
  for (guint i = inference->proposals->len; corpus && i-- > 0;) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    g_autofree char *text = af_proposal_text (proposal);
    if (!broken[i])
      continue;
    if (desk->rows)
      g_print ("broken    %s: %s: %s\n", module->name, proposal->routine ? proposal->routine->name : "invariant", text);
    g_ptr_array_remove_index (inference->proposals, i);
    ++*n_broken;
  }
  return corpus != NULL;
}

/* A query says nothing that could be broken. */
static void drop_queries (AfInference *inference)
{
  for (guint i = inference->proposals->len; i-- > 0;)
    if (((const AfProposal *)inference->proposals->pdata[i])->is_query)
      g_ptr_array_remove_index (inference->proposals, i);
}

gboolean af_desk_right (const AfDesk *desk, AfRightSum *sum, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (AfModule) module = temp ? af_desk_read (desk, af_temp_dir_path (temp), error) : NULL;
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (AfInference) inference = module ? af_desk_infer (desk, module, solver, TRUE, error) : NULL;
  AfRightSum own = { 0 };
  if (!inference)
    return FALSE;
  drop_queries (inference);
  own.n_proposals = inference->proposals->len;
  if (own.n_proposals > 0
      && (!test_long (desk, module, inference, &own.n_broken, error)
          || !af_desk_ask_oracle (desk, module, inference, &own.n_refuted, error)))
    return FALSE;
  if (desk->rows)
    g_print ("%-12s right: %u of %u, %u broken, %u refuted\n", module->name,
             own.n_proposals - own.n_broken - own.n_refuted, own.n_proposals, own.n_broken, own.n_refuted);
  sum->n_proposals += own.n_proposals;
  sum->n_broken += own.n_broken;
  sum->n_refuted += own.n_refuted;
  return TRUE;
}
