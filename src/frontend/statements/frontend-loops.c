/* Loops: while, do and for.
 *
 * In:  the cursor of a loop.
 * Out: its condition location, its parts and its body.  The parts of a `for` are told apart by its semicolons, because
 *      libclang simply leaves absent parts out:
 *
 *      for (; i < n; i++) sum += a[i];
 *             [FOR]  [STEP] [STATEMENT  ]     the FOR's `statement` reaches from `for` to the last semicolon */
#include "frontend/frontend-stmts-internal.h"

#include <string.h>

/* Reads the body of the loop at @range; @loop is its condition location. */
static void read_loop_body (AfReader *reader, AfStmt *stmt, CXCursor body, int loop, AfRange range)
{
  int outer = reader->loop;
  reader->loop = loop;
  reader->beginning = range;
  stmt->body = af_read_statement (reader, body, AF_ALONE);
  reader->loop = outer;
  reader->beginning = AF_RANGE_NONE;
  stmt->has_label = stmt->body->has_label;
}

AfStmt *af_read_while (AfReader *reader, CXCursor cursor, AfPosition position)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  AfPlace place = af_statement_place (reader->unit, cursor);
  AfLocation *location = af_add_condition (reader, AF_LOCATION_WHILE, af_clang_child (children, 0), place, position);
  AfStmt *stmt = af_simple_stmt (AF_STMT_WHILE, location);
  read_loop_body (reader, stmt, af_clang_last (children), (int)location->id, place.range);
  location->body = af_branch_range (reader->unit, af_clang_last (children));
  location->has_label = stmt->has_label;
  return stmt;
}

gboolean af_is_once (CXCursor statement)
{
  g_autoptr (GArray) children = af_clang_children (statement);
  gint64 value = 1;
  return clang_getCursorKind (statement) == CXCursor_DoStmt && af_clang_evaluate (af_clang_child (children, 1), &value)
         && value == 0;
}

AfStmt *af_read_do (AfReader *reader, CXCursor cursor, AfPosition position)
{
  enum { UNKNOWN_LOOP = G_MAXINT };
  g_autoptr (GArray) children = af_clang_children (cursor);
  AfPlace place = af_statement_place (reader->unit, cursor);
  AfStmt *stmt = af_stmt_new (AF_STMT_DO);
  guint first = reader->routine->locations->len;
  gboolean is_once = af_is_once (cursor);
  read_loop_body (reader, stmt, af_clang_child (children, 0), is_once ? reader->loop : UNKNOWN_LOOP,
                  is_once ? AF_RANGE_NONE : place.range);
  AfLocation *location = af_add_condition (reader, AF_LOCATION_DO, af_clang_child (children, 1), place, position);
  stmt->location = (int)location->id;
  location->body = af_branch_range (reader->unit, af_clang_child (children, 0));
  location->has_label = stmt->has_label;
  /* The condition comes last in the text, so the body learns its number only now. */
  for (guint i = first; i < location->id; i++) {
    AfLocation *inner = g_ptr_array_index (reader->routine->locations, i);
    if (inner->loop == UNKNOWN_LOOP)
      inner->loop = stmt->location;
  }
  return stmt;
}

typedef struct {
  CXCursor init, condition, step, body;
} ForParts;

/* False when the parts cannot be told apart: a loop from a macro with parts left out. */
static gboolean find_for_parts (AfReader *reader, CXCursor cursor, ForParts *parts)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  CXCursor none = clang_getNullCursor ();
  *parts = (ForParts){ none, none, none, af_clang_last (children) };
  if (children->len == 4) {
    *parts = (ForParts){ af_clang_child (children, 0), af_clang_child (children, 1), af_clang_child (children, 2),
                         parts->body };
    return TRUE;
  }
  CXSourceLocation start = clang_getRangeStart (clang_getCursorExtent (cursor));
  guint offset;
  if (children->len == 1)
    return TRUE;
  if (af_place_from_body (start) || !af_place_offset (reader->unit, start, &offset))
    return FALSE;
  const char *text = reader->unit->source->text;
  guint length = (guint)reader->unit->source->length;
  guint open = af_text_find (text, offset, length, "(");
  guint first = af_text_find (text, open + 1, length, ";");
  guint second = af_text_find (text, first + 1, length, ";");
  for (guint i = 0; i + 1 < children->len; i++) {
    CXCursor part = af_clang_child (children, i);
    if (!af_place_offset (reader->unit, clang_getRangeStart (clang_getCursorExtent (part)), &offset))
      return FALSE;
    *(offset < first ? &parts->init : offset < second ? &parts->condition : &parts->step) = part;
  }
  return TRUE;
}

/* The initialiser of a for: an expression or a declaration. */
static int read_for_init (AfReader *reader, CXCursor cursor, gboolean in_macro)
{
  AfPlace place = af_place_of (reader->unit, cursor);
  const char *text = reader->unit->source->text;
  while (!af_range_is_none (place.range) && place.range.end > place.range.start
         && strchr ("; \t\n", text[place.range.end - 1]))
    place.range.end--;
  place.in_macro |= in_macro;
  if (clang_getCursorKind (cursor) == CXCursor_DeclStmt) {
    g_autoptr (AfStmt) declaration = af_read_declaration (reader, cursor, AF_LOCATION_FOR_INIT, place, AF_ALONE);
    return declaration->location;
  }
  AfLocation *location = af_add_simple (reader, AF_LOCATION_FOR_INIT, place, AF_ALONE);
  location->expr = af_read_expr (reader, cursor, place);
  return (int)location->id;
}

AfStmt *af_read_for (AfReader *reader, CXCursor cursor, AfPosition position)
{
  AfStmt *stmt = af_stmt_new (AF_STMT_FOR);
  ForParts parts;
  AfPlace place = af_statement_place (reader->unit, cursor);
  AfRange outer_block = reader->block;
  int loop = -1;
  if (!find_for_parts (reader, cursor, &parts))
    af_skip_routine (reader, "a 'for' from a macro cannot be read");
  if (!af_range_is_none (place.range))
    reader->block = place.range;
  if (!clang_Cursor_isNull (parts.init))
    stmt->init = read_for_init (reader, parts.init, place.in_macro);
  AfLocation *condition = NULL;
  if (!clang_Cursor_isNull (parts.condition)) {
    condition = af_add_condition (reader, AF_LOCATION_FOR, parts.condition, place, position);
    loop = stmt->location = (int)condition->id;
  }
  if (!clang_Cursor_isNull (parts.step)) {
    AfPlace step_place = af_place_of (reader->unit, parts.step);
    step_place.in_macro |= place.in_macro;
    AfLocation *step = af_add_simple (reader, AF_LOCATION_FOR_STEP, step_place, AF_ALONE);
    step->loop = loop;
    step->expr = af_read_expr (reader, parts.step, step_place);
    stmt->step = (int)step->id;
  }
  read_loop_body (reader, stmt, parts.body, loop, place.range);
  if (condition) {
    condition->body = af_branch_range (reader->unit, parts.body);
    condition->has_label = stmt->has_label;
  }
  reader->block = outer_block;
  return stmt;
}
