/* Relations: statements about terms, evaluated on rows and written as contracts.
 *
 * A fact is a row of shapes.def with its terms: `RESULT == s->n`.  A relation is a fact, perhaps under a guard, perhaps
 * equivalent to another fact:
 *
 *     IMPLIES (RESULT, s->n == OLD (s->n) + 1)        IFF (RESULT, s->n == 0) */
#include "infer/infer-internal.h"

/* What the shape makes of its terms after the first; FALSE: that is no number. */
static gboolean compute (const AfFact *fact, gint64 b, gint64 c, gint64 *value)
{
  switch ((int)fact->shape) {
  case AF_SHAPE_AWAY:
    return !__builtin_add_overflow (b, fact->k, value);
  case AF_SHAPE_TIMES:
    return !__builtin_mul_overflow (b, fact->k, value);
  case AF_SHAPE_SUM:
  case AF_SHAPE_LIMIT:
    return !__builtin_add_overflow (b, c, value);
  case AF_SHAPE_OFFSET:
    return !__builtin_add_overflow (b, c, value) && !__builtin_add_overflow (*value, fact->k, value);
  case AF_SHAPE_PRODUCT:
    return !__builtin_mul_overflow (b, c, value);
  case AF_SHAPE_WRAP:
    return b >= 0 && c >= 0 && !__builtin_add_overflow (b, c, value) && (*value %= fact->k, TRUE);
  case AF_SHAPE_ROUND:
    return b >= 0 && c > 0 && !__builtin_add_overflow (b, 1, value) && (*value %= c, TRUE);
  case AF_SHAPE_QUOTIENT:
    *value = c != 0 && (c != -1 || b != G_MININT64) ? b / c : 0;
    return c != 0 && (c != -1 || b != G_MININT64);
  default:
    return FALSE;
  }
}

/* a * p == b * q + c * r + k; numbers that are too large are on none. */
static gboolean is_on_line (const AfFact *fact, gint64 a, gint64 b, gint64 c)
{
  AfFew few = af_few (fact->k);
  gint64 left = 0, one = 0, two = 0, sum = 0;
  return !__builtin_mul_overflow (a, few.of[0], &left) && !__builtin_mul_overflow (b, few.of[1], &one)
         && !__builtin_mul_overflow (c, few.of[2], &two) && !__builtin_add_overflow (one, two, &sum)
         && !__builtin_add_overflow (sum, few.of[3], &sum) && left == sum;
}

static gboolean is_one_of (const AfFact *fact, gint64 a)
{
  AfFew few = af_few (fact->k);
  for (guint i = 0; i < G_N_ELEMENTS (few.of); i++)
    if (a == few.of[i])
      return TRUE;
  return FALSE;
}

int af_fact_holds (const AfFact *fact, const AfTable *table, guint row)
{
  static const guint8 arities[] = {
#define AF_SHAPE(name, arity, weight, meaning) arity,
#include "infer/templates/shapes.def"
#undef AF_SHAPE
  };
  guint arity = arities[fact->shape];
  if ((arity > 0 && !af_table_defined (table, row, fact->a)) || (arity > 1 && !af_table_defined (table, row, fact->b))
      || (arity > 2 && !af_table_defined (table, row, fact->c)))
    return -1;
  gint64 a = arity > 0 ? af_table_value (table, row, fact->a) : 0;
  gint64 b = arity > 1 ? af_table_value (table, row, fact->b) : 0;
  gint64 c = arity > 2 ? af_table_value (table, row, fact->c) : 0;
  gint64 value = 0;
  switch (fact->shape) {
  case AF_SHAPE_NONE:
    return 1;
  case AF_SHAPE_TRUE:
  case AF_SHAPE_SET:
    return a != 0;
  case AF_SHAPE_FALSE:
  case AF_SHAPE_NULL:
    return a == 0;
  case AF_SHAPE_IS:
    return a == fact->k;
  case AF_SHAPE_NOT:
    return a != fact->k;
  case AF_SHAPE_LEAST:
    return a >= fact->k;
  case AF_SHAPE_MOST:
    return a <= fact->k;
  case AF_SHAPE_SAME:
    return a == b;
  case AF_SHAPE_OTHER:
    return a != b;
  case AF_SHAPE_LESS:
    return a < b;
  case AF_SHAPE_UP_TO:
    return a <= b;
  case AF_SHAPE_AWAY:
  case AF_SHAPE_TIMES:
  case AF_SHAPE_SUM:
  case AF_SHAPE_OFFSET:
  case AF_SHAPE_PRODUCT:
  case AF_SHAPE_QUOTIENT:
  case AF_SHAPE_WRAP:
  case AF_SHAPE_ROUND:
    return compute (fact, b, c, &value) && a == value;
  case AF_SHAPE_LIMIT:
    return compute (fact, b, c, &value) && value <= a;
  case AF_SHAPE_LINE:
  case AF_SHAPE_PLANE:
    return is_on_line (fact, a, b, c);
  case AF_SHAPE_ONE_OF:
    return is_one_of (fact, a);
  case AF_N_SHAPES:
    break;
  }
  return -1;
}

