/* Statements: creates the locations, variables and contract calls of a routine, and the small tree from which the CFG
 * is made.
 *
 * In:  the compound statement of a function definition.
 * Out: locations in textual order, with ranges of the user's text (statements/frontend-extents.c).
 *
 *      if (p) x = 1; else { f (x); }      IF at `p`, its `statement` the whole line; STATEMENT `x = 1;`, STATEMENT `f
 * (x);` */
#include "frontend/frontend-stmts-internal.h"

#include <string.h>

enum { AF_FIRST_LOCATION = 2 }; /* after entry and exit */

AfStmt *af_stmt_new (AfStmtKind kind)
{
  AfStmt *stmt = g_new0 (AfStmt, 1);
  stmt->kind = kind;
  stmt->location = stmt->init = stmt->step = -1;
  return stmt;
}

void af_stmt_free (AfStmt *stmt)
{
  if (!stmt)
    return;
  af_stmt_free (stmt->body);
  af_stmt_free (stmt->other);
  g_clear_pointer (&stmt->items, g_ptr_array_unref);
  g_free (stmt->label);
  g_clear_pointer (&stmt->targets, g_ptr_array_unref);
  g_free (stmt);
}

/* What cannot be read is worse than what cannot have a wrapper. */
static void set_skipped (AfRoutine *routine, const char *reason)
{
  g_free (routine->skipped);
  routine->skipped = g_strdup (reason);
}

void af_skip_routine (AfReader *reader, const char *reason)
{
  if (!reader->gave_up)
    set_skipped (reader->routine, reason);
  reader->gave_up = TRUE;
}

/* --- locations --- */

static AfLocation *add_location (AfReader *reader, AfLocationKind kind, AfRange range, AfRange statement)
{
  AfLocation *location = af_location_new (reader->routine->locations->len, kind);
  location->range = range;
  location->statement = statement;
  location->loop = reader->loop;
  location->editable = TRUE;
  if (!af_range_is_none (range))
    af_source_position (reader->unit->source, range.start, &location->line, &location->column);
  g_ptr_array_add (reader->routine->locations, location);
  return location;
}

AfExpr *af_read_expr (AfReader *reader, CXCursor cursor, AfPlace statement)
{
  if (clang_Cursor_isNull (cursor))
    return NULL;
  AfPlace place = af_place_of (reader->unit, cursor);
  /* also what begins with an argument, as `name = 0` in a macro's body does */
  gboolean is_body =
    statement.in_macro && (place.whole_macro || place.in_macro) && place.range.start == statement.range.start;
  reader->unit->macro = is_body ? place.range : AF_RANGE_NONE;
  AfExpr *expr = af_frontend_expr (reader->unit, cursor);
  reader->unit->macro = AF_RANGE_NONE;
  return expr;
}

/* Whether code can be put after @statement in the user's text. */
static gboolean ends_outside (const AfUnit *unit, AfRange statement)
{
  AfRange call = af_source_call_around (unit->source, (AfRange){ statement.file, statement.end, statement.end });
  return af_range_is_none (call) || call.start >= statement.end;
}

/* A location in a macro's call that is written out; the first one stands for the call, where that is a statement. */
static void settle (AfReader *reader, AfLocation *location)
{
  AfRange call = af_source_call_around (reader->unit->source, location->range);
  if (af_range_is_none (call) || !location->editable)
    return;
  gboolean is_first = reader->call.file >= 0 && call.start == reader->call.start;
  location->editable = location->is_whole = FALSE;
  location->is_written_out = TRUE;
  if (is_first && (location->kind == AF_LOCATION_STATEMENT || location->kind == AF_LOCATION_IF)) {
    location->statement = reader->call;
    location->braced &= reader->call_position == AF_BRACED;
    location->is_whole = TRUE;
  } else if (af_location_is_condition (location) && location->kind != AF_LOCATION_DO)
    /* `EACH (i, n) x += i;` or all of a call */
    location->is_whole = location->statement.start == call.start && ends_outside (reader->unit, location->statement);
  if (is_first)
    reader->call = AF_RANGE_NONE;
}

