/* Values that lack a part: beyond the paper.
 *
 * In:  a location.  Out: its expression with
 *
 *     find (s, pos)      find (s, pos + (int)length)   a distance, length or base that is in scope added or subtracted
 *     memcpy (p, q, n)   memcpy (p + length, q, n)     likewise for a pointer
 *     end = at           end = t->bytes + t->size      what the module computes elsewhere from such names
 *     w = word[k]        w = word[k] & ~(mask (i) - 1) a mask of the module, with our variables in it
 *     open (n, READ)     open (n, READ | CREATE)       a flag that the file puts together with others, or asks for; and
 *                                                      one of its own less
 *
 * Only where a value is used as a whole: an argument, what is assigned, returned or put into a new local. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_DISTANCES = 4, MAX_OFFSETS = 20, MAX_MASKED = 3, MAX_FLAGS = 5, MIN_PREFIX = 2 };

static void add (AfMaker *m, const AfOccurrence *o, const AfOperator *row, AfExpr *value)
{
  if (m->actions->len < MAX_OFFSETS)
    af_maker_replace (m, o, row, value);
}

/* The type of the place that the occurrence is used for as a whole; null where it is only a part. */
static const AfType *place_type (const AfMaker *m, const AfOccurrence *o)
{
  const AfLocation *location = m->question->location;
  const AfExpr *parent = o->parent;
  const AfVariable *declared = af_occurrence_declared (location, o);
  if (!parent)
    return location->kind == AF_LOCATION_RETURN ? m->question->routine->result : declared ? declared->type : NULL;
  gboolean assigned = parent->kind == AF_EXPR_ASSIGN && parent->op == AF_OP_NONE && o->index == 1;
  return assigned ? parent->args[0]->type : parent->kind == AF_EXPR_CALL ? o->node->type : NULL;
}

static gboolean is_changed (const AfOccurrence *o, AfExpr *expr)
{
  return o->parent && o->parent->kind == AF_EXPR_ASSIGN && af_expr_equal (o->parent->args[0], expr);
}

/* --- distances --- */

static AfExpr *as_type (AfExpr *expr, AfType *type)
{
  if (expr->type == type)
    return af_expr_ref (expr);
  AfExpr *cast = af_expr_new (AF_EXPR_CAST, type,
                              g_str_equal (type->spelling, "unsigned long") ? "size_t" : type->spelling, &expr, 1);
  cast->is_pure = TRUE;
  af_expr_finish (cast);
  return cast;
}

static gboolean is_distance (const AfType *type)
{
  return type && type->kind == AF_TYPE_INT && !type->is_char && type->bits >= 32;
}

/* Numbers in scope: locals, the later ones first, parameters, then fields. */
static GPtrArray *distances (const AfQuestion *question, const AfType *like)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const GPtrArray *variables = question->routine->variables;
  for (guint i = variables->len; i > 0; i--) {
    const AfVariable *variable = g_ptr_array_index (variables, i - 1);
    if (!is_distance (variable->type) || !variable->name || !variable->name[0]
        || variable == question->location->declared)
      continue;
    g_autoptr (AfExpr) expr = af_expr_var (variable->type, variable->name, variable->id);
    if (af_operators_visible (question->routine, question->location, expr))
      g_ptr_array_add (found, g_steal_pointer (&expr));
  }
  g_autoptr (GPtrArray) pool = is_distance (like) ? af_operators_pool (question, like) : NULL;
  for (guint i = 0; pool && i < pool->len; i++)
    if (((const AfExpr *)g_ptr_array_index (pool, i))->kind == AF_EXPR_FIELD)
      g_ptr_array_add (found, af_expr_ref (g_ptr_array_index (pool, i)));
  return found;
}

void af_produce_distances (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  AfType *type = node->type;
  gboolean is_pointer = type && type->kind == AF_TYPE_POINTER && type->target->kind != AF_TYPE_VOID
                        && type->target->kind != AF_TYPE_FUNCTION && type->target->kind != AF_TYPE_RECORD
                        && node->kind != AF_EXPR_NULL;
  if (!place_type (m, o) || (!is_distance (type) && !is_pointer) || af_expr_is_constant (node)
      || !af_expr_is_pure (node))
    return;
  g_autoptr (GPtrArray) pool = distances (m->question, type);
  for (guint i = 0, n = 0; i < pool->len && n < MAX_DISTANCES; i++) {
    AfExpr *distance = g_ptr_array_index (pool, i);
    if (af_expr_contains (node, distance) || is_changed (o, distance))
      continue;
    g_autoptr (AfExpr) same = is_pointer ? af_expr_ref (distance) : as_type (distance, type);
    g_autoptr (AfExpr) more = af_expr_binary (AF_OP_ADD, node, same);
    g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, node, same);
    add (m, o, ROW (ADD_VALUE), more);
    if (!is_pointer)
      add (m, o, ROW (ADD_VALUE), less);
    n++;
  }
}

