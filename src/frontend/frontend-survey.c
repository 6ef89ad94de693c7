/* The survey of a file: what must be known before any routine is read.
 *
 * In:  a parsed unit.
 * Out: in the loader, typedef names of records, the module's own headers and what they declare, functions marked QUERY,
 *      pure or INVARIANT, and the constants that the text names. */
#include "frontend/frontend-internal.h"

#include <string.h>

static gboolean is_contract_header (const char *path)
{
  return g_str_has_suffix (path, "autofix/contract.h");
}

static char *path_of (CXFile file)
{
  g_autofree char *path = af_clang_string (clang_getFileName (file));
  return g_strdup (g_str_has_prefix (path, "./") ? path + 2 : path);
}

char *af_header_of (CXCursor declaration)
{
  CXFile file;
  CXSourceLocation location = clang_getCursorLocation (declaration);
  CXTranslationUnit tu = clang_Cursor_getTranslationUnit (declaration);
  g_autofree char *main_path = af_clang_string (clang_getTranslationUnitSpelling (tu));
  if (clang_Location_isInSystemHeader (location))
    return NULL;
  clang_getFileLocation (location, &file, NULL, NULL, NULL);
  if (!file || clang_File_isEqual (file, clang_getFile (tu, main_path)))
    return NULL;
  g_autofree char *path = path_of (file);
  return is_contract_header (path) ? NULL : g_steal_pointer (&path);
}

void af_loader_add_header (AfLoader *loader, const char *path)
{
  if (g_hash_table_add (loader->headers, g_strdup (path)))
    g_ptr_array_add (loader->module->headers, g_strdup (path));
}

/* Whether the #include directive that names its file at @location is written with quotes. */
static gboolean is_quoted_include (const AfUnit *unit, CXSourceLocation location)
{
  g_autofree char *token = af_clang_token (unit->tu, location);
  return token[0] == '"';
}

static void visit_inclusion (CXFile included, CXSourceLocation *stack, unsigned n, CXClientData data)
{
  AfUnit *unit = data;
  g_autofree char *path = path_of (included);
  if (n == 0 || clang_Location_isInSystemHeader (stack[0]) || is_contract_header (path))
    return;
  CXFile includer;
  clang_getFileLocation (stack[0], &includer, NULL, NULL, NULL);
  g_autofree char *from = includer ? path_of (includer) : g_strdup ("");
  gboolean from_module =
    (includer && clang_File_isEqual (includer, unit->file)) || g_hash_table_contains (unit->loader->headers, from);
  if (from_module && is_quoted_include (unit, stack[0]))
    af_loader_add_header (unit->loader, path);
}

static void survey_function (AfUnit *unit, CXCursor cursor)
{
  AfLoader *loader = unit->loader;
  g_autofree char *name = af_clang_name (cursor);
  g_autoptr (GArray) children = af_clang_children (cursor);
  g_autofree char *header = af_header_of (cursor);
  if (header) {
    g_hash_table_insert (loader->prototypes, g_strdup (name), af_header_place_new (header, cursor));
    g_hash_table_insert (loader->declared_in_header, g_strdup (name), g_steal_pointer (&header));
  }
  af_nonnull_learn (unit, cursor);
  af_inline_learn (unit, cursor);
  for (guint i = 0; i < children->len; i++) {
    CXCursor child = g_array_index (children, CXCursor, i);
    enum CXCursorKind kind = clang_getCursorKind (child);
    if (kind == CXCursor_PureAttr || kind == CXCursor_ConstAttr)
      g_hash_table_add (loader->module->queries, g_strdup (name));
    if (kind != CXCursor_AnnotateAttr)
      continue;
    g_autofree char *annotation = af_clang_name (child);
    if (strcmp (annotation, "afx_query") == 0) {
      g_hash_table_add (loader->queries, g_strdup (name));
      g_hash_table_add (loader->module->queries, g_strdup (name));
    }
    if (strcmp (annotation, "afx_invariant") == 0)
      g_hash_table_add (loader->invariants, g_strdup (name));
  }
}

static void survey_typedef (AfUnit *unit, CXCursor cursor)
{
  CXType type = clang_getCanonicalType (clang_getTypedefDeclUnderlyingType (cursor));
  if (type.kind != CXType_Record && type.kind != CXType_Enum)
    return;
  g_autofree char *usr = af_clang_string (clang_getCursorUSR (clang_getTypeDeclaration (type)));
  /* The first name counts, but a reserved one (__FILE) gives way. */
  const char *known = g_hash_table_lookup (unit->loader->typedef_names, usr);
  if (known && known[0] != '_')
    return;
  g_autofree char *header = af_header_of (cursor);
  if (header)
    g_hash_table_insert (unit->loader->typedefs, g_strdup (usr), af_header_place_new (header, cursor));
  g_hash_table_insert (unit->loader->typedef_names, g_steal_pointer (&usr), af_clang_name (cursor));
}

/* The parts of INT_MIN say nothing; its value is noted where it is used. */
static gboolean is_spelt_by_system (CXCursor cursor)
{
  CXFile file;
  unsigned offset;
  clang_getSpellingLocation (clang_getCursorLocation (cursor), &file, NULL, NULL, &offset);
  return !file
         || clang_Location_isInSystemHeader (
           clang_getLocationForOffset (clang_Cursor_getTranslationUnit (cursor), file, offset));
}

static enum CXChildVisitResult collect_constant (CXCursor cursor, CXCursor parent, CXClientData data)
{
  AfLoader *loader = data;
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  gint64 value;
  if (kind == CXCursor_IntegerLiteral || kind == CXCursor_CharacterLiteral) {
    if (!is_spelt_by_system (cursor) && af_clang_evaluate (cursor, &value)) {
      af_loader_add_constant (loader, value);
      if (clang_getCursorKind (parent) == CXCursor_UnaryOperator && value != G_MININT64
          && clang_getCursorUnaryOperatorKind (parent) == CXUnaryOperator_Minus)
        af_loader_add_constant (loader, -value);
    }
  } else if (kind == CXCursor_EnumConstantDecl) {
    af_loader_add_constant (loader, clang_getEnumConstantDeclValue (cursor));
  }
  return CXChildVisit_Recurse;
}

static void survey_declaration (AfUnit *unit, CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind (cursor);
  CXSourceLocation location = clang_getCursorLocation (cursor);
  if (kind == CXCursor_TypedefDecl)
    survey_typedef (unit, cursor);
  if (kind == CXCursor_FunctionDecl && !clang_Location_isInSystemHeader (location))
    survey_function (unit, cursor);
  g_autofree char *header = af_header_of (cursor);
  gboolean is_main = af_unit_is_main_file (unit, location);
  if (clang_isDeclaration (kind) && (is_main || (header && g_hash_table_contains (unit->loader->headers, header))))
    clang_visitChildren (cursor, collect_constant, unit->loader);
}

void af_frontend_survey (AfUnit *unit)
{
  g_autoptr (GArray) declarations = af_clang_children (clang_getTranslationUnitCursor (unit->tu));
  clang_getInclusions (unit->tu, visit_inclusion, unit);
  for (guint i = 0; i < declarations->len; i++)
    survey_declaration (unit, g_array_index (declarations, CXCursor, i));
}
