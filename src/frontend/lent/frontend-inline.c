/* What functions of headers change: nothing, or something.
 *
 * In:  a function that a header defines.
 * Out: the functions that it calls, and one of no name if it changes more than what is its own; whether those change
 *      anything is not for the front end to say (contracts/purity.c).
 *
 *     static inline int top (const Stack *s) { assert (s->n > 0); return s->items[s->n - 1]; }    calls __assert_fail
 *     static inline int bits (unsigned x) { int n = 0; for (; x; x >>= 1) n += x & 1; return n; }  calls nothing
 *
 * Contracts call such functions as they call those of the module.  Written may be a local and its parts; whatever else
 * is written, called through a pointer or not understood is a change. */
#include "frontend/frontend-internal.h"

typedef struct {
  GPtrArray *callees; /* of char * */
  gboolean changes;
} Effects;

static CXCursor only_child (CXCursor cursor)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  return children->len == 1 ? g_array_index (children, CXCursor, 0) : clang_getNullCursor ();
}

/* A variable of the function that is gone when it returns. */
static gboolean is_own_variable (CXCursor named)
{
  enum CXCursorKind kind = clang_getCursorKind (named);
  enum CX_StorageClass storage = clang_Cursor_getStorageClass (named);
  return kind == CXCursor_ParmDecl
         || (kind == CXCursor_VarDecl && clang_getCursorLinkage (named) == CXLinkage_NoLinkage
             && (storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register));
}

/* `n`, `(n)`, `pair.first`; no element, and nothing behind a pointer. */
static gboolean is_own_place (CXCursor place)
{
  switch ((int)clang_getCursorKind (place)) {
  case CXCursor_ParenExpr:
  case CXCursor_UnexposedExpr:
    return is_own_place (only_child (place));
  case CXCursor_MemberRefExpr: {
    CXCursor whole = only_child (place);
    return clang_getCanonicalType (clang_getCursorType (whole)).kind == CXType_Record && is_own_place (whole);
  }
  case CXCursor_DeclRefExpr:
    return is_own_variable (clang_getCursorReferenced (place));
  default:
    return FALSE;
  }
}

static gboolean is_assignment (CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  enum CXUnaryOperatorKind step =
    kind == CXCursor_UnaryOperator ? clang_getCursorUnaryOperatorKind (cursor) : CXUnaryOperator_Invalid;
  return kind == CXCursor_CompoundAssignOperator || step == CXUnaryOperator_PostInc || step == CXUnaryOperator_PostDec
         || step == CXUnaryOperator_PreInc || step == CXUnaryOperator_PreDec
         || (kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind (cursor) == CXBinaryOperator_Assign);
}

static void look_at (Effects *effects, CXCursor cursor, const GArray *children)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  CXCursor callee = kind == CXCursor_CallExpr ? af_clang_callee (cursor) : clang_getNullCursor ();
  /* what libclang has no name for, but for conversions: atomic operations, for one */
  effects->changes |= (kind == CXCursor_UnexposedExpr && children->len > 1) || kind == CXCursor_UnexposedStmt
                      || kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt;
  if (is_assignment (cursor))
    effects->changes |= children->len == 0 || !is_own_place (g_array_index (children, CXCursor, 0));
  if (kind != CXCursor_CallExpr)
    return;
  effects->changes |= clang_Cursor_isNull (callee);
  if (!clang_Cursor_isNull (callee))
    g_ptr_array_add (effects->callees, af_clang_name (callee));
}

static void walk (Effects *effects, CXCursor cursor)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  look_at (effects, cursor, children);
  for (guint i = 0; i < children->len && !effects->changes; i++)
    walk (effects, g_array_index (children, CXCursor, i));
}

void af_inline_learn (const AfUnit *unit, CXCursor function)
{
  gboolean is_candidate = clang_isCursorDefinition (function) && clang_Cursor_isFunctionInlined (function)
                          && !af_unit_is_main_file (unit, clang_getCursorLocation (function))
                          && clang_getCanonicalType (clang_getCursorResultType (function)).kind != CXType_Void;
  if (!is_candidate)
    return;
  Effects effects = { g_ptr_array_new_with_free_func (g_free), FALSE };
  walk (&effects, function);
  if (effects.changes)
    g_ptr_array_add (effects.callees, g_strdup ("")); /* which is no query */
  /* of another function of this name, in another file, both count */
  g_autofree char *name = af_clang_name (function);
  GPtrArray *known = g_hash_table_lookup (unit->loader->module->inlines, name);
  if (known)
    g_ptr_array_extend_and_steal (known, effects.callees);
  else
    g_hash_table_insert (unit->loader->module->inlines, g_steal_pointer (&name), effects.callees);
}
