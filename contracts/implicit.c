/* Implicit contracts: what C itself demands at an expression.  A row of implicit.def is a finder here and a guard of
 * the weaver.
 *
 * In:  the expressions at a routine's locations.
 * Out: clauses by the rows of implicit.def.  Each has the expression that could break it as `subject`, which is what
 * the weaver guards.  `s->items[i] = x / d` gives
 *
 *          null    s != NULL              null    s->items != NULL        arith   d != 0
 *          heap    READABLE (s, 1)        heap    READABLE (s->items + i, 1)
 *
 * A clause speaks of values before the expression is evaluated: for `out[--i]` it is `0 <= i - 1`.  Clauses of
 * calls are in arguments.c. */
#include "contracts/implicit-internal.h"

static const AfImplicitRow rows[] = {
#define AF_IMPLICIT(name, kind, finder, guard, title, where, contract)                                                 \
  [IMPLICIT_##name] = { #name, kind, guard, title, where, contract },
#include "contracts/implicit.def"
#undef AF_IMPLICIT
};

static void (*const finders[]) (AfWalk *walk, AfExpr *node, AfRole role) = {
#define AF_IMPLICIT(name, kind, finder, ...) [IMPLICIT_##name] = af_find_##finder,
#include "contracts/implicit.def"
#undef AF_IMPLICIT
};

const AfImplicitRow *af_contracts_implicit (guint i)
{
  return i < N_IMPLICIT ? &rows[i] : NULL;
}

void af_implicit_add (AfWalk *walk, AfImplicit row, AfExpr *subject, AfExpr *expr, AfRange range)
{
  const char *which = af_range_is_none (subject->range) ? subject->text : ""; /* of those in a macro's body */
  g_autofree char *key =
    g_strdup_printf ("%d:%d:%u:%u:%s:%s", row, range.file, range.start, range.end, expr->text, which);

  if (!g_hash_table_add (walk->seen, g_steal_pointer (&key)))
    return;
  AfClause *clause = af_clause_new (rows[row].kind, expr, (int)walk->routine->id, (int)walk->location->id, range);
  clause->subject = af_expr_ref (subject);
  clause->row = &rows[row];
  af_module_add_clause (walk->module, clause);
}

void af_implicit_add_at (AfWalk *walk, AfImplicit row, AfExpr *subject, AfExpr *expr)
{
  af_implicit_add (walk, row, subject, expr, af_range_is_none (subject->range) ? walk->expansion : subject->range);
}

static gboolean is_constant (const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL)
    return TRUE;
  if (expr->kind != AF_EXPR_BINARY && expr->kind != AF_EXPR_UNARY && expr->kind != AF_EXPR_CAST
      && expr->kind != AF_EXPR_CONDITIONAL)
    return FALSE;
  for (guint i = 0; i < expr->n_args; i++)
    if (!is_constant (expr->args[i]))
      return FALSE;
  return expr->n_args > 0;
}

AfExpr *af_implicit_readable (AfModule *module, AfExprKind kind, AfExpr *pointer, AfExpr *count)
{
  AfExpr *args[] = { pointer, count };

  return af_expr_new (kind, af_module_bool_type (module), NULL, args, 2);
}

static void add_null (AfWalk *walk, AfExpr *subject, AfExpr *pointer)
{
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, pointer->type, NULL, NULL, 0);
  g_autoptr (AfExpr) expr = af_expr_binary (AF_OP_NE, pointer, null);

  af_implicit_add_at (walk, IMPLICIT_NULL_POINTER, subject, expr);
}

static void add_heap (AfWalk *walk, AfImplicit row, AfExpr *subject, AfExpr *pointer)
{
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (walk->module), 1);
  g_autoptr (AfExpr) expr = af_implicit_readable (walk->module, AF_EXPR_READABLE, pointer, one);

  af_implicit_add_at (walk, row, subject, expr);
}

