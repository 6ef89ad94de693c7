/* Types: one AfType per unqualified canonical type of the module.
 *
 * In:  a CXType of any source file.
 * Out: the AfType; made on first sight, then found by a key that says what the type is:
 *          int                 =int
 *          struct SortedSet    R c:@S@SortedSet        (the USR, the same in all files of the module)
 *          const T *           P const <id of T>
 *          int [4]             A 4 <id of int>
 * so `SortedSet *` and `struct SortedSet *` are one type.  Spellings are composed from the parts and use the user's
 * typedef of a record or enum where there is one; everything can stand in __typeof__ (...). */
#include "frontend/frontend-internal.h"

#include <string.h>

/* Takes @key. */
static AfType *intern (AfLoader *loader, char *key, AfTypeKind kind, const char *spelling)
{
  AfType *type = af_type_new (kind, spelling);
  type->id = loader->module->types->len;
  g_ptr_array_add (loader->module->types, type);
  g_hash_table_insert (loader->types, key, type);
  return type;
}

/* A type whose declarator wraps around a name needs __typeof__ before anything may be added to it. */
static char *atom (const AfType *type)
{
  gboolean is_wrapped = type->kind == AF_TYPE_RECORD || type->kind == AF_TYPE_ENUM;
  if (type->kind == AF_TYPE_ARRAY || type->kind == AF_TYPE_FUNCTION || (!is_wrapped && strchr (type->spelling, '(')))
    return g_strdup_printf ("__typeof__ (%s)", type->spelling);
  return g_strdup (type->spelling);
}

static AfType *pointer_type (AfLoader *loader, CXType type)
{
  CXType pointee = clang_getPointeeType (type);
  gboolean is_const = clang_isConstQualifiedType (pointee) != 0;
  AfType *target = af_frontend_type (loader, pointee);
  g_autofree char *key = g_strdup_printf ("P %s%u", is_const ? "const " : "", target->id);
  AfType *found = g_hash_table_lookup (loader->types, key);
  if (found)
    return found;
  g_autofree char *name = atom (target);
  const char *gap = g_str_has_suffix (name, "*") ? "" : " ";
  g_autofree char *spelling = NULL;
  if (is_const && target->kind != AF_TYPE_POINTER)
    spelling = g_strdup_printf ("const %s%s*", name, gap);
  else
    spelling = g_strdup_printf ("%s%s%s*", name, gap, is_const ? "const " : "");
  found = intern (loader, g_steal_pointer (&key), AF_TYPE_POINTER, spelling);
  found->target = target;
  found->is_const = is_const;
  found->bits = 64;
  return found;
}

static AfType *array_type (AfLoader *loader, CXType type)
{
  AfType *target = af_frontend_type (loader, clang_getArrayElementType (type));
  gint64 length = type.kind == CXType_ConstantArray ? clang_getArraySize (type) : -1;
  g_autofree char *key = g_strdup_printf ("A %" G_GINT64_FORMAT " %u", length, target->id);
  AfType *found = g_hash_table_lookup (loader->types, key);
  if (found)
    return found;
  g_autofree char *name = atom (target);
  g_autofree char *spelling =
    length >= 0 ? g_strdup_printf ("%s [%" G_GINT64_FORMAT "]", name, length) : g_strdup_printf ("%s []", name);
  found = intern (loader, g_steal_pointer (&key), AF_TYPE_ARRAY, spelling);
  found->target = target;
  found->length = length;
  return found;
}

