/* Fix schemas: how an action is put in place (paper, section 4.4; rows of schemas.def).
 *
 * In:  a candidate with snapshot, schema and action.  Out: its edits of the user's text.
 *
 * Example: schema (b) for `sset_go_i_th(s, idx);` with fail `idx > s->index` and snippet `idx--;` inserts
 *
 *     if (idx > s->index)
 *         idx--;
 *
 * in front of it.  The old statement is never retyped: text is put before, behind, and at the starts of its lines, so
 * that whatever else is woven into it stays.  A statement that is not directly in a block gets braces around the whole.
 * A declaration is split for schema (d): `T x = e;` becomes `T x;` and two assignments.
 * New lines end as the user's lines do. */
#include "synthesize/synthesize-internal.h"

#include <string.h>

enum { ORDER_OUTSIDE = 1000 };

/* Where and how the new text stands. */
typedef struct {
  const AfStyle *style;
  const AfQuestion *question;
  AfCandidate *candidate;
  char *indent;      /* of the old statement's level */
  char *outer;       /* of the level around it */
  gboolean braced;   /* the old statement stands directly in a block */
  AfRange old;       /* the whole old statement */
  gboolean own_line; /* the old statement begins its line */
  gboolean moved;    /* the old statement goes one level in because it did not begin its line */
} Place;

static void edit (const Place *place, guint start, guint end, const char *text, int order)
{
  g_ptr_array_add (place->candidate->edits, af_edit_new ((AfRange){ place->style->file, start, end }, text, order));
}

static gboolean begins_line (const AfSource *source, guint offset)
{
  while (offset > 0 && (source->text[offset - 1] == ' ' || source->text[offset - 1] == '\t'))
    offset--;
  return offset == 0 || source->text[offset - 1] == '\n';
}

/* End of the statement with a comment behind it on the same line. */
static guint tail_of (const AfSource *source, guint end)
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

static void place_clear (Place *place)
{
  g_clear_pointer (&place->indent, g_free);
  g_clear_pointer (&place->outer, g_free);
}

static void place_init (Place *place, const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  const AfLocation *bearer = af_location_bearer (question->routine, question->location);
  *place = (Place){
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
static void put_before (const Place *place, const char *text)
{
  g_autofree char *line = g_strconcat (text, "\n", place->indent, NULL);
  edit (place, place->old.start, place->old.start, line, -ORDER_OUTSIDE);
}

/* One more level for the lines of the old statement. */
static void push_in (const Place *place, const char *by)
{
  const char *text = place->style->source->text;
  for (guint at = place->old.start; at < place->old.end; at++)
    if (text[at] == '\n' && at + 1 < place->old.end && text[at + 1] != '\n' && text[at + 1] != '#')
      edit (place, at + 1, at + 1, by, -ORDER_OUTSIDE);
}

/* End of the text in front of the statement on which a brace can be put; 0 if it must go to the statement itself. */
static guint brace_place (const Place *place)
{
  const char *text = place->style->source->text;
  guint at = af_text_behind_blanks (text, 0, place->old.start), line = af_source_line_start (place->style->source, at);
  const char *comment = g_strstr_len (text + line, (gssize)(at - line), "//");
  return comment || text[line] == '#' ? 0 : at;
}

/* Braces around everything that was put before and behind a statement that stands alone under an if, else or loop. */
static void wrap (const Place *place)
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
  edit (place, at > 0 ? at : place->old.start, at > 0 ? at : place->old.start, open, -ORDER_OUTSIDE - 1);
  if (place->moved)
    push_in (place, style->unit);
  guint end = tail_of (style->source, place->old.end), next = end;
  while (next < style->source->length && g_ascii_isspace (style->source->text[next]))
    next++;
  gboolean joins = !style->allman && g_str_has_prefix (style->source->text + next, "else")
                   && !g_ascii_isalnum (style->source->text[next + 4]) && style->source->text[next + 4] != '_';
  g_autofree char *close = g_strdup_printf (joins ? "\n%s} " : "\n%s}", place->outer);
  edit (place, end, joins ? next : end, close, af_style_order_behind (style, end) + 1);
}

static gboolean is_compound (const AfLocation *location)
{
  return af_location_is_condition (location) || location->kind == AF_LOCATION_FOR_INIT;
}

static gboolean has_lines (const char *text)
{
  return strchr (text, '\n') != NULL;
}

/* `if (condition)` with @body under it; @body's further lines are at the inner level already. */
static char *guarded (const Place *place, const AfExpr *condition, const char *body, gboolean braces)
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

/* The old statement can go one level in: no label to jump over, nothing that cares for line starts. */
static gboolean is_movable (const Place *place)
{
  const AfLocation *location = af_location_bearer (place->question->routine, place->question->location);
  g_autofree char *old = af_source_slice (place->style->source, place->old);
  return !location->has_label && !strstr (old, "\\\n") && !strstr (old, "\n#")
         && location->kind != AF_LOCATION_DECLARATION && location->kind != AF_LOCATION_JUMP;
}

/* Leaving the statement out would let the routine end without a result. */
static gboolean is_last_return (const Place *place)
{
  const AfRoutine *routine = place->question->routine;
  if (!routine->result || routine->result->kind == AF_TYPE_VOID)
    return FALSE;
  if (place->question->location->kind == AF_LOCATION_RETURN)
    return TRUE;
  gboolean returns = FALSE;
  for (guint i = 0; i < routine->locations->len && !returns; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    returns = location->kind == AF_LOCATION_RETURN && af_range_contains (place->old, location->range);
  }
  guint at = place->old.end;
  while (at < routine->body.end
         && (g_ascii_isspace (place->style->source->text[at]) || place->style->source->text[at] == '}'))
    at++;
  return returns && at >= routine->body.end;
}

/* Text behind the old statement. */
static void put_behind (const Place *place, const char *text)
{
  g_autofree char *line = g_strconcat ("\n", place->indent, text, NULL);
  guint end = tail_of (place->style->source, place->old.end);
  edit (place, end, end, line, af_style_order_behind (place->style, end));
}

static gboolean rewrite (AfCandidate *candidate)
{
  const GPtrArray *edits = candidate->action->edits;
  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *one = g_ptr_array_index (edits, i);
    g_ptr_array_add (candidate->edits, af_edit_new (one->range, one->text, one->order));
  }
  return edits->len > 0;
}