void af_find_pointer (AfWalk *walk, AfExpr *subject, AfRole role)
{
  if (role != AF_ROLE_VALUE || !(subject->kind == AF_EXPR_DEREF || (subject->kind == AF_EXPR_FIELD && subject->arrow)))
    return;
  g_autoptr (AfExpr) pointer = af_effect_before (subject->args[0]);
  if (!af_type_is_pointer (subject->args[0]->type) || !af_type_has_size (subject->args[0]->type->target)
      || subject->args[0]->kind == AF_EXPR_ADDRESS)
    return;
  add_null (walk, subject, pointer);
  add_heap (walk, IMPLICIT_LIVE, subject, pointer);
}

static void visit_element (AfWalk *walk, AfExpr *subject, gboolean of_pointer)
{
  g_autoptr (AfExpr) base = af_effect_before (subject->args[0]);
  g_autoptr (AfExpr) index = af_effect_before (subject->args[1]);
  AfType *type = subject->args[0]->type;

  if (!af_type_is_number (subject->args[1]->type) || !af_type_has_size (type->target))
    return;
  g_autoptr (AfExpr) element = af_expr_new (AF_EXPR_BINARY, type, NULL, (AfExpr *[]){ base, index }, 2);
  element->op = AF_OP_ADD;
  af_expr_finish (element);
  if (of_pointer)
    add_null (walk, subject, base);
  add_heap (walk, IMPLICIT_ELEMENT, subject, element);
}

/* A number that must lie between 0 and a limit. */
typedef struct {
  AfImplicit low, high; /* rows */
  AfExpr *value, *limit;
  gboolean takes_limit; /* it may be the limit itself */
} AfBounds;

static void add_bounds (AfWalk *walk, AfExpr *subject, AfBounds bounds)
{
  const AfType *given = bounds.value->type;
  g_autoptr (AfExpr) index = af_effect_before (bounds.value);
  AfType *type = given->kind == AF_TYPE_INT ? bounds.value->type : af_module_int_type (walk->module);

  if (given->is_signed) {
    g_autoptr (AfExpr) zero = af_expr_int (type, 0);
    g_autoptr (AfExpr) lowest = af_expr_binary (AF_OP_LE, zero, index);
    af_implicit_add_at (walk, bounds.low, subject, lowest);
  }
  g_autoptr (AfExpr) highest = af_expr_binary (bounds.takes_limit ? AF_OP_LE : AF_OP_LT, index, bounds.limit);
  af_implicit_add_at (walk, bounds.high, subject, highest);
}

static void add_index_bounds (AfWalk *walk, AfExpr *subject, AfExpr *length, AfRole role)
{
  add_bounds (walk, subject,
              (AfBounds){ IMPLICIT_LOW, IMPLICIT_HIGH, subject->args[1], length, role == AF_ROLE_ADDRESS });
}

/* A record that ends in an array of no or one element is allocated with room for more. */
static gboolean is_flexible (const AfExpr *array)
{
  return array->type->length < 0 || (array->type->length <= 1 && array->kind == AF_EXPR_FIELD);
}

/* A local array whose length is computed: what it is says sizeof.  A parameter is a pointer. */
static gboolean is_variable_length (const AfWalk *walk, const AfExpr *array)
{
  return array->type->kind == AF_TYPE_ARRAY && array->type->length < 0 && array->kind == AF_EXPR_VAR
         && array->variable_id > walk->routine->n_params;
}

static void visit_variable_length (AfWalk *walk, AfExpr *subject, AfRole role)
{
  AfExpr *array = subject->args[0];
  g_autofree char *text = g_strdup_printf ("(int)(sizeof %s / sizeof *%s)", array->name, array->name);
  g_autoptr (AfExpr) length = af_expr_new (AF_EXPR_OTHER, af_module_int_type (walk->module), text, &array, 1);

  length->is_pure = TRUE;
  add_index_bounds (walk, subject, length, role);
}

