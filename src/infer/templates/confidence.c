/* Confidence: could it be chance?
 *
 * In:  a relation that holds in all rows of a table.
 * Out: the probability that it does when the values of its terms are spread evenly over the range that was seen, as
 * Daikon computes it (Ernst, Cockrell, Griswold, Notkin: Dynamically discovering likely program invariants, 2001,
 * section 5.4).  n counts different values of the terms, not rows, since tests repeat the same ones. */
#include "infer/infer-internal.h"

#include <math.h>

enum { LEAST_ROWS = 10 };

/* Rows that speak for the relation. */
static GArray *rows_of (const AfRelation *relation, const AfTable *table)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint row = 0; row < table->n; row++)
    if (af_fact_holds (&relation->guard, table, row) == 1)
      g_array_append_val (rows, row);
  return rows;
}

/* Different values of up to three terms in the rows. */
static guint count_values (const AfTable *table, const GArray *rows, const int *terms, guint n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < rows->len; i++) {
    guint row = g_array_index (rows, guint, i);
    GString *key = g_string_new (NULL);
    for (guint k = 0; k < n; k++)
      g_string_append_printf (key, "%" G_GINT64_FORMAT ",", af_table_value (table, row, terms[k]));
    g_hash_table_add (seen, g_string_free (key, FALSE));
  }
  return g_hash_table_size (seen);
}

static guint count_range (const AfTable *table, int term)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, NULL);
  for (guint row = 0; row < table->n; row++)
    if (af_table_defined (table, row, term))
      g_hash_table_add (seen, &g_array_index (table->values, gint64, row * table->terms->len + (guint)term));
  return g_hash_table_size (seen);
}

/* How many rows have the statement true; of an equivalence both ways must have been seen. */
static guint count_true (const AfTable *table, const GArray *rows, const AfFact *fact)
{
  guint n = 0;
  for (guint i = 0; i < rows->len; i++)
    n += af_fact_holds (fact, table, g_array_index (rows, guint, i)) == 1;
  return n;
}

/* Of an order: where it is an equality it is no evidence for it, but for its being tight. */
static double order_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  const int pair[] = { fact->a, fact->b };
  guint n = count_values (table, rows, pair, 2);
  AfFact same = *fact;
  same.shape = AF_SHAPE_SAME;
  guint ties = count_true (table, rows, &same);
  gboolean is_plain = fact->shape == AF_SHAPE_LESS ? TRUE : ties > 0 && ties < rows->len;
  return is_plain ? pow (0.5, n) : 1;
}

/* `b + c <= a`: that it is never tight, or always, says that something else holds. */
static double limit_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  const int all[] = { fact->a, fact->b, fact->c };
  AfFact same = *fact;
  same.shape = AF_SHAPE_SUM;
  guint ties = count_true (table, rows, &same);
  for (guint i = 1; i < G_N_ELEMENTS (all); i++)
    if (count_values (table, rows, &all[i], 1) < 3)
      return 1;
  return ties > 1 && ties < rows->len ? pow (0.5, count_values (table, rows, all, 3)) : 1;
}

/* Of a product or a quotient, the rows of which it says something: not those in which a factor is 0 or 1, or the
 * dividend is less than the divisor, or that is 1. */
static GArray *telling_rows (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  GArray *telling = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < rows->len; i++) {
    guint row = g_array_index (rows, guint, i);
    gint64 a = af_table_value (table, row, fact->a), b = af_table_value (table, row, fact->b),
           c = af_table_value (table, row, fact->c);
    gboolean is_trivial = fact->shape == AF_SHAPE_PRODUCT ? a == 0 || b == 1 || c == 1 : a == 0 || c == 1;
    if (!is_trivial)
      g_array_append_val (telling, row);
  }
  return telling;
}

