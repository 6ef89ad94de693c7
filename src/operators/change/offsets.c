/* Values that lack a part: beyond the paper.
 *
 * In:  a location.  Out: its expression with
 *
 *     find (s, pos)        find (s, pos + (int)length)     a distance, length or base that is in scope added or taken
 * away memcpy (p, q, n)     memcpy (p + length, q, n)       likewise behind a pointer end = at             end =
 * t->bytes + t->size        what the module computes elsewhere from such names w = word[k]          w = word[k] &
 * ~(mask (from) - 1)  a mask of the module, with our variables in it
 *
 * Only where a value is used as a whole: an argument, what is assigned, returned or put into a new local. */
#include "operators/operators.h"

enum {
  MAX_DISTANCES = 4,
  MAX_OFFSETS = 20,
  MAX_SIBLINGS = 4,
  MIN_SIZE = 3,
  MAX_SIZE = 9,
  MAX_MASKS = 2,
  MAX_MASKED = 3,
  MAX_SUMS = 60
};

typedef struct {
  const AfQuestion *question;
  GPtrArray *actions;
  guint limit;
} Offsets;

static void add (Offsets *f, const AfOccurrence *o, AfRule rule, AfExpr *value)
{
  if (f->actions->len >= f->limit || af_expr_equal (value, o->node) || af_operators_warns (value))
    return;
  g_autoptr (AfExpr) parent = o->parent ? af_expr_substitute (o->parent, o->node, value) : NULL;
  if (!parent || !af_operators_warns (parent))
    g_ptr_array_add (f->actions, af_rule_action (AF_ACTION_REPLACE, rule, o->node, value, o->node->range));
}

/* The type of the place that the occurrence is used for as a whole; null where it is only a part. */
static const AfType *place_type (const Offsets *f, const AfOccurrence *o)
{
  const AfLocation *location = f->question->location;
  const AfExpr *parent = o->parent;
  if (!parent)
    return location->kind == AF_LOCATION_RETURN                              ? f->question->routine->result
           : location->kind == AF_LOCATION_DECLARATION && location->declared ? location->declared->type
                                                                             : NULL;
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

static void add_distance (Offsets *f, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  AfType *type = node->type;
  gboolean is_pointer = type && type->kind == AF_TYPE_POINTER && type->target->kind != AF_TYPE_VOID
                        && type->target->kind != AF_TYPE_FUNCTION && type->target->kind != AF_TYPE_RECORD
                        && node->kind != AF_EXPR_NULL;
  if (!place_type (f, o) || (!is_distance (type) && !is_pointer) || af_expr_is_constant (node)
      || !af_expr_is_pure (node))
    return;
  g_autoptr (GPtrArray) pool = distances (f->question, type);
  for (guint i = 0, n = 0; i < pool->len && n < MAX_DISTANCES; i++) {
    AfExpr *distance = g_ptr_array_index (pool, i);
    if (af_expr_contains (node, distance) || is_changed (o, distance))
      continue;
    g_autoptr (AfExpr) same = is_pointer ? af_expr_ref (distance) : as_type (distance, type);
    g_autoptr (AfExpr) more = af_expr_binary (AF_OP_ADD, node, same);
    g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, node, same);
    add (f, o, AF_RULE_ADD_VALUE, more);
    if (!is_pointer)
      add (f, o, AF_RULE_ADD_VALUE, less);
    n++;
  }
}

/* --- what siblings compute --- */

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
static AfExpr *translated (const AfQuestion *question, AfExpr *expr)
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
  for (guint i = 0; question->sums && i < question->sums->len && values->len < MAX_SIBLINGS; i++) {
    AfExpr *sum = g_ptr_array_index (question->sums, i);
    g_autoptr (AfExpr) value = suits (sum->type, type) ? translated (question, sum) : NULL;
    if (value && !af_operators_warns (value))
      note (&search, value);
  }
  return values;
}

