/* Snapshots by invariant analysis (AutoFix, section 4.1): templates over the recorded numbers.
 *
 * In:  the states of failing and of passing tests.
 * Out: further predicates with their values, of the forms
 *
 *     x == c        x == c1 || x == c2 [|| x == c3]        lo <= x && x <= hi, x <= hi, lo <= x
 *     x == y + c    x == a * y + b
 *
 * where at some location one of these holds in all visits of all failing tests and in at most half of the passing tests
 * that reach it, or in all visits of all passing tests and of no failing one.  (x != 0, x ~ y and the implications are
 * in P already, and a => b that is violated is the conjunction a && !b.)
 *
 * Example: failing tests reach a location with n = 4 and cap = 8, or n = 8 and cap = 16, passing ones with others: cap
 * == 2 * n.
 *
 * Bounded: constants of at most MAX_CONSTANT; per location the MAX_HERE that occur in the fewest passing tests,
 * MAX_TEMPLATES in all.  The numbers of the tests are the tool's own choice, so such a predicate says less than one of
 * P; it can only be a cause where P says nothing better. */
#include <string.h>

#include "localize/localize-internal.h"

enum { MAX_CONSTANT = 4096, MAX_SET = 3, MAX_HERE = 4, MAX_TEMPLATES = 40, MAX_COLUMNS = 24, MAX_FACTOR = 8 };

typedef enum { IS_ONE_OF, IS_WITHIN, IS_LINEAR } Shape;

/* One filled template; x, y: columns. */
typedef struct {
  Shape shape;
  guint x, y;
  gint64 set[MAX_SET]; /* IS_ONE_OF */
  guint n_set;
  gint64 lo, hi;         /* IS_WITHIN */
  gboolean below, above; /* IS_WITHIN: has that bound */
  gint64 a, b;           /* IS_LINEAR: x == a * y + b */
  guint passing;         /* tests that say nothing for it; fewer are better */
} Template;

typedef struct {
  const AfModule *module;
  const AfScoring *scoring;
  const AfStates *states;
  GArray *columns; /* of guint: those that are numbers */
  GArray *found;   /* of Template */
} Search;

/* --- values --- */

