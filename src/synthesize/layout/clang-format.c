/* clang-format as a started program.
 *
 * In:  a text, the place where it shall stand, and which of its lines are concerned.
 * Out: replacements of bytes, as the program gives them in XML:
 *
 *     <replacements xml:space='preserve' incomplete_format='false'>
 *     <replacement offset='63' length='5'>&#10;&#9;</replacement>
 *     </replacements>
 *
 * The program is not needed: whoever has it, and a style file in the project, gets patches in the project's own layout.
 */
#include "synthesize/layout/layout-internal.h"

#include <glib/gstdio.h>
#include <string.h>

#include "util/error.h"
#include "util/process.h"

#define USUAL_DEADLINE_MS 20000

enum { NEWEST = 40, OLDEST = 6 }; /* N of clang-format-N; --lines and the XML are older */

char *af_layout_program (const char *wanted)
{
  if (wanted)
    return g_str_equal (wanted, "none") ? NULL : g_find_program_in_path (wanted);
  char *found = g_find_program_in_path ("clang-format");
  for (guint version = NEWEST; !found && version >= OLDEST; version--) {
    g_autofree char *name = g_strdup_printf ("clang-format-%u", version);
    found = g_find_program_in_path (name);
  }
  return found;
}

gboolean af_layout_governs (const char *path)
{
  static const char *const names[] = { ".clang-format", "_clang-format" };
  g_autofree char *folder = g_canonicalize_filename (path, NULL);
  for (;;) {
    char *parent = g_path_get_dirname (folder);
    gboolean is_top = g_str_equal (parent, folder);
    g_free (folder);
    folder = parent;
    for (guint i = 0; !is_top && i < G_N_ELEMENTS (names); i++) {
      g_autofree char *style = g_build_filename (folder, names[i], NULL);
      if (g_file_test (style, G_FILE_TEST_IS_REGULAR))
        return TRUE;
    }
    if (is_top)
      return FALSE;
  }
}

/* --- the answer --- */

typedef struct {
  GArray *replacements; /* of AfReplacement */
  guint length;         /* of the text they are for */
  guint after;          /* the last one's end */
  gboolean inside;      /* of a replacement */
} Answer;

static void replacement_clear (gpointer data)
{
  g_free (((AfReplacement *)data)->text);
}

static gboolean read_number (const char *text, guint most, guint *number)
{
  guint64 value = 0;
  gboolean ok = text && g_ascii_string_to_unsigned (text, 10, 0, most, &value, NULL);
  *number = (guint)value;
  return ok;
}

static void open_element (GMarkupParseContext *context G_GNUC_UNUSED, const char *element, const char **names,
                          const char **values, gpointer data, GError **error)
{
  Answer *answer = data;
  const char *offset = NULL, *length = NULL;
  AfReplacement one = { 0 };
  answer->inside = g_str_equal (element, "replacement");
  for (guint i = 0; names[i]; i++) {
    if (g_str_equal (names[i], "incomplete_format") && !g_str_equal (values[i], "false"))
      g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "it does not understand the text");
    offset = g_str_equal (names[i], "offset") ? values[i] : offset;
    length = g_str_equal (names[i], "length") ? values[i] : length;
  }
  if (!answer->inside)
    return;
  if (!read_number (offset, answer->length, &one.offset) || one.offset < answer->after
      || !read_number (length, answer->length - one.offset, &one.length)) {
    g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "a replacement is out of place");
    return;
  }
  one.text = g_strdup ("");
  answer->after = one.offset + one.length;
  g_array_append_val (answer->replacements, one);
}

static void close_element (GMarkupParseContext *context G_GNUC_UNUSED, const char *element G_GNUC_UNUSED, gpointer data,
                           GError **error G_GNUC_UNUSED)
{
  ((Answer *)data)->inside = FALSE;
}

static void take_text (GMarkupParseContext *context G_GNUC_UNUSED, const char *text, gsize length, gpointer data,
                       GError **error G_GNUC_UNUSED)
{
  Answer *answer = data;
  if (!answer->inside)
    return;
  AfReplacement *last = &g_array_index (answer->replacements, AfReplacement, answer->replacements->len - 1);
  g_autofree char *more = g_strndup (text, length), *before = last->text;
  last->text = g_strconcat (before, more, NULL);
}

static GArray *read_answer (const char *xml, guint length, GError **error)
{
  static const GMarkupParser parser = { open_element, close_element, take_text, NULL, NULL };
  g_autoptr (GArray) replacements = g_array_new (FALSE, FALSE, sizeof (AfReplacement));
  g_array_set_clear_func (replacements, replacement_clear);
  Answer answer = { .replacements = replacements, .length = length };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &answer, NULL);
  g_autoptr (GError) reason = NULL;
  if (g_markup_parse_context_parse (context, xml, -1, &reason) && g_markup_parse_context_end_parse (context, &reason))
    return g_steal_pointer (&replacements);
  af_error (error, AF_ERROR_IO, "its answer is of no use: %s", reason->message);
  return NULL;
}

/* --- the question --- */

static GPtrArray *words_of (const AfLayout *layout, const char *path, const GArray *lines)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_ptr_array_add (words, g_strdup (layout->program));
  g_ptr_array_add (words, g_strdup ("--style=file"));
  g_ptr_array_add (words, g_strdup ("--fallback-style=none"));
  g_ptr_array_add (words, g_strconcat ("--assume-filename=", full, NULL));
  g_ptr_array_add (words, g_strdup ("--output-replacements-xml"));
  for (guint i = 0; i < lines->len; i++) {
    const AfLines *one = &g_array_index (lines, AfLines, i);
    g_ptr_array_add (words, g_strdup_printf ("--lines=%u:%u", one->first, one->last));
  }
  g_ptr_array_add (words, NULL);
  return words;
}

static GArray *ask (const AfLayout *layout, const char *path, const char *text, const char *input, const GArray *lines,
                    GError **error)
{
  g_autoptr (GPtrArray) words = words_of (layout, path, lines);
  g_auto (AfProcessResult) result = { 0 };
  guint deadline_ms = layout->deadline_ms ? layout->deadline_ms : USUAL_DEADLINE_MS;
  if (!af_process_run_on ((const char *const *)words->pdata, input, deadline_ms, layout->cancel, &result, error))
    return NULL;
  if (result.end == AF_PROCESS_TIMED_OUT || result.end == AF_PROCESS_SIGNALED) {
    af_error (error, AF_ERROR_IO, "'%s' %s", layout->program,
              result.end == AF_PROCESS_TIMED_OUT ? "takes too long" : "crashed");
    return NULL;
  }
  if (result.exit_status != 0) {
    g_auto (GStrv) said = g_strsplit (result.err, "\n", 2);
    af_error (error, AF_ERROR_IO, "'%s' failed: %s", layout->program, said[0] ? said[0] : "");
    return NULL;
  }
  return read_answer (result.out, (guint)strlen (text), error);
}

GArray *af_layout_ask (const AfLayout *layout, const char *path, const char *text, const GArray *lines, GError **error)
{
  g_autofree char *input = g_build_filename (layout->work_dir, "layout-XXXXXX", NULL);
  g_autoptr (GError) reason = NULL;
  int fd = g_mkstemp (input);
  if (fd < 0 || !g_close (fd, &reason) || !g_file_set_contents (input, text, -1, &reason)) {
    af_error (error, AF_ERROR_IO, "%s: cannot be written%s%s", input, reason ? ": " : "",
              reason ? reason->message : "");
    return NULL;
  }
  GArray *replacements = ask (layout, path, text, input, lines, error);
  g_unlink (input);
  return replacements;
}
