/* Search: which candidates hold in all rows.
 *
 * In:  a table, the rows that count, a guard.   Out: relations that no row breaks, the strongest of a pair alone. */
#include "infer/infer-internal.h"

enum { MOST_AWAY = 8, MOST_TIMES = 16, MOST_OFFSET = 2, LEAST_AT_LIMIT = 5, LEAST_TIES = 4 };

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

/* The same way from an object; which object does not matter. */
static gboolean is_same_way (const AfExpr *a, const AfExpr *b)
{
  gboolean is_root = af_type_is_record_pointer (a->type) && (a->kind == AF_EXPR_VAR || a->kind == AF_EXPR_RESULT);
  if (is_root)
    return (b->kind == AF_EXPR_VAR || b->kind == AF_EXPR_RESULT) && b->type && a->type->target == b->type->target;
  if (a->kind != b->kind || a->n_args != b->n_args || a->op != b->op || a->value != b->value
      || g_strcmp0 (a->name, b->name) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_args; i++)
    if (!is_same_way (a->args[i], b->args[i]))
      return FALSE;
  return TRUE;
}

gboolean af_term_is_letter (const AfSearch *search, const AfTerm *term)
{
  const AfType *type = term->expr->type;
  return type->is_char && (search->is_narrow || type->is_signed || g_str_equal (type->spelling, "char"));
}

gboolean af_terms_alike (const AfTerm *a, const AfTerm *b)
{
  const AfExpr *left = a->expr->kind == AF_EXPR_OLD ? a->expr->args[0] : a->expr;
  const AfExpr *right = b->expr->kind == AF_EXPR_OLD ? b->expr->args[0] : b->expr;
  return a->is_part && b->is_part && is_same_way (left, right);
}

