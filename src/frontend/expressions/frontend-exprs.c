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
#include "frontend/expressions/frontend-exprs-internal.h"

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

/* Sets the range of a new node, and its text. */
static AfExpr *finish_node (AfExpr *expr, AfPlace place)
{
  for (guint i = 0; i < expr->n_args; i++)
    place.in_macro |= expr->args[i]->is_cut;
  expr->in_macro = place.in_macro;
  expr->range = place.in_macro ? AF_RANGE_NONE : place.range;
  /* EACH (i, n): the body of the macro may assign to what its argument names, or declare it, so the argument has to
   * stay. */
  for (guint i = 0; place.in_macro && i < expr->n_args; i++) {
    AfExpr *arg = expr->args[i];
    if (arg->is_lvalue) {
      arg->in_macro = TRUE;
      arg->range = arg->op_range = AF_RANGE_NONE;
    }
  }
  af_expr_finish (expr);
  return expr;
}

AfExpr *af_node_expr (const AfNode *node, AfExprKind kind, const char *name, AfExpr *const *args, guint n_args)
{
  AfExpr *expr =
    af_expr_new (kind, af_frontend_type (node->unit->loader, clang_getCursorType (node->cursor)), name, args, n_args);
  return finish_node (expr, node->place);
}

AfExpr *af_node_operator (const AfNode *node, AfExprKind kind, AfOp op, AfExpr *const *args, guint n_args)
{
  AfExpr *expr = af_node_expr (node, kind, NULL, args, n_args);
  expr->op = op;
  af_expr_finish (expr);
  return expr;
}

static AfExpr *make_int (const AfNode *node, gint64 value, const char *name)
{
  AfExpr *expr = af_node_expr (node, AF_EXPR_INT, name, NULL, 0);
  expr->value = value;
  af_expr_finish (expr);
  af_loader_add_constant (node->unit->loader, value);
  return expr;
}

static AfExpr *make_bool (AfUnit *unit, AfPlace place, gboolean value)
{
  AfExpr *expr = af_expr_new (AF_EXPR_BOOL, af_module_bool_type (unit->loader->module), NULL, NULL, 0);
  expr->value = value;
  expr->is_pure = TRUE;
  return finish_node (expr, place);
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

AfExpr *af_node_opaque (const AfNode *node, const GPtrArray *args)
{
  g_autofree char *text =
    af_range_is_none (node->place.range) ? g_strdup ("?") : af_text_slice (node->unit, node->place.range);
  AfExpr *expr = af_node_expr (node, AF_EXPR_OTHER, text, (AfExpr *const *)args->pdata, args->len);
  expr->writes = af_clang_writes (node->cursor);
  return expr;
}

AfExpr *af_node_other (const AfNode *node, gboolean is_harmless)
{
  g_autoptr (GArray) children = af_clang_children (node->cursor);
  g_autoptr (GPtrArray) args = read_children (node->unit, children, 0);
  AfExpr *expr = af_node_opaque (node, args);
  expr->is_pure = is_harmless;
  return expr;
}

/* --- constants --- */

static AfExpr *read_literal (const AfNode *node)
{
  gint64 value = 0;
  g_autofree char *text = node->place.in_macro ? NULL : af_text_slice (node->unit, node->place.range);
  if (!af_clang_evaluate (node->cursor, &value))
    return af_node_other (node, TRUE);
  gboolean is_plain = text && text[strspn (text, "0123456789")] == '\0' && (text[0] != '0' || text[1] == '\0');
  return make_int (node, value, is_plain ? NULL : text);
}

static AfExpr *read_text_literal (const AfNode *node, AfExprKind kind)
{
  g_autofree char *text =
    node->place.in_macro ? af_clang_name (node->cursor) : af_text_slice (node->unit, node->place.range);
  if (kind == AF_EXPR_FLOAT && *text == '\0') {
    CXEvalResult result = clang_Cursor_Evaluate (node->cursor);
    g_free (text);
    text = g_strdup_printf ("%.17g", result ? clang_EvalResult_getAsDouble (result) : 0.0);
    if (result)
      clang_EvalResult_dispose (result);
  }
  return af_node_expr (node, kind, text, NULL, 0);
}

typedef struct {
  AfUnit *unit;
  GPtrArray *found; /* of AfExpr */
} Variables;

static enum CXChildVisitResult find_variable (CXCursor cursor, CXCursor parent, CXClientData data)
{
  Variables *variables = data;
  enum CXCursorKind kind = clang_getCursorKind (clang_getCursorReferenced (cursor));
  (void)parent;
  if (clang_getCursorKind (cursor) == CXCursor_DeclRefExpr && (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl))
    g_ptr_array_add (variables->found, af_frontend_expr (variables->unit, cursor));
  return CXChildVisit_Recurse;
}

/* `#define LENGTH(a) (sizeof (a) / sizeof *(a))`: the value is constant, but the text can stand only where `a` is
 * known.  Null: it names no variable. */
static AfExpr *macro_operand (const AfNode *node, const char *text)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  Variables variables = { node->unit, found };
  find_variable (node->cursor, node->cursor, &variables);
  clang_visitChildren (node->cursor, find_variable, &variables);
  g_autofree char *name = g_strndup (text, strcspn (text, " ("));
  return found->len > 0 ? af_node_expr (node, AF_EXPR_CALL, name, (AfExpr *const *)found->pdata, found->len) : NULL;
}

