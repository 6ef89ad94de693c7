/* Assignments that reach further than one field: beyond the paper.
 *
 * In:  a question.
 * Out: what a routine that changes links may have forgotten:
 *
 *     a->b->c = NULL;           a field of what a field points to, reset
 *     n->prev->next = n->next;  the same set to what is beside it
 *     l->tail = n->prev;        a statement of the routine with next and prev, head and tail exchanged
 *     p = &(*p)->next;          the place of a link goes on to the next one
 *     to->b += from->b;         what stands near for another field of the type, which the routine leaves as it is
 *
 * The guards that such a statement needs (there is a neighbour) are found by the second round. */
#include "operators/operators-internal.h"

enum { MAX_BASES = 4, MAX_RESETS = 12, MAX_LINKS = 16, MAX_MIRRORED = 8, MAX_VALUES = 3 };

static const AfType *record_of (const AfExpr *expr)
{
  const AfType *type = expr->type && expr->type->kind == AF_TYPE_POINTER ? expr->type->target : expr->type;
  return type && type->kind == AF_TYPE_RECORD && type->is_complete && !type->is_union && type->fields ? type : NULL;
}

/* `v->f` for each field of @base that leads to another record: array of AfExpr. */
static void add_paths (GPtrArray *paths, const AfQuestion *question, AfExpr *base)
{
  const AfType *record = record_of (base);
  for (guint i = 0; record && i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || !field->name[0] || !af_type_is_record_pointer (field->type) || field->type->is_const)
      continue;
    g_autoptr (AfExpr) path = af_expr_field (base, field->name, field->type);
    if (record_of (path) && af_operators_visible (question->routine, question->location, path))
      g_ptr_array_add (paths, g_steal_pointer (&path));
  }
}

/* What can be reached by one field from the records in scope: array of AfExpr. */
static GPtrArray *paths_of (const AfQuestion *question)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const GPtrArray *variables = question->routine->variables;
  guint n_bases = 0;
  for (guint i = 0; i < variables->len && n_bases < MAX_BASES; i++) {
    const AfVariable *variable = g_ptr_array_index (variables, i);
    g_autoptr (AfExpr) base = af_expr_var (variable->type, variable->name, variable->id);
    if (!variable->name || !variable->name[0] || !record_of (base)
        || !af_operators_visible (question->routine, question->location, base))
      continue;
    n_bases++;
    add_paths (paths, question, base);
  }
  return paths;
}

static void add (AfMaker *m, const AfOperator *row, AfExpr *place, AfExpr *value)
{
  g_autoptr (AfExpr) assignment = af_expr_assign (place, value);
  if (!af_expr_equal (place, value) && !af_operators_warns (assignment))
    af_maker_set (m, row, place, value);
}

/* The clause names the field, of whatever object. */
static gboolean is_on_topic (const AfQuestion *question, const AfExpr *place)
{
  return question->clause && af_expr_mentions_field (question->clause, place->name);
}

/* Scalar fields of what @path leads to, those that the clause names first: array of AfExpr. */
static GPtrArray *places_at (const AfQuestion *question, AfExpr *path)
{
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfType *record = record_of (path);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < record->fields->len; i++) {
      const AfField *field = g_ptr_array_index (record->fields, i);
      if (!field->name || !field->name[0])
        continue;
      g_autoptr (AfExpr) place = af_expr_field (path, field->name, field->type);
      if (is_on_topic (question, place) == (pass == 0) && af_operators_modifiable (question, place))
        g_ptr_array_add (places, g_steal_pointer (&place));
    }
  return places;
}

void af_produce_deep_resets (AfMaker *m)
{
  g_autoptr (GPtrArray) paths = paths_of (m->question);
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (GPtrArray) places = places_at (m->question, g_ptr_array_index (paths, i));
    for (guint k = 0; k < places->len && m->actions->len < MAX_RESETS; k++) {
      AfExpr *place = g_ptr_array_index (places, k);
      g_autoptr (AfExpr) zero = af_operators_zero (m->question, place->type);
      if (zero && (place->type->kind == AF_TYPE_POINTER || is_on_topic (m->question, place)))
        add (m, ROW (RESET), place, zero);
    }
  }
}

