/* How a routine can be left early.
 *
 * In:  a question.   Out: what can be returned, labels.
 *
 * The returned values are those of the routine's other returns, then what its postconditions set against the result
 * (`RESULT == fallback`; -1 for `RESULT >= 0`), then the constants that its siblings of the same result
 * return, first those that they return where they ask for what is violated, then what C programmers return when nothing
 * can be done: false, NULL, 0; last, what a query that the routine asks says of the neighbour: `return days_in (year -
 * 1)`.  Labels are the routine's own. */
#include "operators/operators-internal.h"

enum { MAX_RETURNS = 5, MAX_RETURNED = 4, MAX_SIBLINGS = 3, MAX_LABELS = 2, MAX_NEIGHBOURS = 3, MAX_ASKED = 100 };

static gboolean is_constant (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BOOL || expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_NULL
         || (expr->kind == AF_EXPR_UNARY && expr->n_args == 1 && expr->args[0]->kind == AF_EXPR_INT);
}

/* Constants that the routine returns, then variables and the like that it returns and that are visible here. */
static void add_other_returns (GPtrArray *values, const AfQuestion *question)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < question->routine->locations->len; i++) {
      const AfLocation *other = g_ptr_array_index (question->routine->locations, i);
      if (other->kind != AF_LOCATION_RETURN || !other->expr || other == question->location)
        continue;
      gboolean wanted = pass == 0 ? is_constant (other->expr)
                                  : af_expr_is_pure (other->expr) && af_expr_size (other->expr) <= MAX_RETURNED;
      if (wanted && af_operators_visible (question->routine, question->location, other->expr))
        af_operators_add_expr (values, other->expr);
    }
}

static void add_default_returns (GPtrArray *values, const AfQuestion *question, AfType *type)
{
  if (type->kind == AF_TYPE_BOOL) {
    for (gint64 truth = 0; truth < 2; truth++) {
      g_autoptr (AfExpr) value = af_operators_truth (question, type, truth != 0);
      af_operators_add_expr (values, value);
    }
  } else if (type->kind == AF_TYPE_INT) {
    g_autoptr (AfExpr) zero = af_expr_int (type, 0);
    af_operators_add_expr (values, zero);
  } else if (type->kind == AF_TYPE_POINTER) {
    g_autoptr (AfExpr) null = af_operators_null (type);
    af_operators_add_expr (values, null);
  }
}

typedef struct {
  const AfQuestion *question;
  GPtrArray *values;
} Promised;

/* What says that there is nothing to return: -1 for `RESULT >= 0`, `RESULT < 0` and `RESULT >= -1`. */
static AfExpr *nothing_by (const AfExpr *comparison, AfExpr *bound)
{
  if (comparison->op == AF_OP_GE && bound->kind == AF_EXPR_UNARY && is_constant (bound))
    return af_expr_ref (bound);
  gboolean is_zero = bound->kind == AF_EXPR_INT && bound->value == 0;
  gboolean is_below = comparison->op == AF_OP_GE || comparison->op == AF_OP_LT;
  return is_zero && is_below ? af_expr_int (bound->type, -1) : NULL;
}

static gboolean visit_promised (AfExpr *node, gpointer data)
{
  Promised *promised = data;
  gboolean compares = node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE;
  if (!compares || node->args[0]->kind != AF_EXPR_RESULT)
    return node->kind != AF_EXPR_FORALL && node->kind != AF_EXPR_EXISTS;
  const AfQuestion *question = promised->question;
  const AfType *result = question->routine->result;
  AfExpr *other = node->args[1];
  g_autoptr (AfExpr) value = result->kind == AF_TYPE_INT && !result->is_signed ? NULL : nothing_by (node, other);
  gboolean fits = node->op == AF_OP_EQ && af_expr_is_pure (other) && af_expr_size (other) <= MAX_RETURNED
                  && !af_expr_is_boolean (other) && af_operators_visible (question->routine, question->location, other);
  if (value || fits)
    af_operators_add_expr (promised->values, value ? value : other);
  return TRUE;
}