/* Notes where the statement at @cursor begins, if it is a macro's call that is written out. */
static void note_call (AfReader *reader, CXCursor cursor, AfPosition position)
{
  const AfSource *source = reader->unit->source;
  AfRange range = source->calls ? af_place_of (reader->unit, cursor).range : AF_RANGE_NONE;
  if (af_range_is_none (range))
    return;
  AfRange call = af_source_call_around (source, (AfRange){ range.file, range.start, range.start + 1 });
  if (af_range_is_none (call) || call.start != range.start)
    return;
  guint end = af_text_skip_blanks (source->text, range.end, call.end);
  if (end < call.end && source->text[end] == ';')
    end = af_text_skip_blanks (source->text, end + 1, call.end);
  if (end < call.end) /* it has more statements */
    return;
  end = af_text_skip_blanks (source->text, end, (guint)source->length);
  reader->call_position = position;
  reader->call = (AfRange){ range.file, call.start, source->text[end] == ';' ? end + 1 : MAX (range.end, call.end) };
}

/* The first location of a statement that is a macro's call and its semicolon. */
static gboolean is_whole_call (const AfReader *reader, const AfLocation *location)
{
  AfRange range = location->statement;
  const AfLocation *previous = reader->routine->locations->pdata[location->id - 1];
  gboolean may_be = location->kind == AF_LOCATION_STATEMENT || location->kind == AF_LOCATION_IF;
  if (!may_be || location->is_in_open || af_range_is_none (range) || previous->statement.start == range.start)
    return FALSE;
  guint end = af_place_expansion_end (reader->unit, range.start);
  return end > 0 && end < range.end
         && af_text_skip_blanks (reader->unit->source->text, end, range.end) + 1 == range.end;
}

AfLocation *af_add_simple (AfReader *reader, AfLocationKind kind, AfPlace place, AfPosition position)
{
  AfLocation *location = add_location (reader, kind, place.range, place.range);
  location->braced = position == AF_BRACED;
  location->editable = !place.in_macro;
  location->is_in_open =
    place.in_macro && !af_range_is_none (reader->declaring) && place.range.start == reader->declaring.start;
  location->is_whole = location->editable || is_whole_call (reader, location);
  settle (reader, location);
  return location;
}

/* Whether a statement's first word is one of the language's own, and not the name of a macro that stands for it. */
static gboolean begins_with_keyword (const AfSource *source, AfRange statement)
{
  static const char *const keywords[] = { "if", "while", "for", "do", "switch" };
  if (af_range_is_none (statement))
    return FALSE;
  guint end = af_text_skip_token (source->text, statement.start, statement.end);
  g_autofree char *word = af_source_slice (source, (AfRange){ statement.file, statement.start, end });
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (g_str_equal (word, keywords[i]))
      return TRUE;
  return FALSE;
}

AfLocation *af_add_condition (AfReader *reader, AfLocationKind kind, CXCursor condition, AfPlace statement,
                              AfPosition position)
{
  AfPlace place = af_place_of (reader->unit, condition);
  AfRange range = af_range_is_none (place.range) ? statement.range : place.range;
  AfLocation *location = add_location (reader, kind, range, statement.range);
  location->braced = position == AF_BRACED;
  location->editable = !statement.in_macro && !place.in_macro;
  location->is_whole = !statement.in_macro || is_whole_call (reader, location);
  location->has_keyword = begins_with_keyword (reader->unit->source, statement.range);
  location->expr = af_read_expr (reader, condition, statement);
  /* `a, b` of LESS (a, b) looks whole, and its operator is in the macro's body */
  if (location->expr && location->expr->in_macro && !place.in_macro) {
    location->range = af_place_enclosing (reader->unit, range);
    location->editable &= af_range_equal (location->range, range);
  }
  settle (reader, location);
  return location;
}

AfStmt *af_simple_stmt (AfStmtKind kind, const AfLocation *location)
{
  AfStmt *stmt = af_stmt_new (kind);
  stmt->location = location ? (int)location->id : -1;
  return stmt;
}

/* --- statements --- */

