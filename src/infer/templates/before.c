/* Preconditions: what tells calls that failed from calls that did not.
 *
 * In:  arguments and state of calls that returned, and of calls from tests that broke what C, or a callee, demands.
 * Out: the fewest relations, each true in all calls that returned, of which one is false in as good as every call that
 * failed.  What does not keep away from failures is not required, however often it held: the tests' values are
 * arbitrary.
 *
 * A constant bounds an argument where the next number failed, `month <= 12` when 12 returned and 13 did not, if that
 * leaves no failure.
 *
 * Memory is allocated in steps, and an index just behind the end reads what is there: a few calls return by luck.  So
 * a bound of an argument that no condition of the routine looks at may be false in some that returned, if ten times as
 * many failed, or more with three times as many different values: luck ends a few elements behind the end, failures do
 * not.  Of an index that is not negative twice as many will do, since no other bound is as natural, and of what another
 * routine requires of a number of that kind more than half. */
#include "infer/infer-internal.h"

enum {
  LEAST_PASSED = 10,
  LEAST_FAILED = 2,
  LEAST_UNLUCKY = 20,
  UNLUCKY_SHARE = 10,
  UNLUCKY_SIGN_SHARE = 2,
  LEAST_SIGN_VALUES = 6,
  LEAST_BACKED = 4,
  LEAST_UNLUCKY_VALUES = 12,
  UNLUCKY_VALUES_SHARE = 3,
  MOST_CLAUSES = 4
};

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

/* What is looked for in calls of one routine. */
typedef struct {
  const AfRoutine *routine;
  const GPtrArray *found; /* of AfPending: what others require; nullable */
  const AfTable *passed, *failed;
  GArray *facts;   /* of AfFact: those that are true in all calls that returned */
  GArray *by_luck; /* of AfFact: those of which some calls that returned are lucky exceptions */
} Looking;

/* Whether the value of @param itself makes that of @expr: not where it only says which element is meant, or what is
 * called. */
static gboolean makes_value (AfExpr *expr, AfExpr *param)
{
  if (af_expr_equal (expr, param))
    return TRUE;
  if (expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF || expr->kind == AF_EXPR_FIELD
      || expr->kind == AF_EXPR_CALL)
    return FALSE;
  for (guint i = 0; i < expr->n_args; i++)
    if (makes_value (expr->args[i], param))
      return TRUE;
  return FALSE;
}

/* Whether @param is compared with something, or decides, in a part of an expression. */
static gboolean visit_decision (AfExpr *node, gpointer data)
{
  AfExpr **param = data;
  gboolean decides =
    node->kind == AF_EXPR_CONDITIONAL || (node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE);
  for (guint i = 0; decides && i < 2 && *param; i++)
    if (makes_value (node->args[i], *param))
      *param = NULL;
  return TRUE;
}

/* A routine that looks at its argument has plans for all of its values. */
static gboolean is_looked_at (const AfRoutine *routine, AfExpr *param)
{
  AfExpr *left = param;
  for (guint i = 0; i < routine->locations->len && left; i++)
    af_location_walk (routine->locations->pdata[i], visit_decision, &left);
  return left == NULL;
}

static void add_fact (const Looking *looking, AfFact fact)
{
  gboolean is_lucky = FALSE;
  for (guint row = 0; row < looking->passed->n && !is_lucky; row++)
    is_lucky = af_fact_holds (&fact, looking->passed, row) != 1;
  g_array_append_val (is_lucky ? looking->by_luck : looking->facts, fact);
}

static void add_single (const Looking *looking, int a)
{
  const AfTerm *term = looking->passed->terms->pdata[a];
  switch (term->kind) {
  case AF_TERM_TRUTH:
    add_fact (looking, (AfFact){ AF_SHAPE_TRUE, a, -1, -1, 0 });
    add_fact (looking, (AfFact){ AF_SHAPE_FALSE, a, -1, -1, 0 });
    return;
  case AF_TERM_POINTER:
    add_fact (looking, (AfFact){ AF_SHAPE_SET, a, -1, -1, 0 });
    return;
  case AF_TERM_NUMBER:
    if (term->expr->type->is_signed)
      for (gint64 k = 0; k <= 1; k++)
        add_fact (looking, (AfFact){ AF_SHAPE_LEAST, a, -1, -1, k });
    add_fact (looking, (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 });
    return;
  }
}

