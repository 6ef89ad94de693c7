/* Repairs of a single expression, whatever the state: beyond the paper.
 *
 * In:  a location.  Out: the location's expression with one operator, variable, field, constant or argument changed.
 *
 * Example: for `while (i <= n)`: `i < n`, `i + 1 <= n`, `j <= n`, `!(i <= n)`.  The changes are few and each stands for
 * a class of faults (operators.def), so they are tried at every location of the routine, the most suspicious ones
 * first.
 */
#include "operators/operators-internal.h"

enum { MAX_VARIABLES = 10, MAX_NAMED = 4, MAX_MOVED = 8 /* arguments of a call of which one is moved */ };

typedef struct {
  AfOp from, to;
  AfOperatorId row;
} Neighbour;

/* In the order in which they are tried: what programmers mix up first. */
static const Neighbour neighbours[] = {
  { AF_OP_LT, AF_OP_LE, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_LE, AF_OP_LT, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_GT, AF_OP_GE, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_GE, AF_OP_GT, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_EQ, AF_OP_NE, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_NE, AF_OP_EQ, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_EQ, AF_OP_LE, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_EQ, AF_OP_GE, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_LT, AF_OP_GT, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_GT, AF_OP_LT, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_LE, AF_OP_GE, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_GE, AF_OP_LE, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_LT, AF_OP_NE, AF_OPERATOR_CHANGE_RELATION },     { AF_OP_GT, AF_OP_NE, AF_OPERATOR_CHANGE_RELATION },
  { AF_OP_AND, AF_OP_OR, AF_OPERATOR_CHANGE_LOGIC },       { AF_OP_OR, AF_OP_AND, AF_OPERATOR_CHANGE_LOGIC },
  { AF_OP_ADD, AF_OP_SUB, AF_OPERATOR_CHANGE_ARITHMETIC }, { AF_OP_SUB, AF_OP_ADD, AF_OPERATOR_CHANGE_ARITHMETIC },
  { AF_OP_MUL, AF_OP_DIV, AF_OPERATOR_CHANGE_ARITHMETIC }, { AF_OP_DIV, AF_OP_MOD, AF_OPERATOR_CHANGE_ARITHMETIC },
  { AF_OP_MOD, AF_OP_DIV, AF_OPERATOR_CHANGE_ARITHMETIC }
};

static gboolean is_pointer (const AfExpr *expr)
{
  return expr->type && (expr->type->kind == AF_TYPE_POINTER || expr->type->kind == AF_TYPE_ARRAY);
}

void af_produce_other_operators (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY || node->n_args != 2)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (neighbours); i++) {
    if (neighbours[i].from != node->op)
      continue;
    gboolean ordered = neighbours[i].to != AF_OP_EQ && neighbours[i].to != AF_OP_NE;
    gboolean was_ordered = node->op != AF_OP_EQ && node->op != AF_OP_NE;
    /* that two pointers are in order makes sense where the code says so */
    if (ordered && !was_ordered && is_pointer (node->args[0]) && is_pointer (node->args[1]))
      continue;
    if (neighbours[i].row == AF_OPERATOR_CHANGE_ARITHMETIC && is_pointer (node->args[1]))
      continue;
    g_autoptr (AfExpr) value = af_expr_binary (neighbours[i].to, node->args[0], node->args[1]);
    af_maker_replace (m, o, af_operator (neighbours[i].row), value);
  }
}

/* `a->f` → `a->g`, the fields of one type. */
static void change_field (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node, *base = node->args[0];
  const AfType *record = base->type && base->type->kind == AF_TYPE_POINTER ? base->type->target : base->type;
  if (!record || record->kind != AF_TYPE_RECORD || !record->fields)
    return;
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (field->type != node->type || !field->name || !field->name[0] || (o->is_target && field->is_const))
      continue;
    g_autoptr (AfExpr) value = af_expr_field (base, field->name, field->type);
    af_maker_replace (m, o, ROW (CHANGE_VARIABLE), value);
  }
}

void af_produce_other_variables (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (!node->type || (node->kind != AF_EXPR_VAR && node->kind != AF_EXPR_FIELD))
    return;
  if (node->kind == AF_EXPR_FIELD)
    change_field (m, o);
  if (o->is_target)
    return;
  g_autoptr (GPtrArray) pool = af_operators_pool (m->question, node->type);
  guint n = 0;
  for (guint i = 0; i < pool->len && n < MAX_VARIABLES; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (af_operators_declares (m->question->location, value) || af_expr_equal (value, node))
      continue;
    af_maker_replace (m, o, ROW (CHANGE_VARIABLE), value);
    n++;
  }
}

