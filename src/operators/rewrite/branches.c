/* Branches and jumps written otherwise: beyond the paper.
 *
 * In:  a location.  Out:
 *
 *     return e;                break;  continue;  goto out;    in a loop; where the routine has labels
 *     break;                   continue;                       and back
 *     f (x);                   if (!f (x)) return false;       a result that nobody looks at
 *     f (x);                   x = f (x);                      nor keeps, where x is of its type
 *     } else if (c)            } if (c)                        both tests
 *     if (a) ...  if (m) ...   if (a) ... else if (m) ...      only the first that fits
 *     if (c) f (x);            while (c) f (x);                as long as it holds; and back */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_CHECKS = 3 };

/* --- jumps --- */

static gboolean is_in_switch (const AfMaker *m)
{
  for (const AfLocation *outer = af_block_around (m->question->routine, m->question->location); outer;
       outer = af_block_around (m->question->routine, outer)) {
    if (outer->kind == AF_LOCATION_SWITCH)
      return TRUE;
    if (outer->kind != AF_LOCATION_IF)
      return FALSE;
  }
  return FALSE;
}

static void jump (AfMaker *m, const char *text)
{
  AfRange range = m->question->location->statement;
  g_autofree char *old = af_source_slice (m->style->source, range);
  g_autofree char *summary = g_strdelimit (g_strdup_printf ("`%s` → `%s`", old, text), "\n", ' ');
  if (strcmp (old, text) != 0)
    af_maker_edit (m, af_maker_rewrite (m, ROW (CHANGE_JUMP), NULL, summary), range, text, 0);
}

void af_produce_other_jumps (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  if (!location->editable || (location->kind != AF_LOCATION_RETURN && location->kind != AF_LOCATION_JUMP))
    return;
  if (location->loop >= 0) {
    if (!is_in_switch (m))
      jump (m, "break;");
    jump (m, "continue;");
  }
  g_autoptr (GPtrArray) labels = af_leave_labels (m->question);
  for (guint i = 0; i < labels->len; i++) {
    g_autofree char *text = g_strdup_printf ("goto %s;", (const char *)g_ptr_array_index (labels, i));
    jump (m, text);
  }
}

/* --- results that nobody looks at --- */

static void check_with (AfMaker *m, const char *before, const char *after, const char *leave)
{
  const AfLocation *location = m->question->location;
  g_autofree char *indent = af_source_indent (m->style->source, location->statement.start);
  g_autofree char *call = af_source_slice (m->style->source, location->expr->range);
  g_autofree char *summary = g_strdelimit (g_strdup_printf ("if (%s%s%s) %s;", before, call, after, leave), "\n", ' ');
  g_autofree char *open = g_strdup_printf ("if (%s", before);
  g_autofree char *brace = !m->style->braces  ? g_strdup_printf ("\n%s%s", indent, m->style->unit)
                           : m->style->allman ? g_strdup_printf ("\n%s{\n%s%s", indent, indent, m->style->unit)
                                              : g_strdup_printf (" {\n%s%s", indent, m->style->unit);
  g_autofree char *close = g_strdup_printf ("%s)%s%s", after, brace, leave);
  AfAction *action = af_maker_rewrite (m, ROW (CHECK_CALL), NULL, summary);
  af_maker_put_before (m, action, location->statement.start, open);
  af_maker_put_after (m, action, location->expr->range.end, close);
  if (m->style->braces) {
    g_autofree char *end = g_strdup_printf ("\n%s}", indent);
    af_maker_put_after (m, action, location->statement.end, end);
  }
}

/* The call of a routine of the module that a statement consists of, though the routine returns something; else null. */
static const AfExpr *dropped_call (const AfMaker *m)
{
  const AfLocation *location = m->question->location;
  const AfExpr *call = location->expr;
  if (!location->editable || location->kind != AF_LOCATION_STATEMENT || location->has_label || !call
      || call->kind != AF_EXPR_CALL || !call->type || af_range_is_none (call->range)
      || call->range.start != location->statement.start)
    return NULL;
  const AfRoutine *callee = af_module_routine (m->question->module, call->name);
  return callee && callee->result && callee->result->kind != AF_TYPE_VOID ? call : NULL;
}

void af_produce_kept_results (AfMaker *m)
{
  const AfExpr *call = dropped_call (m);
  for (guint i = 0; call && i < call->n_args; i++) {
    const AfExpr *arg = call->args[i];
    if (!arg->is_lvalue || arg->type != call->type || af_range_is_none (arg->range) || arg->in_macro)
      continue;
    g_autofree char *name = af_source_slice (m->style->source, arg->range);
    g_autofree char *text = af_source_slice (m->style->source, call->range);
    g_autofree char *open = g_strdup_printf ("%s = ", name);
    g_autofree char *summary = g_strdelimit (g_strdup_printf ("`%s` → `%s%s`", text, open, text), "\n", ' ');
    af_maker_put_before (m, af_maker_rewrite (m, ROW (KEEP_RESULT), NULL, summary), call->range.start, open);
  }
}