static void list_facts (const Looking *looking)
{
  const AfTable *passed = looking->passed;
  int n = (int)passed->terms->len;
  for (int a = 0; a < n; a++) {
    add_single (looking, a);
    for (int b = 0; b < n; b++) {
      const AfTerm *left = passed->terms->pdata[a], *right = passed->terms->pdata[b];
      if (a == b || left->kind != AF_TERM_NUMBER || !af_terms_match (left, right))
        continue;
      add_fact (looking, (AfFact){ AF_SHAPE_LESS, a, b, -1, 0 });
      add_fact (looking, (AfFact){ AF_SHAPE_UP_TO, a, b, -1, 0 });
    }
  }
}

/* Leaves those of one argument that the routine does not look at, with a number that is none. */
static void drop_looked_at (const AfRoutine *routine, const GPtrArray *terms, GArray *by_luck)
{
  for (guint i = by_luck->len; i-- > 0;) {
    const AfFact *fact = &g_array_index (by_luck, AfFact, i);
    const AfTerm *a = terms->pdata[fact->a], *b = fact->b >= 0 ? terms->pdata[fact->b] : NULL;
    if (a->kind != AF_TERM_NUMBER || !a->is_param || (b && b->is_param) || is_looked_at (routine, a->expr))
      g_array_remove_index (by_luck, i);
  }
}

/* Failed calls that nothing keeps away yet.  One state counts twice where it failed more than once: what is empty
 * always looks the same. */
static guint count_left (const AfTable *failed, const guint8 *covered)
{
  guint n = 0;
  for (guint row = 0; row < failed->n; row++)
    n += covered[row] ? 0 : g_array_index (failed->again, guint8, row) ? 2 : 1;
  return n;
}

/* Those of them that the fact keeps away. */
static guint count_kept_away (const AfFact *fact, const AfTable *failed, const guint8 *covered)
{
  g_autofree guint8 *others = g_memdup2 (covered, failed->n);
  for (guint row = 0; row < failed->n; row++)
    others[row] |= af_fact_holds (fact, failed, row) != 0;
  return count_left (failed, others);
}

/* The simpler the better: about arguments, then by a query that callers can ask. */
static double plainness (const AfFact *fact, const GPtrArray *terms)
{
  AfRelation relation = { .fact = *fact };
  int used[9];
  double plain = fact->shape == AF_SHAPE_NOT ? -0.5 : 0;
  guint n = af_relation_terms (&relation, used);
  for (guint i = 0; i < n; i++) {
    const AfTerm *term = terms->pdata[used[i]];
    plain -= term->is_param ? 0 : term->is_call ? 1 : 1.2;
  }
  return plain - n * 0.1;
}

/* Whether a call failed, which nothing else keeps away, with the two numbers of a bound being equal. */
static gboolean fails_when_equal (const AfFact *fact, const AfTable *failed, const guint8 *covered)
{
  const AfFact same = { AF_SHAPE_SAME, fact->a, fact->b, -1, 0 };
  for (guint row = 0; row < failed->n; row++)
    if (!covered[row] && af_fact_holds (&same, failed, row) == 1)
      return TRUE;
  return FALSE;
}

/* Whether another routine requires the same of an argument of that kind. */
static gboolean is_backed (const Looking *looking, const AfFact *fact)
{
  const GPtrArray *terms = looking->passed->terms;
  const AfTerm *a = terms->pdata[fact->a], *b = fact->b >= 0 ? terms->pdata[fact->b] : NULL;
  for (guint i = 0; looking->found && i < looking->found->len && a->unit >= 0; i++) {
    const AfPending *other = looking->found->pdata[i];
    const AfFact *theirs = &other->relation.fact;
    if (other->proposal->kind != AF_CLAUSE_PRECONDITION || other->proposal->routine == looking->routine || !other->terms
        || other->relation.guard.shape != AF_SHAPE_NONE || theirs->shape != fact->shape || theirs->k != fact->k
        || (theirs->b < 0) != (b == NULL))
      continue;
    const AfTerm *left = other->terms->pdata[theirs->a];
    if (left->is_param && left->unit == a->unit && (!b || af_terms_alike (other->terms->pdata[theirs->b], b)))
      return TRUE;
  }
  return FALSE;
}

