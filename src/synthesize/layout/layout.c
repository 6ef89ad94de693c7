/* The lines of a patch in the project's own layout.
 *
 * In:  a candidate's edits.   Out: the same with blanks and line ends as the project's clang-format sets them.
 *
 * The changed text is what the source has between the edits, and the texts of these, one piece after the other.  What
 * the program replaces in a piece of the source becomes an edit of its own, what it replaces in an edit's text changes
 * that text, and what it replaces across both is divided.  So the old statements stay where they are, and checks can
 * still be woven into them:
 *
 *     insert "if (n < 0) {\n    " at 40, "\n}" at 52      ->      insert "if (n < 0)\n\t{\n\t\t" at 40, "\n\t}" at 52
 *
 * What would reach beyond the lines that the patch adds or changes is left as it is. */
#include "synthesize/layout/layout-internal.h"

#include <string.h>

typedef struct {
  guint at, end;      /* in the changed text */
  guint from;         /* where that begins in the source */
  const AfEdit *edit; /* whose text it is; null: the source's own */
} Piece;

/* A run of lines that edits reach into, in both texts: from line starts to line ends. */
typedef struct {
  guint at, end, old_at, old_end;
} Block;

static GArray *pieces_of (const AfSource *source, const GPtrArray *edits)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  guint done = 0, at = 0;
  for (guint i = 0; i <= edits->len; i++) {
    const AfEdit *edit = i < edits->len ? edits->pdata[i] : NULL;
    guint next = edit ? edit->range.start : (guint)source->length;
    Piece own = { at, at + next - done, done, NULL };
    at = own.end;
    g_array_append_val (pieces, own);
    if (!edit)
      break;
    Piece put = { at, at + (guint)strlen (edit->text), next, edit };
    at = put.end;
    done = edit->range.end;
    g_array_append_val (pieces, put);
  }
  return pieces;
}

static guint line_start (const char *text, guint at)
{
  while (at > 0 && text[at - 1] != '\n')
    at--;
  return at;
}

static guint line_end (const char *text, guint at)
{
  return at + (guint)strcspn (text + at, "\n");
}

static guint line_number (const char *text, guint at)
{
  guint line = 1;
  for (guint i = 0; i < at; i++)
    line += text[i] == '\n';
  return line;
}

static GArray *blocks_of (const char *text, const GArray *pieces)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  for (guint i = 0; i < pieces->len; i++) {
    const Piece *piece = &g_array_index (pieces, Piece, i);
    if (!piece->edit)
      continue;
    Block *last = blocks->len ? &g_array_index (blocks, Block, blocks->len - 1) : NULL;
    guint at = line_start (text, piece->at), end = line_end (text, piece->end),
          old_end = piece->edit->range.end + end - piece->end;
    if (last && at <= last->end + 1) {
      last->end = end;
      last->old_end = old_end;
      continue;
    }
    Block block = { at, end, piece->from - (piece->at - at), old_end };
    g_array_append_val (blocks, block);
  }
  return blocks;
}

static guint n_lines (char **lines)
{
  return g_strv_length (lines);
}

/* Which lines of the changed text are not the source's: array of AfLines. */
static GArray *changed_lines (const AfSource *source, const char *text, const GArray *pieces)
{
  GArray *changed = g_array_new (FALSE, FALSE, sizeof (AfLines));
  g_autoptr (GArray) blocks = blocks_of (text, pieces);
  for (guint i = 0; i < blocks->len; i++) {
    const Block *block = &g_array_index (blocks, Block, i);
    g_autofree char *before = g_strndup (source->text + block->old_at, block->old_end - block->old_at);
    g_autofree char *after = g_strndup (text + block->at, block->end - block->at);
    g_auto (GStrv) old = g_strsplit (before, "\n", -1);
    g_auto (GStrv) new = g_strsplit (after, "\n", -1);
    guint head = 0, tail = 0, n_old = n_lines (old), n_new = n_lines (new);
    while (head < n_old && head < n_new && g_str_equal (old[head], new[head]))
      head++;
    while (tail + head < n_old && tail + head < n_new && g_str_equal (old[n_old - 1 - tail], new[n_new - 1 - tail]))
      tail++;
    guint first = line_number (text, block->at);
    AfLines lines = { first + head, first + n_new - 1 - tail };
    if (head + tail < n_new)
      g_array_append_val (changed, lines);
  }
  return changed;
}

/* --- the answer --- */