gboolean af_relation_holds (const AfRelation *relation, const AfTable *table, guint row)
{
  int guard = af_fact_holds (&relation->guard, table, row);
  if (guard <= 0)
    return guard == 0;
  int fact = af_fact_holds (&relation->fact, table, row);
  if (relation->other.shape == AF_SHAPE_NONE)
    return fact == 1;
  int other = af_fact_holds (&relation->other, table, row);
  return fact >= 0 && fact == other;
}

/* --- as expressions --- */

AfExpr *af_constant_expr (const AfModule *module, const AfType *type, gint64 value)
{
  AfExpr *number = af_expr_int (af_module_int_type ((AfModule *)module), value);
  for (guint i = 0; type && type->kind == AF_TYPE_ENUM && i < type->enumerators->len; i++)
    if (g_array_index (type->enum_values, gint64, i) == value) {
      af_expr_unref (number);
      number = af_expr_int ((AfType *)type, value);
      number->name = g_strdup (type->enumerators->pdata[i]);
      af_expr_finish (number);
      return number;
    }
  return number;
}

static AfExpr *shifted (const AfModule *module, AfExpr *expr, gint64 k)
{
  g_autoptr (AfExpr) number = af_expr_int (af_module_int_type ((AfModule *)module), ABS (k));
  return af_expr_binary (k < 0 ? AF_OP_SUB : AF_OP_ADD, expr, number);
}

static AfExpr *null_test (AfExpr *pointer, AfOp op)
{
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, pointer->type, NULL, NULL, 0);
  return af_expr_binary (op, pointer, null);
}

/* What `a` is held against, of shapes that compute it. */
static AfExpr *computed_expr (const AfModule *module, const AfFact *fact, AfExpr *b, AfExpr *c)
{
  switch ((int)fact->shape) {
  case AF_SHAPE_AWAY:
    return shifted (module, b, fact->k);
  case AF_SHAPE_TIMES: {
    g_autoptr (AfExpr) k = af_expr_int (af_module_int_type ((AfModule *)module), fact->k);
    return af_expr_binary (AF_OP_MUL, b, k);
  }
  case AF_SHAPE_PRODUCT:
    return af_expr_binary (AF_OP_MUL, b, c);
  case AF_SHAPE_QUOTIENT:
    return af_expr_binary (AF_OP_DIV, b, c);
  case AF_SHAPE_WRAP: {
    g_autoptr (AfExpr) sum = af_expr_binary (AF_OP_ADD, b, c);
    g_autoptr (AfExpr) k = af_expr_int (af_module_int_type ((AfModule *)module), fact->k);
    return af_expr_binary (AF_OP_MOD, sum, k);
  }
  case AF_SHAPE_ROUND: {
    g_autoptr (AfExpr) next = shifted (module, b, 1);
    return af_expr_binary (AF_OP_MOD, next, c);
  }
  case AF_SHAPE_OFFSET: {
    g_autoptr (AfExpr) sum = af_expr_binary (AF_OP_ADD, b, c);
    return shifted (module, sum, fact->k);
  }
  default:
    return af_expr_binary (AF_OP_ADD, b, c);
  }
}

static AfExpr *fact_expr (const AfModule *module, const AfFact *fact, const GPtrArray *terms)
{
  AfExpr *a = fact->a >= 0 ? ((AfTerm *)terms->pdata[fact->a])->expr : NULL;
  AfExpr *b = fact->b >= 0 ? ((AfTerm *)terms->pdata[fact->b])->expr : NULL;
  AfExpr *c = fact->c >= 0 ? ((AfTerm *)terms->pdata[fact->c])->expr : NULL;
  g_autoptr (AfExpr) k = NULL;
  g_autoptr (AfExpr) value = NULL;
  switch (fact->shape) {
  case AF_SHAPE_TRUE:
    return af_expr_ref (a);
  case AF_SHAPE_FALSE:
    return af_expr_not (a);
  case AF_SHAPE_NULL:
    return null_test (a, AF_OP_EQ);
  case AF_SHAPE_SET:
    return null_test (a, AF_OP_NE);
  case AF_SHAPE_IS:
  case AF_SHAPE_NOT:
  case AF_SHAPE_LEAST:
  case AF_SHAPE_MOST:
    if (fact->shape == AF_SHAPE_LEAST && fact->k == 1) {
      k = af_constant_expr (module, a->type, 0);
      return af_expr_binary (AF_OP_GT, a, k);
    }
    k = af_constant_expr (module, a->type, fact->k);
    return af_expr_binary (fact->shape == AF_SHAPE_IS      ? AF_OP_EQ
                           : fact->shape == AF_SHAPE_NOT   ? AF_OP_NE
                           : fact->shape == AF_SHAPE_LEAST ? AF_OP_GE
                                                           : AF_OP_LE,
                           a, k);
  case AF_SHAPE_SAME:
    return af_expr_binary (AF_OP_EQ, a, b);
  case AF_SHAPE_OTHER:
    return af_expr_binary (AF_OP_NE, a, b);
  case AF_SHAPE_LESS:
    return af_expr_binary (AF_OP_LT, a, b);
  case AF_SHAPE_UP_TO:
    return af_expr_binary (AF_OP_LE, a, b);
  case AF_SHAPE_AWAY:
  case AF_SHAPE_TIMES:
  case AF_SHAPE_SUM:
  case AF_SHAPE_OFFSET:
  case AF_SHAPE_PRODUCT:
  case AF_SHAPE_QUOTIENT:
  case AF_SHAPE_WRAP:
  case AF_SHAPE_ROUND:
    value = computed_expr (module, fact, b, c);
    return af_expr_binary (AF_OP_EQ, a, value);
  case AF_SHAPE_LIMIT:
    value = computed_expr (module, fact, b, c);
    return af_expr_binary (AF_OP_LE, value, a);
  case AF_SHAPE_LINE:
  case AF_SHAPE_PLANE:
    return af_lines_expr (module, fact, terms);
  case AF_SHAPE_ONE_OF:
    return af_values_expr (module, fact, terms);
  case AF_SHAPE_NONE:
  case AF_N_SHAPES:
    break;
  }
  g_assert_not_reached ();
}