/* --- what siblings compute --- */

void af_produce_siblings_for_values (AfMaker *m, const AfOccurrence *o)
{
  const AfType *type = place_type (m, o);
  gboolean fits = type && ((type->kind == AF_TYPE_POINTER && o->node->kind != AF_EXPR_CALL) || is_distance (type));
  if (!fits || o->node->kind == AF_EXPR_ASSIGN || o->node->kind == AF_EXPR_STEP || !af_expr_is_pure (o->node))
    return;
  g_autoptr (GPtrArray) values = af_operators_siblings (m->question, type);
  for (guint i = 0; i < values->len; i++)
    if (!o->parent || !is_changed (o, g_ptr_array_index (values, i)))
      add (m, o, ROW (SIBLING_VALUE), g_ptr_array_index (values, i));
}

/* `end = t->bytes + t->size;` in front of what reads the pointer: where a guard is needed, the second round finds it.
 */
void af_produce_siblings_before_use (AfMaker *m, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (node->kind != AF_EXPR_VAR || !node->type || node->type->kind != AF_TYPE_POINTER
      || !af_operators_modifiable (m->question, node))
    return;
  g_autoptr (GPtrArray) values = af_operators_siblings (m->question, node->type);
  for (guint i = 0; i < values->len && m->actions->len < MAX_OFFSETS; i++)
    af_maker_set (m, ROW (SIBLING_VALUE), node, g_ptr_array_index (values, i));
}

/* --- masks --- */

static gboolean find_call (AfExpr *node, gpointer data)
{
  AfExpr **call = data;
  if (!*call && node->kind == AF_EXPR_CALL && node->n_args == 1 && af_operators_is_integer (node->args[0]))
    *call = node;
  return !*call;
}

static void add_mask (AfMaker *m, const AfOccurrence *o, AfExpr *mask)
{
  if (mask->type != o->node->type || !af_operators_visible (m->question->routine, m->question->location, mask))
    return;
  gboolean is_masked = o->node->kind == AF_EXPR_BINARY && o->node->op == AF_OP_BIT_AND;
  if (is_masked && (af_expr_equal (o->node->args[0], mask) || af_expr_equal (o->node->args[1], mask)))
    return; /* nothing would be left, or all */
  g_autoptr (AfExpr) contrary = af_expr_unary (AF_OP_COMPL, mask);
  g_autoptr (AfExpr) without = af_expr_binary (AF_OP_BIT_AND, o->node, contrary);
  g_autoptr (AfExpr) within = af_expr_binary (AF_OP_BIT_AND, o->node, mask);
  add (m, o, ROW (MASK), without);
  add (m, o, ROW (MASK), within);
}

/* The masks as they are, and with what they are asked for by our variables. */
void af_produce_masks_of_module (AfMaker *m, const AfOccurrence *o)
{
  const AfType *type = place_type (m, o);
  if (!type || !o->node->type || !af_type_is_integer (o->node->type) || o->node->type->is_signed
      || o->node->type->bits < 8 || af_expr_is_constant (o->node) || !af_expr_is_pure (o->node))
    return;
  const GPtrArray *masks = m->question->habits ? m->question->habits->masks : NULL;
  for (guint i = 0; masks && i < masks->len; i++) {
    AfExpr *mask = g_ptr_array_index (masks, i), *call = NULL;
    af_expr_walk (mask, find_call, &call);
    g_autoptr (GPtrArray) pool = call ? af_operators_pool (m->question, call->args[0]->type) : NULL;
    for (guint k = 0; pool && k < MIN (pool->len, MAX_MASKED); k++) {
      g_autoptr (AfExpr) asked = af_expr_substitute (mask, call->args[0], g_ptr_array_index (pool, k));
      add_mask (m, o, asked);
    }
    g_autoptr (AfExpr) own = af_operators_translated (m->question, mask);
    if (own)
      add_mask (m, o, own);
  }
}

/* --- flags: names that begin alike belong together --- */

static gboolean is_flag (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_INT && expr->name && (g_ascii_isalpha (expr->name[0]) || expr->name[0] == '_')
         && expr->trait == AF_TRAIT_NONE && !expr->operand && expr->value != 0;
}

static gboolean joins (const AfExpr *expr)
{
  return (expr->kind == AF_EXPR_BINARY || expr->kind == AF_EXPR_ASSIGN) && expr->op == AF_OP_BIT_OR;
}