static AfContractCall *add_contract (AfReader *reader, const char *macro, AfExpr *expr, AfRange range,
                                     const AfLocation *location)
{
  AfContractCall *call = af_contract_call_new (macro, expr, range, location ? (int)location->id : -1);
  call->loop = reader->beginning;
  call->at_head = reader->at_head;
  g_ptr_array_add (reader->routine->contracts, call);
  return call;
}

static AfStmt *read_contract (AfReader *reader, CXCursor cursor, const char *macro, gboolean is_hook, AfPlace place,
                              AfPosition position)
{
  gboolean is_location = is_hook || g_str_has_prefix (macro, "LOOP") || strcmp (macro, "CHECK") == 0;
  /* Arguments have their own places; the call itself is the macro's. */
  g_autoptr (AfExpr) expr = af_frontend_expr (reader->unit, clang_Cursor_getArgument (cursor, 0));
  AfLocation *location = NULL;
  if (is_location) {
    location = af_add_simple (reader, AF_LOCATION_CHECK, place, position);
    location->editable = location->is_whole = FALSE;
    location->expr = af_expr_ref (expr);
  }
  add_contract (reader, macro, expr, place.range, location)->is_hook = is_hook;
  if (strcmp (macro, "CONSUME") == 0 && expr->kind == AF_EXPR_VAR && expr->variable_id > 0
      && expr->variable_id <= reader->routine->n_params)
    reader->routine->consumes = (int)expr->variable_id - 1;
  return af_simple_stmt (AF_STMT_SIMPLE, location);
}

static AfStmt *read_expression (AfReader *reader, CXCursor cursor, AfPosition position)
{
  AfPlace place = af_statement_place (reader->unit, cursor);
  CXCursor inner = af_frontend_strip (cursor);
  gboolean is_hook = FALSE;
  const char *macro = af_frontend_contract_macro (inner, &is_hook);
  if (macro)
    return read_contract (reader, inner, macro, is_hook, place, position);
  reader->beginning = AF_RANGE_NONE;
  reader->at_head = FALSE;
  AfLocation *location = af_add_simple (reader, AF_LOCATION_STATEMENT, place, position);
  location->expr = af_read_expr (reader, cursor, place);
  AfStmt *stmt = af_simple_stmt (AF_STMT_SIMPLE, location);
  if (clang_getCursorKind (inner) == CXCursor_CallExpr)
    stmt->stops = af_clang_is_noreturn (af_clang_callee (inner));
  return stmt;
}

static AfStmt *read_compound (AfReader *reader, CXCursor cursor)
{
  AfStmt *stmt = af_stmt_new (AF_STMT_SEQUENCE);
  AfRange outer = reader->block;
  AfPlace place = af_place_of (reader->unit, cursor);
  if (!af_range_is_none (place.range))
    reader->block = place.range;
  stmt->items = g_ptr_array_new_with_free_func ((GDestroyNotify)af_stmt_free);
  g_autoptr (GArray) children = af_clang_children (cursor);
  for (guint i = 0; i < children->len; i++) {
    AfStmt *item = af_read_statement (reader, af_clang_child (children, i), AF_BRACED);
    stmt->has_label |= item->has_label;
    g_ptr_array_add (stmt->items, item);
  }
  reader->block = outer;
  return stmt;
}

/* if (i < 0) abort (); states that !(i < 0), as an assert would. */
static void read_guard (AfReader *reader, const AfLocation *location, CXCursor body, AfPlace place, gboolean at_head)
{
  if (!location->expr || place.in_macro || !af_hooks_always_fails (reader->unit, body))
    return;
  g_autoptr (AfExpr) holds = af_expr_not (location->expr);
  reader->at_head = at_head;
  add_contract (reader, "CHECK", holds, place.range, location)->is_hook = TRUE;
}

AfRange af_branch_range (const AfUnit *unit, CXCursor statement)
{
  AfPlace place = af_statement_place (unit, statement);
  gboolean is_macro = place.in_macro || !af_range_is_none (af_source_call_around (unit->source, place.range));
  return is_macro ? AF_RANGE_NONE : place.range;
}

