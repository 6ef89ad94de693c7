/* What conditions commonly forget: beyond the paper.
 *
 * In:  a location with a condition.
 * Out: the same condition after a test of a variable in scope, or of a pointer that it follows, or after its
 * contrary:
 *
 *     if (c)                n > 0 && c     p != NULL && c     done && c      n <= 0 || c     p == NULL || c
 *     while (p->next->x)    p->next != NULL && p->next->x
 *     if (a[s->n - 1] > x)  s->n > 0 && a[s->n - 1] > x
 *     if (!f (&q->a) || !f (&q->b))   ... || !f (&q->c)   what is done for two fields of a type and not for the third
 *
 * A state need not have been seen as suspicious for that: such tests are few, and the same everywhere. */
#include "operators/operators-internal.h"

enum { MAX_TESTS = 10, MAX_PATHS = 4, MAX_FURTHER = 4 };

/* @place as a condition: it is there, it is more than nothing, it is true. */
static AfExpr *test_of (const AfQuestion *question, AfExpr *place)
{
  g_autoptr (AfExpr) zero = af_operators_zero (question, place->type);
  switch (place->type->kind) {
  case AF_TYPE_POINTER:
    return af_expr_binary (AF_OP_NE, place, zero);
  case AF_TYPE_INT:
    return af_expr_binary (AF_OP_GT, place, zero);
  case AF_TYPE_BOOL:
    return af_expr_ref (place);
  case AF_TYPE_VOID:
  case AF_TYPE_FLOAT:
  case AF_TYPE_ENUM:
  case AF_TYPE_ARRAY:
  case AF_TYPE_RECORD:
  case AF_TYPE_FUNCTION:
  case AF_TYPE_OTHER:
    return NULL;
  }
  return NULL;
}

static void add_path (GPtrArray *places, AfExpr *place)
{
  if (places->len < MAX_PATHS && !af_operators_has_expr (places, place))
    g_ptr_array_add (places, af_expr_ref (place));
}

/* Fields that an index is made of, which may be of nothing. */
static gboolean find_counts (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_FIELD && node->type && node->type->kind == AF_TYPE_INT && af_expr_is_pure (node))
    add_path (data, node);
  return node->kind != AF_EXPR_CALL;
}

/* Pointers other than plain variables that the condition follows. */
static gboolean find_paths (AfExpr *node, gpointer data)
{
  GPtrArray *places = data;
  AfExpr *base = node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX ? node->args[0] : NULL;
  if (node->kind == AF_EXPR_INDEX)
    af_expr_walk (node->args[1], find_counts, places);
  if (base && base->kind == AF_EXPR_FIELD && base->type && base->type->kind == AF_TYPE_POINTER
      && af_expr_is_pure (base))
    add_path (places, base);
  return TRUE;
}

static GPtrArray *places_of (const AfQuestion *question, AfExpr *condition)
{
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const GPtrArray *variables = question->routine->variables;
  af_expr_walk (condition, find_paths, places);
  /* What the condition speaks about first; locals, which are declared later, before parameters. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = variables->len; i > 0 && places->len < MAX_TESTS; i--) {
      const AfVariable *variable = g_ptr_array_index (variables, i - 1);
      if (!variable->name || !variable->name[0] || af_expr_mentions (condition, variable->name) != (pass == 0))
        continue;
      g_autoptr (AfExpr) place = af_expr_var (variable->type, variable->name, variable->id);
      if (af_operators_visible (question->routine, question->location, place))
        g_ptr_array_add (places, g_steal_pointer (&place));
    }
  return places;
}

static void add_tests (AfMaker *m, AfExpr *condition)
{
  g_autoptr (GPtrArray) places = places_of (m->question, condition);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < places->len; i++) {
      g_autoptr (AfExpr) test = test_of (m->question, g_ptr_array_index (places, i));
      g_autoptr (AfExpr) contrary = test ? af_expr_not (test) : NULL;
      if (!test || af_expr_contains (condition, test) || af_expr_contains (condition, contrary)
          || af_operators_warns (test))
        continue;
      af_maker_add (m, pass == 0 ? af_operators_join (ROW (CONJOIN), condition, AF_OP_AND, test)
                                 : af_operators_join (ROW (CONJOIN), condition, AF_OP_OR, contrary));
    }
}

typedef struct {
  AfMaker *maker;
  AfExpr *condition;
  AfExpr *last; /* its last operand */
} Further;

/* The last operand again, with this field by others of its type that the condition does not speak of. */
static gboolean add_further (AfExpr *node, gpointer data)
{
  Further *f = data;
  const AfType *base = node->kind == AF_EXPR_FIELD ? node->args[0]->type : NULL;
  const AfType *record = base && base->kind == AF_TYPE_POINTER ? base->target : base;
  for (guint i = 0; record && record->fields && i < record->fields->len && f->maker->actions->len < MAX_FURTHER; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (!field->name || field->type != node->type || af_expr_mentions_field (f->condition, field->name))
      continue;
    g_autoptr (AfExpr) other = af_expr_field (node->args[0], field->name, field->type);
    g_autoptr (AfExpr) operand = af_expr_substitute (f->last, node, other);
    g_autofree char *text = g_strdup_printf (" %s %s", af_op_spelling (f->condition->op), operand->text);
    g_autofree char *spaced = af_style_text (f->maker->style, text);
    g_autofree char *summary = g_strdup_printf ("%s %s", af_op_spelling (f->condition->op), operand->text);
    AfAction *action = af_maker_rewrite (f->maker, ROW (EXTEND), f->condition, summary);
    guint end = f->last->range.end;
    af_maker_edit (f->maker, action, (AfRange){ .start = end, .end = end }, spaced, 0);
  }
  return TRUE;
}

static AfExpr *condition_of (const AfQuestion *question)
{
  const AfLocation *location = question->location;
  AfExpr *condition = location->expr;
  gboolean is_condition = af_location_is_condition (location) && location->kind != AF_LOCATION_SWITCH;
  return location->editable && is_condition && condition && !condition->in_macro && !af_range_is_none (condition->range)
           ? condition
           : NULL;
}

void af_produce_extended_conditions (AfMaker *m)
{
  AfExpr *condition = condition_of (m->question);
  if (!condition || condition->kind != AF_EXPR_BINARY || (condition->op != AF_OP_OR && condition->op != AF_OP_AND)
      || af_range_is_none (condition->args[1]->range) || condition->args[1]->in_macro)
    return;
  Further further = { m, condition, condition->args[1] };
  af_expr_walk (condition->args[1], add_further, &further);
}

void af_produce_conjoined_conditions (AfMaker *m)
{
  AfExpr *condition = condition_of (m->question);
  if (condition)
    add_tests (m, condition);
}
