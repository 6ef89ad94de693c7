/* Fix schemas: how an action is put in place (paper, section 4.4; rows of model/schemas.def).
 *
 * In:  a candidate with snapshot, schema and action.  Out: its edits of the user's text.
 *
 * Example: schema (b) for `sset_go_i_th(s, idx);` with fail `idx > s->index` and snippet `idx--;` inserts
 *
 *     if (idx > s->index)
 *         idx--;
 *
 * in front of it (place.c).  A declaration is split for schema (d): `T x = e;` becomes `T x;` and two assignments. */
#include "synthesize/synthesize-internal.h"

#include <string.h>

/* The old statement can go one level in: no label to jump over, nothing that cares for line starts. */
static gboolean is_movable (const AfPlace *place)
{
  const AfLocation *location = af_location_bearer (place->question->routine, place->question->location);
  g_autofree char *old = af_source_slice (place->style->source, place->old);
  return !location->has_label && !strstr (old, "\\\n") && !strstr (old, "\n#")
         && location->kind != AF_LOCATION_DECLARATION && location->kind != AF_LOCATION_JUMP;
}

/* Leaving the statement out would let the routine end without a result. */
static gboolean is_last_return (const AfPlace *place)
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

/* MOVE and REWRITE bring their own edits. */
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
static char *replaced_statement (const AfPlace *place, const char *deeper)
{
  g_autofree char *text =
    af_style_replaced (place->style, place->question->location, place->candidate->action, place->old);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *between = g_strconcat ("\n", deeper, NULL);
  return g_strjoinv (between, lines);
}

/* With `faithful` a plain statement can stand before itself as the replacement has made it; after a return nothing is
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
  if (candidate->action->edits)
    return rewrite (candidate);
  AfPlace place;
  af_place_init (&place, style, question, candidate);
  g_autofree char *snippet =
    repeated ? replaced_statement (&place, "") : af_style_snippet (style, candidate->action, place.indent);
  if (candidate->action->after)
    af_place_after (&place, snippet);
  else
    af_place_before (&place, snippet);
  af_place_wrap (&place);
  af_place_clear (&place);
  return TRUE;
}

static gboolean schema_B (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  gboolean repeated = repeats (question, candidate);
  if ((candidate->action->kind == AF_ACTION_REPLACE && !repeated) || candidate->action->kind == AF_ACTION_REWRITE)
    return FALSE;
  AfPlace place;
  af_place_init (&place, style, question, candidate);
  g_autofree char *inner = g_strconcat (place.indent, style->unit, NULL);
  g_autofree char *snippet =
    repeated ? replaced_statement (&place, style->unit) : af_style_snippet (style, candidate->action, inner);
  g_autofree char *text =
    af_place_guarded (&place, question->fail, snippet, style->braces || af_place_has_lines (snippet));
  af_place_before (&place, text);
  af_place_wrap (&place);
  af_place_clear (&place);
  return TRUE;
}

static gboolean schema_C (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  AfPlace place;
  af_place_init (&place, style, question, candidate);
  gboolean fits = is_movable (&place) && !is_last_return (&place);
  if (fits) {
    g_autoptr (AfExpr) good = af_plain_not (question->fail);
    g_autofree char *condition = af_style_text (style, good->text);
    g_autofree char *opening = g_strdup_printf ("if (%s)", condition);
    g_autofree char *old = af_source_slice (style->source, place.old);
    af_place_around (&place, opening,
                     style->braces || af_place_is_compound (question->location) || af_place_has_lines (old));
  }
  af_place_clear (&place);
  return fits;
}

/* `T x = e;` with another value in the bad state. */
static gboolean split_declaration (const AfPlace *place)
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
  g_autofree char *guard = af_place_guarded (place, place->question->fail, assignment, place->style->braces);
  g_autofree char *between = g_strconcat ("\n", place->indent, NULL);
  g_autofree char *lines =
    g_strdup_printf (";\n%s%s%selse%s\n%s%s%s = ", place->indent, guard, place->style->braces ? " " : between,
                     place->style->braces ? " {" : "", place->indent, place->style->unit, location->declared->name);
  while (g_ascii_isspace (text[sign]))
    sign++;
  af_place_edit (place, name, sign, lines, 0);
  if (place->style->braces) {
    g_autofree char *close = g_strdup_printf ("\n%s}", place->indent);
    guint end = af_place_tail (place->style->source, place->old.end);
    af_place_edit (place, end, end, close, af_style_order_after (place->style, end));
  }
  return TRUE;
}