/* `v->f->g = v->h` and `v->f->g = x`, of one type. */
static void link_deeply (AfMaker *m, AfExpr *path, AfExpr *place)
{
  AfExpr *base = path->args[0];
  const AfType *record = record_of (base);
  for (guint i = 0; i < record->fields->len && m->actions->len < MAX_LINKS; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || field->type != place->type || g_strcmp0 (field->name, path->name) == 0)
      continue;
    g_autoptr (AfExpr) value = af_expr_field (base, field->name, field->type);
    add (m, ROW (LINK), place, value);
  }
  const GPtrArray *variables = m->question->routine->variables;
  for (guint i = variables->len, n = 0; i > 0 && n < MAX_VALUES && m->actions->len < MAX_LINKS; i--) {
    const AfVariable *variable = g_ptr_array_index (variables, i - 1);
    g_autoptr (AfExpr) value = af_expr_var (variable->type, variable->name, variable->id);
    if (variable->type != place->type || !variable->name || !variable->name[0] || af_expr_equal (value, base)
        || !af_operators_visible (m->question->routine, m->question->location, value))
      continue;
    add (m, ROW (LINK), place, value);
    n++;
  }
}

void af_produce_deep_links (AfMaker *m)
{
  g_autoptr (GPtrArray) paths = paths_of (m->question);
  for (guint i = 0; i < paths->len; i++) {
    AfExpr *path = g_ptr_array_index (paths, i);
    g_autoptr (GPtrArray) places = places_at (m->question, path);
    for (guint k = 0; k < places->len; k++)
      if (af_type_is_record_pointer (((const AfExpr *)g_ptr_array_index (places, k))->type))
        link_deeply (m, path, g_ptr_array_index (places, k));
  }
}

/* --- the same the other way round --- */

/* Two fields of one type that link records: next and prev, head and tail. */
typedef struct {
  const AfType *record;
  const AfField *one, *other;
} Mirror;

/* What @name, a field of @record, is exchanged with by @mirrors (of Mirror); null: it stays. */
static const AfField *opposite (const GArray *mirrors, const AfType *record, const char *name)
{
  for (guint i = 0; i < mirrors->len; i++) {
    const Mirror *mirror = &g_array_index (mirrors, Mirror, i);
    if (record == mirror->record && g_strcmp0 (name, mirror->one->name) == 0)
      return mirror->other;
    if (record == mirror->record && g_strcmp0 (name, mirror->other->name) == 0)
      return mirror->one;
  }
  return NULL;
}

/* @expr with the fields exchanged; a new reference. */
static AfExpr *mirrored (AfExpr *expr, const GArray *mirrors)
{
  const AfField *other = expr->kind == AF_EXPR_FIELD ? opposite (mirrors, record_of (expr->args[0]), expr->name) : NULL;
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  gboolean same = !other;
  for (guint i = 0; i < expr->n_args; i++) {
    g_ptr_array_add (args, mirrored (expr->args[i], mirrors));
    same = same && args->pdata[i] == expr->args[i];
  }
  if (same)
    return af_expr_ref (expr);
  if (other)
    return af_expr_field (args->pdata[0], other->name, expr->type);
  AfExpr *copy = af_expr_new (expr->kind, expr->type, expr->name, (AfExpr *const *)args->pdata, args->len);
  copy->op = expr->op;
  copy->arrow = expr->arrow;
  copy->is_prefix = expr->is_prefix;
  copy->is_pure = expr->is_pure;
  copy->is_lvalue = expr->is_lvalue;
  af_expr_finish (copy);
  return copy;
}

static gboolean stands_already (const AfRoutine *routine, const AfExpr *statement)
{
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfExpr *expr = af_routine_location (routine, i)->expr;
    if (expr && af_expr_equal (expr, statement))
      return TRUE;
  }
  return FALSE;
}