void af_find_index (AfWalk *walk, AfExpr *subject, AfRole role)
{
  if (subject->kind != AF_EXPR_INDEX)
    return;
  AfExpr *array = subject->args[0], *index = subject->args[1];
  if (!array->type || !af_type_is_number (index->type))
    return;
  if (is_variable_length (walk, array)) {
    visit_variable_length (walk, subject, role);
    return;
  }
  if (af_type_is_pointer (array->type) && role == AF_ROLE_VALUE)
    visit_element (walk, subject, TRUE);
  else if (array->type->kind == AF_TYPE_ARRAY && is_flexible (array) && role == AF_ROLE_VALUE)
    visit_element (walk, subject, FALSE);
  else if (array->type->kind == AF_TYPE_ARRAY && !is_flexible (array)) {
    gint64 last = array->type->length - (role == AF_ROLE_ADDRESS ? 0 : 1);
    g_autoptr (AfExpr) length = af_expr_int (
      index->type->kind == AF_TYPE_INT ? index->type : af_module_int_type (walk->module), array->type->length);
    if (!is_constant (index) || index->kind != AF_EXPR_INT || index->value < 0 || index->value > last)
      add_index_bounds (walk, subject, length, role);
  }
}

/* Whether a and b are computed with as signed numbers of int's width or more. */
static gboolean is_signed_arithmetic (const AfType *a, const AfType *b)
{
  if (!af_type_is_number (a) || !af_type_is_number (b))
    return FALSE;
  guint bits = MAX (32, MAX (a->bits, b->bits));
  return bits <= 64 && (a->is_signed || a->bits < bits) && (b->is_signed || b->bits < bits);
}

/* Also an element of a vector, which the front end knows no more of than its text. */
static gboolean has_no_address (const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_OTHER)
    return TRUE;
  const AfType *record = expr->kind == AF_EXPR_FIELD ? expr->args[0]->type : NULL;
  const AfField *field;

  if (record && expr->arrow)
    record = record->target;
  field = record && record->kind == AF_TYPE_RECORD && record->fields ? af_type_field (record, expr->name) : NULL;
  return field && field->is_bitfield;
}

/* The value of @op for the operands of @subject, as they are before it: a step adds or takes 1, and a sign has one
 * operand. */
static void add_fits (AfWalk *walk, AfImplicit row, AfExpr *subject, AfOp op)
{
  g_autoptr (AfExpr) left = af_effect_before (subject->args[0]);
  g_autoptr (AfExpr) right = subject->n_args > 1             ? af_effect_before (subject->args[1])
                             : subject->kind == AF_EXPR_STEP ? af_expr_int (subject->args[0]->type, 1)
                                                             : NULL;
  g_autoptr (AfExpr) value = right ? af_expr_binary (op, left, right) : af_expr_unary (op, left);
  g_autoptr (AfExpr) expr = af_expr_new (AF_EXPR_FITS, af_module_bool_type (walk->module), NULL, &value, 1);

  af_implicit_add_at (walk, row, subject, expr);
}

/* Whether the value goes back into something narrower than it is computed in: that is a conversion, and no overflow. */
static gboolean is_narrowed (const AfExpr *subject)
{
  const AfExpr *target = subject->args[0];

  if (subject->kind != AF_EXPR_ASSIGN && subject->kind != AF_EXPR_STEP)
    return FALSE;
  return target->type->bits < 32 || target->type->kind != AF_TYPE_INT || has_no_address (target);
}

static gboolean is_operation (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_UNARY || expr->kind == AF_EXPR_BINARY || expr->kind == AF_EXPR_ASSIGN
         || expr->kind == AF_EXPR_STEP;
}

static gboolean is_division (const AfExpr *expr)
{
  return is_operation (expr) && (expr->op == AF_OP_DIV || expr->op == AF_OP_MOD);
}

/* Of numbers. */
static gboolean is_shift (const AfExpr *expr)
{
  return is_operation (expr) && (expr->op == AF_OP_SHL || expr->op == AF_OP_SHR)
         && af_type_is_number (expr->args[0]->type) && af_type_is_number (expr->args[1]->type);
}

void af_find_overflow (AfWalk *walk, AfExpr *subject, AfRole role)
{
  (void)role;
  if (!is_operation (subject)
      || (subject->op != AF_OP_ADD && subject->op != AF_OP_SUB && subject->op != AF_OP_MUL && subject->op != AF_OP_NEG))
    return;
  AfExpr *a = subject->args[0], *b = subject->n_args > 1 ? subject->args[1] : subject->args[0];

  if (walk->wraps || is_constant (subject) || !is_signed_arithmetic (a->type, b->type) || is_narrowed (subject))
    return;
  add_fits (walk, IMPLICIT_OVERFLOW, subject, subject->op);
}