/* `p->prev = NULL` → `p->prev = l->tail`; an argument and a result likewise. */
void af_produce_pointers_for_null (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  AfType *type = !o->parent ? m->question->location->kind == AF_LOCATION_RETURN ? m->question->routine->result : NULL
                 : o->parent->kind == AF_EXPR_ASSIGN && o->index == 1 ? o->parent->args[0]->type
                                                                      : NULL;
  if (node->kind != AF_EXPR_NULL || !type || type->kind != AF_TYPE_POINTER)
    return;
  g_autoptr (GPtrArray) pool = af_operators_pool (m->question, type);
  for (guint i = 0, n = 0; i < pool->len && n < MAX_VARIABLES; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (o->parent && af_expr_equal (value, o->parent->args[0]))
      continue;
    af_maker_replace (m, o, ROW (CHANGE_VARIABLE), value);
    n++;
  }
}

/* `true` is a number to the compiler. */
static const AfType *truth_or_number (const AfMaker *m, const AfExpr *constant)
{
  const GPtrArray *types = m->question->module->types;
  for (guint i = 0; constant->kind == AF_EXPR_BOOL && i < types->len; i++)
    if (((const AfType *)g_ptr_array_index (types, i))->kind == AF_TYPE_BOOL)
      return g_ptr_array_index (types, i);
  return constant->type;
}

/* What a constant is there for decides which variables fit: the parameter, the place that is set, the result, the other
 * side of a comparison; null where it is a part of something else. */
static const AfType *type_of_use (const AfMaker *m, const AfOccurrence *o)
{
  const AfLocation *location = m->question->location;
  const AfExpr *parent = o->parent;
  const AfVariable *declared = af_occurrence_declared (location, o);
  if (!parent)
    return location->kind == AF_LOCATION_RETURN ? m->question->routine->result : declared ? declared->type : NULL;
  if (parent->kind == AF_EXPR_ASSIGN)
    return o->index == 1 ? parent->args[0]->type : NULL;
  if (parent->kind == AF_EXPR_CALL) {
    const AfRoutine *callee = af_module_routine (m->question->module, parent->name);
    return callee && o->index < callee->n_params
             ? ((const AfVariable *)g_ptr_array_index (callee->variables, o->index))->type
             : truth_or_number (m, o->node);
  }
  return parent->kind == AF_EXPR_BINARY && parent->op >= AF_OP_LT && parent->op <= AF_OP_NE
           ? parent->args[1 - o->index]->type
           : NULL;
}

/* `read_all (in, 0)` → `read_all (in, size)`, `i < 8` → `i < l->count`. */
void af_produce_variables_for_constants (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node, *parent = o->parent;
  const AfType *type = type_of_use (m, o);
  gboolean is_plain =
    node->kind == AF_EXPR_BOOL || (node->kind == AF_EXPR_INT && (!node->name || g_ascii_isdigit (node->name[0])));
  if (!is_plain || !type || !(af_type_is_integer (type) || type->kind == AF_TYPE_BOOL))
    return;
  g_autoptr (GPtrArray) pool = af_operators_pool (m->question, type);
  for (guint i = 0, n = 0; i < pool->len && n < MAX_NAMED; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    const AfVariable *declared = m->question->location->declared;
    gboolean is_set = declared && value->kind == AF_EXPR_VAR && g_strcmp0 (value->name, declared->name) == 0;
    gboolean is_beside = parent && parent->kind != AF_EXPR_CALL && af_expr_equal (value, parent->args[1 - o->index]);
    if (is_set || is_beside)
      continue;
    af_maker_replace (m, o, ROW (NAME_NUMBER), value);
    n++;
  }
}

/* A value is shifted where it is used as a whole: an argument, an index, a side of a comparison or an assignment, an
 * arm of a conditional, a result; or as a number of elements. */
static gboolean is_whole (const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  if (!parent)
    return TRUE;
  gboolean compares =
    parent->kind == AF_EXPR_BINARY
    && (parent->op == AF_OP_LT || parent->op == AF_OP_LE || parent->op == AF_OP_GT || parent->op == AF_OP_GE);
  return compares || parent->kind == AF_EXPR_CALL || parent->kind == AF_EXPR_CAST
         || (parent->kind == AF_EXPR_CONDITIONAL && o->index > 0) || (parent->kind == AF_EXPR_INDEX && o->index == 1)
         || (parent->kind == AF_EXPR_ASSIGN && o->index == 1);
}