/* By how many more calls failed than returned by luck without the fact, of those that keep to what is @found and that
 * nothing else keeps away; 0: luck does not explain those that returned. */
static guint count_unlucky (const Looking *looking, const AfFact *fact, const guint8 *covered, const GArray *found)
{
  g_autoptr (GHashTable) lucky = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GHashTable) unlucky = g_hash_table_new (g_int64_hash, g_int64_equal);
  const AfTable *passed = looking->passed, *failed = looking->failed;
  guint n_lucky = 0, n_unlucky = 0;
  if (fact->shape == AF_SHAPE_UP_TO && fails_when_equal (fact, failed, covered))
    return 0;
  for (guint row = 0; row < passed->n; row++) {
    gboolean counts = af_fact_holds (fact, passed, row) != 1;
    for (guint i = 0; i < found->len && counts; i++)
      counts = af_fact_holds (&g_array_index (found, AfRelation, i).fact, passed, row) == 1;
    n_lucky += counts;
    if (counts)
      g_hash_table_add (lucky, &g_array_index (passed->values, gint64, row * passed->terms->len + (guint)fact->a));
  }
  for (guint row = 0; row < failed->n; row++) {
    gboolean counts =
      !covered[row] && !g_array_index (failed->endless, guint8, row) && af_fact_holds (fact, failed, row) == 0;
    n_unlucky += counts;
    if (counts)
      g_hash_table_add (unlucky, &g_array_index (failed->values, gint64, row * failed->terms->len + (guint)fact->a));
  }
  guint n_values = g_hash_table_size (unlucky);
  gboolean is_sign = fact->shape == AF_SHAPE_LEAST && fact->k == 0;
  guint share = is_sign && n_values >= LEAST_SIGN_VALUES ? UNLUCKY_SIGN_SHARE : UNLUCKY_SHARE;
  gboolean is_luck = (n_unlucky >= LEAST_UNLUCKY && n_unlucky >= n_lucky * share)
                     || (n_values >= LEAST_UNLUCKY_VALUES
                         && n_values >= g_hash_table_size (lucky) * UNLUCKY_VALUES_SHARE && n_unlucky > n_lucky)
                     || (n_unlucky >= LEAST_BACKED && n_unlucky > n_lucky && is_backed (looking, fact));
  return is_luck ? n_unlucky - n_lucky : 0;
}

/* Adds the fewest of @facts that keep away what is not @covered yet; of those that luck broke the weakest. */
static void choose (const Looking *looking, const GArray *facts, guint8 *covered, GArray *found)
{
  const AfTable *passed = looking->passed, *failed = looking->failed;
  while (found->len < MOST_CLAUSES) {
    guint most = 0;
    int best = -1;
    for (guint i = 0; i < facts->len; i++) {
      const AfFact *fact = &g_array_index (facts, AfFact, i);
      guint n = facts == looking->by_luck ? count_unlucky (looking, fact, covered, found)
                                          : count_kept_away (fact, failed, covered);
      if (n > most
          || (n == most && best >= 0
              && plainness (fact, passed->terms)
                   > plainness (&g_array_index (facts, AfFact, best), passed->terms) + 1e-9)) {
        most = n;
        best = (int)i;
      }
    }
    if (best < 0 || most < LEAST_FAILED)
      break;
    AfRelation relation = { .guard = no_fact, .fact = g_array_index (facts, AfFact, best), .other = no_fact };
    for (guint row = 0; row < failed->n; row++)
      covered[row] |= af_fact_holds (&relation.fact, failed, row) == 0;
    g_array_append_val (found, relation);
  }
}

/* --- constants --- */

typedef struct {
  gint64 low, high;         /* of the calls that returned */
  gboolean is_low, is_high; /* the number next to it failed */
} Bounds;