void af_produce_checked_calls (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  const AfExpr *call = dropped_call (m);
  if (!call || !location->braced || !af_type_is_scalar (call->type) || call->type->kind == AF_TYPE_FLOAT)
    return;
  g_autoptr (GPtrArray) leaves = af_leave_texts (m->question, MAX_CHECKS);
  gboolean is_number = call->type->kind == AF_TYPE_INT || call->type->kind == AF_TYPE_ENUM;
  for (guint i = 0; i < leaves->len; i++) {
    check_with (m, "!", "", g_ptr_array_index (leaves, i));
    if (is_number)
      check_with (m, "", " != 0", g_ptr_array_index (leaves, i));
    if (is_number && call->type->is_signed)
      check_with (m, "", " < 0", g_ptr_array_index (leaves, i));
  }
}

/* --- else --- */

/* The `if` whose `else` the location's statement stands after; null: none. */
static const AfLocation *if_of_else (const AfMaker *m, const AfLocation *location)
{
  const AfLocation *outer = af_block_around (m->question->routine, location);
  return outer && outer->has_else && !af_range_is_none (outer->other) && outer->other.start == location->statement.start
           ? outer
           : NULL;
}

/* The `if` that the chain of `else if` begins with stands in a block. */
static gboolean is_chain_braced (const AfMaker *m)
{
  const AfLocation *head = if_of_else (m, m->question->location);
  while (head && !head->braced && if_of_else (m, head))
    head = if_of_else (m, head);
  return head && head->braced;
}

void af_produce_dropped_elses (AfMaker *m)
{
  const AfLocation *location = m->question->location, *outer = if_of_else (m, location);
  if (!location->editable || location->kind != AF_LOCATION_IF || !outer || af_range_is_none (outer->body)
      || !is_chain_braced (m))
    return; /* a macro's body has no place in the text */
  const AfSource *source = m->style->source;
  guint word = af_block_skip (source, outer->body.end), from = af_text_behind_blanks (source->text, 0, word);
  if (source->text[word] == '#')
    return;
  g_autofree char *indent = af_source_indent (source, outer->statement.start);
  g_autofree char *line = g_strconcat ("\n", indent, NULL);
  AfAction *action = af_maker_rewrite (m, ROW (CHANGE_ELSE), NULL, "no else before the test");
  af_maker_edit (m, action, (AfRange){ .start = from, .end = location->statement.start }, line, -1000);
}

void af_produce_joined_elses (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  const AfLocation *previous = location->editable && location->kind == AF_LOCATION_IF && location->braced
                                 ? af_block_previous (m->question->routine, m->style->source, location)
                                 : NULL;
  if (!previous || previous->kind != AF_LOCATION_IF)
    return;
  if (af_block_has_else (m->question->routine, previous))
    return;
  AfAction *action = af_maker_rewrite (m, ROW (CHANGE_ELSE), NULL, "else before the test");
  af_maker_put_before (m, action, location->statement.start, "else ");
}

/* --- if and while --- */

typedef struct {
  AfExpr *condition;
  gboolean changes;
} Changes;

/* Whether what stands there is of some use to the condition: a call, or a change of something that it reads. */
static gboolean visit_change (AfExpr *node, gpointer data)
{
  Changes *changes = data;
  if (node->kind == AF_EXPR_CALL)
    changes->changes |= !node->is_pure;
  else if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP)
    changes->changes |= af_expr_contains (changes->condition, node->args[0]);
  return !changes->changes;
}

static gboolean body_changes (const AfMaker *m)
{
  const AfLocation *test = m->question->location;
  Changes changes = { test->expr, FALSE };
  for (guint i = 0; i < m->question->routine->locations->len && !changes.changes; i++) {
    const AfLocation *inner = af_routine_location (m->question->routine, i);
    gboolean is_inside = inner != test && inner->expr && inner->statement.file == test->statement.file
                         && inner->statement.start > test->expr->range.end
                         && inner->statement.end <= test->statement.end;
    if (is_inside)
      af_expr_walk (inner->expr, visit_change, &changes);
  }
  return changes.changes;
}

void af_produce_repetitions (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  gboolean is_if = location->kind == AF_LOCATION_IF && location->has_keyword;
  gboolean is_while = location->kind == AF_LOCATION_WHILE && location->has_keyword;
  if (!location->editable || (!is_if && !is_while) || !location->expr || location->expr->in_macro
      || location->statement.end <= location->statement.start || if_of_else (m, location))
    return;
  if (is_if ? af_block_has_else (m->question->routine, location) || !body_changes (m)
            : af_block_has_jump (m->question->routine, location))
    return;
  g_autofree char *summary =
    g_strdup_printf (is_if ? "`if (%s)` → `while`" : "`while (%s)` → `if`", location->expr->text);
  guint start = location->statement.start;
  AfRange word = { .start = start, .end = start + (is_if ? 2 : 5) };
  af_maker_edit (m, af_maker_rewrite (m, ROW (REPEAT), NULL, summary), word, is_if ? "while" : "if", 0);
}
