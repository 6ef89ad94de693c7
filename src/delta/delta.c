/* A delta as one sequence of pieces, of which operations show some and hide others.
 *
 *     f (a);  ->  f (a, b); g ();     f ( a [, b]1 ) ; [g ( ) ;]2      {}: the old version, {1, 2}: the new one
 *
 * Tokens of both versions stand in it once; so any subset of the operations gives a text, none of them gives the old
 * version and all the new one, byte for byte.  What is moved stands in it twice, with the same operations in both
 * places.  Hashimoto, Mori and Izumida (2018) apply operations to a tree, with access paths and virtual targets for
 * what is not there yet: here a place exists whether or not something is shown in it. */
#include "delta/delta-internal.h"

#include <string.h>

static void file_free (gpointer data)
{
  AfDeltaFile *file = data;
  g_free (file->path);
  g_clear_pointer (&file->before, g_bytes_unref);
  g_clear_pointer (&file->after, g_bytes_unref);
  g_array_unref (file->pieces);
  g_free (file);
}

static void operation_free (gpointer data)
{
  AfOperation *operation = data;
  g_array_unref (operation->needs);
  g_free (operation);
}

AfDelta *af_delta_new (AfDeltaBy by)
{
  AfDelta *delta = g_new0 (AfDelta, 1);
  delta->by = by;
  delta->files = g_ptr_array_new_with_free_func (file_free);
  delta->operations = g_ptr_array_new_with_free_func (operation_free);
  delta->inside = g_array_new (FALSE, FALSE, sizeof (AfNeed));
  return delta;
}

void af_delta_free (AfDelta *delta)
{
  if (!delta)
    return;
  g_ptr_array_unref (delta->files);
  g_ptr_array_unref (delta->operations);
  g_array_unref (delta->inside);
  g_free (delta);
}

AfOperation *af_delta_operation (const AfDelta *delta, guint number)
{
  return delta->operations->pdata[number - 1];
}

void af_delta_need (AfDelta *delta, guint number, guint needed)
{
  if (number == 0 || needed == 0 || number == needed)
    return;
  GArray *needs = af_delta_operation (delta, number)->needs;
  for (guint i = 0; i < needs->len; i++)
    if (g_array_index (needs, guint, i) == needed)
      return;
  g_array_append_val (needs, needed);
}

/* --- the walk --- */

guint af_walk_operation (AfWalk *walk, AfOperationKind kind)
{
  AfOperation *operation = g_new0 (AfOperation, 1);
  *operation =
    (AfOperation){ kind, walk->file, walk->item, walk->statement, 0, g_array_new (FALSE, FALSE, sizeof (guint)) };
  g_ptr_array_add (walk->delta->operations, operation);
  return walk->delta->operations->len;
}

/* The token at @at, or the end of the text, as a piece of that side alone. */
static AfPiece piece_of (const AfWalk *walk, const AfSide *side, guint at)
{
  const AfTokens *tokens = side->tokens;
  guint from = at > 0 ? af_token_at (tokens, at - 1)->end : 0;
  AfPiece piece = { .gap = tokens->text + from, .item = walk->item };
  if (at >= tokens->tokens->len) {
    piece.gap_length = (guint)(tokens->length - from);
    piece.text = tokens->text + tokens->length;
    return piece;
  }
  const AfToken *token = af_token_at (tokens, at);
  piece.gap_length = token->start - from;
  piece.text = tokens->text + token->start;
  piece.length = token->end - token->start;
  piece.role = side->roles[at];
  return piece;
}

void af_walk_old (AfWalk *walk, guint n, guint operation)
{
  for (; n > 0; n--) {
    AfPiece piece = piece_of (walk, walk->before, walk->old_at++);
    piece.gone = operation;
    g_array_append_val (walk->pieces, piece);
    af_delta_operation (walk->delta, operation)->tokens++;
  }
}

void af_walk_new (AfWalk *walk, guint n, guint operation)
{
  for (; n > 0; n--) {
    AfPiece piece = piece_of (walk, walk->after, walk->new_at++);
    piece.come = operation;
    g_array_append_val (walk->pieces, piece);
    af_delta_operation (walk->delta, operation)->tokens++;
  }
}

void af_walk_both (AfWalk *walk, guint n)
{
  for (; n > 0; n--) {
    AfPiece piece = piece_of (walk, walk->before, walk->old_at++), other = piece_of (walk, walk->after, walk->new_at++);
    if (piece.gap_length != other.gap_length || memcmp (piece.gap, other.gap, piece.gap_length) != 0) {
      if (!walk->layout)
        walk->layout = af_walk_operation (walk, AF_OPERATION_LAYOUT);
      piece.layout = walk->layout;
      piece.new_gap = other.gap;
      piece.new_gap_length = other.gap_length;
    }
    g_array_append_val (walk->pieces, piece);
  }
}

/* --- files --- */

static gboolean is_text (GBytes *bytes)
{
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  return length == 0 || !memchr (text, '\0', length);
}

static gboolean is_c (const char *path)
{
  return g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h");
}

static void whole_file (AfWalk *walk, AfDeltaFile *file, AfOperationKind kind)
{
  guint operation = file->created ? file->created : file->deleted ? file->deleted : af_walk_operation (walk, kind);
  GBytes *sides[] = { file->before, file->after };
  for (guint i = 0; i < 2; i++) {
    gsize length = 0;
    const char *text = sides[i] ? g_bytes_get_data (sides[i], &length) : NULL;
    AfPiece piece = {
      .text = text, .length = (guint)length, .gap = text, .come = i ? operation : 0, .gone = i ? 0 : operation
    };
    if (sides[i])
      g_array_append_val (file->pieces, piece);
  }
}