/* The length of a text that the routine writes belongs to what it is given, the room, and to what it returns. */
static gboolean is_of_written (const AfTerm *length, const AfTerm *other)
{
  return length->is_written && (other->is_param || other->is_result);
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
    return ((a->unit >= 0 && a->unit == b->unit) || is_of_written (a, b) || is_of_written (b, a))
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

gboolean af_search_away (AfSearch *search, int a, int b)
{
  gint64 k = distance (search, a, b);
  return k != 0 && af_search_try (search, (AfFact){ AF_SHAPE_AWAY, a, b, -1, k }, no_fact);
}

void af_search_pair (AfSearch *search, int a, int b)
{
  const AfTerm *left = search->table->terms->pdata[a];
  if (try_two (search, AF_SHAPE_SAME, a, b))
    return;
  if (left->kind == AF_TERM_TRUTH)
    af_search_try (search, (AfFact){ AF_SHAPE_TRUE, a, -1, -1, 0 }, (AfFact){ AF_SHAPE_FALSE, b, -1, -1, 0 });
  if (left->kind != AF_TERM_NUMBER || af_search_away (search, a, b))
    return;
  if (!try_two (search, AF_SHAPE_LESS, a, b) && !try_two (search, AF_SHAPE_LESS, b, a)
      && !try_two (search, AF_SHAPE_UP_TO, a, b))
    try_two (search, AF_SHAPE_UP_TO, b, a);
}

/* The first row that counts and has all three; -1: none. */
static int row_of_three (const AfSearch *search, const int *terms, guint n)
{
  for (guint row = 0; row < search->table->n; row++) {
    gboolean counts = search->rows[row];
    for (guint i = 0; counts && i < n; i++)
      counts = af_table_defined (search->table, row, terms[i]);
    if (counts)
      return (int)row;
  }
  return -1;
}

/* Rows in which both are the same: different values of these. */
static guint count_ties (const AfSearch *search, int a, int b)
{
  g_autoptr (GHashTable) ties = g_hash_table_new (g_int64_hash, g_int64_equal);
  const AfTable *table = search->table;
  for (guint row = 0; row < table->n; row++)
    if (search->rows[row] && af_table_defined (table, row, a) && af_table_defined (table, row, b)
        && af_table_value (table, row, a) == af_table_value (table, row, b))
      g_hash_table_add (ties, &g_array_index (table->values, gint64, row * table->terms->len + (guint)a));
  return g_hash_table_size (ties);
}

void af_search_reached (AfSearch *search, int a, int b)
{
  if (count_ties (search, a, b) < LEAST_TIES || try_two (search, AF_SHAPE_SAME, a, b))
    return;
  if (!try_two (search, AF_SHAPE_UP_TO, a, b))
    try_two (search, AF_SHAPE_UP_TO, b, a);
}

void af_search_times (AfSearch *search, int a, int b)
{
  /* where both are 0 every number would do */
  for (guint row = 0; row < search->table->n; row++) {
    if (!search->rows[row] || !af_table_defined (search->table, row, a) || !af_table_defined (search->table, row, b))
      continue;
    gint64 x = af_table_value (search->table, row, a), y = af_table_value (search->table, row, b);
    if (x == 0 && y == 0)
      continue;
    if (y != 0 && y != -1 && x % y == 0 && x / y > 1 && x / y <= MOST_TIMES)
      af_search_try (search, (AfFact){ AF_SHAPE_TIMES, a, b, -1, x / y }, no_fact);
    return;
  }
}

gboolean af_search_sum (AfSearch *search, int a, int b, int c)
{
  const int all[] = { a, b, c };
  int row = row_of_three (search, all, G_N_ELEMENTS (all));
  gint64 sum = 0, k = 0;
  if (af_search_try (search, (AfFact){ AF_SHAPE_SUM, a, b, c, 0 }, no_fact))
    return TRUE;
  if (search->is_narrow || row < 0
      || __builtin_add_overflow (af_table_value (search->table, (guint)row, b),
                                 af_table_value (search->table, (guint)row, c), &sum)
      || __builtin_sub_overflow (af_table_value (search->table, (guint)row, a), sum, &k) || k == 0 || k > MOST_OFFSET
      || k < -MOST_OFFSET)
    return FALSE;
  return af_search_try (search, (AfFact){ AF_SHAPE_OFFSET, a, b, c, k }, no_fact);
}

/* Indices of a ring. */
gboolean af_search_wrap (AfSearch *search, int a, int b, int c)
{
  gint64 most = 0;
  for (guint row = 0; row < search->table->n; row++)
    if (search->rows[row] && af_table_defined (search->table, row, a))
      most = MAX (most, af_table_value (search->table, row, a));
  gint64 size = most < G_MAXINT64 ? most + 1 : 0;
  return search->named && size > 2 && g_hash_table_contains (search->named, &size) && b < c
         && af_search_try (search, (AfFact){ AF_SHAPE_WRAP, a, b, c, size }, no_fact);
}

gboolean af_search_round (AfSearch *search, int a, int b, int c)
{
  return !search->is_narrow && af_search_try (search, (AfFact){ AF_SHAPE_ROUND, a, b, c, 0 }, no_fact);
}

void af_search_product (AfSearch *search, int a, int b, int c)
{
  if (!af_search_try (search, (AfFact){ AF_SHAPE_PRODUCT, a, b, c, 0 }, no_fact)
      && !af_search_try (search, (AfFact){ AF_SHAPE_QUOTIENT, a, b, c, 0 }, no_fact))
    af_search_try (search, (AfFact){ AF_SHAPE_QUOTIENT, a, c, b, 0 }, no_fact);
}

typedef struct {
  const char *field;
  gint64 low, high;
  gboolean is_beyond;
} Beyond;

/* Whether @value may be such a constant. */
static gboolean is_beyond (const Beyond *beyond, const AfExpr *value)
{
  gint64 sign = 1;
  while (value->kind == AF_EXPR_CAST || value->kind == AF_EXPR_ASSIGN)
    value = value->args[value->n_args - 1];
  if (value->kind == AF_EXPR_CONDITIONAL)
    return is_beyond (beyond, value->args[1]) || is_beyond (beyond, value->args[2]);
  if (value->kind == AF_EXPR_UNARY && value->op == AF_OP_NEG) {
    sign = -1;
    value = value->args[0];
  }
  return value->kind == AF_EXPR_INT && (sign * value->value < beyond->low || sign * value->value > beyond->high);
}

static gboolean visit_assigned (AfExpr *node, gpointer data)
{
  Beyond *beyond = data;
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && node->args[0]->kind == AF_EXPR_FIELD
      && g_str_equal (node->args[0]->name, beyond->field))
    beyond->is_beyond |= is_beyond (beyond, node->args[1]);
  return TRUE;
}

