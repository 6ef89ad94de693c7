/* How far is the clause from being satisfied, and what takes it there?
 *
 * In:  the trace, row by row, and the violated clause c.
 * Out: for each state the share of the failing tests' way from satisfied to violated that was gone by what stands
 * there.
 *
 * The distance of c in a row is that of search-based testing, from the recorded values:
 *
 *     x <= y     0 where it holds, else x - y            a && b     d (a) + d (b)
 *     x < y      likewise, x - y + 1                     a || b     min (d (a), d (b))
 *     x == y     |x - y|; 1 for two pointers             !a         that of the complement
 *     b          0 or 1                                  undefined  1
 *
 * brought to 0 .. 1 as d / (d + 1).  OLD (e) is e in the row with which the routine was
 * entered, RESULT what the test returns in the end, as far as that is recorded already.  An invariant is the sum over
 * those of its conjuncts that can be computed.  A failing test ends at 1, whatever its last row says.  From one row to
 * the next the distance grows or not; the growths of a test add up to 1 when each is divided by their sum.  The weight
 * of a state is what is gone in the rows that have it, as a mean over the failing tests; that of a snapshot the sum
 * over its states.
 *
 * Example: `n <= cap` with n - cap = -1, -1, 2 at 3, 4, 5 of the only failing test: d = 0, 0, 2/3 and at the end 1.
 * What stands at 4 has the weight 2/3, what stands at 5 1/3, what stands at 3 none. */
#include <math.h>

#include "localize/localize-internal.h"

typedef struct {
  const AfTrace *trace;
  const AfStates *states;
  guint row, entry; /* of the entry into the same call */
  AfExpr *returned; /* what RESULT will be in this test; null: not known */
} AfInstant;

typedef enum { AF_KNOWN, AF_UNDEFINED, AF_NO_COLUMN } AfKnown;

static AfKnown worse (AfKnown a, AfKnown b)
{
  return MAX (a, b);
}

static gboolean is_wide_unsigned (const AfExpr *expr)
{
  return expr->type && expr->type->kind != AF_TYPE_POINTER && !expr->type->is_signed && expr->type->bits == 64;
}

/* The number that @expr is at the moment. */
static AfKnown number_at (const AfInstant *m, const AfExpr *expr, double *number)
{
  guint column = GPOINTER_TO_UINT (g_hash_table_lookup (m->states->by_text, expr->text));
  *number = 0;
  if (af_expr_is_float (expr)) /* its column has the order, not the distance */
    return AF_NO_COLUMN;
  if (column > 0) {
    gsize place = (gsize)m->row * m->trace->n_columns + column - 1;
    gint64 value = g_array_index (m->trace->values, gint64, place);
    *number = is_wide_unsigned (expr) ? (double)(guint64)value : (double)value;
    return g_array_index (m->trace->defined, guint8, place) ? AF_KNOWN : AF_UNDEFINED;
  }
  if (expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL) {
    *number = (double)expr->value;
    return AF_KNOWN;
  }
  if (expr->kind == AF_EXPR_NULL)
    return AF_KNOWN;
  if (expr->kind == AF_EXPR_OLD) {
    AfInstant before = { m->trace, m->states, m->entry, m->entry, NULL };
    return number_at (&before, expr->args[0], number);
  }
  /* before there is a result nothing is far or near */
  if (expr->kind == AF_EXPR_RESULT)
    return m->returned && number_at (m, m->returned, number) == AF_KNOWN ? AF_KNOWN : AF_NO_COLUMN;
  if (expr->kind != AF_EXPR_BINARY || expr->op < AF_OP_MUL || expr->op > AF_OP_SUB || expr->op == AF_OP_DIV
      || expr->op == AF_OP_MOD)
    return AF_NO_COLUMN;
  double a, b;
  AfKnown known_a = number_at (m, expr->args[0], &a), known_b = number_at (m, expr->args[1], &b);
  *number = expr->op == AF_OP_MUL ? a * b : expr->op == AF_OP_ADD ? a + b : a - b;
  return worse (known_a, known_b);
}

