/* Ranking: which of the valid fixes is shown first, and why.
 *
 * In:  valid fixes with what the tests said about them.  Out: the same array in order, with score and reasons; later numbers.
 *
 * A valid fix passes all tests; a proper one is what the routine should do.  Between the two stand only hints, which are the rows of
 * features.def, each a function here; the score is their weighted sum.
 *
 * The best few by score tend to be one idea in many guises (`if (i > n) i--;`, `if (i > n) i = n;`, ...).  So each better fix of the
 * same idea (the guard, or what is changed without one; wherever it stands) costs a fix REPETITION points when the order is made; score
 * itself stays.  Equal ones go by the candidate's id, so that the order is total.
 *
 * With @faithful the order is that of the snapshots' suspiciousness alone, as in the paper (section 4.6). */
#include "rank/rank.h"

#include <string.h>

#include "synthesize/synthesize.h"

/* What the features look at. */
typedef struct {
  const AfFix *fix;
  const AfFault *fault;
  const AfCandidate *candidate;
  const AfSnapshot *snapshot;
  const AfAction *action;       /* or null */
  AfExpr *fail;
  gboolean has_guard;           /* the patch tests the snapshot's state */
} Evidence;

/* What each better fix of the same idea costs. */
#define REPETITION 0.6
/* And each better fix that no test tells from it: tests are weak, and among those that behave alike is often the proper one. */
#define SAMENESS 0.3

static gboolean rule_is (const Evidence *e, const char *rule)
{
  return e->action && g_strcmp0 (e->action->rule, rule) == 0;
}

static gboolean has_guard (const AfCandidate *candidate)
{
  gboolean in_condition = candidate->action && (g_strcmp0 (candidate->action->rule, "strengthen") == 0
                                                || g_strcmp0 (candidate->action->rule, "weaken") == 0);
  return candidate->schema != AF_SCHEMA_A || in_condition;
}

/* Corrects what is there, instead of adding to it. */
static gboolean changes_in_place (const AfAction *action)
{
  return action->kind == AF_ACTION_REPLACE || action->kind == AF_ACTION_MOVE || action->kind == AF_ACTION_REWRITE;
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

/* --- features, in the order of features.def --- */

static double feature_susp (const Evidence *e)
{
  return e->snapshot->susp;
}

static double feature_discards (const Evidence *e)
{
  return e->fix->discards ? 1 : 0;
}

static double feature_unconditional (const Evidence *e)
{
  /* A changed expression is conditional in its own way: it corrects what is there. */
  return !e->has_guard && e->action && !changes_in_place (e->action) ? 1 : 0;
}

static double feature_constant (const Evidence *e)
{
  if (!e->action || !e->action->value || e->action->kind == AF_ACTION_LEAVE || rule_is (e, "copy-statement"))
    return 0;
  gboolean from_literal = e->action->target && is_literal (e->action->target);
  return is_literal (e->action->value) && !from_literal ? 1 : 0;
}

static double feature_negative (const Evidence *e)
{
  const AfExpr *value = e->action ? e->action->value : NULL;
  return value && is_literal (value) && literal_value (value) < 0 ? 1 : 0;
}

static double feature_unnatural (const Evidence *e)
{
  return e->action && e->action->rule ? af_synthesize_prior (e->action->rule) / 9.0 : 0;
}

static double feature_size (const Evidence *e)
{
  double size = e->fix->edit_size / 2.0;
  return size / (size + 10);
}

static double feature_guard_size (const Evidence *e)
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

static double feature_guard_constant (const Evidence *e)
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

static double feature_on_topic (const Evidence *e)
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

static double feature_changed (const Evidence *e)
{
  return e->fix->n_passing ? (double)MIN (e->fix->n_changed, e->fix->n_passing) / e->fix->n_passing : 0;
}

static double feature_separates (const Evidence *e)
{
  /* An expression that was changed in place tells them apart if no passing test noticed. */
  if (!e->has_guard)
    return e->action && changes_in_place (e->action) && e->fix->n_changed == 0 ? 1 : 0;
  return e->snapshot->failing > 0 && e->snapshot->passing == 0 ? 1 : 0;
}

static double feature_always (const Evidence *e)
{
  /* Of the traced tests: with more in T_r than are traced, the snapshot can never be in all of them. */
  const AfSnapshot *snapshot = e->snapshot;
  return e->has_guard && snapshot->of_passing > 0 && snapshot->failing >= snapshot->of_failing
         && snapshot->passing >= snapshot->of_passing ? 1 : 0;
}

static const struct {
  const char *name;
  double weight;
  double (*value) (const Evidence *e);
} features[] = {
#define AF_FEATURE(id, weight, meaning) { #id, weight, feature_##id },
#include "rank/features.def"
#undef AF_FEATURE
};

/* --- reasons, for people --- */

static void say (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void say (GString *text, const char *format, ...)
{
  if (text->len)
    g_string_append (text, "; ");
  va_list args;
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
}

static char *reasons_of (const Evidence *e)
{
  GString *text = g_string_new (NULL);
  const AfSnapshot *snapshot = e->snapshot;
  if (e->has_guard)
    say (text, "`%s` held in %u failing and %u passing tests", e->fail->text, snapshot->failing, snapshot->passing);
  else
    say (text, "acts in every state");
  if (feature_always (e) > 0)
    say (text, "the guard always holds");
  if (e->fix->discards)
    say (text, "discards work: the old statement is left out or the routine is left early");
  if (feature_constant (e) > 0)
    say (text, "puts in a fixed value");
  if (e->fix->n_changed)
    say (text, "%u passing tests end differently", e->fix->n_changed);
  return g_string_free (text, FALSE);
}

/* --- order --- */

typedef struct {
  AfFix *fix;
  char *idea;           /* fixes with the same one are variations */
  guint round;          /* how many better fixes have the same idea */
  guint same;           /* how many better fixes are of the same group; 0 as long as there are no groups */
} Entry;

static int by_score (gconstpointer a, gconstpointer b)
{
  const Entry *left = a, *right = b;
  if (left->fix->score != right->fix->score)
    return left->fix->score > right->fix->score ? -1 : 1;
  return left->fix->candidate->id < right->fix->candidate->id ? -1 : left->fix->candidate->id > right->fix->candidate->id;
}

static double adjusted (const Entry *entry)
{
  return entry->fix->score - REPETITION * entry->round - SAMENESS * entry->same;
}

static int by_round (gconstpointer a, gconstpointer b)
{
  double left = adjusted (a), right = adjusted (b);
  return left != right ? (left > right ? -1 : 1) : by_score (a, b);
}

static void entry_clear (gpointer data)
{
  g_free (((Entry *)data)->idea);
}

static char *idea_of (const Evidence *e)
{
  const char *what = e->has_guard ? e->fail->text : e->action && e->action->target ? e->action->target->text : "";
  return g_strdup_printf ("%s %s", e->has_guard ? "when" : "change", what);
}

static void score (AfFix *fix, const AfFault *fault, gboolean faithful, char **idea)
{
  const AfCandidate *candidate = fix->candidate;
  g_autoptr (AfExpr) fail = af_snapshot_condition (candidate->snapshot);
  Evidence e = { fix, fault, candidate, candidate->snapshot, candidate->action, fail, has_guard (candidate) };
  double sum = 0;
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    sum += features[i].weight * features[i].value (&e);
  fix->score = faithful ? candidate->snapshot->susp : sum;
  g_free (fix->reasons);
  fix->reasons = reasons_of (&e);
  *idea = idea_of (&e);
}

static void count_rounds (GArray *entries)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < entries->len; i++) {
    Entry *entry = &g_array_index (entries, Entry, i);
    entry->round = GPOINTER_TO_UINT (g_hash_table_lookup (seen, entry->idea));
    g_hash_table_insert (seen, entry->idea, GUINT_TO_POINTER (entry->round + 1));
  }
}

