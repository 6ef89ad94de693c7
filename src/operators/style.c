/* Text in the style of the file: indentation, braces, statements, replacements.
 *
 * In:  a source file and an action.
 * Out: `idx--;`, `return false;`, or the edits that change an expression in place.
 *
 * Style is read off the file: one level of indentation is what the routine's first statement has more than its closing
 * brace; single statements go without braces if some do already; an opening brace stands on its own line if most do.
 *
 * A replacement touches as little of the user's text as it can: for another operator only the operator, for a stronger
 * condition only what comes in front of it.  Where text is replaced, the range is that of one whole expression, so that
 * edits of other origin around it stay properly nested. */
#include "operators/operators-internal.h"

#include <string.h>

enum { ORDER_OUTSIDE = 1000, ORDER_AFTER_MARKS = 95000 };

static char *indent_unit (const AfSource *source, const AfRoutine *routine)
{
  g_autofree char *outer = routine->body.end > 0 ? af_source_indent (source, routine->body.end - 1) : g_strdup ("");
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (!location->braced || location->kind == AF_LOCATION_ENTRY || location->kind == AF_LOCATION_EXIT
        || !location->statement.end)
      continue;
    g_autofree char *inner = af_source_indent (source, location->statement.start);
    if (g_str_has_prefix (inner, outer) && strlen (inner) > strlen (outer))
      return g_strdup (inner + strlen (outer));
  }
  return g_strdup ("    ");
}

/* +1 for an opening brace on its own line after this condition, -1 for one on the same line. */
static int brace_vote (const AfSource *source, const AfLocation *location)
{
  if (!af_location_is_condition (location) || location->kind == AF_LOCATION_DO)
    return 0;
  guint at = location->range.end;
  while (at < source->length && source->text[at] != ')' && source->text[at] != '{')
    at++;
  gboolean line = FALSE;
  for (at++; at < source->length && g_ascii_isspace (source->text[at]); at++)
    line = line || source->text[at] == '\n';
  return at < source->length && source->text[at] == '{' ? (line ? 1 : -1) : 0;
}

void af_style_init (AfStyle *style, const AfModule *module, const AfRoutine *routine)
{
  style->file = routine->body.file;
  style->source = af_module_source (module, routine->body.file);
  style->unit = indent_unit (style->source, routine);
  gboolean bare = FALSE, braced = FALSE;
  int allman = 0;
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *other = g_ptr_array_index (module->routines, r);
    for (guint i = 0; other->body.file == style->file && i < other->locations->len; i++) {
      const AfLocation *location = g_ptr_array_index (other->locations, i);
      gboolean simple = location->kind == AF_LOCATION_STATEMENT || location->kind == AF_LOCATION_RETURN
                        || location->kind == AF_LOCATION_JUMP;
      int vote = brace_vote (style->source, location);
      bare = bare || (simple && !location->braced);
      braced = braced || vote != 0;
      allman += vote;
    }
  }
  style->braces = braced && !bare;
  style->allman = allman > 0;
  guint name_end = routine->name_range.end;
  style->call_space = name_end < style->source->length && style->source->text[name_end] == ' ';
}

gboolean af_operators_includes (const AfStyle *style, const char *header)
{
  const AfInclude *include = af_source_include (style->source, header);
  return include && include->is_direct;
}

void af_style_clear (AfStyle *style)
{
  g_clear_pointer (&style->unit, g_free);
}

int af_style_order_after (const AfStyle *style, guint end)
{
  char next = style->source->text[end];
  return g_ascii_isspace (next) || next == '}' || next == '/' ? ORDER_AFTER_MARKS : ORDER_OUTSIDE;
}

char *af_style_text (const AfStyle *style, const char *text)
{
  GString *out = g_string_new (NULL);
  char quote = 0;
  for (const char *c = text; *c; c++) {
    if (quote) {
      if (*c == '\\' && c[1])
        g_string_append_c (out, *c++);
      else if (*c == quote)
        quote = 0;
    } else if (*c == '"' || *c == '\'') {
      quote = *c;
    } else if (style->call_space && *c == '(' && c > text && (g_ascii_isalnum (c[-1]) || c[-1] == '_')) {
      g_string_append_c (out, ' ');
    }
    g_string_append_c (out, *c);
  }
  return g_string_free (out, FALSE);
}

