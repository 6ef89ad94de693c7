/* Reading: what the module's text says about the values it works with.
 *
 * In:  contracts, expressions, names of parameters.
 * Out: bounds of integers, which parameter counts which buffer, words.
 *
 *     REQUIRE (month >= 1 && month <= 12)                  month: 1 .. 12
 *     REQUIRE (READABLE (items, n))                        n counts items
 *     size_t text_copy (char *out, size_t out_size)        out_size counts out, by its name and place
 *     if (strcmp (text, "null") == 0)                     the word null */
#include <math.h>
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

/* --- bounds that the module itself states; they only steer the choice of values: values outside are drawn, too --- */

static gboolean constant (const AfExpr *expr, gint64 *value)
{
  if (expr->kind == AF_EXPR_CAST && expr->n_args == 1)
    return constant (expr->args[0], value);
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG && constant (expr->args[0], value)) {
    *value = -*value;
    return TRUE;
  }
  if (expr->kind != AF_EXPR_INT)
    return FALSE;
  *value = expr->value;
  return TRUE;
}

static void widen_low (AfParam *param, gint64 value)
{
  if (!param->has_low || value < param->low)
    param->low = value;
  param->has_low = TRUE;
}

static void widen_high (AfParam *param, gint64 value)
{
  if (!param->has_high || value > param->high)
    param->high = value;
  param->has_high = TRUE;
}

/* Takes the bound that `e op value` (or, @mirrored, `value op e`) puts on e. */
static void take_bound (AfParam *param, AfOp op, gboolean mirrored, gint64 value)
{
  gboolean is_low = mirrored ? op == AF_OP_LT || op == AF_OP_LE : op == AF_OP_GT || op == AF_OP_GE;
  gboolean is_high = mirrored ? op == AF_OP_GT || op == AF_OP_GE : op == AF_OP_LT || op == AF_OP_LE;

  if (is_low && value < G_MAXINT64)
    widen_low (param, op == AF_OP_GT || op == AF_OP_LT ? value + 1 : value);
  if (is_high && value > G_MININT64)
    widen_high (param, op == AF_OP_GT || op == AF_OP_LT ? value - 1 : value);
}

static void drop_empty (AfParam *param)
{
  if (param->has_low && param->has_high && param->low > param->high)
    param->has_low = param->has_high = FALSE;
}

static gboolean is_named (const AfExpr *expr, const char *name)
{
  return expr->kind == AF_EXPR_VAR && strcmp (expr->name, name) == 0;
}

void af_reading_param_bounds (const AfRoutine *routine, guint index, AfParam *param)
{
  const AfVariable *variable = routine->variables->pdata[index];
  gint64 value;

  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    const AfExpr *expr = clause->expr;

    if (clause->kind != AF_CLAUSE_PRECONDITION || expr == NULL || expr->kind != AF_EXPR_BINARY || expr->n_args != 2)
      continue;
    if (is_named (expr->args[0], variable->name) && constant (expr->args[1], &value))
      take_bound (param, expr->op, FALSE, value);
    if (is_named (expr->args[1], variable->name) && constant (expr->args[0], &value))
      take_bound (param, expr->op, TRUE, value);
  }
  if (!param->has_low && !param->type->is_signed)
    widen_low (param, 0);
  drop_empty (param);
}

typedef struct {
  const AfType *record;
  const char *name;
  AfParam *param;
} FieldSearch;

static gboolean is_field (const FieldSearch *search, const AfExpr *expr)
{
  const AfType *type;

  if (expr->kind != AF_EXPR_FIELD || strcmp (expr->name, search->name) != 0)
    return FALSE;
  type = expr->args[0]->type;
  if (type != NULL && type->kind == AF_TYPE_POINTER)
    type = type->target;
  return type == search->record;
}

static gboolean visit_comparison (AfExpr *node, gpointer data)
{
  const FieldSearch *search = data;
  gint64 value;

  if (node->kind != AF_EXPR_BINARY || node->n_args != 2)
    return TRUE;
  if (is_field (search, node->args[0]) && constant (node->args[1], &value))
    take_bound (search->param, node->op, FALSE, value);
  if (is_field (search, node->args[1]) && constant (node->args[0], &value))
    take_bound (search->param, node->op, TRUE, value);
  return TRUE;
}

void af_reading_field_bounds (const AfModule *module, const AfType *record, const char *name, AfParam *param)
{
  FieldSearch search = { record, name, param };

  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = module->clauses->pdata[i];

    if (clause->expr != NULL && !af_clause_is_implicit (clause))
      af_expr_walk (clause->expr, visit_comparison, &search);
  }
  for (guint i = 0; i < module->routines->len; i++)
    af_routine_walk (module->routines->pdata[i], visit_comparison, &search);
  drop_empty (param);
}

typedef struct {
  const char *field;
  gboolean asks;
} Asking;

static gboolean names_field (const AfExpr *expr, const char *field)
{
  return expr->kind == AF_EXPR_FIELD && g_strcmp0 (expr->name, field) == 0;
}