AfExpr *af_relation_expr (const AfModule *module, const AfRelation *relation, const GPtrArray *terms)
{
  AfType *truth = af_module_bool_type ((AfModule *)module);
  g_autoptr (AfExpr) fact = fact_expr (module, &relation->fact, terms);
  if (relation->other.shape != AF_SHAPE_NONE) {
    g_autoptr (AfExpr) other = fact_expr (module, &relation->other, terms);
    AfExpr *sides[] = { fact, other };
    AfExpr *both = af_expr_new (AF_EXPR_IFF, truth, NULL, sides, 2);
    af_expr_unref (fact);
    fact = both;
  }
  if (relation->guard.shape == AF_SHAPE_NONE)
    return g_steal_pointer (&fact);
  g_autoptr (AfExpr) guard = fact_expr (module, &relation->guard, terms);
  AfExpr *sides[] = { guard, fact };
  return af_expr_new (AF_EXPR_IMPLIES, truth, NULL, sides, 2);
}

/* --- questions --- */

static guint fact_terms (const AfFact *fact, int *terms)
{
  const int all[] = { fact->a, fact->b, fact->c };
  guint n = 0;
  for (guint i = 0; fact->shape != AF_SHAPE_NONE && i < 3; i++)
    if (all[i] >= 0)
      terms[n++] = all[i];
  return n;
}

guint af_relation_terms (const AfRelation *relation, int *terms)
{
  guint n = fact_terms (&relation->fact, terms);
  n += fact_terms (&relation->other, terms + n);
  return n + fact_terms (&relation->guard, terms + n);
}

static gboolean same_fact (const AfFact *a, const AfFact *b)
{
  return a->shape == b->shape
         && (a->shape == AF_SHAPE_NONE || (a->a == b->a && a->b == b->b && a->c == b->c && a->k == b->k));
}

gboolean af_relation_equal (const AfRelation *a, const AfRelation *b)
{
  return same_fact (&a->guard, &b->guard) && same_fact (&a->fact, &b->fact) && same_fact (&a->other, &b->other);
}

double af_relation_weight (const AfRelation *relation, const GPtrArray *terms)
{
  static const double weights[] = {
#define AF_SHAPE(name, arity, weight, meaning) weight,
#include "infer/templates/shapes.def"
#undef AF_SHAPE
  };
  int used[9];
  guint n = af_relation_terms (relation, used);
  double weight = relation->other.shape != AF_SHAPE_NONE ? 9.5 : weights[relation->fact.shape];
  gboolean has_old = FALSE;
  for (guint i = 0; i < n; i++) {
    const AfTerm *term = terms->pdata[used[i]];
    weight += term->is_result ? 0.5 : 0;
    /* what callers can ask is easier to read than a private field */
    weight += term->is_call ? 0.1 : -0.05 * af_expr_size (term->expr);
    has_old |= term->expr->kind == AF_EXPR_OLD;
  }
  /* that something is as it was says less than what became of it */
  if (relation->fact.shape == AF_SHAPE_SAME && has_old && relation->fact.b >= 0
      && ((const AfTerm *)terms->pdata[relation->fact.a])->old == relation->fact.b)
    weight -= 3;
  /* the same part before and after reads best */
  if (relation->fact.b >= 0 && af_terms_alike (terms->pdata[relation->fact.a], terms->pdata[relation->fact.b]))
    weight += 0.3;
  return relation->guard.shape == AF_SHAPE_NONE ? weight : weight - 1;
}