static gboolean is_pointer (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_NULL || (expr->type && expr->type->kind == AF_TYPE_POINTER);
}

static double gap (AfOp op, double a, double b, gboolean unordered)
{
  switch ((int)op) {
  case AF_OP_LE:
    return MAX (0, a - b);
  case AF_OP_LT:
    return a < b ? 0 : a - b + 1;
  case AF_OP_GE:
    return MAX (0, b - a);
  case AF_OP_GT:
    return a > b ? 0 : b - a + 1;
  case AF_OP_EQ:
    return unordered ? a != b : fabs (a - b);
  default:
    return a == b;
  }
}

static AfOp opposite (AfOp op)
{
  switch ((int)op) {
  case AF_OP_LE:
    return AF_OP_GT;
  case AF_OP_LT:
    return AF_OP_GE;
  case AF_OP_GE:
    return AF_OP_LT;
  case AF_OP_GT:
    return AF_OP_LE;
  case AF_OP_EQ:
    return AF_OP_NE;
  default:
    return AF_OP_EQ;
  }
}

static AfKnown distance_of (const AfInstant *m, const AfExpr *expr, gboolean wanted, double *distance);

/* An expression and the truth value that it is to have. */
typedef struct {
  const AfExpr *expr;
  gboolean value;
} Goal;

/* d (a) + d (b), or the smaller one; a part that is undefined counts 1. */
static AfKnown joined (const AfInstant *m, Goal a, Goal b, gboolean both, double *distance)
{
  double x, y;
  AfKnown known_x = distance_of (m, a.expr, a.value, &x), known_y = distance_of (m, b.expr, b.value, &y);
  *distance = both ? x + y : MIN (x, y);
  return known_x == AF_NO_COLUMN || known_y == AF_NO_COLUMN ? AF_NO_COLUMN : AF_KNOWN;
}

static AfKnown distance_of (const AfInstant *m, const AfExpr *expr, gboolean wanted, double *distance)
{
  gboolean is_column = g_hash_table_contains (m->states->by_text, expr->text);
  double a = 0, b = 0;
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT)
    return distance_of (m, expr->args[0], !wanted, distance);
  if (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR))
    return joined (m, (Goal){ expr->args[0], wanted }, (Goal){ expr->args[1], wanted },
                   (expr->op == AF_OP_AND) == wanted, distance);
  if (expr->kind == AF_EXPR_IMPLIES)
    return joined (m, (Goal){ expr->args[0], !wanted }, (Goal){ expr->args[1], wanted }, !wanted, distance);
  if (expr->kind == AF_EXPR_IFF) {
    double unlike;
    AfKnown known = joined (m, (Goal){ expr->args[0], TRUE }, (Goal){ expr->args[1], wanted }, TRUE, distance);
    known = worse (known, joined (m, (Goal){ expr->args[0], FALSE }, (Goal){ expr->args[1], !wanted }, TRUE, &unlike));
    *distance = MIN (*distance, unlike);
    return known;
  }
  AfKnown known;
  if (expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE) {
    known = worse (number_at (m, expr->args[0], &a), number_at (m, expr->args[1], &b));
    *distance =
      gap (wanted ? expr->op : opposite (expr->op), a, b, is_pointer (expr->args[0]) || is_pointer (expr->args[1]));
    if (known == AF_NO_COLUMN && is_column) {
      known = number_at (m, expr, &a);
      *distance = (a != 0) != wanted;
    }
  } else {
    known = number_at (m, expr, &a);
    *distance = (a != 0) != wanted;
  }
  if (known == AF_UNDEFINED)
    *distance = 1;
  return known;
}

/* c where it can be computed: its conjuncts for an invariant, else one expression, in which RESULT is what is returned.
 */
