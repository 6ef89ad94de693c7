/* Whether a change would leave a variable without a use: compilers would complain of it.
 *
 * In:  a location, an expression in it that goes away, and perhaps another that comes in its place.
 * Out: whether some variable would then be read nowhere in the routine. */
#include "operators/operators-internal.h"

typedef struct {
  const char *name;
  guint n;
} Reads;

/* Assigned as a whole, it is not read. */
static void count_reads (const AfExpr *node, Reads *reads, gboolean is_assigned)
{
  if (node->kind == AF_EXPR_VAR && !is_assigned && g_strcmp0 (node->name, reads->name) == 0)
    reads->n++;
  for (guint i = 0; i < node->n_args; i++) {
    gboolean assigned = node->kind == AF_EXPR_ASSIGN && i == 0 && node->args[0]->kind == AF_EXPR_VAR;
    count_reads (node->args[i], reads, assigned);
  }
}

static guint reads_in (const AfExpr *expr, const char *name)
{
  Reads reads = { name, 0 };
  if (expr)
    count_reads (expr, &reads, FALSE);
  return reads.n;
}

typedef struct {
  const AfQuestion *question;
  const AfExpr *gone, *come;
  gboolean last;
} Uses;

static gboolean check_use (AfExpr *node, gpointer data)
{
  Uses *uses = data;
  const AfRoutine *routine = uses->question->routine;
  if (node->kind != AF_EXPR_VAR || node->variable_id == 0 || uses->last)
    return !uses->last;
  guint before = reads_in (uses->question->location->expr, node->name), gone = reads_in (uses->gone, node->name);
  guint left = MAX (before, gone) - gone + reads_in (uses->come, node->name);
  for (guint i = 2; i < routine->locations->len && left == 0; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    if (other != uses->question->location && other->kind != AF_LOCATION_CHECK)
      left += reads_in (other->expr, node->name);
  }
  uses->last = left == 0;
  return !uses->last;
}

gboolean af_operators_is_last_use (const AfQuestion *question, AfExpr *expr)
{
  Uses uses = { question, expr, NULL, FALSE };
  af_expr_walk (expr, check_use, &uses);
  return uses.last;
}

gboolean af_operators_loses_use (const AfQuestion *question, AfExpr *gone, const AfExpr *come)
{
  Uses uses = { question, gone, come, FALSE };
  af_expr_walk (gone, check_use, &uses);
  return uses.last;
}
