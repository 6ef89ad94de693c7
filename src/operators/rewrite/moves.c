/* Statements in another place: beyond the paper.
 *
 * In:  a question.
 * Out: its statement left out, exchanged with the next one, moved further up in its block, in front of the
 * statement around it or after it; an `if` left out with what it heads, or without; or a call whose result is dropped,
 * returned.
 *
 * Example: `r->count--;` after `b = r->data[slot (r, r->count)];` is exchanged with it: a value was read before the
 * update that it needs.  Only statements on lines of their own in a block are moved, as whole lines, and only to where
 * all that they name is known. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_UP = 4 };

/* --- what may go where --- */

static gboolean is_movable (const AfSource *source, const AfLocation *location)
{
  AfRange lines = af_block_lines (source, location->statement);
  g_autofree char *text = af_source_slice (source, lines);
  return location->braced && location->editable && !location->has_label && lines.end > lines.start
         && !strstr (text, "\n#");
}

typedef struct {
  const AfRoutine *routine;
  const AfLocation *place; /* in front of it, or null: */
  guint offset;            /* at this offset */
  AfRange moved;
  gboolean ok;
} Names;

static gboolean check_name (AfExpr *node, gpointer data)
{
  Names *names = data;
  if (node->kind != AF_EXPR_VAR || node->variable_id == 0 || node->variable_id > names->routine->variables->len)
    return names->ok;
  const AfVariable *variable = g_ptr_array_index (names->routine->variables, node->variable_id - 1);
  if (!variable->is_param && af_range_contains (names->moved, variable->scope))
    return names->ok; /* it is moved along */
  if (names->place)
    names->ok = names->ok && af_operators_visible (names->routine, names->place, node);
  else
    names->ok =
      names->ok
      && (variable->is_param || (variable->scope.start <= names->offset && names->offset < variable->scope.end));
  return names->ok;
}

/* A variable that is set needs to be there, and no value. */
static void check_names (Names *names, AfExpr *expr)
{
  const AfExpr *target = expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE ? expr->args[0] : NULL;
  const AfVariable *variable = target && target->kind == AF_EXPR_VAR && target->variable_id > 0
                                   && target->variable_id <= names->routine->variables->len
                                 ? g_ptr_array_index (names->routine->variables, target->variable_id - 1)
                                 : NULL;
  if (!names->place || !variable || variable->is_param) {
    af_expr_walk (expr, check_name, names);
    return;
  }
  guint at = names->place->statement.start;
  names->ok = names->ok && variable->scope.start <= at && at < variable->scope.end;
  af_expr_walk (expr->args[1], check_name, names);
}

/* Whether all that @moved names is known in front of @place, or at @offset. */
static gboolean knows (const AfRoutine *routine, const AfLocation *moved, const AfLocation *place, guint offset)
{
  Names names = { routine, place, offset, moved->statement, TRUE };
  for (guint i = 2; i < routine->locations->len && names.ok; i++) {
    const AfLocation *inner = g_ptr_array_index (routine->locations, i);
    if (inner->expr && af_range_contains (moved->statement, inner->range))
      check_names (&names, inner->expr);
  }
  return names.ok;
}

static gboolean leaves (const AfLocation *location)
{
  return location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_JUMP;
}

/* --- in the text --- */

/* @text, one line, at the indentation of @like. */
static char *indented_like (const AfSource *source, const char *text, AfRange like)
{
  g_autofree char *indent = af_source_indent (source, like.start);
  while (*text == ' ' || *text == '\t')
    text++;
  return g_strconcat (indent, text, NULL);
}

/* @where: the other statement, which tells two moves of one statement apart; of an operator without another, its own.
 */
static AfAction *add (AfMaker *m, const AfOperator *row, AfRange where, const char *summary)
{
  AfAction *action = af_action_new_edits (AF_ACTION_MOVE, row, m->question->location->expr, summary);
  action->where = where;
  return af_maker_add (m, action);
}

