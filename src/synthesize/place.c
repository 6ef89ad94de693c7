/* Where the text of a schema stands: around an old statement, in the style of the lines beside it.
 *
 * In:  a location, and text that is to come before, after or around its statement.   Out: edits of the candidate.
 *
 * The old statement is never retyped: text is put before, after, and at the starts of its lines, so that whatever else
 * is woven into it stays.  A statement that is not directly in a block gets braces around the whole.  New lines end as
 * the user's lines do. */
#include "synthesize/synthesize-internal.h"

#include <string.h>

enum { ORDER_OUTSIDE = 1000 };

void af_place_edit (const AfPlace *place, guint start, guint end, const char *text, int order)
{
  g_ptr_array_add (place->candidate->edits, af_edit_new ((AfRange){ place->style->file, start, end }, text, order));
}

static gboolean begins_line (const AfSource *source, guint offset)
{
  while (offset > 0 && (source->text[offset - 1] == ' ' || source->text[offset - 1] == '\t'))
    offset--;
  return offset == 0 || source->text[offset - 1] == '\n';
}

/* End of the statement with a comment after it on the same line. */
guint af_place_tail (const AfSource *source, guint end)
{
  const char *text = source->text + end, *line_end = strchr (text, '\n');
  const char *c = text;
  while (*c == ' ' || *c == '\t')
    c++;
  if (line_end && line_end > text && line_end[-1] == '\r')
    line_end--; /* the carriage return belongs to the end of the line */
  if (!line_end || c == line_end || (c[0] == '/' && c[1] == '/' && line_end[-1] != '\\'))
    return line_end && c != line_end ? (guint)(line_end - source->text) : end;
  const char *close = c[0] == '/' && c[1] == '*' ? strstr (c + 2, "*/") : NULL;
  return close && close + 2 == line_end ? (guint)(line_end - source->text) : end;
}

void af_place_clear (AfPlace *place)
{
  g_clear_pointer (&place->indent, g_free);
  g_clear_pointer (&place->outer, g_free);
}

void af_place_init (AfPlace *place, const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  const AfLocation *bearer = af_location_bearer (question->routine, question->location);
  *place = (AfPlace){
    .style = style, .question = question, .candidate = candidate, .old = bearer->statement, .braced = bearer->braced
  };
  place->own_line = begins_line (style->source, place->old.start);
  place->indent = af_source_indent (style->source, place->old.start);
  place->outer = g_strdup (place->indent);
  if (af_block_is_labelled (question->routine, style->source, bearer)) {
    place->braced = TRUE;
    if (place->own_line)
      return;
    g_free (place->indent);
    place->indent = g_strconcat (place->outer, style->unit, NULL);
  }
  if (place->braced)
    return;
  if (!place->own_line) {
    g_free (place->indent);
    place->indent = g_strconcat (place->outer, style->unit, NULL);
    place->moved = TRUE;
  } else if (g_str_has_suffix (place->outer, style->unit)) {
    place->outer[strlen (place->outer) - strlen (style->unit)] = '\0';
  }
}

/* Text in front of the old statement. */
void af_place_before (const AfPlace *place, const char *text)
{
  g_autofree char *line = g_strconcat (text, "\n", place->indent, NULL);
  af_place_edit (place, place->old.start, place->old.start, line, -ORDER_OUTSIDE);
}

/* One more level for the lines of the old statement. */
static void push_in (const AfPlace *place, const char *by)
{
  const char *text = place->style->source->text;
  for (guint at = place->old.start; at < place->old.end; at++)
    if (text[at] == '\n' && at + 1 < place->old.end && text[at + 1] != '\n' && text[at + 1] != '#')
      af_place_edit (place, at + 1, at + 1, by, -ORDER_OUTSIDE);
}

/* End of the text in front of the statement on which a brace can be put; 0 if it must go to the statement itself. */
static guint brace_place (const AfPlace *place)
{
  const char *text = place->style->source->text;
  guint at = af_text_behind_blanks (text, 0, place->old.start), line = af_source_line_start (place->style->source, at);
  const char *comment = g_strstr_len (text + line, (gssize)(at - line), "//");
  return comment || text[line] == '#' ? 0 : at;
}

/* An `else` follows the old statement. */
static gboolean is_before_else (const AfPlace *place)
{
  const GPtrArray *locations = place->question->routine->locations;
  for (guint i = 0; i < locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (locations, i);
    if (location->kind == AF_LOCATION_IF && location->has_else && location->body.end == place->old.end)
      return TRUE;
  }
  return FALSE;
}

