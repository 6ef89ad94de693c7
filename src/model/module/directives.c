/* Which macros a file defines and takes back.
 *
 * In:  the text of a source file.   Out: its `#define` and `#undef`, and what is not defined at some place of it.
 *
 * libclang does not tell of `#undef`. */
#include <string.h>

#include "model/directives.h"

static void directive_clear (gpointer data)
{
  g_free (((AfDirective *)data)->name);
}

static char *name_at (const char *text, guint offset, guint end)
{
  guint after = offset;
  while (after < end && (g_ascii_isalnum (text[after]) || text[after] == '_'))
    after++;
  return g_strndup (text + offset, after - offset);
}

/* The end of the line that goes on after each escaped newline. */
static guint logical_end (const char *text, guint offset, guint length)
{
  while (offset < length && text[offset] != '\n')
    offset = text[offset] == '\\' && offset + 1 < length ? offset + 2 : af_text_skip_token (text, offset, length);
  return MIN (offset, length);
}

/* The directive whose `#` stands at @hash. */
static void read_directive (GArray *directives, const char *text, guint hash, guint end)
{
  guint offset = af_text_skip_blanks (text, hash + 1, end);
  g_autofree char *word = name_at (text, offset, end);
  gboolean defines = g_str_equal (word, "define");
  if (!defines && !g_str_equal (word, "undef"))
    return;
  offset = af_text_skip_blanks (text, offset + (guint)strlen (word), end);
  AfDirective directive = { name_at (text, offset, end), hash, defines, end, end };
  if (defines)
    directive.from = offset + (guint)strlen (directive.name);
  g_array_append_val (directives, directive);
}

GArray *af_directives_read (const AfSource *source)
{
  GArray *directives = g_array_new (FALSE, FALSE, sizeof (AfDirective));
  const char *text = source->text;
  guint length = (guint)source->length, offset = 0;
  g_array_set_clear_func (directives, directive_clear);
  gboolean is_first = TRUE; /* of the line */
  while (offset < length) {
    if (text[offset] == '#' && is_first) {
      guint end = logical_end (text, offset, length);
      read_directive (directives, text, offset, end);
      offset = end;
      continue;
    }
    if (text[offset] == '\n')
      is_first = TRUE;
    else if (!g_ascii_isspace (text[offset]) && !(text[offset] == '/' && strchr ("/*", text[offset + 1])))
      is_first = FALSE;
    offset = af_text_skip_token (text, offset, length);
  }
  return directives;
}

GHashTable *af_directives_undefined (const GArray *directives, guint offset)
{
  GHashTable *undefined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < directives->len; i++) {
    const AfDirective *directive = &g_array_index (directives, AfDirective, i);
    gboolean is_before = directive->start < offset, is_first = g_hash_table_add (seen, directive->name);
    /* what is taken back later, and nothing else, comes from a header */
    if (is_before ? !directive->defines : is_first && directive->defines)
      g_hash_table_add (undefined, g_strdup (directive->name));
    else if (is_before)
      g_hash_table_remove (undefined, directive->name);
  }
  return undefined;
}