/* `e++`, `e--`, `e += n`, `e = v`; the statement itself when it was copied from elsewhere. */
static char *assignment (const AfAction *action)
{
  const AfExpr *target = action->target, *value = action->value;
  if (value->kind == AF_EXPR_ASSIGN || value->kind == AF_EXPR_STEP)
    return g_strdup (value->text);
  gboolean steps = value->kind == AF_EXPR_BINARY && (value->op == AF_OP_ADD || value->op == AF_OP_SUB)
                   && af_expr_equal (value->args[0], target) && value->args[1]->kind == AF_EXPR_INT
                   && value->args[1]->value == 1;
  gboolean adds = value->kind == AF_EXPR_BINARY && (value->op == AF_OP_ADD || value->op == AF_OP_SUB) && !steps
                  && af_expr_equal (value->args[0], target) && af_expr_is_pure (target);
  if (adds)
    return g_strdup_printf ("%s %s= %s", target->text, af_op_spelling (value->op), value->args[1]->text);
  if (!steps)
    return g_strdup_printf ("%s = %s", target->text, value->text);
  const char *sign = value->op == AF_OP_ADD ? "++" : "--";
  return target->kind == AF_EXPR_DEREF ? g_strdup_printf ("(%s)%s", target->text, sign)
                                       : g_strdup_printf ("%s%s", target->text, sign);
}

/* `break`, `goto out`, `return false`: an operator that leaves is called what is written. */
static char *leave (const AfAction *action)
{
  const char *word = action->row->id;
  return action->value ? g_strdup_printf ("%s %s", word, action->value->text) : g_strdup (word);
}

char *af_style_snippet (const AfStyle *style, const AfAction *action, const char *indent)
{
  g_autofree char *text = NULL;
  switch (action->kind) {
  case AF_ACTION_NONE:
  case AF_ACTION_REPLACE:
  case AF_ACTION_MOVE:
  case AF_ACTION_REWRITE:
    return NULL;
  case AF_ACTION_SET:
    text = assignment (action);
    break;
  case AF_ACTION_CALL:
    if (action->value->kind == AF_EXPR_BINARY && action->value->op == AF_OP_COMMA)
      text = g_strdup_printf ("%s;\n%s%s", action->value->args[0]->text, indent, action->value->args[1]->text);
    else
      text = g_strdup (action->value->text);
    break;
  case AF_ACTION_LEAVE:
    text = leave (action);
    break;
  }
  g_autofree char *spaced = af_style_text (style, text);
  /* `return (x)` is not a call. */
  return g_strconcat (action->kind == AF_ACTION_LEAVE ? text : spaced, ";", NULL);
}

char *af_style_headed (const AfStyle *style, const char *indent, const char *head, const char *body)
{
  g_autofree char *open = !style->braces  ? g_strdup ("")
                          : style->allman ? g_strdup_printf ("\n%s{", indent)
                                          : g_strdup (" {");
  g_autofree char *close = style->braces ? g_strdup_printf ("%s}\n", indent) : g_strdup ("");
  return g_strdup_printf ("%s%s\n%s%s%s\n%s%s", head, open, indent, style->unit, body, close, indent);
}

void af_style_keep_on_line (const AfStyle *style, const AfRoutine *routine, GPtrArray *edits)
{
  g_autofree char *body = af_source_slice (style->source, routine->body);
  if (strchr (body, '\n'))
    return;
  for (guint i = 0; i < edits->len; i++) {
    AfEdit *one = g_ptr_array_index (edits, i);
    g_auto (GStrv) lines = g_strsplit (one->text, "\n", -1);
    for (guint k = 1; lines[k]; k++)
      g_strchug (lines[k]);
    g_free (one->text);
    one->text = g_strjoinv (" ", lines);
  }
}

