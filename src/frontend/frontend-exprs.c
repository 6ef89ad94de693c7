/* Expressions: from libclang's cursors to AfExpr.
 *
 * In:  a cursor of an expression, anywhere in the unit.
 * Out: the typed tree.  Parentheses and implicit casts vanish; constants are folded and keep their spelling:
 *          n < sizeof buf - 1      BINARY (LT, VAR n, BINARY (SUB, INT "sizeof buf", INT 1))
 *          p == NULL               BINARY (EQ, VAR p, NULL)
 *          x <= INT_MAX            BINARY (LE, VAR x, INT "INT_MAX")
 * A constant that is one whole macro expansion is one node with the macro's name, so that it can be replaced in the
 * file; any other node from a macro's body has no range.  Contract macros arrive as calls of markers (afx__fe_old,
 * ...). */
#include "frontend/frontend-internal.h"

#include <string.h>

static gboolean same_extent (CXCursor a, CXCursor b)
{
  return clang_equalRanges (clang_getCursorExtent (a), clang_getCursorExtent (b)) != 0;
}

CXCursor af_frontend_strip (CXCursor cursor)
{
  for (;;) {
    enum CXCursorKind kind = clang_getCursorKind (cursor);
    if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr
        && !(kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind (cursor) == CXUnaryOperator_Extension))
      return cursor;
    g_autoptr (GArray) children = af_clang_children (cursor);
    if (children->len != 1 || (kind == CXCursor_UnexposedExpr && !same_extent (cursor, af_clang_child (children, 0))))
      return cursor;
    cursor = af_clang_child (children, 0);
  }
}

gboolean af_clang_evaluate (CXCursor cursor, gint64 *value)
{
  CXEvalResult result = clang_Cursor_Evaluate (cursor);
  if (!result)
    return FALSE;
  gboolean is_int = clang_EvalResult_getKind (result) == CXEval_Int;
  if (is_int)
    *value = clang_EvalResult_isUnsignedInt (result) ? (gint64)clang_EvalResult_getAsUnsigned (result)
                                                     : clang_EvalResult_getAsLongLong (result);
  clang_EvalResult_dispose (result);
  return is_int;
}

void af_loader_add_constant (AfLoader *loader, gint64 value)
{
  g_hash_table_add (loader->constants, g_memdup2 (&value, sizeof value));
}

/* --- building nodes --- */

AfExpr *af_frontend_finish (AfExpr *expr, AfPlace place)
{
  expr->in_macro = place.in_macro;
  expr->range = place.in_macro ? AF_RANGE_NONE : place.range;
  /* EACH (i, n): the body of the macro may assign to what its argument names, or declare it, so the argument has to
   * stay. */
  for (guint i = 0; place.in_macro && i < expr->n_args; i++) {
    AfExpr *arg = expr->args[i];
    if (arg->is_lvalue) {
      arg->in_macro = TRUE;
      arg->range = AF_RANGE_NONE;
    }
  }
  af_expr_finish (expr);
  return expr;
}

static AfExpr *make (AfUnit *unit, CXCursor cursor, AfPlace place, AfExprKind kind, AfOp op, const char *name,
                     AfExpr *const *args, guint n_args)
{
  AfExpr *expr = af_expr_new (kind, af_frontend_type (unit->loader, clang_getCursorType (cursor)), name, args, n_args);
  expr->op = op;
  expr->is_pure = kind != AF_EXPR_ASSIGN && kind != AF_EXPR_STEP && kind != AF_EXPR_CALL && kind != AF_EXPR_CALL_POINTER
                  && kind != AF_EXPR_OTHER;
  return af_frontend_finish (expr, place);
}

static AfExpr *make_int (AfUnit *unit, CXCursor cursor, AfPlace place, gint64 value, const char *name)
{
  AfExpr *expr =
    af_expr_new (AF_EXPR_INT, af_frontend_type (unit->loader, clang_getCursorType (cursor)), name, NULL, 0);
  expr->value = value;
  expr->is_pure = TRUE;
  af_loader_add_constant (unit->loader, value);
  return af_frontend_finish (expr, place);
}

