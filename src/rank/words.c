/* The same in better words: of fixes that no test tells apart, which one is shown.
 *
 * In:  ranked fixes in their groups.   Out: the same, where the better wording has taken the place of the worse one.
 *
 *     if (!valid (s)) s->n = max;           if (s->n > max) s->n = max;     a reader wants to know what was wrong
 *     if (s != NULL) free (s->text);        free (s->text);                 a guard that decides nothing
 *     s->n++; s->n--;                       (neither)                       what is undone need not be done */
#include "rank/rank-internal.h"

/* How much better a fix may be that gives its place to one with a plain guard: a guard that hits upon the states by
 * chance is far worse. */
#define PLAIN 1.0

static const double *feature_named (const AfFix *fix, const char *name)
{
  for (guint i = 0; fix->features && i < fix->features->len; i++)
    if (g_strcmp0 (af_rank_feature_name (i), name) == 0)
      return &g_array_index (fix->features, double, i);
  return NULL;
}

static gboolean find_invariant (AfExpr *node, gpointer data)
{
  const AfExpr **invariant = data;
  if (*invariant && node->kind == AF_EXPR_CALL && g_strcmp0 (node->name, (*invariant)->name) == 0)
    *invariant = NULL;
  return *invariant != NULL;
}

/* Whether the guard asks for the invariant that was violated. */
static gboolean asks_invariant (const AfFix *fix, const AfFault *fault)
{
  const AfExpr *invariant = fault->clause && fault->clause->kind == AF_CLAUSE_INVARIANT ? fault->clause->expr : NULL;
  if (!invariant || invariant->kind != AF_EXPR_CALL || !af_rank_has_guard (fix->candidate))
    return FALSE;
  g_autoptr (AfExpr) fail = af_snapshot_condition (fix->candidate->snapshot);
  af_expr_walk (fail, find_invariant, &invariant);
  return invariant == NULL;
}

static gboolean same_expr (const AfExpr *a, const AfExpr *b)
{
  return a == b || (a && b && af_expr_equal (a, b));
}

/* Whether they do the same in the same place, but perhaps in other cases. */
static gboolean same_change (const AfCandidate *a, const AfCandidate *b)
{
  const AfAction *left = a->action, *right = b->action;
  gboolean same_place =
    a->routine == b->routine && a->snapshot->location == b->snapshot->location && !a->halves[0] && !b->halves[0];
  if (!same_place || !left || !right)
    return same_place && left == right;
  return left->kind == right->kind && left->kind != AF_ACTION_REWRITE && left->after == right->after
         && same_expr (left->target, right->target) && same_expr (left->value, right->value);
}

/* `if (n > max) n = max;` before `if (!valid (it)) n = max;` where no test tells them apart: an invariant is a word of
 * contracts, and a reader wants to know what was wrong. */
static gboolean has_plain_guard (const AfFix *fix, const AfFix *other, const AfFault *fault)
{
  return asks_invariant (fix, fault) && fix->candidate->schema == other->candidate->schema
         && af_rank_has_guard (other->candidate) && same_change (fix->candidate, other->candidate)
         && !asks_invariant (other, fault) && fix->score - other->score <= PLAIN
         && *feature_named (other, "always") <= 0;
}

static gboolean omits (const AfCandidate *candidate)
{
  return !candidate->halves[0] && candidate->action && af_action_has (candidate->action, AF_OMITS);
}

/* `if (fail) x = a; ...` and `x = a; ...`; `if (!fail) statement` and no statement. */
static gboolean needs_no_guard (const AfFix *fix, const AfFix *other)
{
  const AfCandidate *guarded = fix->candidate, *plain = other->candidate;
  if (!af_schema_row (guarded->schema)->tests || plain->schema != AF_SCHEMA_A || guarded->halves[0])
    return FALSE;
  if (guarded->schema == AF_SCHEMA_C)
    return omits (plain) && guarded->routine == plain->routine
           && guarded->snapshot->location == plain->snapshot->location;
  return guarded->action && guarded->action->kind != AF_ACTION_LEAVE && same_change (guarded, plain);
}

/* What it puts in assigns to what a statement writes that the other leaves out. */
static gboolean undoes (const AfFix *fix, const AfFix *other)
{
  const AfCandidate *putting = fix->candidate, *omitting = other->candidate;
  if (!omits (omitting) || putting->halves[0] || putting->routine != omitting->routine || !putting->action
      || putting->action->kind != AF_ACTION_SET)
    return FALSE;
  const AfExpr *gone = af_routine_location (omitting->routine, omitting->snapshot->location)->expr;
  gboolean is_assignment = gone && (gone->kind == AF_EXPR_ASSIGN || gone->kind == AF_EXPR_STEP);
  return is_assignment && same_expr (gone->args[0], putting->action->target);
}

static gboolean is_better_put (const AfFix *other, const AfFix *fix, const AfFault *fault)
{
  return !other->last_resort == !fix->last_resort && other->group == fix->group
         && (has_plain_guard (fix, other, fault) || needs_no_guard (fix, other) || undoes (fix, other));
}

static void change_places (GPtrArray *fixes, guint i, guint k)
{
  AfFix *fix = fixes->pdata[i], *other = fixes->pdata[k];
  gboolean leads = fix->representative;
  fix->representative = other->representative;
  other->representative = leads;
  fixes->pdata[i] = other;
  fixes->pdata[k] = fix;
}

void af_rank_choose_words (GPtrArray *fixes, const AfFault *fault)
{
  for (guint i = 0; i < fixes->len; i++)
    for (guint k = i + 1; k < fixes->len; k++)
      if (((const AfFix *)fixes->pdata[i])->group != 0 && is_better_put (fixes->pdata[k], fixes->pdata[i], fault))
        change_places (fixes, i, k);
}
