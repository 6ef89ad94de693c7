/* Where headers declare what the module defines.
 *
 * In:  declarations that a unit has in headers.
 * Out: AfRoutine.declared and AfType.declared: ranges whose file is a number in module->headers.
 *
 *     typedef struct Box { int n; } Box;      of Box: up to its semicolon
 *     QUERY int box_count (const Box *b);     of box_count: up to the parenthesis
 *
 * What comes out of a macro's body has no place. */
#include "frontend/frontend-internal.h"

typedef struct {
  char *path;
  guint start, end;
} Place;

void af_header_place_free (gpointer data)
{
  Place *place = data;
  if (place)
    g_free (place->path);
  g_free (place);
}

/* Offset in its file; false where a macro's body brings it. */
static gboolean offset_of (CXSourceLocation location, CXFile *file, guint *offset)
{
  CXFile expansion_file;
  unsigned spelling, expansion;
  clang_getSpellingLocation (location, file, NULL, NULL, &spelling);
  clang_getExpansionLocation (location, &expansion_file, NULL, NULL, &expansion);
  *offset = spelling;
  return *file && expansion_file && clang_File_isEqual (*file, expansion_file) && spelling == expansion;
}

gpointer af_header_place_new (const char *path, CXCursor cursor)
{
  CXSourceRange extent = clang_getCursorExtent (cursor);
  CXFile first, last;
  guint start, end;
  if (!offset_of (clang_getRangeStart (extent), &first, &start) || !offset_of (clang_getRangeEnd (extent), &last, &end)
      || !clang_File_isEqual (first, last))
    return NULL;
  Place *place = g_new0 (Place, 1);
  *place = (Place){ g_strdup (path), start, end };
  return place;
}

static AfRange range_of (const AfModule *module, const Place *place)
{
  for (guint i = 0; place && i < module->headers->len; i++)
    if (g_str_equal (module->headers->pdata[i], place->path))
      return (AfRange){ (int)i, place->start, place->end };
  return AF_RANGE_NONE;
}

/* A typedef after the definition is part of it: only there its name is known. */
static AfRange both (AfRange definition, AfRange name)
{
  if (definition.file == name.file && !af_range_is_none (definition))
    definition.end = MAX (definition.end, name.end);
  return definition;
}

void af_frontend_headers (AfLoader *loader)
{
  const AfModule *module = loader->module;
  GHashTableIter iter;
  gpointer key, value;
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    if (!routine->is_static)
      routine->declared = range_of (module, g_hash_table_lookup (loader->prototypes, routine->name));
  }
  g_hash_table_iter_init (&iter, loader->types);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    AfType *type = value;
    if (type->kind == AF_TYPE_RECORD)
      type->declared = both (range_of (module, g_hash_table_lookup (loader->records, key)),
                             range_of (module, g_hash_table_lookup (loader->typedefs, (const char *)key + 2)));
  }
}
