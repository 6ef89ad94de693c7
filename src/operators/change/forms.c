/* Other forms of one expression: wrap-around, arithmetic that cannot overflow, a missing or superfluous operand. Beyond
 * the paper.
 *
 * In:  a location.  Out: the location's expression with one sub-expression in another form:
 *
 *     i + 1            (i + 1) % n         where n is a modulus or an array length of the module
 *     (a + b) / 2      a + (b - a) / 2
 *     a + b <= c       a <= c - b          likewise a * b <= c as a <= c / b
 *     return a - b     return (a > b) - (a < b)
 *     a * b            (long long)a * b    in int; (double)a / b in a floating context
 *     a && b           a, and b
 *     a - b            b - a
 *     memcmp (p, q, n) memcmp (p, q, n * sizeof *p)
 *     e++, e += x      e--, e -= x
 *     a[n--]           a[--n]
 *     x                (unsigned char)x    where x is a char */
#include "operators/operators.h"

enum { MAX_MODULI = 3 };

typedef struct {
  const AfQuestion *question;
  GPtrArray *actions;
  GPtrArray *moduli; /* of AfExpr: known at the location */
} Forms;

static void add (Forms *f, const AfOccurrence *o, AfRule rule, AfExpr *value)
{
  if (af_expr_equal (value, o->node) || af_operators_warns (value))
    return;
  g_autoptr (AfExpr) parent = o->parent ? af_expr_substitute (o->parent, o->node, value) : NULL;
  if (!parent || !af_operators_warns (parent))
    g_ptr_array_add (f->actions, af_rule_action (AF_ACTION_REPLACE, rule, o->node, value, o->node->range));
}

/* --- wrap-around --- */

typedef struct {
  const AfQuestion *question;
  GPtrArray *moduli;
} Search;

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

static void note_modulus (Search *search, AfExpr *expr)
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

static gboolean visit_modulus (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_BINARY && node->op == AF_OP_MOD)
    note_modulus (data, node->args[1]);
  return TRUE;
}

GPtrArray *af_operators_moduli (const AfQuestion *question)
{
  Search search = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref) };
  for (guint pass = 0; pass < 2; pass++)
    for (guint r = 0; r < question->module->routines->len; r++) {
      const AfRoutine *routine = g_ptr_array_index (question->module->routines, r);
      if ((routine == question->routine) != (pass == 0))
        continue;
      for (guint i = 0; i < routine->locations->len; i++) {
        AfExpr *expr = af_routine_location (routine, i)->expr;
        if (expr)
          af_expr_walk (expr, visit_modulus, &search);
      }
    }
  return search.moduli;
}

static void wrap_around (Forms *f, const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  gboolean is_place = !parent ? f->question->location->kind == AF_LOCATION_RETURN
                                  || f->question->location->kind == AF_LOCATION_DECLARATION
                              : (parent->kind == AF_EXPR_INDEX && o->index == 1)
                                  || (parent->kind == AF_EXPR_ASSIGN && o->index == 1 && parent->op == AF_OP_NONE);
  if (!is_place || !af_operators_is_integer (o->node) || af_expr_is_constant (o->node) || !af_expr_is_pure (o->node))
    return;
  for (guint i = 0; i < f->moduli->len; i++) {
    AfExpr *modulus = g_ptr_array_index (f->moduli, i);
    gboolean subtracts = o->node->kind == AF_EXPR_BINARY && o->node->op == AF_OP_SUB;
    g_autoptr (AfExpr) lifted = subtracts ? af_expr_binary (AF_OP_ADD, o->node, modulus) : af_expr_ref (o->node);
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_MOD, lifted, modulus);
    if (!af_expr_equal (o->node, modulus))
      add (f, o, AF_RULE_WRAP, value);
  }
}

/* --- arithmetic that cannot overflow --- */

static gboolean is_number (const AfExpr *expr, gint64 value)
{
  return expr->kind == AF_EXPR_INT && expr->value == value;
}

static void middle (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node, *sum = node->n_args ? node->args[0] : NULL;
  if (node->kind != AF_EXPR_BINARY
      || !((node->op == AF_OP_DIV && is_number (node->args[1], 2))
           || (node->op == AF_OP_SHR && is_number (node->args[1], 1)))
      || sum->kind != AF_EXPR_BINARY || sum->op != AF_OP_ADD)
    return;
  g_autoptr (AfExpr) distance = af_expr_binary (AF_OP_SUB, sum->args[1], sum->args[0]);
  g_autoptr (AfExpr) half = af_expr_binary (node->op, distance, node->args[1]);
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_ADD, sum->args[0], half);
  add (f, o, AF_RULE_SAFE_FORM, value);
}

static gboolean is_comparison (const AfExpr *node)
{
  return node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_GE;
}