static AfType *function_type (AfLoader *loader, CXType type)
{
  AfType *result = af_frontend_type (loader, clang_getResultType (type));
  gboolean is_variadic = type.kind == CXType_FunctionProto && clang_isFunctionTypeVariadic (type);
  int n = type.kind == CXType_FunctionProto ? clang_getNumArgTypes (type) : 0;
  g_autofree char *name = atom (result);
  g_autoptr (GPtrArray) params = g_ptr_array_new ();
  g_autoptr (GString) key = g_string_new (NULL);
  g_autoptr (GString) spelling = g_string_new (name);
  g_string_printf (key, "F %u", result->id);
  g_string_append (spelling, " (");
  for (int i = 0; i < n; i++) {
    AfType *param = af_frontend_type (loader, clang_getArgType (type, (unsigned)i));
    g_ptr_array_add (params, param);
    g_string_append_printf (key, " %u", param->id);
    g_autofree char *text = atom (param);
    g_string_append_printf (spelling, "%s%s", i ? ", " : "", text);
  }
  if (is_variadic)
    g_string_append (key, " ...");
  g_string_append (spelling, is_variadic ? ", ...)" : n ? ")" : "void)");
  AfType *found = g_hash_table_lookup (loader->types, key->str);
  if (found)
    return found;
  found = intern (loader, g_strdup (key->str), AF_TYPE_FUNCTION, spelling->str);
  found->target = result;
  found->is_variadic = is_variadic;
  if (!found->params)
    found->params = g_ptr_array_new ();
  for (guint i = 0; i < params->len; i++)
    g_ptr_array_add (found->params, g_ptr_array_index (params, i));
  return found;
}

typedef struct {
  AfLoader *loader;
  AfType *type;
  CXType record;
} FieldVisit;

/* An unnamed struct that is the type of a field is spelt by that field: __typeof__ (((struct s *)0)->f). */
static void name_by_field (AfLoader *loader, const AfType *record, const char *field, CXType type)
{
  const char *prefix = "", *suffix = "";
  type = clang_getCanonicalType (type);
  if (type.kind == CXType_ConstantArray) {
    type = clang_getCanonicalType (clang_getArrayElementType (type));
    suffix = "[0]";
  } else if (type.kind == CXType_Pointer) {
    type = clang_getCanonicalType (clang_getPointeeType (type));
    prefix = "*";
  }
  CXCursor declaration = clang_getTypeDeclaration (type);
  if ((type.kind != CXType_Record && type.kind != CXType_Enum) || !clang_Cursor_isAnonymous (declaration))
    return;
  g_autofree char *usr = af_clang_string (clang_getCursorUSR (declaration));
  if (!g_hash_table_contains (loader->typedef_names, usr)) {
    char *name = g_strdup_printf ("__typeof__ (%s((%s *)0)->%s%s)", prefix, record->spelling, field, suffix);
    g_hash_table_insert (loader->typedef_names, g_steal_pointer (&usr), name);
  }
}

static enum CXVisitorResult visit_field (CXCursor field, CXClientData data)
{
  FieldVisit *visit = data;
  CXType type = clang_getCursorType (field);
  if (clang_Cursor_isAnonymousRecordDecl (clang_getTypeDeclaration (type))) {
    /* The members of an unnamed struct or union are named like one's own. */
    clang_Type_visitFields (clang_getCanonicalType (type), visit_field, data);
    return CXVisit_Continue;
  }
  g_autofree char *name = af_clang_name (field);
  if (*name == '\0')
    return CXVisit_Continue;
  name_by_field (visit->loader, visit->type, name, type);
  long long offset = clang_Type_getOffsetOf (visit->record, name);
  af_type_add_field (visit->type, name, af_frontend_type (visit->loader, type), clang_Cursor_isBitField (field) != 0,
                     clang_isConstQualifiedType (type) != 0);
  ((AfField *)visit->type->fields->pdata[visit->type->fields->len - 1])->offset = (guint)MAX (offset, 0) / 8;
  return CXVisit_Continue;
}

/* Records of the system whose names are reserved (FILE is one) stay closed: their fields are nobody's business. */
static gboolean is_closed (CXCursor definition)
{
  g_autofree char *name = af_clang_name (definition);
  return clang_Location_isInSystemHeader (clang_getCursorLocation (definition)) && name[0] == '_';
}

/* Whether the type can be written down where headers are known: it has a name, and not only within a function, which a
 * macro's statement expression is always in. */