static void mirror_statement (AfMaker *m, AfExpr *statement, const GArray *mirrors)
{
  g_autoptr (AfExpr) value = mirrored (statement, mirrors);
  if (m->actions->len >= MAX_MIRRORED || af_expr_equal (value, statement)
      || stands_already (m->question->routine, value) || af_operators_warns (value)
      || !af_operators_visible (m->question->routine, m->question->location, value))
    return;
  for (guint i = 0; i < m->actions->len; i++) {
    const AfAction *action = g_ptr_array_index (m->actions, i);
    if (af_expr_equal (action->target, value->args[0]) && af_expr_equal (action->value, value->args[1]))
      return;
  }
  af_maker_set (m, ROW (MIRROR), value->args[0], value->args[1]);
}

/* Adds all pairs of fields of @record of which @statement has one. */
static void add_mirrors (GArray *mirrors, const AfType *record, AfExpr *statement)
{
  for (guint i = 0; i < record->fields->len; i++)
    for (guint k = i + 1; k < record->fields->len; k++) {
      Mirror mirror = { record, g_ptr_array_index (record->fields, i), g_ptr_array_index (record->fields, k) };
      if (mirror.one->name && mirror.other->name && mirror.one->type == mirror.other->type
          && af_type_is_record_pointer (mirror.one->type)
          && (af_expr_mentions_field (statement, mirror.one->name)
              || af_expr_mentions_field (statement, mirror.other->name)))
        g_array_append_val (mirrors, mirror);
    }
}

/* All pairs at once, `l->head = n->next` → `l->tail = n->prev`, then each alone. */
static void mirror_all (AfMaker *m, AfExpr *statement)
{
  g_autoptr (GArray) mirrors = g_array_new (FALSE, FALSE, sizeof (Mirror));
  for (guint t = 0; t < m->question->module->types->len; t++) {
    const AfType *record = g_ptr_array_index (m->question->module->types, t);
    if (record->kind == AF_TYPE_RECORD && record->is_complete && !record->is_union && record->fields)
      add_mirrors (mirrors, record, statement);
  }
  mirror_statement (m, statement, mirrors);
  for (guint i = 0; i < mirrors->len && mirrors->len > 1; i++) {
    g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (Mirror));
    g_array_append_val (one, g_array_index (mirrors, Mirror, i));
    mirror_statement (m, statement, one);
  }
}

void af_produce_mirrored (AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *from = af_routine_location (routine, i);
    const AfExpr *expr = from->expr;
    if (from->kind == AF_LOCATION_STATEMENT && from->editable && expr && expr->kind == AF_EXPR_ASSIGN
        && expr->op == AF_OP_NONE && !expr->in_macro && af_expr_is_pure (expr->args[1]))
      mirror_all (m, from->expr);
  }
}

/* --- the same for another field --- */

enum { NEAR_LINES = 4, MAX_FIELD_COPIES = 12 };

typedef struct {
  const Mirror *fields;
  gboolean found;
} Written;

static gboolean visit_written (AfExpr *node, gpointer data)
{
  Written *written = data;
  gboolean changes = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_CALL;
  const AfExpr *place = changes && node->n_args > 0 ? node->args[0] : NULL;
  written->found |= place && place->kind == AF_EXPR_FIELD && record_of (place->args[0]) == written->fields->record
                    && g_strcmp0 (place->name, written->fields->other->name) == 0;
  return !written->found;
}

/* Whether the routine does anything to the other field: then it is not forgotten. */
static gboolean is_written (const AfRoutine *routine, const Mirror *fields)
{
  Written written = { fields, FALSE };
  af_routine_walk (routine, visit_written, &written);
  return written.found;
}

static void copy_for_field (AfMaker *m, AfExpr *statement, const Mirror *fields)
{
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (Mirror));
  g_array_append_val (one, *fields);
  g_autoptr (AfExpr) value = mirrored (statement, one);
  if (af_expr_equal (value, statement) || af_operators_warns (value) || is_written (m->question->routine, fields)
      || !af_operators_visible (m->question->routine, m->question->location, value))
    return;
  for (guint i = 0; i < m->actions->len; i++)
    if (af_expr_equal (((const AfAction *)g_ptr_array_index (m->actions, i))->value, value))
      return;
  af_maker_add (m, af_action_new (value->kind == AF_EXPR_CALL ? AF_ACTION_CALL : AF_ACTION_SET, ROW (COPY_FIELD),
                                  value->args[0], value, AF_RANGE_NONE));
}