/* Braces around everything that was put before and after a statement that stands alone under an if, else or loop. */
void af_place_wrap (const AfPlace *place)
{
  const AfStyle *style = place->style;
  if (place->braced)
    return;
  guint at = place->own_line ? brace_place (place) : 0;
  g_autofree char *open = NULL;
  if (at > 0)
    open = style->allman ? g_strdup_printf ("\n%s{", place->outer) : g_strdup (" {");
  else
    open = g_strdup_printf ("{\n%s", place->indent);
  af_place_edit (place, at > 0 ? at : place->old.start, at > 0 ? at : place->old.start, open, -ORDER_OUTSIDE - 1);
  if (place->moved)
    push_in (place, style->unit);
  guint end = af_place_tail (style->source, place->old.end), next = end;
  while (next < style->source->length && g_ascii_isspace (style->source->text[next]))
    next++;
  gboolean is_directive = next < style->source->length && style->source->text[next] == '#';
  gboolean joins =
    !style->allman && !is_directive && next == af_block_skip (style->source, end) && is_before_else (place);
  g_autofree char *close = g_strdup_printf (joins ? "\n%s} " : "\n%s}", place->outer);
  af_place_edit (place, end, joins ? next : end, close, af_style_order_after (style, end) + 1);
}

gboolean af_place_is_compound (const AfLocation *location)
{
  return af_location_is_condition (location) || location->kind == AF_LOCATION_FOR_INIT;
}

gboolean af_place_has_lines (const char *text)
{
  return strchr (text, '\n') != NULL;
}

/* `if (condition)` with @body under it; @body's further lines are at the inner level already. */
char *af_place_guarded (const AfPlace *place, const AfExpr *condition, const char *body, gboolean braces)
{
  const AfStyle *style = place->style;
  g_autofree char *text = af_style_text (style, condition->text);
  if (!braces)
    return g_strdup_printf ("if (%s)\n%s%s%s", text, place->indent, style->unit, body);
  if (style->allman)
    return g_strdup_printf ("if (%s)\n%s{\n%s%s%s\n%s}", text, place->indent, place->indent, style->unit, body,
                            place->indent);
  return g_strdup_printf ("if (%s) {\n%s%s%s\n%s}", text, place->indent, style->unit, body, place->indent);
}

/* Text after the old statement. */
void af_place_after (const AfPlace *place, const char *text)
{
  g_autofree char *line = g_strconcat ("\n", place->indent, text, NULL);
  guint end = af_place_tail (place->style->source, place->old.end);
  af_place_edit (place, end, end, line, af_style_order_after (place->style, end));
}

/* @opening, then the old statement one level in, with a closing brace if @braces. */
void af_place_around (const AfPlace *place, const char *opening, gboolean braces)
{
  const AfStyle *style = place->style;
  g_autofree char *text = NULL;
  if (!braces)
    text = g_strdup (opening);
  else if (style->allman)
    text = g_strdup_printf ("%s\n%s{", opening, place->indent);
  else
    text = g_strdup_printf ("%s {", opening);
  g_autofree char *line = g_strconcat (text, "\n", place->indent, style->unit, NULL);
  af_place_edit (place, place->old.start, place->old.start, line, -ORDER_OUTSIDE);
  push_in (place, style->unit);
  if (braces) {
    guint end = af_place_tail (style->source, place->old.end);
    g_autofree char *close = g_strdup_printf ("\n%s}", place->indent);
    af_place_edit (place, end, end, close, af_style_order_after (place->style, end));
  }
  af_place_wrap (place);
}

/* A patch must not mix line ends: with DOS ends in the file, the new lines get them, too. */
void af_place_adopt_line_ends (const AfStyle *style, GPtrArray *edits)
{
  const char *first = strchr (style->source->text, '\n');
  if (!first || first == style->source->text || first[-1] != '\r')
    return;
  for (guint i = 0; i < edits->len; i++) {
    AfEdit *one = g_ptr_array_index (edits, i);
    GString *text = g_string_new (NULL);
    for (const char *c = one->text; *c; c++) {
      if (*c == '\n' && (c == one->text || c[-1] != '\r'))
        g_string_append_c (text, '\r');
      g_string_append_c (text, *c);
    }
    g_free (one->text);
    one->text = g_string_free (text, FALSE);
  }
}
