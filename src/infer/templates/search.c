/* Search: which candidates hold in all rows.
 *
 * In:  a table, the rows that count, a guard.   Out: relations that no row breaks, the strongest of a pair alone. */
#include "infer/infer-internal.h"

enum { MOST_AWAY = 8 };

static gboolean is_known (const AfSearch *search, const AfRelation *relation)
{
  for (guint i = 0; i < search->found->len; i++)
    if (af_relation_equal (&g_array_index (search->found, AfRelation, i), relation))
      return TRUE;
  return FALSE;
}

gboolean af_search_try (AfSearch *search, AfFact fact, AfFact other)
{
  AfRelation relation = { .fact = fact, .other = other };
  search->n_tried++;
  for (guint row = 0; row < search->table->n; row++)
    if (search->rows[row] && !af_relation_holds (&relation, search->table, row))
      return FALSE;
  if (is_known (search, &relation))
    return TRUE;
  relation.guard = search->guard;
  g_array_append_val (search->found, relation);
  return TRUE;
}

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

static gboolean try_one (AfSearch *search, AfShape shape, int a, gint64 k)
{
  return af_search_try (search, (AfFact){ shape, a, -1, -1, k }, no_fact);
}

static gboolean try_two (AfSearch *search, AfShape shape, int a, int b)
{
  return af_search_try (search, (AfFact){ shape, a, b, -1, 0 }, no_fact);
}

gboolean af_terms_alike (const AfTerm *a, const AfTerm *b)
{
  const AfExpr *left = a->expr->kind == AF_EXPR_OLD ? a->expr->args[0] : a->expr;
  const AfExpr *right = b->expr->kind == AF_EXPR_OLD ? b->expr->args[0] : b->expr;
  return a->is_part && b->is_part && left->kind == right->kind && g_strcmp0 (left->name, right->name) == 0
         && left->args[0]->type && right->args[0]->type && left->args[0]->type->target == right->args[0]->type->target;
}

gboolean af_terms_match (const AfTerm *a, const AfTerm *b)
{
  const AfType *left = a->expr->type, *right = b->expr->type;
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind) {
  case AF_TERM_TRUTH:
    return TRUE;
  case AF_TERM_POINTER:
    return left->target == right->target && (a->unit == b->unit || af_type_is_record_pointer (left));
  case AF_TERM_NUMBER:
    /* C would convert a negative number that is compared with an unsigned one as wide */
    return a->unit >= 0 && a->unit == b->unit
           && (left->is_signed == right->is_signed || (left->bits < 32 && right->bits <= 32)
               || (right->bits < 32 && left->bits <= 32));
  }
  return FALSE;
}

/* The difference of two numbers in the first row that counts; 0: none that is small. */
static gint64 distance (const AfSearch *search, int a, int b)
{
  for (guint row = 0; row < search->table->n; row++)
    if (search->rows[row]) {
      gint64 k = 0;
      gboolean fits =
        af_table_defined (search->table, row, a) && af_table_defined (search->table, row, b)
        && !__builtin_sub_overflow (af_table_value (search->table, row, a), af_table_value (search->table, row, b), &k);
      return fits && ABS (k) <= MOST_AWAY ? k : 0;
    }
  return 0;
}

void af_search_pair (AfSearch *search, int a, int b)
{
  const AfTerm *left = search->table->terms->pdata[a];
  if (try_two (search, AF_SHAPE_SAME, a, b))
    return;
  if (left->kind == AF_TERM_TRUTH)
    af_search_try (search, (AfFact){ AF_SHAPE_TRUE, a, -1, -1, 0 }, (AfFact){ AF_SHAPE_FALSE, b, -1, -1, 0 });
  if (left->kind != AF_TERM_NUMBER)
    return;
  gint64 k = distance (search, a, b);
  if (k != 0 && af_search_try (search, (AfFact){ AF_SHAPE_AWAY, a, b, -1, k }, no_fact))
    return;
  if (!try_two (search, AF_SHAPE_LESS, a, b) && !try_two (search, AF_SHAPE_LESS, b, a)
      && !try_two (search, AF_SHAPE_UP_TO, a, b))
    try_two (search, AF_SHAPE_UP_TO, b, a);
}

void af_search_constant (AfSearch *search, int a)
{
  const AfTerm *term = search->table->terms->pdata[a];
  guint row = 0;
  while (row < search->table->n && !search->rows[row])
    row++;
  if (row >= search->table->n || !af_table_defined (search->table, row, a))
    return;
  gint64 first = af_table_value (search->table, row, a);
  switch (term->kind) {
  case AF_TERM_TRUTH:
    try_one (search, first ? AF_SHAPE_TRUE : AF_SHAPE_FALSE, a, 0);
    return;
  case AF_TERM_POINTER:
    try_one (search, first ? AF_SHAPE_SET : AF_SHAPE_NULL, a, 0);
    return;
  case AF_TERM_NUMBER:
    if (try_one (search, AF_SHAPE_IS, a, first) || term->expr->type->kind == AF_TYPE_ENUM || term->expr->type->is_char)
      return;
    if (!term->expr->type->is_signed) {
      try_one (search, AF_SHAPE_NOT, a, 0);
      return;
    }
    for (gint64 k = 1; k >= -1; k--)
      if (try_one (search, AF_SHAPE_LEAST, a, k))
        break;
    for (gint64 k = -1; k <= 1; k++)
      if (try_one (search, AF_SHAPE_MOST, a, k))
        break;
    return;
  }
}
