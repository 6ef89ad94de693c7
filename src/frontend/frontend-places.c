/* Places: from libclang's locations back to ranges of the user's text.
 *
 * In:  a location or a cursor of the parsed text, which has declarations of the result variable put in.
 * Out: offsets of the user's text, and what macros have to do with them.
 *
 * clang_getFileLocation () gives a token from a macro's *body* the place of the whole expansion, and a token from a
 * macro's *argument* its own place.  A node is "in a macro" when its text cannot be cut out of the file:
 *
 *     #define LESS(a, b) a < b
 *     LESS (x, y)          the comparison would be `x, y`: not complete, in a macro; x and y are not
 *     INT_MAX < x          begins with a macro and goes on after it: an ordinary piece of text
 *     INT_MAX              covers an expansion exactly: whole_macro */
#include "frontend/frontend-internal.h"

#include <string.h>

char *af_clang_string (CXString string)
{
  char *copy = g_strdup (clang_getCString (string));
  clang_disposeString (string);
  return copy ? copy : g_strdup ("");
}

char *af_clang_name (CXCursor cursor)
{
  return af_clang_string (clang_getCursorSpelling (cursor));
}

static enum CXChildVisitResult collect (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void)parent;
  g_array_append_val ((GArray *)data, cursor);
  return CXChildVisit_Continue;
}

GArray *af_clang_children (CXCursor cursor)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (CXCursor));
  clang_visitChildren (cursor, collect, children);
  return children;
}

CXCursor af_clang_child (const GArray *children, guint i)
{
  return i < children->len ? g_array_index (children, CXCursor, i) : clang_getNullCursor ();
}

CXCursor af_clang_last (const GArray *children)
{
  return children->len > 0 ? af_clang_child (children, children->len - 1) : clang_getNullCursor ();
}

char *af_clang_token (CXTranslationUnit tu, CXSourceLocation location)
{
  CXToken *token = clang_getToken (tu, location);
  if (!token)
    return g_strdup ("");
  char *spelling = af_clang_string (clang_getTokenSpelling (tu, *token));
  clang_disposeTokens (tu, token, 1);
  return spelling;
}

