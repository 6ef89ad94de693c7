/* From relations to what may be proposed.
 *
 * In:  relations that held in all calls.   Out: those that hardly did so by accident, weighty ones first. */
#include <math.h>
#include <string.h>

#include "infer/infer-internal.h"

enum { MOST_PENDING = 160 };
#define MOST_CHANCE 0.01

void af_pending_free (AfPending *pending)
{
  if (!pending)
    return;
  af_proposal_free (pending->proposal);
  g_free (pending);
}

AfPending *af_pending_new (AfClauseKind kind, AfExpr *expr)
{
  AfPending *pending = g_new0 (AfPending, 1);
  pending->proposal = g_new0 (AfProposal, 1);
  pending->proposal->kind = kind;
  pending->proposal->expr = af_expr_ref (expr);
  return pending;
}

static guint count_rows (const AfRelation *relation, const AfTable *table)
{
  guint n = 0;
  for (guint row = 0; row < table->n; row++)
    n += af_fact_holds (&relation->guard, table, row) == 1;
  return n;
}

static gint by_weight (gconstpointer a, gconstpointer b)
{
  const AfProposal *left = (*(AfPending *const *)a)->proposal, *right = (*(AfPending *const *)b)->proposal;
  if (left->weight != right->weight)
    return left->weight > right->weight ? -1 : 1;
  guint n = af_expr_size (left->expr), m = af_expr_size (right->expr);
  return n != m ? (n < m ? -1 : 1) : strcmp (left->expr->text, right->expr->text);
}

guint af_pending_add (const AfModule *module, const AfSpeaker *source, const GArray *found, GPtrArray *pending)
{
  g_autoptr (GPtrArray) taken = g_ptr_array_new ();
  for (guint i = 0; i < found->len; i++) {
    const AfRelation *relation = &g_array_index (found, AfRelation, i);
    double chance = source->n_tried > 0 ? af_relation_chance (relation, source->table) : 0;
    if (chance * source->n_tried > MOST_CHANCE)
      continue;
    g_autoptr (AfExpr) expr = af_relation_expr (module, relation, source->table->terms);
    AfPending *one = af_pending_new (source->kind, expr);
    one->relation = *relation;
    one->terms = source->table->terms;
    one->proposal->routine = source->routine;
    one->proposal->record = source->record;
    one->proposal->n_states = count_rows (relation, source->table);
    one->proposal->surprise = chance > 0 ? MIN (6, -log10 (chance)) : 6;
    one->proposal->weight = af_relation_weight (relation, source->table->terms);
    g_ptr_array_add (taken, one);
  }
  g_ptr_array_sort (taken, by_weight);
  for (guint i = 0; i < taken->len; i++)
    if (i < MOST_PENDING)
      g_ptr_array_add (pending, taken->pdata[i]);
    else
      af_pending_free (taken->pdata[i]);
  return taken->len;
}

gboolean af_pending_drop_repeated (GPtrArray *pending, guint first)
{
  for (guint i = pending->len; i-- > first;) {
    const AfProposal *added = ((const AfPending *)pending->pdata[i])->proposal;
    gboolean is_repeated = FALSE;
    for (guint k = 0; k < i && !is_repeated; k++) {
      const AfProposal *other = ((const AfPending *)pending->pdata[k])->proposal;
      is_repeated =
        other->kind == added->kind && other->routine == added->routine && af_expr_equal (other->expr, added->expr);
    }
    if (is_repeated)
      g_ptr_array_remove_index (pending, i);
  }
  return pending->len > first;
}

static gint by_place (gconstpointer a, gconstpointer b)
{
  const AfProposal *left = *(AfProposal *const *)a, *right = *(AfProposal *const *)b;
  if ((left->routine == NULL) != (right->routine == NULL))
    return left->routine ? 1 : -1;
  if (left->routine && left->routine->id != right->routine->id)
    return left->routine->id < right->routine->id ? -1 : 1;
  if (left->record && left->record->id != right->record->id)
    return left->record->id < right->record->id ? -1 : 1;
  if (left->kind != right->kind)
    return left->kind < right->kind ? -1 : 1;
  if (left->weight != right->weight)
    return left->weight > right->weight ? -1 : 1;
  return strcmp (left->expr->text, right->expr->text);
}

void af_proposals_sort (GPtrArray *proposals)
{
  g_ptr_array_sort (proposals, by_place);
}
