/* From coarse to fine: files, functions and declarations, statements, operations.
 *
 * Whole files that do not matter fall by a test or two, and what is left is looked at in finer parts: hierarchical
 * delta debugging (Misherghi and Su 2006), along files and syntax. */
#include "culprit/culprit-internal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void close_set (gpointer data, gboolean *set, const gboolean *within G_GNUC_UNUSED, gboolean adds)
{
  const AfOracle *oracle = data;
  af_delta_close (oracle->delta, set, adds);
}

static gboolean first_failing (gpointer data, const GPtrArray *sets, int *first, GError **error)
{
  return af_oracle_first (data, sets, first, error);
}

typedef enum { STAGE_LAYOUT, STAGE_FILES, STAGE_FUNCTIONS, STAGE_STATEMENTS, STAGE_OPERATIONS, N_STAGES } Stage;

static guint group_at (const AfOperation *operation, guint number, Stage stage)
{
  return stage == STAGE_LAYOUT       ? operation->kind == AF_OPERATION_LAYOUT
         : stage == STAGE_FILES      ? operation->file
         : stage == STAGE_FUNCTIONS  ? operation->item
         : stage == STAGE_STATEMENTS ? operation->statement
                                     : number;
}

static void tell (const AfOracle *oracle, const AfStageNote *note)
{
  if (oracle->places.options->quiet)
    return;
  fprintf (stderr, "%-10s %5u -> %u   (%u tests, %u of %u builds)\n", note->name, note->before, note->after,
           note->spent.tests, note->spent.built, note->spent.builds);
}

gboolean af_stages_run (AfOracle *oracle, gboolean *set, GArray *notes, GError **error)
{
  static const char *const names[N_STAGES] = { "layout", "files", "functions", "statements", "operations" };
  guint n = oracle->delta->operations->len;
  g_autofree guint *group = g_new0 (guint, n + 1);
  for (Stage stage = STAGE_LAYOUT; stage < N_STAGES; stage++) {
    for (guint i = 1; i <= n; i++)
      group[i] = group_at (af_delta_operation (oracle->delta, i), i, stage);
    const AfDdmin problem = { n, group, close_set, first_failing, oracle };
    AfStageNote note = { names[stage], af_ddmin_count (&problem, set), 0, { 0 } };
    gboolean ok = af_ddmin (&problem, set, error);
    note.after = af_ddmin_count (&problem, set);
    note.spent = oracle->spent;
    g_array_append_val (notes, note);
    if (note.before > 1)
      tell (oracle, &note);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}