static gboolean schema_D (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  AfPlace place;
  af_place_init (&place, style, question, candidate);
  gboolean is_replacement = candidate->action->kind == AF_ACTION_REPLACE;
  if (is_replacement && question->location->kind == AF_LOCATION_DECLARATION) {
    gboolean split = split_declaration (&place);
    af_place_clear (&place);
    return split;
  }
  gboolean fits = is_movable (&place) && candidate->action->kind != AF_ACTION_LEAVE
                  && (is_replacement ? !af_place_is_compound (question->location) : !is_last_return (&place));
  if (fits) {
    g_autofree char *inner = g_strconcat (place.indent, style->unit, NULL);
    g_autofree char *snippet =
      is_replacement ? replaced_statement (&place, style->unit) : af_style_snippet (style, candidate->action, inner);
    g_autofree char *old = af_source_slice (style->source, place.old);
    gboolean braces = style->braces || af_place_is_compound (question->location) || af_place_has_lines (old)
                      || af_place_has_lines (snippet);
    g_autofree char *guard = af_place_guarded (&place, question->fail, snippet, braces);
    gboolean joins = braces && !style->allman;
    g_autofree char *opening = g_strdup_printf ("%s%s%selse", guard, joins ? " " : "\n", joins ? "" : place.indent);
    af_place_around (&place, opening, braces);
  }
  af_place_clear (&place);
  return fits;
}

/* Before the closing brace of a routine without result. */
static gboolean at_exit (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  const AfRoutine *routine = question->routine;
  const AfSchemaRow *schema = af_schema_row (candidate->schema);
  if ((routine->result && routine->result->kind != AF_TYPE_VOID) || !candidate->action || schema->skips
      || candidate->action->kind == AF_ACTION_REPLACE)
    return FALSE;
  guint at = routine->body.end - 1;
  g_autofree char *outer = af_source_indent (style->source, at);
  AfPlace place = { .style = style, .question = question, .candidate = candidate };
  place.indent = g_strconcat (outer, style->unit, NULL);
  g_autofree char *inner = g_strconcat (place.indent, style->unit, NULL);
  g_autofree char *snippet = af_style_snippet (style, candidate->action, schema->tests ? inner : place.indent);
  g_autofree char *text =
    schema->tests ? af_place_guarded (&place, question->fail, snippet, style->braces || af_place_has_lines (snippet))
                  : g_strdup (snippet);
  g_autofree char *line = g_strdup_printf ("%s%s\n%s", style->unit, text, outer);
  af_place_edit (&place, at, at, line, -1000);
  af_place_clear (&place);
  return TRUE;
}

/* What kinds of locations take which schemas; conditions and parts of a for only have their expression replaced, unless
 * the statement as a whole can be worked around. */
static gboolean takes (const AfRoutine *routine, const AfLocation *location, const AfCandidate *candidate)
{
  AfActionKind kind = candidate->action ? candidate->action->kind : AF_ACTION_NONE;
  gboolean changes = kind == AF_ACTION_REPLACE || kind == AF_ACTION_REWRITE;
  gboolean in_place = candidate->schema == AF_SCHEMA_A && changes;
  /* where a macro is called, only what comes before and around it */
  gboolean is_open = location->editable || (location->is_whole && !changes && kind != AF_ACTION_MOVE);
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
    return is_open && (in_place || location->braced || !location->has_label);
  }
  return FALSE;
}

gboolean af_schema_apply (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate)
{
  static gboolean (*const schemas[]) (const AfStyle *, const AfQuestion *, AfCandidate *) = {
#define AF_FIX_SCHEMA(ID, ...) [AF_SCHEMA_##ID] = schema_##ID,
#include "model/schemas.def"
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
    af_place_adopt_line_ends (style, candidate->edits);
  return applied;
}
