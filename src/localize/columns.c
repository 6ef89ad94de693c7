/* Columns: the trace turned by ninety degrees, and predicates computed on it.
 *
 * In:  rows (location, test, value of each expression of E+), one per visit.
 * Out: the distinct rows as columns of numbers, and for a predicate a bit vector over them.
 *
 * Only the values of E+ are recorded; `idx <= s->index` is computed here from the columns `idx` and `s->index`,
 * thousands of predicates from a hundred columns.  A row that several visits or tests have is kept once, with the set
 * of its tests.
 *
 * Undefined (a null pointer on the way, a variable out of scope) is a third value.  `a && b` is false where a is false,
 * whatever b is, as in C; likewise `||` and IMPLIES. */
#include <string.h>

#include "localize/localize-internal.h"

/* --- from rows to states --- */

typedef struct {
  const AfTrace *trace;
  guint row;
} AfRowKey;

static const gint64 *row_values (const AfTrace *trace, guint row)
{
  return &g_array_index (trace->values, gint64, (gsize)row * trace->n_columns);
}

static const guint8 *row_defined (const AfTrace *trace, guint row)
{
  return &g_array_index (trace->defined, guint8, (gsize)row * trace->n_columns);
}

static guint row_hash (gconstpointer key)
{
  const AfRowKey *k = key;
  const gint64 *values = row_values (k->trace, k->row);
  guint64 hash = g_array_index (k->trace->location, guint, k->row) + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  for (guint i = 0; i < k->trace->n_columns; i++)
    hash = (hash ^ (guint64)values[i]) * G_GUINT64_CONSTANT (0x100000001b3) + (hash >> 29);
  return (guint)(hash ^ hash >> 32);
}

static gboolean row_equal (gconstpointer a, gconstpointer b)
{
  const AfRowKey *x = a, *y = b;
  gsize n = x->trace->n_columns;
  return g_array_index (x->trace->location, guint, x->row) == g_array_index (x->trace->location, guint, y->row)
         && memcmp (row_values (x->trace, x->row), row_values (x->trace, y->row), n * sizeof (gint64)) == 0
         && memcmp (row_defined (x->trace, x->row), row_defined (x->trace, y->row), n) == 0;
}

void af_trace_normalise (AfTrace *trace, const GPtrArray *columns)
{
  guint n = trace->n_columns;
  g_autoptr (GArray) addresses = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint row = 0; row < trace->location->len; row++) {
    gint64 *values = &g_array_index (trace->values, gint64, (gsize)row * n);
    const guint8 *defined = row_defined (trace, row);
    g_array_set_size (addresses, 0);
    for (guint i = 0; i < n; i++) {
      const AfExpr *column = columns->pdata[i];
      if (!defined[i])
        values[i] = 0;
      if (values[i] == 0 || column->type == NULL || column->type->kind != AF_TYPE_POINTER)
        continue;
      guint k = 0;
      while (k < addresses->len && g_array_index (addresses, gint64, k) != values[i])
        k++;
      if (k == addresses->len)
        g_array_append_val (addresses, values[i]);
      values[i] = (gint64)k + 1;
    }
  }
}