/* Line on which the statement @where begins. */
static guint line_of (const AfMaker *m, AfRange where)
{
  const AfLocation *location = m->question->location;
  guint line = location->line;
  for (guint at = MIN (location->statement.start, where.start); at < MAX (location->statement.start, where.start); at++)
    line += m->style->source->text[at] == '\n' ? (where.start > location->statement.start ? 1 : -1u) : 0;
  return line;
}

/* The whole lines of @moved go to @at, as they are or, where they leave their block, indented like @like; nothing where
 * one of the two shares its lines. */
static void move (AfMaker *m, const AfOperator *row, AfRange moved, AfRange other, const char *summary)
{
  const AfSource *source = m->style->source;
  AfRange own = af_block_lines (source, moved), there = af_block_lines (source, other);
  if (own.start >= own.end || there.start >= there.end)
    return;
  g_autofree char *text = af_source_slice (source, own);
  g_autofree char *line = af_range_contains (there, own) ? indented_like (source, text, other) : g_strdup (text);
  guint at = row == ROW (MOVE_DOWN) ? there.end : there.start;
  AfAction *action = add (m, row, row == ROW (SWAP_STATEMENTS) ? moved : other, summary);
  af_maker_edit (m, action, (AfRange){ .start = at, .end = at }, line, 0);
  af_maker_edit (m, action, own, "", 0);
}

static void move_up (AfMaker *m, AfRange where)
{
  g_autofree char *summary =
    g_strdup_printf ("line %u before line %u", m->question->location->line, line_of (m, where));
  move (m, ROW (MOVE_UP), m->question->location->statement, where, summary);
}

static void move_down (AfMaker *m, AfRange where)
{
  g_autofree char *summary =
    g_strdup_printf ("line %u after the statement of line %u", m->question->location->line, line_of (m, where));
  move (m, ROW (MOVE_DOWN), m->question->location->statement, where, summary);
}

/* --- the operators --- */

static gboolean can_move (const AfMaker *m)
{
  const AfLocation *location = m->question->location;
  return location->kind != AF_LOCATION_EXIT
         && af_block_statement_at (m->question->routine, location->statement.start) == location
         && is_movable (m->style->source, location) && !leaves (location);
}

void af_produce_returned_calls (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  const AfType *result = m->question->routine->result;
  if (location->kind != AF_LOCATION_STATEMENT || !location->editable || !location->expr
      || location->expr->kind != AF_EXPR_CALL || !result || result->kind == AF_TYPE_VOID
      || location->expr->type != result)
    return;
  g_autofree char *summary = g_strdup_printf ("return %s in line %u", location->expr->text, location->line);
  af_maker_put_after (m, add (m, ROW (RETURN_IT), location->statement, summary), location->statement.start, "return ");
}

void af_produce_swapped_statements (AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location;
  const AfLocation *next = can_move (m) ? af_block_next (routine, source, location) : NULL;
  if (!next || !is_movable (source, next) || leaves (next) || !knows (routine, next, location, 0))
    return;
  g_autofree char *summary = g_strdup_printf ("line %u before line %u", line_of (m, next->statement), location->line);
  move (m, ROW (SWAP_STATEMENTS), next->statement, location->statement, summary);
}

/* Up in the same block, past two or more statements; past one is an exchange. */
void af_produce_moves_up (AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location;
  const AfLocation *place = can_move (m) ? af_block_previous (routine, source, location) : NULL;
  for (guint distance = 2; place && distance <= MAX_UP; distance++) {
    place = af_block_previous (routine, source, place);
    if (!place || !is_movable (source, place) || !knows (routine, location, place, 0))
      return;
    move_up (m, place->statement);
  }
}

