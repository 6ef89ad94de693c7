/* Statements that control leaves for another place: return, break, continue, goto, and goto *p and asm goto, whose
 * labels are looked for in the whole routine.
 *
 * In:  the cursor of the statement.   Out: a location, and a node of the tree of statements with the labels that may be
 * meant. */
#include "frontend/frontend-stmts-internal.h"

#include <string.h>

AfStmt *af_read_jump (AfReader *reader, CXCursor cursor, AfStmtKind kind, AfPosition position)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  AfPlace place = af_statement_place (reader->unit, cursor);
  gboolean is_return = kind == AF_STMT_RETURN;
  AfLocation *location = af_add_simple (reader, is_return ? AF_LOCATION_RETURN : AF_LOCATION_JUMP, place, position);
  if (is_return && children->len > 0)
    location->expr = af_read_expr (reader, af_clang_child (children, 0), place);
  AfStmt *stmt = af_simple_stmt (kind, location);
  location->jump = is_return                  ? AF_JUMP_NONE
                   : kind == AF_STMT_BREAK    ? AF_JUMP_BREAK
                   : kind == AF_STMT_CONTINUE ? AF_JUMP_CONTINUE
                                              : AF_JUMP_GOTO;
  if (clang_getCursorKind (cursor) == CXCursor_GotoStmt) {
    stmt->label = af_clang_name (af_clang_child (children, 0));
    location->label = g_strdup (stmt->label);
  }
  return stmt;
}

/* --- labels as values --- */

static void add_label (GPtrArray *labels, CXCursor cursor)
{
  g_autofree char *name = af_clang_name (cursor);
  if (!g_ptr_array_find_with_equal_func (labels, name, g_str_equal, NULL))
    g_ptr_array_add (labels, g_steal_pointer (&name));
}

static enum CXChildVisitResult collect_address (CXCursor cursor, CXCursor parent, CXClientData data)
{
  if (clang_getCursorKind (parent) == CXCursor_AddrLabelExpr && clang_getCursorKind (cursor) == CXCursor_LabelRef)
    add_label (data, cursor);
  return CXChildVisit_Recurse;
}

static enum CXChildVisitResult collect_label (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void)parent;
  if (clang_getCursorKind (cursor) == CXCursor_LabelStmt)
    add_label (data, cursor);
  return CXChildVisit_Recurse;
}

/* Labels of the routine, in textual order: array of char *. */
static GPtrArray *labels_of (const AfReader *reader, CXCursorVisitor which)
{
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  clang_visitChildren (reader->body, which, labels);
  return labels;
}

/* goto *p; may go wherever the address of a label was taken. */
AfStmt *af_read_computed_goto (AfReader *reader, CXCursor cursor, AfPosition position)
{
  AfStmt *stmt = af_read_jump (reader, cursor, AF_STMT_GOTO, position);
  stmt->targets = labels_of (reader, collect_address);
  return stmt;
}

static gboolean is_asm_goto (CXCursor cursor)
{
  CXTranslationUnit tu = clang_Cursor_getTranslationUnit (cursor);
  CXToken *tokens = NULL;
  unsigned n = 0;
  gboolean found = FALSE;
  clang_tokenize (tu, clang_getCursorExtent (cursor), &tokens, &n);
  for (unsigned i = 0; i < n && !found; i++) {
    g_autofree char *text = af_clang_string (clang_getTokenSpelling (tu, tokens[i]));
    found = clang_getTokenKind (tokens[i]) == CXToken_Keyword && g_str_equal (text, "goto");
  }
  clang_disposeTokens (tu, tokens, n);
  return found;
}

AfStmt *af_read_asm (AfReader *reader, CXCursor cursor, AfPosition position)
{
  AfPlace place = af_statement_place (reader->unit, cursor);
  AfLocation *location = af_add_simple (reader, AF_LOCATION_STATEMENT, place, position);
  location->editable = location->is_whole = FALSE;
  /* libclang does not say which labels it names. */
  AfStmt *stmt = af_simple_stmt (is_asm_goto (cursor) ? AF_STMT_ASM_GOTO : AF_STMT_SIMPLE, location);
  if (stmt->kind == AF_STMT_ASM_GOTO)
    stmt->targets = labels_of (reader, collect_label);
  return stmt;
}