static gboolean bit_of (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

static gboolean is_defined (const AfStates *states, guint column, guint state)
{
  return bit_of (states->defined + (gsize)column * states->n_words, state);
}

static gint64 value_of (const AfStates *states, guint column, guint state)
{
  return states->values[(gsize)column * states->n + state];
}

static gboolean is_small (gint64 value)
{
  return value >= -MAX_CONSTANT && value <= MAX_CONSTANT;
}

static gboolean is_defined_for (const AfStates *states, const Template *t, guint state)
{
  return is_defined (states, t->x, state) && (t->shape != IS_LINEAR || is_defined (states, t->y, state));
}

static gboolean holds (const AfStates *states, const Template *t, guint state)
{
  gint64 x = value_of (states, t->x, state), product, sum;
  if (t->shape == IS_WITHIN)
    return (!t->below || x >= t->lo) && (!t->above || x <= t->hi);
  if (t->shape == IS_LINEAR)
    return !__builtin_mul_overflow (t->a, value_of (states, t->y, state), &product)
           && !__builtin_add_overflow (product, t->b, &sum) && x == sum;
  for (guint i = 0; i < t->n_set; i++)
    if (x == t->set[i])
      return TRUE;
  return FALSE;
}

static AfVector *vector_of (const AfStates *states, const Template *t)
{
  AfVector *vector = af_vector_new (states->n_words);
  for (guint s = 0; s < states->n; s++) {
    guint64 bit = G_GUINT64_CONSTANT (1) << (s & 63);
    if (!is_defined_for (states, t, s))
      continue;
    vector->defined[s >> 6] |= bit;
    if (holds (states, t, s))
      vector->truth[s >> 6] |= bit;
  }
  return vector;
}

/* --- text --- */

static AfExpr *number (const Search *search, gint64 value)
{
  AfType *type = NULL;
  for (guint i = 0; i < search->module->types->len && !type; i++) {
    AfType *other = search->module->types->pdata[i];
    if (other->kind == AF_TYPE_INT && g_strcmp0 (other->spelling, "int") == 0)
      type = other;
  }
  return af_expr_int (type, value);
}

static AfExpr *joined (AfOp op, AfExpr *left, AfExpr *right)
{
  AfExpr *expr = af_expr_binary (op, left, right);
  af_expr_unref (left);
  af_expr_unref (right);
  return expr;
}

static AfExpr *with_number (const Search *search, AfOp op, AfExpr *left, gint64 value)
{
  return joined (op, af_expr_ref (left), number (search, value));
}

static AfExpr *expr_of (const Search *search, const Template *t)
{
  AfExpr *x = search->states->columns->pdata[t->x], *result = NULL;
  if (t->shape == IS_ONE_OF) {
    for (guint i = 0; i < t->n_set; i++) {
      AfExpr *one = with_number (search, AF_OP_EQ, x, t->set[i]);
      result = result ? joined (AF_OP_OR, result, one) : one;
    }
    return result;
  }
  if (t->shape == IS_WITHIN) {
    AfExpr *low = t->below ? with_number (search, AF_OP_GE, x, t->lo) : NULL,
           *high = t->above ? with_number (search, AF_OP_LE, x, t->hi) : NULL;
    return low && high ? joined (AF_OP_AND, low, high) : low ? low : high;
  }
  g_autoptr (AfExpr) y = af_expr_ref (search->states->columns->pdata[t->y]);
  AfExpr *right = t->a == 1 ? af_expr_ref (y) : joined (AF_OP_MUL, number (search, t->a), af_expr_ref (y));
  if (t->b != 0)
    right = joined (t->b > 0 ? AF_OP_ADD : AF_OP_SUB, right, number (search, t->b > 0 ? t->b : -t->b));
  return joined (AF_OP_EQ, af_expr_ref (x), right);
}

/* --- one location --- */

/* The states of one location that one kind of tests comes to. */
typedef struct {
  guint location;
  guint8 occurs;
} Visits;

static gboolean is_visit (const Search *search, const Visits *visits, guint state)
{
  return (search->states->occurs[state] & visits->occurs) != 0;
}

/* Whether @t has @value in all visits in which it is defined, and there is one. */
static gboolean is_invariant (const Search *search, const Visits *visits, const Template *t, gboolean value)
{
  const AfStates *states = search->states;
  guint n = 0;
  for (guint s = states->first[visits->location]; s < states->first[visits->location + 1]; s++) {
    if (!is_visit (search, visits, s) || !is_defined_for (states, t, s))
      continue;
    if (holds (states, t, s) != value)
      return FALSE;
    n++;
  }
  return n > 0;
}

/* Keeps @t, which holds in all visits of one kind of tests at the location, if it tells them from the other kind. */
static void consider (const Search *search, guint location, gboolean of_failing, Template t, GArray *here)
{
  const Visits failing = { location, AF_OCCURS_FAILING };
  guint at_passing = search->scoring->visits[location].passing;
  t.passing = 0;
  if (of_failing) {
    g_autoptr (AfVector) vector = vector_of (search->states, &t);
    t.passing = af_count_tests (search->states, location, vector, TRUE, NULL, FALSE).passing;
    if (2 * t.passing > at_passing)
      return;
  } else if (!is_invariant (search, &failing, &t, FALSE)) {
    return;
  }
  g_array_append_val (here, t);
}

static void fill_number (const Search *search, const Visits *visits, guint x, GArray *here)
{
  const AfStates *states = search->states;
  Template set = { .shape = IS_ONE_OF, .x = x };
  gint64 lo = G_MAXINT64, hi = G_MININT64;
  gboolean of_failing = visits->occurs == AF_OCCURS_FAILING, few = TRUE;
  for (guint s = states->first[visits->location]; s < states->first[visits->location + 1]; s++) {
    if (!is_visit (search, visits, s) || !is_defined (states, x, s))
      continue;
    gint64 value = value_of (states, x, s);
    lo = MIN (lo, value);
    hi = MAX (hi, value);
    guint i = 0;
    while (i < set.n_set && set.set[i] != value)
      i++;
    few &= i < MAX_SET;
    if (few && i == set.n_set)
      set.set[set.n_set++] = value;
  }
  if (lo > hi || !is_small (lo) || !is_small (hi))
    return;
  /* x == 0 is in P */
  if (few && (lo != hi || lo != 0))
    consider (search, visits->location, of_failing, set, here);
  if (lo == hi)
    return;
  const Template shapes[] = { { .shape = IS_WITHIN, .x = x, .hi = hi, .above = TRUE },
                              { .shape = IS_WITHIN, .x = x, .lo = lo, .below = TRUE },
                              { .shape = IS_WITHIN, .x = x, .lo = lo, .hi = hi, .below = TRUE, .above = TRUE } };
  guint before = here->len;
  for (guint i = 0; i < G_N_ELEMENTS (shapes) && here->len == before; i++)
    consider (search, visits->location, of_failing, shapes[i], here);
}

/* x == a * y + b through the first two visits with different y; with one y alone a is 1. */
static void fill_pair (const Search *search, const Visits *visits, guint x, guint y, GArray *here)
{
  const AfStates *states = search->states;
  guint points[2], n = 0;
  for (guint s = states->first[visits->location]; s < states->first[visits->location + 1] && n < 2; s++)
    if (is_visit (search, visits, s) && is_defined (states, x, s) && is_defined (states, y, s)
        && (n == 0 || value_of (states, y, s) != value_of (states, y, points[0])))
      points[n++] = s;
  if (n < 2)
    return;
  gint64 x0 = value_of (states, x, points[0]), x1 = value_of (states, x, points[1]);
  gint64 y0 = value_of (states, y, points[0]), y1 = value_of (states, y, points[1]);
  if (!is_small (x0) || !is_small (x1) || !is_small (y0) || !is_small (y1) || (x1 - x0) % (y1 - y0) != 0)
    return;
  Template line = { .shape = IS_LINEAR, .x = x, .y = y, .a = (x1 - x0) / (y1 - y0) };
  line.b = x0 - line.a * y0;
  /* x == y is in P, and a line that does not depend on y is a constant */
  if (line.a == 0 || line.a > MAX_FACTOR || line.a < -MAX_FACTOR || !is_small (line.b) || (line.a == 1 && line.b == 0)
      || !is_invariant (search, visits, &line, TRUE))
    return;
  consider (search, visits->location, visits->occurs == AF_OCCURS_FAILING, line, here);
}

static int by_passing (gconstpointer a, gconstpointer b)
{
  const Template *left = a, *right = b;
  if (left->passing != right->passing)
    return left->passing < right->passing ? -1 : 1;
  if (left->shape != right->shape)
    return left->shape < right->shape ? -1 : 1;
  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return left->y < right->y ? -1 : left->y > right->y;
}

static void search_at (Search *search, guint location)
{
  static const guint8 kinds[] = { AF_OCCURS_FAILING, AF_OCCURS_PASSING };
  g_autoptr (GArray) here = g_array_new (FALSE, TRUE, sizeof (Template));
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    const Visits visits = { location, kinds[k] };
    for (guint i = 0; i < search->columns->len; i++) {
      guint x = g_array_index (search->columns, guint, i);
      fill_number (search, &visits, x, here);
      for (guint j = 0; j < search->columns->len; j++)
        if (i != j)
          fill_pair (search, &visits, x, g_array_index (search->columns, guint, j), here);
    }
  }
  g_array_sort (here, by_passing);
  g_array_append_vals (search->found, here->data, MIN (here->len, MAX_HERE));
}

