/* Which functions of headers belong to a module's interface.
 *
 * In:  functions defined in headers.
 * Out: whether tests may call them.
 *
 *     static inline void ring_init (Ring *r, char *buffer, unsigned size) { ... }       ring.h
 *     int ring_put (Ring *r, char c)                                                    ring.c
 *
 * Users make their rings with ring_init, so tests must.  It is `static inline`, takes what a public routine of the
 * module takes, and is in a header of the module.  What it names must be there when the driver is linked: defined in
 * what the file sees, or the system's.  Nothing is instrumented or repaired in it: other files have the header, too. */
#include "frontend/frontend-internal.h"

typedef struct {
  const AfUnit *unit;
  gboolean is_complete;
  guint depth;
} Names;

enum { MAX_DEPTH = 4 };

static gboolean is_complete (const AfUnit *unit, CXCursor function, guint depth);

/* Names of functions, called or not, and of variables. */
static enum CXChildVisitResult visit_name (CXCursor cursor, CXCursor parent, CXClientData data)
{
  Names *names = data;
  (void)parent;
  CXCursor named =
    clang_getCursorKind (cursor) == CXCursor_DeclRefExpr ? clang_getCursorReferenced (cursor) : clang_getNullCursor ();
  enum CXCursorKind kind = clang_getCursorKind (named);
  gboolean is_symbol =
    kind == CXCursor_FunctionDecl || (kind == CXCursor_VarDecl && clang_getCursorLinkage (named) == CXLinkage_External);
  if (is_symbol && !clang_Location_isInSystemHeader (clang_getCursorLocation (named))) {
    CXCursor definition = clang_getCursorDefinition (named);
    names->is_complete =
      !clang_Cursor_isNull (definition) && names->depth < MAX_DEPTH
      && (kind == CXCursor_VarDecl || af_unit_is_main_file (names->unit, clang_getCursorLocation (definition))
          || is_complete (names->unit, definition, names->depth + 1));
  }
  return names->is_complete ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* Whether all that it names is there, directly and indirectly. */
static gboolean is_complete (const AfUnit *unit, CXCursor function, guint depth)
{
  Names names = { unit, TRUE, depth };
  clang_visitChildren (function, visit_name, &names);
  return names.is_complete;
}

static gboolean is_taken (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint j = 0; routine->is_public && j < routine->n_params; j++) {
      const AfType *type = ((const AfVariable *)routine->variables->pdata[j])->type;
      if (af_type_leads_to (type, record))
        return TRUE;
    }
  }
  return FALSE;
}

static gboolean takes_object (const AfUnit *unit, CXCursor function)
{
  int n = clang_Cursor_getNumArguments (function);
  for (int i = 0; i < n; i++) {
    const AfType *type =
      af_frontend_type (unit->loader, clang_getCursorType (clang_Cursor_getArgument (function, (unsigned)i)));
    if (af_type_is_record_pointer (type) && is_taken (unit->loader->module, type->target))
      return TRUE;
  }
  return FALSE;
}

gboolean af_frontend_lends (const AfUnit *unit, CXCursor cursor)
{
  if (unit->loader->as_built || clang_getCursorKind (cursor) != CXCursor_FunctionDecl
      || !clang_isCursorDefinition (cursor) || clang_Cursor_getStorageClass (cursor) != CX_SC_Static
      || !clang_Cursor_isFunctionInlined (cursor) || af_place_from_body (clang_getCursorLocation (cursor)))
    return FALSE;
  g_autofree char *header = af_header_of (cursor);
  return header && g_hash_table_contains (unit->loader->headers, header)
         && !clang_isFunctionTypeVariadic (clang_getCursorType (cursor)) && takes_object (unit, cursor)
         && is_complete (unit, cursor, 0);
}
