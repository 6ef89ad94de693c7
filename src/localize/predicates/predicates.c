/* B and P: the predicates that may tell failing states from passing ones (AutoFix, section 3.3).
 *
 * In:  E+, the traced expressions.
 * Out: B, one row of predicates.def after the other, and the implications that make it P.  Of a predicate and its
 *      complement only one is made, since a snapshot has a value; so is only one of `a < b` and `b > a`.
 *
 * Comparisons are typed: none of constants with each other, none that the type decides (unsigned < 0), none that mixes
 * signedness, where C compares something else than the numbers (and compilers warn), none of variables that
 * are never visible together, and enumerations are only tested for equality, with their own kind, their own constants
 * and 0.
 *
 * Example: the integers `index`, 0 and 1 give index == 0, index < 0, index <= 0, and the same with 1. */
#include <string.h>

#include "localize/localize-internal.h"

typedef struct {
  const AfModule *module;
  const AfFault *fault;
  GPtrArray *expressions; /* of AfExpr: E+ and 0 */
  GPtrArray *scopes;      /* of guint8 array, parallel: per location, whether it is in scope; null: not known */
  GHashTable *keys;       /* set of af_predicate_key */
  GPtrArray *predicates;  /* of AfPredicate */
} AfBuilder;

typedef void (*AfShapeFunc) (AfBuilder *builder, const char *origin);

/* "<" and its operands for every order, "=" for equality; the complement has the same. */
static char *comparison_key (const AfExpr *expr)
{
  const char *a = expr->args[0]->text, *b = expr->args[1]->text;
  if (expr->op == AF_OP_EQ || expr->op == AF_OP_NE)
    return strcmp (a, b) < 0 ? g_strconcat ("= ", a, " , ", b, NULL) : g_strconcat ("= ", b, " , ", a, NULL);
  return expr->op == AF_OP_LT || expr->op == AF_OP_GE ? g_strconcat ("< ", a, " , ", b, NULL)
                                                      : g_strconcat ("< ", b, " , ", a, NULL);
}

char *af_predicate_key (AfExpr *expr)
{
  while (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT)
    expr = expr->args[0];
  if (expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE && !af_expr_is_float (expr->args[0])
      && !af_expr_is_float (expr->args[1]))
    return comparison_key (expr);
  return g_strdup (expr->text);
}

static void add (AfBuilder *builder, AfExpr *expr, const char *origin)
{
  /* `(1 | 512) >= 0` holds in every state, or in none: it tells nothing apart, and as a guard it guards nothing. */
  if (af_expr_is_constant (expr))
    return;
  char *key = af_predicate_key (expr);
  if (g_hash_table_add (builder->keys, key))
    g_ptr_array_add (builder->predicates, af_predicate_new (builder->predicates->len, expr, origin));
}

static void add_comparison (AfBuilder *builder, AfOp op, AfExpr *left, AfExpr *right, const char *origin)
{
  g_autoptr (AfExpr) comparison = af_expr_binary (op, left, right);
  add (builder, comparison, origin);
}

/* --- which operands go together --- */

static gboolean is_pointer (const AfExpr *expr)
{
  return expr->type != NULL && expr->type->kind == AF_TYPE_POINTER && expr->kind != AF_EXPR_NULL;
}

static gboolean is_integer (const AfExpr *expr)
{
  if (af_expr_is_boolean (expr))
    return FALSE;
  return expr->type == NULL || af_type_is_integer (expr->type);
}

static gboolean is_enum (const AfExpr *expr)
{
  return expr->type != NULL && expr->type->kind == AF_TYPE_ENUM;
}

/* No negative value exists, by its type. */
static gboolean has_no_sign (const AfExpr *expr)
{
  return expr->type != NULL && !expr->type->is_signed;
}

/* Unsigned after promotion: a narrower type becomes int. */
static gboolean stays_unsigned (const AfExpr *expr)
{
  return has_no_sign (expr) && expr->type->bits >= 32;
}

/* The operators that say something about @e and the constant @k, as bits of 1 << op. */
static guint useful_with_constant (const AfExpr *e, gint64 k)
{
  guint eq = 1u << AF_OP_EQ, all = eq | 1u << AF_OP_LT | 1u << AF_OP_LE;
  if (e->type == NULL)
    return all;
  gint64 min = af_type_min (e->type), max = af_type_max (e->type);
  if (k < min || k > max)
    return 0;
  if (is_enum (e) || min == max)
    return eq;
  if (k == min || k == max)
    return eq;
  return all;
}