static void add_promised (GPtrArray *values, const AfQuestion *question)
{
  Promised promised = { question, values };
  for (guint i = 0; i < question->routine->clauses->len; i++) {
    const AfClause *clause = question->routine->clauses->pdata[i];
    if (clause->kind == AF_CLAUSE_POSTCONDITION && clause->expr && !af_clause_is_implicit (clause))
      af_expr_walk (clause->expr, visit_promised, &promised);
  }
}

/* --- what siblings return --- */

/* A constant that other routines return. */
typedef struct {
  AfExpr *value; /* not owned */
  guint common; /* names of fields and functions that some condition of it shares with what is violated, or the state */
  guint n;      /* how often it is returned */
  guint place;  /* in the order of the text */
} Returned;

static gboolean add_name (AfExpr *node, gpointer data)
{
  gboolean is_name = node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_CALL;
  if (is_name && node->name)
    g_hash_table_add (data, node->name);
  return TRUE;
}

/* Set of names, which belong to @expr. */
static GHashTable *names_in (AfExpr *expr)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  if (expr)
    af_expr_walk (expr, add_name, names);
  return names;
}

static guint count_common (GHashTable *some, GHashTable *others)
{
  GHashTableIter iter;
  gpointer name;
  guint n = 0;
  g_hash_table_iter_init (&iter, some);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    n += g_hash_table_contains (others, name) ? 1 : 0;
  return n;
}

/* The condition of the innermost `if` around the location; null: none. */
static AfExpr *condition_of (const AfRoutine *routine, const AfLocation *location)
{
  const AfLocation *inner = NULL;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *around = g_ptr_array_index (routine->locations, i);
    if (around->kind == AF_LOCATION_IF && !af_range_is_none (location->range)
        && af_range_contains (around->body, location->range) && (!inner || inner->body.start < around->body.start))
      inner = around;
  }
  return inner ? inner->expr : NULL;
}

static void note_returned (GArray *returned, AfExpr *value, guint common)
{
  for (guint i = 0; i < returned->len; i++) {
    Returned *known = &g_array_index (returned, Returned, i);
    if (!af_expr_equal (known->value, value))
      continue;
    known->common = MAX (known->common, common);
    known->n++;
    return;
  }
  Returned entry = { value, common, 1, returned->len };
  g_array_append_val (returned, entry);
}

static int by_relevance (gconstpointer a, gconstpointer b)
{
  const Returned *left = a, *right = b;
  if (left->common != right->common)
    return left->common > right->common ? -1 : 1;
  if (left->n != right->n)
    return left->n > right->n ? -1 : 1;
  return left->place < right->place ? -1 : 1;
}

/* `return -1`, `return STATUS_EMPTY` of other routines: the module's names for what went wrong.  First those that are
 * returned where the same is asked as is violated here, or as the state says: a module has many such names. */
static void add_sibling_returns (GPtrArray *values, const AfQuestion *question)
{
  guint limit = values->len + MAX_SIBLINGS, n_asked = 0;
  g_autoptr (GArray) returned = g_array_new (FALSE, FALSE, sizeof (Returned));
  g_autoptr (GHashTable) names = names_in (question->clause);
  if (question->fail)
    af_expr_walk (question->fail, add_name, names);
  for (guint r = 0; r < question->module->routines->len; r++) {
    const AfRoutine *routine = g_ptr_array_index (question->module->routines, r);
    if (routine == question->routine || routine->result != question->routine->result)
      continue;
    for (guint i = 0; i < routine->locations->len && n_asked < MAX_ASKED; i++) {
      const AfLocation *other = g_ptr_array_index (routine->locations, i);
      if (other->kind != AF_LOCATION_RETURN || !other->expr || !is_constant (other->expr) || other->expr->in_macro)
        continue;
      n_asked++;
      g_autoptr (GHashTable) asked = names_in (condition_of (routine, other));
      note_returned (returned, other->expr, count_common (asked, names));
    }
  }
  g_array_sort (returned, by_relevance);
  for (guint i = 0; i < returned->len && values->len < limit; i++)
    af_operators_add_expr (values, g_array_index (returned, Returned, i).value);
}