static void count_same (GArray *entries)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < entries->len; i++) {
    Entry *entry = &g_array_index (entries, Entry, i);
    gpointer group = GUINT_TO_POINTER (entry->fix->group);
    entry->same = entry->fix->group ? GPOINTER_TO_UINT (g_hash_table_lookup (seen, group)) : 0;
    g_hash_table_insert (seen, group, GUINT_TO_POINTER (entry->same + 1));
  }
}

static void sort (GPtrArray *fixes, const AfFault *fault, gboolean faithful)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (entries, entry_clear);
  for (guint i = 0; i < fixes->len; i++) {
    Entry entry = { .fix = g_ptr_array_index (fixes, i) };
    score (entry.fix, fault, faithful, &entry.idea);
    g_array_append_val (entries, entry);
  }
  g_array_sort (entries, by_score);
  if (!faithful) {
    count_rounds (entries);
    count_same (entries);
    g_array_sort (entries, by_round);
  }
  for (guint i = 0; i < fixes->len; i++)
    fixes->pdata[i] = g_array_index (entries, Entry, i).fix;
}

void af_rank_fixes (GPtrArray *fixes, const AfFault *fault, gboolean faithful)
{
  sort (fixes, fault, faithful);
}

void af_rank_spread (GPtrArray *fixes, const AfFault *fault)
{
  sort (fixes, fault, FALSE);
}

static AfConfidence confidence_of (const AfFix *fix)
{
  if (fix->discards)
    return AF_CONFIDENCE_LOW;
  return fix->confirmed && fix->n_changed == 0 && fix->n_fresh > 0 ? AF_CONFIDENCE_HIGH : AF_CONFIDENCE_MEDIUM;
}

void af_rank_number (GPtrArray *fixes, const AfFault *fault)
{
  /* "F-3a91c2-2" gives "X-3a91c2-2-1". */
  const char *hex = fault->id && g_str_has_prefix (fault->id, "F-") ? fault->id + 2 : fault->id;
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = g_ptr_array_index (fixes, i);
    fix->rank = i + 1;
    g_free (fix->id);
    fix->id = g_strdup_printf ("X-%s-%u", hex ? hex : "0", fix->rank);
    fix->confidence = confidence_of (fix);
  }
}
