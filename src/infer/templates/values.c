/* Values: numbers that are one of a few.
 *
 * In:  a number that stands for a state: a field or a result of an enumeration, or one to which the module's text gives
 *      nothing but constants.
 * Out: `it->state == IDLE || it->state == BUSY`, two to four of them.
 *
 * That a count was 0, 1 or 2 only says that tests are small; so the text must have said that the number is a state.  It
 * also tells of states that no test came to: then nothing is proposed. */
#include "infer/infer-internal.h"

enum { MOST_VALUES = 4, MOST_VALUE = 10000 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

/* --- what the text gives it --- */

/* Whose values are looked for, and what was found. */
typedef struct {
  const AfType *record; /* of the field */
  const char *field;
  GArray *given; /* of gint64: constants */
  gboolean has_other;
} Given;

static const AfExpr *plain (const AfExpr *expr)
{
  while (expr && (expr->kind == AF_EXPR_CAST || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_PLUS)))
    expr = expr->args[0];
  return expr;
}

static void give (Given *given, const AfExpr *expr)
{
  expr = plain (expr);
  gboolean is_negative = expr && expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG;
  expr = is_negative ? plain (expr->args[0]) : expr;
  if (expr && expr->kind == AF_EXPR_CONDITIONAL && !is_negative) {
    give (given, expr->args[1]);
    give (given, expr->args[2]);
  } else if (expr && expr->kind == AF_EXPR_INT && expr->trait == AF_TRAIT_NONE) {
    gint64 value = is_negative ? -expr->value : expr->value;
    g_array_append_val (given->given, value);
  } else
    given->has_other = TRUE;
}

static gboolean is_field (const Given *given, const AfExpr *expr)
{
  const AfType *type = expr->kind == AF_EXPR_FIELD ? expr->args[0]->type : NULL;
  type = type && type->kind == AF_TYPE_POINTER ? type->target : type;
  return type && type == given->record && g_str_equal (expr->name, given->field);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  Given *given = data;
  if (node->kind == AF_EXPR_ASSIGN && is_field (given, node->args[0])) {
    if (node->op == AF_OP_NONE)
      give (given, node->args[1]);
    else
      given->has_other = TRUE;
  }
  given->has_other |= (node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS) && is_field (given, node->args[0]);
  return TRUE;
}

static void look_for_field (const AfModule *module, Given *given)
{
  for (guint i = 0; i < module->routines->len; i++)
    af_routine_walk (module->routines->pdata[i], visit, given);
}

static void look_for_result (const AfRoutine *routine, Given *given)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->kind == AF_LOCATION_RETURN && location->expr)
      give (given, location->expr);
  }
}

/* --- what was seen --- */

static gint by_value (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

static gboolean contains (const GArray *values, gint64 value)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, gint64, i) == value)
      return TRUE;
  return FALSE;
}

/* Different values in the rows that count, in ascending order; more than MOST_VALUES: too many. */
static GArray *list_seen (const AfSearch *search, int a)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint row = 0; row < search->table->n && values->len <= MOST_VALUES; row++) {
    gint64 value = af_table_value (search->table, row, a);
    if (search->rows[row] && af_table_defined (search->table, row, a) && !contains (values, value))
      g_array_append_val (values, value);
  }
  g_array_sort (values, by_value);
  return values;
}

static gboolean are_small (const GArray *values)
{
  return values->len > 1 && values->len <= MOST_VALUES && g_array_index (values, gint64, 0) >= -MOST_VALUE
         && g_array_index (values, gint64, values->len - 1) <= MOST_VALUE;
}

/* Whether the text tells of a state, and of none that was not seen. */
static gboolean is_state (const AfSearch *search, const AfRoutine *routine, const AfTerm *term, const GArray *seen)
{
  g_autoptr (GArray) constants = g_array_new (FALSE, FALSE, sizeof (gint64));
  Given given = { NULL, NULL, constants, FALSE };
  if (term->is_result)
    look_for_result (routine, &given);
  else if (term->expr->kind == AF_EXPR_FIELD) {
    given.record = term->expr->args[0]->type->target;
    given.field = term->expr->name;
    look_for_field (search->module, &given);
  } else
    return FALSE;
  for (guint i = 0; i < constants->len; i++)
    if (!contains (seen, g_array_index (constants, gint64, i)))
      return FALSE;
  return term->expr->type->kind == AF_TYPE_ENUM || (!given.has_other && constants->len > 1);
}

void af_search_values (AfSearch *search, const AfRoutine *routine, int a)
{
  const AfTerm *term = search->table->terms->pdata[a];
  if (term->kind != AF_TERM_NUMBER || term->is_length || term->is_whole || term->expr->type->is_char)
    return;
  g_autoptr (GArray) seen = list_seen (search, a);
  AfFew few;
  if (!are_small (seen) || !is_state (search, routine, term, seen))
    return;
  for (guint i = 0; i < MOST_VALUES; i++)
    few.of[i] = (gint16)g_array_index (seen, gint64, MIN (i, seen->len - 1));
  af_search_try (search, (AfFact){ AF_SHAPE_ONE_OF, a, -1, -1, af_few_packed (few) }, no_fact);
}

AfExpr *af_values_expr (const AfModule *module, const AfFact *fact, const GPtrArray *terms)
{
  AfFew few = af_few (fact->k);
  AfExpr *a = ((AfTerm *)terms->pdata[fact->a])->expr, *all = NULL;
  for (guint i = 0; i < MOST_VALUES; i++) {
    if (i > 0 && few.of[i] == few.of[i - 1])
      continue;
    g_autoptr (AfExpr) value = af_constant_expr (module, a->type, few.of[i]);
    g_autoptr (AfExpr) is = af_expr_binary (AF_OP_EQ, a, value);
    g_autoptr (AfExpr) rest = all;
    all = rest ? af_expr_binary (AF_OP_OR, rest, is) : af_expr_ref (is);
  }
  return all;
}