/* First row of each state in order of location, and for each row its state. */
static GArray *distinct_rows (const AfTrace *trace, guint n_locations, guint *state_of)
{
  g_autofree AfRowKey *keys = g_new (AfRowKey, trace->location->len + 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (row_hash, row_equal);
  g_autofree guint *by_location = g_new0 (guint, n_locations + 1);
  g_autofree guint *number = g_new0 (guint, trace->location->len + 1);
  GArray *firsts = g_array_new (FALSE, TRUE, sizeof (guint));
  for (guint row = 0; row < trace->location->len; row++) {
    gpointer first;
    keys[row] = (AfRowKey){ trace, row };
    guint location = g_array_index (trace->location, guint, row);
    if (g_hash_table_lookup_extended (seen, &keys[row], NULL, &first)) {
      state_of[row] = GPOINTER_TO_UINT (first);
      continue;
    }
    g_hash_table_insert (seen, &keys[row], GUINT_TO_POINTER (row));
    state_of[row] = row;
    by_location[location + 1]++;
  }
  for (guint l = 0; l < n_locations; l++)
    by_location[l + 1] += by_location[l];
  g_array_set_size (firsts, by_location[n_locations]);
  for (guint row = 0; row < trace->location->len; row++) {
    if (state_of[row] == row) {
      number[row] = by_location[g_array_index (trace->location, guint, row)]++;
      g_array_index (firsts, guint, number[row]) = row;
    }
    state_of[row] = number[state_of[row]];
  }
  return firsts;
}

static void fill_columns (AfStates *states, const AfTrace *trace, const GArray *firsts)
{
  for (guint s = 0; s < states->n; s++) {
    guint row = g_array_index (firsts, guint, s);
    const gint64 *values = row_values (trace, row);
    const guint8 *defined = row_defined (trace, row);
    guint64 bit = G_GUINT64_CONSTANT (1) << (s & 63);
    states->all[s >> 6] |= bit;
    for (guint c = 0; c < trace->n_columns; c++) {
      states->values[(gsize)c * states->n + s] = values[c];
      if (defined[c])
        states->defined[(gsize)c * states->n_words + (s >> 6)] |= bit;
    }
  }
}

/* Lists, not sets: where each test has its own states, sets would grow with the square of the tests. */
static void list_tests (AfStates *states, const AfTrace *trace)
{
  guint n_rows = trace->location->len;
  g_autofree guint *last = g_new0 (guint, states->n + 1); /* the state's latest test, + 1; rows come test by test */
  states->test_first = g_new0 (guint, states->n + 1);
  states->test_list = g_new0 (guint, n_rows + 1);
  states->occurs = g_new0 (guint8, states->n + 1);
  for (guint pass = 0; pass < 2; pass++) {
    memset (last, 0, (states->n + 1) * sizeof *last);
    for (guint row = 0; row < n_rows; row++) {
      guint state = states->state_of[row], test = g_array_index (trace->test, guint, row);
      if (last[state] == test + 1)
        continue;
      last[state] = test + 1;
      if (pass == 0)
        states->test_first[state + 1]++;
      else
        states->test_list[states->test_first[state]++] = test;
      states->occurs[state] |= test < states->n_failing ? AF_OCCURS_FAILING : AF_OCCURS_PASSING;
    }
    for (guint s = 0; pass == 0 && s < states->n; s++)
      states->test_first[s + 1] += states->test_first[s];
  }
  /* the second pass moved each start to its end */
  memmove (states->test_first + 1, states->test_first, states->n * sizeof *states->test_first);
  states->test_first[0] = 0;
}

void af_states_fill_tests (AfStates *states)
{
  if (states->tests)
    return;
  states->tests = g_new0 (guint64, (gsize)states->n * states->test_words + 1);
  for (guint s = 0; s < states->n; s++)
    for (guint i = states->test_first[s]; i < states->test_first[s + 1]; i++)
      states->tests[(gsize)s * states->test_words + (states->test_list[i] >> 6)] |= G_GUINT64_CONSTANT (1)
                                                                                    << (states->test_list[i] & 63);
}

AfStates *af_states_new (const AfTrace *trace, const GPtrArray *columns, guint n_locations, guint n_failing,
                         guint n_passing)
{
  AfStates *states = g_new0 (AfStates, 1);
  guint *state_of = states->state_of = g_new0 (guint, trace->location->len + 1);
  g_autoptr (GArray) firsts = distinct_rows (trace, n_locations, state_of);
  states->n = firsts->len;
  states->n_words = (states->n + 63) / 64;
  states->n_locations = n_locations;
  states->n_failing = n_failing;
  states->n_passing = n_passing;
  states->test_words = MAX (1, (n_failing + n_passing + 63) / 64);
  states->columns = columns;
  states->first = g_new0 (guint, n_locations + 1);
  states->values = g_new0 (gint64, (gsize)states->n * trace->n_columns + 1);
  states->defined = g_new0 (guint64, (gsize)states->n_words * trace->n_columns + 1);
  states->all = g_new0 (guint64, states->n_words + 1);
  fill_columns (states, trace, firsts);
  for (guint s = 0; s < states->n; s++)
    states->first[g_array_index (trace->location, guint, g_array_index (firsts, guint, s)) + 1]++;
  for (guint l = 0; l < n_locations; l++)
    states->first[l + 1] += states->first[l];
  list_tests (states, trace);
  states->by_text = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint c = 0; c < columns->len; c++)
    g_hash_table_insert (states->by_text, ((AfExpr *)columns->pdata[c])->text, GUINT_TO_POINTER (c + 1));
  return states;
}

