/* An exit before a number becomes too large: beyond the paper.
 *
 * In:  a statement that makes a signed number larger.   Out:
 *
 *     n = n * 10 + d;         if (n > (INT_MAX - d) / 10) return e;    in front of it; or break
 *
 *     n = n * 10 + d;         if (n > (INT_MAX - d) / 10) { ... }      what looks for the overflow afterwards, when the
 *     if (n < 0) { ... }      n = n * 10 + d;                          sign has changed or the machine has stopped,
 *                                                                      looks before
 *
 * INT_MAX is written where the file has <limits.h>. */
#include "operators/operators-internal.h"

enum { MAX_EXITS = 3 };

static AfExpr *largest (const AfMaker *m, AfType *type)
{
  if (type->bits != 32 || !af_operators_includes (m->style, "limits.h"))
    return af_expr_int (type, (gint64)((G_GUINT64_CONSTANT (1) << (type->bits - 1)) - 1));
  AfExpr *value = af_expr_new (AF_EXPR_INT, type, "INT_MAX", NULL, 0);
  value->value = G_MAXINT32;
  af_expr_finish (value);
  return value;
}

/* When @place becomes too large: by `place * factor + more`, either of which may be null. */
static AfExpr *too_large (const AfMaker *m, AfExpr *place, AfExpr *factor, AfExpr *more)
{
  g_autoptr (AfExpr) limit = largest (m, place->type);
  g_autoptr (AfExpr) room = more ? af_expr_binary (AF_OP_SUB, limit, more) : af_expr_ref (limit);
  g_autoptr (AfExpr) bound = factor ? af_expr_binary (AF_OP_DIV, room, factor) : af_expr_ref (room);
  return af_expr_binary (AF_OP_GT, place, bound);
}

static gboolean is_product (const AfExpr *expr, const AfExpr *place)
{
  return expr->kind == AF_EXPR_BINARY && expr->op == AF_OP_MUL && af_expr_equal (expr->args[0], place);
}

/* The state in which the assignment overflows; null where it is none of the forms that are known. */
static AfExpr *guard_of (const AfMaker *m, const AfExpr *expr)
{
  if (!expr || expr->kind != AF_EXPR_ASSIGN)
    return NULL;
  AfExpr *place = expr->args[0], *value = expr->args[1];
  const AfType *type = place->type;
  if (!type || type->kind != AF_TYPE_INT || !type->is_signed || (type->bits != 32 && type->bits != 64)
      || !af_expr_is_pure (value))
    return NULL;
  if (expr->op == AF_OP_MUL)
    return too_large (m, place, value, NULL);
  if (expr->op == AF_OP_ADD)
    return too_large (m, place, NULL, value);
  if (expr->op != AF_OP_NONE || value->kind != AF_EXPR_BINARY)
    return NULL;
  if (is_product (value, place))
    return too_large (m, place, value->args[1], NULL);
  if (value->op == AF_OP_ADD && is_product (value->args[0], place))
    return too_large (m, place, value->args[0]->args[1], value->args[1]);
  return value->op == AF_OP_ADD && af_expr_equal (value->args[0], place) ? too_large (m, place, NULL, value->args[1])
                                                                         : NULL;
}

static AfAction *new_action (AfMaker *m, const AfExpr *guard, const char *what)
{
  g_autofree char *summary = g_strdup_printf ("if (%s) %s", guard->text, what);
  return af_maker_rewrite (m, ROW (OVERFLOW_EXIT), guard->args[0], summary);
}

static void leave (AfMaker *m, const AfExpr *guard, const char *exit)
{
  const AfStyle *style = m->style;
  guint at = m->question->location->statement.start;
  g_autofree char *indent = af_source_indent (style->source, at);
  g_autofree char *spaced = af_style_text (style, guard->text);
  g_autofree char *open = !style->braces  ? g_strdup ("")
                          : style->allman ? g_strdup_printf ("\n%s{", indent)
                                          : g_strdup (" {");
  g_autofree char *close = style->braces ? g_strdup_printf ("%s}\n%s", indent, indent) : g_strdup (indent);
  g_autofree char *text = g_strdup_printf ("if (%s)%s\n%s%s%s;\n%s", spaced, open, indent, style->unit, exit, close);
  af_maker_put_before (m, new_action (m, guard, exit), at, text);
}

/* `if (n < 0) ...` after the statement. */
static void look_before (AfMaker *m, const AfExpr *guard)
{
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location, *next = af_block_next (m->question->routine, source, location);
  const AfExpr *test = next && next->kind == AF_LOCATION_IF && next->editable && !next->has_label ? next->expr : NULL;
  if (!test || test->in_macro || af_range_is_none (test->range) || test->kind != AF_EXPR_BINARY
      || (test->op != AF_OP_LT && test->op != AF_OP_LE && test->op != AF_OP_GT)
      || !af_expr_equal (test->args[0], guard->args[0]))
    return;
  AfRange lines = af_block_lines (source, next->statement);
  if (lines.start == lines.end)
    return;
  g_autofree char *indent = af_source_indent (source, location->statement.start);
  g_autofree char *spaced = af_style_text (m->style, guard->text);
  g_autofree char *head = g_strndup (source->text + next->statement.start, test->range.start - next->statement.start);
  g_autofree char *tail = g_strndup (source->text + test->range.end, next->statement.end - test->range.end);
  g_autofree char *text = g_strdup_printf ("%s%s%s\n%s", head, spaced, tail, indent);
  AfAction *action = new_action (m, guard, "looked at before");
  af_maker_put_before (m, action, location->statement.start, text);
  af_maker_edit (m, action, lines, "", -1000);
}

void af_produce_overflow_exits (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  g_autoptr (AfExpr) guard =
    location->kind == AF_LOCATION_STATEMENT && location->editable && location->braced && !location->has_label
      ? guard_of (m, location->expr)
      : NULL;
  if (!guard || af_operators_warns (guard) || !af_operators_writable (question->routine, location, guard))
    return;
  look_before (m, guard);
  g_autoptr (GPtrArray) exits = af_leave_texts (question, MAX_EXITS);
  for (guint i = 0; i < exits->len; i++)
    leave (m, guard, g_ptr_array_index (exits, i));
  if (location->loop >= 0)
    leave (m, guard, "break");
}
