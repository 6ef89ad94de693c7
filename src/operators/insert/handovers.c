/* What an object keeps although another one has taken it over: beyond the paper.
 *
 * In:  a location that takes a pointer, or all fields, from another object.
 * Out: after it and what else is taken, the other object left empty:
 *
 *     free (a->items);                              free (a->items);
 *     a->items = b->items;                          a->items = b->items;
 *     a->n = b->n;                                  a->n = b->n;
 *                                                   b->items = NULL;
 *                                                   b->n = 0;
 *
 *      or as a routine of the module sets one up:   set_up (b);
 *
 * Otherwise both own the block, and the second one that frees it, or makes it larger, does so with memory that is gone.
 */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_SETTERS = 2, MAX_TAKEN = 8 };

typedef struct {
  AfMaker *maker;
  const AfStyle *style;
  const AfQuestion *question;
  AfExpr *from; /* the other object: a pointer to it or the record itself */
  AfType *record;
  const AfLocation *last; /* statement that takes something */
} Handover;

static AfType *record_of (const AfExpr *object)
{
  AfType *type = object->type;
  if (type && type->kind == AF_TYPE_POINTER)
    type = type->target;
  return type && type->kind == AF_TYPE_RECORD && !type->is_const ? type : NULL;
}

/* The object whose pointer, or whose everything, the statement stores elsewhere; null: none that may be changed. */
static AfExpr *giver_of (const AfLocation *location)
{
  const AfExpr *expr = location->expr;
  if (location->kind != AF_LOCATION_STATEMENT || !expr || expr->kind != AF_EXPR_ASSIGN || expr->op != AF_OP_NONE
      || expr->args[0]->kind == AF_EXPR_VAR || expr->args[0]->in_macro)
    return NULL;
  AfExpr *value = expr->args[1], *object = NULL;
  if (value->kind == AF_EXPR_DEREF && value->type && value->type->kind == AF_TYPE_RECORD)
    object = value->args[0];
  else if (value->kind == AF_EXPR_FIELD && value->type && value->type->kind == AF_TYPE_POINTER
           && expr->args[0]->kind == AF_EXPR_FIELD)
    object = value->args[0];
  gboolean is_other = object && af_expr_is_pure (object) && record_of (object)
                      && !(expr->args[0]->n_args > 0 && af_expr_equal (expr->args[0]->args[0], object));
  return is_other ? object : NULL;
}

/* The last of the statements that follow each other and take from the object. */
static const AfLocation *last_taking (const Handover *h, const AfLocation *location)
{
  const AfLocation *last = location;
  for (guint n = 0; n < MAX_TAKEN; n++) {
    const AfLocation *next = af_block_next (h->question->routine, h->style->source, last);
    if (!next || next->kind != AF_LOCATION_STATEMENT || !next->braced || next->has_label || !next->expr
        || next->expr->kind != AF_EXPR_ASSIGN || !af_expr_contains (next->expr->args[1], h->from))
      break;
    last = next;
  }
  return last;
}

static void add (Handover *h, GPtrArray *lines)
{
  g_ptr_array_add (lines, NULL);
  guint end = h->last->statement.end;
  g_autofree char *indent = af_source_indent (h->style->source, h->last->statement.start);
  g_autofree char *between = g_strdup_printf ("\n%s", indent);
  g_autofree char *block = g_strjoinv (between, (char **)lines->pdata);
  g_autofree char *spaced = af_style_text (h->style, block);
  g_autofree char *text = g_strconcat (between, spaced, NULL);
  g_autofree char *summary = g_strjoinv (" ", (char **)lines->pdata);
  af_maker_edit (h->maker, af_maker_rewrite (h->maker, ROW (LET_GO), h->from, summary),
                 (AfRange){ .start = end, .end = end }, text, af_style_order_after (h->style, end));
}

/* Whether the routine stores something in a pointer of the object that it is given, and does not give the object itself
 * away. */
static gboolean sets_up (const Handover *h, const AfRoutine *routine)
{
  const AfVariable *param = routine->n_params == 1 ? g_ptr_array_index (routine->variables, 0) : NULL;
  if (!af_operators_is_declared (h->question, routine) || !param || !param->type || param->type->kind != AF_TYPE_POINTER
      || param->type->target != h->record || routine->consumes >= 0 || routine->is_query || !routine->result
      || routine->result->kind != AF_TYPE_VOID)
    return FALSE;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfExpr *expr = af_routine_location (routine, i)->expr;
    if (expr && expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE && expr->args[0]->kind == AF_EXPR_FIELD
        && expr->args[0]->type && expr->args[0]->type->kind == AF_TYPE_POINTER
        && expr->args[0]->args[0]->kind == AF_EXPR_VAR && expr->args[0]->args[0]->variable_id == param->id)
      return TRUE;
  }
  return FALSE;
}

static void call_setters (Handover *h)
{
  const AfModule *module = h->question->module;
  g_autofree char *object =
    h->from->type->kind == AF_TYPE_POINTER ? g_strdup (h->from->text) : g_strdup_printf ("&%s", h->from->text);
  for (guint i = 0, n = 0; i < module->routines->len && n < MAX_SETTERS; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (!sets_up (h, routine))
      continue;
    g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
    g_ptr_array_add (lines, g_strdup_printf ("%s(%s);", routine->name, object));
    add (h, lines);
    n++;
  }
}

/* Pointers to data that can be changed, as owners have them, are cleared; @also_numbers: integers, too. */
static void clear_fields (Handover *h, gboolean also_numbers)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  gboolean has_numbers = FALSE, has_pointers = FALSE;
  for (guint i = 0; h->record->fields && i < h->record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (h->record->fields, i);
    gboolean is_number = field->type->kind == AF_TYPE_INT;
    gboolean is_pointer = field->type->kind == AF_TYPE_POINTER && field->type->target
                          && field->type->target->kind != AF_TYPE_FUNCTION && !field->type->target->is_const;
    g_autoptr (AfExpr) zero = field->name && field->name[0] && !field->type->is_const && (is_number || is_pointer)
                                ? af_operators_zero (h->question, field->type)
                                : NULL;
    if (!zero || (is_number && !also_numbers))
      continue;
    g_autoptr (AfExpr) place = af_expr_field (h->from, field->name, field->type);
    g_ptr_array_add (lines, g_strdup_printf ("%s = %s;", place->text, zero->text));
    has_numbers |= is_number;
    has_pointers |= is_pointer;
  }
  if (has_pointers && has_numbers == also_numbers)
    add (h, lines);
}

void af_produce_handovers (AfMaker *m)
{
  Handover h = { m, m->style, m->question, NULL, NULL, NULL };
  const AfLocation *location = m->question->location;
  if (location->editable && location->braced && !location->has_label)
    h.from = giver_of (location);
  if (h.from) {
    h.record = record_of (h.from);
    h.last = last_taking (&h, location);
    call_setters (&h);
    clear_fields (&h, TRUE);
    clear_fields (&h, FALSE);
  }
}