/* An expression that is one whole macro expansion and a constant, or null. */
static AfExpr *read_macro_constant (AfUnit *unit, CXCursor cursor, AfPlace place)
{
  AfNode node = { unit, cursor, { place.range, FALSE, TRUE } };
  g_autofree char *text = af_text_slice (unit, place.range);
  AfType *type = af_frontend_type (unit->loader, clang_getCursorType (cursor));
  gint64 value;
  if (strcmp (text, "NULL") == 0)
    return af_node_expr (&node, AF_EXPR_NULL, NULL, NULL, 0);
  if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0)
    return make_bool (unit, node.place, text[0] == 't');
  if (clang_getCursorKind (cursor) == CXCursor_FloatingLiteral)
    return af_node_expr (&node, AF_EXPR_FLOAT, text, NULL, 0);
  if (clang_getCursorKind (cursor) == CXCursor_StringLiteral)
    return af_node_expr (&node, AF_EXPR_STRING, text, NULL, 0);
  if ((type->kind == AF_TYPE_BOOL || af_type_is_integer (type)) && af_clang_evaluate (cursor, &value)) {
    AfExpr *constant = make_int (&node, value, text);
    constant->operand = macro_operand (&node, text);
    return constant;
  }
  return NULL;
}

/* --- names --- */

static AfExpr *read_name (AfNode node)
{
  AfUnit *unit = node.unit;
  CXCursor target = clang_getCursorReferenced (node.cursor);
  g_autofree char *name = af_clang_name (node.cursor);
  enum CXCursorKind kind = clang_getCursorKind (target);
  if (node.place.whole_macro && af_range_is_none (unit->macro))
    node.place.in_macro = FALSE;
  if (kind == CXCursor_EnumConstantDecl)
    return make_int (&node, clang_getEnumConstantDeclValue (target), name);
  if (kind == CXCursor_FunctionDecl)
    return af_node_expr (&node, AF_EXPR_FUNCTION, name, NULL, 0);
  if (strcmp (name, "afx__result") == 0)
    return af_node_expr (&node, AF_EXPR_RESULT, NULL, NULL, 0);
  AfExpr *expr = af_node_expr (&node, AF_EXPR_VAR, name, NULL, 0);
  AfVariable *variable = g_hash_table_lookup (unit->variables, &target);
  expr->variable_id = variable ? variable->id : 0;
  /* declared as an array, it is a pointer */
  if (variable && variable->is_param)
    expr->type = variable->type;
  return expr;
}

void af_node_mark_lvalue (AfExpr *expr, CXCursor cursor)
{
  expr->is_lvalue = expr->type->kind != AF_TYPE_ARRAY && expr->type->kind != AF_TYPE_FUNCTION
                    && !clang_isConstQualifiedType (clang_getCanonicalType (clang_getCursorType (cursor)));
}

static AfExpr *read_member (const AfNode *node, const GArray *children)
{
  g_autofree char *name = af_clang_name (node->cursor);
  if (children->len == 0)
    return af_node_other (node, FALSE);
  /* The member of an unnamed struct is reached through a member without a name. */
  CXCursor written = af_clang_child (children, 0), base = af_frontend_strip (written);
  while (clang_getCursorKind (base) == CXCursor_MemberRefExpr) {
    g_autofree char *base_name = af_clang_name (base);
    g_autoptr (GArray) inner = af_clang_children (base);
    gboolean is_named = *base_name != '\0' && !strchr (base_name, ' ') && *base_name != '(';
    if (is_named || inner->len == 0)
      break;
    written = af_clang_child (inner, 0);
    base = af_frontend_strip (written);
  }
  g_autoptr (AfExpr) record = af_frontend_expr (node->unit, base);
  AfExpr *expr = af_node_expr (node, AF_EXPR_FIELD, name, &record, 1);
  expr->arrow = record->type->kind == AF_TYPE_POINTER || record->type->kind == AF_TYPE_ARRAY;
  af_expr_finish (expr);
  af_node_mark_lvalue (expr, node->cursor);
  af_node_note_operator_after (node, expr, written, expr->arrow ? "->" : ".");
  return expr;
}

/* --- the rest; operators and calls have files of their own --- */

static AfExpr *read_conditional (const AfNode *node, const GArray *children)
{
  if (children->len != 3)
    return af_node_other (node, FALSE);
  g_autoptr (GPtrArray) args = read_children (node->unit, children, 0);
  return af_node_expr (node, AF_EXPR_CONDITIONAL, NULL, (AfExpr *const *)args->pdata, args->len);
}