static GPtrArray *parts_of (const AfModule *module, const AfFault *fault, const GPtrArray *columns)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfExpr *condition = fault->condition;
  if (!condition)
    return parts;
  if (fault->clause->kind != AF_CLAUSE_INVARIANT || condition->kind != AF_EXPR_CALL || condition->n_args != 1) {
    g_ptr_array_add (parts, af_expr_ref (condition));
    return parts;
  }
  g_autoptr (GPtrArray) object = g_ptr_array_new ();
  for (guint i = 0; i < columns->len; i++)
    if (af_expr_equal (columns->pdata[i], condition->args[0]))
      g_ptr_array_add (object, columns->pdata[i]);
  g_autoptr (GPtrArray) facts = af_background_facts (module, object);
  for (guint i = 0; i < facts->len; i++)
    g_ptr_array_add (parts, af_expr_ref (facts->pdata[i]));
  g_ptr_array_add (parts, af_expr_ref (condition));
  return parts;
}

/* The sum over the parts that can be computed, brought to 0 .. 1; negative where none can. */
static double distance_at (const AfInstant *m, const GPtrArray *parts)
{
  double sum = 0;
  gboolean known = FALSE;
  for (guint i = 0; i < parts->len; i++) {
    double distance;
    if (distance_of (m, parts->pdata[i], TRUE, &distance) == AF_NO_COLUMN)
      continue;
    known = TRUE;
    sum += distance;
  }
  return known ? sum / (sum + 1) : -1;
}

/* --- a test --- */

typedef struct {
  guint row;
  double distance; /* when control came there */
} AfStep;

/* Adds what each step of one failing test went to the weights of the states. */
static void weigh (const AfStates *states, const GArray *steps, double *weights)
{
  double way = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < steps->len; i++) {
      const AfStep *step = &g_array_index (steps, AfStep, i);
      double next = i + 1 < steps->len ? g_array_index (steps, AfStep, i + 1).distance : 1;
      double growth = MAX (0, next - step->distance);
      if (pass == 0)
        way += growth;
      else if (way > 0)
        weights[states->state_of[step->row]] += growth / way / states->n_failing;
    }
}

/* What the test whose rows begin at @row returns in the end. */
static AfExpr *returned_in (const AfFault *fault, const AfTrace *trace, guint row)
{
  guint test = g_array_index (trace->test, guint, row), last = row;
  while (last + 1 < trace->test->len && g_array_index (trace->test, guint, last + 1) == test)
    last++;
  const AfLocation *location = af_routine_location (fault->routine, g_array_index (trace->location, guint, last));
  return location->kind == AF_LOCATION_RETURN ? location->expr : NULL;
}

double *af_distance_weights (const AfModule *module, const AfFault *fault, const AfTrace *trace, const AfStates *states)
{
  g_autoptr (GPtrArray) parts = parts_of (module, fault, states->columns);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (AfStep));
  double *weights = g_new0 (double, states->n + 1);
  gboolean known = FALSE;
  guint n_rows = trace->location->len, entry = 0;
  AfExpr *returned = NULL;
  for (guint row = 0; row < n_rows; row++) {
    guint test = g_array_index (trace->test, guint, row);
    gboolean is_first = row == 0 || g_array_index (trace->test, guint, row - 1) != test;
    if (is_first || g_array_index (trace->location, guint, row) == g_array_index (trace->location, guint, entry))
      entry = row;
    if (is_first) {
      g_array_set_size (steps, 0);
      returned = test < states->n_failing ? returned_in (fault, trace, row) : NULL;
    }
    AfInstant moment = { trace, states, row, entry, returned };
    double distance = test < states->n_failing ? distance_at (&moment, parts) : -1;
    if (distance >= 0) {
      AfStep step = { row, distance };
      g_array_append_val (steps, step);
      known = TRUE;
    }
    if (row + 1 == n_rows || g_array_index (trace->test, guint, row + 1) != test)
      weigh (states, steps, weights);
  }
  if (!known)
    g_clear_pointer (&weights, g_free);
  return weights;
}
