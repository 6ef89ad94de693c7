/* Branches and jumps written otherwise: beyond the paper.
 *
 * In:  a location.  Out:
 *
 *     return e;                break;  continue;  goto out;    in a loop; where the routine has labels
 *     break;                   continue;                       and back
 *     f (x);                   if (!f (x)) return false;       a result that nobody looks at
 *     } else if (c)            } if (c)                        both tests
 *     if (a) ...  if (b) ...   if (a) ... else if (b) ...      only the first that fits
 *     if (c) f (x);            while (c) f (x);                as long as it holds; and back */
#include "operators/operators.h"

#include <string.h>

enum { MAX_CHECKS = 3 };

typedef struct {
  const AfStyle *style;
  const AfQuestion *question;
  GPtrArray *actions;
} Branches;

static AfAction *add (Branches *b, AfRule rule, const char *summary)
{
  AfAction *action = af_action_new_rewrite (af_rule_name (rule), NULL, NULL, summary);
  g_ptr_array_add (b->actions, action);
  return action;
}

static void edit (const Branches *b, AfAction *action, guint start, guint end, const char *text, int order)
{
  g_ptr_array_add (action->edits, af_edit_new ((AfRange){ b->style->file, start, end }, text, order));
}

/* --- jumps --- */

static gboolean is_in_switch (const Branches *b)
{
  for (const AfLocation *outer = af_block_around (b->question->routine, b->question->location); outer;
       outer = af_block_around (b->question->routine, outer)) {
    if (outer->kind == AF_LOCATION_SWITCH)
      return TRUE;
    if (outer->kind != AF_LOCATION_IF)
      return FALSE;
  }
  return FALSE;
}

static void jump (Branches *b, const char *text)
{
  AfRange range = b->question->location->statement;
  g_autofree char *old = af_source_slice (b->style->source, range);
  g_autofree char *summary = g_strdelimit (g_strdup_printf ("%s for %s", text, old), "\n", ' ');
  if (strcmp (old, text) != 0)
    edit (b, add (b, AF_RULE_CHANGE_JUMP, summary), range.start, range.end, text, 0);
}

static void change_jump (Branches *b)
{
  const AfLocation *location = b->question->location;
  if (location->kind != AF_LOCATION_RETURN && location->kind != AF_LOCATION_JUMP)
    return;
  if (location->loop >= 0) {
    if (!is_in_switch (b))
      jump (b, "break;");
    jump (b, "continue;");
  }
  g_autoptr (GPtrArray) labels = af_leave_labels (b->question);
  for (guint i = 0; i < labels->len; i++) {
    g_autofree char *text = g_strdup_printf ("goto %s;", (const char *)g_ptr_array_index (labels, i));
    jump (b, text);
  }
}

/* --- results that nobody looks at --- */

static void check_with (Branches *b, const char *before, const char *behind, const char *leave)
{
  const AfLocation *location = b->question->location;
  g_autofree char *indent = af_source_indent (b->style->source, location->statement.start);
  g_autofree char *call = af_source_slice (b->style->source, location->expr->range);
  g_autofree char *summary = g_strdelimit (g_strdup_printf ("if (%s%s%s) %s;", before, call, behind, leave), "\n", ' ');
  g_autofree char *open = g_strdup_printf ("if (%s", before);
  g_autofree char *brace = !b->style->braces  ? g_strdup_printf ("\n%s%s", indent, b->style->unit)
                           : b->style->allman ? g_strdup_printf ("\n%s{\n%s%s", indent, indent, b->style->unit)
                                              : g_strdup_printf (" {\n%s%s", indent, b->style->unit);
  g_autofree char *close = g_strdup_printf ("%s)%s%s", behind, brace, leave);
  AfAction *action = add (b, AF_RULE_CHECK_CALL, summary);
  edit (b, action, location->statement.start, location->statement.start, open, -1000);
  edit (b, action, location->expr->range.end, location->expr->range.end, close, 1000);
  if (b->style->braces) {
    g_autofree char *end = g_strdup_printf ("\n%s}", indent);
    edit (b, action, location->statement.end, location->statement.end, end, 1000);
  }
}

static void check_call (Branches *b)
{
  const AfLocation *location = b->question->location;
  const AfExpr *call = location->expr;
  if (location->kind != AF_LOCATION_STATEMENT || !location->braced || location->has_label || !call
      || call->kind != AF_EXPR_CALL || !call->type || af_range_is_none (call->range)
      || call->range.start != location->statement.start || !af_type_is_scalar (call->type)
      || call->type->kind == AF_TYPE_FLOAT)
    return;
  const AfRoutine *callee = af_module_routine (b->question->module, call->name);
  if (!callee || !callee->result || callee->result->kind == AF_TYPE_VOID)
    return;
  g_autoptr (GPtrArray) values = af_leave_values (b->question);
  g_autoptr (GPtrArray) leaves = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < values->len && i < MAX_CHECKS; i++)
    g_ptr_array_add (leaves, g_strdup_printf ("return %s", ((const AfExpr *)g_ptr_array_index (values, i))->text));
  if (!b->question->routine->result || b->question->routine->result->kind == AF_TYPE_VOID)
    g_ptr_array_add (leaves, g_strdup ("return"));
  gboolean is_number = call->type->kind == AF_TYPE_INT || call->type->kind == AF_TYPE_ENUM;
  for (guint i = 0; i < leaves->len; i++) {
    check_with (b, "!", "", g_ptr_array_index (leaves, i));
    if (is_number)
      check_with (b, "", " != 0", g_ptr_array_index (leaves, i));
    if (is_number && call->type->is_signed)
      check_with (b, "", " < 0", g_ptr_array_index (leaves, i));
  }
}

