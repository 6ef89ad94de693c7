/* Sizes, elements and steps along links: beyond the paper.
 *
 * In:  a location.  Out: its expression with
 *
 *     malloc (n)             malloc (n * sizeof *p)      where the block is p's
 *     malloc (n * sizeof *p) malloc ((n + 1) * sizeof *p), calloc (1, n * sizeof *p)
 *     i + 1                  (i + 1) & mask              where the module masks so
 *     p->next                p, and p->next->next        a step along a link of its own type
 *     T x = 0                T x = a[0]                  the first element instead of a number
 *     a * b == c * d         both products in a wider type
 *     cmp (a, b)             cmp (b, a)                  through a pointer to a function
 *     i++                    i = (i + 1) % n             where the module divides or masks so */
#include "operators/operators.h"

enum { MAX_MASKS = 2, MAX_ELEMENTS = 3, MAX_VALUES = 4 };

typedef struct {
  const AfQuestion *question;
  GPtrArray *actions;
  GPtrArray *masks; /* of AfExpr */
} Sizes;

static void add (Sizes *s, const AfOccurrence *o, AfRule rule, AfExpr *value)
{
  if (af_expr_equal (value, o->node) || af_operators_warns (value))
    return;
  g_autoptr (AfExpr) parent = o->parent ? af_expr_substitute (o->parent, o->node, value) : NULL;
  if (!parent || !af_operators_warns (parent))
    g_ptr_array_add (s->actions, af_rule_action (AF_ACTION_REPLACE, rule, o->node, value, o->node->range));
}

/* --- blocks of memory --- */

static gboolean is_allocation (const AfExpr *node)
{
  return node->kind == AF_EXPR_CALL
         && (g_strcmp0 (node->name, "malloc") == 0 || g_strcmp0 (node->name, "realloc") == 0
             || g_strcmp0 (node->name, "calloc") == 0);
}

/* What the block is assigned to. */
static AfExpr *owner_of (const AfQuestion *question)
{
  AfExpr *expr = question->location->expr;
  const AfVariable *declared = question->location->declared;
  if (question->location->kind == AF_LOCATION_DECLARATION && declared)
    return af_expr_var (declared->type, declared->name, declared->id);
  return expr && expr->kind == AF_EXPR_ASSIGN ? af_expr_ref (expr->args[0]) : NULL;
}

static AfExpr *size_of (AfType *type, const AfExpr *pointer)
{
  g_autofree char *text =
    g_strdup_printf (af_expr_precedence (pointer) >= 14 ? "sizeof *%s" : "sizeof *(%s)", pointer->text);
  AfExpr *size = af_expr_new (AF_EXPR_INT, type, text, NULL, 0);
  af_expr_finish (size);
  return size;
}

/* A number of bytes by that of elements: `n` by `n * sizeof *p`, where the call is one of malloc or realloc. */
static void allocate_elements (Sizes *s, const AfOccurrence *o)
{
  const AfExpr *call = o->parent;
  if (!call || !is_allocation (call) || o->index + 1 != call->n_args || !af_operators_is_integer (o->node))
    return;
  g_autoptr (AfExpr) owner = owner_of (s->question);
  const AfType *target = owner && owner->type && owner->type->kind == AF_TYPE_POINTER ? owner->type->target : NULL;
  if (!target || target->is_char || target->kind == AF_TYPE_VOID || target->kind == AF_TYPE_FUNCTION
      || !af_expr_is_pure (owner))
    return;
  g_autoptr (AfExpr) size = size_of (o->node->type, owner);
  g_autoptr (AfExpr) product = af_expr_binary (AF_OP_MUL, o->node, size);
  if (!af_expr_is_constant (o->node))
    add (s, o, AF_RULE_SCALE, product);
  if (o->node->kind == AF_EXPR_INT)
    add (s, o, AF_RULE_SCALE, size);
}

/* One element more or less: `(n + 1) * sizeof *p`. */
static void allocate_more (Sizes *s, const AfOccurrence *o)
{
  const AfExpr *product = o->parent;
  gboolean counts = product && product->kind == AF_EXPR_BINARY && product->op == AF_OP_MUL
                    && !af_expr_is_constant (o->node) && af_expr_is_constant (product->args[1 - o->index])
                    && af_operators_is_integer (o->node);
  if (!counts)
    return;
  g_autoptr (AfExpr) more = af_operators_shift (o->node, AF_OP_ADD);
  g_autoptr (AfExpr) less = af_operators_shift (o->node, AF_OP_SUB);
  add (s, o, AF_RULE_CHANGE_SHIFT, more);
  add (s, o, AF_RULE_CHANGE_SHIFT, less);
}

/* malloc by calloc: the block starts as zeros. */
static void allocate_zeros (Sizes *s, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || g_strcmp0 (node->name, "malloc") != 0 || node->n_args != 1)
    return;
  g_autoptr (AfExpr) one = af_expr_int (node->args[0]->type, 1);
  AfExpr *args[2] = { one, node->args[0] };
  g_autoptr (AfExpr) value = af_expr_call (node->type, "calloc", args, 2, FALSE);
  add (s, o, AF_RULE_ZEROED, value);
}

/* --- masks --- */

typedef struct {
  const AfQuestion *question;
  GPtrArray *masks;
} Search;

static gboolean visit_mask (AfExpr *node, gpointer data)
{
  Search *search = data;
  AfExpr *mask = node->kind == AF_EXPR_BINARY && node->op == AF_OP_BIT_AND ? node->args[1] : NULL;
  gboolean fits = mask && search->masks->len < MAX_MASKS && af_expr_is_pure (mask) && !mask->in_macro
                  && mask->kind != AF_EXPR_UNARY && !af_expr_is_constant (mask)
                  && af_operators_visible (search->question->routine, search->question->location, mask);
  for (guint i = 0; fits && i < search->masks->len; i++)
    fits = !af_expr_equal (g_ptr_array_index (search->masks, i), mask);
  if (fits)
    g_ptr_array_add (search->masks, af_expr_ref (mask));
  return TRUE;
}