static AfStmt *read_if (AfReader *reader, CXCursor cursor, AfPosition position, gboolean at_head)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  AfPlace place = af_statement_place (reader->unit, cursor);
  AfLocation *location = af_add_condition (reader, AF_LOCATION_IF, af_clang_child (children, 0), place, position);
  AfStmt *stmt = af_simple_stmt (AF_STMT_IF, location);
  stmt->body = af_read_statement (reader, af_clang_child (children, 1), AF_ALONE);
  stmt->has_label = stmt->body->has_label;
  location->body = af_branch_range (reader->unit, af_clang_child (children, 1));
  location->has_else = children->len > 2;
  if (location->has_else) {
    location->other = af_branch_range (reader->unit, af_clang_child (children, 2));
    stmt->other = af_read_statement (reader, af_clang_child (children, 2), AF_ALONE);
    stmt->has_label |= stmt->other->has_label;
  } else
    read_guard (reader, location, af_clang_child (children, 1), place, at_head);
  location->has_label = stmt->has_label;
  return stmt;
}

static AfStmt *read_switch (AfReader *reader, CXCursor cursor, AfPosition position)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  AfPlace place = af_statement_place (reader->unit, cursor);
  AfLocation *location = af_add_condition (reader, AF_LOCATION_SWITCH, af_clang_child (children, 0), place, position);
  AfStmt *stmt = af_simple_stmt (AF_STMT_SWITCH, location);
  stmt->body = af_read_statement (reader, af_clang_last (children), AF_ALONE);
  location->body = af_branch_range (reader->unit, af_clang_last (children));
  location->has_label = stmt->has_label = stmt->body->has_label;
  return stmt;
}

static void note_label (AfReader *reader, CXCursor cursor, const char *name)
{
  gboolean is_default = clang_getCursorKind (cursor) == CXCursor_DefaultStmt;
  AfLabelKind kind = name ? AF_LABEL_NAME : is_default ? AF_LABEL_DEFAULT : AF_LABEL_CASE;
  AfRange range = af_place_of_word (reader->unit, clang_getRangeStart (clang_getCursorExtent (cursor)),
                                    name         ? name
                                    : is_default ? "default"
                                                 : "case");
  g_ptr_array_add (reader->routine->labels, af_label_new (kind, name, range));
}

static AfStmt *read_labelled (AfReader *reader, CXCursor cursor, AfStmtKind kind)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  AfStmt *stmt = af_stmt_new (kind);
  stmt->is_default = clang_getCursorKind (cursor) == CXCursor_DefaultStmt;
  if (kind == AF_STMT_LABEL)
    stmt->label = af_clang_name (cursor);
  note_label (reader, cursor, stmt->label);
  if (kind == AF_STMT_CASE && !stmt->is_default)
    stmt->has_value = af_clang_evaluate (af_clang_child (children, 0), &stmt->low)
                      && af_clang_evaluate (af_clang_child (children, children->len > 2 ? 1 : 0), &stmt->high);
  stmt->body = af_read_statement (reader, af_clang_last (children), AF_AFTER_LABEL);
  stmt->has_label = TRUE;
  return stmt;
}

/* [[fallthrough]]; and other statements with attributes. */
static AfStmt *read_attributed (AfReader *reader, CXCursor cursor, AfPosition position)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  CXCursor inner = af_clang_last (children);
  if (clang_isStatement (clang_getCursorKind (inner)) || clang_isExpression (clang_getCursorKind (inner)))
    return af_read_statement (reader, inner, position);
  return af_stmt_new (AF_STMT_SIMPLE);
}