gboolean af_text_assigns_beyond (const AfModule *module, const AfRoutine *routine, const AfTerm *part, gint64 low,
                                 gint64 high)
{
  if (part->expr->kind != AF_EXPR_FIELD)
    return FALSE;
  Beyond beyond = { part->expr->name, low, high, FALSE };
  for (guint i = 0; i < module->routines->len; i++)
    if (!routine || routine == module->routines->pdata[i])
      af_routine_walk (module->routines->pdata[i], visit_assigned, &beyond);
  return beyond.is_beyond;
}

/* A limit that the text names: the largest number, several times seen, is one of it or the one before; the smallest is
 * one of it. */
void af_search_limit (AfSearch *search, int a)
{
  gint64 most = 0, least = G_MAXINT64, next;
  guint n_most = 0, n_least = 0;
  if (search->named == NULL || search->guard.shape != AF_SHAPE_NONE)
    return;
  for (guint row = 0; row < search->table->n; row++) {
    if (!af_table_defined (search->table, row, a))
      return;
    gint64 value = af_table_value (search->table, row, a);
    n_most = value > most ? 1 : n_most + (value == most);
    n_least = value < least ? 1 : n_least + (value == least);
    most = MAX (most, value);
    least = MIN (least, value);
  }
  next = most < G_MAXINT64 ? most + 1 : most;
  if (n_most >= LEAST_AT_LIMIT
      && (g_hash_table_contains (search->named, &most) || g_hash_table_contains (search->named, &next)))
    try_one (search, AF_SHAPE_MOST, a, most);
  const AfTerm *part = search->table->terms->pdata[a];
  if (n_least >= LEAST_AT_LIMIT && least > 1 && g_hash_table_contains (search->named, &least)
      && (part->is_result || part->expr->kind == AF_EXPR_FIELD)
      && !af_text_assigns_beyond (search->module, NULL, part, least, G_MAXINT64))
    try_one (search, AF_SHAPE_LEAST, a, least);
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
    if (term->is_length || try_one (search, AF_SHAPE_IS, a, first) || term->expr->type->kind == AF_TYPE_ENUM
        || af_term_is_letter (search, term))
      return;
    af_search_limit (search, a);
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

typedef struct {
  const AfRoutine *routine;
  int out; /* parameter */
  gboolean found;
} Zeroed;

/* `*out = NULL`, or handed on to who may do it. */
static gboolean visit_zeroed (AfExpr *node, gpointer data)
{
  Zeroed *zeroed = data;
  const AfExpr *target = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE ? node->args[0] : NULL;
  const AfExpr *value = target ? af_expr_uncast (node->args[1]) : NULL;
  gboolean is_zero = value && (af_expr_is_null (value) || value->kind == AF_EXPR_INT || value->kind == AF_EXPR_BOOL);
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    zeroed->found |= af_routine_param (zeroed->routine, af_expr_uncast (node->args[i])) == zeroed->out;
  zeroed->found |= is_zero && target->kind == AF_EXPR_DEREF
                   && af_routine_param (zeroed->routine, target->args[0]) == zeroed->out && value->value == 0;
  return !zeroed->found;
}

gboolean af_search_is_as_given (const AfSearch *search, const AfRoutine *routine, int a)
{
  const AfTerm *term = search->table->terms->pdata[a];
  int param = term->expr->kind == AF_EXPR_DEREF ? af_routine_param (routine, term->expr->args[0]) : -1;
  guint row = 0;
  while (row < search->table->n && !search->rows[row])
    row++;
  if (search->is_narrow || param < 0 || !term->is_after || row == search->table->n
      || af_table_value (search->table, row, a) != 0)
    return FALSE;
  Zeroed zeroed = { routine, param, FALSE };
  af_routine_walk (routine, visit_zeroed, &zeroed);
  return !zeroed.found;
}
