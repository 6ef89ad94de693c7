/* What the module computes elsewhere, and plain values of a type.
 *
 * In:  a question, or a type.
 * Out: what the module divides by for a remainder, masks bits with, adds and subtracts: as it stands where all names
 * are known, or with our variables in it; the zero, the truth values, the null pointer of a type. */
#include "operators/operators-internal.h"

enum { MAX_MODULI = 3, MAX_OWN_MASKS = 2, MAX_MASKS = 2, MAX_SIBLINGS = 4, MIN_SIZE = 3, MAX_SIZE = 9, MAX_SUMS = 60 };

/* --- plain values --- */

AfExpr *af_operators_truth (const AfQuestion *question, AfType *type, gboolean truth)
{
  const AfSource *source = af_module_source (question->module, question->routine->definition.file);
  if (source && !af_source_include (source, "stdbool.h"))
    return af_expr_int (type, truth);
  AfExpr *value = af_expr_new (AF_EXPR_BOOL, type, NULL, NULL, 0);
  value->value = truth;
  af_expr_finish (value);
  return value;
}

AfExpr *af_operators_null (AfType *type)
{
  return af_expr_new (AF_EXPR_NULL, type, NULL, NULL, 0);
}

AfExpr *af_operators_zero (const AfQuestion *question, AfType *type)
{
  switch (type->kind) {
  case AF_TYPE_BOOL:
    return af_operators_truth (question, type, FALSE);
  case AF_TYPE_INT:
  case AF_TYPE_FLOAT:
    return af_expr_int (type, 0);
  case AF_TYPE_POINTER:
    return af_operators_null (type);
  case AF_TYPE_ENUM: {
    if (!type->enumerators || type->enumerators->len == 0)
      return NULL;
    AfExpr *value = af_expr_new (AF_EXPR_INT, type, g_ptr_array_index (type->enumerators, 0), NULL, 0);
    value->value = g_array_index (type->enum_values, gint64, 0);
    af_expr_finish (value);
    return value;
  }
  case AF_TYPE_VOID:
  case AF_TYPE_ARRAY:
  case AF_TYPE_RECORD:
  case AF_TYPE_FUNCTION:
  case AF_TYPE_OTHER:
    return NULL;
  }
  return NULL;
}

/* --- moduli --- */

typedef struct {
  const AfQuestion *question;
  GPtrArray *moduli;
} ModulusSearch;

typedef struct {
  const AfRoutine *routine;
  gboolean ok;
} Names;

/* A name of another routine means the same here only where it has the same type. */
static gboolean check_name (AfExpr *node, gpointer data)
{
  Names *names = data;
  gboolean found = node->kind != AF_EXPR_VAR || node->variable_id == 0;
  for (guint i = 0; i < names->routine->variables->len && !found; i++) {
    const AfVariable *variable = g_ptr_array_index (names->routine->variables, i);
    found = variable->type == node->type && g_strcmp0 (variable->name, node->name) == 0;
  }
  names->ok = names->ok && found;
  return names->ok;
}

static void note_modulus (ModulusSearch *search, AfExpr *expr)
{
  Names names = { search->question->routine, TRUE };
  af_expr_walk (expr, check_name, &names);
  if (!names.ok)
    return;
  gboolean is_one = expr->kind == AF_EXPR_INT && expr->value <= 1;
  for (guint i = 0; i < search->moduli->len; i++)
    if (af_expr_equal (g_ptr_array_index (search->moduli, i), expr))
      return;
  if (!is_one && search->moduli->len < MAX_MODULI && af_operators_is_integer (expr) && af_expr_is_pure (expr)
      && af_operators_visible (search->question->routine, search->question->location, expr))
    g_ptr_array_add (search->moduli, af_expr_ref (expr));
}

GPtrArray *af_operators_moduli (const AfQuestion *question)
{
  ModulusSearch search = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref) };
  for (guint i = 0; question->habits && i < question->habits->divisors->len; i++)
    note_modulus (&search, g_ptr_array_index (question->habits->divisors, i));
  return search.moduli;
}

/* --- masks at the location --- */

typedef struct {
  const AfQuestion *question;
  GPtrArray *masks;
} MaskSearch;

static gboolean visit_own_mask (AfExpr *node, gpointer data)
{
  MaskSearch *search = data;
  AfExpr *mask = node->kind == AF_EXPR_BINARY && node->op == AF_OP_BIT_AND ? node->args[1] : NULL;
  gboolean fits = mask && search->masks->len < MAX_OWN_MASKS && af_expr_is_pure (mask) && !mask->in_macro
                  && mask->kind != AF_EXPR_UNARY && !af_expr_is_constant (mask)
                  && af_operators_visible (search->question->routine, search->question->location, mask);
  for (guint i = 0; fits && i < search->masks->len; i++)
    fits = !af_expr_equal (g_ptr_array_index (search->masks, i), mask);
  if (fits)
    g_ptr_array_add (search->masks, af_expr_ref (mask));
  return TRUE;
}

GPtrArray *af_operators_own_masks (const AfQuestion *question)
{
  MaskSearch search = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref) };
  for (guint i = 0; i < question->routine->locations->len; i++) {
    AfExpr *expr = af_routine_location (question->routine, i)->expr;
    if (expr)
      af_expr_walk (expr, visit_own_mask, &search);
  }
  return search.masks;
}

/* --- sums and masks of the module --- */

/* @a can stand where @b is wanted. */
static gboolean suits (const AfType *a, const AfType *b)
{
  if (a == b)
    return TRUE;
  return a && b && a->kind == AF_TYPE_POINTER && b->kind == AF_TYPE_POINTER && a->target == b->target
         && (b->is_const || !a->is_const);
}

