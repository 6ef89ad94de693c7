/* Reading statements: what frontend-stmts.c and the files in statements/ share. */
#pragma once

#include "frontend/frontend-internal.h"

/* Where the statement stands. */
typedef enum {
  AF_BRACED, /* directly in a compound statement */
  AF_AFTER_LABEL,
  AF_ALONE /* body of an if or a loop, without braces */
} AfPosition;

typedef struct {
  AfUnit *unit;
  AfRoutine *routine;
  int loop;          /* condition location of the innermost loop, or -1 */
  AfRange block;     /* innermost compound statement, or for statement */
  gboolean at_head;  /* nothing but declarations and contracts so far */
  AfRange beginning; /* of the loop whose body has had nothing but declarations and contracts so far; else none */
  AfRange declaring; /* the last macro that brings a declaration into the block it is called in; else none */
  AfRange call; /* macro's call that is written out and a statement, of which no location was made yet; else none */
  AfPosition call_position; /* of that */
  CXCursor body;            /* of the routine */
  gboolean gave_up;         /* something in it cannot be handled */
} AfReader;

AfStmt *af_read_statement (AfReader *reader, CXCursor cursor, AfPosition position);
AfStmt *af_read_while (AfReader *reader, CXCursor cursor, AfPosition position);
AfStmt *af_read_do (AfReader *reader, CXCursor cursor, AfPosition position);
/* Whether it is `do { ... } while (0)`, which holds statements together, and goes round once. */
gboolean af_is_once (CXCursor statement);
AfStmt *af_read_for (AfReader *reader, CXCursor cursor, AfPosition position);
AfStmt *af_read_jump (AfReader *reader, CXCursor cursor, AfStmtKind kind, AfPosition position);
AfStmt *af_read_computed_goto (AfReader *reader, CXCursor cursor, AfPosition position);
AfStmt *af_read_asm (AfReader *reader, CXCursor cursor, AfPosition position);
/* Makes the variables of a declaration; a location of @kind at @place when an automatic one is initialised. */
AfStmt *af_read_declaration (AfReader *reader, CXCursor cursor, AfLocationKind kind, AfPlace place,
                             AfPosition position);
/* The expression at @cursor (null cursor: null) of a statement, which may be a macro call: then no node of it stands
 * for the expansion. */
AfExpr *af_read_expr (AfReader *reader, CXCursor cursor, AfPlace statement);
/* Place of a statement with its semicolon. */
AfPlace af_statement_place (const AfUnit *unit, CXCursor cursor);
/* The same of a branch or a loop's body; none where a macro brings it. */
AfRange af_branch_range (const AfUnit *unit, CXCursor statement);
AfLocation *af_add_simple (AfReader *reader, AfLocationKind kind, AfPlace place, AfPosition position);
AfLocation *af_add_condition (AfReader *reader, AfLocationKind kind, CXCursor condition, AfPlace statement,
                              AfPosition position);
/* @location may be null. */
AfStmt *af_simple_stmt (AfStmtKind kind, const AfLocation *location);
/* Gives the routine up; the first reason counts. */
void af_skip_routine (AfReader *reader, const char *reason);