static void sibling_value (Offsets *f, const AfOccurrence *o)
{
  const AfType *type = place_type (f, o);
  gboolean fits = type && ((type->kind == AF_TYPE_POINTER && o->node->kind != AF_EXPR_CALL) || is_distance (type));
  if (!fits || o->node->kind == AF_EXPR_ASSIGN || o->node->kind == AF_EXPR_STEP || !af_expr_is_pure (o->node))
    return;
  g_autoptr (GPtrArray) values = af_operators_siblings (f->question, type);
  for (guint i = 0; i < values->len; i++)
    if (!o->parent || !is_changed (o, g_ptr_array_index (values, i)))
      add (f, o, AF_RULE_SIBLING_VALUE, g_ptr_array_index (values, i));
}

/* `end = t->bytes + t->size;` in front of what reads the pointer: where a guard is needed, the second round finds it.
 */
static void default_value (Offsets *f, const AfOccurrence *o)
{
  AfExpr *node = o->node;
  if (node->kind != AF_EXPR_VAR || !node->type || node->type->kind != AF_TYPE_POINTER
      || !af_operators_modifiable (f->question, node))
    return;
  g_autoptr (GPtrArray) values = af_operators_siblings (f->question, node->type);
  for (guint i = 0; i < values->len && f->actions->len < f->limit; i++)
    g_ptr_array_add (f->actions, af_rule_action (AF_ACTION_SET, AF_RULE_SIBLING_VALUE, node,
                                                 g_ptr_array_index (values, i), AF_RANGE_NONE));
}

/* --- masks --- */

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

static gboolean find_call (AfExpr *node, gpointer data)
{
  AfExpr **call = data;
  if (!*call && node->kind == AF_EXPR_CALL && node->n_args == 1 && af_operators_is_integer (node->args[0]))
    *call = node;
  return !*call;
}

static void add_mask (Offsets *f, const AfOccurrence *o, AfExpr *mask)
{
  if (mask->type != o->node->type || !af_operators_visible (f->question->routine, f->question->location, mask))
    return;
  g_autoptr (AfExpr) contrary = af_expr_unary (AF_OP_COMPL, mask);
  g_autoptr (AfExpr) without = af_expr_binary (AF_OP_BIT_AND, o->node, contrary);
  g_autoptr (AfExpr) within = af_expr_binary (AF_OP_BIT_AND, o->node, mask);
  add (f, o, AF_RULE_MASK, without);
  add (f, o, AF_RULE_MASK, within);
}

GPtrArray *af_operators_sums (const AfModule *module, const AfRoutine *routine)
{
  return search_module (module, routine, visit_sum, MAX_SUMS);
}

GPtrArray *af_operators_masks (const AfModule *module, const AfRoutine *routine)
{
  return search_module (module, routine, visit_mask, MAX_MASKS);
}

/* The masks as they are, and with what they are asked for by our variables. */
static void mask_value (Offsets *f, const AfOccurrence *o)
{
  const AfType *type = place_type (f, o);
  if (!type || !o->node->type || !af_type_is_integer (o->node->type) || o->node->type->is_signed
      || o->node->type->bits < 8 || af_expr_is_constant (o->node) || !af_expr_is_pure (o->node))
    return;
  const GPtrArray *masks = f->question->masks;
  for (guint i = 0; masks && i < masks->len; i++) {
    AfExpr *mask = g_ptr_array_index (masks, i), *call = NULL;
    af_expr_walk (mask, find_call, &call);
    g_autoptr (GPtrArray) pool = call ? af_operators_pool (f->question, call->args[0]->type) : NULL;
    for (guint k = 0; pool && k < MIN (pool->len, MAX_MASKED); k++) {
      g_autoptr (AfExpr) asked = af_expr_substitute (mask, call->args[0], g_ptr_array_index (pool, k));
      add_mask (f, o, asked);
    }
    g_autoptr (AfExpr) own = translated (f->question, mask);
    if (own)
      add_mask (f, o, own);
  }
}

GPtrArray *af_offsets_of (const AfQuestion *question)
{
  static void (*const changes[]) (Offsets *, const AfOccurrence *) = { add_distance, sibling_value, default_value,
                                                                       mask_value };
  Offsets f = { question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free), 0 };
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  for (guint c = 0; c < G_N_ELEMENTS (changes); c++) {
    f.limit = f.actions->len + MAX_OFFSETS;
    for (guint i = 0; i < occurrences->len; i++) {
      const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
      if (!o->is_target)
        changes[c](&f, o);
    }
  }
  return f.actions;
}
