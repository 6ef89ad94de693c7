/* AE: all single edits, each class of equivalent programs once, with tests and edits in an order that learns (Weimer,
 * Fry, Forrest: Leveraging Program Equivalence for Adaptive Program Repair, 2013).
 *
 * In:  the statements of the program.   Out: the first program that passes all tests, if there is one.
 *
 * It is deterministic: no seed matters.  Edits of statements that only failing tests come to are tried first, and of
 * those the deletions.  The test runs first that has failed most programs so far, and the first one that a program
 * fails ends it.  A few programs are run at once, with the counts as they were before: so any number of workers gives
 * the same result. */
#include "suite/peers/peers.h"

enum { BUILT_AT_ONCE = 256, RUN_AT_ONCE = 16 };

typedef struct {
  AfPeers *peers;
  guint *failures;  /* by test: programs that it has failed */
  GHashTable *keys; /* set of char *: texts of programs that were tried */
  GArray *edits;    /* of AfPeerEdit, in their order */
  guint next;
} Ae;

/* --- edits in their order --- */

static void add_edits_of (Ae *ae, guint target, gboolean deletions)
{
  const AfPeers *peers = ae->peers;
  if (deletions) {
    AfPeerEdit edit = { AF_PEER_DELETE, target, target };
    g_array_append_val (ae->edits, edit);
    return;
  }
  for (guint i = 0; i < peers->ingredients->len; i++) {
    guint source = g_array_index (peers->ingredients, guint, i);
    if (!af_peers_statement (peers, source)->is_alone
        || !af_peers_fits (af_peers_statement (peers, source), af_peers_statement (peers, target)))
      continue;
    AfPeerEdit insert = { AF_PEER_INSERT, target, source }, replace = { AF_PEER_REPLACE, target, source };
    g_array_append_val (ae->edits, insert);
    if (source != target)
      g_array_append_val (ae->edits, replace);
  }
}

static void add_edits (Ae *ae)
{
  const AfPeers *peers = ae->peers;
  for (guint pass = 0; pass < 4; pass++)
    for (guint i = 0; i < peers->targets->len; i++) {
      guint target = g_array_index (peers->targets, guint, i);
      gboolean is_first = af_peers_statement (peers, target)->weight >= 1;
      if (is_first == (pass < 2))
        add_edits_of (ae, target, pass % 2 == 0);
    }
}

/* --- tests in their order --- */

static int by_failures (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint *failures = data, x = *(const guint *)a, y = *(const guint *)b;
  if (failures[x] != failures[y])
    return failures[x] > failures[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static GArray *order_of (const Ae *ae)
{
  GArray *order = af_peers_order (ae->peers);
  g_array_sort_with_data (order, by_failures, ae->failures);
  return order;
}

/* --- the search --- */

/* The next edits that are equivalent to no others, as programs. */
static GPtrArray *next_programs (Ae *ae)
{
  GPtrArray *programs = g_ptr_array_new_with_free_func ((GDestroyNotify)af_peer_program_free);
  guint most = ae->peers->most > 0 ? MIN (BUILT_AT_ONCE, ae->peers->most - ae->peers->n_tried) : BUILT_AT_ONCE;
  for (; ae->next < ae->edits->len && programs->len < most; ae->next++) {
    const AfPeerEdit *edit = &g_array_index (ae->edits, AfPeerEdit, ae->next);
    if (af_peers_equal (ae->peers, edit))
      continue;
    g_autoptr (AfPeerProgram) program = af_peer_program_new (NULL);
    g_array_append_vals (program->edits, edit, 1);
    if (g_hash_table_add (ae->keys, af_peers_key (ae->peers, program->edits)))
      g_ptr_array_add (programs, g_steal_pointer (&program));
  }
  return programs;
}

static gboolean try_programs (Ae *ae, const GPtrArray *programs, GError **error)
{
  AfPeers *peers = ae->peers;
  if (!af_peers_build (peers, programs, error))
    return FALSE;
  for (guint first = 0; first < programs->len && !af_suite_is_late (peers->suite); first += RUN_AT_ONCE) {
    g_autoptr (GArray) order = order_of (ae);
    const AfPeerRun run = { order, TRUE, first, MIN (RUN_AT_ONCE, programs->len - first) };
    if (!af_peers_run (peers, programs, &run, error))
      return FALSE;
    for (guint i = first; i < first + run.n; i++) {
      const AfPeerProgram *program = programs->pdata[i];
      if (program->killer >= 0)
        ae->failures[program->killer]++;
      if (program->passes) {
        af_peers_take (peers, program);
        return TRUE;
      }
    }
  }
  return TRUE;
}

gboolean af_peers_ae (AfPeers *peers, GError **error)
{
  g_autofree guint *failures = g_new0 (guint, peers->suite->tests->len + 1);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (AfPeerEdit)),
                     none = g_array_new (FALSE, FALSE, sizeof (AfPeerEdit));
  Ae ae = { peers, failures, keys, edits, 0 };
  for (guint i = 0; i < peers->suite->n_failing; i++)
    failures[i] = 1;
  g_hash_table_add (keys, af_peers_key (peers, none));
  add_edits (&ae);
  while (ae.next < edits->len && !af_peers_is_over (peers)) {
    g_autoptr (GPtrArray) programs = next_programs (&ae);
    if (programs->len > 0 && !try_programs (&ae, programs, error))
      return FALSE;
  }
  return TRUE;
}