static double equality_chance (const AfFact *fact, const AfTable *table, const GArray *rows, guint arity)
{
  const int all[] = { fact->a, fact->b, fact->c };
  guint n = count_values (table, rows, all, arity), most = 0;
  for (guint i = 1; i < arity; i++)
    most = MAX (most, count_values (table, rows, &all[i], 1));
  gboolean has_constant =
    fact->shape == AF_SHAPE_AWAY || fact->shape == AF_SHAPE_TIMES || fact->shape == AF_SHAPE_OFFSET;
  guint fixed = has_constant ? 1 : 0;
  for (guint i = 1; i < arity; i++)
    if (arity > 2 && count_values (table, rows, &all[i], 1) < 2)
      return 1; /* a constant: not a sum of two */
  const AfTerm *a = table->terms->pdata[fact->a];
  /* an address that is the same says so at once: there are too many for chance */
  double range = a->kind == AF_TERM_POINTER ? 100 : MAX (2, most);
  return n > fixed ? pow (1 / range, n - fixed) : 1;
}

/* Of a line, through two points, or a plane, through three: what the rest of the points says. */
static double line_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  const int all[] = { fact->a, fact->b, fact->c };
  guint arity = fact->shape == AF_SHAPE_PLANE ? 3 : 2, most = 2;
  for (guint i = 1; i < arity; i++) {
    guint n = count_values (table, rows, &all[i], 1);
    if (n < 4)
      return 1;
    most = MAX (most, n);
  }
  guint n = count_values (table, rows, all, arity);
  return n > arity ? pow (1.0 / most, n - arity) : 1;
}

/* Of one value more than were seen, each as likely as another; one that was seen but once may well have a neighbour
 * that was not. */
static double values_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  AfFew few = af_few (fact->k);
  guint n_values = 0;
  for (guint i = 0; i < G_N_ELEMENTS (few.of); i++) {
    AfFact is = { AF_SHAPE_IS, fact->a, -1, -1, few.of[i] };
    if (i > 0 && few.of[i] == few.of[i - 1])
      continue;
    if (count_true (table, rows, &is) < 2)
      return 1;
    n_values++;
  }
  return pow (n_values / (n_values + 1.0), rows->len);
}

static gboolean has_changed (const AfTable *table, const GArray *rows, int now, int before)
{
  for (guint i = 0; i < rows->len; i++) {
    guint row = g_array_index (rows, guint, i);
    if (af_table_defined (table, row, now) && af_table_defined (table, row, before)
        && af_table_value (table, row, now) != af_table_value (table, row, before))
      return TRUE;
  }
  return FALSE;
}

/* Whether the number @k, beyond which none was seen, was seen itself; between calls, where each row is a state. */
static gboolean has_tight_bound (const AfFact *fact, const AfTable *table, const GArray *rows, gint64 k)
{
  const AfFact is = { AF_SHAPE_IS, fact->a, -1, -1, k };
  gboolean is_unsigned = !((const AfTerm *)table->terms->pdata[fact->a])->expr->type->is_signed;
  return table->is_between && (fact->shape != AF_SHAPE_NOT || (is_unsigned && fact->k == 0))
         && count_true (table, rows, &is) > 0;
}

