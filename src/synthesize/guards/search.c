/* Guards from values: which condition holds in the tests that need an action, and in none that must be left alone?
 *
 * In:  the recorded states of a location, the tests that need the action, those that it broke.
 * Out: conditions, smallest first; nothing is run.
 *
 * Each predicate is a bit vector over the states; a guard must hit a state of every needed test and none of a banned
 * one, and must be defined wherever control comes by, since it will be evaluated there.  First single predicates and
 * complements, then p && q and p || q, then linear comparisons.  One that is true in all states of the needed tests is
 * sure to do what acting in every state did; one that is true in some of them only may do.
 *
 *     needed {1, 2}, banned {7, 9}:   end == 0   holds in states of 1, 2, 30   ->   a guard, cost 3 and a bit for test
 * 30 */
#include "synthesize/guards/guards-internal.h"

enum { MAX_PARTS = 48, MAX_ALIKE = 2 };

static void literal_free (gpointer data)
{
  AfLiteral *literal = data;
  af_expr_unref (literal->expr);
  af_vector_free (literal->vector);
  g_free (literal);
}

void af_guard_free (AfGuard *guard)
{
  if (!guard)
    return;
  af_expr_unref (guard->expr);
  af_vector_free (guard->vector);
  g_free (guard);
}

static AfVector *vector_copy (const AfVector *vector, gboolean value)
{
  AfVector *copy = af_vector_new (vector->n_words);
  for (guint w = 0; w < vector->n_words; w++) {
    copy->defined[w] = vector->defined[w];
    copy->truth[w] = value ? vector->truth[w] : vector->defined[w] & ~vector->truth[w];
  }
  return copy;
}

/* `n < 1` is `n == 0` where n has no sign, `n >= 1` is `n > 0`. */
static AfExpr *simplified (AfExpr *expr)
{
  gboolean with_one = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_LT || expr->op == AF_OP_GE)
                      && expr->args[1]->kind == AF_EXPR_INT && expr->args[1]->value == 1 && !expr->args[1]->name;
  const AfType *type = with_one ? expr->args[0]->type : NULL;
  if (!type || (expr->op == AF_OP_LT && type->is_signed))
    return af_expr_ref (expr);
  g_autoptr (AfExpr) zero = af_expr_int (expr->args[1]->type, 0);
  return af_expr_binary (expr->op == AF_OP_GE ? AF_OP_GT : AF_OP_EQ, expr->args[0], zero);
}

GPtrArray *af_literals_new (const AfLocalization *localization, const AfStates *states)
{
  GPtrArray *literals = g_ptr_array_new_with_free_func (literal_free);
  for (guint i = 0; i < localization->predicates->len; i++) {
    const AfPredicate *predicate = localization->predicates->pdata[i];
    g_autoptr (AfVector) vector = af_states_evaluate (states, predicate->expr);
    for (guint value = 0; vector && value < 2; value++) {
      AfSnapshot snapshot = { .predicate = predicate, .value = value == 0 };
      AfLiteral *literal = g_new0 (AfLiteral, 1);
      g_autoptr (AfExpr) plain = af_plain_condition (&snapshot);
      literal->expr = simplified (plain);
      literal->vector = vector_copy (vector, value == 0);
      literal->size = af_expr_size (literal->expr);
      literal->edep = predicate->edep;
      g_ptr_array_add (literals, literal);
    }
  }
  return literals;
}

/* --- one condition against the examples --- */