static void add_edit (GPtrArray *edits, int file, guint start, guint end, const char *text, int order)
{
  g_ptr_array_add (edits, af_edit_new ((AfRange){ file, start, end }, text, order));
}

static const AfOccurrence *occurrence_at (const GArray *occurrences, const AfAction *action)
{
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
    if (o->node->range.start == action->where.start && o->node->range.end == action->where.end
        && af_expr_equal (o->node, action->target))
      return o;
  }
  return NULL;
}

/* Another operator between the same operands, where precedence lets the operands stand as they are. */
static gboolean replace_operator (GPtrArray *edits, const AfStyle *style, const AfOccurrence *o, const AfExpr *value)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY || value->kind != AF_EXPR_BINARY || node->op == value->op
      || !af_expr_equal (node->args[0], value->args[0]) || !af_expr_equal (node->args[1], value->args[1]))
    return FALSE;
  gboolean regrouped = af_expr_precedence (node) != af_expr_precedence (value)
                       && (o->parent || af_operators_is_logic (node->args[0]) || af_operators_is_logic (node->args[1]));
  if (regrouped || af_range_is_none (node->op_range))
    return FALSE;
  add_edit (edits, style->file, node->op_range.start, node->op_range.end, af_op_spelling (value->op), 0);
  return TRUE;
}

/* `guard && old`, `guard || old`, `!old` for the whole condition. */
static gboolean replace_around (GPtrArray *edits, const AfStyle *style, const AfOccurrence *o, const AfExpr *value)
{
  guint last = value->n_args ? value->n_args - 1 : 0;
  gboolean is_guard = af_operators_is_logic (value), is_not = value->kind == AF_EXPR_UNARY && value->op == AF_OP_NOT;
  gboolean is_whole = !o->parent || (o->parent->kind == AF_EXPR_ASSIGN && o->index == 1)
                      || (o->parent->kind == AF_EXPR_CONDITIONAL && o->index == 0);
  if (!is_whole || (!is_guard && !is_not) || !af_expr_equal (value->args[last], o->node))
    return FALSE;
  AfRange range = o->node->range;
  gboolean bare = is_not ? af_expr_precedence (o->node) >= af_expr_precedence (value)
                         : (o->node->kind == AF_EXPR_BINARY && o->node->op == value->op)
                             || (af_expr_precedence (o->node) > af_expr_precedence (value)
                                 && !(value->op == AF_OP_OR && af_operators_is_logic (o->node)));
  g_autofree char *front = NULL;
  if (is_not) {
    front = g_strdup ("!");
  } else {
    gboolean wraps =
      af_expr_precedence (value->args[0]) < af_expr_precedence (value) || af_operators_is_logic (value->args[0]);
    front = g_strdup_printf (wraps ? "(%s) %s " : "%s %s ", value->args[0]->text, af_op_spelling (value->op));
  }
  g_autofree char *spaced = af_style_text (style, front);
  g_autofree char *open = g_strconcat (is_not ? front : spaced, bare ? "" : "(", NULL);
  add_edit (edits, style->file, range.start, range.start, open, -ORDER_OUTSIDE);
  if (!bare)
    add_edit (edits, style->file, range.end, range.end, ")", ORDER_OUTSIDE);
  return TRUE;
}

/* `old && test`, `old || test` for the whole condition, or for what stands in front of the same operator. */
static gboolean replace_behind (GPtrArray *edits, const AfStyle *style, const AfOccurrence *o, const AfExpr *value)
{
  const AfExpr *node = o->node, *parent = o->parent;
  if (!af_operators_is_logic (value) || !af_expr_equal (value->args[0], node))
    return FALSE;
  gboolean is_front = parent && parent->kind == AF_EXPR_BINARY && parent->op == value->op && o->index == 0
                      && !af_range_is_none (parent->op_range);
  gboolean is_whole = !parent || (parent->kind == AF_EXPR_ASSIGN && o->index == 1);
  if (!is_front && !is_whole)
    return FALSE;
  gboolean bare =
    af_expr_precedence (node) >= af_expr_precedence (value) && (node->op == value->op || !af_operators_is_logic (node));
  gboolean wraps =
    af_expr_precedence (value->args[1]) < af_expr_precedence (value) || af_operators_is_logic (value->args[1]);
  const char *old = style->source->text;
  guint end = is_front ? af_text_behind_blanks (old, node->range.end, parent->op_range.start) : node->range.end;
  if (memchr (old + node->range.end, '/', end - node->range.end)) /* a comment may end with its line */
    end = node->range.end;
  g_autofree char *test = af_style_text (style, value->args[1]->text);
  g_autofree char *text =
    g_strdup_printf (wraps ? "%s %s (%s)" : "%s %s %s", bare ? "" : ")", af_op_spelling (value->op), test);
  if (!bare)
    add_edit (edits, style->file, node->range.start, node->range.start, "(", -ORDER_OUTSIDE);
  add_edit (edits, style->file, end, end, text, ORDER_OUTSIDE);
  return TRUE;
}

