/* From coarse to fine: files, functions and declarations, statements, operations.
 *
 * Whole files that do not matter fall by a test or two, and what is left is looked at in finer parts: hierarchical
 * delta debugging (Misherghi and Su 2006), along files and syntax. */
#include "culprit/culprit-internal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A stage at work. */
typedef struct {
  AfOracle *oracle;
  const AfDdmin *problem;
  const gboolean *set;
  const char *name;
  guint before; /* groups at the beginning */
} Work;

static void close_set (gpointer data, gboolean *set, const gboolean *within G_GNUC_UNUSED, gboolean adds)
{
  const Work *work = data;
  af_delta_close (work->oracle->delta, set, adds);
}

enum { BAR = 20 };

/* "statements [#############-------] 12 of 40 left" */
static void draw_bar (const Work *work)
{
  char bar[BAR + 1];
  guint left = af_ddmin_count (work->problem, work->set), n = BAR * (work->before - left) / MAX (work->before, 1);
  memset (bar, '-', BAR);
  memset (bar, '#', MIN (n, BAR));
  bar[BAR] = '\0';
  g_snprintf (work->oracle->bar, sizeof work->oracle->bar, "%s [%s] %u of %u left,", work->name, bar, left,
              work->before);
}

static gboolean first_failing (gpointer data, const GPtrArray *sets, int *first, GError **error)
{
  const Work *work = data;
  draw_bar (work);
  return af_oracle_first (work->oracle, sets, first, error);
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
  fprintf (stderr, "%-10s %5u -> %u   (%u tests, %u builds)\n", note->name, note->before, note->after,
           note->spent.tests, note->spent.builds);
}

gboolean af_stages_run (AfOracle *oracle, gboolean *set, GArray *notes, GError **error)
{
  static const char *const names[N_STAGES] = { "layout", "files", "functions", "statements", "operations" };
  guint n = oracle->delta->operations->len;
  g_autofree guint *group = g_new0 (guint, n + 1);
  for (Stage stage = STAGE_LAYOUT; stage < N_STAGES; stage++) {
    for (guint i = 1; i <= n; i++)
      group[i] = group_at (af_delta_operation (oracle->delta, i), i, stage);
    Work work = { oracle, NULL, set, names[stage], 0 };
    const AfDdmin problem = { n, group, close_set, first_failing, &work };
    work.problem = &problem;
    work.before = af_ddmin_count (&problem, set);
    AfStageNote note = { names[stage], work.before, 0, { 0 } };
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