void af_states_free (AfStates *states)
{
  if (states == NULL)
    return;
  g_hash_table_unref (states->by_text);
  g_free (states->first);
  g_free (states->state_of);
  g_free (states->test_first);
  g_free (states->test_list);
  g_free (states->occurs);
  g_free (states->tests);
  g_free (states->values);
  g_free (states->defined);
  g_free (states->all);
  g_free (states);
}

/* --- vectors --- */

AfVector *af_vector_new (guint n_words)
{
  AfVector *vector = g_new0 (AfVector, 1);
  vector->truth = g_new0 (guint64, 2 * (gsize)n_words + 1);
  vector->defined = vector->truth + n_words;
  vector->n_words = n_words;
  return vector;
}

void af_vector_free (AfVector *vector)
{
  if (vector == NULL)
    return;
  g_free (vector->truth);
  g_free (vector);
}

typedef struct {
  const gint64 *values; /* null: the constant */
  const guint64 *defined;
  gint64 constant;
  gboolean is_wide_unsigned;
} AfOperand;

/* A whole number of the same order, as the trace has it (runtime/afrt-trace.c). */
static gint64 order_of (double number)
{
  gint64 bits;
  memcpy (&bits, &number, sizeof bits);
  return bits < 0 ? -(bits & G_MAXINT64) : bits;
}

static gboolean operand_of (const AfStates *states, const AfExpr *expr, AfOperand *operand)
{
  guint column = GPOINTER_TO_UINT (g_hash_table_lookup (states->by_text, expr->text));
  *operand = (AfOperand){ NULL, states->all, 0, FALSE };
  if (expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL) {
    operand->constant = expr->value;
    return TRUE;
  }
  if (expr->kind == AF_EXPR_NULL)
    return TRUE;
  if (column == 0)
    return FALSE;
  operand->values = states->values + (gsize)(column - 1) * states->n;
  operand->defined = states->defined + (gsize)(column - 1) * states->n_words;
  operand->is_wide_unsigned =
    expr->type != NULL && expr->type->kind != AF_TYPE_POINTER && !expr->type->is_signed && expr->type->bits == 64;
  return TRUE;
}

/* A literal beside a floating-point number; false for what is neither. */
static gboolean float_operand_of (const AfStates *states, const AfExpr *expr, AfOperand *operand)
{
  gboolean is_single = expr->name && expr->name[0] && strchr ("fF", expr->name[strlen (expr->name) - 1]);
  *operand = (AfOperand){ NULL, states->all, 0, FALSE };
  if (expr->kind == AF_EXPR_INT)
    operand->constant = order_of ((double)expr->value);
  else if (expr->kind == AF_EXPR_FLOAT) {
    double number = g_ascii_strtod (expr->name, NULL);
    operand->constant = order_of (is_single ? (double)(float)number : number);
  } else
    return af_expr_is_float (expr) && operand_of (states, expr, operand);
  return TRUE;
}

static gboolean is_unsigned (const AfExpr *expr)
{
  return expr->type != NULL && expr->type->kind != AF_TYPE_POINTER && !expr->type->is_signed && expr->type->bits >= 32;
}

gboolean af_mixes_signs (const AfExpr *a, const AfExpr *b)
{
  if (a->type == NULL || b->type == NULL || is_unsigned (a) == is_unsigned (b))
    return FALSE;
  const AfExpr *with_sign = is_unsigned (a) ? b : a;
  if (with_sign->kind == AF_EXPR_INT)
    return with_sign->value < 0;
  /* a narrow unsigned type becomes int, and stays what it is */
  return with_sign->type->is_signed || with_sign->type->kind == AF_TYPE_POINTER;
}