void af_produce_moves_out (AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location;
  const AfLocation *outer = can_move (m) ? af_block_around (routine, location) : NULL;
  g_autofree char *text = af_source_slice (source, location->statement);
  if (!outer || outer->kind == AF_LOCATION_DO || !outer->braced || strchr (text, '\n')
      || location->kind == AF_LOCATION_DECLARATION
      || (outer->kind != AF_LOCATION_IF && af_block_has_jump (routine, location))) /* a jump out of it */
    return;
  AfRange lines = af_block_lines (source, outer->statement);
  if (lines.start >= lines.end)
    return;
  if (knows (routine, location, outer, 0))
    move_up (m, outer->statement);
  if (knows (routine, location, NULL, outer->statement.end))
    move_down (m, outer->statement);
}

static void leave_out (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  AfRange lines = af_block_lines (m->style->source, location->statement);
  g_autofree char *summary = g_strdup_printf ("without line %u", location->line);
  if (lines.start < lines.end)
    af_maker_edit (m, add (m, ROW (DELETE), location->statement, summary), lines, "", 0);
}

void af_produce_deletions (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  gboolean has_effect = location->expr && !af_expr_is_pure (location->expr);
  if (can_move (m) && location->kind == AF_LOCATION_STATEMENT && has_effect
      && !af_operators_is_last_use (m->question, location->expr))
    leave_out (m);
}

/* --- an if that should not be there --- */

/* An `if` whose test can be missed. */
static gboolean is_spare_if (const AfMaker *m)
{
  const AfLocation *location = m->question->location;
  return can_move (m) && location->kind == AF_LOCATION_IF && location->has_keyword && !location->has_else
         && !af_range_is_none (location->body) && location->expr && af_expr_is_pure (location->expr)
         && !af_operators_is_last_use (m->question, location->expr);
}

/* Without it nothing is left that only the statement reads or declares. */
static gboolean is_self_contained (const AfMaker *m)
{
  const AfRoutine *routine = m->question->routine;
  AfRange body = m->question->location->body;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *inner = g_ptr_array_index (routine->locations, i);
    if (inner->expr && af_range_contains (body, inner->range)
        && (inner->kind == AF_LOCATION_CHECK || af_operators_is_last_use (m->question, inner->expr)))
      return FALSE;
  }
  return TRUE;
}

void af_produce_deleted_ifs (AfMaker *m)
{
  if (is_spare_if (m) && is_self_contained (m))
    leave_out (m);
}

/* What an `if` heads: one statement, without its braces; none when there are more, or a declaration or a comment with
 * it. */
static AfRange only_statement (const AfMaker *m)
{
  const AfSource *source = m->style->source;
  AfRange body = m->question->location->body, none = AF_RANGE_NONE;
  gboolean has_braces = source->text[body.start] == '{';
  guint start = has_braces ? af_text_skip_blanks (source->text, body.start + 1, body.end) : body.start;
  const AfRoutine *routine = m->question->routine;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *inner = g_ptr_array_index (routine->locations, i);
    if (inner->statement.start != start || !inner->editable || inner->kind == AF_LOCATION_DECLARATION
        || inner->kind == AF_LOCATION_CHECK || !af_range_contains (body, inner->statement))
      continue;
    guint end = inner->statement.end;
    gboolean alone = !has_braces || af_text_skip_blanks (source->text, end, body.end) + 1 == body.end;
    return alone ? inner->statement : none;
  }
  return none;
}

void af_produce_lifted_statements (AfMaker *m)
{
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location;
  AfRange whole = location->statement, inner = is_spare_if (m) ? only_statement (m) : AF_RANGE_NONE;
  AfRange lines = af_block_lines (source, whole);
  g_autofree char *text = af_range_is_none (inner) ? NULL : af_source_slice (source, inner);
  if (!text || lines.start >= lines.end || strchr (text, '\n'))
    return;
  g_autofree char *line = g_strdup_printf ("%s\n", text), *placed = indented_like (source, line, whole);
  g_autofree char *summary = g_strdup_printf ("without the test of line %u", location->line);
  af_maker_edit (m, add (m, ROW (LIFT), whole, summary), lines, placed, 0);
}
