/* What the statements in a shared clone have in common.
 *
 * In:  variants of one statement (AfVariant.changed), each right for one candidate.   Out: one statement that does what
 * the running candidate's would.
 *
 * Most candidates guard the old statement or change a condition in front of it, so that a loop of ten lines would be
 * compiled for each of them, which is where a compiler's time goes.  Where only the condition differs, or what is done
 * before an `else`, the rest is there once:
 *
 *     if (s->n > 0) { i = 0; } else { OLD }          if ((candidate == 3 ? !!(s->n > 0) : !!(s->n > 9)))
 *     if (s->n > 9) { i = 1; } else { OLD }            { if (candidate == 3) { i = 0; } else { i = 1; } } else { OLD }
 *
 * It is taken apart as text, and shared only where the text is the same, letter by letter.  What is shared counts as
 * the first candidate's, so that the compiler names one when it does not like it. */
#include <string.h>

#include "weave/weave-internal.h"

/* head, condition, then and tail, put together, are the variant's text.  Without a condition all of it is `then`. */
typedef struct {
  const AfVariant *variant;
  char *head;      /* up to the condition: "if (", "for (i = 0;" */
  char *condition; /* null: none was found */
  char *then;      /* after the condition, with its bracket: ") { i = 0; } " */
  char *tail;      /* of an `if`: from its else on; else null */
} Shape;

static void shape_free (gpointer data)
{
  Shape *shape = data;
  g_free (shape->head);
  g_free (shape->condition);
  g_free (shape->then);
  g_free (shape->tail);
  g_free (shape);
}

/* --- taking apart --- */

static gboolean is_word_at (const char *text, guint at, const char *word)
{
  gsize length = strlen (word);
  return strncmp (text + at, word, length) == 0 && !g_ascii_isalnum (text[at + length]) && text[at + length] != '_';
}

/* After the marks of locations in front of the statement. */
static guint skip_marks (const char *text, guint length)
{
  guint at = af_text_skip_blanks (text, 0, length);
  while (at < length && g_str_has_prefix (text + at, "AFRT_AT")) {
    guint end = af_text_find (text, at, length, ";");
    at = end < length ? af_text_skip_blanks (text, end + 1, length) : length;
  }
  return at;
}

/* After the statement that an `if` does: a block, or a simple one; 0 where that is not plain to see. */
static guint skip_then (const char *text, guint at, guint length)
{
  static const char *const compound[] = { "if", "for", "while", "do", "switch", "else" };
  guint end;
  at = af_text_skip_blanks (text, at, length);
  for (guint i = 0; i < G_N_ELEMENTS (compound); i++)
    if (at < length && is_word_at (text, at, compound[i]))
      return 0;
  if (at < length && text[at] == '{')
    end = af_text_find (text, at + 1, length, "}");
  else
    end = af_text_find (text, at, length, ";");
  return end < length ? end + 1 : 0;
}

/* The first and the last character of the condition in text[open..]; false where there is none. */
static gboolean find_condition (const char *text, guint open, guint length, gboolean is_for, guint *start, guint *end)
{
  *start = open + 1;
  if (is_for) {
    guint first = af_text_find (text, open + 1, length, ";");
    *start = MIN (first + 1, length);
  }
  *end = af_text_find (text, *start, length, is_for ? ";" : ")");
  return *end < length && af_text_skip_blanks (text, *start, length) < *end;
}

static Shape *shape_new (const AfVariant *variant)
{
  Shape *shape = g_new0 (Shape, 1);
  const char *text = variant->changed;
  guint length = (guint)strlen (text), at = skip_marks (text, length), start = 0, end = 0;
  gboolean is_if = is_word_at (text, at, "if"), is_for = is_word_at (text, at, "for");
  guint open = is_if || is_for || is_word_at (text, at, "while")
                 ? af_text_skip_blanks (text, af_text_skip_token (text, at, length), length)
                 : length;
  shape->variant = variant;
  if (open >= length || text[open] != '(' || !find_condition (text, open, length, is_for, &start, &end)) {
    shape->then = g_strdup (text);
    return shape;
  }
  shape->head = g_strndup (text, start);
  shape->condition = g_strndup (text + start, end - start);
  guint after = is_if ? skip_then (text, end + 1, length) : 0;
  guint other = after > 0 ? af_text_skip_blanks (text, after, length) : length;
  if (other < length && is_word_at (text, other, "else")) {
    shape->then = g_strndup (text + end, after - end);
    shape->tail = g_strdup (text + other);
  } else
    shape->then = g_strdup (text + end);
  return shape;
}

/* What shapes that are put together have in common; null: it stays alone. */
static char *key_of (const Shape *shape)
{
  if (!shape->condition)
    return NULL;
  return shape->tail ? g_strconcat ("else\1", shape->head, "\1", shape->tail, NULL)
                     : g_strconcat (shape->head, "\1", shape->then, NULL);
}