static gboolean is_enumerator_of (const AfExpr *constant, const AfType *type)
{
  for (guint i = 0; constant->name && type && type->enumerators && i < type->enumerators->len; i++)
    if (g_str_equal (type->enumerators->pdata[i], constant->name))
      return TRUE;
  return FALSE;
}

/* Whether @constant is one of an enumeration that values here have; `enum { SIZE = 16 };` only names a number. */
static gboolean is_enumerator (const AfBuilder *builder, const AfExpr *constant)
{
  for (guint i = 0; constant->name && i < builder->expressions->len; i++) {
    const AfExpr *expr = builder->expressions->pdata[i];
    if (is_enum (expr) && expr->kind != AF_EXPR_INT && is_enumerator_of (constant, expr->type))
      return TRUE;
  }
  return FALSE;
}

/* Without order: an enumeration has its own constants and 0, a number is at most equal to one of an enumeration. */
static gboolean is_symbolic (const AfBuilder *builder, const AfExpr *e, const AfExpr *constant, gboolean *is_foreign)
{
  gboolean is_own = is_enum (e) && is_enumerator_of (constant, e->type);
  *is_foreign = is_enum (e) && !is_own && constant->value != 0;
  return is_enum (e) || is_enumerator (builder, constant);
}

/* '\0' and the like: a number by its type, and a character to its reader. */
static gboolean is_character (const AfExpr *constant)
{
  return constant->kind == AF_EXPR_INT && constant->text[0] == '\'';
}

static guint useful_operators (const AfBuilder *builder, const AfExpr *a, const AfExpr *b)
{
  if (b->kind == AF_EXPR_INT) {
    gboolean is_foreign, is_count = a->type && a->type->kind == AF_TYPE_INT && !a->type->is_char;
    if (b->value == 0 && is_character (b) && is_count) /* nobody writes count != '\0', and 0 says the same */
      return 0;
    guint few = is_symbolic (builder, a, b, &is_foreign) ? 1u << AF_OP_EQ : ~0u;
    return is_foreign ? 0 : useful_with_constant (a, b->value) & few;
  }
  if (stays_unsigned (a) != stays_unsigned (b) && !has_no_sign (stays_unsigned (a) ? b : a))
    return 0;
  if (is_enum (a) || is_enum (b))
    return a->type == b->type ? 1u << AF_OP_EQ : 0;
  return 1u << AF_OP_EQ | 1u << AF_OP_LT | 1u << AF_OP_LE;
}

static guint8 *scope_of (const AfRoutine *routine, AfExpr *expr)
{
  guint8 *scope = g_new0 (guint8, routine->locations->len);
  for (guint i = 0; i < routine->locations->len; i++)
    scope[i] = (guint8)af_location_in_scope (af_routine_location (routine, i), expr);
  return scope;
}

static gboolean seen_together (const AfBuilder *builder, guint i, guint k)
{
  const guint8 *a = builder->scopes->pdata[i], *b = builder->scopes->pdata[k];
  for (guint l = 0; l < builder->fault->routine->locations->len; l++)
    if (a[l] && b[l])
      return TRUE;
  return FALSE;
}

/* --- the rows of predicates.def --- */

static void shape_boolean (AfBuilder *builder, const char *origin)
{
  for (guint i = 0; i < builder->expressions->len; i++) {
    AfExpr *expr = builder->expressions->pdata[i];
    if (af_expr_is_boolean (expr))
      add (builder, expr, origin);
  }
}

/* Never null where it has a value: `p + 1`, `&p->next`. */
static gboolean is_never_null (const AfExpr *pointer)
{
  return pointer->kind == AF_EXPR_BINARY || pointer->kind == AF_EXPR_ADDRESS;
}

static const AfExpr *base_of (const AfExpr *pointer)
{
  gboolean is_near = pointer->kind == AF_EXPR_BINARY && pointer->args[1]->kind == AF_EXPR_INT;
  return is_near && is_pointer (pointer->args[0]) ? pointer->args[0] : pointer;
}

static void shape_null (AfBuilder *builder, const char *origin)
{
  for (guint i = 0; i < builder->expressions->len; i++) {
    AfExpr *expr = builder->expressions->pdata[i];
    if (!is_pointer (expr) || is_never_null (expr))
      continue;
    g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, expr->type, NULL, NULL, 0);
    add_comparison (builder, AF_OP_EQ, expr, null, origin);
  }
}