static AfExpr *make_bool (AfUnit *unit, AfPlace place, gboolean value)
{
  AfExpr *expr = af_expr_new (AF_EXPR_BOOL, af_module_bool_type (unit->loader->module), NULL, NULL, 0);
  expr->value = value;
  expr->is_pure = TRUE;
  return af_frontend_finish (expr, place);
}

/* Child expressions of @cursor from @first on: array of AfExpr. */
static GPtrArray *read_children (AfUnit *unit, const GArray *children, guint first)
{
  GPtrArray *args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = first; i < children->len; i++) {
    CXCursor child = af_clang_child (children, i);
    if (clang_isExpression (clang_getCursorKind (child)))
      g_ptr_array_add (args, af_frontend_expr (unit, child));
  }
  return args;
}

/* Something without a node kind of its own: text, and the expressions in it. */
static AfExpr *make_other (AfUnit *unit, CXCursor cursor, AfPlace place, gboolean is_harmless)
{
  g_autofree char *text = af_range_is_none (place.range) ? g_strdup ("?") : af_text_slice (unit, place.range);
  g_autoptr (GArray) children = af_clang_children (cursor);
  g_autoptr (GPtrArray) args = read_children (unit, children, 0);
  AfExpr *expr = make (unit, cursor, place, AF_EXPR_OTHER, AF_OP_NONE, text, (AfExpr *const *)args->pdata, args->len);
  expr->is_pure = is_harmless;
  return expr;
}

/* --- constants --- */

static AfExpr *read_literal (AfUnit *unit, CXCursor cursor, AfPlace place)
{
  gint64 value = 0;
  g_autofree char *text = place.in_macro ? NULL : af_text_slice (unit, place.range);
  if (!af_clang_evaluate (cursor, &value))
    return make_other (unit, cursor, place, TRUE);
  gboolean is_plain = text && text[strspn (text, "0123456789")] == '\0' && (text[0] != '0' || text[1] == '\0');
  return make_int (unit, cursor, place, value, is_plain ? NULL : text);
}

static AfExpr *read_text_literal (AfUnit *unit, CXCursor cursor, AfPlace place, AfExprKind kind)
{
  g_autofree char *text = place.in_macro ? af_clang_name (cursor) : af_text_slice (unit, place.range);
  if (kind == AF_EXPR_FLOAT && *text == '\0') {
    CXEvalResult result = clang_Cursor_Evaluate (cursor);
    g_free (text);
    text = g_strdup_printf ("%.17g", result ? clang_EvalResult_getAsDouble (result) : 0.0);
    if (result)
      clang_EvalResult_dispose (result);
  }
  AfExpr *expr = make (unit, cursor, place, kind, AF_OP_NONE, text, NULL, 0);
  return expr;
}

/* An expression that is one whole macro expansion and a constant, or null. */
static AfExpr *read_macro_constant (AfUnit *unit, CXCursor cursor, AfPlace place)
{
  AfPlace plain = { place.range, FALSE, TRUE };
  g_autofree char *text = af_text_slice (unit, place.range);
  AfType *type = af_frontend_type (unit->loader, clang_getCursorType (cursor));
  gint64 value;
  if (strcmp (text, "NULL") == 0)
    return make (unit, cursor, plain, AF_EXPR_NULL, AF_OP_NONE, NULL, NULL, 0);
  if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0)
    return make_bool (unit, plain, text[0] == 't');
  if (clang_getCursorKind (cursor) == CXCursor_FloatingLiteral)
    return make (unit, cursor, plain, AF_EXPR_FLOAT, AF_OP_NONE, text, NULL, 0);
  if (clang_getCursorKind (cursor) == CXCursor_StringLiteral)
    return make (unit, cursor, plain, AF_EXPR_STRING, AF_OP_NONE, text, NULL, 0);
  if ((type->kind == AF_TYPE_BOOL || af_type_is_integer (type)) && af_clang_evaluate (cursor, &value))
    return make_int (unit, cursor, plain, value, text);
  return NULL;
}

/* --- names --- */