static AfExpr *read_index (const AfNode *node, const GArray *children)
{
  enum CXTypeKind base = clang_getCanonicalType (clang_getCursorType (af_clang_child (children, 0))).kind;
  g_autoptr (GPtrArray) args = read_children (node->unit, children, 0);
  if (args->len != 2)
    return af_node_other (node, FALSE);
  /* an element of a vector has no address */
  if (base == CXType_Vector || base == CXType_ExtVector)
    return af_node_other (node, TRUE);
  AfExpr *expr = af_node_expr (node, AF_EXPR_INDEX, NULL, (AfExpr *const *)args->pdata, 2);
  af_node_mark_lvalue (expr, node->cursor);
  af_node_note_operator_after (node, expr, af_clang_child (children, 0), "[");
  return expr;
}

static AfExpr *read_cast (const AfNode *node, const GArray *children)
{
  g_autoptr (GPtrArray) args = read_children (node->unit, children, 0);
  if (args->len != 1)
    return af_node_other (node, FALSE);
  return af_node_expr (node, AF_EXPR_CAST, NULL, (AfExpr *const *)args->pdata, 1);
}

/* sizeof, offsetof, _Generic, va_arg, a ?: b and what else has no cursor kind of its own. */
static AfExpr *read_unexposed (const AfNode *node)
{
  gint64 value;
  AfType *type = af_frontend_type (node->unit->loader, clang_getCursorType (node->cursor));
  gboolean is_constant = af_type_is_integer (type) && af_clang_evaluate (node->cursor, &value);
  g_autofree char *text = is_constant && !node->place.in_macro ? af_text_slice (node->unit, node->place.range) : NULL;
  AfExpr *expr = is_constant ? make_int (node, value, text)
                             : af_node_other (node, clang_getCursorKind (node->cursor) == CXCursor_UnaryExpr);
  af_node_note_trait (node, expr);
  return expr;
}

static AfExpr *read_node (const AfNode *node)
{
  g_autoptr (GArray) children = af_clang_children (node->cursor);
  switch ((int)clang_getCursorKind (node->cursor)) {
  case CXCursor_IntegerLiteral:
  case CXCursor_CharacterLiteral:
    return read_literal (node);
  case CXCursor_FloatingLiteral:
    return read_text_literal (node, AF_EXPR_FLOAT);
  case CXCursor_StringLiteral:
    return read_text_literal (node, AF_EXPR_STRING);
  case CXCursor_CXXBoolLiteralExpr: {
    gint64 value = 0;
    return make_bool (node->unit, node->place, af_clang_evaluate (node->cursor, &value) && value != 0);
  }
  case CXCursor_CXXNullPtrLiteralExpr:
    return af_node_expr (node, AF_EXPR_NULL, NULL, NULL, 0);
  case CXCursor_DeclRefExpr: {
    AfExpr *expr = read_name (*node);
    if (expr->kind == AF_EXPR_VAR)
      af_node_mark_lvalue (expr, node->cursor);
    return expr;
  }
  case CXCursor_MemberRefExpr:
    return read_member (node, children);
  case CXCursor_ArraySubscriptExpr:
    return read_index (node, children);
  case CXCursor_UnaryOperator:
    return af_node_read_unary (node, children);
  case CXCursor_BinaryOperator:
  case CXCursor_CompoundAssignOperator:
    return af_node_read_binary (node, children);
  case CXCursor_ConditionalOperator:
    return read_conditional (node, children);
  case CXCursor_CStyleCastExpr:
    return read_cast (node, children);
  case CXCursor_CallExpr:
    return af_node_read_call (node);
  case CXCursor_StmtExpr:
    return af_node_read_statements (node);
  case CXCursor_InitListExpr:
  case CXCursor_CompoundLiteralExpr:
    return af_node_other (node, TRUE);
  default:
    return read_unexposed (node);
  }
}

AfExpr *af_frontend_expr (AfUnit *unit, CXCursor cursor)
{
  cursor = af_frontend_strip (cursor);
  AfPlace place = af_place_of (unit, cursor);
  AfRange outer = unit->macro, expanded = unit->expanded, call = af_expansion_begin (unit, place);
  gboolean is_cut = af_expansion_is_cut (unit, place, cursor);
  AfExpr *expr = NULL;
  if (!af_range_is_none (call))
    unit->expanded = call;
  if (place.whole_macro) {
    /* Only the outermost node of an expansion stands for it. */
    if (!af_range_equal (outer, place.range)) {
      unit->macro = AF_RANGE_NONE;
      expr = is_cut ? NULL : read_macro_constant (unit, cursor, place);
    }
    if (!expr && clang_getCursorKind (cursor) != CXCursor_DeclRefExpr)
      unit->macro = place.range;
  } else if (place.in_macro && clang_getCursorKind (cursor) != CXCursor_DeclRefExpr)
    unit->macro = place.range; /* it begins or ends with an argument */
  if (!expr) {
    AfNode node = { unit, cursor, place };
    expr = read_node (&node);
  }
  unit->macro = outer;
  unit->expanded = expanded;
  expr->is_cut = is_cut;
  af_expansion_note (expr, call);
  return expr;
}