static gboolean visit_asking (AfExpr *node, gpointer data)
{
  Asking *asking = data;
  gboolean joins = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR);
  gboolean compares = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_EQ || node->op == AF_OP_NE)
                      && (af_expr_is_null (node->args[0]) || af_expr_is_null (node->args[1]));
  gboolean chooses = (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT) || node->kind == AF_EXPR_CONDITIONAL;

  for (guint i = 0; (joins || compares || chooses) && i < (node->kind == AF_EXPR_CONDITIONAL ? 1 : node->n_args); i++)
    asking->asks |= names_field (node->args[i], asking->field);
  return TRUE;
}

gboolean af_reading_asks_for (const AfModule *module, const char *field)
{
  Asking asking = { field, FALSE };

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];

    for (guint j = 0; j < routine->locations->len && !asking.asks; j++) {
      const AfLocation *location = routine->locations->pdata[j];

      if (location->expr == NULL || location->kind == AF_LOCATION_CHECK)
        continue;
      asking.asks = af_location_is_condition (location) && names_field (location->expr, field);
      af_expr_walk (location->expr, visit_asking, &asking);
    }
  }
  return asking.asks;
}

/* --- counted buffers --- */

/* Names that people give to a number of elements or bytes. */
gboolean af_reading_is_count_name (const char *name)
{
  static const char *const whole[] = { "n", "len", "sz", "num", "cap", "bytes", "qty" };
  static const char *const parts[] = { "size", "length", "count", "capacity", "nbytes", "nelem", "nmemb" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    if (strcmp (lower, whole[i]) == 0)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (lower, parts[i]) != NULL)
      return TRUE;
  return g_str_has_suffix (lower, "len") || g_str_has_suffix (lower, "sz") || g_str_has_prefix (lower, "n_")
         || g_str_has_prefix (lower, "num_");
}

/* Whether the name of a number says whose it is: key_len, keylen, n_key, nkey for `key`. */
static gboolean is_named_after (const char *count, const char *pointer)
{
  static const char *const before[] = { "n", "num", "number_of" };

  pointer += strspn (pointer, "_");
  count += strspn (count, "_");
  gsize n = strlen (pointer);
  if (n > 0 && g_ascii_strncasecmp (count, pointer, n) == 0
      && af_reading_is_count_name (count + n + strspn (count + n, "_")))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (before); i++) {
    gsize length = strlen (before[i]);

    if (n > 0 && g_ascii_strncasecmp (count, before[i], length) == 0
        && g_ascii_strcasecmp (count + length + strspn (count + length, "_"), pointer) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Whether the number right after the pointer is named after it. */
static gboolean ends_in_own_count (const AfRoutine *routine, guint index)
{
  const AfVariable *pointer = routine->variables->pdata[index];
  const AfVariable *count = index + 1 < routine->n_params ? routine->variables->pdata[index + 1] : NULL;

  return count && af_type_is_integer (count->type) && is_named_after (count->name, pointer->name);
}

/* The next parameter but for other pointers, when it is an integer with such a name: f (char *out, size_t size).  Of
 * several pointers each may have as many: f (const int *a, const int *b, size_t n); but only one where the name says
 * which, and in front of another type a text ends by itself: f (const char *op, unsigned char *key, size_t len). */
static int named_length (const AfRoutine *routine, guint index)
{
  const AfVariable *pointer = routine->variables->pdata[index];
  gboolean is_alone = TRUE;

  for (guint i = index + 1; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];

    if (af_type_is_integer (param->type))
      return af_reading_is_count_name (param->name) && (is_alone || is_named_after (param->name, pointer->name))
               ? (int)i
               : -1;
    if (param->type->kind != AF_TYPE_POINTER || param->type->target->kind == AF_TYPE_RECORD)
      return -1;
    is_alone &= !(af_driver_is_text (pointer->type) && param->type != pointer->type) && !ends_in_own_count (routine, i);
  }
  return -1;
}

/* Where the routine itself counts numbers nothing is meant to come after them. */
static int guessed_length (const AfModule *module, const AfRoutine *routine, guint index, gboolean *is_guessed)
{
  const AfVariable *pointer = routine->variables->pdata[index];
  const AfType *target = pointer->type->target;

  if (target == NULL || (target->kind != AF_TYPE_VOID && af_values_element_size (target) == 0)
      || (target->kind == AF_TYPE_RECORD && !af_param_is_row (module, routine, index)))
    return -1;
  int length = named_length (routine, index);
  if (length >= 0 && !is_named_after (((const AfVariable *)routine->variables->pdata[length])->name, pointer->name)
      && af_counting_is_of_another (routine, index, (guint)length))
    return -1;
  *is_guessed = target->kind != AF_TYPE_RECORD && (length >= 0 || target->kind == AF_TYPE_VOID || target->is_char);
  return length >= 0 ? length : af_handed_count (module, routine, index);
}

int af_reading_length (const AfModule *module, const AfRoutine *routine, guint index, gboolean *is_guessed)
{
  int length = af_contracts_length_param (module, routine, index);

  const AfType *target = ((const AfVariable *)routine->variables->pdata[index])->type->target;

  *is_guessed = FALSE;
  if (length >= 0)
    return !target || target->kind != AF_TYPE_RECORD || af_row_is_possible (module, target) ? length : -1;
  length = guessed_length (module, routine, index, is_guessed);
  *is_guessed = *is_guessed && length >= 0;
  return length;
}

gboolean af_reading_is_hint (const AfModule *module, const AfRoutine *routine, guint index, int length)
{
  const char *pointer = ((const AfVariable *)routine->variables->pdata[index])->name;
  const char *count = length < 0 ? "" : ((const AfVariable *)routine->variables->pdata[length])->name;

  if (length < 0 || af_contracts_length_param (module, routine, index) == length
      || af_handed_count (module, routine, index) == length)
    return FALSE;
  return !is_named_after (count, pointer) || af_handed_chooses (module, routine, (guint)length);
}

gboolean af_reading_is_fronted (const AfRoutine *routine, guint index)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    const AfExpr *expr = clause->is_assumed ? clause->expr : NULL;

    if (expr && expr->kind == AF_EXPR_BINARY && expr->op == AF_OP_OR)
      expr = expr->args[1];
    if (expr && expr->kind == AF_EXPR_READABLE && expr->args[0]->kind == AF_EXPR_BINARY
        && expr->args[0]->op == AF_OP_SUB && af_routine_param (routine, expr->args[0]->args[0]) == (int)index)
      return TRUE;
  }
  return FALSE;
}