static AfExpr *read_name (AfUnit *unit, CXCursor cursor, AfPlace place)
{
  CXCursor target = clang_getCursorReferenced (cursor);
  g_autofree char *name = af_clang_name (cursor);
  enum CXCursorKind kind = clang_getCursorKind (target);
  if (place.whole_macro && af_range_is_none (unit->macro))
    place.in_macro = FALSE;
  if (kind == CXCursor_EnumConstantDecl)
    return make_int (unit, cursor, place, clang_getEnumConstantDeclValue (target), name);
  if (kind == CXCursor_FunctionDecl)
    return make (unit, cursor, place, AF_EXPR_FUNCTION, AF_OP_NONE, name, NULL, 0);
  if (strcmp (name, "afx__result") == 0)
    return make (unit, cursor, place, AF_EXPR_RESULT, AF_OP_NONE, NULL, NULL, 0);
  AfExpr *expr = make (unit, cursor, place, AF_EXPR_VAR, AF_OP_NONE, name, NULL, 0);
  AfVariable *variable = g_hash_table_lookup (unit->variables, &target);
  expr->variable_id = variable ? variable->id : 0;
  return expr;
}

static void mark_lvalue (AfExpr *expr, CXCursor cursor)
{
  expr->is_lvalue = expr->type->kind != AF_TYPE_ARRAY && expr->type->kind != AF_TYPE_FUNCTION
                    && !clang_isConstQualifiedType (clang_getCanonicalType (clang_getCursorType (cursor)));
}

static AfExpr *read_member (AfUnit *unit, CXCursor cursor, AfPlace place, const GArray *children)
{
  g_autofree char *name = af_clang_name (cursor);
  if (children->len == 0)
    return make_other (unit, cursor, place, FALSE);
  /* The member of an unnamed struct is reached through a member without a name. */
  CXCursor base = af_frontend_strip (af_clang_child (children, 0));
  while (clang_getCursorKind (base) == CXCursor_MemberRefExpr) {
    g_autofree char *base_name = af_clang_name (base);
    g_autoptr (GArray) inner = af_clang_children (base);
    gboolean is_named = *base_name != '\0' && !strchr (base_name, ' ') && *base_name != '(';
    if (is_named || inner->len == 0)
      break;
    base = af_frontend_strip (af_clang_child (inner, 0));
  }
  g_autoptr (AfExpr) record = af_frontend_expr (unit, base);
  AfExpr *expr = make (unit, cursor, place, AF_EXPR_FIELD, AF_OP_NONE, name, &record, 1);
  expr->arrow = record->type->kind == AF_TYPE_POINTER || record->type->kind == AF_TYPE_ARRAY;
  af_expr_finish (expr);
  mark_lvalue (expr, cursor);
  return expr;
}

/* --- operators --- */

