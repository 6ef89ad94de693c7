/* Findings: what a run knows of one fault.
 *
 * In:  a fault.   Out: an AfFinding that the stages fill in one after the other; what a stage did not reach stays null.
 *
 * Snapshots, candidates and fixes refer to each other, so they are freed from right to left. */
#include "pipeline/finding/finding.h"

AfFinding *af_finding_new (AfFault *fault)
{
  AfFinding *finding = g_new0 (AfFinding, 1);
  finding->fault = fault;
  finding->validation.counts.complete = TRUE;
  return finding;
}

void af_finding_free (AfFinding *finding)
{
  if (!finding)
    return;
  g_clear_pointer (&finding->fixes, g_ptr_array_unref);
  g_clear_pointer (&finding->candidates, g_ptr_array_unref);
  g_clear_pointer (&finding->beyond, af_static_free);
  g_clear_pointer (&finding->views, g_ptr_array_unref);
  g_clear_pointer (&finding->localization, af_localization_free);
  af_validation_clear (&finding->validation);
  g_clear_pointer (&finding->contract, af_contract_hint_free);
  g_free (finding->trouble);
  g_free (finding->changed_since);
  g_clear_pointer (&finding->changes, g_ptr_array_unref);
  g_free (finding);
}

static void change_free (gpointer data)
{
  AfChangedBy *change = data;
  g_free (change->id);
  g_free (change->author);
  g_free (change->title);
  g_free (change);
}

void af_finding_add_commit (AfFinding *finding, const char *id, const char *author, const char *title)
{
  AfChangedBy *change = g_new0 (AfChangedBy, 1);
  change->id = g_strdup (id);
  change->author = g_strdup (author);
  change->title = g_strdup (title);
  if (!finding->changes)
    finding->changes = g_ptr_array_new_with_free_func (change_free);
  g_ptr_array_add (finding->changes, change);
}

typedef struct {
  AfPlaced placed;
  guint number;  /* in the order of the routines */
  double weight; /* what it counts in the common list */
} AfListed;

static int by_weight (gconstpointer a, gconstpointer b)
{
  const AfListed *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Appends the snapshots of one routine; each further one of a location counts less. */
static void add_listed (GArray *listed, const AfRoutine *routine, const AfLocalization *localization)
{
  g_autofree double *factors = g_new (double, routine->locations->len + 1);
  for (guint l = 0; l < routine->locations->len; l++)
    factors[l] = 1;
  for (guint i = 0; i < localization->snapshots->len; i++) {
    const AfSnapshot *snapshot = localization->snapshots->pdata[i];
    AfListed entry = { { routine, snapshot }, listed->len, snapshot->susp * factors[snapshot->location] };
    factors[snapshot->location] *= localization->repeat;
    g_array_append_val (listed, entry);
  }
}

GArray *af_finding_snapshots (const AfFinding *finding)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (AfPlaced));
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (AfListed));
  if (finding->localization)
    add_listed (listed, finding->fault->routine, finding->localization);
  for (guint i = 0; finding->views && i < finding->views->len; i++) {
    const AfView *view = finding->views->pdata[i];
    add_listed (listed, view->fault->routine, view->localization);
  }
  g_array_sort (listed, by_weight);
  for (guint i = 0; i < listed->len; i++)
    g_array_append_val (placed, g_array_index (listed, AfListed, i).placed);
  return placed;
}
