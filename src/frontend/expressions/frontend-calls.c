/* Calls: of functions, through pointers, of the markers that contract macros become; and GNU statement expressions.
 *
 *     afx__fe_implies (a, b)                             IMPLIES (a, b)
 *     ({ int i = lo; afx__fe_forall (hi, p); })          FORALL (i, lo, hi, p)
 *     __builtin_expect (c, 1)                            c
 *     ({ if (c) ; else __assert_fail (...); })           c ? 0 : __assert_fail (...), as assert () has it
 *     ({ int t; if (c) t = 1; else t = 0; t; })          c, as GLib's G_LIKELY () has it
 *     ({ int t = f (a); t * t; })                        OTHER with what is evaluated in it: f (a), t * t
 * so that the conditions which macros wrap up are seen.  Also what the attributes of a function say. */
#include "frontend/expressions/frontend-exprs-internal.h"

#include <string.h>

CXCursor af_clang_callee (CXCursor call)
{
  CXCursor target = clang_getCursorReferenced (call);
  return clang_getCursorKind (target) == CXCursor_FunctionDecl ? target : clang_getNullCursor ();
}

/* Whether @cursor is the attribute @name, or `__name__`.  Those without a cursor kind of their own are known by their
 * first token, be it in a macro. */
static gboolean is_attribute (CXCursor cursor, const char *name)
{
  if (!clang_isAttribute (clang_getCursorKind (cursor)))
    return FALSE;
  g_autofree char *token = af_clang_token (clang_Cursor_getTranslationUnit (cursor), clang_getCursorLocation (cursor));
  const char *word = token + strspn (token, "_");
  gsize length = strlen (name);
  return strncmp (word, name, length) == 0 && word[length + strspn (word + length, "_")] == '\0';
}

static enum CXChildVisitResult find_noreturn (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void)parent;
  if (!is_attribute (cursor, "Noreturn") && !is_attribute (cursor, "noreturn"))
    return CXChildVisit_Continue;
  *(gboolean *)data = TRUE;
  return CXChildVisit_Break;
}

/* _Noreturn and [[noreturn]] are no part of the type. */
static gboolean attributes_say_noreturn (CXCursor function)
{
  gboolean found = FALSE;
  clang_visitChildren (function, find_noreturn, &found);
  return found;
}

gboolean af_clang_is_noreturn (CXCursor function)
{
  static const char *const builtins[] = { "__builtin_unreachable", "__builtin_trap", "__builtin_abort",
                                          "__builtin_exit" };
  if (clang_Cursor_isNull (function))
    return FALSE;
  g_autofree char *name = af_clang_name (function);
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (strcmp (name, builtins[i]) == 0)
      return TRUE;
  g_autofree char *type = af_clang_string (clang_getTypeSpelling (clang_getCursorType (function)));
  return strstr (type, "noreturn") != NULL || attributes_say_noreturn (function);
}

static enum CXChildVisitResult read_attribute (CXCursor cursor, CXCursor parent, CXClientData data)
{
  AfRoutine *routine = data;
  (void)parent;
  routine->is_always_inline |= is_attribute (cursor, "always_inline");
  routine->is_naked |= is_attribute (cursor, "naked");
  return CXChildVisit_Continue;
}

void af_frontend_attributes (CXCursor function, AfRoutine *routine)
{
  clang_visitChildren (function, read_attribute, routine);
}

#define HOOK_PREFIX "afx__fe_hook_"

typedef struct {
  const char *name, *macro;
} Marker;

const char *af_frontend_contract_macro (CXCursor cursor, gboolean *is_hook)
{
  static const Marker markers[] = {
    { "afx__fe_require", "REQUIRE" },
    { "afx__fe_ensure", "ENSURE" },
    { "afx__fe_check", "CHECK" },
    { "afx__fe_loop_invariant", "LOOP_INVARIANT" },
    { "afx__fe_loop_variant", "LOOP_VARIANT" },
    { "afx__fe_consume", "CONSUME" },
    { "afx__fe_hook_check", "CHECK" },
    { "afx__fe_hook_require", "REQUIRE" },
  };
  if (clang_getCursorKind (cursor) != CXCursor_CallExpr)
    return NULL;
  g_autofree char *name = af_clang_name (af_clang_callee (cursor));
  if (is_hook)
    *is_hook = g_str_has_prefix (name, HOOK_PREFIX);
  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    if (strcmp (markers[i].name, name) == 0)
      return markers[i].macro;
  return NULL;
}

/* What a contract macro says has the place of the macro call. */
static AfNode as_macro (const AfNode *node)
{
  AfNode whole = *node;
  if (whole.place.whole_macro)
    whole.place.in_macro = FALSE;
  return whole;
}