static GPtrArray *masks_of (const AfQuestion *question)
{
  Search search = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref) };
  for (guint i = 0; i < question->routine->locations->len; i++) {
    AfExpr *expr = af_routine_location (question->routine, i)->expr;
    if (expr)
      af_expr_walk (expr, visit_mask, &search);
  }
  return search.masks;
}

static void mask_value (Sizes *s, const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  gboolean is_place = parent
                      && ((parent->kind == AF_EXPR_INDEX && o->index == 1)
                          || (parent->kind == AF_EXPR_ASSIGN && o->index == 1 && parent->op == AF_OP_NONE));
  if (!is_place || !af_operators_is_integer (o->node) || af_expr_is_constant (o->node) || !af_expr_is_pure (o->node))
    return;
  for (guint i = 0; i < s->masks->len; i++) {
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_BIT_AND, o->node, g_ptr_array_index (s->masks, i));
    if (!af_expr_equal (o->node, g_ptr_array_index (s->masks, i)))
      add (s, o, AF_RULE_WRAP, value);
  }
}

/* `i++` and `i += 1` as the masked or wrapped `i = (i + 1) & mask`: the step as a whole. */
static void mask_step (Sizes *s, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean steps =
    node->kind == AF_EXPR_STEP || (node->kind == AF_EXPR_ASSIGN && (node->op == AF_OP_ADD || node->op == AF_OP_SUB));
  if (o->parent || !steps || !af_operators_is_integer (node->args[0]))
    return;
  g_autoptr (AfExpr) one = af_expr_int (node->args[0]->type, 1);
  AfExpr *distance = node->kind == AF_EXPR_STEP ? one : node->args[1];
  g_autoptr (AfExpr) moved = af_expr_binary (node->op, node->args[0], distance);
  for (guint i = 0; i < s->masks->len; i++) {
    g_autoptr (AfExpr) masked = af_expr_binary (AF_OP_BIT_AND, moved, g_ptr_array_index (s->masks, i));
    g_autoptr (AfExpr) value = af_expr_assign (node->args[0], masked);
    add (s, o, AF_RULE_WRAP, value);
  }
  g_autoptr (GPtrArray) moduli = af_operators_moduli (s->question);
  for (guint i = 0; i < moduli->len; i++) {
    AfExpr *modulus = g_ptr_array_index (moduli, i);
    g_autoptr (AfExpr) lifted =
      node->op == AF_OP_SUB ? af_expr_binary (AF_OP_ADD, moved, modulus) : af_expr_ref (moved);
    g_autoptr (AfExpr) wrapped = af_expr_binary (AF_OP_MOD, lifted, modulus);
    g_autoptr (AfExpr) value = af_expr_assign (node->args[0], wrapped);
    add (s, o, AF_RULE_WRAP, value);
  }
}

/* --- links and elements --- */

static gboolean is_link (const AfExpr *node)
{
  return node->kind == AF_EXPR_FIELD && node->arrow && node->args[0]->type == node->type;
}

/* `p->next` by p, and by `p->next->next`; p by `p->next` where it is used for more than a step. */
static void step_link (Sizes *s, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (is_link (node))
    add (s, o, AF_RULE_STEP_LINK, node->args[0]);
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
    add (s, o, AF_RULE_STEP_LINK, value);
  }
}

/* `*p` and `p[0]` of what is in scope, for a number at the start. */
static void first_element (Sizes *s, const AfOccurrence *o)
{
  const AfQuestion *question = s->question;
  AfExpr *node = o->node;
  gboolean starts = (!o->parent && question->location->kind == AF_LOCATION_DECLARATION)
                    || (o->parent && o->parent->kind == AF_EXPR_ASSIGN && o->parent->op == AF_OP_NONE && o->index == 1);
  const AfType *wanted = o->parent                      ? o->parent->args[0]->type
                         : question->location->declared ? question->location->declared->type
                                                        : NULL;
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
      add (s, o, AF_RULE_FIRST_ELEMENT, value);
    }
  }
  g_autoptr (GPtrArray) pool = af_operators_pool (question, wanted);
  for (guint i = 0; i < pool->len && i < MAX_VALUES; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    gboolean itself = o->parent ? af_expr_equal (value, o->parent->args[0])
                                : g_strcmp0 (value->text, question->location->declared->name) == 0;
    if (!itself)
      add (s, o, AF_RULE_CHANGE_VARIABLE, value);
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
static void widen_both (Sizes *s, const AfOccurrence *o)
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
  add (s, o, AF_RULE_CONVERT, value);
}

/* Arguments of a call through a pointer; args[0] is the pointer. */
static void swap_passed (Sizes *s, const AfOccurrence *o)
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
      add (s, o, AF_RULE_SWAP_ARGUMENTS, value);
    }
}

GPtrArray *af_sizes_of (const AfQuestion *question)
{
  static void (*const changes[]) (Sizes *, const AfOccurrence *) = { step_link,         mask_value,    mask_step,
                                                                     allocate_elements, allocate_more, swap_passed,
                                                                     first_element,     widen_both,    allocate_zeros };
  Sizes s = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free), masks_of (question) };
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  for (guint c = 0; c < G_N_ELEMENTS (changes); c++)
    for (guint i = 0; i < occurrences->len; i++) {
      const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
      if (!o->is_target)
        changes[c](&s, o);
    }
  g_ptr_array_unref (s.masks);
  return s.actions;
}