static AfVector *compare (const AfStates *states, const AfExpr *expr)
{
  AfOperand a, b;
  gboolean among_floats = af_expr_is_float (expr->args[0]) || af_expr_is_float (expr->args[1]);
  gboolean (*read) (const AfStates *, const AfExpr *, AfOperand *) = among_floats ? float_operand_of : operand_of;
  if ((!among_floats && af_mixes_signs (expr->args[0], expr->args[1])) || !read (states, expr->args[0], &a)
      || !read (states, expr->args[1], &b))
    return NULL;
  AfOp op = expr->op;
  guint on_less = op == AF_OP_LT || op == AF_OP_LE || op == AF_OP_NE;
  guint on_equal = op == AF_OP_LE || op == AF_OP_GE || op == AF_OP_EQ;
  guint on_more = op == AF_OP_GT || op == AF_OP_GE || op == AF_OP_NE;
  /* With the sign bit flipped, unsigned order is signed order. */
  guint64 flip = a.is_wide_unsigned || b.is_wide_unsigned ? G_GUINT64_CONSTANT (1) << 63 : 0;
  gint64 ca = (gint64)((guint64)a.constant ^ flip), cb = (gint64)((guint64)b.constant ^ flip);
  AfVector *vector = af_vector_new (states->n_words);
  for (guint s = 0; s < states->n; s++) {
    gint64 x = a.values ? (gint64)((guint64)a.values[s] ^ flip) : ca;
    gint64 y = b.values ? (gint64)((guint64)b.values[s] ^ flip) : cb;
    guint64 holds = (on_less & (guint)(x < y)) | (on_equal & (guint)(x == y)) | (on_more & (guint)(x > y));
    vector->truth[s >> 6] |= holds << (s & 63);
  }
  for (guint w = 0; w < states->n_words; w++) {
    vector->defined[w] = a.defined[w] & b.defined[w];
    vector->truth[w] &= vector->defined[w];
  }
  return vector;
}

/* A column, or a constant, as a truth value. */
static AfVector *truth_of (const AfStates *states, const AfExpr *expr)
{
  AfOperand operand;
  if (!operand_of (states, expr, &operand))
    return NULL;
  AfVector *vector = af_vector_new (states->n_words);
  for (guint s = 0; s < states->n; s++) {
    guint64 holds = (operand.values ? operand.values[s] : operand.constant) != 0;
    vector->truth[s >> 6] |= holds << (s & 63);
  }
  for (guint w = 0; w < states->n_words; w++) {
    vector->defined[w] = operand.defined[w];
    vector->truth[w] &= vector->defined[w];
  }
  return vector;
}

static void complement (AfVector *vector)
{
  for (guint w = 0; w < vector->n_words; w++)
    vector->truth[w] = vector->defined[w] & ~vector->truth[w];
}

/* a || b into @a: b is evaluated where a is false. */
static void either (AfVector *a, const AfVector *b)
{
  for (guint w = 0; w < a->n_words; w++) {
    guint64 asked = a->defined[w] & ~a->truth[w];
    a->defined[w] = a->truth[w] | (asked & b->defined[w]);
    a->truth[w] |= asked & b->truth[w];
  }
}

static void same (AfVector *a, const AfVector *b)
{
  for (guint w = 0; w < a->n_words; w++) {
    a->defined[w] &= b->defined[w];
    a->truth[w] = a->defined[w] & ~(a->truth[w] ^ b->truth[w]);
  }
}

static AfVector *connective (const AfStates *states, AfExpr *expr)
{
  g_autoptr (AfVector) a = af_states_evaluate (states, expr->args[0]);
  g_autoptr (AfVector) b = a != NULL ? af_states_evaluate (states, expr->args[1]) : NULL;
  if (b == NULL)
    return NULL;
  gboolean is_and = expr->kind == AF_EXPR_BINARY && expr->op == AF_OP_AND;
  if (expr->kind == AF_EXPR_IFF) {
    same (a, b);
    return g_steal_pointer (&a);
  }
  /* a && b is !(!a || !b); a implies b is !a || b. */
  if (is_and || expr->kind == AF_EXPR_IMPLIES)
    complement (a);
  if (is_and)
    complement (b);
  either (a, b);
  if (is_and)
    complement (a);
  return g_steal_pointer (&a);
}

AfVector *af_states_evaluate (const AfStates *states, AfExpr *expr)
{
  if (g_hash_table_contains (states->by_text, expr->text))
    return truth_of (states, expr);
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT) {
    AfVector *vector = af_states_evaluate (states, expr->args[0]);
    if (vector != NULL)
      complement (vector);
    return vector;
  }
  if (expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE)
    return compare (states, expr);
  if ((expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR)) || expr->kind == AF_EXPR_IMPLIES
      || expr->kind == AF_EXPR_IFF)
    return connective (states, expr);
  return expr->kind == AF_EXPR_BOOL ? truth_of (states, expr) : NULL;
}