/* A file that goes takes all that is in it with it. */
static void need_inside (AfWalk *walk, AfDeltaFile *file, guint first)
{
  for (guint number = first; number <= walk->delta->operations->len; number++) {
    if (number != file->deleted)
      af_delta_need (walk->delta, file->deleted, number);
    if (number != file->created)
      af_delta_need (walk->delta, number, file->created);
  }
}

/* A new file; the walk is at its beginning. */
static AfDeltaFile *file_new (AfDelta *delta, const char *path, GBytes *before, GBytes *after, AfWalk *walk)
{
  AfDeltaFile *file = g_new0 (AfDeltaFile, 1);
  file->path = g_strdup (path);
  file->before = before ? g_bytes_ref (before) : NULL;
  file->after = after ? g_bytes_ref (after) : NULL;
  file->pieces = g_array_new (FALSE, FALSE, sizeof (AfPiece));
  g_ptr_array_add (delta->files, file);
  *walk = (AfWalk){ .delta = delta, .file = delta->files->len - 1, .pieces = file->pieces };
  walk->item = ++delta->n_items;
  walk->statement = ++delta->n_statements;
  return file;
}

void af_delta_add_mode (AfDelta *delta, const char *path, GBytes *before, GBytes *after)
{
  AfWalk walk;
  AfDeltaFile *file = file_new (delta, path, before, after, &walk);
  file->is_mode = TRUE;
  whole_file (&walk, file, AF_OPERATION_MODE);
  af_delta_operation (delta, delta->operations->len)->tokens = 2;
}

void af_delta_add (AfDelta *delta, const char *path, GBytes *before, GBytes *after)
{
  AfWalk walk;
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  guint first = delta->operations->len + 1;
  AfDeltaFile *file = file_new (delta, path, before, after, &walk);
  file->created = before ? 0 : af_walk_operation (&walk, AF_OPERATION_CREATE);
  file->deleted = after ? 0 : af_walk_operation (&walk, AF_OPERATION_REMOVE);
  file->is_c = is_c (path) && delta->by == AF_DELTA_TREES && is_text (before) && is_text (after);
  if (!is_text (before) || !is_text (after))
    whole_file (&walk, file, AF_OPERATION_REPLACE);
  else if (file->is_c) {
    g_autoptr (AfSide) old_side = af_side_new (before ? before : empty), new_side = af_side_new (after ? after : empty);
    walk.before = old_side;
    walk.after = new_side;
    af_walk_items (&walk);
  } else
    af_walk_lines (&walk, before ? before : empty, after ? after : empty, delta->by == AF_DELTA_LINES);
  need_inside (&walk, file, first);
}

/* --- text --- */

gboolean af_piece_is_shown (const AfPiece *piece, const gboolean *made)
{
  return (!piece->come || made[piece->come]) && (!piece->gone || !made[piece->gone])
         && (!piece->arrives || made[piece->arrives]) && (!piece->leaves || !made[piece->leaves]);
}

/* Two tokens that no version has side by side stay two. */
static gboolean would_join (const AfPiece *one, const AfPiece *other)
{
  if (one->length == 0 || other->length == 0)
    return FALSE;
  g_autofree char *text = g_strdup_printf ("%.*s%.*s", (int)one->length, one->text, (int)other->length, other->text);
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  return tokens->tokens->len != 2 || af_token_at (tokens, 1)->start != one->length;
}

/* Beside what only one version has, blanks are those of that version. */
static gboolean is_new_gap (const AfPiece *previous, const AfPiece *piece, const gboolean *made)
{
  if (!piece->layout)
    return FALSE;
  const char *end = previous && (previous->come || previous->gone) ? previous->text + previous->length : NULL;
  return end == piece->gap ? FALSE : end == piece->new_gap ? TRUE : made[piece->layout];
}

/* Whether a blank follows the piece where its own version has something that is not shown here; the last piece is
 * empty, so that another one stands after each that is not. */
static gboolean has_blank_after (const AfPiece *piece)
{
  const AfPiece *next = piece->length > 0 ? piece + 1 : NULL;
  return next && next->gap == piece->text + piece->length && next->gap_length > 0
         && !memchr (next->gap, '\n', next->gap_length);
}

void af_piece_add_gap (GString *out, const AfPiece *previous, const AfPiece *piece, const gboolean *made)
{
  gboolean is_new = is_new_gap (previous, piece, made);
  const char *gap = is_new ? piece->new_gap : piece->gap;
  gsize length = is_new ? piece->new_gap_length : piece->gap_length;
  g_string_append_len (out, gap, (gssize)length);
  if (!previous || previous->text + previous->length == gap)
    return;
  gboolean at_line = previous->text[0] == '#' || (piece->length > 0 && piece->text[0] == '#');
  if (at_line && !memchr (gap, '\n', length))
    g_string_append_c (out, '\n');
  else if (length == 0 && piece->length > 0
           && (would_join (previous, piece) || (has_blank_after (previous) && !strchr (";,)]", piece->text[0]))))
    g_string_append_c (out, ' ');
}

GBytes *af_delta_text (const AfDelta *delta, guint number, const gboolean *made)
{
  const AfDeltaFile *file = delta->files->pdata[number];
  const AfPiece *previous = NULL;
  if ((file->created && !made[file->created]) || (file->deleted && made[file->deleted]))
    return NULL;
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    if (!af_piece_is_shown (piece, made))
      continue;
    if (file->is_c)
      af_piece_add_gap (out, previous, piece, made);
    g_string_append_len (out, piece->text, piece->length);
    previous = piece;
  }
  return g_string_free_to_bytes (out);
}