/* `next` of `p->next`, `link.next` of `p->link.next`; null for anything else. */
static char *link_of (const AfExpr *further)
{
  if (further->kind != AF_EXPR_FIELD)
    return NULL;
  if (further->arrow)
    return g_strdup (further->name);
  g_autofree char *outer = link_of (further->args[0]);
  return outer ? g_strconcat (outer, ".", further->name, NULL) : NULL;
}

/* NODES (first, next), REACHES (first, last, next): the marker's last argument is `first->next`. */
static AfExpr *read_chain (const AfNode *node, gboolean counts, const GPtrArray *args)
{
  AfNode whole = as_macro (node);
  g_autofree char *link = args->len > 0 ? link_of (args->pdata[args->len - 1]) : NULL;
  return link ? af_node_expr (&whole, counts ? AF_EXPR_NODES : AF_EXPR_REACHES, link, (AfExpr *const *)args->pdata,
                              args->len - 1)
              : NULL;
}

static AfExpr *read_marker (const AfNode *node, const char *name, const GPtrArray *args)
{
  static const struct {
    const char *name;
    AfExprKind kind;
  } markers[] = {
    { "afx__fe_implies", AF_EXPR_IMPLIES },
    { "afx__fe_iff", AF_EXPR_IFF },
    { "afx__fe_readable", AF_EXPR_READABLE },
    { "afx__fe_writable", AF_EXPR_WRITABLE },
  };
  AfNode whole = as_macro (node);
  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    if (strcmp (markers[i].name, name) == 0)
      return af_node_expr (&whole, markers[i].kind, NULL, (AfExpr *const *)args->pdata, args->len);
  gboolean counts = strcmp (name, "afx__fe_nodes") == 0;
  return counts || strcmp (name, "afx__fe_reaches") == 0 ? read_chain (node, counts, args) : NULL;
}

static GPtrArray *read_arguments (AfUnit *unit, CXCursor call)
{
  GPtrArray *args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  int n = clang_Cursor_getNumArguments (call);
  for (int i = 0; i < n; i++)
    g_ptr_array_add (args, af_frontend_expr (unit, clang_Cursor_getArgument (call, (unsigned)i)));
  return args;
}

AfExpr *af_node_read_call (const AfNode *node)
{
  CXCursor callee = af_clang_callee (node->cursor);
  g_autofree char *name = clang_Cursor_isNull (callee) ? NULL : af_clang_name (callee);
  if (g_strcmp0 (name, "__builtin_expect") == 0)
    return af_frontend_expr (node->unit, clang_Cursor_getArgument (node->cursor, 0));
  g_autoptr (GPtrArray) args = read_arguments (node->unit, node->cursor);
  AfExpr *marker = name ? read_marker (node, name, args) : NULL;
  if (marker)
    return marker;
  /* A failure hook inside of an expression stays what the text says. */
  if (name && g_str_has_prefix (name, HOOK_PREFIX))
    return af_node_opaque (node, args);
  g_autoptr (GArray) children = af_clang_children (node->cursor);
  if (!name && children->len > 0)
    g_ptr_array_insert (args, 0, af_frontend_expr (node->unit, af_clang_child (children, 0)));
  AfExpr *expr =
    af_node_expr (node, name ? AF_EXPR_CALL : AF_EXPR_CALL_POINTER, name, (AfExpr *const *)args->pdata, args->len);
  if (children->len > 0)
    af_node_note_operator_after (node, expr, af_clang_child (children, 0), "(");
  return expr;
}

/* --- statement expressions --- */

static AfExpr *read_quantifier (const AfNode *node, const GArray *statements)
{
  if (statements->len != 2 || clang_getCursorKind (af_clang_child (statements, 0)) != CXCursor_DeclStmt)
    return NULL;
  CXCursor call = af_frontend_strip (af_clang_child (statements, 1));
  if (clang_getCursorKind (call) != CXCursor_CallExpr)
    return NULL;
  g_autofree char *callee = af_clang_name (af_clang_callee (call));
  gboolean is_forall = strcmp (callee, "afx__fe_forall") == 0;
  if (!is_forall && strcmp (callee, "afx__fe_exists") != 0)
    return NULL;
  g_autoptr (GArray) declared = af_clang_children (af_clang_child (statements, 0));
  CXCursor index = af_clang_child (declared, 0);
  g_autofree char *name = af_clang_name (index);
  g_autoptr (GPtrArray) args = read_arguments (node->unit, call);
  g_ptr_array_insert (args, 0, af_frontend_expr (node->unit, clang_Cursor_getVarDeclInitializer (index)));
  AfNode whole = as_macro (node);
  return af_node_expr (&whole, is_forall ? AF_EXPR_FORALL : AF_EXPR_EXISTS, name, (AfExpr *const *)args->pdata,
                       args->len);
}

