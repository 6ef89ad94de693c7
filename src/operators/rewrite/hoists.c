/* The next element read before the current one goes away: beyond the paper.
 *
 * In:  a location.
 * Out: where a statement in a loop hands `n` to a call, and a later one in its block, or the loop's step, reads the
 * next `n` from the old one:
 *
 *     release (n);      Node *next = n->next;     for (n = first; n; n = n->next)   Node *next;
 *     n = n->next;      release (n);                free (n);                       for (n = first; n; n = next) {
 *                       n = next;                                                     next = n->next;
 *                                                                                     free (n);
 *                                                                                   }
 *
 * and where an old value is freed before the new one, which may be made from it, is there:
 *
 *     free (a->name);              char *fresh = copy (name);
 *     a->name = copy (name);       free (a->name);
 *                                  a->name = fresh;
 *
 * The name is one that the routine does not use. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_DISTANCE = 4 };

static const char *fresh_name (const AfRoutine *routine)
{
  static const char *const names[] = { "next", "following", "after", "next_one", NULL };
  return af_operators_unused_name (routine, names);
}

/* `struct node *next`; null where the type has no plain spelling. */
static char *declaration_of (const AfType *type, const char *name)
{
  if (!af_type_is_record_pointer (type) || !type->target->tag || !type->target->tag[0])
    return NULL;
  return g_strdup_printf ("%s%s *%s", type->is_const ? "const " : "", type->target->tag, name);
}

/* `n = E` with n in E. */
static gboolean is_advance (const AfLocation *location)
{
  const AfExpr *expr = location->expr;
  return expr && expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE && expr->args[0]->kind == AF_EXPR_VAR
         && !af_range_is_none (expr->args[1]->range) && af_expr_mentions (expr->args[1], expr->args[0]->name);
}

typedef struct {
  const char *name;
  gboolean found;
} Hands;

static gboolean find_call (AfExpr *node, gpointer data)
{
  Hands *hands = data;
  if (node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_CALL_POINTER)
    for (guint i = 0; i < node->n_args; i++)
      hands->found = hands->found
                     || (node->args[i]->type && node->args[i]->type->kind == AF_TYPE_POINTER
                         && af_expr_mentions (node->args[i], hands->name));
  return !hands->found;
}

/* Something in the statement hands @name to a call. */
static gboolean hands_over (const AfRoutine *routine, AfRange statement, const char *name)
{
  Hands hands = { name, FALSE };
  for (guint i = 2; i < routine->locations->len && !hands.found; i++) {
    const AfLocation *inner = g_ptr_array_index (routine->locations, i);
    if (inner->expr && !af_range_is_none (inner->range) && af_range_contains (statement, inner->range))
      af_expr_walk (inner->expr, find_call, &hands);
  }
  return hands.found;
}

static AfAction *new_action (AfMaker *m, const AfExpr *advance)
{
  g_autofree char *summary =
    g_strdup_printf ("%s read before %s is handed over", advance->args[1]->text, advance->args[0]->text);
  return af_maker_rewrite (m, ROW (HOIST), advance->args[0], summary);
}

void af_produce_hoisted_reads (AfMaker *m)
{
  const AfLocation *location = m->question->location, *later = location;
  const char *name = fresh_name (m->question->routine);
  if (!location->editable || location->loop < 0 || !location->braced || location->has_label || !name)
    return;
  for (guint distance = 0; distance < MAX_DISTANCE; distance++) {
    later = af_block_next (m->question->routine, m->style->source, later);
    if (!later)
      return;
    if (later->kind == AF_LOCATION_STATEMENT && later->editable && is_advance (later))
      break;
  }
  if (later->kind != AF_LOCATION_STATEMENT || !is_advance (later)
      || !hands_over (m->question->routine, location->statement, later->expr->args[0]->name))
    return;
  g_autofree char *declaration = declaration_of (later->expr->args[0]->type, name);
  if (!declaration)
    return;
  AfRange value = later->expr->args[1]->range;
  g_autofree char *indent = af_source_indent (m->style->source, location->statement.start);
  g_autofree char *old = af_source_slice (m->style->source, value);
  g_autofree char *line = g_strdup_printf ("%s = %s;\n%s", declaration, old, indent);
  AfAction *action = new_action (m, later->expr);
  af_maker_put_before (m, action, location->statement.start, line);
  af_maker_edit (m, action, value, name, 0);
}