/* The old statement with the replacement made, its further lines @deeper. */
static char *replaced_statement (const Place *place, const char *deeper)
{
  g_autofree char *text =
    af_style_replaced (place->style, place->question->location, place->candidate->action, place->old);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *between = g_strconcat ("\n", deeper, NULL);
  return g_strjoinv (between, lines);
}

/* With `faithful` a plain statement can stand before itself as the replacement has made it; behind a return nothing is
 * done any more. */
static gboolean repeats (const AfQuestion *question, const AfCandidate *candidate)
{
  AfLocationKind kind = question->location->kind;
  return question->faithful && candidate->action->kind == AF_ACTION_REPLACE && !question->location->has_label
         && (kind == AF_LOCATION_STATEMENT || (kind == AF_LOCATION_RETURN && candidate->schema == AF_SCHEMA_B));
}

static gboolean schema_A (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  gboolean repeated = repeats (question, candidate);
  if (candidate->action->kind == AF_ACTION_REPLACE && !repeated) {
    g_autoptr (GPtrArray) edits = af_style_replace (style, question->location, candidate->action);
    for (guint i = 0; i < edits->len; i++) {
      const AfEdit *one = g_ptr_array_index (edits, i);
      g_ptr_array_add (candidate->edits, af_edit_new (one->range, one->text, one->order));
    }
    return edits->len > 0;
  }
  if (candidate->action->kind == AF_ACTION_MOVE)
    return af_move_apply (question, candidate);
  if (candidate->action->kind == AF_ACTION_REWRITE)
    return rewrite (candidate);
  Place place;
  place_init (&place, style, question, candidate);
  g_autofree char *snippet =
    repeated ? replaced_statement (&place, "") : af_style_snippet (style, candidate->action, place.indent);
  if (candidate->action->behind)
    put_behind (&place, snippet);
  else
    put_before (&place, snippet);
  wrap (&place);
  place_clear (&place);
  return TRUE;
}

