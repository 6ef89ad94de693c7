/* Extents: from where to where a statement goes in the user's text.
 *
 * In:  a statement's cursor.
 * Out: its place.  libclang ends a statement before its semicolon, so ends are looked for in the text:
 *
 *     if (p) x = 1; else { f (x); }      ends where the block does
 *     EACH (i, 3) x += i;                begins with a macro call, and ends after the semicolon */
#include "frontend/frontend-stmts-internal.h"

#include <string.h>

/* The statement that ends a statement: the body of a loop, the last branch of an if, what a label stands before. */
static CXCursor closing_statement (CXCursor cursor)
{
  switch ((int)clang_getCursorKind (cursor)) {
  case CXCursor_IfStmt:
  case CXCursor_WhileStmt:
  case CXCursor_ForStmt:
  case CXCursor_SwitchStmt:
  case CXCursor_CaseStmt:
  case CXCursor_DefaultStmt:
  case CXCursor_LabelStmt: {
    g_autoptr (GArray) children = af_clang_children (cursor);
    return af_clang_last (children);
  }
  default:
    return clang_getNullCursor ();
  }
}

/* The innermost statement that ends @cursor and has a place, which is @cursor itself if no other has; @end grows up to
 * it.  A chain of else if is as long as it is deep: places are looked for from its end on. */
static CXCursor last_statement (const AfUnit *unit, CXCursor cursor, guint *end)
{
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (CXCursor));
  for (CXCursor last = closing_statement (cursor); !clang_Cursor_isNull (last); last = closing_statement (last))
    g_array_append_val (chain, last);
  for (guint i = chain->len; i > 0; i--) {
    AfPlace place = af_place_of (unit, af_clang_child (chain, i - 1));
    if (af_range_is_none (place.range))
      continue;
    *end = MAX (*end, place.range.end);
    return af_clang_child (chain, i - 1);
  }
  return cursor;
}

/* Whether a macro's call that is written out ends there: the semicolon after it is the statement's, as the user has it.
 */
static gboolean ends_call (const AfUnit *unit, guint end)
{
  AfRange call = af_source_call_around (unit->source, (AfRange){ unit->source_index, MAX (end, 1) - 1, end });
  return !af_range_is_none (call) && af_text_skip_blanks (unit->source->text, end, call.end) >= call.end;
}

static guint statement_end (const AfUnit *unit, CXCursor cursor, guint end)
{
  const char *text = unit->source->text;
  guint length = (guint)unit->source->length;
  CXCursor last = last_statement (unit, cursor, &end);
  if (!clang_Cursor_isNull (closing_statement (last)))
    return end;
  cursor = last;
  /* A block from a macro has no brace here, and the statements in it end after the call's semicolon. */
  gboolean is_block = end > 0 && text[end - 1] == '}' && clang_getCursorKind (cursor) == CXCursor_CompoundStmt;
  if (end > 0 && (text[end - 1] == ';' || is_block) && !ends_call (unit, end))
    return end;
  guint semicolon = af_text_skip_blanks (text, end, length);
  return semicolon < length && text[semicolon] == ';' ? semicolon + 1 : end;
}

AfPlace af_statement_place (const AfUnit *unit, CXCursor cursor)
{
  AfPlace place = af_place_of (unit, cursor);
  if (af_range_is_none (place.range) && clang_getCursorKind (cursor) == CXCursor_NullStmt)
    return place;
  if (!af_range_is_none (place.range)) {
    gboolean is_inside = af_place_inside_macro (unit, place.range);
    AfRange range = place.range;
    place.in_macro |= is_inside;
    place.range.end = statement_end (unit, cursor, range.end);
    /* From one argument of a call to another: the statement is the macro's, made of them.  An argument that is one ends
     * like one. */
    if (is_inside && !strchr (";}", unit->source->text[place.range.end - 1])) {
      place.range = af_place_enclosing (unit, range);
      place.range.end = statement_end (unit, cursor, place.range.end);
    }
    /* A statement of the macro that brings the routine's brace. */
    if (unit->has_macro_braces && !af_range_contains (unit->routine->body, place.range))
      place = (AfPlace){ AF_RANGE_NONE, TRUE, FALSE };
  }
  return place;
}