typedef struct {
  const AfExpr *product;
  gboolean found;
} Product;

static gboolean find_product (AfExpr *node, gpointer data)
{
  Product *product = data;
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    product->found |= node->args[i] == product->product;
  return !product->found;
}

/* A number of elements, in an argument that is their size: `(n - i) * sizeof *p`, `count * l->item_size`. */
static gboolean is_count (const AfMaker *m, const AfOccurrence *o)
{
  Product product = { o->parent, FALSE };
  if (o->parent && o->parent->kind == AF_EXPR_BINARY && o->parent->op == AF_OP_MUL)
    af_expr_walk (m->question->location->expr, find_product, &product);
  return product.found;
}

void af_produce_shifts (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  gboolean is_condition = !o->parent && af_location_is_condition (m->question->location);
  if (o->is_target || is_condition || !(is_whole (o) || is_count (m, o)) || !af_operators_is_integer (node)
      || af_expr_is_constant (node) || node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP
      || node->type->kind == AF_TYPE_ENUM || (!o->parent && m->question->location->kind == AF_LOCATION_STATEMENT))
    return;
  g_autoptr (AfExpr) more = af_operators_shift (node, AF_OP_ADD);
  g_autoptr (AfExpr) less = af_operators_shift (node, AF_OP_SUB);
  af_maker_replace (m, o, ROW (CHANGE_SHIFT), more);
  af_maker_replace (m, o, ROW (CHANGE_SHIFT), less);
}

/* `STATE_A` by the other constants of its enumeration. */
static gboolean change_enumerator (AfMaker *m, const AfOccurrence *o)
{
  const GPtrArray *types = m->question->module->types;
  for (guint t = 0; o->node->name && t < types->len; t++) {
    const AfType *type = g_ptr_array_index (types, t);
    guint at;
    if (type->kind != AF_TYPE_ENUM || !type->enumerators
        || !g_ptr_array_find_with_equal_func (type->enumerators, o->node->name, g_str_equal, &at))
      continue;
    for (guint i = 0; i < type->enumerators->len; i++) {
      g_autoptr (AfExpr) value =
        af_expr_new (AF_EXPR_INT, o->node->type, g_ptr_array_index (type->enumerators, i), NULL, 0);
      value->value = g_array_index (type->enum_values, gint64, i);
      af_expr_finish (value);
      if (i != at)
        af_maker_replace (m, o, ROW (CHANGE_CONSTANT), value);
    }
    return TRUE;
  }
  return FALSE;
}

typedef struct {
  const AfExpr *constant;
  gboolean found;
} Shifted;

static gboolean visit_shifted (AfExpr *node, gpointer data)
{
  Shifted *shifted = data;
  gboolean is_shift = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_ADD || node->op == AF_OP_SUB)
                      && node->args[1]->kind == AF_EXPR_INT && ABS (node->args[1]->value) == 1;
  shifted->found |= is_shift && af_expr_equal (node->args[0], shifted->constant);
  return !shifted->found;
}

/* Whether the module has `LIMIT + 1` or `LIMIT - 1`: then LIMIT is a number to count with. */
static gboolean is_shifted_elsewhere (const AfModule *module, const AfExpr *constant)
{
  Shifted shifted = { constant, FALSE };
  for (guint r = 0; r < module->routines->len && !shifted.found; r++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, r);
    for (guint i = 0; i < routine->locations->len && !shifted.found; i++) {
      AfExpr *expr = af_routine_location (routine, i)->expr;
      if (expr)
        af_expr_walk (expr, visit_shifted, &shifted);
    }
    for (guint i = 0; i < routine->contracts->len && !shifted.found; i++) {
      AfExpr *expr = ((const AfContractCall *)g_ptr_array_index (routine->contracts, i))->expr;
      if (expr)
        af_expr_walk (expr, visit_shifted, &shifted);
    }
  }
  return shifted.found;
}

/* A named constant is no mistyped number: `CAPACITY - 1` where it bounds or counts; as a flag or an argument it stays,
 * unless the module itself says elsewhere that it is a limit. */