/* @one, which the statement has, by each field of its type that the statement has not. */
static void copy_for_others (AfMaker *m, AfExpr *statement, const AfType *record, const AfField *one, guint limit)
{
  for (guint i = 0; i < record->fields->len && m->actions->len < limit; i++) {
    Mirror fields = { record, one, g_ptr_array_index (record->fields, i) };
    if (fields.other->name && fields.other->type == one->type && !fields.other->is_const
        && !af_expr_mentions_field (statement, fields.other->name))
      copy_for_field (m, statement, &fields);
  }
}

static void copy_for_fields (AfMaker *m, AfExpr *statement, guint limit)
{
  for (guint t = 0; t < m->question->module->types->len; t++) {
    const AfType *record = g_ptr_array_index (m->question->module->types, t);
    gboolean has_fields = record->kind == AF_TYPE_RECORD && record->is_complete && !record->is_union && record->fields;
    for (guint i = 0; has_fields && i < record->fields->len; i++) {
      const AfField *one = g_ptr_array_index (record->fields, i);
      if (one->name && af_expr_mentions_field (statement, one->name))
        copy_for_others (m, statement, record, one, limit);
    }
  }
}

/* No steps: what the module counts with is tried by `count`. */
void af_produce_field_copies (AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  const AfLocation *location = m->question->location;
  guint limit = m->actions->len + MAX_FIELD_COPIES;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *from = af_routine_location (routine, i);
    const AfExpr *expr = from->expr;
    gboolean is_near = from->line <= location->line + NEAR_LINES && location->line <= from->line + NEAR_LINES;
    if (is_near && from->kind == AF_LOCATION_STATEMENT && from->editable && expr && !expr->in_macro && expr->n_args > 0
        && (expr->kind == AF_EXPR_ASSIGN || expr->kind == AF_EXPR_CALL))
      copy_for_fields (m, from->expr, limit);
  }
}

/* --- the place of a link --- */

GPtrArray *af_operators_place_steps (AfExpr *place)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfType *link = place->type && place->type->kind == AF_TYPE_POINTER ? place->type->target : NULL;
  if (!link || !af_type_is_record_pointer (link) || !place->is_lvalue || !af_expr_is_pure (place))
    return steps;
  g_autoptr (AfExpr) held = af_expr_new (AF_EXPR_DEREF, link, NULL, &place, 1);
  held->is_pure = TRUE;
  held->is_lvalue = TRUE;
  af_expr_finish (held);
  const AfType *record = record_of (held);
  for (guint i = 0; record && i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || field->type != link)
      continue;
    g_autoptr (AfExpr) next = af_expr_field (held, field->name, field->type);
    AfExpr *address = af_expr_new (AF_EXPR_ADDRESS, place->type, NULL, &next, 1);
    address->is_pure = TRUE;
    af_expr_finish (address);
    g_ptr_array_add (steps, af_expr_assign (place, address));
    af_expr_unref (address);
  }
  return steps;
}

void af_produce_place_steps (AfMaker *m)
{
  const GPtrArray *variables = m->question->routine->variables;
  for (guint i = 0; i < variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (variables, i);
    g_autoptr (AfExpr) place = af_expr_var (variable->type, variable->name, variable->id);
    if (!variable->name || !variable->name[0] || !af_operators_modifiable (m->question, place))
      continue;
    g_autoptr (GPtrArray) steps = af_operators_place_steps (place);
    for (guint k = 0; k < steps->len; k++) {
      AfExpr *step = g_ptr_array_index (steps, k);
      af_maker_set (m, ROW (STEP_LINK), step->args[0], step->args[1]);
    }
  }
}