static gboolean collect_names (AfExpr *node, gpointer data)
{
  GPtrArray *names = data;
  if (node->kind == AF_EXPR_VAR && node->variable_id > 0)
    g_ptr_array_add (names, node);
  return TRUE;
}

/* Our variable of the same name and type, else the only one of its type. */
static AfExpr *ours (const AfQuestion *question, const AfExpr *name)
{
  const GPtrArray *variables = question->routine->variables;
  for (guint pass = 0; pass < 2; pass++) {
    g_autoptr (AfExpr) found = NULL;
    guint n = 0;
    for (guint i = 0; i < variables->len; i++) {
      const AfVariable *variable = g_ptr_array_index (variables, i);
      if (!variable->name || !variable->name[0] || !suits (variable->type, name->type)
          || (pass == 0 && g_strcmp0 (variable->name, name->name) != 0))
        continue;
      g_autoptr (AfExpr) here = af_expr_var (variable->type, variable->name, variable->id);
      if (!af_operators_visible (question->routine, question->location, here))
        continue;
      n++;
      g_clear_pointer (&found, af_expr_unref);
      found = g_steal_pointer (&here);
    }
    if (n == 1)
      return g_steal_pointer (&found);
  }
  return NULL;
}

/* @expr of another routine with our variables; null where one has none. */
AfExpr *af_operators_translated (const AfQuestion *question, AfExpr *expr)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  af_expr_walk (expr, collect_names, names);
  for (guint i = 0; i < names->len; i++) {
    AfExpr *here = ours (question, g_ptr_array_index (names, i));
    if (!here)
      return NULL;
    g_ptr_array_add (own, here);
  }
  return af_expr_substitute_all (expr, (AfExpr *const *)names->pdata, (AfExpr *const *)own->pdata, names->len);
}

typedef struct {
  GPtrArray *found;
  guint limit;
} Search;

static void note (Search *search, AfExpr *expr)
{
  for (guint i = 0; i < search->found->len; i++)
    if (af_expr_equal (g_ptr_array_index (search->found, i), expr))
      return;
  if (search->found->len < search->limit)
    g_ptr_array_add (search->found, af_expr_ref (expr));
}

static gboolean check_plain (AfExpr *node, gpointer data)
{
  gboolean *plain = data;
  *plain =
    *plain && !node->in_macro && node->kind != AF_EXPR_OTHER && node->kind != AF_EXPR_CAST && node->kind != AF_EXPR_INT;
  return *plain;
}

static gboolean visit_sum (AfExpr *node, gpointer data)
{
  Search *search = data;
  guint size = af_expr_size (node);
  gboolean plain = TRUE;
  if (node->kind != AF_EXPR_BINARY || (node->op != AF_OP_ADD && node->op != AF_OP_SUB) || size < MIN_SIZE
      || size > MAX_SIZE || !af_expr_is_pure (node))
    return TRUE;
  af_expr_walk (node, check_plain, &plain);
  if (plain)
    note (search, node);
  return TRUE;
}

/* Looked for once: the routine's own first. */
static GPtrArray *search_module (const AfModule *module, const AfRoutine *own,
                                 gboolean (*visit) (AfExpr *node, gpointer data), guint limit)
{
  Search search = { g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref), limit };
  for (guint pass = 0; pass < 2; pass++)
    for (guint r = 0; r < module->routines->len && search.found->len < limit; r++) {
      const AfRoutine *routine = g_ptr_array_index (module->routines, r);
      for (guint i = 2; (routine == own) == (pass == 0) && i < routine->locations->len; i++) {
        const AfLocation *location = g_ptr_array_index (routine->locations, i);
        if (location->expr && location->kind != AF_LOCATION_CHECK)
          af_expr_walk (location->expr, visit, &search);
      }
    }
  return search.found;
}

GPtrArray *af_operators_siblings (const AfQuestion *question, const AfType *type)
{
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  Search search = { values, MAX_SIBLINGS };
  for (guint i = 0; question->habits && i < question->habits->sums->len && values->len < MAX_SIBLINGS; i++) {
    AfExpr *sum = g_ptr_array_index (question->habits->sums, i);
    g_autoptr (AfExpr) value = suits (sum->type, type) ? af_operators_translated (question, sum) : NULL;
    if (value && !af_operators_warns (value))
      note (&search, value);
  }
  return values;
}

static gboolean visit_mask (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean masks = (node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN) && node->op == AF_OP_BIT_AND;
  AfExpr *mask = masks ? node->args[1] : NULL;
  if (mask && mask->kind == AF_EXPR_UNARY && mask->op == AF_OP_COMPL)
    mask = mask->args[0];
  if (mask && !mask->in_macro && !af_expr_is_constant (mask) && af_expr_is_pure (mask) && mask->kind != AF_EXPR_VAR)
    note (search, mask);
  return TRUE;
}

static gboolean visit_divisor (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_BINARY && node->op == AF_OP_MOD)
    note (data, node->args[1]);
  return TRUE;
}

AfHabits *af_habits_new (const AfModule *module, const AfRoutine *routine)
{
  AfHabits *habits = g_new0 (AfHabits, 1);
  habits->sums = search_module (module, routine, visit_sum, MAX_SUMS);
  habits->masks = search_module (module, routine, visit_mask, MAX_MASKS);
  habits->divisors = search_module (module, routine, visit_divisor, G_MAXUINT);
  habits->counters = af_operators_counters (module, routine);
  return habits;
}

void af_habits_free (AfHabits *habits)
{
  if (!habits)
    return;
  g_ptr_array_unref (habits->sums);
  g_ptr_array_unref (habits->masks);
  g_ptr_array_unref (habits->divisors);
  g_hash_table_unref (habits->counters);
  g_free (habits);
}
