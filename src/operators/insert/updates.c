/* Assignments that a routine may have forgotten, whatever the state: beyond the paper.
 *
 * In:  a question.
 * Out: resets of locals and of fields (`size = 0`, `t->last = NULL`, `s->sorted = false`), steps of counters that the
 * module counts with elsewhere (`t->count++`), signs of locals, and links between what is in scope (`t->tail = node`,
 * `node->next->prev = node`), above all those that answer one which the routine makes: `b->head->prev = a->tail` beside
 * `a->tail->next = b->head`.
 *
 * The snapshots' own settings change what the state speaks about; a forgotten update is often of something else.  What
 * the violated clause names comes first. */
#include "operators/operators-internal.h"

enum { MAX_BASES = 4, MAX_RESETS = 16, MAX_STEPS = 10, MAX_LINKS = 24, MAX_VALUES = 4, MAX_FIELDS = 3, MAX_SIGNS = 3 };

/* --- places --- */

/* The clause speaks about it: names the variable, or the field of whatever object. */
static gboolean is_on_topic (const AfQuestion *question, const AfExpr *place)
{
  if (!question->clause)
    return FALSE;
  if (place->kind == AF_EXPR_VAR)
    return af_expr_mentions (question->clause, place->name);
  return af_expr_mentions_field (question->clause, place->name);
}

static void add_fields (GPtrArray *places, const AfQuestion *question, AfExpr *base)
{
  const AfType *record = base->type->kind == AF_TYPE_POINTER ? base->type->target : base->type;
  if (base->type->is_const || !record->is_complete || record->is_union)
    return;
  for (guint i = 0; record->fields && i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || !field->name[0])
      continue;
    g_autoptr (AfExpr) place = af_expr_field (base, field->name, field->type);
    if (af_operators_modifiable (question, place))
      g_ptr_array_add (places, g_steal_pointer (&place));
  }
}

static GPtrArray *places_of (const AfQuestion *question)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  guint n_bases = 0;
  for (guint i = 0; i < question->routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (question->routine->variables, i);
    g_autoptr (AfExpr) expr = af_expr_var (variable->type, variable->name, variable->id);
    if (!variable->name || !variable->name[0] || !af_operators_visible (question->routine, question->location, expr))
      continue;
    if (!variable->is_param && !variable->is_static && af_operators_modifiable (question, expr))
      g_ptr_array_add (all, af_expr_ref (expr));
    gboolean is_record = af_type_is_record_pointer (variable->type) || variable->type->kind == AF_TYPE_RECORD;
    if (is_record && n_bases++ < MAX_BASES)
      add_fields (all, question, expr);
  }
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < all->len; i++)
      if (is_on_topic (question, g_ptr_array_index (all, i)) == (pass == 0))
        g_ptr_array_add (places, af_expr_ref (g_ptr_array_index (all, i)));
  return places;
}

static void add (AfMaker *m, const AfOperator *row, AfExpr *place, AfExpr *value)
{
  g_autoptr (AfExpr) assignment = af_expr_assign (place, value);
  if (!af_expr_equal (place, value) && !af_operators_warns (assignment))
    af_maker_set (m, row, place, value);
}

/* --- resets --- */

void af_produce_resets (AfMaker *m)
{
  g_autoptr (GPtrArray) places = places_of (m->question);
  for (guint i = 0; i < places->len && m->actions->len < MAX_RESETS; i++) {
    AfExpr *place = g_ptr_array_index (places, i);
    g_autoptr (AfExpr) zero = af_operators_zero (m->question, place->type);
    if (!zero)
      continue;
    add (m, ROW (RESET), place, zero);
    if (place->type->kind != AF_TYPE_BOOL)
      continue;
    g_autoptr (AfExpr) yes = af_operators_truth (m->question, place->type, TRUE);
    add (m, ROW (RESET), place, yes);
  }
}

/* --- counters --- */

/* `...->count`, of whatever object, and a name of the routine. */
static char *key_of (const AfExpr *place)
{
  if (place->kind != AF_EXPR_FIELD && place->kind != AF_EXPR_VAR)
    return NULL;
  return g_strconcat (place->kind == AF_EXPR_FIELD ? "." : "", place->name, NULL);
}

typedef struct {
  GHashTable *keys;
  gboolean is_own; /* the routine's, of which variables count, too */
} CountWalk;

/* `...->count++`, `...->count += n`, `...->count = ...->count - 1` */
static gboolean visit_count (AfExpr *node, gpointer data)
{
  const CountWalk *walk = data;
  const AfExpr *target = node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ASSIGN ? node->args[0] : NULL;
  if (!target || (target->kind == AF_EXPR_VAR && !walk->is_own))
    return TRUE;
  gboolean itself = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && node->args[1]->kind == AF_EXPR_BINARY
                    && (node->args[1]->op == AF_OP_ADD || node->args[1]->op == AF_OP_SUB)
                    && af_expr_equal (node->args[1]->args[0], target);
  char *key = NULL;
  if (node->kind == AF_EXPR_STEP || node->op == AF_OP_ADD || node->op == AF_OP_SUB || itself)
    key = key_of (target);
  if (key)
    g_hash_table_add (walk->keys, key);
  return TRUE;
}

GHashTable *af_operators_counters (const AfModule *module, const AfRoutine *routine)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *each = g_ptr_array_index (module->routines, r);
    CountWalk walk = { keys, each == routine };
    for (guint i = 0; i < each->locations->len; i++) {
      AfExpr *expr = af_routine_location (each, i)->expr;
      if (expr)
        af_expr_walk (expr, visit_count, &walk);
    }
  }
  return keys;
}