static gboolean bit (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

static guint count_both (const guint64 *a, const guint64 *b, guint n_words)
{
  guint n = 0;
  for (guint w = 0; w < n_words; w++)
    n += (guint)__builtin_popcountll (a[w] & b[w]);
  return n;
}

static gboolean meets (const guint64 *a, const guint64 *b, guint n_words)
{
  for (guint w = 0; w < n_words; w++)
    if (a[w] & b[w])
      return TRUE;
  return FALSE;
}

AfGuard *af_guard_of (const AfExamples *e, AfExpr *expr, AfVector *vector, double edep)
{
  const AfStates *states = e->states;
  guint words = states->test_words;
  g_autofree guint64 *hit = g_new0 (guint64, words), *missed = g_new0 (guint64, words);
  for (guint s = states->first[e->location]; s < states->first[e->location + 1]; s++) {
    const guint64 *tests = states->tests + (gsize)s * words;
    if (!bit (vector->defined, s))
      return NULL;
    if (e->relevant && !bit (e->relevant, s))
      continue;
    gboolean holds = bit (vector->truth, s);
    if (holds && meets (tests, e->banned, words))
      return NULL;
    for (guint w = 0; w < words; w++)
      (holds ? hit : missed)[w] |= tests[w];
  }
  guint n_needed = count_both (e->needed, e->needed, words), passing = 0;
  if (n_needed == 0 || count_both (hit, e->needed, words) < n_needed)
    return NULL;
  for (guint test = states->n_failing; test < states->n_failing + states->n_passing; test++)
    passing += bit (hit, test);
  AfGuard *guard = g_new0 (AfGuard, 1);
  guard->expr = af_expr_ref (expr);
  guard->vector = vector_copy (vector, TRUE);
  double share = states->n_passing ? (double)passing / states->n_passing : 0;
  guint n_dear = count_both (e->dear, e->dear, words);
  double dear = n_dear ? (double)count_both (hit, e->dear, words) / n_dear : 0;
  guard->cost =
    af_expr_size (expr) + 4 * share + 3 * dear + 3.0 * count_both (missed, e->needed, words) / n_needed - 4 * edep;
  return guard;
}

static gboolean covers (const AfExamples *e, const AfLiteral *literal)
{
  const AfStates *states = e->states;
  guint words = states->test_words;
  g_autofree guint64 *hit = g_new0 (guint64, words);
  for (guint s = states->first[e->location]; s < states->first[e->location + 1]; s++)
    if (bit (literal->vector->truth, s))
      for (guint w = 0; w < words; w++)
        hit[w] |= states->tests[(gsize)s * words + w];
  for (guint w = 0; w < words; w++)
    if (e->needed[w] & ~hit[w])
      return FALSE;
  return TRUE;
}

/* Tests of @of in a state in which the literal holds. */
static guint count_hits (const AfExamples *e, const AfLiteral *literal, const guint64 *of)
{
  const AfStates *states = e->states;
  guint words = states->test_words;
  g_autofree guint64 *hit = g_new0 (guint64, words);
  for (guint s = states->first[e->location]; s < states->first[e->location + 1]; s++)
    if (bit (literal->vector->truth, s) && (!e->relevant || bit (e->relevant, s)))
      for (guint w = 0; w < words; w++)
        hit[w] |= states->tests[(gsize)s * words + w];
  return count_both (hit, of, words);
}

/* --- pairs --- */

typedef struct {
  const AfLiteral *literal;
  guint wrong; /* conjunctions: banned tests that it lets in; disjunctions: needed tests that it misses */
  guint place;
} Part;

static int by_wrong (gconstpointer a, gconstpointer b)
{
  const Part *x = a, *y = b;
  if (x->wrong != y->wrong)
    return x->wrong < y->wrong ? -1 : 1;
  if (x->literal->size != y->literal->size)
    return x->literal->size < y->literal->size ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* a && b, a || b with C's short cuts. */
static AfVector *joined (const AfVector *a, const AfVector *b, AfOp op)
{
  AfVector *vector = af_vector_new (a->n_words);
  for (guint w = 0; w < a->n_words; w++) {
    guint64 asked = op == AF_OP_AND ? a->truth[w] : a->defined[w] & ~a->truth[w];
    vector->defined[w] = (a->defined[w] & ~asked) | (asked & b->defined[w]);
    vector->truth[w] = (op == AF_OP_AND ? 0 : a->truth[w]) | (asked & b->truth[w]);
  }
  return vector;
}

/* One of each behaviour at the location: what is said of it holds for the others. */
static void keep_different (const AfExamples *e, GArray *parts)
{
  guint kept = 0;
  for (guint i = 0; i < parts->len && kept < MAX_PARTS; i++) {
    const Part *part = &g_array_index (parts, Part, i);
    gboolean is_new = TRUE;
    for (guint k = 0; k < kept && is_new; k++) {
      const AfVector *a = part->literal->vector, *b = g_array_index (parts, Part, k).literal->vector;
      gboolean same = TRUE;
      for (guint s = e->states->first[e->location]; s < e->states->first[e->location + 1] && same; s++)
        same = bit (a->truth, s) == bit (b->truth, s) && bit (a->defined, s) == bit (b->defined, s);
      is_new = !same;
    }
    if (is_new)
      g_array_index (parts, Part, kept++) = *part;
  }
  g_array_set_size (parts, kept);
}

static GArray *parts_of (const AfExamples *e, const GPtrArray *literals, AfOp op,
                         gboolean (*usable) (AfExpr *, gpointer), gpointer data)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  guint n_needed = count_both (e->needed, e->needed, e->states->test_words);
  for (guint i = 0; i < literals->len; i++) {
    const AfLiteral *literal = literals->pdata[i];
    guint banned = count_hits (e, literal, e->banned), needed = count_hits (e, literal, e->needed);
    gboolean fits = op == AF_OP_AND ? needed == n_needed : banned == 0 && needed > 0;
    if (!fits || literal->size > 5 || !usable (literal->expr, data))
      continue;
    Part part = { literal, op == AF_OP_AND ? banned : n_needed - needed, i };
    g_array_append_val (parts, part);
  }
  g_array_sort (parts, by_wrong);
  keep_different (e, parts);
  return parts;
}

static void add_pairs (GPtrArray *guards, const AfExamples *e, const GPtrArray *literals, AfOp op,
                       gboolean (*usable) (AfExpr *, gpointer), gpointer data)
{
  g_autoptr (GArray) parts = parts_of (e, literals, op, usable, data);
  for (guint i = 0; i < parts->len; i++)
    for (guint k = 0; k < parts->len; k++) {
      const AfLiteral *a = g_array_index (parts, Part, i).literal, *b = g_array_index (parts, Part, k).literal;
      if (i == k)
        continue;
      g_autoptr (AfVector) vector = joined (a->vector, b->vector, op);
      g_autoptr (AfExpr) expr = af_expr_binary (op, a->expr, b->expr);
      AfGuard *guard = af_guard_of (e, expr, vector, MIN (a->edep, b->edep));
      /* Either order will do for most: take the one in which the better part comes first. */
      g_autoptr (AfVector) other = guard && k < i ? joined (b->vector, a->vector, op) : NULL;
      g_autoptr (AfExpr) turned = other ? af_expr_binary (op, b->expr, a->expr) : NULL;
      AfGuard *same = other ? af_guard_of (e, turned, other, MIN (a->edep, b->edep)) : NULL;
      if (same)
        g_clear_pointer (&guard, af_guard_free);
      af_guard_free (same);
      if (guard)
        g_ptr_array_add (guards, guard);
    }
}

/* --- the best --- */

static int by_cost (gconstpointer a, gconstpointer b)
{
  const AfGuard *x = *(AfGuard *const *)a, *y = *(AfGuard *const *)b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  return g_strcmp0 (x->expr->text, y->expr->text);
}

static gboolean alike (const AfExamples *e, const AfGuard *x, const AfGuard *y)
{
  for (guint s = e->states->first[e->location]; s < e->states->first[e->location + 1]; s++)
    if (bit (x->vector->truth, s) != bit (y->vector->truth, s))
      return FALSE;
  return TRUE;
}

/* The cheapest, few of each kind of behaviour. */
static GPtrArray *choose (const AfExamples *e, GPtrArray *guards, guint limit)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func ((GDestroyNotify)af_guard_free);
  g_ptr_array_sort (guards, by_cost);
  for (guint i = 0; i < guards->len && chosen->len < limit; i++) {
    guint n_alike = 0;
    for (guint k = 0; k < chosen->len; k++)
      n_alike += alike (e, chosen->pdata[k], guards->pdata[i]);
    if (n_alike < MAX_ALIKE)
      g_ptr_array_add (chosen, g_steal_pointer (&guards->pdata[i]));
  }
  return chosen;
}

GPtrArray *af_guards_search (const AfExamples *examples, const GPtrArray *literals, guint limit,
                             gboolean (*usable) (AfExpr *expr, gpointer data), gpointer data)
{
  g_autoptr (GPtrArray) guards = g_ptr_array_new_with_free_func ((GDestroyNotify)af_guard_free);
  for (guint i = 0; i < literals->len; i++) {
    const AfLiteral *literal = literals->pdata[i];
    AfGuard *guard = covers (examples, literal) && usable (literal->expr, data)
                       ? af_guard_of (examples, literal->expr, literal->vector, literal->edep)
                       : NULL;
    if (guard)
      g_ptr_array_add (guards, guard);
  }
  if (guards->len == 0) {
    add_pairs (guards, examples, literals, AF_OP_AND, usable, data);
    add_pairs (guards, examples, literals, AF_OP_OR, usable, data);
  }
  if (guards->len == 0) {
    g_autoptr (GPtrArray) linear = af_guards_linear (examples, usable, data);
    g_ptr_array_extend_and_steal (guards, g_steal_pointer (&linear));
  }
  return choose (examples, guards, limit);
}

guint af_prior_of (const AfAction *action)
{
  return action ? action->row->prior : 3;
}