/* Leaves out what is the same at both ends. */
static void trim (const char *text, AfReplacement *one)
{
  guint more = (guint)strlen (one->text), head = 0, tail = 0;
  while (head < one->length && head < more && text[one->offset + head] == one->text[head])
    head++;
  while (tail + head < one->length && tail + head < more
         && text[one->offset + one->length - 1 - tail] == one->text[more - 1 - tail])
    tail++;
  char *rest = g_strndup (one->text + head, more - head - tail);
  g_free (one->text);
  *one = (AfReplacement){ one->offset + head, one->length - head - tail, rest };
}

/* Whether nothing but changed lines are touched. */
static gboolean is_within (const char *text, const AfReplacement *one, const GArray *changed)
{
  guint first = line_number (text, one->offset), last = line_number (text, one->offset + one->length);
  for (guint i = 0; i < changed->len; i++) {
    const AfLines *lines = &g_array_index (changed, AfLines, i);
    if (lines->first <= first && last <= lines->last)
      return TRUE;
  }
  return FALSE;
}

/* The piece that takes the new text: the first one that is touched; of what only puts in, an edit's piece that it
 * touches. */
static guint owner_of (const GArray *pieces, const AfReplacement *one)
{
  guint owner = 0;
  for (guint i = 0; i < pieces->len; i++) {
    const Piece *piece = &g_array_index (pieces, Piece, i);
    if (one->length > 0 && piece->at <= one->offset && one->offset < piece->end)
      return i;
    if (one->length == 0 && piece->at <= one->offset && one->offset <= piece->end) {
      owner = i;
      if (piece->edit)
        return i;
    }
  }
  return owner;
}

/* The replacement's part in the piece, from its start; an empty range for what is only put in there.  False when it has
 * none. */
static gboolean part_of (const GArray *pieces, guint index, const AfReplacement *one, guint *from, guint *to,
                         const char **text)
{
  const Piece *piece = &g_array_index (pieces, Piece, index);
  gboolean owns = owner_of (pieces, one) == index;
  *from = MAX (one->offset, piece->at);
  *to = MIN (one->offset + one->length, piece->end);
  *text = owns ? one->text : "";
  if (*from > *to || (*from == *to && !owns))
    return FALSE;
  *from -= piece->at;
  *to -= piece->at;
  return TRUE;
}

static GPtrArray *divided (int file, const GArray *pieces, const GArray *replacements)
{
  GPtrArray *edits = af_edits_new ();
  for (guint i = 0; i < pieces->len; i++) {
    const Piece *piece = &g_array_index (pieces, Piece, i);
    g_autoptr (GString) put = g_string_new (piece->edit ? piece->edit->text : NULL);
    for (guint k = replacements->len; k > 0; k--) {
      const char *text = NULL;
      guint from = 0, to = 0;
      if (!part_of (pieces, i, &g_array_index (replacements, AfReplacement, k - 1), &from, &to, &text))
        continue;
      if (piece->edit) {
        g_string_erase (put, (gssize)from, (gssize)(to - from));
        g_string_insert (put, (gssize)from, text);
      } else {
        g_ptr_array_add (edits, af_edit_new ((AfRange){ file, piece->from + from, piece->from + to }, text, 0));
      }
    }
    if (piece->edit && (put->len > 0 || piece->edit->range.start < piece->edit->range.end))
      g_ptr_array_add (edits, af_edit_new (piece->edit->range, put->str, piece->edit->order));
  }
  return edits;
}

gboolean af_layout_candidate (const AfLayout *layout, const AfModule *module, AfCandidate *candidate, GError **error)
{
  const AfSource *source = af_module_source (module, candidate->file);
  if (!layout->program || !af_layout_governs (source->path))
    return TRUE;
  g_autoptr (GPtrArray) effective = af_edits_effective (candidate->edits);
  g_autofree char *text = af_edits_apply (source, effective);
  g_autoptr (GArray) pieces = pieces_of (source, effective);
  g_autoptr (GArray) changed = changed_lines (source, text, pieces);
  g_autoptr (GArray) replacements = changed->len ? af_layout_ask (layout, source->path, text, changed, error) : NULL;
  if (!replacements)
    return changed->len == 0;
  for (guint i = replacements->len; i > 0; i--) {
    trim (text, &g_array_index (replacements, AfReplacement, i - 1));
    if (!is_within (text, &g_array_index (replacements, AfReplacement, i - 1), changed))
      g_array_remove_index (replacements, i - 1);
  }
  GPtrArray *edits = divided (candidate->file, pieces, replacements);
  g_ptr_array_unref (candidate->edits);
  candidate->edits = edits;
  return TRUE;
}
