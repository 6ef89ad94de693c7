/* Statements in another place: beyond the paper.
 *
 * In:  a question.
 * Out: its statement left out, exchanged with the next one, moved further up in its block, in front of the statement
 * around it or behind it; or a call whose result is dropped, returned.
 *
 * Example: `r->count--;` behind `b = r->data[slot (r, r->count)];` is exchanged with it: a value was read before the
 * update that it needs.  Only statements on lines of their own in a block are moved, as whole lines, and only to where
 * all that they name is known. */
#include "operators/operators.h"

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

static void add (GPtrArray *actions, AfRule rule, const AfLocation *location, AfRange where)
{
  g_ptr_array_add (actions, af_rule_action (AF_ACTION_MOVE, rule, location->expr, NULL, where));
}

/* Up in the same block, past two or more statements; past one is an exchange. */
static void add_ups (GPtrArray *actions, const AfQuestion *question, const AfSource *source)
{
  const AfLocation *location = question->location, *place = af_block_previous (question->routine, source, location);
  for (guint distance = 2; place && distance <= MAX_UP; distance++) {
    place = af_block_previous (question->routine, source, place);
    if (!place || !is_movable (source, place) || !knows (question->routine, location, place, 0))
      return;
    add (actions, AF_RULE_MOVE_UP, location, place->statement);
  }
}

static void add_outs (GPtrArray *actions, const AfQuestion *question, const AfSource *source)
{
  const AfLocation *location = question->location, *outer = af_block_around (question->routine, location);
  g_autofree char *text = af_source_slice (source, location->statement);
  if (!outer || outer->kind == AF_LOCATION_DO || !outer->braced || strchr (text, '\n')
      || location->kind == AF_LOCATION_DECLARATION)
    return;
  AfRange lines = af_block_lines (source, outer->statement);
  if (lines.start >= lines.end)
    return;
  if (knows (question->routine, location, outer, 0))
    add (actions, AF_RULE_MOVE_UP, location, outer->statement);
  if (knows (question->routine, location, NULL, outer->statement.end))
    add (actions, AF_RULE_MOVE_DOWN, location, outer->statement);
}

GPtrArray *af_moves_of (const AfQuestion *question)
{
  GPtrArray *actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  const AfLocation *location = question->location;
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  AfType *result = question->routine->result;
  if (location->kind == AF_LOCATION_STATEMENT && location->editable && location->expr
      && location->expr->kind == AF_EXPR_CALL && result && result->kind != AF_TYPE_VOID
      && location->expr->type == result)
    add (actions, AF_RULE_RETURN_IT, location, location->statement);
  if (location->kind == AF_LOCATION_EXIT
      || af_block_statement_at (question->routine, location->statement.start) != location
      || !is_movable (source, location) || leaves (location))
    return actions;
  const AfLocation *next = af_block_next (question->routine, source, location);
  if (next && is_movable (source, next) && !leaves (next) && knows (question->routine, next, location, 0))
    add (actions, AF_RULE_SWAP_STATEMENTS, location, next->statement);
  add_ups (actions, question, source);
  add_outs (actions, question, source);
  gboolean has_effect = location->expr && !af_expr_is_pure (location->expr);
  if (location->kind == AF_LOCATION_STATEMENT && has_effect && !af_operators_is_last_use (question, location->expr))
    add (actions, AF_RULE_DELETE, location, location->statement);
  return actions;
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

gboolean af_move_apply (const AfQuestion *question, AfCandidate *candidate)
{
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  const AfAction *action = candidate->action;
  AfRule rule = af_rule_parse (action->rule);
  guint start = question->location->statement.start;
  if (rule == AF_RULE_RETURN_IT) {
    g_ptr_array_add (candidate->edits, af_edit_new ((AfRange){ action->where.file, start, start }, "return ", 1000));
    return TRUE;
  }
  AfRange own = af_block_lines (source, question->location->statement), other = af_block_lines (source, action->where);
  gboolean swaps = rule == AF_RULE_SWAP_STATEMENTS;
  AfRange moved = swaps ? other : own;
  if (own.start >= own.end || other.start >= other.end)
    return FALSE;
  if (rule != AF_RULE_DELETE) {
    g_autofree char *text = af_source_slice (source, moved);
    gboolean leaves_block = !swaps && af_range_contains (other, own);
    g_autofree char *line = leaves_block ? indented_like (source, text, action->where) : g_strdup (text);
    guint at = swaps ? own.start : rule == AF_RULE_MOVE_DOWN ? other.end : other.start;
    g_ptr_array_add (candidate->edits, af_edit_new ((AfRange){ own.file, at, at }, line, 0));
  }
  g_ptr_array_add (candidate->edits, af_edit_new (moved, "", 0));
  return TRUE;
}

char *af_move_summary (const AfQuestion *question, const AfAction *action)
{
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  guint line = question->location->line, other = line;
  for (guint at = MIN (question->location->statement.start, action->where.start);
       at < MAX (question->location->statement.start, action->where.start); at++)
    other += source->text[at] == '\n' ? (action->where.start > question->location->statement.start ? 1 : -1u) : 0;
  AfRule rule = af_rule_parse (action->rule);
  if (rule == AF_RULE_DELETE)
    return g_strdup_printf ("without line %u", line);
  if (rule == AF_RULE_RETURN_IT)
    return g_strdup_printf ("return %s in line %u", action->target->text, line);
  if (rule == AF_RULE_SWAP_STATEMENTS)
    return g_strdup_printf ("line %u before line %u", other, line);
  return g_strdup_printf (
    rule == AF_RULE_MOVE_UP ? "line %u before line %u" : "line %u behind the statement of line %u", line, other);
}