static double constant_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  double n = rows->len;
  guint range = count_range (table, fact->a);
  const AfTerm *term = table->terms->pdata[fact->a];
  switch ((int)fact->shape) {
  case AF_SHAPE_IS:
  case AF_SHAPE_TRUE:
  case AF_SHAPE_FALSE:
  case AF_SHAPE_NULL:
    /* where objects are made alike, each call counts */
    if (term->is_made)
      return pow (term->share, rows->len == table->n && table->n < LEAST_ROWS ? table->n_calls : n);
    if (term->old >= 0)
      range = MAX (range, count_range (table, term->old));
    /* what a call changed, and what an object is made with, says something even if it is always the same */
    if (term->object == AF_OBJECT_RESULT || (term->old >= 0 && has_changed (table, rows, fact->a, term->old)))
      range = MAX (range, 2);
    /* what is otherwise elsewhere */
    if (range < 2 && term->share > 0 && !term->is_result)
      return pow (fact->shape == AF_SHAPE_FALSE ? 1 - term->share : term->share, n);
    /* what never has another value says nothing */
    return range < 2 && !term->is_result ? 1 : pow (0.5, n / (range < 2 ? 4 : 1));
  case AF_SHAPE_NOT:
    /* of an unsigned number, that it is above 0 */
    if (has_tight_bound (fact, table, rows, 1) && range >= 3)
      return pow (0.5, MIN (n, 4.0 * range));
    return pow (1 - 1.0 / MAX (2, range), n);
  case AF_SHAPE_SET:
    return pow (1 - 1.0 / MAX (2, range), n);
  case AF_SHAPE_LEAST:
  case AF_SHAPE_MOST:
    if (has_tight_bound (fact, table, rows, fact->k) && range >= 3)
      return pow (0.5, MIN (n, 4.0 * range));
    return range < 3 ? 1 : pow (0.5, MIN (n / 4, 4.0 * range));
  default:
    return 1;
  }
}

static gboolean visit_occurrence (AfExpr *node, gpointer data)
{
  AfExpr **wanted = data;
  if (*wanted && af_expr_equal (node, *wanted))
    *wanted = NULL;
  return *wanted != NULL;
}

static gboolean occurs_in (AfExpr *part, AfExpr *whole)
{
  AfExpr *wanted = part;
  af_expr_walk (whole, visit_occurrence, &wanted);
  return wanted == NULL;
}

/* Different values of the numbers that the statement names; of none, all rows. */
static guint count_named (const AfTable *table, const GArray *rows, AfExpr *whole)
{
  int named[3];
  guint n = 0;
  for (guint i = 0; i < table->terms->len && n < G_N_ELEMENTS (named); i++) {
    const AfTerm *term = table->terms->pdata[i];
    if (!term->is_whole && term->kind == AF_TERM_NUMBER && occurs_in (term->expr, whole))
      named[n++] = (int)i;
  }
  return n > 0 ? count_values (table, rows, named, n) : rows->len;
}

/* Of what a helper is asked, different values; 0: not of numbers alone. */
static guint count_asked (const AfTable *table, const GArray *rows, const AfExpr *call)
{
  guint most = 0;
  for (guint i = 0; call->kind == AF_EXPR_CALL && i < call->n_args; i++) {
    if (!af_type_is_integer (call->args[i]->type))
      return 0;
    most = MAX (most, count_named (table, rows, call->args[i]));
  }
  return most;
}

static gboolean is_power_of_two (const AfExpr *whole)
{
  return whole->kind == AF_EXPR_BINARY && whole->op == AF_OP_EQ && whole->args[0]->kind == AF_EXPR_BINARY
         && whole->args[0]->op == AF_OP_BIT_AND;
}

/* Rows of the range of FORALL that are no single element. */
static guint count_ranges (const AfTable *table, const GArray *rows, const AfExpr *whole)
{
  int end = -1;
  guint n = 0;
  for (guint i = 0; i < table->terms->len; i++)
    end = af_expr_equal (((const AfTerm *)table->terms->pdata[i])->expr, whole->args[1]) ? (int)i : end;
  for (guint i = 0; end >= 0 && i < rows->len; i++) {
    guint row = g_array_index (rows, guint, i);
    n += af_table_defined (table, row, end) && af_table_value (table, row, end) > 1;
  }
  return n;
}

/* A statement about an object as a whole.  One number in ten that are met is a power of two. */
static double whole_chance (const AfTable *table, const GArray *rows, AfExpr *whole)
{
  if (whole->kind == AF_EXPR_FORALL)
    return pow (0.5, count_ranges (table, rows, whole));
  guint n = count_named (table, rows, whole);
  return is_power_of_two (whole) ? n < 4 ? 1 : pow (0.1, n) : pow (0.5, n);
}