static gboolean is_union (const AfExpr *expr)
{
  return is_flag (expr)
         || (expr->kind == AF_EXPR_BINARY && joins (expr) && is_union (expr->args[0]) && is_union (expr->args[1]));
}

/* Flags are put together, or asked for, with `|` and `&`. */
static gboolean visit_flag (AfExpr *node, gpointer data)
{
  gboolean is_bits =
    joins (node) || ((node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN) && node->op == AF_OP_BIT_AND);
  for (guint i = 0; is_bits && i < node->n_args; i++) {
    AfExpr *arg = node->args[i];
    if (arg->kind == AF_EXPR_UNARY && arg->op == AF_OP_COMPL)
      arg = arg->args[0];
    if (is_flag (arg))
      af_operators_add_expr (data, arg);
  }
  return TRUE;
}

static GPtrArray *flags_of_file (const AfQuestion *question)
{
  GPtrArray *flags = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const GPtrArray *routines = question->module->routines;
  for (guint i = 0; i < routines->len; i++) {
    const AfRoutine *routine = routines->pdata[i];
    for (guint k = 0; routine->body.file == question->routine->body.file && k < routine->locations->len; k++)
      if (af_routine_location (routine, k)->expr)
        af_expr_walk (af_routine_location (routine, k)->expr, visit_flag, flags);
  }
  return flags;
}

/* Letters that both begin with. */
static guint likeness (const AfExpr *all, const AfExpr *flag)
{
  if (all->kind == AF_EXPR_BINARY)
    return MAX (likeness (all->args[0], flag), likeness (all->args[1], flag));
  guint n = 0;
  while (all->name[n] && all->name[n] == flag->name[n])
    n++;
  return n;
}

static gint64 value_of (const AfExpr *all)
{
  return all->kind == AF_EXPR_BINARY ? value_of (all->args[0]) | value_of (all->args[1]) : all->value;
}

typedef struct {
  AfExpr *flag; /* not owned */
  guint likeness;
} Further;

static int by_likeness (gconstpointer a, gconstpointer b)
{
  const Further *x = a, *y = b;
  if (x->likeness != y->likeness)
    return x->likeness > y->likeness ? -1 : 1;
  return strcmp (x->flag->name, y->flag->name);
}

static void add_more (AfMaker *m, const AfOccurrence *o, const GPtrArray *flags)
{
  g_autoptr (GArray) further = g_array_new (FALSE, FALSE, sizeof (Further));
  for (guint i = 0; i < flags->len; i++) {
    Further one = { flags->pdata[i], likeness (o->node, flags->pdata[i]) };
    if (one.likeness >= MIN_PREFIX && (one.flag->value & ~value_of (o->node)) != 0)
      g_array_append_val (further, one);
  }
  g_array_sort (further, by_likeness);
  for (guint i = 0; i < further->len && i < MAX_FLAGS; i++) {
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_BIT_OR, o->node, g_array_index (further, Further, i).flag);
    af_maker_replace (m, o, m->row, value);
  }
}

/* @all without its operand number @skip, counted from the left by @at; null for nothing. */
static AfExpr *without (AfExpr *all, guint skip, guint *at)
{
  if (all->kind != AF_EXPR_BINARY)
    return (*at)++ == skip ? NULL : af_expr_ref (all);
  g_autoptr (AfExpr) left = without (all->args[0], skip, at);
  g_autoptr (AfExpr) right = without (all->args[1], skip, at);
  if (left && right)
    return af_expr_binary (AF_OP_BIT_OR, left, right);
  return left ? g_steal_pointer (&left) : g_steal_pointer (&right);
}

static guint count (const AfExpr *all)
{
  return all->kind == AF_EXPR_BINARY ? count (all->args[0]) + count (all->args[1]) : 1;
}

void af_produce_flags (AfMaker *m, const AfOccurrence *o)
{
  gboolean is_part = o->parent && (joins (o->parent) || o->parent->op == AF_OP_BIT_AND);
  if (!o->node->type || !is_union (o->node) || is_part)
    return;
  g_autoptr (GPtrArray) flags = flags_of_file (m->question);
  gboolean known = o->node->kind == AF_EXPR_BINARY || af_operators_has_expr (flags, o->node);
  if (known)
    add_more (m, o, flags);
  for (guint i = 0, n = count (o->node); n > 1 && i < n; i++) {
    guint at = 0;
    g_autoptr (AfExpr) value = without (o->node, i, &at);
    af_maker_replace (m, o, m->row, value);
  }
}