static AfOp binary_op (enum CXBinaryOperatorKind kind)
{
  switch ((int)kind) {
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

/* Whether the file has the operator between the operands: not so when a macro's body put it there. */
static gboolean operator_is_written (const AfUnit *unit, AfPlace place, CXCursor left, const char *spelling)
{
  if (place.in_macro || unit->expansions->len == 0)
    return !place.in_macro;
  AfPlace place_left = af_place_of (unit, left);
  if (af_range_is_none (place_left.range))
    return FALSE;
  guint offset = place_left.range.end;
  const char *text = unit->source->text;
  offset = af_text_skip_blanks (text, offset, place.range.end);
  return strncmp (text + offset, spelling, strlen (spelling)) == 0;
}

static gboolean is_marker (CXCursor cursor, const char *marker)
{
  CXCursor call = af_frontend_strip (cursor);
  if (clang_getCursorKind (call) != CXCursor_CallExpr)
    return FALSE;
  g_autofree char *name = af_clang_name (clang_getCursorReferenced (call));
  return strcmp (name, marker) == 0;
}

static AfExpr *read_binary (AfUnit *unit, CXCursor cursor, AfPlace place, const GArray *children)
{
  if (children->len != 2)
    return make_other (unit, cursor, place, FALSE);
  enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind (cursor);
  AfOp op = binary_op (kind);
  if (op == AF_OP_COMMA && is_marker (af_clang_child (children, 0), "afx__fe_old")) {
    g_autoptr (AfExpr) inner = af_frontend_expr (unit, af_clang_child (children, 1));
    place.in_macro = !place.whole_macro;
    return make (unit, cursor, place, AF_EXPR_OLD, AF_OP_NONE, NULL, &inner, 1);
  }
  gboolean is_compound = clang_getCursorKind (cursor) == CXCursor_CompoundAssignOperator;
  gboolean is_assignment = is_compound || kind == CXBinaryOperator_Assign;
  const char *spelling = is_assignment && !is_compound ? "=" : af_op_spelling (op);
  place.in_macro = !operator_is_written (unit, place, af_clang_child (children, 0), spelling);
  g_autoptr (AfExpr) left = af_frontend_expr (unit, af_clang_child (children, 0));
  g_autoptr (AfExpr) right = af_frontend_expr (unit, af_clang_child (children, 1));
  AfExpr *args[] = { left, right };
  if (!is_assignment && op == AF_OP_NONE)
    return make_other (unit, cursor, place, FALSE);
  return make (unit, cursor, place, is_assignment ? AF_EXPR_ASSIGN : AF_EXPR_BINARY, op, NULL, args, 2);
}

static AfExpr *read_step (AfUnit *unit, CXCursor cursor, AfPlace place, AfExpr *arg, enum CXUnaryOperatorKind kind)
{
  AfOp op = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc ? AF_OP_ADD : AF_OP_SUB;
  AfExpr *expr = make (unit, cursor, place, AF_EXPR_STEP, op, NULL, &arg, 1);
  expr->is_prefix = kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec;
  af_expr_finish (expr);
  return expr;
}

static AfExpr *read_unary (AfUnit *unit, CXCursor cursor, AfPlace place, const GArray *children)
{
  enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind (cursor);
  if (children->len != 1)
    return make_other (unit, cursor, place, FALSE);
  g_autoptr (AfExpr) arg = af_frontend_expr (unit, af_clang_child (children, 0));
  switch ((int)kind) {
  case CXUnaryOperator_PostInc:
  case CXUnaryOperator_PreInc:
  case CXUnaryOperator_PostDec:
  case CXUnaryOperator_PreDec:
    return read_step (unit, cursor, place, arg, kind);
  case CXUnaryOperator_AddrOf:
    return make (unit, cursor, place, AF_EXPR_ADDRESS, AF_OP_NONE, NULL, &arg, 1);
  case CXUnaryOperator_Deref: {
    AfExpr *expr = make (unit, cursor, place, AF_EXPR_DEREF, AF_OP_NONE, NULL, &arg, 1);
    mark_lvalue (expr, cursor);
    return expr;
  }
  case CXUnaryOperator_Plus:
    return make (unit, cursor, place, AF_EXPR_UNARY, AF_OP_PLUS, NULL, &arg, 1);
  case CXUnaryOperator_Minus:
    return make (unit, cursor, place, AF_EXPR_UNARY, AF_OP_NEG, NULL, &arg, 1);
  case CXUnaryOperator_Not:
    return make (unit, cursor, place, AF_EXPR_UNARY, AF_OP_COMPL, NULL, &arg, 1);
  case CXUnaryOperator_LNot:
    return make (unit, cursor, place, AF_EXPR_UNARY, AF_OP_NOT, NULL, &arg, 1);
  default:
    return make_other (unit, cursor, place, FALSE);
  }
}

/* --- the rest; calls and statement expressions are in frontend-calls.c --- */

static AfExpr *read_conditional (AfUnit *unit, CXCursor cursor, AfPlace place, const GArray *children)
{
  if (children->len != 3)
    return make_other (unit, cursor, place, FALSE);
  g_autoptr (GPtrArray) args = read_children (unit, children, 0);
  return make (unit, cursor, place, AF_EXPR_CONDITIONAL, AF_OP_NONE, NULL, (AfExpr *const *)args->pdata, args->len);
}

static AfExpr *read_index (AfUnit *unit, CXCursor cursor, AfPlace place, const GArray *children)
{
  enum CXTypeKind base = clang_getCanonicalType (clang_getCursorType (af_clang_child (children, 0))).kind;
  g_autoptr (GPtrArray) args = read_children (unit, children, 0);
  if (args->len != 2)
    return make_other (unit, cursor, place, FALSE);
  /* an element of a vector has no address */
  if (base == CXType_Vector || base == CXType_ExtVector)
    return make_other (unit, cursor, place, TRUE);
  AfExpr *expr = make (unit, cursor, place, AF_EXPR_INDEX, AF_OP_NONE, NULL, (AfExpr *const *)args->pdata, 2);
  mark_lvalue (expr, cursor);
  return expr;
}

static AfExpr *read_cast (AfUnit *unit, CXCursor cursor, AfPlace place, const GArray *children)
{
  g_autoptr (GPtrArray) args = read_children (unit, children, 0);
  if (args->len != 1)
    return make_other (unit, cursor, place, FALSE);
  return make (unit, cursor, place, AF_EXPR_CAST, AF_OP_NONE, NULL, (AfExpr *const *)args->pdata, 1);
}

/* sizeof, offsetof, _Generic, va_arg, a ?: b and what else has no cursor kind of its own. */
static AfExpr *read_unexposed (AfUnit *unit, CXCursor cursor, AfPlace place)
{
  gint64 value;
  AfType *type = af_frontend_type (unit->loader, clang_getCursorType (cursor));
  if (!af_type_is_integer (type) || !af_clang_evaluate (cursor, &value))
    return make_other (unit, cursor, place, clang_getCursorKind (cursor) == CXCursor_UnaryExpr);
  g_autofree char *text = place.in_macro ? NULL : af_text_slice (unit, place.range);
  return make_int (unit, cursor, place, value, text);
}

static AfExpr *read_node (AfUnit *unit, CXCursor cursor, AfPlace place)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  switch ((int)clang_getCursorKind (cursor)) {
  case CXCursor_IntegerLiteral:
  case CXCursor_CharacterLiteral:
    return read_literal (unit, cursor, place);
  case CXCursor_FloatingLiteral:
    return read_text_literal (unit, cursor, place, AF_EXPR_FLOAT);
  case CXCursor_StringLiteral:
    return read_text_literal (unit, cursor, place, AF_EXPR_STRING);
  case CXCursor_CXXBoolLiteralExpr: {
    gint64 value = 0;
    return make_bool (unit, place, af_clang_evaluate (cursor, &value) && value != 0);
  }
  case CXCursor_CXXNullPtrLiteralExpr:
    return make (unit, cursor, place, AF_EXPR_NULL, AF_OP_NONE, NULL, NULL, 0);
  case CXCursor_DeclRefExpr: {
    AfExpr *expr = read_name (unit, cursor, place);
    if (expr->kind == AF_EXPR_VAR)
      mark_lvalue (expr, cursor);
    return expr;
  }
  case CXCursor_MemberRefExpr:
    return read_member (unit, cursor, place, children);
  case CXCursor_ArraySubscriptExpr:
    return read_index (unit, cursor, place, children);
  case CXCursor_UnaryOperator:
    return read_unary (unit, cursor, place, children);
  case CXCursor_BinaryOperator:
  case CXCursor_CompoundAssignOperator:
    return read_binary (unit, cursor, place, children);
  case CXCursor_ConditionalOperator:
    return read_conditional (unit, cursor, place, children);
  case CXCursor_CStyleCastExpr:
    return read_cast (unit, cursor, place, children);
  case CXCursor_CallExpr:
    return af_frontend_call (unit, cursor, place);
  case CXCursor_StmtExpr:
    return af_frontend_statement_expr (unit, cursor, place);
  case CXCursor_InitListExpr:
  case CXCursor_CompoundLiteralExpr:
    return make_other (unit, cursor, place, TRUE);
  default:
    return read_unexposed (unit, cursor, place);
  }
}

AfExpr *af_frontend_expr (AfUnit *unit, CXCursor cursor)
{
  cursor = af_frontend_strip (cursor);
  AfPlace place = af_place_of (unit, cursor);
  AfRange outer = unit->macro;
  AfExpr *expr = NULL;
  if (place.whole_macro) {
    /* Only the outermost node of an expansion stands for it. */
    if (outer.file != place.range.file || outer.start != place.range.start || outer.end != place.range.end) {
      unit->macro = AF_RANGE_NONE;
      expr = read_macro_constant (unit, cursor, place);
    }
    if (!expr && clang_getCursorKind (cursor) != CXCursor_DeclRefExpr)
      unit->macro = place.range;
  }
  if (!expr)
    expr = read_node (unit, cursor, place);
  unit->macro = outer;
  return expr;
}
