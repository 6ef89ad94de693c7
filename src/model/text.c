/* Source files as text, the tokens in them, and edits of them.
 *
 * In:  a file's bytes; replacements and insertions at byte ranges.
 * Out: positions, lines and slices of the text; the text with all edits done at once.
 *
 * Edits never see each other's effect: all ranges are those of the unchanged file.  They are sorted so that one pass
 * from left to right copies the text between them; what lies inside a replaced range is met after it and dropped.
 *
 *     text `a / b;`   edits: [4,5) wrapped in "D(" ")", [0,5) wrapped in "P(" ")"   gives `P(a / D(b));` */
#include <string.h>

#include "model/edit.h"
#include "model/written-out.h"
#include "util/error.h"
#include "util/files/read.h"

/* --- sources --- */

static void free_include (gpointer data)
{
  AfInclude *include = data;
  g_free (include->name);
  g_free (include);
}

AfSource *af_source_new (const char *path, const char *text, gsize length)
{
  AfSource *source = g_new0 (AfSource, 1);
  source->path = g_strdup (path);
  source->text = g_strndup (text, length);
  source->length = strlen (source->text);
  source->line_starts = g_array_new (FALSE, FALSE, sizeof (guint));
  source->includes = g_ptr_array_new_with_free_func (free_include);
  guint start = 0;
  g_array_append_val (source->line_starts, start);
  for (guint i = 0; i < source->length; i++)
    if (source->text[i] == '\n') {
      start = i + 1;
      g_array_append_val (source->line_starts, start);
    }
  return source;
}

AfSource *af_source_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  if (!(text = af_read_file (path, AF_READ_MOST, &length, error)))
    return NULL;
  if (length > G_MAXINT || memchr (text, '\0', length)) {
    af_error_at (error, AF_ERROR_SOURCE, path, 0, 0, NULL, "not a text file");
    return NULL;
  }
  return af_source_new (path, text, length);
}

void af_source_free (AfSource *source)
{
  if (!source)
    return;
  g_free (source->path);
  g_free (source->text);
  g_array_unref (source->line_starts);
  g_ptr_array_unref (source->includes);
  g_clear_pointer (&source->calls, g_array_unref);
  af_source_free (source->user);
  g_free (source);
}

const AfInclude *af_source_include (const AfSource *source, const char *name)
{
  for (guint i = 0; i < source->includes->len; i++) {
    const AfInclude *include = source->includes->pdata[i];
    if (g_str_equal (include->name, name))
      return include;
  }
  return NULL;
}

void af_source_add_include (AfSource *source, const char *name, gboolean is_direct, gboolean is_system)
{
  AfInclude *include = (AfInclude *)af_source_include (source, name);
  if (!include) {
    include = g_new0 (AfInclude, 1);
    include->name = g_strdup (name);
    g_ptr_array_add (source->includes, include);
  }
  include->is_direct |= is_direct;
  include->is_system |= is_system;
}

