/* Sizes, elements and steps along links: beyond the paper.
 *
 * In:  a location.  Out: its expression with
 *
 *     malloc (n)             malloc (n * sizeof *p)      where the block is p's
 *     malloc (n * sizeof *p) malloc ((n + 1) * sizeof *p), calloc (1, n * sizeof *p)
 *     sizeof p               sizeof *p                   where p is the operand, an argument beside it, or the block's
 *     sizeof (T), n          sizeof a, sizeof x          where an array a or the address of x is passed beside it
 *     i + 1                  (i + 1) & mask              where the module masks so
 *     p->next                p, and p->next->next        a step along a link of its own type
 *     *p = (*p)->next        p = &(*p)->next             where p is the place of a link
 *     T x = 0                T x = a[0]                  the first element instead of a number
 *     a * b == c * d         both products in a wider type
 *     cmp (a, b)             cmp (b, a)                  through a pointer to a function
 *     i++                    i = (i + 1) % n             where the module divides or masks so */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_ELEMENTS = 3, MAX_VALUES = 4 };

/* --- blocks of memory --- */

/* What the block is assigned to. */
static AfExpr *owner_of (const AfQuestion *question)
{
  AfExpr *expr = question->location->expr;
  const AfVariable *declared = question->location->declared;
  if (question->location->kind == AF_LOCATION_DECLARATION && declared)
    return af_expr_var (declared->type, declared->name, declared->id);
  return expr && expr->kind == AF_EXPR_ASSIGN ? af_expr_ref (expr->args[0]) : NULL;
}

static AfExpr *size_of (AfType *type, AfExpr *pointer)
{
  g_autoptr (AfExpr) element = af_expr_new (AF_EXPR_DEREF, NULL, NULL, &pointer, 1);
  return af_expr_sizeof (type, element);
}

/* A number of bytes by that of elements: `n` → `n * sizeof *p`, where the call is one of malloc or realloc. */
void af_produce_allocated_elements (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *call = o->parent;
  if (!call || (!af_operators_allocates (call) && !af_operators_reallocates (call)) || o->index + 1 != call->n_args
      || !af_operators_is_integer (o->node))
    return;
  g_autoptr (AfExpr) owner = owner_of (m->question);
  const AfType *target = owner && owner->type && owner->type->kind == AF_TYPE_POINTER ? owner->type->target : NULL;
  if (!af_type_has_size (target) || target->is_char || !af_expr_is_pure (owner))
    return;
  g_autoptr (AfExpr) size = size_of (o->node->type, owner);
  g_autoptr (AfExpr) product = af_expr_binary (AF_OP_MUL, o->node, size);
  if (!af_expr_is_constant (o->node))
    af_maker_replace (m, o, ROW (SCALE), product);
  if (o->node->kind == AF_EXPR_INT)
    af_maker_replace (m, o, ROW (SCALE), size);
}

/* --- operands of sizeof --- */

typedef struct {
  const AfExpr *size; /* the occurrence */
  AfExpr *call;       /* the innermost call that it is an argument of, or a part of one; not owned */
} Around;

static gboolean find_call_around (AfExpr *node, gpointer data)
{
  Around *around = data;
  if (node->kind == AF_EXPR_CALL)
    for (guint i = 0; i < node->n_args; i++)
      if (!af_range_is_none (node->args[i]->range) && af_range_contains (node->args[i]->range, around->size->range))
        around->call = node;
  return TRUE;
}

/* Whether the size is that of @type already: by its operand, or by the name that stands there. */
static gboolean measures (const AfExpr *size, const AfType *type)
{
  const char *name = type->tag ? type->tag : type->spelling;
  return size->operand ? size->operand->type == type : size->name && name && strstr (size->name, name) != NULL;
}

/* The object that is passed as a whole: an array, or what the address is taken of; null: it is no such argument. */
static AfExpr *object_passed (AfExpr *argument)
{
  AfExpr *object = argument->kind == AF_EXPR_ADDRESS ? argument->args[0] : argument;
  gboolean is_array = object->type && object->type->kind == AF_TYPE_ARRAY && object->type->length > 0;
  gboolean is_plain = object->kind == AF_EXPR_VAR || object->kind == AF_EXPR_FIELD || object->kind == AF_EXPR_INDEX;
  return is_plain && object->type && af_expr_is_pure (object) && (is_array || object != argument) ? object : NULL;
}