/* --- words --- */

enum { MAX_WORDS = 200, MAX_WORD = 64 };

/* "a\\n" with its quotes. */
static void add_word (GPtrArray *words, const char *literal)
{
  g_autofree char *inner = NULL;
  g_autofree char *word = NULL;
  gsize length = strlen (literal);

  if (length < 3 || length > MAX_WORD || literal[0] != '"' || literal[length - 1] != '"' || words->len >= MAX_WORDS)
    return;
  inner = g_strndup (literal + 1, length - 2);
  word = g_strcompress (inner);
  if (*word != '\0' && !g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
    g_ptr_array_add (words, g_steal_pointer (&word));
}

static gboolean visit_word (AfExpr *node, gpointer words)
{
  if (node->kind == AF_EXPR_STRING && node->text != NULL)
    add_word (words, node->text);
  return TRUE;
}

/* All expressions that contracts and code hold. */
static void walk_all (const AfModule *module, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data)
{
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = module->clauses->pdata[i];

    if (clause->expr != NULL && !af_clause_is_implicit (clause))
      af_expr_walk (clause->expr, visit, data);
  }
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];

    for (guint j = 0; j < routine->locations->len; j++)
      if (((const AfLocation *)routine->locations->pdata[j])->expr != NULL)
        af_expr_walk (((const AfLocation *)routine->locations->pdata[j])->expr, visit, data);
  }
}

GPtrArray *af_reading_words (const AfModule *module)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  walk_all (module, visit_word, words);
  for (guint i = 0; i < module->clauses->len; i++)
    if (((const AfClause *)module->clauses->pdata[i])->kind == AF_CLAUSE_OPEN) {
      add_word (words, "\"/dev/null\"");
      add_word (words, "\"/\"");
    }
  for (guint i = 0; module->words && i < module->words->len; i++)
    g_ptr_array_add (words, g_strdup (module->words->pdata[i]));
  return words;
}

static gboolean visit_real (AfExpr *node, gpointer data)
{
  GArray *reals = data;
  double value = node->kind == AF_EXPR_FLOAT && node->name != NULL ? g_ascii_strtod (node->name, NULL) : 0;
  gboolean is_known = value == 0 || !isfinite (value);

  for (guint i = 0; i < reals->len && !is_known; i++)
    is_known = g_array_index (reals, double, i) == value;
  if (!is_known)
    g_array_append_val (reals, value);
  return TRUE;
}

GArray *af_reading_reals (const AfModule *module)
{
  GArray *reals = g_array_new (FALSE, FALSE, sizeof (double));

  walk_all (module, visit_real, reals);
  return reals;
}

void af_reading_time_bounds (AfParam *param)
{
  static const struct {
    const char *name;
    gint64 low, high;
  } rows[] = {
    { "tv_sec", 0, 4102444800 }, { "tv_usec", 0, 999999 }, { "tv_nsec", 0, 999999999 }, { "tm_sec", 0, 60 },
    { "tm_min", 0, 59 },         { "tm_hour", 0, 23 },     { "tm_mday", 1, 31 },        { "tm_mon", 0, 11 },
    { "tm_year", 0, 200 },       { "tm_wday", 0, 6 },      { "tm_yday", 0, 365 },       { "tm_isdst", -1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (param->name, rows[i].name) == 0) {
      param->has_low = param->has_high = TRUE;
      param->low = rows[i].low;
      param->high = rows[i].high;
    }
}