void af_find_divisor (AfWalk *walk, AfExpr *subject, AfRole role)
{
  (void)role;
  if (!is_division (subject))
    return;
  AfExpr *divisor = subject->args[1];
  if (!af_type_is_number (subject->args[0]->type) || !af_type_is_number (divisor->type)
      || (is_constant (divisor) && divisor->value != 0))
    return;
  g_autoptr (AfExpr) before = af_effect_before (divisor);
  AfType *type = divisor->type->kind == AF_TYPE_INT ? divisor->type : af_module_int_type (walk->module);
  g_autoptr (AfExpr) zero = af_expr_int (type, 0);
  g_autoptr (AfExpr) expr = af_expr_binary (AF_OP_NE, before, zero);
  af_implicit_add_at (walk, IMPLICIT_DIVISOR, subject, expr);
}

/* The one quotient that does not fit is that of the smallest number and -1. */
void af_find_quotient (AfWalk *walk, AfExpr *subject, AfRole role)
{
  (void)role;
  if (!is_division (subject))
    return;
  AfExpr *a = subject->args[0], *b = subject->args[1];

  if (is_constant (a) || (b->kind == AF_EXPR_INT && b->value != -1) || !is_signed_arithmetic (a->type, b->type)
      || is_narrowed (subject) || !a->type->is_signed || a->type->bits < 32 || a->type->bits < b->type->bits)
    return;
  add_fits (walk, IMPLICIT_QUOTIENT, subject, AF_OP_DIV);
}

void af_find_shift (AfWalk *walk, AfExpr *subject, AfRole role)
{
  (void)role;
  if (!is_shift (subject) || is_constant (subject->args[1]))
    return;
  AfType *count = subject->args[1]->type;
  g_autoptr (AfExpr) width = af_expr_int (count->kind == AF_TYPE_INT ? count : af_module_int_type (walk->module),
                                          MAX (32, subject->args[0]->type->bits));
  add_bounds (walk, subject, (AfBounds){ IMPLICIT_SHIFT_LOW, IMPLICIT_SHIFT_HIGH, subject->args[1], width, FALSE });
}

/* What is signed, or becomes int.  A byte may be shifted into the sign, `b[0] << 24`: compilers define that, and nearly
 * all who put numbers together from bytes rely on it. */
void af_find_shifted (AfWalk *walk, AfExpr *subject, AfRole role)
{
  (void)role;
  if (!is_shift (subject) || subject->op != AF_OP_SHL)
    return;
  AfExpr *a = subject->args[0], *n = subject->args[1];
  gboolean is_small = !a->type->is_signed && n->kind == AF_EXPR_INT && n->value >= 0 && a->type->bits + n->value <= 32;
  if (walk->wraps || is_constant (subject) || is_small || !is_signed_arithmetic (a->type, a->type)
      || is_narrowed (subject))
    return;
  add_fits (walk, IMPLICIT_SHIFTED, subject, AF_OP_SHL);
}

/* What the user's function frees must not have been freed: `list->free_item (item)`. */
static void add_handed (AfWalk *walk, AfExpr *call)
{
  AfExpr *item = call->n_args == 2 ? call->args[1] : NULL;

  if (!item || !af_type_is_pointer (item->type) || af_range_is_none (item->range) || af_effect_find (item)
      || !af_call_ends_object (call))
    return;
  af_implicit_add_release (walk, IMPLICIT_HANDED, call, item, item->range);
}

void af_find_callee (AfWalk *walk, AfExpr *call, AfRole role)
{
  (void)role;
  if (call->kind != AF_EXPR_CALL_POINTER)
    return;
  AfExpr *callee = call->args[0]->kind == AF_EXPR_DEREF ? call->args[0]->args[0] : call->args[0];
  if (!af_type_is_pointer (callee->type) || af_range_is_none (call->args[0]->range) || af_effect_find (callee))
    return;
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, callee->type, NULL, NULL, 0);
  g_autoptr (AfExpr) expr = af_expr_binary (AF_OP_NE, callee, null);
  af_implicit_add_at (walk, IMPLICIT_CALLEE, call, expr);
  add_handed (walk, call);
}

