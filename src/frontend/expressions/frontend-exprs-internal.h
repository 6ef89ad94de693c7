/* Reading expressions: what the files in expressions/ share. */
#pragma once

#include "frontend/frontend-internal.h"

/* A cursor of an expression, and where it stands. */
typedef struct {
  AfUnit *unit;
  CXCursor cursor;
  AfPlace place;
} AfNode;

/* An expression of the cursor's type at its place. */
AfExpr *af_node_expr (const AfNode *node, AfExprKind kind, const char *name, AfExpr *const *args, guint n_args);
/* One with an operator. */
AfExpr *af_node_operator (const AfNode *node, AfExprKind kind, AfOp op, AfExpr *const *args, guint n_args);
/* Something without a kind of its own: its text, and @args in it. */
AfExpr *af_node_opaque (const AfNode *node, const GPtrArray *args);
/* The same with the expressions among its children. */
AfExpr *af_node_other (const AfNode *node, gboolean is_harmless);
/* Sets is_lvalue of an expression that names an object. */
void af_node_mark_lvalue (AfExpr *expr, CXCursor cursor);

AfOp af_frontend_binary_op (CXCursor cursor);
/* Unary and binary operators, assignments and steps. */
AfExpr *af_node_read_binary (const AfNode *node, const GArray *children);
AfExpr *af_node_read_unary (const AfNode *node, const GArray *children);
/* Calls, the contract's markers too; statement expressions. */
AfExpr *af_node_read_call (const AfNode *node);
AfExpr *af_node_read_statements (const AfNode *node);

/* --- facts: what libclang knows and nobody shall have to read from the text --- */

/* Sets the range of an operator that @spelling writes first after @operand, blanks and comments left out. */
void af_node_note_operator_after (const AfNode *node, AfExpr *expr, CXCursor operand, const char *spelling);
/* Of a unary operator, before or after its operand. */
void af_node_note_operator (const AfNode *node, AfExpr *expr, const char *spelling, gboolean is_prefix);
/* Whether the file has @spelling there: not so when a macro's body put it there. */
gboolean af_node_operator_is_written (const AfNode *node, CXCursor operand, const char *spelling);
/* Notes what the node is of, if it is `sizeof` or `_Alignof`. */
void af_node_note_trait (const AfNode *node, AfExpr *expr);
/* Whether something in it assigns, steps or is assembler. */
gboolean af_clang_writes (CXCursor cursor);

/* --- expansions: macro calls in whose place an expression can be written --- */

/* The call of a closed macro that an expression at @place is all of; none: it is no such, or one around it is. */
AfRange af_expansion_begin (const AfUnit *unit, AfPlace place);
/* Whether the expression at @place is a part of a call alone, as x->b is of `SUM (x)`, which stands for `x->a + x->b`:
 * the text around the call belongs to that part then. */
gboolean af_expansion_is_cut (const AfUnit *unit, AfPlace place, CXCursor cursor);
/* Notes that @expr is all of @call (which may be none), if it can be written there. */
void af_expansion_note (AfExpr *expr, AfRange call);