static void shape_pointer (AfBuilder *builder, const char *origin)
{
  for (guint i = 0; i < builder->expressions->len; i++) {
    AfExpr *a = builder->expressions->pdata[i];
    for (guint k = i + 1; is_pointer (a) && k < builder->expressions->len; k++) {
      AfExpr *b = builder->expressions->pdata[k];
      if (is_pointer (b) && a->type->target == b->type->target && seen_together (builder, i, k)
          && !af_expr_equal (base_of (a), base_of (b))) /* `p == p + 1` holds in no state */
        add_comparison (builder, AF_OP_EQ, a, b, origin);
    }
  }
}

static void add_integer_pair (AfBuilder *builder, AfExpr *a, AfExpr *b, const char *origin)
{
  static const AfOp operators[] = { AF_OP_EQ, AF_OP_LT, AF_OP_LE };
  guint useful = useful_operators (builder, a, b);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (useful & 1u << operators[i])
      add_comparison (builder, operators[i], a, b, origin);
}

static void shape_integer (AfBuilder *builder, const char *origin)
{
  for (guint i = 0; i < builder->expressions->len; i++) {
    AfExpr *a = builder->expressions->pdata[i];
    if (!is_integer (a) || a->kind == AF_EXPR_INT)
      continue;
    for (guint k = 0; k < builder->expressions->len; k++) {
      AfExpr *b = builder->expressions->pdata[k];
      gboolean later = k > i || b->kind == AF_EXPR_INT;
      if (later && is_integer (b) && seen_together (builder, i, k))
        add_integer_pair (builder, a, b, origin);
    }
  }
}

static void shape_float (AfBuilder *builder, const char *origin)
{
  for (guint i = 0; i < builder->expressions->len; i++) {
    AfExpr *a = builder->expressions->pdata[i];
    for (guint k = 0; af_expr_is_float (a) && k < builder->expressions->len; k++) {
      AfExpr *b = builder->expressions->pdata[k];
      gboolean is_zero = b->kind == AF_EXPR_INT && b->value == 0 && !is_character (b);
      if (!(k > i && af_expr_is_float (b) && seen_together (builder, i, k)) && !is_zero)
        continue;
      add_comparison (builder, AF_OP_LT, a, b, origin);
      add_comparison (builder, AF_OP_LE, a, b, origin);
    }
  }
}

static void shape_implication (AfBuilder *builder, const char *origin)
{
  g_autoptr (GPtrArray) implications = af_implications (builder->module, builder->fault, builder->expressions, NULL);
  for (guint i = 0; i < implications->len; i++)
    add (builder, implications->pdata[i], origin);
}

static const struct {
  const char *name;
  int extension;
  AfShapeFunc make;
} shapes[] = {
#define AF_SHAPE_OF_PAPER (-1)
#define AF_PREDICATE_SHAPE(name, extension, meaning) { #name, extension, shape_##name },
#include "localize/predicates/predicates.def"
#undef AF_PREDICATE_SHAPE
};

/* --- the whole --- */

static gboolean has_zero (const GPtrArray *expressions)
{
  for (guint i = 0; i < expressions->len; i++) {
    const AfExpr *expr = expressions->pdata[i];
    if (expr->kind == AF_EXPR_INT && expr->value == 0 && !is_character (expr))
      return TRUE;
  }
  return FALSE;
}

/* An int type of the module, for 0; null in hand-made modules without one. */
static AfType *plain_int (const AfModule *module)
{
  for (guint i = 0; i < module->types->len; i++) {
    AfType *type = module->types->pdata[i];
    if (type->kind == AF_TYPE_INT && g_strcmp0 (type->spelling, "int") == 0)
      return type;
  }
  return NULL;
}

GPtrArray *af_localize_predicates (const AfModule *module, const AfFault *fault, const GPtrArray *expressions,
                                   const AfLocalizeOptions *options)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) scopes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) aside = af_localize_aside (module, fault);
  for (guint i = 0; i < expressions->len; i++)
    if (!g_hash_table_contains (aside, ((AfExpr *)expressions->pdata[i])->text))
      g_ptr_array_add (operands, af_expr_ref (expressions->pdata[i]));
  if (!has_zero (expressions))
    g_ptr_array_add (operands, af_expr_int (plain_int (module), 0));
  for (guint i = 0; i < operands->len; i++)
    g_ptr_array_add (scopes, scope_of (fault->routine, operands->pdata[i]));

  GPtrArray *predicates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_predicate_free);
  AfBuilder builder = { module, fault, operands, scopes, keys, predicates };
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (shapes[i].extension < 0 || (options->extensions & 1u << shapes[i].extension))
      shapes[i].make (&builder, shapes[i].name);
  return predicates;
}