static gboolean schema_B (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  gboolean repeated = repeats (question, candidate);
  if ((candidate->action->kind == AF_ACTION_REPLACE && !repeated) || candidate->action->kind == AF_ACTION_REWRITE)
    return FALSE;
  Place place;
  place_init (&place, style, question, candidate);
  g_autofree char *inner = g_strconcat (place.indent, style->unit, NULL);
  g_autofree char *snippet =
    repeated ? replaced_statement (&place, style->unit) : af_style_snippet (style, candidate->action, inner);
  g_autofree char *text = guarded (&place, question->fail, snippet, style->braces || has_lines (snippet));
  put_before (&place, text);
  wrap (&place);
  place_clear (&place);
  return TRUE;
}

/* @opening, then the old statement one level in, with a closing brace if @braces. */
static void put_around (const Place *place, const char *opening, gboolean braces)
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
  edit (place, place->old.start, place->old.start, line, -ORDER_OUTSIDE);
  push_in (place, style->unit);
  if (braces) {
    guint end = tail_of (style->source, place->old.end);
    g_autofree char *close = g_strdup_printf ("\n%s}", place->indent);
    edit (place, end, end, close, af_style_order_behind (place->style, end));
  }
  wrap (place);
}

static gboolean schema_C (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  Place place;
  place_init (&place, style, question, candidate);
  gboolean fits = is_movable (&place) && !is_last_return (&place);
  if (fits) {
    g_autoptr (AfExpr) good = af_plain_not (question->fail);
    g_autofree char *condition = af_style_text (style, good->text);
    g_autofree char *opening = g_strdup_printf ("if (%s)", condition);
    g_autofree char *old = af_source_slice (style->source, place.old);
    put_around (&place, opening, style->braces || is_compound (question->location) || has_lines (old));
  }
  place_clear (&place);
  return fits;
}

/* `T x = e;` with another value in the bad state. */
static gboolean split_declaration (const Place *place)
{
  const AfLocation *location = place->question->location;
  const char *text = place->style->source->text;
  if (!location->declared || location->declared->is_const || location->declared->is_static || !location->expr
      || af_range_is_none (location->expr->range))
    return FALSE;
  guint value = location->expr->range.start, sign = value;
  while (sign > place->old.start && (g_ascii_isspace (text[sign - 1]) || text[sign - 1] == '('))
    sign--;
  if (sign <= place->old.start || text[sign - 1] != '=')
    return FALSE;
  guint name = af_text_behind_blanks (text, place->old.start, sign - 1);
  AfRange initialiser = { place->old.file, sign, place->old.end };
  g_autofree char *other = af_style_replaced (place->style, location, place->candidate->action, initialiser);
  g_autofree char *assignment = g_strdup_printf ("%s = %s", location->declared->name, g_strchug (other));
  g_autofree char *guard = guarded (place, place->question->fail, assignment, place->style->braces);
  g_autofree char *between = g_strconcat ("\n", place->indent, NULL);
  g_autofree char *lines =
    g_strdup_printf (";\n%s%s%selse%s\n%s%s%s = ", place->indent, guard, place->style->braces ? " " : between,
                     place->style->braces ? " {" : "", place->indent, place->style->unit, location->declared->name);
  while (g_ascii_isspace (text[sign]))
    sign++;
  edit (place, name, sign, lines, 0);
  if (place->style->braces) {
    g_autofree char *close = g_strdup_printf ("\n%s}", place->indent);
    guint end = tail_of (place->style->source, place->old.end);
    edit (place, end, end, close, af_style_order_behind (place->style, end));
  }
  return TRUE;
}

static gboolean schema_D (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  Place place;
  place_init (&place, style, question, candidate);
  gboolean is_replacement = candidate->action->kind == AF_ACTION_REPLACE;
  if (is_replacement && question->location->kind == AF_LOCATION_DECLARATION) {
    gboolean split = split_declaration (&place);
    place_clear (&place);
    return split;
  }
  gboolean fits = is_movable (&place) && candidate->action->kind != AF_ACTION_LEAVE
                  && (is_replacement ? !is_compound (question->location) : !is_last_return (&place));
  if (fits) {
    g_autofree char *inner = g_strconcat (place.indent, style->unit, NULL);
    g_autofree char *snippet =
      is_replacement ? replaced_statement (&place, style->unit) : af_style_snippet (style, candidate->action, inner);
    g_autofree char *old = af_source_slice (style->source, place.old);
    gboolean braces = style->braces || is_compound (question->location) || has_lines (old) || has_lines (snippet);
    g_autofree char *guard = guarded (&place, question->fail, snippet, braces);
    gboolean joins = braces && !style->allman;
    g_autofree char *opening = g_strdup_printf ("%s%s%selse", guard, joins ? " " : "\n", joins ? "" : place.indent);
    put_around (&place, opening, braces);
  }
  place_clear (&place);
  return fits;
}

