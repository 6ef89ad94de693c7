/* Loops that test at their other end, or end too early: beyond the paper.
 *
 * In:  a location that is the condition of a loop.  Out:
 *
 *     do s while (c);          while (c) s           nothing is to be done where there is nothing
 *     do s while (--n);        while (n--) s         as many rounds as before, and none for 0
 *     while (c) s              do s while (c);       something is to be done at least once
 *     for (...); s             for (...) s           one semicolon too many; of an if, too
 *
 * The tests of both forms read the same, so this is one slip; as several edits of one text it would be out of reach. */
#include "operators/operators-internal.h"

/* --- the condition at its new place --- */

typedef struct {
  AfExpr *step; /* the first that wants the other form; not owned */
  gboolean prefix;
} Steps;

static gboolean find_step (AfExpr *node, gpointer data)
{
  Steps *steps = data;
  if (!steps->step && node->kind == AF_EXPR_STEP && node->is_prefix == steps->prefix)
    steps->step = node;
  return !steps->step;
}

/* A round more or less is tested before the step: `--n` behind the body counts the rounds that `n--` counts in front of
 * it. */
static char *condition_text (const AfMaker *m, const AfExpr *condition, gboolean to_front)
{
  const AfSource *source = m->style->source;
  Steps steps = { NULL, to_front };
  af_expr_walk ((AfExpr *)condition, find_step, &steps);
  AfExpr *step = steps.step;
  if (!step || step->in_macro || !af_range_contains (condition->range, step->range))
    return af_source_slice (source, condition->range);
  g_autofree char *before =
    af_source_slice (source, (AfRange){ condition->range.file, condition->range.start, step->range.start });
  g_autofree char *behind =
    af_source_slice (source, (AfRange){ condition->range.file, step->range.end, condition->range.end });
  g_autoptr (AfExpr) turned = af_expr_new (AF_EXPR_STEP, step->type, NULL, step->args, step->n_args);
  turned->op = step->op;
  turned->is_prefix = !step->is_prefix;
  af_expr_finish (turned);
  return g_strconcat (before, turned->text, behind, NULL);
}

/* --- the two forms --- */

/* The end of the statement with its semicolon; 0 where none follows. */
static guint end_of_do (const AfSource *source, const AfLocation *location)
{
  guint end = af_text_skip_blanks (source->text, location->range.end, (guint)source->length);
  if (end >= source->length || source->text[end] != ')')
    return 0;
  end = af_text_skip_blanks (source->text, end + 1, (guint)source->length);
  return end < source->length && source->text[end] == ';' ? end + 1 : 0;
}

/* A loop whose body does nothing that counts as a step may never end. */
static gboolean does_something (const AfMaker *m)
{
  const AfLocation *loop = m->question->location;
  const GPtrArray *locations = m->question->routine->locations;
  for (guint i = 0; i < locations->len; i++) {
    const AfLocation *inner = locations->pdata[i];
    if (inner->kind == AF_LOCATION_STATEMENT && inner->statement.file == loop->body.file
        && af_range_contains (loop->body, inner->statement))
      return TRUE;
  }
  return FALSE;
}

static void test_first (AfMaker *m, const char *condition)
{
  const AfLocation *location = m->question->location;
  const AfSource *source = m->style->source;
  guint start = location->statement.start, end = end_of_do (source, location);
  if (end == 0)
    return;
  g_autofree char *summary = g_strdup_printf ("`do` → `while (%s)`", condition);
  g_autofree char *head = g_strdup_printf ("while (%s)", condition);
  AfAction *action = af_maker_rewrite (m, m->row, NULL, summary);
  af_maker_edit (m, action, (AfRange){ .start = start, .end = start + 2 }, head, 0);
  af_maker_edit (m, action, (AfRange){ .start = location->body.end, .end = end }, "", 0);
}

static void test_last (AfMaker *m, const char *condition)
{
  const AfLocation *location = m->question->location;
  const AfSource *source = m->style->source;
  guint start = location->statement.start;
  gboolean braces = source->text[location->body.start] == '{';
  g_autofree char *indent = af_source_indent (source, start);
  g_autofree char *tail =
    braces ? g_strdup_printf (" while (%s);", condition) : g_strdup_printf ("\n%swhile (%s);", indent, condition);
  g_autofree char *summary = g_strdup_printf ("`while (%s)` → `do`", condition);
  guint close = af_text_skip_blanks (source->text, location->range.end, (guint)source->length);
  AfAction *action = af_maker_rewrite (m, m->row, NULL, summary);
  af_maker_edit (m, action, (AfRange){ .start = start, .end = close + 1 }, "do", 0);
  af_maker_put_after (m, action, location->body.end, tail);
}

void af_produce_turned_loops (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  gboolean is_do = location->kind == AF_LOCATION_DO, is_while = location->kind == AF_LOCATION_WHILE;
  if (!location->editable || (!is_do && !is_while) || !location->has_keyword || !location->expr
      || location->expr->in_macro || af_expr_is_constant (location->expr) || af_range_is_none (location->range)
      || af_range_is_none (location->body) || location->body.start >= location->body.end || !does_something (m))
    return;
  g_autofree char *condition = condition_text (m, location->expr, is_do);
  if (is_do)
    test_first (m, condition);
  else
    test_last (m, condition);
}

/* --- bodies that stand after the semicolon --- */

/* Where what follows the empty body begins, if that can be a body; else 0. */
static guint next_body (const AfMaker *m)
{
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location;
  guint at = af_block_skip (source, location->body.end);
  const AfLocation *next = af_block_statement_at (m->question->routine, at);
  if (at >= source->length || !location->braced)
    return 0;
  return source->text[at] == '{' || (next && next->kind != AF_LOCATION_DECLARATION && !next->has_label) ? at : 0;
}

/* `for (...);` with the semicolon on its line: on one of its own it is meant. */
void af_produce_taken_bodies (AfMaker *m)
{
  const AfSource *source = m->style->source;
  const AfLocation *location = m->question->location;
  gboolean heads = location->kind == AF_LOCATION_FOR || location->kind == AF_LOCATION_WHILE
                   || (location->kind == AF_LOCATION_IF && !location->has_else);
  if (!heads || !location->editable || !location->has_keyword || af_range_is_none (location->body)
      || location->body.end != location->body.start + 1 || source->text[location->body.start] != ';')
    return;
  guint end = af_text_behind_blanks (source->text, location->statement.start, location->body.start),
        next = next_body (m);
  if (next == 0 || source->text[end - 1] != ')' || af_source_line_start (source, location->body.start) > end)
    return;
  g_autofree char *summary = g_strdup_printf ("`;` → what follows it, in line %u", location->line);
  AfAction *action = af_maker_rewrite (m, m->row, NULL, summary);
  af_maker_edit (m, action, (AfRange){ .start = end, .end = location->body.end }, "", 0);
  g_autofree char *outer = af_source_indent (source, location->statement.start),
                  *inner = af_source_indent (source, next);
  if (source->text[next] != '{' && g_str_equal (outer, inner))
    af_maker_put_before (m, action, next, m->style->unit);
}