/* int a[n]: the clause is about the bound as a whole, whatever its parts have to fulfil. */
void af_find_size (AfWalk *walk, AfExpr *subject, AfRole role)
{
  if (role != AF_ROLE_BOUND || !af_type_is_number (subject->type) || is_constant (subject->args[0]))
    return;
  g_autoptr (AfExpr) value = af_effect_before (subject->args[0]);
  g_autoptr (AfExpr) zero =
    af_expr_int (value->type && value->type->kind == AF_TYPE_INT ? value->type : af_module_int_type (walk->module), 0);
  g_autoptr (AfExpr) expr = af_expr_binary (AF_OP_LT, zero, value);
  af_implicit_add_at (walk, IMPLICIT_SIZE, subject, expr);
}

/* --- the walk --- */

static void ask_finders (AfWalk *walk, AfExpr *node, AfRole role)
{
  for (guint i = 0; i < N_IMPLICIT; i++)
    if (i == 0 || finders[i] != finders[i - 1])
      finders[i](walk, node, role);
}

/* What the weaver checks where it writes a macro's call out (weave/checks/expansions.c). */
static void ask_in_expansion (AfWalk *walk, AfExpr *node, AfRole role)
{
  af_find_pointer (walk, node, role);
  af_find_index (walk, node, role);
  af_find_divisor (walk, node, role);
  if (node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_UNARY)
    af_find_overflow (walk, node, role);
}

/* For the operand of `&` only the place of the node matters, and from there for the record of a field and the array of
 * an element. */
static void walk_expr (AfWalk *walk, AfExpr *node, AfRole role)
{
  AfRange outer = walk->expansion;

  if (!af_range_is_none (node->expansion) || !af_range_is_none (node->range))
    walk->expansion = node->expansion;
  if (!node->in_macro && !af_range_is_none (node->range))
    ask_finders (walk, node, role);
  else if (node->in_macro && !af_range_is_none (walk->expansion))
    ask_in_expansion (walk, node, role);
  for (guint i = 0; i < node->n_args; i++) {
    gboolean is_part =
      (node->kind == AF_EXPR_FIELD && !node->arrow)
      || (node->kind == AF_EXPR_INDEX && node->args[0]->type && node->args[0]->type->kind == AF_TYPE_ARRAY);
    gboolean is_place = i == 0 && (node->kind == AF_EXPR_ADDRESS || (role == AF_ROLE_ADDRESS && is_part));
    walk_expr (walk, node->args[i], is_place ? AF_ROLE_ADDRESS : AF_ROLE_VALUE);
  }
  walk->expansion = outer;
}

/* The bound of an array as an expression of its own: its parts have been walked. */
static void walk_bound (AfWalk *walk, AfExpr *bound)
{
  if (bound->in_macro || af_range_is_none (bound->range))
    return;
  g_autoptr (AfExpr) subject = af_expr_new (AF_EXPR_OTHER, bound->type, bound->text, &bound, 1);
  subject->range = bound->range;
  ask_finders (walk, subject, AF_ROLE_BOUND);
}

/* The last flag that says something counts.  -ftrapv is none of them: an overflow ends the program. */
static gboolean wraps_around (const AfModule *module)
{
  gboolean wraps = FALSE;

  for (guint i = 0; i < module->flags->len; i++) {
    const char *flag = g_ptr_array_index (module->flags, i);
    if (g_str_equal (flag, "-fwrapv") || g_str_equal (flag, "-fno-strict-overflow"))
      wraps = TRUE;
    else if (g_str_equal (flag, "-fno-wrapv") || g_str_equal (flag, "-fstrict-overflow")
             || g_str_equal (flag, "-ftrapv"))
      wraps = FALSE;
  }
  return wraps;
}

void af_implicit_attach (AfModule *module, AfRoutine *routine)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (!routine->is_read)
    return;
  gboolean wraps = wraps_around (module);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    AfWalk walk = { module, routine, location, wraps, AF_RANGE_NONE, seen };
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      walk_expr (&walk, location->expr, AF_ROLE_VALUE);
    for (guint j = 0; location->is_sized && location->expr && j < location->expr->n_args; j++)
      walk_bound (&walk, location->expr->args[j]);
  }
}
