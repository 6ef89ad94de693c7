/* Features: what tells a proper fix from one that merely passes, each as a number.
 *
 * In:  a valid fix with what the tests said about it and about the others.   Out: the values of the rows of
 * features.def.
 *
 * Each row has one function here, feature_<id>. */
#include "rank/rank-internal.h"

#include <math.h>
#include <string.h>

/* Corrects what is there, instead of adding to it. */
static gboolean changes_in_place (const AfEvidence *e)
{
  return e->action
         && (e->action->kind == AF_ACTION_REPLACE || e->action->kind == AF_ACTION_MOVE
             || e->action->kind == AF_ACTION_REWRITE);
}

static gboolean is_literal (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL || expr->kind == AF_EXPR_NULL
         || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG && expr->args[0]->kind == AF_EXPR_INT);
}

static gint64 literal_value (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_UNARY ? -expr->args[0]->value : expr->value;
}

/* --- the snapshot and the text of the change --- */

static double feature_susp (const AfEvidence *e)
{
  return e->snapshot->susp;
}

static double feature_pair (const AfEvidence *e)
{
  return e->fix->candidate->halves[0] ? 1 : 0;
}

static double feature_discards (const AfEvidence *e)
{
  return e->fix->discards ? 1 : 0;
}

static double feature_unconditional (const AfEvidence *e)
{
  /* A changed expression is conditional in its own way: it corrects what is there. */
  return !e->has_guard && e->action && !changes_in_place (e) ? 1 : 0;
}

static double feature_constant (const AfEvidence *e)
{
  if (!e->action || !e->action->value || e->action->kind == AF_ACTION_LEAVE)
    return 0;
  gboolean from_literal = e->action->target && is_literal (e->action->target);
  return is_literal (e->action->value) && !from_literal ? 1 : 0;
}

static double feature_negative (const AfEvidence *e)
{
  const AfExpr *value = e->action ? e->action->value : NULL;
  return value && is_literal (value) && literal_value (value) < 0 ? 1 : 0;
}

static double feature_unnatural (const AfEvidence *e)
{
  return e->action && e->action->row ? e->action->row->prior / 9.0 : 0;
}

static double feature_natural (const AfEvidence *e)
{
  return CLAMP (e->fix->natural / 5, -2, 2);
}

static double feature_size (const AfEvidence *e)
{
  double size = e->fix->edit_size / 2.0;
  return size / (size + 10);
}

static double feature_guard_size (const AfEvidence *e)
{
  guint size = e->has_guard ? af_expr_size (e->fail) : 0;
  return size > 3 ? (size - 3.0) / (size + 3.0) : 0;
}

static gboolean find_literal (AfExpr *node, gpointer data)
{
  gboolean *found = data;
  if (node->kind == AF_EXPR_INT && node->value != 0)
    *found = TRUE;
  return !*found;
}

static double feature_guard_constant (const AfEvidence *e)
{
  gboolean found = FALSE;
  if (e->has_guard)
    af_expr_walk (e->fail, find_literal, &found);
  return found ? 1 : 0;
}

typedef struct {
  AfExpr *clause;
  gboolean found;
} Topic;

static gboolean find_name (AfExpr *node, gpointer data)
{
  Topic *topic = data;
  if ((node->kind == AF_EXPR_VAR && af_expr_mentions (topic->clause, node->name)))
    topic->found = TRUE;
  return !topic->found;
}

static double feature_on_topic (const AfEvidence *e)
{
  AfExpr *clause = e->fault->condition ? e->fault->condition : e->fault->clause ? e->fault->clause->expr : NULL;
  if (!clause)
    return 0;
  Topic topic = { clause, FALSE };
  if (e->has_guard)
    af_expr_walk (e->fail, find_name, &topic);
  if (e->action && e->action->value)
    af_expr_walk (e->action->value, find_name, &topic);
  return topic.found ? 1 : 0;
}

static double feature_changed (const AfEvidence *e)
{
  return e->fix->n_passing ? (double)MIN (e->fix->n_changed, e->fix->n_passing) / e->fix->n_passing : 0;
}

static double feature_separates (const AfEvidence *e)
{
  /* An expression that was changed in place tells them apart if no passing test noticed. */
  if (!e->has_guard)
    return changes_in_place (e) && e->fix->n_changed + e->fix->n_disturbed == 0 ? 1 : 0;
  /* Where no test passes there is nothing to tell them from. */
  return e->snapshot->failing > 0 && e->snapshot->passing == 0 && e->snapshot->of_passing > 0 ? 1 : 0;
}