AfStmt *af_read_statement (AfReader *reader, CXCursor cursor, AfPosition position)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  note_call (reader, cursor, position);
  if (clang_isExpression (kind) && kind != CXCursor_AddrLabelExpr)
    return read_expression (reader, cursor, position);
  gboolean at_head = reader->at_head;
  if (kind != CXCursor_CompoundStmt && kind != CXCursor_DeclStmt && kind != CXCursor_NullStmt)
    reader->beginning = AF_RANGE_NONE;
  reader->at_head &=
    kind == CXCursor_DeclStmt || kind == CXCursor_NullStmt || kind == CXCursor_CompoundStmt || af_is_once (cursor);
  switch ((int)kind) {
  case CXCursor_CompoundStmt:
    return read_compound (reader, cursor);
  case CXCursor_DeclStmt:
    return af_read_declaration (reader, cursor, AF_LOCATION_DECLARATION, af_statement_place (reader->unit, cursor),
                                position);
  case CXCursor_IfStmt:
    return read_if (reader, cursor, position, at_head);
  case CXCursor_WhileStmt:
    return af_read_while (reader, cursor, position);
  case CXCursor_DoStmt:
    return af_read_do (reader, cursor, position);
  case CXCursor_ForStmt:
    return af_read_for (reader, cursor, position);
  case CXCursor_SwitchStmt:
    return read_switch (reader, cursor, position);
  case CXCursor_CaseStmt:
  case CXCursor_DefaultStmt:
    return read_labelled (reader, cursor, AF_STMT_CASE);
  case CXCursor_LabelStmt:
    return read_labelled (reader, cursor, AF_STMT_LABEL);
  case CXCursor_ReturnStmt:
    return af_read_jump (reader, cursor, AF_STMT_RETURN, position);
  case CXCursor_BreakStmt:
    return af_read_jump (reader, cursor, AF_STMT_BREAK, position);
  case CXCursor_ContinueStmt:
    return af_read_jump (reader, cursor, AF_STMT_CONTINUE, position);
  case CXCursor_GotoStmt:
    return af_read_jump (reader, cursor, AF_STMT_GOTO, position);
  case CXCursor_GCCAsmStmt:
  case CXCursor_MSAsmStmt:
    return af_read_asm (reader, cursor, position);
  case CXCursor_IndirectGotoStmt:
    return af_read_computed_goto (reader, cursor, position);
  case CXCursor_NullStmt:
    return af_stmt_new (AF_STMT_SIMPLE);
  default:
    return read_attributed (reader, cursor, position);
  }
}

/* A routine that is given up has its signature and no inside. */
void af_frontend_forget (AfRoutine *routine, const char *reason)
{
  if (reason)
    set_skipped (routine, reason);
  routine->is_read = FALSE;
  for (guint i = 0; i < AF_FIRST_LOCATION; i++) {
    AfLocation *edge = g_ptr_array_index (routine->locations, i);
    g_array_set_size (edge->next, 0);
    g_ptr_array_set_size (edge->scope, 0);
  }
  g_ptr_array_set_size (routine->locations, AF_FIRST_LOCATION);
  g_ptr_array_set_size (routine->contracts, 0);
  g_ptr_array_set_size (routine->labels, 0);
  g_ptr_array_set_size (routine->variables, (int)routine->n_params);
}

/* Whether the program has no use for the parameters of main: many write them by habit.  One that names argv may have
 * forgotten argc. */
static void note_idle (const AfUnit *unit)
{
  const AfRoutine *routine = unit->routine;
  if (!g_str_equal (routine->name, "main") || af_range_is_none (routine->body))
    return;
  g_autofree char *text = g_strndup (unit->source->text + routine->body.start, routine->body.end - routine->body.start);
  gboolean is_idle = TRUE;
  for (guint i = 0; i < routine->n_params; i++)
    is_idle &= !af_text_has_word (text, ((AfVariable *)routine->variables->pdata[i])->name);
  for (guint i = 0; i < routine->n_params; i++)
    ((AfVariable *)routine->variables->pdata[i])->is_idle = is_idle;
}

AfStmt *af_frontend_body (AfUnit *unit, CXCursor body)
{
  AfReader reader = {
    unit,      unit->routine, -1,   unit->routine->body, TRUE, AF_RANGE_NONE, AF_RANGE_NONE, AF_RANGE_NONE,
    AF_BRACED, body,          FALSE
  };
  g_autoptr (AfStmt) stmt = read_compound (&reader, body);
  unit->routine->is_read = TRUE;
  note_idle (unit);
  if (!reader.gave_up)
    return g_steal_pointer (&stmt);
  af_frontend_forget (unit->routine, NULL);
  return NULL;
}