static gboolean can_be_written (const AfType *record, CXCursor definition)
{
  CXCursor parent = clang_getCursorSemanticParent (definition);
  while (!clang_Cursor_isNull (parent) && clang_isDeclaration (clang_getCursorKind (parent))
         && clang_getCursorKind (parent) != CXCursor_FunctionDecl)
    parent = clang_getCursorSemanticParent (parent);
  return !clang_isDeclaration (clang_getCursorKind (parent)) && !strstr (record->spelling, "(unnamed ");
}

static void complete_record (AfLoader *loader, AfType *record, const char *key, CXType type, CXCursor definition)
{
  record->is_complete = TRUE;
  CXSourceLocation location = clang_getCursorLocation (definition);
  record->is_public = !clang_Location_isFromMainFile (location) && !clang_Location_isInSystemHeader (location)
                      && can_be_written (record, definition);
  if (clang_Location_isFromMainFile (location))
    g_hash_table_add (loader->own_records, record);
  g_autofree char *header = af_header_of (definition);
  if (header)
    g_hash_table_insert (loader->records, g_strdup (key), af_header_place_new (header, definition));
  long long size = clang_Type_getSizeOf (type);
  record->size = size > 0 && size <= G_MAXINT ? (guint)size : 0;
  FieldVisit visit = { loader, record, type };
  clang_Type_visitFields (type, visit_field, &visit);
}

/* "SortedSet" where a typedef gives that name, else "struct slot".  What has no name at all gets a number. */
static char *spelling_of (AfLoader *loader, CXCursor declaration, const char *usr, const char *keyword)
{
  const char *known = g_hash_table_lookup (loader->typedef_names, usr);
  if (known)
    return g_strdup (known);
  g_autofree char *name = af_clang_name (declaration);
  if (clang_Cursor_isAnonymous (declaration) || *name == '\0')
    return g_strdup_printf ("%s (unnamed %u)", keyword, loader->module->types->len);
  char *spelling = g_strdup_printf ("%s %s", keyword, name);
  /* Two functions may have a local type of one name; outside of them neither can be written down. */
  if (af_module_type (loader->module, spelling)) {
    g_free (spelling);
    spelling = g_strdup_printf ("%s %s (local %u)", keyword, name, loader->module->types->len);
  }
  return spelling;
}

static char *tag_of (const char *spelling, const char *keyword)
{
  return strchr (spelling, '(') ? g_strdup_printf ("unnamed %s", keyword) : g_strdup (spelling);
}

static AfType *record_type (AfLoader *loader, CXType type)
{
  CXCursor declaration = clang_getTypeDeclaration (type);
  CXCursor definition = clang_getCursorDefinition (declaration);
  gboolean is_union = clang_getCursorKind (declaration) == CXCursor_UnionDecl;
  g_autofree char *usr = af_clang_string (clang_getCursorUSR (declaration));
  g_autofree char *key = g_strdup_printf ("R %s", usr);
  AfType *found = g_hash_table_lookup (loader->types, key);
  if (!found) {
    const char *keyword = is_union ? "union" : "struct";
    g_autofree char *spelling = spelling_of (loader, declaration, usr, keyword);
    found = intern (loader, g_strdup (key), AF_TYPE_RECORD, spelling);
    found->is_union = is_union;
    found->tag = tag_of (spelling, keyword);
  }
  if (!found->is_complete && !clang_Cursor_isNull (definition) && !is_closed (definition))
    complete_record (loader, found, key, type, definition);
  return found;
}

static guint bits_of (CXType type)
{
  long long size = clang_Type_getSizeOf (type);
  return size > 0 ? (guint)size * 8 : 0;
}

static gboolean is_signed_kind (enum CXTypeKind kind)
{
  return kind == CXType_Char_S || kind == CXType_SChar || kind == CXType_Short || kind == CXType_Int
         || kind == CXType_Long || kind == CXType_LongLong || kind == CXType_Int128;
}