static double feature_unrelated (const AfEvidence *e)
{
  return e->has_guard && e->fix->unrelated ? 1 : 0;
}

static double feature_always (const AfEvidence *e)
{
  /* Of the traced tests: with more in T_r than are traced, the snapshot can never be in all of them. */
  const AfSnapshot *snapshot = e->snapshot;
  return e->has_guard && snapshot->of_failing > 0 && snapshot->failing >= snapshot->of_failing
             && snapshot->passing >= snapshot->of_passing
           ? 1
           : 0;
}

/* --- the kind of change --- */

static double feature_in_place (const AfEvidence *e)
{
  return changes_in_place (e) && !af_schema_row (e->candidate->schema)->tests ? 1 : 0;
}

static double feature_either_way (const AfEvidence *e)
{
  return changes_in_place (e) && af_schema_row (e->candidate->schema)->tests ? 1 : 0;
}

static double feature_patches (const AfEvidence *e)
{
  return af_schema_row (e->candidate->schema)->tests && e->action && e->action->kind != AF_ACTION_LEAVE ? 1 : 0;
}

static double feature_slip (const AfEvidence *e)
{
  return af_action_has (e->action, AF_SLIP) ? 1 : 0;
}

/* --- what the tests said --- */

static double feature_shows (const AfEvidence *e)
{
  return e->fix->n_changed > 0 || e->fix->n_held_out_changed > 0 ? 1 : 0;
}

static double feature_also (const AfEvidence *e)
{
  return e->fix->also->len / (e->fix->also->len + 1.0);
}

static double feature_breaks (const AfEvidence *e)
{
  return e->fix->breaks / (e->fix->breaks + 0.1);
}

/* --- beside the other fixes --- */

static double feature_held_out_changed (const AfEvidence *e)
{
  guint n = e->fix->n_held_out + e->fix->n_held_out_changed;
  return n ? (double)e->fix->n_held_out_changed / n : 0;
}

static double feature_given (const AfEvidence *e G_GNUC_UNUSED)
{
  return 1;
}

static double feature_crowd (const AfEvidence *e)
{
  return log2 (MAX (e->n_valid, 1)) / 4;
}

static double feature_discord (const AfEvidence *e)
{
  return log2 (MAX (e->n_groups, 1)) / 4;
}

static const struct {
  const char *name;
  double order, trust;
  double (*value) (const AfEvidence *e);
} features[] = {
#define AF_FEATURE(id, order, trust, meaning) { #id, order, trust, feature_##id },
#define AF_HIGH(trust)
#include "rank/features.def"
#undef AF_FEATURE
#undef AF_HIGH
};

#define AF_FEATURE(id, order, trust, meaning)
#define AF_HIGH(trust) static const double trusted = trust;
#include "rank/features.def"
#undef AF_FEATURE
#undef AF_HIGH

guint af_features_count (void)
{
  return G_N_ELEMENTS (features);
}

const char *af_rank_feature_name (guint feature)
{
  return feature < G_N_ELEMENTS (features) ? features[feature].name : NULL;
}

double af_features_order (const GArray *values)
{
  double sum = 0;
  for (guint i = 0; i < values->len; i++)
    sum += features[i].order * g_array_index (values, double, i);
  return sum;
}

gboolean af_features_trusted (const GArray *values)
{
  double sum = 0;
  for (guint i = 0; i < values->len; i++)
    sum += features[i].trust * g_array_index (values, double, i);
  return sum >= trusted;
}

/* What does not depend on the change itself, or is summed up for both halves of a pair already. */
gboolean af_features_of_whole (guint feature)
{
  static const char *const whole[] = { "pair",  "discards", "natural", "size",  "changed", "held_out_changed",
                                       "shows", "also",     "breaks",  "given", "crowd",   "discord",
                                       NULL };
  return g_strv_contains (whole, features[feature].name);
}

gboolean af_features_speaks_for (guint feature)
{
  return features[feature].order > 0 || (features[feature].order == 0 && features[feature].trust > 0);
}

double af_features_value (guint feature, const AfEvidence *evidence)
{
  return features[feature].value (evidence);
}

double af_features_named (const char *name, const AfEvidence *evidence)
{
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    if (strcmp (features[i].name, name) == 0)
      return features[i].value (evidence);
  g_assert_not_reached ();
}