/* --- text --- */

static const Shape *nth (const GPtrArray *shapes, guint i)
{
  return g_ptr_array_index (shapes, i);
}

static void append_name (GString *out, const Shape *shape)
{
  g_autofree char *name = g_strdup_printf ("afx-candidate-%u", shape->variant->candidate);
  af_append_line_directive (out, 1, name);
}

static void append_membership (GString *out, const GPtrArray *shapes)
{
  for (guint i = 0; i < shapes->len; i++)
    g_string_append_printf (out, "%safrt_state.candidate == %u", i > 0 ? " || " : "",
                            nth (shapes, i)->variant->candidate);
}

/* Lists of those for which @key says the same, in the order of their first; those without a key stand alone. */
static GPtrArray *lists_by (const GPtrArray *shapes, char *(*key) (const Shape *shape))
{
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < shapes->len; i++) {
    g_autofree char *text = key (nth (shapes, i));
    GPtrArray *list = text ? g_hash_table_lookup (known, text) : NULL;
    if (!list) {
      list = g_ptr_array_new ();
      g_ptr_array_add (lists, list);
      if (text)
        g_hash_table_insert (known, g_steal_pointer (&text), list);
    }
    g_ptr_array_add (list, (gpointer)nth (shapes, i));
  }
  return lists;
}

static char *condition_of (const Shape *shape)
{
  return g_strdup (shape->condition);
}

static char *then_of (const Shape *shape)
{
  return g_strdup (shape->then);
}

/* (candidate == 3 ? !!(C) : !!(D)), each under the name of a candidate whose it is. */
static void append_condition (GString *out, const GPtrArray *shapes)
{
  g_autoptr (GPtrArray) lists = lists_by (shapes, condition_of);
  for (guint i = 0; i < lists->len && lists->len > 1; i++) {
    const GPtrArray *list = g_ptr_array_index (lists, i);
    if (i + 1 < lists->len) {
      append_membership (out, list);
      g_string_append (out, " ? ");
    }
    append_name (out, nth (list, 0));
    g_string_append_printf (out, "!!(%s\n)%s", nth (list, 0)->condition, i + 1 < lists->len ? " : " : "");
  }
  if (lists->len == 1)
    g_string_append (out, nth (shapes, 0)->condition);
}

/* if (candidate == 3) {...} else {...}: to each list of shapes what @append makes of it; the last one needs no
 * question. */
static void append_choice (GString *out, const GPtrArray *lists, void (*append) (GString *out, const GPtrArray *shapes))
{
  for (guint i = 0; i < lists->len; i++) {
    const GPtrArray *list = g_ptr_array_index (lists, i);
    if (i + 1 < lists->len) {
      g_string_append (out, "if (");
      append_membership (out, list);
      g_string_append (out, ") ");
    }
    g_string_append_c (out, '{');
    append (out, list);
    g_string_append_printf (out, "\n}%s", i + 1 < lists->len ? " else " : "");
  }
}

/* Without the bracket of the condition. */
static void append_first_then (GString *out, const GPtrArray *shapes)
{
  append_name (out, nth (shapes, 0));
  g_string_append (out, nth (shapes, 0)->then + 1);
}

/* What stands between the condition and the else, or to the end. */
static void append_then (GString *out, const GPtrArray *shapes)
{
  g_autoptr (GPtrArray) lists = lists_by (shapes, then_of);
  if (lists->len == 1) {
    append_name (out, nth (shapes, 0));
    g_string_append (out, nth (shapes, 0)->then);
    return;
  }
  g_string_append (out, ") { ");
  append_choice (out, lists, append_first_then);
  g_string_append (out, " }");
}

static void append_together (GString *out, const GPtrArray *shapes)
{
  const Shape *first = nth (shapes, 0);
  if (shapes->len == 1) {
    append_name (out, first);
    g_string_append (out, first->variant->changed);
    return;
  }
  append_name (out, first);
  g_string_append (out, first->head);
  append_condition (out, shapes);
  append_then (out, shapes);
  if (first->tail) {
    append_name (out, first);
    g_string_append (out, first->tail);
  }
}

void af_variants_append (const GPtrArray *variants, GString *out)
{
  g_autoptr (GPtrArray) shapes = g_ptr_array_new_with_free_func (shape_free);
  for (guint i = 0; i < variants->len; i++)
    g_ptr_array_add (shapes, shape_new (g_ptr_array_index (variants, i)));
  g_autoptr (GPtrArray) lists = lists_by (shapes, key_of);
  g_string_append (out, "{ ");
  append_choice (out, lists, append_together);
  g_string_append (out, " }\n");
}