static void measure_object (AfMaker *m, const AfOccurrence *o, AfExpr *argument)
{
  AfExpr *object = object_passed (argument);
  if (!object || (o->node->operand && af_expr_equal (o->node->operand, object)))
    return;
  g_autoptr (AfExpr) size = af_expr_sizeof (o->node->type, object);
  af_maker_replace (m, o, ROW (CHANGE_SIZE), size);
}

static void measure_target (AfMaker *m, const AfOccurrence *o, AfExpr *pointer)
{
  const AfType *target =
    pointer && pointer->type && pointer->type->kind == AF_TYPE_POINTER ? pointer->type->target : NULL;
  if (!af_type_has_size (target) || pointer->kind == AF_EXPR_CAST || !af_expr_is_pure (pointer)
      || measures (o->node, target))
    return;
  g_autoptr (AfExpr) size = size_of (o->node->type, pointer);
  af_maker_replace (m, o, ROW (CHANGE_SIZE), size);
}

/* `sizeof p` → `sizeof *p`: of the operand, of what the call is given beside it, of the block that is made. */
void af_produce_other_sizes (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node, *expr = m->question->location->expr;
  Around around = { node, NULL };
  if (node->kind != AF_EXPR_INT || node->trait != AF_TRAIT_SIZE || af_range_is_none (node->range) || !expr)
    return;
  g_autoptr (AfExpr) owner = owner_of (m->question);
  af_expr_walk (expr, find_call_around, &around);
  if (node->operand)
    measure_target (m, o, node->operand);
  for (guint i = 0; around.call && i < around.call->n_args; i++) {
    measure_object (m, o, around.call->args[i]);
    measure_target (m, o, around.call->args[i]);
  }
  if (around.call && (af_operators_allocates (around.call) || af_operators_reallocates (around.call)))
    measure_target (m, o, owner);
}

/* A number that a function of the library is given: `sizeof a` for `n`, of what is passed beside it, and of itself. */
void af_produce_sizes_for_numbers (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *call = o->parent;
  if (!call || call->kind != AF_EXPR_CALL || !af_operators_is_integer (o->node) || o->node->trait != AF_TRAIT_NONE
      || af_module_routine (m->question->module, call->name) || af_operators_allocates (call)
      || af_operators_reallocates (call))
    return;
  gboolean counts = FALSE;
  for (guint i = 0; i < call->n_args; i++) {
    AfExpr *object = i == o->index ? NULL : object_passed (call->args[i]);
    if (!object)
      continue;
    counts = TRUE;
    g_autoptr (AfExpr) size = af_expr_sizeof (o->node->type, object);
    af_maker_replace (m, o, ROW (CHANGE_SIZE), size);
  }
  if (!counts || (o->node->kind != AF_EXPR_VAR && o->node->kind != AF_EXPR_FIELD))
    return;
  g_autoptr (AfExpr) own = af_expr_sizeof (o->node->type, o->node);
  af_maker_replace (m, o, ROW (CHANGE_SIZE), own);
}

/* One element more or less: `(n + 1) * sizeof *p`. */
void af_produce_allocated_more (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *product = o->parent;
  gboolean counts = product && product->kind == AF_EXPR_BINARY && product->op == AF_OP_MUL
                    && !af_expr_is_constant (o->node) && af_expr_is_constant (product->args[1 - o->index])
                    && af_operators_is_integer (o->node);
  if (!counts)
    return;
  g_autoptr (AfExpr) more = af_operators_shift (o->node, AF_OP_ADD);
  g_autoptr (AfExpr) less = af_operators_shift (o->node, AF_OP_SUB);
  af_maker_replace (m, o, ROW (CHANGE_SHIFT), more);
  af_maker_replace (m, o, ROW (CHANGE_SHIFT), less);
}

/* malloc by calloc: the block starts as zeros. */
void af_produce_allocated_zeros (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || g_strcmp0 (node->name, "malloc") != 0 || node->n_args != 1)
    return;
  g_autoptr (AfExpr) one = af_expr_int (node->args[0]->type, 1);
  AfExpr *args[2] = { one, node->args[0] };
  g_autoptr (AfExpr) value = af_expr_call (node->type, "calloc", args, 2, FALSE);
  af_maker_replace (m, o, ROW (ZEROED), value);
}