/* Index of the line that @offset is on. */
static guint line_index (const AfSource *source, guint offset)
{
  guint low = 0, high = source->line_starts->len;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (g_array_index (source->line_starts, guint, middle) <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

void af_source_position (const AfSource *source, guint offset, guint *line, guint *column)
{
  offset = af_source_user_offset (source, offset);
  source = af_source_user (source);
  guint index = line_index (source, offset);
  if (line)
    *line = index + 1;
  if (column)
    *column = offset - g_array_index (source->line_starts, guint, index) + 1;
}

char *af_source_line (const AfSource *source, guint line)
{
  source = af_source_user (source);
  if (line == 0 || line > source->line_starts->len)
    return g_strdup ("");
  const char *start = source->text + g_array_index (source->line_starts, guint, line - 1);
  gsize length = strcspn (start, "\n");
  if (length > 0 && start[length - 1] == '\r')
    length--;
  return g_strndup (start, length);
}

char *af_source_indent (const AfSource *source, guint offset)
{
  const char *start = source->text + af_source_line_start (source, offset);
  return g_strndup (start, strspn (start, " \t"));
}

guint af_source_line_start (const AfSource *source, guint offset)
{
  return g_array_index (source->line_starts, guint, line_index (source, offset));
}

guint af_source_line_end (const AfSource *source, guint offset)
{
  guint index = line_index (source, offset) + 1;
  return index < source->line_starts->len ? g_array_index (source->line_starts, guint, index) : (guint)source->length;
}

char *af_source_slice (const AfSource *source, AfRange range)
{
  if (af_range_is_none (range) || range.start > range.end || range.end > source->length)
    return g_strdup ("");
  return g_strndup (source->text + range.start, range.end - range.start);
}

gboolean af_range_is_none (AfRange range)
{
  return range.file < 0;
}

gboolean af_range_equal (AfRange a, AfRange b)
{
  return a.file == b.file && a.start == b.start && a.end == b.end;
}

gboolean af_range_contains (AfRange outer, AfRange inner)
{
  return outer.file >= 0 && outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

/* --- reading C text --- */

/* After the string or character literal, or the comment, that starts at @offset; @offset itself if none does. */
static guint skip_opaque (const char *text, guint offset, guint length)
{
  if (text[offset] == '"' || text[offset] == '\'') {
    char quote = text[offset++];
    while (offset < length && text[offset] != quote)
      offset += text[offset] == '\\' ? 2 : 1;
    return MIN (offset + 1, length);
  }
  if (text[offset] == '/' && offset + 1 < length && text[offset + 1] == '*') {
    const char *end = strstr (text + offset + 2, "*/");
    return end ? MIN ((guint)(end - text) + 2, length) : length;
  }
  if (text[offset] == '/' && offset + 1 < length && text[offset + 1] == '/') {
    while (offset < length && text[offset] != '\n')
      offset++;
  }
  return offset;
}

static gboolean joins_lines (const char *text)
{
  return text[0] == '\\' && (text[1] == '\n' || (text[1] == '\r' && text[2] == '\n'));
}

guint af_text_skip_blanks (const char *text, guint offset, guint length)
{
  while (offset < length) {
    guint after = text[offset] == '/' ? skip_opaque (text, offset, length) : offset;
    if (after != offset)
      offset = after;
    else if (g_ascii_isspace (text[offset]) || joins_lines (text + offset))
      offset++;
    else
      break;
  }
  return offset;
}

guint af_text_behind_blanks (const char *text, guint start, guint offset)
{
  while (offset > start && g_ascii_isspace (text[offset - 1]))
    offset--;
  return offset;
}

guint af_text_skip_token (const char *text, guint offset, guint end)
{
  guint after = skip_opaque (text, offset, end);
  if (after != offset)
    return after;
  while (after < end && (g_ascii_isalnum (text[after]) || text[after] == '_'))
    after++;
  return MAX (after, offset + 1);
}

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

const char *af_text_find_word (const char *text, gsize from, const char *word)
{
  gsize length = strlen (word);
  for (const char *at = text + from; (at = strstr (at, word)) != NULL; at++) {
    gboolean goes_on_before = at > text && is_word (at[-1]) && is_word (*word);
    if (!goes_on_before && !(is_word (at[length]) && (length == 0 || is_word (word[length - 1]))))
      return at;
  }
  return NULL;
}

gboolean af_text_has_word (const char *text, const char *word)
{
  return af_text_find_word (text, 0, word) != NULL;
}

void af_text_add_names (const char *text, guint offset, guint end, GHashTable *names)
{
  while (offset < end) {
    guint after = af_text_skip_token (text, offset, end);
    if (g_ascii_isalpha (text[offset]) || text[offset] == '_')
      g_hash_table_add (names, g_strndup (text + offset, after - offset));
    offset = after;
  }
}

guint af_text_find (const char *text, guint offset, guint length, const char *wanted)
{
  int depth = 0;
  while (offset < length) {
    guint after = skip_opaque (text, offset, length);
    if (after != offset) {
      offset = after;
      continue;
    }
    if (depth == 0 && strchr (wanted, text[offset]))
      return offset;
    if (strchr ("([{", text[offset]))
      depth++;
    else if (strchr (")]}", text[offset]))
      depth--;
    offset++;
  }
  return length;
}

gboolean af_text_is_complete (const char *text, guint start, guint end)
{
  int depth = 0;
  for (guint offset = start; offset < end;) {
    guint after = skip_opaque (text, offset, end);
    if (after != offset) {
      offset = after;
      continue;
    }
    if (strchr ("([{", text[offset]))
      depth++;
    else if (strchr (")]}", text[offset]) && --depth < 0)
      return FALSE;
    offset++;
  }
  return depth == 0;
}

/* --- edits --- */

AfEdit *af_edit_new (AfRange range, const char *text, int order)
{
  AfEdit *edit = g_new0 (AfEdit, 1);
  edit->range = range;
  edit->text = g_strdup (text);
  edit->order = order;
  return edit;
}

void af_edit_free (AfEdit *edit)
{
  if (!edit)
    return;
  g_free (edit->text);
  g_free (edit);
}

GPtrArray *af_edits_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);
}

void af_edits_insert (GPtrArray *edits, int file, guint offset, const char *text, int order)
{
  g_ptr_array_add (edits, af_edit_new ((AfRange){ file, offset, offset }, text, order));
}

void af_edits_replace (GPtrArray *edits, AfRange range, const char *text)
{
  g_ptr_array_add (edits, af_edit_new (range, text, 0));
}

void af_edits_wrap (GPtrArray *edits, AfRange range, const char *prefix, const char *suffix, guint depth)
{
  g_assert (range.start < range.end);
  af_edits_insert (edits, range.file, range.start, prefix, (int)depth);
  af_edits_insert (edits, range.file, range.end, suffix, -1 - (int)depth);
}

static gboolean inserts (const AfEdit *edit)
{
  return edit->range.start == edit->range.end;
}

static int compare_numbers (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

/* By start; there, insertions before replacements, and wider replacements before narrower ones. */
static int compare_edits (gconstpointer a, gconstpointer b)
{
  const AfEdit *left = *(const AfEdit *const *)a, *right = *(const AfEdit *const *)b;
  int result = compare_numbers (left->range.start, right->range.start);
  if (!result)
    result = compare_numbers (inserts (right), inserts (left));
  if (!result)
    result = compare_numbers (right->range.end, left->range.end);
  return result ? result : compare_numbers (left->order, right->order);
}

GPtrArray *af_edits_effective (const GPtrArray *edits)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  GPtrArray *effective = g_ptr_array_new ();
  for (guint i = 0; i < edits->len; i++)
    g_ptr_array_add (sorted, edits->pdata[i]);
  g_ptr_array_sort (sorted, compare_edits); /* a merge sort: equal ones keep their order */
  guint done = 0;
  for (guint i = 0; i < sorted->len; i++) {
    const AfEdit *edit = sorted->pdata[i];
    g_assert (edit->range.start <= edit->range.end);
    if (edit->range.start < done) {
      g_assert (edit->range.end <= done);
      continue;
    }
    g_ptr_array_add (effective, sorted->pdata[i]);
    done = edit->range.end;
  }
  return effective;
}

char *af_edits_apply_in (const AfSource *source, AfRange range, const GPtrArray *edits)
{
  g_autoptr (GPtrArray) effective = af_edits_effective (edits);
  GString *text = g_string_sized_new (range.end - range.start + 64);
  guint done = range.start;
  for (guint i = 0; i < effective->len; i++) {
    const AfEdit *edit = effective->pdata[i];
    if (edit->range.start < done || edit->range.end > range.end)
      continue;
    g_string_append_len (text, source->text + done, edit->range.start - done);
    g_string_append (text, edit->text);
    done = edit->range.end;
  }
  g_string_append_len (text, source->text + done, range.end - done);
  return g_string_free (text, FALSE);
}

char *af_edits_apply (const AfSource *source, const GPtrArray *edits)
{
  for (guint i = 0; i < edits->len; i++)
    g_assert (((const AfEdit *)edits->pdata[i])->range.end <= source->length);
  return af_edits_apply_in (source, (AfRange){ .start = 0, .end = (guint)source->length }, edits);
}

static gboolean is_boundary (const char *name, gsize at)
{
  return at == 0 || !g_ascii_isalpha (name[at]) || !g_ascii_isalpha (name[at - 1])
         || (g_ascii_isupper (name[at]) && g_ascii_islower (name[at - 1]));
}

gboolean af_name_has_word (const char *name, const char *const *words, gboolean is_last)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; words[i]; i++)
    for (const char *at = strstr (lower, words[i]); at; at = strstr (at + 1, words[i])) {
      gsize begin = (gsize)(at - lower), end = begin + strlen (words[i]);
      gboolean ends = name[end + strspn (name + end, "_")] == '\0';
      if (is_boundary (name, begin) && (ends || (!is_last && is_boundary (name, end))))
        return TRUE;
    }
  return FALSE;
}

gboolean af_name_sets_up (const char *name)
{
  static const char *const words[] = { "init", "initialise", "initialize", NULL };

  return af_name_has_word (name, words, FALSE);
}