static void drop_inserted (const GArray *inserts, guint *offset)
{
  guint low = 0, high = inserts->len;
  while (low < high) {
    guint middle = (low + high) / 2;
    AfInsert insert = g_array_index (inserts, AfInsert, middle);
    if (insert.offset + insert.before <= *offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return;
  AfInsert last = g_array_index (inserts, AfInsert, low - 1);
  /* An offset inside an insertion is moved to its start. */
  *offset = *offset < last.offset + last.before + last.length ? last.offset : *offset - last.before - last.length;
}

gboolean af_unit_is_main_file (const AfUnit *unit, CXSourceLocation location)
{
  CXFile file;
  clang_getFileLocation (location, &file, NULL, NULL, NULL);
  return file && clang_File_isEqual (file, unit->file);
}

gboolean af_place_offset (const AfUnit *unit, CXSourceLocation location, guint *offset)
{
  CXFile file;
  clang_getFileLocation (location, &file, NULL, NULL, offset);
  if (!file || !clang_File_isEqual (file, unit->file))
    return FALSE;
  drop_inserted (unit->inserts, offset);
  /* A token after an escaped newline begins, for libclang, at the backslash. */
  const char *text = unit->source->text + *offset;
  while (*text == '\\' && (text[1] == '\n' || (text[1] == '\r' && text[2] == '\n')))
    text += text[1] == '\n' ? 2 : 3;
  *offset = (guint)(text - unit->source->text);
  return TRUE;
}

gboolean af_place_from_body (CXSourceLocation location)
{
  CXFile file, spelling_file;
  unsigned offset, spelling_offset;
  clang_getFileLocation (location, &file, NULL, NULL, &offset);
  clang_getSpellingLocation (location, &spelling_file, NULL, NULL, &spelling_offset);
  return offset != spelling_offset || !file || !spelling_file || !clang_File_isEqual (file, spelling_file);
}

guint af_clang_hash (gconstpointer cursor)
{
  return clang_hashCursor (*(const CXCursor *)cursor);
}

gboolean af_clang_same (gconstpointer a, gconstpointer b)
{
  return clang_equalCursors (*(const CXCursor *)a, *(const CXCursor *)b) != 0;
}

void af_unit_init (AfUnit *unit, AfLoader *loader, int source_index, GArray *inserts)
{
  *unit = (AfUnit){
    .loader = loader,
    .source_index = source_index,
    .source = af_module_source (loader->module, source_index),
    .inserts = inserts,
    .macro = AF_RANGE_NONE,
    .expanded = AF_RANGE_NONE,
    .expansions = g_array_new (FALSE, FALSE, sizeof (AfRange)),
    .reach = g_array_new (FALSE, FALSE, sizeof (guint)),
    .closed = g_hash_table_new (NULL, NULL),
    .open = g_hash_table_new (NULL, NULL),
    .voided = g_hash_table_new (NULL, NULL),
    .variables = g_hash_table_new_full (af_clang_hash, af_clang_same, g_free, NULL),
  };
}

void af_unit_clear (AfUnit *unit)
{
  g_clear_pointer (&unit->expansions, g_array_unref);
  g_clear_pointer (&unit->reach, g_array_unref);
  g_clear_pointer (&unit->closed, g_hash_table_unref);
  g_clear_pointer (&unit->open, g_hash_table_unref);
  g_clear_pointer (&unit->voided, g_hash_table_unref);
  g_clear_pointer (&unit->variables, g_hash_table_unref);
}

AfSource *af_unit_source (const AfUnit *unit)
{
  return g_ptr_array_index (unit->loader->module->sources, unit->source_index);
}

void af_unit_set_tu (AfUnit *unit, CXTranslationUnit tu)
{
  unit->tu = tu;
  unit->file = clang_getFile (tu, unit->source->path);
}

/* End of the longest expansion that starts at @start, or 0. */
static guint expansion_end (const AfUnit *unit, guint start)
{
  guint low = 0, high = unit->expansions->len;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (g_array_index (unit->expansions, AfRange, middle).start < start)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == unit->expansions->len)
    return 0;
  AfRange found = g_array_index (unit->expansions, AfRange, low);
  return found.start == start ? found.end : 0;
}

guint af_place_expansion_end (const AfUnit *unit, guint start)
{
  return expansion_end (unit, start);
}

guint af_place_expansion_start (const AfUnit *unit, guint end)
{
  for (guint i = 0; i < unit->expansions->len && g_array_index (unit->expansions, AfRange, i).start < end; i++)
    if (g_array_index (unit->expansions, AfRange, i).end == end)
      return g_array_index (unit->expansions, AfRange, i).start;
  return 0;
}

/* First expansion that, or one before it, reaches as far as @end: none before it does. */
static guint first_reaching (const AfUnit *unit, guint end)
{
  guint low = 0, high = unit->expansions->len;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (g_array_index (unit->reach, guint, middle) < end)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

gboolean af_place_inside_macro (const AfUnit *unit, AfRange range)
{
  guint i = first_reaching (unit, range.end);
  return i < unit->expansions->len && g_array_index (unit->expansions, AfRange, i).start < range.start;
}

/* A range that begins or ends in the argument of a macro call, and goes on outside of it, grows over that call.  False
 * if it is no complete text then either. */
static gboolean grow_over_calls (const AfUnit *unit, AfRange *range)
{
  const char *text = unit->source->text;
  gboolean is_complete = af_text_is_complete (text, range->start, range->end);
  for (guint i = is_complete ? unit->expansions->len : first_reaching (unit, range->start);
       i < unit->expansions->len && !is_complete; i++) {
    AfRange expansion = g_array_index (unit->expansions, AfRange, i);
    AfRange old = *range;
    if (expansion.start >= range->end)
      break;
    if (expansion.start < range->start && range->start < expansion.end && expansion.end < range->end)
      range->start = expansion.start;
    if (range->start < expansion.start && expansion.start < range->end && range->end < expansion.end)
      range->end = expansion.end;
    if (old.start != range->start || old.end != range->end)
      is_complete = af_text_is_complete (text, range->start, range->end);
  }
  return is_complete;
}

AfRange af_place_enclosing (const AfUnit *unit, AfRange range)
{
  AfRange found = range;
  guint size = G_MAXUINT;
  for (guint i = first_reaching (unit, range.end); i < unit->expansions->len; i++) {
    AfRange expansion = g_array_index (unit->expansions, AfRange, i);
    if (expansion.start > range.start)
      break;
    if (af_range_contains (expansion, range) && expansion.end - expansion.start < size) {
      found = expansion;
      size = expansion.end - expansion.start;
    }
  }
  return found;
}

AfPlace af_place_of (const AfUnit *unit, CXCursor cursor)
{
  AfPlace place = { AF_RANGE_NONE, TRUE, FALSE };
  CXSourceRange extent = clang_getCursorExtent (cursor);
  AfRange range = { unit->source_index, 0, 0 };
  if (!af_place_offset (unit, clang_getRangeStart (extent), &range.start)
      || !af_place_offset (unit, clang_getRangeEnd (extent), &range.end))
    return place;
  /* Within a macro's argument libclang gives an end that a second macro wrote as the start of that macro's name. */
  if (af_place_from_body (clang_getRangeEnd (extent)))
    range.end = MAX (range.end, expansion_end (unit, range.end));
  if (range.start >= range.end)
    return place;
  place.in_macro = !grow_over_calls (unit, &range);
  if (place.in_macro)
    range = af_place_enclosing (unit, range);
  place.range = range;
  if (af_place_from_body (clang_getRangeStart (extent))) {
    guint end = expansion_end (unit, range.start);
    place.whole_macro = end == range.end;
    place.in_macro |= range.end <= end || end == 0;
  }
  return place;
}

char *af_text_slice (const AfUnit *unit, AfRange range)
{
  return af_source_slice (unit->source, range);
}

AfRange af_place_of_word (const AfUnit *unit, CXSourceLocation location, const char *name)
{
  AfRange range = { unit->source_index, 0, 0 };
  guint length = (guint)strlen (name);
  if (length == 0 || af_place_from_body (location) || !af_place_offset (unit, location, &range.start)
      || strncmp (unit->source->text + range.start, name, length) != 0)
    return AF_RANGE_NONE;
  range.end = range.start + length;
  return range;
}

gboolean af_place_is_old_style (const AfUnit *unit, CXCursor function)
{
  const char *text = unit->source->text;
  guint length = (guint)unit->source->length, name, param, depth = 0;
  gboolean any = FALSE;
  if (!af_place_offset (unit, clang_getCursorLocation (function), &name))
    return FALSE;
  guint close = af_text_find (text, name, length, "(");
  for (; close < length; close = af_text_skip_blanks (text, close + 1, length)) {
    depth += text[close] == '(' ? 1 : 0;
    depth -= text[close] == ')' ? 1 : 0;
    if (depth == 0)
      break;
  }
  /* one that is an int need not be declared */
  for (int i = 0; i < clang_Cursor_getNumArguments (function); i++) {
    CXSourceRange extent = clang_getCursorExtent (clang_Cursor_getArgument (function, (unsigned)i));
    any |= af_place_offset (unit, clang_getRangeStart (extent), &param) && param > close;
  }
  return any;
}