/* --- else --- */

static guint word_before (const AfSource *source, guint at, const char *word)
{
  gsize length = strlen (word);
  at = af_text_behind_blanks (source->text, 0, at);
  gboolean found = at > length && strncmp (source->text + at - length, word, length) == 0
                   && !g_ascii_isalnum (source->text[at - length - 1]) && source->text[at - length - 1] != '_';
  return found ? at - (guint)length : 0;
}

/* The `if` that the chain of `else if` begins with stands in a block. */
static gboolean is_chain_braced (const Branches *b)
{
  const AfLocation *head = af_block_around (b->question->routine, b->question->location);
  while (head && head->kind == AF_LOCATION_IF && !head->braced
         && word_before (b->style->source, head->statement.start, "else"))
    head = af_block_around (b->question->routine, head);
  return head && head->kind == AF_LOCATION_IF && head->braced;
}

static void drop_else (Branches *b)
{
  const AfLocation *location = b->question->location;
  guint at = location->statement.start, word = word_before (b->style->source, at, "else"), from = word;
  if (location->kind != AF_LOCATION_IF || !word || !is_chain_braced (b))
    return;
  const AfLocation *outer = af_block_around (b->question->routine, location);
  g_autofree char *indent = af_source_indent (b->style->source, outer->statement.start);
  from = af_text_behind_blanks (b->style->source->text, 0, from);
  g_autofree char *line = g_strconcat ("\n", indent, NULL);
  edit (b, add (b, AF_RULE_CHANGE_ELSE, "no else before the test"), from, at, line, -1000);
}

static void put_else (Branches *b)
{
  const AfLocation *location = b->question->location;
  const AfLocation *previous = location->kind == AF_LOCATION_IF && location->braced
                                 ? af_block_previous (b->question->routine, b->style->source, location)
                                 : NULL;
  if (!previous || previous->kind != AF_LOCATION_IF)
    return;
  g_autofree char *text = af_source_slice (b->style->source, previous->statement);
  if (strstr (text, "else"))
    return;
  edit (b, add (b, AF_RULE_CHANGE_ELSE, "else before the test"), location->statement.start, location->statement.start,
        "else ", -1000);
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

static gboolean body_changes (const Branches *b)
{
  const AfLocation *test = b->question->location;
  Changes changes = { test->expr, FALSE };
  for (guint i = 0; i < b->question->routine->locations->len && !changes.changes; i++) {
    const AfLocation *inner = af_routine_location (b->question->routine, i);
    gboolean is_inside = inner != test && inner->expr && inner->statement.file == test->statement.file
                         && inner->statement.start > test->expr->range.end
                         && inner->statement.end <= test->statement.end;
    if (is_inside)
      af_expr_walk (inner->expr, visit_change, &changes);
  }
  return changes.changes;
}

static void repeat (Branches *b)
{
  const AfLocation *location = b->question->location;
  const char *text = b->style->source->text + location->statement.start;
  gboolean is_if = location->kind == AF_LOCATION_IF && g_str_has_prefix (text, "if");
  gboolean is_while = location->kind == AF_LOCATION_WHILE && g_str_has_prefix (text, "while");
  if ((!is_if && !is_while) || !location->expr || location->expr->in_macro
      || location->statement.end <= location->statement.start
      || word_before (b->style->source, location->statement.start, "else"))
    return;
  g_autofree char *whole = af_source_slice (b->style->source, location->statement);
  if (is_if ? strstr (whole, "else") || !body_changes (b) : strstr (whole, "break") || strstr (whole, "continue"))
    return;
  g_autofree char *summary =
    g_strdup_printf ("%s (%s) for %s", is_if ? "while" : "if", location->expr->text, is_if ? "if" : "while");
  guint start = location->statement.start;
  edit (b, add (b, AF_RULE_REPEAT, summary), start, start + (is_if ? 2 : 5), is_if ? "while" : "if", 0);
}

GPtrArray *af_branches_of (const AfStyle *style, const AfQuestion *question)
{
  Branches b = { style, question, g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free) };
  if (question->location->editable) {
    check_call (&b);
    drop_else (&b);
    put_else (&b);
    repeat (&b);
    change_jump (&b);
  }
  return b.actions;
}