/* The operand goes to the other side: nothing is added or multiplied beyond the bound. */
static void bound (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (!is_comparison (node))
    return;
  for (guint side = 0; side < 2; side++) {
    const AfExpr *term = node->args[side];
    if (term->kind != AF_EXPR_BINARY || (term->op != AF_OP_ADD && term->op != AF_OP_SUB && term->op != AF_OP_MUL)
        || !af_operators_is_integer (term))
      continue;
    for (guint stays = 0; stays < (term->op == AF_OP_SUB ? 1u : 2u); stays++) {
      AfOp inverse = term->op == AF_OP_ADD ? AF_OP_SUB : term->op == AF_OP_SUB ? AF_OP_ADD : AF_OP_DIV;
      g_autoptr (AfExpr) other = af_expr_binary (inverse, node->args[1 - side], term->args[1 - stays]);
      g_autoptr (AfExpr) value = side == 0 ? af_expr_binary (node->op, term->args[stays], other)
                                           : af_expr_binary (node->op, other, term->args[stays]);
      add (f, o, AF_RULE_SAFE_FORM, value);
    }
  }
}

/* `return a - b` as the sign of a comparison. */
static void compare (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (o->parent || f->question->location->kind != AF_LOCATION_RETURN || node->kind != AF_EXPR_BINARY
      || node->op != AF_OP_SUB || !af_operators_is_integer (node))
    return;
  g_autoptr (AfExpr) more = af_expr_binary (AF_OP_GT, node->args[0], node->args[1]);
  g_autoptr (AfExpr) less = af_expr_binary (AF_OP_LT, node->args[0], node->args[1]);
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_SUB, more, less);
  add (f, o, AF_RULE_SAFE_FORM, value);
}

/* @arg converted; the type goes by its name, as the module need not know it otherwise. */
static AfExpr *converted (AfExpr *arg, const char *type)
{
  AfExpr *cast = af_expr_new (AF_EXPR_CAST, arg->type, type, &arg, 1);
  cast->is_pure = TRUE;
  af_expr_finish (cast);
  return cast;
}

static void widen (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean is_term = node->kind == AF_EXPR_BINARY
                     && (node->op == AF_OP_ADD || node->op == AF_OP_SUB || node->op == AF_OP_MUL
                         || node->op == AF_OP_DIV || node->op == AF_OP_SHL);
  if (!is_term || !af_operators_is_integer (node) || node->type->bits > 32 || af_expr_is_constant (node)
      || !af_operators_is_integer (node->args[0]))
    return;
  g_autoptr (AfExpr) wide = converted (node->args[0], node->op == AF_OP_DIV   ? "double"
                                                      : node->type->is_signed ? "long long"
                                                                              : "unsigned long long");
  g_autoptr (AfExpr) value = af_expr_binary (node->op, wide, node->args[1]);
  add (f, o, AF_RULE_CONVERT, value);
}

static void unsign (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (!node->type || node->type->kind != AF_TYPE_INT || !node->type->is_char || !node->type->is_signed || o->is_target
      || af_expr_is_constant (node) || (o->parent && o->parent->kind == AF_EXPR_CAST))
    return;
  g_autoptr (AfExpr) value = converted (o->node, "unsigned char");
  add (f, o, AF_RULE_CONVERT, value);
}

/* --- operands and operators --- */

static void drop_operand (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean is_logic = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR);
  gboolean is_sum =
    node->kind == AF_EXPR_BINARY && (node->op == AF_OP_ADD || node->op == AF_OP_SUB) && af_operators_is_integer (node);
  if (!is_logic && !is_sum)
    return;
  if (!af_operators_is_last_use (f->question, node->args[1]))
    add (f, o, AF_RULE_DROP_OPERAND, node->args[0]);
  if (is_logic && !af_operators_is_last_use (f->question, node->args[0]))
    add (f, o, AF_RULE_DROP_OPERAND, node->args[1]);
}

/* `a - b` by `b - a`; comparisons have their own rule. */
static void swap_operands (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY
      || (node->op != AF_OP_SUB && node->op != AF_OP_DIV && node->op != AF_OP_MOD && node->op != AF_OP_SHL)
      || node->args[0]->type != node->args[1]->type || af_expr_is_constant (node->args[1]))
    return;
  g_autoptr (AfExpr) value = af_expr_binary (node->op, node->args[1], node->args[0]);
  add (f, o, AF_RULE_SWAP_OPERANDS, value);
}

/* A number of elements where bytes are counted: `n * sizeof *p` beside an argument p, and back. */
static void scale (Forms *f, const AfOccurrence *o)
{
  const AfExpr *call = o->parent;
  if (!call || call->kind != AF_EXPR_CALL || !af_operators_is_integer (o->node) || af_expr_is_constant (o->node)
      || af_module_routine (f->question->module, call->name))
    return;
  for (guint i = 0; i < call->n_args; i++) {
    const AfExpr *pointer = call->args[i];
    const AfType *target = pointer->type && pointer->type->kind == AF_TYPE_POINTER ? pointer->type->target : NULL;
    if (i == o->index || !target || target->is_char || target->kind == AF_TYPE_VOID || target->kind == AF_TYPE_FUNCTION
        || pointer->kind == AF_EXPR_CAST || !af_expr_is_pure ((AfExpr *)pointer))
      continue;
    g_autofree char *text =
      g_strdup_printf (af_expr_precedence (pointer) >= 14 ? "sizeof *%s" : "sizeof *(%s)", pointer->text);
    g_autoptr (AfExpr) size = af_expr_new (AF_EXPR_INT, o->node->type, text, NULL, 0);
    size->is_pure = TRUE;
    af_expr_finish (size);
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_MUL, o->node, size);
    add (f, o, AF_RULE_SCALE, value);
    return;
  }
}