static gboolean replace_arguments (GPtrArray *edits, const AfStyle *style, const AfOccurrence *o, const AfExpr *value)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_CALL || value->kind != AF_EXPR_CALL || node->n_args != value->n_args
      || g_strcmp0 (node->name, value->name) != 0)
    return FALSE;
  for (guint i = 0; i < node->n_args; i++)
    if (af_range_is_none (node->args[i]->range))
      return FALSE;
  for (guint i = 0; i < node->n_args; i++)
    if (!af_expr_equal (node->args[i], value->args[i])) {
      g_autofree char *text = af_style_text (style, value->args[i]->text);
      add_edit (edits, style->file, node->args[i]->range.start, node->args[i]->range.end, text, 0);
    }
  return TRUE;
}

/* `e + 1` with e spelled as the user did. */
static char *shifted (const AfStyle *style, const AfOccurrence *o, const AfExpr *value)
{
  gboolean shifts = value->kind == AF_EXPR_BINARY && (value->op == AF_OP_ADD || value->op == AF_OP_SUB)
                    && af_expr_equal (value->args[0], o->node) && value->args[1]->kind == AF_EXPR_INT;
  if (!shifts)
    return NULL;
  g_autofree char *whole = af_occurrence_text (style->source, o, value);
  g_autofree char *old = af_source_slice (style->source, o->node->range);
  gboolean inner = af_expr_precedence (o->node) < af_expr_precedence (value);
  gboolean outer = !g_str_equal (whole, value->text);
  return g_strdup_printf ("%s%s%s%s %s %s%s", outer ? "(" : "", inner ? "(" : "", old, inner ? ")" : "",
                          af_op_spelling (value->op), value->args[1]->text, outer ? ")" : "");
}

GPtrArray *af_style_replace (const AfStyle *style, const AfLocation *location, const AfAction *action)
{
  GPtrArray *edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);
  g_autoptr (GArray) occurrences = af_operators_occurrences (location);
  const AfOccurrence *o = occurrence_at (occurrences, action);
  if (!o || replace_operator (edits, style, o, action->value) || replace_around (edits, style, o, action->value)
      || replace_behind (edits, style, o, action->value) || replace_arguments (edits, style, o, action->value))
    return edits;
  g_autofree char *shift = shifted (style, o, action->value);
  g_autofree char *plain = shift ? NULL : af_occurrence_text (style->source, o, action->value);
  g_autofree char *text = shift ? g_strdup (shift) : af_style_text (style, plain);
  add_edit (edits, style->file, o->node->range.start, o->node->range.end, text, 0);
  return edits;
}

char *af_style_replaced (const AfStyle *style, const AfLocation *location, const AfAction *action, AfRange range)
{
  g_autoptr (GPtrArray) edits = af_style_replace (style, location, action);
  g_autofree char *slice = af_source_slice (style->source, range);
  g_autoptr (AfSource) part = af_source_new (style->source->path, slice, range.end - range.start);
  for (guint i = 0; i < edits->len; i++) {
    AfEdit *edit = g_ptr_array_index (edits, i);
    edit->range.start -= range.start;
    edit->range.end -= range.start;
  }
  return af_edits_apply (part, edits);
}