/* Before the closing brace of a routine without result. */
static gboolean at_exit (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  const AfRoutine *routine = question->routine;
  if ((routine->result && routine->result->kind != AF_TYPE_VOID) || !candidate->action
      || candidate->schema == AF_SCHEMA_C || candidate->schema == AF_SCHEMA_D
      || candidate->action->kind == AF_ACTION_REPLACE)
    return FALSE;
  guint at = routine->body.end - 1;
  g_autofree char *outer = af_source_indent (style->source, at);
  Place place = { .style = style, .question = question, .candidate = candidate };
  place.indent = g_strconcat (outer, style->unit, NULL);
  g_autofree char *inner = g_strconcat (place.indent, style->unit, NULL);
  g_autofree char *snippet =
    af_style_snippet (style, candidate->action, candidate->schema == AF_SCHEMA_B ? inner : place.indent);
  g_autofree char *text = candidate->schema == AF_SCHEMA_A
                            ? g_strdup (snippet)
                            : guarded (&place, question->fail, snippet, style->braces || has_lines (snippet));
  g_autofree char *line = g_strdup_printf ("%s%s\n%s", style->unit, text, outer);
  edit (&place, at, at, line, -ORDER_OUTSIDE);
  place_clear (&place);
  return TRUE;
}

/* What kinds of locations take which schemas; conditions and parts of a for only have their expression replaced, unless
 * the statement as a whole can be worked around. */
static gboolean takes (const AfRoutine *routine, const AfLocation *location, const AfCandidate *candidate)
{
  gboolean in_place = candidate->schema == AF_SCHEMA_A && candidate->action
                      && (candidate->action->kind == AF_ACTION_REPLACE || candidate->action->kind == AF_ACTION_REWRITE);
  switch (location->kind) {
  case AF_LOCATION_ENTRY:
  case AF_LOCATION_CHECK:
    return FALSE;
  case AF_LOCATION_EXIT:
    return TRUE;
  case AF_LOCATION_DO:
  case AF_LOCATION_FOR_STEP:
    return in_place && location->editable;
  case AF_LOCATION_FOR_INIT: {
    /* What comes before the start of a loop comes before the loop. */
    const AfLocation *bearer = af_location_bearer (routine, location);
    return location->editable && (in_place || (bearer != location && (bearer->braced || !bearer->has_label)));
  }
  case AF_LOCATION_STATEMENT:
  case AF_LOCATION_DECLARATION:
  case AF_LOCATION_RETURN:
  case AF_LOCATION_JUMP:
  case AF_LOCATION_IF:
  case AF_LOCATION_WHILE:
  case AF_LOCATION_FOR:
  case AF_LOCATION_SWITCH:
    return location->editable && (in_place || location->braced || !location->has_label);
  }
  return FALSE;
}

/* A patch must not mix line ends: with DOS ends in the file, the new lines get them, too. */
static void adopt_line_ends (const AfStyle *style, GPtrArray *edits)
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

gboolean af_schema_apply (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  static gboolean (*const schemas[]) (const AfStyle *, const AfQuestion *, AfCandidate *) = {
#define AF_FIX_SCHEMA(letter, shape, skips, meaning) [AF_SCHEMA_##letter] = schema_##letter,
#include "synthesize/schemas.def"
#undef AF_FIX_SCHEMA
  };
  if (!takes (question->routine, question->location, candidate))
    return FALSE;
  candidate->file = style->file;
  gboolean at_end = question->location->kind == AF_LOCATION_EXIT;
  gboolean applied =
    at_end ? at_exit (style, question, candidate) : schemas[candidate->schema](style, question, candidate);
  if (applied)
    af_style_keep_on_line (style, question->routine, candidate->edits);
  if (applied)
    adopt_line_ends (style, candidate->edits);
  return applied;
}