/* --- masks --- */

void af_produce_masked_values (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  gboolean is_place = parent
                      && ((parent->kind == AF_EXPR_INDEX && o->index == 1)
                          || (parent->kind == AF_EXPR_ASSIGN && o->index == 1 && parent->op == AF_OP_NONE));
  if (!is_place || !af_operators_is_integer (o->node) || af_expr_is_constant (o->node) || !af_expr_is_pure (o->node))
    return;
  const GPtrArray *masks = af_maker_masks (m);
  for (guint i = 0; i < masks->len; i++) {
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_BIT_AND, o->node, g_ptr_array_index (masks, i));
    if (!af_expr_equal (o->node, g_ptr_array_index (masks, i)))
      af_maker_replace (m, o, ROW (WRAP), value);
  }
}

/* `i++` and `i += 1` as the masked or wrapped `i = (i + 1) & mask`: the step as a whole. */
void af_produce_masked_steps (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean steps =
    node->kind == AF_EXPR_STEP || (node->kind == AF_EXPR_ASSIGN && (node->op == AF_OP_ADD || node->op == AF_OP_SUB));
  if (o->parent || !steps || !af_operators_is_integer (node->args[0]))
    return;
  g_autoptr (AfExpr) one = af_expr_int (node->args[0]->type, 1);
  AfExpr *distance = node->kind == AF_EXPR_STEP ? one : node->args[1];
  g_autoptr (AfExpr) moved = af_expr_binary (node->op, node->args[0], distance);
  const GPtrArray *masks = af_maker_masks (m);
  for (guint i = 0; i < masks->len; i++) {
    g_autoptr (AfExpr) masked = af_expr_binary (AF_OP_BIT_AND, moved, g_ptr_array_index (masks, i));
    g_autoptr (AfExpr) value = af_expr_assign (node->args[0], masked);
    af_maker_replace (m, o, ROW (WRAP), value);
  }
  const GPtrArray *moduli = af_maker_moduli (m);
  for (guint i = 0; i < moduli->len; i++) {
    AfExpr *modulus = g_ptr_array_index (moduli, i);
    g_autoptr (AfExpr) lifted =
      node->op == AF_OP_SUB ? af_expr_binary (AF_OP_ADD, moved, modulus) : af_expr_ref (moved);
    g_autoptr (AfExpr) wrapped = af_expr_binary (AF_OP_MOD, lifted, modulus);
    g_autoptr (AfExpr) value = af_expr_assign (node->args[0], wrapped);
    af_maker_replace (m, o, ROW (WRAP), value);
  }
}

/* --- links and elements --- */

static gboolean is_link (const AfExpr *node)
{
  return node->kind == AF_EXPR_FIELD && node->arrow && node->args[0]->type == node->type;
}

/* `p->next` by p, and by `p->next->next`; p by `p->next` where it is used for more than a step. */
void af_produce_link_steps (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (is_link (node))
    af_maker_replace (m, o, ROW (STEP_LINK), node->args[0]);
  const AfType *record = node->type && node->type->kind == AF_TYPE_POINTER ? node->type->target : NULL;
  gboolean is_value = node->kind == AF_EXPR_VAR || is_link (node);
  if (!is_value || !record || record->kind != AF_TYPE_RECORD || !record->fields
      || (o->parent && is_link (o->parent) && node->kind == AF_EXPR_VAR))
    return;
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (field->type != node->type || !field->name || !field->name[0])
      continue;
    g_autoptr (AfExpr) value = af_expr_field (node, field->name, field->type);
    af_maker_replace (m, o, ROW (STEP_LINK), value);
  }
}

/* `*p = (*p)->next` → `p = &(*p)->next`: a place goes on to the next link instead of taking that over. */
void af_produce_stepped_places (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (o->parent || node->kind != AF_EXPR_ASSIGN || node->op != AF_OP_NONE)
    return;
  AfExpr *place = node->args[0]->kind == AF_EXPR_DEREF ? node->args[0]->args[0] : node->args[0];
  g_autoptr (GPtrArray) steps = af_operators_place_steps (place);
  for (guint i = 0; i < steps->len; i++)
    af_maker_replace (m, o, ROW (STEP_LINK), g_ptr_array_index (steps, i));
}

