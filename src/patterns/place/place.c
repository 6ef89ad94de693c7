/* What a pattern makes of a function's text.
 *
 *     h0 -> h1 = 0;  ->  if (h0) h0 -> h1 = 0;       at   n->size = 0;    gives   if (n)
 *                                                                                      n->size = 0;
 *
 * The tree after is written as pieces: tokens of the text where it keeps something (what holes stand for, context, and
 * children that the pattern does not name), else words.  What it has in common with the text at both ends is cut off;
 * what is left is the edit, and keeps the layout of what it keeps. */
#include "patterns/place/place-internal.h"

#include <string.h>

enum { MOST_MATCHES = 4 /* at a node */ };

/* --- the function --- */

AfPlacedTree *af_placed_tree_new (const char *text, gsize length, guint at)
{
  g_autoptr (AfPlacedTree) placed = g_new0 (AfPlacedTree, 1);
  placed->tokens = af_tokens_read (text, length);
  g_autoptr (GArray) functions = af_tokens_functions (placed->tokens);
  for (guint i = 0; i < functions->len && !placed->tree; i++) {
    const AfOutline *outline = &g_array_index (functions, AfOutline, i);
    if (af_token_at (placed->tokens, outline->first)->start > at
        || af_token_at (placed->tokens, outline->end - 1)->end <= at)
      continue;
    placed->outline = *outline;
    placed->tree = af_tree_parse (placed->tokens, outline);
  }
  if (!placed->tree)
    return NULL;
  guint n_tokens = 0;
  placed->spans = af_tree_spans (placed->tree, &n_tokens);
  return n_tokens == placed->outline.end - placed->outline.first ? g_steal_pointer (&placed) : NULL;
}

void af_placed_tree_free (AfPlacedTree *placed)
{
  if (!placed)
    return;
  af_tokens_free (placed->tokens);
  af_tree_free (placed->tree);
  g_free (placed->spans);
  g_free (placed);
}

void af_placed_edit_free (AfPlacedEdit *edit)
{
  if (!edit)
    return;
  g_free (edit->text);
  g_free (edit);
}

/* --- the text --- */

static gboolean has_word (const AfWriting *w, const AfPiece *piece, guint token)
{
  return piece->token < 0 ? af_token_is (w->placed->tokens, token, piece->word) : piece->token == (gint)token;
}

/* Words of nodes that stay are tokens of the text where they stand next to some. */
static void align (AfWriting *w, guint first, guint end)
{
  AfPiece *pieces = (AfPiece *)(gpointer)w->pieces->data;
  guint n = w->pieces->len, expected = first;
  for (guint i = 0; i < n; i++) {
    if (pieces[i].is_old && pieces[i].token < 0 && expected < end && has_word (w, &pieces[i], expected))
      pieces[i].token = (gint)expected;
    expected = pieces[i].token >= 0 ? (guint)pieces[i].token + 1 : expected;
  }
  expected = end;
  for (guint i = n; i-- > 0;) {
    if (pieces[i].is_old && pieces[i].token < 0 && expected > first && has_word (w, &pieces[i], expected - 1))
      pieces[i].token = (gint)expected - 1;
    expected = pieces[i].token >= 0 ? (guint)pieces[i].token : expected;
  }
}

static char *piece_text (const AfWriting *w, const AfPiece *piece)
{
  return piece->token < 0 ? g_strdup (piece->word) : af_token_text (w->placed->tokens, (guint)piece->token);
}

static gboolean is_any (const char *word, const char *words)
{
  g_auto (GStrv) all = g_strsplit (words, " ", -1);
  return g_strv_contains ((const char *const *)all, word);
}

static gboolean wants_blank (const char *before, const char *after)
{
  if (is_any (after, "; , ) ] . -> [") || is_any (before, "( [ . -> ! ~"))
    return FALSE;
  gboolean is_word = g_ascii_isalnum (before[0]) || before[0] == '_';
  return strcmp (after, "(") != 0 || !is_word || is_any (before, "if while for switch return");
}

/* The blanks at the start of the line of @at, and @depth levels more. */
static void add_break (const AfWriting *w, GString *out, guint at, guint depth)
{
  const char *text = w->placed->tokens->text;
  guint line = at;
  while (line > 0 && text[line - 1] != '\n')
    line--;
  g_string_append_c (out, '\n');
  g_string_append_len (out, text + line, (gssize)strspn (text + line, " \t"));
  while (depth-- > 0)
    g_string_append (out, w->wanted->unit);
}

/* Between two pieces, @base: where the edit begins. */
static void add_gap (const AfWriting *w, GString *out, const AfPiece *before, const AfPiece *after, guint base)
{
  const AfTokens *tokens = w->placed->tokens;
  if (before->token >= 0 && after->token == before->token + 1) {
    guint from = af_token_at (tokens, (guint)before->token)->end, to = af_token_at (tokens, (guint)after->token)->start;
    g_string_append_len (out, tokens->text + from, (gssize)(to - from));
  } else if (after->breaks)
    add_break (w, out, base, after->depth);
  else {
    g_autofree char *left = piece_text (w, before), *right = piece_text (w, after);
    if (!before->is_tight_after && !after->is_tight_before && wants_blank (left, right))
      g_string_append_c (out, ' ');
  }
}

/* Pieces [@from, @to) as text. */
static char *write_text (const AfWriting *w, guint from, guint to, guint base)
{
  GString *out = g_string_new (NULL);
  const AfPiece *pieces = (const AfPiece *)(gconstpointer)w->pieces->data;
  for (guint i = from; i < to; i++) {
    g_autofree char *word = piece_text (w, &pieces[i]);
    if (i > from)
      add_gap (w, out, &pieces[i - 1], &pieces[i], base);
    g_string_append (out, word);
  }
  return g_string_free (out, FALSE);
}