static void add_enumerators (AfType *type, CXCursor definition)
{
  g_autoptr (GArray) children = af_clang_children (definition);
  if (!type->enumerators)
    type->enumerators = g_ptr_array_new_with_free_func (g_free);
  if (!type->enum_values)
    type->enum_values = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < children->len; i++) {
    CXCursor child = g_array_index (children, CXCursor, i);
    if (clang_getCursorKind (child) != CXCursor_EnumConstantDecl)
      continue;
    gint64 value = clang_getEnumConstantDeclValue (child);
    g_ptr_array_add (type->enumerators, af_clang_name (child));
    g_array_append_val (type->enum_values, value);
  }
}

static AfType *enum_type (AfLoader *loader, CXType type)
{
  CXCursor declaration = clang_getTypeDeclaration (type);
  CXCursor definition = clang_getCursorDefinition (declaration);
  g_autofree char *usr = af_clang_string (clang_getCursorUSR (declaration));
  g_autofree char *key = g_strdup_printf ("E %s", usr);
  AfType *found = g_hash_table_lookup (loader->types, key);
  if (found)
    return found;
  g_autofree char *spelling = spelling_of (loader, declaration, usr, "enum");
  found = intern (loader, g_steal_pointer (&key), AF_TYPE_ENUM, spelling);
  found->tag = tag_of (spelling, "enum");
  CXType underlying = clang_getCanonicalType (clang_getEnumDeclIntegerType (declaration));
  found->bits = bits_of (underlying);
  found->is_signed = is_signed_kind (underlying.kind);
  if (!clang_Cursor_isNull (definition))
    add_enumerators (found, definition);
  return found;
}

static AfTypeKind builtin_kind (enum CXTypeKind kind)
{
  if (kind == CXType_Void)
    return AF_TYPE_VOID;
  if (kind == CXType_Bool)
    return AF_TYPE_BOOL;
  if (kind >= CXType_Char_U && kind <= CXType_Int128)
    return AF_TYPE_INT;
  if (kind == CXType_Float || kind == CXType_Double || kind == CXType_LongDouble || kind == CXType_Float128)
    return AF_TYPE_FLOAT;
  return AF_TYPE_OTHER;
}

static AfType *builtin_type (AfLoader *loader, CXType type)
{
  g_autofree char *spelling =
    type.kind == CXType_Bool ? g_strdup ("_Bool") : af_clang_string (clang_getTypeSpelling (type));
  g_autofree char *key = g_strdup_printf ("=%s", spelling);
  AfType *found = g_hash_table_lookup (loader->types, key);
  if (found)
    return found;
  AfTypeKind kind = builtin_kind (type.kind);
  /* int and _Bool may have been made by the module itself. */
  found = af_module_type (loader->module, spelling);
  if (found) {
    g_hash_table_insert (loader->types, g_steal_pointer (&key), found);
    return found;
  }
  found = intern (loader, g_steal_pointer (&key), kind, spelling);
  if (kind == AF_TYPE_BOOL || kind == AF_TYPE_INT || kind == AF_TYPE_FLOAT)
    found->bits = bits_of (type);
  found->is_signed = is_signed_kind (type.kind) || kind == AF_TYPE_FLOAT;
  found->is_char =
    type.kind == CXType_Char_S || type.kind == CXType_SChar || type.kind == CXType_Char_U || type.kind == CXType_UChar;
  return found;
}

AfType *af_frontend_type (AfLoader *loader, CXType type)
{
  CXType canonical = clang_getCanonicalType (type);
  if (canonical.kind != CXType_Invalid) /* where a part is asked for, in what is wrong outside of it */
    canonical = clang_getUnqualifiedType (canonical);
  enum CXTypeKind kind = canonical.kind;
  if (kind == CXType_Pointer)
    return pointer_type (loader, canonical);
  if (kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray)
    return array_type (loader, canonical);
  if (kind == CXType_FunctionProto || kind == CXType_FunctionNoProto)
    return function_type (loader, canonical);
  if (kind == CXType_Record)
    return record_type (loader, canonical);
  if (kind == CXType_Enum)
    return enum_type (loader, canonical);
  return builtin_type (loader, canonical);
}