/* Whether all failed calls that nothing keeps away yet have a number outside of the bounds. */
static gboolean read_bounds (const Looking *looking, int a, const guint8 *covered, Bounds *bounds)
{
  const AfTable *passed = looking->passed, *failed = looking->failed;
  *bounds = (Bounds){ G_MAXINT64, G_MININT64, FALSE, FALSE };
  for (guint row = 0; row < passed->n; row++) {
    if (!af_table_defined (passed, row, a))
      return FALSE;
    bounds->low = MIN (bounds->low, af_table_value (passed, row, a));
    bounds->high = MAX (bounds->high, af_table_value (passed, row, a));
  }
  for (guint row = 0; row < failed->n; row++) {
    gint64 value = af_table_value (failed, row, a);
    gboolean is_inside = value >= bounds->low && value <= bounds->high;
    if (covered[row])
      continue;
    if (!af_table_defined (failed, row, a) || is_inside)
      return FALSE;
    bounds->is_low |= value < bounds->low && value + 1 == bounds->low;
    bounds->is_high |= value > bounds->high && value - 1 == bounds->high;
  }
  return TRUE;
}

static void add_bound (const Looking *looking, AfFact fact, guint8 *covered, GArray *found)
{
  AfRelation relation = { .guard = no_fact, .fact = fact, .other = no_fact };
  guint n = count_kept_away (&fact, looking->failed, covered);
  for (guint row = 0; row < looking->failed->n && n > 0; row++)
    covered[row] |= af_fact_holds (&fact, looking->failed, row) == 0;
  if (n > 0)
    g_array_append_val (found, relation);
}

/* Whether the routine is given memory of which only the tests know how large it is: 32 elements are no limit of its
 * own. */
static gboolean takes_memory (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
    if (type->kind == AF_TYPE_POINTER && type->target && type->target->kind != AF_TYPE_RECORD
        && type->target->kind != AF_TYPE_FUNCTION)
      return TRUE;
  }
  return FALSE;
}

/* One argument that explains all of the rest. */
static void choose_bounds (const Looking *looking, const AfRoutine *routine, guint8 *covered, GArray *found)
{
  const GPtrArray *terms = looking->passed->terms;
  guint n_left = count_left (looking->failed, covered);
  for (int a = 0; a < (int)terms->len && n_left >= LEAST_FAILED; a++) {
    const AfTerm *term = terms->pdata[a];
    const AfType *type = term->expr->type;
    Bounds bounds;
    if (!term->is_param || term->kind != AF_TERM_NUMBER || type->is_char || type->kind == AF_TYPE_ENUM
        || type->bits > 32 || !read_bounds (looking, a, covered, &bounds))
      continue;
    if (bounds.is_low)
      add_bound (looking, (AfFact){ AF_SHAPE_LEAST, a, -1, -1, bounds.low }, covered, found);
    if (bounds.is_high && !takes_memory (routine))
      add_bound (looking, (AfFact){ AF_SHAPE_MOST, a, -1, -1, bounds.high }, covered, found);
    return;
  }
}

GArray *af_find_before (const AfObservation *observation, const AfSeenRoutine *seen)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  if (seen->passed->n < LEAST_PASSED || seen->failed->n == 0)
    return found;
  g_autoptr (GArray) facts = g_array_new (FALSE, FALSE, sizeof (AfFact));
  g_autoptr (GArray) by_luck = g_array_new (FALSE, FALSE, sizeof (AfFact));
  const Looking looking = { seen->terms->routine, observation->found, seen->passed, seen->failed, facts, by_luck };
  g_autofree guint8 *covered = g_malloc0 (seen->failed->n);
  list_facts (&looking);
  drop_looked_at (seen->terms->routine, seen->passed->terms, by_luck);
  if (observation->options->is_narrow)
    g_array_set_size (by_luck, 0);
  choose (&looking, facts, covered, found);
  choose (&looking, by_luck, covered, found);
  if (!observation->options->is_narrow)
    choose_bounds (&looking, seen->terms->routine, covered, found);
  return found;
}
