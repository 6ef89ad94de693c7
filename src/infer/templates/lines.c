/* Lines: linear relations of two and three numbers, with small whole factors.
 *
 * In:  two or three numbers of a table.
 * Out: a * p == b * q + c * r + k, solved from two rows (three, of three numbers) that determine it, and held against
 * all, as Daikon does (LinearBinary, LinearTernary).  What the plainer shapes say, a == b + k, a == b * k and
 * a == b + c + k, is left to them. */
#include "infer/infer-internal.h"

enum { MOST_FACTOR = 16, MOST_ADDED = 100, MOST_VALUE = 1 << 20 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

/* What is solved for: the numbers of one row. */
typedef struct {
  gint64 a, b, c;
} AfPoint;

/* FALSE: the row does not count, or has numbers too large to solve with. */
static gboolean point_at (const AfSearch *search, guint row, const int *terms, guint n, AfPoint *point)
{
  gint64 values[3] = { 0, 0, 0 };
  for (guint i = 0; search->rows[row] && i < n; i++) {
    values[i] = af_table_value (search->table, row, terms[i]);
    if (!af_table_defined (search->table, row, terms[i]) || values[i] > MOST_VALUE || values[i] < -MOST_VALUE)
      return FALSE;
  }
  *point = (AfPoint){ values[0], values[1], values[2] };
  return search->rows[row] != 0;
}

static AfPoint minus (AfPoint x, AfPoint y)
{
  return (AfPoint){ x.a - y.a, x.b - y.b, x.c - y.c };
}

static gint64 divisor (gint64 x, gint64 y)
{
  while (y != 0) {
    gint64 rest = x % y;
    x = y;
    y = rest;
  }
  return ABS (x);
}

/* p * a == q * b + r * c through differences of points, smallest factors, p above 0; FALSE: not determined, or not
 * small. */
static gboolean reduce (gint64 p, gint64 q, gint64 r, AfPoint on, AfFew *few)
{
  gint64 common = divisor (divisor (p, q), r);
  if (common == 0 || p == 0)
    return FALSE;
  common = p < 0 ? -common : common;
  p /= common;
  q /= common;
  r /= common;
  if (p > MOST_FACTOR || ABS (q) > MOST_FACTOR || ABS (r) > MOST_FACTOR)
    return FALSE;
  gint64 k = p * on.a - q * on.b - r * on.c;
  if (ABS (k) > MOST_ADDED)
    return FALSE;
  *few = (AfFew){ { (gint16)p, (gint16)q, (gint16)r, (gint16)k } };
  return TRUE;
}

/* Through the first point and the first one with another b. */
static gboolean solve_line (const AfSearch *search, const int *terms, AfFew *few)
{
  AfPoint first, point;
  gboolean has_first = FALSE;
  for (guint row = 0; row < search->table->n; row++) {
    if (!point_at (search, row, terms, 2, &point))
      continue;
    if (!has_first) {
      first = point;
      has_first = TRUE;
      continue;
    }
    AfPoint step = minus (point, first);
    if (step.b != 0)
      return reduce (step.b, step.a, 0, first, few);
  }
  return FALSE;
}

/* Through three points that are not on a line in b and c. */
static gboolean solve_plane (const AfSearch *search, const int *terms, AfFew *few)
{
  AfPoint first = { 0, 0, 0 }, one = { 0, 0, 0 }, point;
  guint n = 0;
  for (guint row = 0; row < search->table->n; row++) {
    if (!point_at (search, row, terms, 3, &point))
      continue;
    if (n == 0) {
      first = point;
      n = 1;
      continue;
    }
    AfPoint step = minus (point, first);
    if (n == 1 && (step.b != 0 || step.c != 0)) {
      one = step;
      n = 2;
      continue;
    }
    gint64 det = one.b * step.c - one.c * step.b;
    if (n == 2 && det != 0)
      return reduce (det, one.a * step.c - one.c * step.a, one.b * step.a - one.a * step.b, first, few);
  }
  return FALSE;
}

gboolean af_search_line (AfSearch *search, int a, int b, gboolean is_kin)
{
  const int terms[] = { a, b };
  AfFew few;
  /* of 3 * a == 2 * b the other way round is said when b is asked about */
  if (!solve_line (search, terms, &few) || few.of[1] == 0 || (few.of[0] != 1 && (ABS (few.of[1]) == 1 || a > b)))
    return FALSE;
  if (few.of[0] == 1 && (few.of[1] == 1 || (few.of[1] == -1 && !is_kin)))
    return FALSE;
  if (few.of[0] == 1 && few.of[3] == 0 && few.of[1] > 1)
    return af_search_try (search, (AfFact){ AF_SHAPE_TIMES, a, b, -1, few.of[1] }, no_fact);
  return af_search_try (search, (AfFact){ AF_SHAPE_LINE, a, b, -1, af_few_packed (few) }, no_fact);
}

gboolean af_search_plane (AfSearch *search, int a, int b, int c, gboolean is_kin)
{
  const int terms[] = { a, b, c };
  AfFew few;
  if (!solve_plane (search, terms, &few) || few.of[1] == 0 || few.of[2] == 0)
    return FALSE;
  gboolean is_unit = few.of[0] == 1 && ABS (few.of[1]) == 1 && ABS (few.of[2]) == 1;
  gboolean is_sum = is_unit && few.of[1] == 1 && few.of[2] == 1 && ABS (few.of[3]) <= 2;
  gboolean is_first = few.of[0] == 1 || (ABS (few.of[1]) > 1 && ABS (few.of[2]) > 1 && a < b && a < c);
  /* `a == b - c` is `b == a + c`, which is asked of b */
  if (!is_first || is_sum || (is_unit && (!is_kin || few.of[1] != few.of[2])))
    return FALSE;
  return af_search_try (search, (AfFact){ AF_SHAPE_PLANE, a, b, c, af_few_packed (few) }, no_fact);
}

/* --- as expressions --- */

static AfExpr *multiple (const AfModule *module, AfExpr *expr, gint64 factor)
{
  g_autoptr (AfExpr) number = af_expr_int (af_module_int_type ((AfModule *)module), factor);
  return factor == 1 ? af_expr_ref (expr) : af_expr_binary (AF_OP_MUL, expr, number);
}

static void add (AfExpr **sum, AfExpr *part, AfOp op)
{
  AfExpr *all = *sum ? af_expr_binary (op, *sum, part) : af_expr_ref (part);
  g_clear_pointer (sum, af_expr_unref);
  *sum = all;
}

/* `a * p + c * -r == b * q + k`: nothing is subtracted but the constant, so that unsigned numbers do not wrap around.
 */
AfExpr *af_lines_expr (const AfModule *module, const AfFact *fact, const GPtrArray *terms)
{
  AfFew few = af_few (fact->k);
  const int places[] = { fact->a, fact->b, fact->c };
  AfExpr *left = NULL, *right = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    gint64 factor = i == 0 ? -few.of[i] : few.of[i];
    if (places[i] < 0 || factor == 0)
      continue;
    g_autoptr (AfExpr) part = multiple (module, ((AfTerm *)terms->pdata[places[i]])->expr, ABS (factor));
    add (factor < 0 ? &left : &right, part, AF_OP_ADD);
  }
  if (few.of[3] != 0 || !right) {
    g_autoptr (AfExpr) number =
      af_expr_int (af_module_int_type ((AfModule *)module), right ? ABS (few.of[3]) : few.of[3]);
    add (&right, number, few.of[3] < 0 ? AF_OP_SUB : AF_OP_ADD);
  }
  AfExpr *line = af_expr_binary (AF_OP_EQ, left, right);
  af_expr_unref (left);
  af_expr_unref (right);
  return line;
}