/* `*p` and `p[0]` of what is in scope, for a number at the start. */
void af_produce_first_elements (AfMaker *m, const AfOccurrence *o)
{
  const AfQuestion *question = m->question;
  AfExpr *node = o->node;
  const AfVariable *declared = af_occurrence_declared (question->location, o);
  gboolean starts =
    declared || (o->parent && o->parent->kind == AF_EXPR_ASSIGN && o->parent->op == AF_OP_NONE && o->index == 1);
  const AfType *wanted = o->parent ? o->parent->args[0]->type : declared ? declared->type : NULL;
  if (!starts || node->kind != AF_EXPR_INT || !wanted)
    return;
  g_autoptr (AfExpr) zero = af_expr_int (node->type, 0);
  guint made = 0;
  for (guint t = 0; t < question->module->types->len && made < MAX_ELEMENTS; t++) {
    AfType *type = g_ptr_array_index (question->module->types, t);
    if ((type->kind != AF_TYPE_POINTER && type->kind != AF_TYPE_ARRAY) || type->target != wanted)
      continue;
    g_autoptr (GPtrArray) pool = af_operators_pool (question, type);
    for (guint i = 0; i < pool->len && made < MAX_ELEMENTS; i++, made++) {
      AfExpr *args[2] = { g_ptr_array_index (pool, i), zero };
      g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_INDEX, (AfType *)wanted, NULL, args, 2);
      af_maker_replace (m, o, ROW (FIRST_ELEMENT), value);
    }
  }
  g_autoptr (GPtrArray) pool = af_operators_pool (question, wanted);
  for (guint i = 0; i < pool->len && i < MAX_VALUES; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    gboolean itself =
      o->parent ? af_expr_equal (value, o->parent->args[0]) : af_operators_declares (question->location, value);
    if (!itself)
      af_maker_replace (m, o, ROW (CHANGE_VARIABLE), value);
  }
}

/* --- the rest --- */

static AfExpr *widened (AfExpr *expr)
{
  if (expr->kind != AF_EXPR_BINARY || (expr->op != AF_OP_MUL && expr->op != AF_OP_ADD && expr->op != AF_OP_SUB)
      || !af_operators_is_integer (expr) || expr->type->bits > 32)
    return NULL;
  AfExpr *first = expr->args[0];
  g_autoptr (AfExpr) wide =
    af_expr_new (AF_EXPR_CAST, first->type, expr->type->is_signed ? "long long" : "unsigned long long", &first, 1);
  return af_expr_binary (expr->op, wide, expr->args[1]);
}

/* `a * b < c * d`, all in a wider type. */
void af_produce_both_widened (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean joins =
    node->kind == AF_EXPR_BINARY
    && ((node->op >= AF_OP_LT && node->op <= AF_OP_NE) || node->op == AF_OP_ADD || node->op == AF_OP_SUB);
  g_autoptr (AfExpr) left = joins ? widened (node->args[0]) : NULL;
  g_autoptr (AfExpr) right = joins ? widened (node->args[1]) : NULL;
  if (!left || !right)
    return;
  g_autoptr (AfExpr) value = af_expr_binary (node->op, left, right);
  af_maker_replace (m, o, ROW (CONVERT), value);
}

/* Arguments of a call through a pointer; args[0] is the pointer. */
void af_produce_swapped_passed (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  for (guint i = 1; node->kind == AF_EXPR_CALL_POINTER && i + 1 < node->n_args; i++)
    for (guint k = i + 1; k < node->n_args; k++) {
      if (node->args[i]->type != node->args[k]->type)
        continue;
      g_autofree AfExpr **args = g_memdup2 (node->args, node->n_args * sizeof *args);
      args[i] = node->args[k];
      args[k] = node->args[i];
      g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_CALL_POINTER, node->type, NULL, args, node->n_args);
      value->is_pure = node->is_pure;
      af_maker_replace (m, o, ROW (SWAP_ARGUMENTS), value);
    }
}
