/* Linear comparisons as guards, when no predicate tells the tests apart.
 *
 * In:  the integers recorded at a location, needed and banned tests.
 * Out: a * x + b * y > c and a * x + b * y == c with a, b in -2 .. 2, written without minus signs: `2 * count >
 * capacity + 1`.
 *
 * No solver is asked: the coefficients are few, and for each the constants that fit can be read off, as the greatest
 * value in a banned test and the least of the greatest values in the needed ones; of those between, the one nearest to
 * 0 is taken. */
#include "synthesize/guards/guards-internal.h"

enum { MAX_COLUMNS = 40 };

#define LIMIT (G_GINT64_CONSTANT (1) << 40)

typedef struct {
  const AfExamples *e;
  GPtrArray *guards;
  gboolean (*usable) (AfExpr *expr, gpointer data);
  gpointer data;
  gint64 *sums; /* per state of the location */
} Search;

typedef struct {
  AfExpr *expr;
  const gint64 *values;
} Column;

static gboolean bit (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

/* Defined wherever control comes by, and small enough to calculate with. */
static gboolean is_known (const AfExamples *e, guint column)
{
  const AfStates *states = e->states;
  for (guint s = states->first[e->location]; s < states->first[e->location + 1]; s++) {
    gint64 value = states->values[(gsize)column * states->n + s];
    if (!bit (states->defined + (gsize)column * states->n_words, s) || value > LIMIT || value < -LIMIT)
      return FALSE;
  }
  return TRUE;
}

static GArray *columns_of (const Search *search)
{
  const AfStates *states = search->e->states;
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));
  for (guint c = 0; c < states->columns->len && columns->len < MAX_COLUMNS; c++) {
    AfExpr *expr = states->columns->pdata[c];
    if (!af_operators_is_integer (expr) || expr->type->kind != AF_TYPE_INT || af_expr_is_constant (expr)
        || !search->usable (expr, search->data) || !is_known (search->e, c))
      continue;
    Column column = { expr, states->values + (gsize)c * states->n };
    g_array_append_val (columns, column);
  }
  return columns;
}

/* --- writing it down --- */

/* @sum + @factor * @expr; @sum nullable. */
static AfExpr *plus (AfExpr *sum, AfExpr *expr, gint64 factor)
{
  g_autoptr (AfExpr) number = af_expr_int (expr->type, factor);
  g_autoptr (AfExpr) term = factor == 1 ? af_expr_ref (expr) : af_expr_binary (AF_OP_MUL, number, expr);
  AfExpr *whole = sum ? af_expr_binary (AF_OP_ADD, sum, term) : af_expr_ref (term);
  af_expr_unref (sum);
  return whole;
}

static AfExpr *constant_plus (AfExpr *sum, AfType *type, gint64 constant)
{
  if (constant == 0 && sum)
    return sum;
  g_autoptr (AfExpr) number = af_expr_int (type, constant);
  AfExpr *whole = sum ? af_expr_binary (AF_OP_ADD, sum, number) : af_expr_ref (number);
  af_expr_unref (sum);
  return whole;
}

/* a * x + b * y op c, everything on the side where it is positive. */
static AfExpr *written (const Column *x, gint64 a, const Column *y, gint64 b, AfOp op, gint64 c)
{
  AfExpr *left = NULL, *right = NULL;
  AfType *type = x->expr->type;
  if (a > 0)
    left = plus (left, x->expr, a);
  if (b > 0)
    left = plus (left, y->expr, b);
  if (a < 0)
    right = plus (right, x->expr, -a);
  if (b < 0)
    right = plus (right, y->expr, -b);
  if (c > 0 || !right)
    right = constant_plus (right, type, right ? MAX (c, 0) : c);
  if (!left)
    left = constant_plus (left, type, c < 0 ? -c : 0);
  else if (c < 0 && (a < 0 || b < 0))
    left = constant_plus (left, type, -c);
  g_autoptr (AfExpr) l = left, r = right;
  /* `0 > x` reads better as `x < 0`. */
  if (af_expr_is_constant (l))
    return af_expr_binary (op == AF_OP_GT ? AF_OP_LT : op, r, l);
  return af_expr_binary (op, l, r);
}

/* --- the constants --- */