/* a == b * c, a == b / c, of many a. */
static double product_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  g_autoptr (GArray) telling = telling_rows (fact, table, rows);
  return count_values (table, telling, &fact->a, 1) < 3 ? 1 : equality_chance (fact, table, telling, 3);
}

/* Of two statements that are true in the same rows, of which @fact is one: both ways must have been seen. */
static double equivalence_chance (const AfFact *fact, const AfTable *table, const GArray *rows)
{
  guint n = count_true (table, rows, fact);
  return n < 3 || rows->len - n < 3 ? 1 : pow (0.5, MIN (n, rows->len - n) * 2);
}

double af_relation_chance (const AfRelation *relation, const AfTable *table)
{
  g_autoptr (GArray) rows = rows_of (relation, table);
  const AfFact *fact = &relation->fact;
  const AfTerm *first = table->terms->pdata[fact->a];
  gboolean is_constant = fact->shape == AF_SHAPE_IS || fact->shape == AF_SHAPE_TRUE || fact->shape == AF_SHAPE_FALSE
                         || fact->shape == AF_SHAPE_NULL;
  if (rows->len < 3 && !(first->is_made && is_constant && rows->len == table->n))
    return 1;
  const AfTerm *second = fact->b >= 0 ? table->terms->pdata[fact->b] : NULL;
  if (fact->shape == AF_SHAPE_SAME && (first->law != AF_ALGEBRA_NONE || second->law != AF_ALGEBRA_NONE))
    return af_algebra_chance (fact, table, rows);
  const AfExpr *chain = first->is_whole ? af_chain_of (first->expr) : NULL;
  if (chain && af_chain_telling (table, rows, chain) < 3)
    return 1;
  if (first->is_whole && first->kind == AF_TERM_NUMBER) {
    guint range = count_values (table, rows, &fact->b, 1), n = count_asked (table, rows, first->expr);
    return range < 3 ? 1 : n > 0 ? pow (1.0 / range, n) : equality_chance (fact, table, rows, 2);
  }
  if (chain)
    return pow (0.5, af_chain_telling (table, rows, chain));
  if (first->is_whole)
    return fact->shape == AF_SHAPE_SAME ? equality_chance (fact, table, rows, 2)
                                        : whole_chance (table, rows, first->expr);
  if (relation->other.shape != AF_SHAPE_NONE)
    return equivalence_chance (fact, table, rows);
  if (fact->shape == AF_SHAPE_SAME && first->kind == AF_TERM_TRUTH && first->old != fact->b) {
    const AfFact truth = { AF_SHAPE_TRUE, fact->a, -1, -1, 0 };
    return equivalence_chance (&truth, table, rows);
  }
  switch ((int)fact->shape) {
  case AF_SHAPE_SAME:
  case AF_SHAPE_AWAY:
  case AF_SHAPE_TIMES:
    return equality_chance (fact, table, rows, 2);
  case AF_SHAPE_SUM:
  case AF_SHAPE_OFFSET:
  case AF_SHAPE_WRAP:
  case AF_SHAPE_ROUND:
    return equality_chance (fact, table, rows, 3);
  case AF_SHAPE_PRODUCT:
  case AF_SHAPE_QUOTIENT:
    return product_chance (fact, table, rows);
  case AF_SHAPE_LIMIT:
    return limit_chance (fact, table, rows);
  case AF_SHAPE_LINE:
  case AF_SHAPE_PLANE:
    return line_chance (fact, table, rows);
  case AF_SHAPE_ONE_OF:
    return values_chance (fact, table, rows);
  case AF_SHAPE_LESS:
  case AF_SHAPE_UP_TO:
  case AF_SHAPE_OTHER:
    return order_chance (fact, table, rows);
  default:
    return constant_chance (fact, table, rows);
  }
}