/* e++ by e--, += by -=, = by +=, and back. */
static void change_update (Forms *f, const AfOccurrence *o)
{
  static const AfOp others[][2] = { { AF_OP_ADD, AF_OP_SUB },        { AF_OP_SUB, AF_OP_ADD },
                                    { AF_OP_MUL, AF_OP_DIV },        { AF_OP_DIV, AF_OP_MUL },
                                    { AF_OP_BIT_AND, AF_OP_BIT_OR }, { AF_OP_BIT_OR, AF_OP_BIT_AND },
                                    { AF_OP_BIT_OR, AF_OP_BIT_XOR }, { AF_OP_BIT_XOR, AF_OP_BIT_OR },
                                    { AF_OP_SHL, AF_OP_SHR },        { AF_OP_SHR, AF_OP_SHL },
                                    { AF_OP_ADD, AF_OP_NONE },       { AF_OP_SUB, AF_OP_NONE },
                                    { AF_OP_BIT_OR, AF_OP_NONE },    { AF_OP_NONE, AF_OP_ADD },
                                    { AF_OP_NONE, AF_OP_SUB },       { AF_OP_NONE, AF_OP_BIT_OR } };
  const AfExpr *node = o->node;
  gboolean assigns =
    node->kind == AF_EXPR_ASSIGN && af_operators_is_integer (node->args[0]) && af_operators_is_integer (node->args[1]);
  if (o->parent || (!assigns && node->kind != AF_EXPR_STEP))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    if (others[i][0] != node->op || (others[i][1] == AF_OP_NONE && node->kind == AF_EXPR_STEP))
      continue;
    g_autoptr (AfExpr) value = af_expr_new (node->kind, node->type, NULL, node->args, node->n_args);
    value->op = others[i][1];
    value->is_prefix = node->is_prefix;
    af_expr_finish (value);
    add (f, o, AF_RULE_CHANGE_UPDATE, value);
  }
}

/* `a[n--]` by `a[--n]`, and back: the value before or after the step. */
static void turn_step (Forms *f, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_STEP || !o->parent)
    return;
  g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_STEP, node->type, NULL, node->args, node->n_args);
  value->op = node->op;
  value->is_prefix = !node->is_prefix;
  af_expr_finish (value);
  add (f, o, AF_RULE_TURN_STEP, value);
}

/* Operators on bits, and shifts. */
static void change_bits (Forms *f, const AfOccurrence *o)
{
  static const AfOp others[][2] = { { AF_OP_BIT_AND, AF_OP_BIT_OR },  { AF_OP_BIT_OR, AF_OP_BIT_AND },
                                    { AF_OP_BIT_OR, AF_OP_BIT_XOR },  { AF_OP_BIT_XOR, AF_OP_BIT_OR },
                                    { AF_OP_BIT_XOR, AF_OP_BIT_AND }, { AF_OP_BIT_AND, AF_OP_BIT_XOR },
                                    { AF_OP_SHL, AF_OP_SHR },         { AF_OP_SHR, AF_OP_SHL } };
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    if (others[i][0] != node->op)
      continue;
    g_autoptr (AfExpr) value = af_expr_binary (others[i][1], node->args[0], node->args[1]);
    add (f, o, AF_RULE_CHANGE_BITS, value);
  }
  if (node->op != AF_OP_BIT_AND)
    return;
  /* `a & b` by `a & ~b`, and back */
  gboolean has = node->args[1]->kind == AF_EXPR_UNARY && node->args[1]->op == AF_OP_COMPL;
  g_autoptr (AfExpr) mask = has ? af_expr_ref (node->args[1]->args[0]) : af_expr_unary (AF_OP_COMPL, node->args[1]);
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_BIT_AND, node->args[0], mask);
  add (f, o, AF_RULE_CHANGE_BITS, value);
}

GPtrArray *af_forms_of (const AfQuestion *question)
{
  static void (*const forms[]) (Forms *, const AfOccurrence *) = { middle,      bound,         compare, wrap_around,
                                                                   turn_step,   widen,         unsign,  change_update,
                                                                   change_bits, swap_operands, scale,   drop_operand };
  Forms f = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free), NULL };
  if (question->location->kind == AF_LOCATION_EXIT)
    return f.actions;
  f.moduli = af_operators_moduli (question);
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  for (guint c = 0; c < G_N_ELEMENTS (forms); c++)
    for (guint i = 0; i < occurrences->len; i++) {
      const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
      if (!o->is_target)
        forms[c](&f, o);
    }
  g_ptr_array_unref (f.moduli);
  return f.actions;
}