static gboolean is_counter (const AfQuestion *question, const AfExpr *place)
{
  g_autofree char *key = key_of (place);
  return key && question->habits && g_hash_table_contains (question->habits->counters, key);
}

void af_produce_counts (AfMaker *m)
{
  g_autoptr (GPtrArray) places = places_of (m->question);
  for (guint i = 0; i < places->len && m->actions->len < MAX_STEPS; i++) {
    AfExpr *place = g_ptr_array_index (places, i);
    if (place->type->kind != AF_TYPE_INT || !is_counter (m->question, place))
      continue;
    g_autoptr (AfExpr) more = af_operators_shift (place, AF_OP_ADD);
    g_autoptr (AfExpr) less = af_operators_shift (place, AF_OP_SUB);
    add (m, ROW (COUNT), place, more);
    add (m, ROW (COUNT), place, less);
  }
}

/* --- signs --- */

void af_produce_signs (AfMaker *m)
{
  g_autoptr (GPtrArray) places = places_of (m->question);
  for (guint i = 0; i < places->len && m->actions->len < MAX_SIGNS; i++) {
    AfExpr *place = g_ptr_array_index (places, i);
    if (place->kind != AF_EXPR_VAR || place->type->kind != AF_TYPE_INT || !place->type->is_signed
        || place->type->is_char || af_operators_is_loop_variable (m->question->routine, m->question->location, place))
      continue;
    g_autoptr (AfExpr) negative = af_expr_unary (AF_OP_NEG, place);
    add (m, ROW (SET_SIGN), place, negative);
  }
}

/* --- links --- */

static void link_place (AfMaker *m, AfExpr *place)
{
  const AfQuestion *question = m->question;
  guint n = 0;
  for (guint i = question->routine->variables->len; i > 0 && n < MAX_VALUES && m->actions->len < MAX_LINKS; i--) {
    const AfVariable *variable = g_ptr_array_index (question->routine->variables, i - 1);
    if (variable->type != place->type || !variable->name || !variable->name[0])
      continue;
    g_autoptr (AfExpr) value = af_expr_var (variable->type, variable->name, variable->id);
    if (!af_operators_visible (question->routine, question->location, value))
      continue;
    add (m, ROW (LINK), place, value);
    n++;
  }
  g_autoptr (GPtrArray) pool = af_operators_pool (question, place->type);
  for (guint i = 0, taken = 0; i < pool->len && taken < MAX_FIELDS && m->actions->len < MAX_LINKS; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (value->kind != AF_EXPR_FIELD || place->type->kind != AF_TYPE_POINTER)
      continue;
    add (m, ROW (LINK), place, value);
    taken++;
  }
}

/* What can be assigned through: `y`, `b->head`. */
static gboolean is_path (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_VAR || (expr->kind == AF_EXPR_FIELD && is_path (expr->args[0]));
}

/* Where the routine says `x->f = y`, the answer is `y->g = x`. */
static void answer (AfMaker *m, const AfLocation *from)
{
  AfExpr *link = from->expr;
  if (from->kind != AF_LOCATION_STATEMENT || !link || link->kind != AF_EXPR_ASSIGN || link->op != AF_OP_NONE
      || link->args[0]->kind != AF_EXPR_FIELD || !is_path (link->args[0]) || !is_path (link->args[1]))
    return;
  AfExpr *x = link->args[0]->args[0], *y = link->args[1];
  if (!x->type || x->type != y->type || !af_type_is_record_pointer (x->type) || x->type->is_const)
    return;
  const AfType *record = x->type->target;
  for (guint i = 0; record->fields && i < record->fields->len && m->actions->len < MAX_LINKS; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || field->type != x->type || g_strcmp0 (field->name, link->args[0]->name) == 0)
      continue;
    g_autoptr (AfExpr) back = af_expr_field (y, field->name, field->type);
    if (af_operators_visible (m->question->routine, m->question->location, x)
        && af_operators_modifiable (m->question, back))
      add (m, ROW (LINK), back, x);
  }
}

/* What `a->f` points to points back: `a->f->g = a`. */
static void link_back (AfMaker *m, AfExpr *place)
{
  const AfType *record = place->type->target;
  AfExpr *base = place->args[0];
  for (guint i = 0; record->fields && i < record->fields->len && m->actions->len < MAX_LINKS; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || field->type != base->type || g_strcmp0 (field->name, place->name) == 0)
      continue;
    g_autoptr (AfExpr) back = af_expr_field (place, field->name, field->type);
    if (af_operators_modifiable (m->question, back))
      add (m, ROW (LINK), back, base);
  }
}

void af_produce_links (AfMaker *m)
{
  g_autoptr (GPtrArray) places = places_of (m->question);
  for (guint i = 0; i < m->question->routine->locations->len; i++)
    answer (m, g_ptr_array_index (m->question->routine->locations, i));
  for (guint i = 0; i < places->len && m->actions->len < MAX_LINKS; i++) {
    AfExpr *place = g_ptr_array_index (places, i);
    if (place->kind != AF_EXPR_FIELD || (place->type->kind != AF_TYPE_POINTER && place->type->kind != AF_TYPE_INT))
      continue;
    link_place (m, place);
    if (af_type_is_record_pointer (place->type) && !place->type->is_const)
      link_back (m, place);
  }
}