static guint skip_blanks (const char *text, guint at, const char *blanks)
{
  return at + (guint)strspn (text + at, blanks);
}

/* What goes takes its line with it where nothing else stands there; a head, the blanks up to what it headed. */
static void widen (const AfTokens *tokens, AfPlacedEdit *edit)
{
  const char *text = tokens->text;
  guint start = edit->start, end = skip_blanks (text, edit->end, " \t");
  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
    start--;
  if (!strchr (";}", text[edit->end - 1]))
    edit->end = skip_blanks (text, edit->end, " \t\n");
  else if ((start == 0 || text[start - 1] == '\n') && text[end] == '\n')
    *edit = (AfPlacedEdit){ start, end + 1, edit->text };
}

/* Nothing goes; pieces [@from, @to) come in front of token @at: on lines after the one before it, when it ends a block.
 */
static AfPlacedEdit *put_in (const AfWriting *w, guint from, guint to, guint at)
{
  const AfPiece *pieces = (const AfPiece *)(gconstpointer)w->pieces->data;
  const AfPiece previous = { .token = (gint)at - 1 }, rest = { .token = (gint)at };
  const AfPiece *next = to < w->pieces->len ? &pieces[to] : &rest;
  gboolean is_last = pieces[from].breaks && af_token_is (w->placed->tokens, at, "}");
  const AfToken *token = af_token_at (w->placed->tokens, is_last ? at - 1 : at);
  guint place = is_last ? token->end : token->start;
  g_autofree char *text = write_text (w, from, to, token->start);
  g_autoptr (GString) out = g_string_new (is_last ? NULL : text);
  add_gap (w, out, is_last ? &previous : &pieces[to - 1], is_last ? &pieces[from] : next, token->start);
  g_string_append (out, is_last ? text : "");
  AfPlacedEdit *edit = g_new (AfPlacedEdit, 1);
  *edit = (AfPlacedEdit){ place, place, g_strdup (out->str) };
  return edit;
}

/* Tokens [@first, @end) become the pieces.  Null when they are these already, and when the edit begins elsewhere. */
static AfPlacedEdit *make_edit (AfWriting *w, guint first, guint end)
{
  const AfTokens *tokens = w->placed->tokens;
  align (w, first, end);
  const AfPiece *pieces = (const AfPiece *)(gconstpointer)w->pieces->data;
  guint from = 0, to = w->pieces->len;
  while (from < to && first < end && pieces[from].token == (gint)first)
    from++, first++;
  while (to > from && end > first && pieces[to - 1].token == (gint)end - 1)
    to--, end--;
  guint start = af_token_at (tokens, first)->start;
  if ((from == to && first == end) || start < w->wanted->start || start >= w->wanted->end)
    return NULL;
  if (first == end)
    return put_in (w, from, to, first);
  AfPlacedEdit *edit = g_new (AfPlacedEdit, 1);
  *edit = (AfPlacedEdit){ start, af_token_at (tokens, end - 1)->end, write_text (w, from, to, start) };
  if (from == to)
    widen (tokens, edit);
  return edit;
}

static AfPlacedEdit *edit_of (const AfPattern *pattern, const AfPlacedTree *placed, const AfMatch *match,
                              const AfPlaceWanted *wanted)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (AfPiece));
  AfWriting w = { placed, match, wanted, pieces, 0, FALSE, FALSE };
  af_place_write (&w, pattern);
  AfTokenSpan span = placed->spans[match->nodes[0]->id];
  return w.is_null ? NULL : make_edit (&w, placed->outline.first + span.first, placed->outline.first + span.end);
}

/* Holes of the tree after that the tree before does not have. */
static guint n_open (const AfPattern *pattern)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL), open = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < pattern->n; i++) {
    gpointer hole = GINT_TO_POINTER (pattern->nodes[i].hole);
    if (pattern->nodes[i].hole >= 0 && (i < pattern->n_before || !g_hash_table_contains (known, hole)))
      g_hash_table_add (i < pattern->n_before ? known : open, hole);
  }
  return g_hash_table_size (open);
}

static gboolean is_known (const GPtrArray *edits, const AfPlacedEdit *edit)
{
  for (guint i = 0; i < edits->len; i++) {
    const AfPlacedEdit *other = edits->pdata[i];
    if (other->start == edit->start && other->end == edit->end && strcmp (other->text, edit->text) == 0)
      return TRUE;
  }
  return FALSE;
}

GPtrArray *af_pattern_place (const AfPattern *pattern, const AfPlacedTree *placed, const AfPlaceWanted *wanted)
{
  GPtrArray *edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_placed_edit_free);
  if (pattern->n == pattern->n_before || n_open (pattern) > (wanted->blamed ? 1u : 0u))
    return edits;
  for (guint i = 0; i < placed->tree->nodes->len; i++) {
    const AfTreeNode *node = placed->tree->nodes->pdata[i];
    AfTokenSpan span = placed->spans[i];
    if (node->kind != pattern->nodes[0].kind || span.first == span.end
        || af_token_at (placed->tokens, placed->outline.first + span.first)->start >= wanted->end
        || af_token_at (placed->tokens, placed->outline.first + span.end - 1)->end <= wanted->start)
      continue;
    g_autoptr (GPtrArray) matches = af_pattern_matches (pattern, node, MOST_MATCHES);
    for (guint k = 0; k < matches->len; k++) {
      g_autoptr (AfPlacedEdit) edit = edit_of (pattern, placed, matches->pdata[k], wanted);
      if (edit && !is_known (edits, edit))
        g_ptr_array_add (edits, g_steal_pointer (&edit));
    }
  }
  return edits;
}
