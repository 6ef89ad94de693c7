/* Declarations: the variables of a routine, and locations where automatic ones are initialised.
 *
 *      int x, y = a;      DECLARATION with the value of y; x is no location
 *      int a[n];          DECLARATION with is_sized, whose parts are the bounds */
#include "frontend/frontend-stmts-internal.h"

#include <string.h>

/* Nothing changes it: it, or what an array holds, is const. */
static gboolean is_constant (CXType type)
{
  for (type = clang_getCanonicalType (type); type.kind != CXType_Invalid; type = clang_getArrayElementType (type))
    if (clang_isConstQualifiedType (type) != 0)
      return TRUE;
  return FALSE;
}

void af_frontend_variable (AfUnit *unit, CXCursor declaration)
{
  CXType type = clang_getCursorType (declaration);
  AfModule *module = unit->loader->module;
  const AfSource *source = g_ptr_array_index (module->sources, unit->source_index);
  g_autofree char *name = af_clang_name (declaration);
  guint end;
  if (clang_getCursorKind (declaration) != CXCursor_VarDecl || is_constant (type)
      || clang_Cursor_getStorageClass (declaration) == CX_SC_Extern
      || !af_unit_is_main_file (unit, clang_getCursorLocation (declaration))
      || !af_place_offset (unit, clang_getRangeEnd (clang_getCursorExtent (declaration)), &end))
    return;
  AfType *known = af_frontend_type (unit->loader, type);
  if (!af_type_is_scalar (known))
    return;
  AfVariable *variable = af_variable_new (0, name, known);
  variable->is_volatile = clang_isVolatileQualifiedType (clang_getCanonicalType (type)) != 0;
  variable->scope = (AfRange){ unit->source_index, end, source->length };
  g_ptr_array_add (module->variables, variable);
}

static AfVariable *add_variable (AfReader *reader, CXCursor declaration)
{
  AfRoutine *routine = reader->routine;
  g_autofree char *name = af_clang_name (declaration);
  CXType type = clang_getCursorType (declaration);
  AfVariable *variable =
    af_variable_new (routine->variables->len + 1, name, af_frontend_type (reader->unit->loader, type));
  variable->is_static = clang_Cursor_getStorageClass (declaration) == CX_SC_Static;
  variable->is_const = clang_isConstQualifiedType (clang_getCanonicalType (type)) != 0;
  variable->is_volatile = clang_isVolatileQualifiedType (clang_getCanonicalType (type)) != 0;
  variable->name_range = af_place_of_word (reader->unit, clang_getCursorLocation (declaration), name);
  variable->scope = reader->block;
  guint end;
  if (af_place_offset (reader->unit, clang_getRangeEnd (clang_getCursorExtent (declaration)), &end))
    variable->scope.start = CLAMP (end, reader->block.start, reader->block.end);
  routine->has_static_locals |= variable->is_static && !is_constant (type);
  g_ptr_array_add (routine->variables, variable);
  g_hash_table_insert (reader->unit->variables, g_memdup2 (&declaration, sizeof declaration), variable);
  return variable;
}

/* An expression with these parts that stands for the whole declaration, from the first to the last one; by itself it
 * changes nothing. */
static AfExpr *join (const AfReader *reader, AfPlace place, const GPtrArray *parts)
{
  g_autofree char *text = af_text_slice (reader->unit, place.range);
  const AfExpr *first = g_ptr_array_index (parts, 0), *last = g_ptr_array_index (parts, parts->len - 1);
  AfExpr *whole = af_expr_new (AF_EXPR_OTHER, first->type, text, (AfExpr *const *)parts->pdata, parts->len);

  whole->is_pure = TRUE;
  if (!af_range_is_none (first->range) && !af_range_is_none (last->range) && first->range.file == last->range.file)
    whole->range = (AfRange){ first->range.file, first->range.start, last->range.end };
  return whole;
}

static void read_initialisers (AfReader *reader, AfLocation *location, const GPtrArray *variables, GArray *values,
                               AfPlace place)
{
  location->declares = g_ptr_array_new ();
  location->values = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < variables->len; i++) {
    g_ptr_array_add (location->declares, variables->pdata[i]);
    g_ptr_array_add (location->values, af_read_expr (reader, af_clang_child (values, i), place));
  }
  location->expr =
    variables->len == 1 ? af_expr_ref (location->values->pdata[0]) : join (reader, place, location->values);
}

/* Adds the bounds of an array that are computed. */
static void read_bounds (AfReader *reader, CXCursor declaration, AfPlace place, GPtrArray *bounds)
{
  g_autoptr (GArray) children = af_clang_children (declaration);
  guint name, start;
  if (clang_getCursorType (declaration).kind != CXType_VariableArray
      || !af_place_offset (reader->unit, clang_getCursorLocation (declaration), &name))
    return;
  for (guint i = 0; i < children->len; i++) {
    CXCursor child = af_clang_child (children, i);
    /* what stands in front of the name belongs to a typeof */
    if (clang_isExpression (clang_getCursorKind (child))
        && af_place_offset (reader->unit, clang_getRangeStart (clang_getCursorExtent (child)), &start) && start > name)
      g_ptr_array_add (bounds, af_read_expr (reader, child, place));
  }
}

/* A location whose expression has the bounds as parts. */
static AfStmt *read_sized (AfReader *reader, AfPlace place, AfPosition position, const GPtrArray *bounds)
{
  AfLocation *location = af_add_simple (reader, AF_LOCATION_DECLARATION, place, position);
  location->expr = join (reader, place, bounds);
  location->is_sized = TRUE;
  return af_simple_stmt (AF_STMT_SIMPLE, location);
}

AfStmt *af_read_declaration (AfReader *reader, CXCursor cursor, AfLocationKind kind, AfPlace place, AfPosition position)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  g_autoptr (GPtrArray) initialised = g_ptr_array_new ();
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (CXCursor));
  g_autoptr (GPtrArray) bounds = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  guint n_declarators = 0;
  if (place.in_macro && position == AF_BRACED && reader->block.start != place.range.start)
    reader->declaring = place.range;
  for (guint i = 0; i < children->len; i++) {
    CXCursor declaration = af_clang_child (children, i);
    g_autofree char *name = af_clang_name (declaration);
    if (clang_getCursorKind (declaration) != CXCursor_VarDecl || strcmp (name, "afx__result") == 0
        || clang_Cursor_getStorageClass (declaration) == CX_SC_Extern)
      continue;
    n_declarators++;
    AfVariable *variable = add_variable (reader, declaration);
    read_bounds (reader, declaration, place, bounds);
    CXCursor value = clang_Cursor_getVarDeclInitializer (declaration);
    if (variable->is_static || clang_Cursor_isNull (value))
      continue;
    g_ptr_array_add (initialised, variable);
    g_array_append_val (values, value);
  }
  if (initialised->len == 0 && bounds->len > 0 && kind == AF_LOCATION_DECLARATION)
    return read_sized (reader, place, position, bounds);
  if (initialised->len == 0)
    return af_stmt_new (AF_STMT_SIMPLE);
  AfLocation *location = af_add_simple (reader, kind, place, position);
  AfVariable *variable = g_ptr_array_index (initialised, 0);
  if (n_declarators == 1 && af_type_is_scalar (variable->type))
    location->declared = variable;
  read_initialisers (reader, location, initialised, values, place);
  for (guint i = 0; i < initialised->len; i++) {
    AfVariable *each = g_ptr_array_index (initialised, i);
    each->scope.start = MAX (each->scope.start, MIN (place.range.end, each->scope.end));
  }
  return af_simple_stmt (AF_STMT_SIMPLE, location);
}