/* After the closing parenthesis of the loop's head. */
static guint head_end (const AfSource *source, const AfLocation *head, const AfLocation *step)
{
  guint at = step->range.end;
  while (at < head->statement.end && source->text[at] != ')')
    at++;
  return at + 1;
}

void af_produce_hoisted_steps (AfMaker *m)
{
  const AfLocation *step = m->question->location, *head = NULL;
  const AfRoutine *routine = m->question->routine;
  const char *name = fresh_name (routine);
  if (!step->editable || step->kind != AF_LOCATION_FOR_STEP || !is_advance (step) || !name)
    return;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *outer = g_ptr_array_index (routine->locations, i);
    if (outer->kind == AF_LOCATION_FOR && af_range_contains (outer->statement, step->range)
        && (!head || af_range_contains (head->statement, outer->statement)))
      head = outer;
  }
  g_autofree char *declaration = declaration_of (step->expr->args[0]->type, name);
  if (!head || !head->braced || head->has_label || !declaration)
    return;
  guint end = head_end (m->style->source, head, step), body = af_block_skip (m->style->source, end);
  AfRange rest = { m->style->file, body, head->statement.end }, value = step->expr->args[1]->range;
  if (!hands_over (routine, rest, step->expr->args[0]->name))
    return;
  g_autofree char *indent = af_source_indent (m->style->source, head->statement.start);
  g_autofree char *old = af_source_slice (m->style->source, value);
  g_autofree char *above = g_strdup_printf ("%s;\n%s", declaration, indent);
  AfAction *action = new_action (m, step->expr);
  af_maker_put_before (m, action, head->statement.start, above);
  af_maker_edit (m, action, value, name, 0);
  if (m->style->source->text[body] == '{') {
    g_autofree char *line = g_strdup_printf ("\n%s%s%s = %s;", indent, m->style->unit, name, old);
    af_maker_put_before (m, action, body + 1, line);
    return;
  }
  g_autofree char *brace = m->style->allman ? g_strdup_printf ("\n%s{", indent) : g_strdup (" {");
  g_autofree char *open = g_strdup_printf ("%s\n%s%s%s = %s;", brace, indent, m->style->unit, name, old);
  g_autofree char *close = g_strdup_printf ("\n%s}", indent);
  af_maker_put_before (m, action, end, open);
  af_maker_put_after (m, action, head->statement.end, close);
}

void af_produce_hoisted_values (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  const AfExpr *call = location->expr;
  const AfLocation *next = location->editable && location->kind == AF_LOCATION_STATEMENT && location->braced
                               && !location->has_label && call && call->kind == AF_EXPR_CALL && call->n_args > 0
                             ? af_block_next (m->question->routine, m->style->source, location)
                             : NULL;
  const AfExpr *assignment = next && next->kind == AF_LOCATION_STATEMENT && next->editable ? next->expr : NULL;
  if (!assignment || assignment->kind != AF_EXPR_ASSIGN || assignment->op != AF_OP_NONE
      || !af_expr_equal (assignment->args[0], call->args[0]) || assignment->args[1]->kind != AF_EXPR_CALL
      || af_range_is_none (assignment->args[1]->range) || assignment->args[1]->in_macro)
    return;
  const AfType *type = assignment->args[0]->type;
  static const char *const names[] = { "fresh", NULL };
  if (!af_operators_unused_name (m->question->routine, names) || !type || type->kind != AF_TYPE_POINTER
      || !type->spelling || !g_str_has_suffix (type->spelling, "*"))
    return;
  AfRange value = assignment->args[1]->range;
  g_autofree char *old = af_source_slice (m->style->source, value);
  g_autofree char *indent = af_source_indent (m->style->source, location->statement.start);
  g_autofree char *line = g_strdup_printf ("%sfresh = %s;\n%s", type->spelling, old, indent);
  g_autofree char *summary = g_strdup_printf ("%s before %s", old, call->text);
  AfAction *action = af_maker_rewrite (m, ROW (HOIST_VALUE), assignment->args[0], summary);
  af_maker_put_before (m, action, location->statement.start, line);
  af_maker_edit (m, action, value, "fresh", 0);
}