static void shift_named (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  gboolean counts = parent
                    && ((parent->kind == AF_EXPR_INDEX && o->index == 1)
                        || (parent->kind == AF_EXPR_BINARY
                            && ((parent->op >= AF_OP_LT && parent->op <= AF_OP_GE) || parent->op == AF_OP_ADD
                                || parent->op == AF_OP_SUB || parent->op == AF_OP_MOD)));
  if (!counts)
    counts = is_whole (o) && o->node->name[0] != '\'' && is_shifted_elsewhere (m->question->module, o->node);
  if (!counts || o->node->name[0] == '\'' || o->node->type->kind == AF_TYPE_ENUM)
    return;
  g_autoptr (AfExpr) less = af_operators_shift (o->node, AF_OP_SUB);
  g_autoptr (AfExpr) more = af_operators_shift (o->node, AF_OP_ADD);
  af_maker_replace (m, o, ROW (CHANGE_SHIFT), less);
  af_maker_replace (m, o, ROW (CHANGE_SHIFT), more);
}

void af_produce_other_constants (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind == AF_EXPR_BOOL) {
    g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_BOOL, node->type, NULL, NULL, 0);
    value->value = !node->value;
    af_expr_finish (value);
    af_maker_replace (m, o, ROW (CHANGE_CONSTANT), value);
    return;
  }
  if (node->kind != AF_EXPR_INT || !node->type || change_enumerator (m, o))
    return;
  if (node->name && !g_ascii_isdigit (node->name[0])) {
    shift_named (m, o);
    return;
  }
  const gint64 others[] = { node->value + 1, node->value - 1, 0, 1 };
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    if ((others[i] < 0 && !node->type->is_signed) || others[i] == node->value
        || (i >= 2 && ABS (others[i] - node->value) <= 1))
      continue;
    g_autoptr (AfExpr) value = af_expr_int (node->type, others[i]);
    af_maker_replace (m, o, ROW (CHANGE_CONSTANT), value);
  }
}

/* Numbers convert silently: memset (p, size, 0) gives no warning. */
static gboolean may_change_places (const AfExpr *a, const AfExpr *b)
{
  return a->type == b->type || (a->type && b->type && af_type_is_integer (a->type) && af_type_is_integer (b->type));
}

void af_produce_swapped_arguments (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL)
    return;
  for (guint i = 0; i + 1 < node->n_args; i++)
    for (guint k = i + 1; k < node->n_args; k++) {
      if (!may_change_places (node->args[i], node->args[k]))
        continue;
      g_autofree AfExpr **args = g_memdup2 (node->args, node->n_args * sizeof *args);
      args[i] = node->args[k];
      args[k] = node->args[i];
      g_autoptr (AfExpr) value = af_expr_call (node->type, node->name, args, node->n_args, node->is_pure);
      af_maker_replace (m, o, ROW (SWAP_ARGUMENTS), value);
    }
}

/* The argument of number @from goes to the place @to; those between make room.  Null where one has another type. */
static AfExpr *moved_argument (const AfExpr *call, guint from, guint to)
{
  g_autofree AfExpr **args = g_memdup2 (call->args, call->n_args * sizeof *args);
  int step = from < to ? 1 : -1;
  for (guint i = from; i != to; i += (guint)step) {
    if (!may_change_places (call->args[from], call->args[i + (guint)step]))
      return NULL;
    args[i] = call->args[i + (guint)step];
  }
  args[to] = call->args[from];
  return af_expr_call (call->type, call->name, args, call->n_args, call->is_pure);
}

/* `f (x, y, r)` → `f (r, x, y)`: one argument too late or too early, so that two others are wrong as well. */
void af_produce_moved_arguments (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || node->n_args > MAX_MOVED)
    return;
  for (guint from = 0; from < node->n_args; from++)
    for (guint to = 0; to < node->n_args; to++) {
      g_autoptr (AfExpr) value = from + 1 < to || to + 1 < from ? moved_argument (node, from, to) : NULL;
      if (value)
        af_maker_replace (m, o, ROW (SWAP_ARGUMENTS), value);
    }
}

void af_produce_negated_conditions (AfMaker *m, const AfOccurrence *o)
{
  if (o->parent || !af_location_is_condition (m->question->location)
      || m->question->location->kind == AF_LOCATION_SWITCH)
    return;
  g_autoptr (AfExpr) value = af_expr_not (o->node);
  af_maker_replace (m, o, ROW (NEGATE), value);
}