/* The expression of a branch: a call, `;`, or one of these in braces. */
static AfExpr *read_branch (AfUnit *unit, CXCursor branch)
{
  enum CXCursorKind kind = clang_getCursorKind (branch);
  if (kind == CXCursor_NullStmt || clang_Cursor_isNull (branch))
    return af_expr_int (af_module_int_type (unit->loader->module), 0);
  if (clang_isExpression (kind))
    return af_frontend_expr (unit, branch);
  if (kind != CXCursor_CompoundStmt)
    return NULL;
  g_autoptr (GArray) inner = af_clang_children (branch);
  return inner->len <= 1 ? read_branch (unit, af_clang_child (inner, 0)) : NULL;
}

static AfExpr *read_guard (const AfNode *node, const GArray *statements)
{
  if (statements->len != 1 || clang_getCursorKind (af_clang_child (statements, 0)) != CXCursor_IfStmt)
    return NULL;
  g_autoptr (GArray) parts = af_clang_children (af_clang_child (statements, 0));
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (args, af_frontend_expr (node->unit, af_clang_child (parts, 0)));
  for (guint i = 1; i <= 2; i++) {
    AfExpr *branch = read_branch (node->unit, af_clang_child (parts, i));
    if (!branch)
      return NULL;
    g_ptr_array_add (args, branch);
  }
  return af_node_expr (node, AF_EXPR_CONDITIONAL, NULL, (AfExpr *const *)args->pdata, args->len);
}

static gboolean assigns (CXCursor statement, gint64 wanted)
{
  gint64 value;
  if (clang_getCursorKind (statement) != CXCursor_BinaryOperator)
    return FALSE;
  g_autoptr (GArray) sides = af_clang_children (statement);
  return sides->len == 2 && af_clang_evaluate (af_clang_child (sides, 1), &value) && value == wanted;
}

static AfExpr *read_truth (AfUnit *unit, const GArray *statements)
{
  if (statements->len != 3 || clang_getCursorKind (af_clang_child (statements, 0)) != CXCursor_DeclStmt
      || clang_getCursorKind (af_clang_child (statements, 1)) != CXCursor_IfStmt)
    return NULL;
  g_autoptr (GArray) parts = af_clang_children (af_clang_child (statements, 1));
  if (parts->len != 3 || !assigns (af_clang_child (parts, 1), 1) || !assigns (af_clang_child (parts, 2), 0))
    return NULL;
  return af_frontend_expr (unit, af_clang_child (parts, 0));
}

/* --- any other: what is evaluated in it --- */

/* A variable of its own, which nothing outside of it sees. */
static void add_variable (AfUnit *unit, CXCursor declaration, AfRange block)
{
  AfRoutine *routine = unit->routine;
  g_autofree char *name = af_clang_name (declaration);
  AfVariable *variable = af_variable_new (routine->variables->len + 1, name,
                                          af_frontend_type (unit->loader, clang_getCursorType (declaration)));
  variable->is_static = clang_Cursor_getStorageClass (declaration) == CX_SC_Static;
  variable->scope = (AfRange){ unit->source_index, block.end, block.end };
  routine->has_static_locals |= variable->is_static;
  g_ptr_array_add (routine->variables, variable);
  g_hash_table_insert (unit->variables, g_memdup2 (&declaration, sizeof declaration), variable);
}

/* Adds the expressions of a statement, in textual order. */
static void collect_expressions (AfUnit *unit, CXCursor cursor, AfRange block, GPtrArray *out)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  if (clang_isExpression (kind)) {
    g_ptr_array_add (out, af_frontend_expr (unit, cursor));
    return;
  }
  if (kind == CXCursor_VarDecl) {
    CXCursor value = clang_Cursor_getVarDeclInitializer (cursor);
    add_variable (unit, cursor, block);
    if (!clang_Cursor_isNull (value) && clang_Cursor_getStorageClass (cursor) != CX_SC_Static)
      g_ptr_array_add (out, af_frontend_expr (unit, value));
    return;
  }
  if (!clang_isStatement (kind) || kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt)
    return;
  g_autoptr (GArray) children = af_clang_children (cursor);
  for (guint i = kind == CXCursor_CaseStmt && children->len > 0 ? children->len - 1 : 0; i < children->len; i++)
    collect_expressions (unit, af_clang_child (children, i), block, out);
}

AfExpr *af_node_read_statements (const AfNode *node)
{
  AfUnit *unit = node->unit;
  g_autoptr (GArray) children = af_clang_children (node->cursor);
  g_autoptr (GArray) statements = af_clang_children (af_clang_child (children, 0));
  AfExpr *expr = read_quantifier (node, statements);
  if (!expr)
    expr = read_guard (node, statements);
  if (!expr)
    expr = read_truth (unit, statements);
  if (expr)
    return expr;
  g_autoptr (GPtrArray) inside = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; unit->routine && i < statements->len; i++)
    collect_expressions (unit, af_clang_child (statements, i), unit->routine->body, inside);
  return af_node_opaque (node, inside);
}