static void add (Search *search, AfExpr *expr, AfOp op, gint64 c)
{
  const AfStates *states = search->e->states;
  g_autoptr (AfVector) vector = af_vector_new (states->n_words);
  guint first = states->first[search->e->location];
  for (guint s = first; s < states->first[search->e->location + 1]; s++) {
    gint64 sum = search->sums[s - first];
    guint64 mask = G_GUINT64_CONSTANT (1) << (s & 63);
    vector->defined[s >> 6] |= mask;
    if (op == AF_OP_GT ? sum > c : sum == c)
      vector->truth[s >> 6] |= mask;
  }
  if (!search->usable (expr, search->data))
    return;
  AfGuard *guard = af_guard_of (search->e, expr, vector, 0);
  if (guard) {
    guard->cost += 2 + (c > 1 || c < -1 ? 2 : 0);
    g_ptr_array_add (search->guards, guard);
  }
}

/* Whether state @s is one of a test in @tests, and its value matters. */
static gboolean is_in (const AfExamples *e, guint s, const guint64 *tests)
{
  const AfStates *states = e->states;
  gboolean found = FALSE;
  for (guint w = 0; w < states->test_words && !found; w++)
    found = states->tests[(gsize)s * states->test_words + w] & tests[w];
  return found && (!e->relevant || bit (e->relevant, s));
}

/* The least, over the needed tests, of the greatest sum in a state of the test. */
static gint64 least_needed (const Search *search)
{
  const AfStates *states = search->e->states;
  gint64 least = G_MAXINT64;
  for (guint test = 0; test < states->n_failing; test++) {
    if (!bit (search->e->needed, test))
      continue;
    gint64 most = G_MININT64;
    for (guint s = states->first[search->e->location]; s < states->first[search->e->location + 1]; s++)
      if (bit (states->tests + (gsize)s * states->test_words, test)
          && (!search->e->relevant || bit (search->e->relevant, s)))
        most = MAX (most, search->sums[s - states->first[search->e->location]]);
    least = MIN (least, most);
  }
  return least;
}

static void try_sum (Search *search, const Column *x, gint64 a, const Column *y, gint64 b)
{
  const AfExamples *e = search->e;
  guint first = e->states->first[e->location], end = e->states->first[e->location + 1];
  gint64 banned = G_MININT64;
  for (guint s = first; s < end; s++) {
    search->sums[s - first] = a * x->values[s] + (y ? b * y->values[s] : 0);
    if (is_in (e, s, e->banned))
      banned = MAX (banned, search->sums[s - first]);
  }
  gint64 needed = least_needed (search);
  if (needed == G_MAXINT64 || needed == G_MININT64 || banned == G_MININT64)
    return;
  if (needed > banned) {
    gint64 c = CLAMP (0, banned, needed - 1);
    g_autoptr (AfExpr) expr = written (x, a, y, b, AF_OP_GT, c);
    add (search, expr, AF_OP_GT, c);
  }
  if (a > 0) {
    g_autoptr (AfExpr) expr = written (x, a, y, b, AF_OP_EQ, needed);
    add (search, expr, AF_OP_EQ, needed);
  }
}

GPtrArray *af_guards_linear (const AfExamples *examples, gboolean (*usable) (AfExpr *expr, gpointer data),
                             gpointer data)
{
  static const gint64 factors[][2] = { { 1, 1 },  { 1, -1 }, { -1, 1 }, { -1, -1 },
                                       { 2, -1 }, { -2, 1 }, { 1, -2 }, { -1, 2 } };
  guint n = examples->states->first[examples->location + 1] - examples->states->first[examples->location];
  g_autofree gint64 *sums = g_new0 (gint64, n + 1);
  Search search = { examples, g_ptr_array_new_with_free_func ((GDestroyNotify)af_guard_free), usable, data, sums };
  g_autoptr (GArray) columns = columns_of (&search);
  for (guint i = 0; i < columns->len; i++) {
    const Column *x = &g_array_index (columns, Column, i);
    try_sum (&search, x, 1, NULL, 0);
    try_sum (&search, x, -1, NULL, 0);
    for (guint k = i + 1; k < columns->len; k++) {
      const Column *y = &g_array_index (columns, Column, k);
      if (x->expr->type != y->expr->type)
        continue;
      for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
        try_sum (&search, x, factors[f][0], y, factors[f][1]);
    }
  }
  return search.guards;
}
