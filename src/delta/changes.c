/* Where two texts of a file differ: as edits of the one, and in words. */
#include "delta/delta-internal.h"

#include <string.h>

/* --- edits --- */

static void change_clear (gpointer data)
{
  g_free (((AfDeltaChange *)data)->text);
}

/* One of the two texts, as far as it differs from the other since the last token that both have. */
typedef struct {
  const gboolean *made;
  const AfPiece *previous;
  GString *text;
} Text;

static gboolean add_piece (Text *text, const AfPiece *piece, gboolean as_gap)
{
  if (!af_piece_is_shown (piece, text->made))
    return FALSE;
  af_piece_add_gap (text->text, text->previous, piece, text->made);
  if (!as_gap)
    g_string_append_len (text->text, piece->text, piece->length);
  text->previous = piece;
  return TRUE;
}

/* Notes that what is in @one, from byte @at on, is in @other otherwise; blanks that both begin or end with stay. */
static void note (GArray *changes, guint at, const GString *one, const GString *other)
{
  gsize head = 0, tail = 0, most = MIN (one->len, other->len);
  if (g_string_equal (one, other))
    return;
  while (head < most && one->str[head] == other->str[head] && g_ascii_isspace (one->str[head]))
    head++;
  while (tail < most - head && one->str[one->len - 1 - tail] == other->str[other->len - 1 - tail]
         && g_ascii_isspace (one->str[one->len - 1 - tail]))
    tail++;
  AfDeltaChange change = { at + (guint)head, at + (guint)(one->len - tail),
                           g_strndup (other->str + head, other->len - head - tail) };
  g_array_append_val (changes, change);
}

GArray *af_delta_changes (const AfDelta *delta, guint file, const gboolean *from, const gboolean *to)
{
  const GArray *pieces = ((const AfDeltaFile *)delta->files->pdata[file])->pieces;
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (AfDeltaChange));
  g_autoptr (GString) one_text = g_string_new (NULL), other_text = g_string_new (NULL);
  Text one = { from, NULL, one_text }, other = { to, NULL, other_text };
  guint at = 0;
  g_array_set_clear_func (changes, change_clear);
  for (guint i = 0; i < pieces->len; i++) {
    const AfPiece *piece = &g_array_index (pieces, AfPiece, i);
    gboolean both = af_piece_is_shown (piece, from) && af_piece_is_shown (piece, to);
    add_piece (&one, piece, both);
    add_piece (&other, piece, both);
    if (!both)
      continue;
    note (changes, at, one_text, other_text);
    at += (guint)one_text->len + piece->length;
    g_string_truncate (one_text, 0);
    g_string_truncate (other_text, 0);
  }
  note (changes, at, one_text, other_text);
  return changes;
}

/* --- words --- */

enum { MOST_WORDS = 60, MOST_NAMED = 3 };

typedef struct {
  GString *gone, *come;
  guint line;
} Words;

static void words_free (gpointer data)
{
  Words *words = data;
  if (!words)
    return;
  g_string_free (words->gone, TRUE);
  g_string_free (words->come, TRUE);
  g_free (words);
}

static void add_word (GString *words, const AfPiece *piece)
{
  if (words->len > 0 && piece->gap_length > 0)
    g_string_append_c (words, ' ');
  g_string_append_len (words, piece->text, piece->length);
}

static guint count_lines (const char *text, gsize length)
{
  guint n = 0;
  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n';
  return n;
}

static Words *words_of (GPtrArray *all, guint number)
{
  if (!all->pdata[number]) {
    Words *words = all->pdata[number] = g_new0 (Words, 1);
    words->gone = g_string_new (NULL);
    words->come = g_string_new (NULL);
  }
  return all->pdata[number];
}

/* What each operation takes away and brings, with the line of the first thing that stands there or after it. */
static GPtrArray *collect (const AfDelta *delta, const AfDeltaFile *file, const gboolean *set, gboolean undone)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (words_free);
  guint line = 1;
  g_ptr_array_set_size (all, (int)delta->operations->len + 1);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    guint number = piece->come ? piece->come : piece->gone;
    if (undone ? piece->leaves != 0 : piece->arrives != 0)
      continue;
    gboolean stands = undone ? !piece->gone : !piece->come;
    if (stands)
      line += undone && piece->layout ? count_lines (piece->new_gap, piece->new_gap_length)
                                      : count_lines (piece->gap, piece->gap_length);
    if (number && set[number] && af_delta_operation (delta, number)->kind != AF_OPERATION_LAYOUT) {
      Words *words = words_of (all, number);
      gboolean comes = undone ? piece->gone != 0 : piece->come != 0;
      add_word (comes ? words->come : words->gone, piece);
      if (words->line == 0)
        g_ptr_array_add (waiting, words);
    }
    for (guint k = 0; stands && k < waiting->len; k++)
      ((Words *)waiting->pdata[k])->line = line;
    if (stands) {
      g_ptr_array_set_size (waiting, 0);
      line += count_lines (piece->text, piece->length);
    }
  }
  for (guint k = 0; k < waiting->len; k++)
    ((Words *)waiting->pdata[k])->line = line;
  return all;
}

static void append_words (GString *out, const char *before, const GString *words)
{
  g_autofree char *valid = g_utf8_make_valid (words->str, (gssize)words->len);
  gboolean is_long = g_utf8_strlen (valid, -1) > MOST_WORDS;
  g_autofree char *cut = is_long ? g_utf8_substring (valid, 0, MOST_WORDS) : g_strdup (valid);
  g_strdelimit (cut, "\n\t", ' ');
  g_string_append_printf (out, "%s`%s%s`", before, cut, is_long ? "..." : "");
}

char *af_delta_describe (const AfDelta *delta, guint number, const gboolean *set, gboolean undone)
{
  g_autoptr (GPtrArray) all = collect (delta, delta->files->pdata[number], set, undone);
  GString *out = g_string_new (NULL);
  guint n = 0;
  for (guint i = 1; i < all->len; i++) {
    const Words *words = all->pdata[i];
    if (!words || n++ >= MOST_NAMED)
      continue;
    g_string_append (out, n > 1 ? "; " : "");
    if (words->gone->len > 0)
      append_words (out, words->come->len > 0 ? "" : "no ", words->gone);
    if (words->come->len > 0)
      append_words (out, words->gone->len > 0 ? " → " : "also ", words->come);
    g_string_append_printf (out, " in line %u", words->line);
  }
  if (n > MOST_NAMED)
    g_string_append_printf (out, "; and %u more", n - MOST_NAMED);
  return g_string_free (out, FALSE);
}
