/* Operators: unary and binary ones, assignments and steps.
 *
 * In:  the cursor of an operator, with its operands as children.
 * Out: an expression that knows where the operator stands (frontend-facts.c):
 *
 *      n += b    ASSIGN (ADD, n, b)    with the place of `+=`
 *      --i       STEP (SUB, i), prefix
 *      OLD (e)   arrives as `afx__fe_old (...), e` */
#include <string.h>

#include "frontend/expressions/frontend-exprs-internal.h"

AfOp af_frontend_binary_op (CXCursor cursor)
{
  switch ((int)clang_getCursorBinaryOperatorKind (cursor)) {
  case CXBinaryOperator_Mul:
  case CXBinaryOperator_MulAssign:
    return AF_OP_MUL;
  case CXBinaryOperator_Div:
  case CXBinaryOperator_DivAssign:
    return AF_OP_DIV;
  case CXBinaryOperator_Rem:
  case CXBinaryOperator_RemAssign:
    return AF_OP_MOD;
  case CXBinaryOperator_Add:
  case CXBinaryOperator_AddAssign:
    return AF_OP_ADD;
  case CXBinaryOperator_Sub:
  case CXBinaryOperator_SubAssign:
    return AF_OP_SUB;
  case CXBinaryOperator_Shl:
  case CXBinaryOperator_ShlAssign:
    return AF_OP_SHL;
  case CXBinaryOperator_Shr:
  case CXBinaryOperator_ShrAssign:
    return AF_OP_SHR;
  case CXBinaryOperator_And:
  case CXBinaryOperator_AndAssign:
    return AF_OP_BIT_AND;
  case CXBinaryOperator_Xor:
  case CXBinaryOperator_XorAssign:
    return AF_OP_BIT_XOR;
  case CXBinaryOperator_Or:
  case CXBinaryOperator_OrAssign:
    return AF_OP_BIT_OR;
  case CXBinaryOperator_LT:
    return AF_OP_LT;
  case CXBinaryOperator_LE:
    return AF_OP_LE;
  case CXBinaryOperator_GT:
    return AF_OP_GT;
  case CXBinaryOperator_GE:
    return AF_OP_GE;
  case CXBinaryOperator_EQ:
    return AF_OP_EQ;
  case CXBinaryOperator_NE:
    return AF_OP_NE;
  case CXBinaryOperator_LAnd:
    return AF_OP_AND;
  case CXBinaryOperator_LOr:
    return AF_OP_OR;
  case CXBinaryOperator_Comma:
    return AF_OP_COMMA;
  default:
    return AF_OP_NONE;
  }
}

static gboolean is_marker (CXCursor cursor, const char *marker)
{
  CXCursor call = af_frontend_strip (cursor);
  if (clang_getCursorKind (call) != CXCursor_CallExpr)
    return FALSE;
  g_autofree char *name = af_clang_name (clang_getCursorReferenced (call));
  return strcmp (name, marker) == 0;
}

AfExpr *af_node_read_binary (const AfNode *given, const GArray *children)
{
  AfNode node = *given;
  CXCursor first = af_clang_child (children, 0), second = af_clang_child (children, 1);
  if (children->len != 2)
    return af_node_other (&node, FALSE);
  enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind (node.cursor);
  AfOp op = af_frontend_binary_op (node.cursor);
  if (op == AF_OP_COMMA && is_marker (first, "afx__fe_old")) {
    g_autoptr (AfExpr) inner = af_frontend_expr (node.unit, second);
    node.place.in_macro = !node.place.whole_macro;
    return af_node_expr (&node, AF_EXPR_OLD, NULL, &inner, 1);
  }
  gboolean is_compound = clang_getCursorKind (node.cursor) == CXCursor_CompoundAssignOperator;
  gboolean is_assignment = is_compound || kind == CXBinaryOperator_Assign;
  g_autofree char *spelling = g_strconcat (af_op_spelling (op), is_assignment ? "=" : "", NULL);
  node.place.in_macro = !af_node_operator_is_written (&node, first, is_compound ? af_op_spelling (op) : spelling);
  g_autoptr (AfExpr) left = af_frontend_expr (node.unit, first);
  g_autoptr (AfExpr) right = af_frontend_expr (node.unit, second);
  AfExpr *args[] = { left, right };
  if (!is_assignment && op == AF_OP_NONE)
    return af_node_other (&node, FALSE);
  AfExpr *expr = af_node_operator (&node, is_assignment ? AF_EXPR_ASSIGN : AF_EXPR_BINARY, op, args, 2);
  af_node_note_operator_after (&node, expr, first, spelling);
  return expr;
}

static AfExpr *read_step (const AfNode *node, AfExpr *arg, AfOp op, gboolean is_prefix)
{
  AfExpr *expr = af_node_operator (node, AF_EXPR_STEP, op, &arg, 1);
  expr->is_prefix = is_prefix;
  af_expr_finish (expr);
  af_node_note_operator (node, expr, op == AF_OP_ADD ? "++" : "--", is_prefix);
  return expr;
}

static AfExpr *read_prefix (const AfNode *node, AfExpr *arg, AfExprKind kind, AfOp op)
{
  AfExpr *expr = af_node_operator (node, kind, op, &arg, 1);
  if (kind == AF_EXPR_DEREF)
    af_node_mark_lvalue (expr, node->cursor);
  af_node_note_operator (node, expr,
                         kind == AF_EXPR_DEREF     ? "*"
                         : kind == AF_EXPR_ADDRESS ? "&"
                                                   : af_op_spelling (op),
                         TRUE);
  return expr;
}

AfExpr *af_node_read_unary (const AfNode *node, const GArray *children)
{
  enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind (node->cursor);
  if (children->len != 1)
    return af_node_other (node, FALSE);
  g_autoptr (AfExpr) arg = af_frontend_expr (node->unit, af_clang_child (children, 0));
  switch ((int)kind) {
  case CXUnaryOperator_PostInc:
  case CXUnaryOperator_PreInc:
    return read_step (node, arg, AF_OP_ADD, kind == CXUnaryOperator_PreInc);
  case CXUnaryOperator_PostDec:
  case CXUnaryOperator_PreDec:
    return read_step (node, arg, AF_OP_SUB, kind == CXUnaryOperator_PreDec);
  case CXUnaryOperator_AddrOf:
    return read_prefix (node, arg, AF_EXPR_ADDRESS, AF_OP_NONE);
  case CXUnaryOperator_Deref:
    return read_prefix (node, arg, AF_EXPR_DEREF, AF_OP_NONE);
  case CXUnaryOperator_Plus:
    return read_prefix (node, arg, AF_EXPR_UNARY, AF_OP_PLUS);
  case CXUnaryOperator_Minus:
    return read_prefix (node, arg, AF_EXPR_UNARY, AF_OP_NEG);
  case CXUnaryOperator_Not:
    return read_prefix (node, arg, AF_EXPR_UNARY, AF_OP_COMPL);
  case CXUnaryOperator_LNot:
    return read_prefix (node, arg, AF_EXPR_UNARY, AF_OP_NOT);
  default:
    return af_node_other (node, FALSE);
  }
}