/* --- the whole --- */

static gboolean is_number (const AfExpr *expr)
{
  return expr->type && (expr->type->kind == AF_TYPE_INT) && (expr->type->is_signed || expr->type->bits < 64)
         && expr->kind != AF_EXPR_INT && !af_expr_is_constant (expr) && !af_expr_is_boolean (expr);
}

void af_fill_templates (const AfModule *module, const AfScoring *scoring, GPtrArray *predicates, GPtrArray *vectors)
{
  const AfStates *states = scoring->states;
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint)),
                     found = g_array_new (FALSE, TRUE, sizeof (Template));
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { module, scoring, states, columns, found };
  for (guint c = 0; c < states->columns->len && columns->len < MAX_COLUMNS; c++)
    if (is_number (states->columns->pdata[c]))
      g_array_append_val (columns, c);
  for (guint l = 0; l < states->n_locations; l++)
    if (scoring->visits[l].failing > 0 && scoring->visits[l].passing > 0)
      search_at (&search, l);
  g_array_sort (found, by_passing);
  for (guint i = 0; i < predicates->len; i++)
    g_hash_table_add (keys, af_predicate_key (((const AfPredicate *)predicates->pdata[i])->expr));
  for (guint i = 0, n = 0; i < found->len && n < MAX_TEMPLATES; i++) {
    const Template *t = &g_array_index (found, Template, i);
    g_autoptr (AfExpr) expr = expr_of (&search, t);
    if (!g_hash_table_add (keys, af_predicate_key (expr)))
      continue;
    g_ptr_array_add (predicates, af_predicate_new (predicates->len, expr, "template"));
    g_ptr_array_add (vectors, vector_of (states, t));
    n++;
  }
}