typedef struct {
  const AfQuestion *question;
  GPtrArray *values;
  guint limit;
} Neighbours;

/* `f (x)` of the result's type, by `f (x - 1)`, `f (x + 1)` and itself. */
static gboolean visit_neighbour (AfExpr *node, gpointer data)
{
  Neighbours *n = data;
  if (node->kind != AF_EXPR_CALL || node->type != n->question->routine->result || node->n_args == 0 || node->in_macro
      || !af_expr_is_pure (node) || !af_operators_visible (n->question->routine, n->question->location, node))
    return TRUE;
  AfExpr *last = node->args[node->n_args - 1];
  for (guint i = 0; i < 3 && af_operators_is_integer (last) && n->values->len < n->limit; i++) {
    g_autoptr (AfExpr) arg = i == 2 ? af_expr_ref (last) : af_operators_shift (last, i == 0 ? AF_OP_SUB : AF_OP_ADD);
    g_autoptr (AfExpr) value = af_expr_substitute (node, last, arg);
    af_operators_add_expr (n->values, value);
  }
  return TRUE;
}

static void add_neighbours (GPtrArray *values, const AfQuestion *question)
{
  Neighbours n = { question, values, values->len + MAX_NEIGHBOURS };
  for (guint i = 2; i < question->routine->locations->len && question->routine->result->kind == AF_TYPE_INT; i++) {
    const AfLocation *other = g_ptr_array_index (question->routine->locations, i);
    if (other->expr && other->kind != AF_LOCATION_CHECK)
      af_expr_walk (other->expr, visit_neighbour, &n);
  }
}

GPtrArray *af_leave_values (const AfQuestion *question)
{
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfType *result = question->routine->result;
  if (!result || result->kind == AF_TYPE_VOID)
    return values;
  add_other_returns (values, question);
  add_promised (values, question);
  if (values->len < 2 || result->kind == AF_TYPE_ENUM)
    add_sibling_returns (values, question);
  add_default_returns (values, question, result);
  g_ptr_array_set_size (values, MIN ((gint)values->len, MAX_RETURNS));
  add_neighbours (values, question);
  return values;
}

GPtrArray *af_leave_labels (const AfQuestion *question)
{
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < question->routine->labels->len && labels->len < MAX_LABELS; i++) {
    const AfLabel *label = g_ptr_array_index (question->routine->labels, i);
    if (label->kind == AF_LABEL_NAME)
      g_ptr_array_add (labels, g_strdup (label->name));
  }
  return labels;
}

GPtrArray *af_leave_texts (const AfQuestion *question, guint most)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  const AfType *result = question->routine->result;
  g_autoptr (GPtrArray) values = af_leave_values (question);
  for (guint i = 0; i < MIN (values->len, most); i++)
    g_ptr_array_add (texts, g_strdup_printf ("return %s", ((const AfExpr *)g_ptr_array_index (values, i))->text));
  if (!result || result->kind == AF_TYPE_VOID)
    g_ptr_array_add (texts, g_strdup ("return"));
  return texts;
}

char *af_leave_failed (const AfQuestion *question)
{
  const AfType *result = question->routine->result;
  if (!result || result->kind == AF_TYPE_VOID)
    return g_strdup ("return;");
  if (result->kind == AF_TYPE_BOOL)
    return g_strdup ("return false;");
  if (result->kind == AF_TYPE_POINTER)
    return g_strdup ("return NULL;");
  g_autoptr (GPtrArray) values = af_leave_values (question);
  for (guint i = 0; i < values->len; i++) {
    const AfExpr *value = g_ptr_array_index (values, i);
    if (value->kind == AF_EXPR_UNARY)
      return g_strdup_printf ("return %s;", value->text);
  }
  /* A number that is not negative anywhere counts something: nothing was done.  (1 may well mean success.) */
  if (result->kind == AF_TYPE_INT)
    return g_strdup ("return 0;");
  return values->len > 0 ? g_strdup_printf ("return %s;", ((const AfExpr *)values->pdata[0])->text) : NULL;
}
