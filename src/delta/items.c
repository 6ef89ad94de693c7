/* What stands at the top of a file: functions, declarations, directives.
 *
 * What corresponds (pairs.c) and stands in another order is moved: its pieces are laid at both places, so that changes
 * in it stay operations of their own. */
#include "delta/delta-internal.h"

#include <string.h>

static void item_clear (gpointer data)
{
  g_free (((AfItem *)data)->name);
}

/* What `#define` names, or null. */
static char *macro_name (const AfTokens *tokens, guint at)
{
  const AfToken *token = af_token_at (tokens, at);
  g_autoptr (AfTokens) words = af_tokens_read (tokens->text + token->start + 1, token->end - token->start - 1);
  return af_token_is (words, 0, "define") && words->tokens->len > 1 ? af_token_text (words, 1) : NULL;
}

static void add_item (AfSide *side, AfItemKind kind, guint first, guint end)
{
  AfItem item = { kind, first, end, 0, NULL, af_tokens_hash (side->tokens, first, end) };
  if (first >= end)
    return;
  af_roles_of_item (side, &item);
  for (guint i = first; i < end && !item.name && kind == AF_ITEM_OTHER; i++)
    if (side->roles[i] == AF_NAME_DEFINED)
      item.name = af_token_text (side->tokens, i);
  if (kind == AF_ITEM_DIRECTIVE)
    item.name = macro_name (side->tokens, first);
  if (!item.name)
    item.name = g_strdup ("");
  g_array_append_val (side->items, item);
}

static void add_function (AfSide *side, const AfOutline *outline)
{
  AfItem item = { AF_ITEM_FUNCTION,
                  outline->first,
                  outline->end,
                  outline->body,
                  af_token_text (side->tokens, outline->name),
                  af_tokens_hash (side->tokens, outline->first, outline->end) };
  side->roles[outline->name] = AF_NAME_DEFINED;
  g_array_append_val (side->items, item);
}

/* Declarations and directives among tokens [@from, @end), in which no function is defined. */
static void add_between (AfSide *side, guint from, guint end)
{
  guint depth = 0, start = from;
  for (guint i = from; i < end; i++) {
    const AfTokens *tokens = side->tokens;
    if (af_token_at (tokens, i)->kind == AF_TOKEN_DIRECTIVE && depth == 0) {
      add_item (side, AF_ITEM_OTHER, start, i);
      add_item (side, AF_ITEM_DIRECTIVE, i, i + 1);
      start = i + 1;
      continue;
    }
    gboolean is_linkage =
      depth == 0 && i > start && af_token_is (tokens, i, "{") && af_token_at (tokens, i - 1)->kind == AF_TOKEN_STRING;
    gboolean opens = af_token_is (tokens, i, "{") || af_token_is (tokens, i, "(");
    gboolean closes = af_token_is (tokens, i, "}") || af_token_is (tokens, i, ")");
    gboolean ends = depth == 0 && (af_token_is (tokens, i, ";") || is_linkage || closes);
    depth += opens && !is_linkage;
    depth -= closes && depth > 0;
    if (ends) {
      add_item (side, AF_ITEM_OTHER, start, i + 1);
      start = i + 1;
    }
  }
  add_item (side, AF_ITEM_OTHER, start, end);
}

AfSide *af_side_new (GBytes *text)
{
  AfSide *side = g_new0 (AfSide, 1);
  gsize length = 0;
  const char *data = g_bytes_get_data (text, &length);
  side->tokens = af_tokens_read (data ? data : "", length);
  side->items = g_array_new (FALSE, FALSE, sizeof (AfItem));
  g_array_set_clear_func (side->items, item_clear);
  side->roles = g_new0 (guint8, side->tokens->tokens->len + 1);
  g_autoptr (GArray) functions = af_tokens_functions (side->tokens);
  guint at = 0;
  for (guint i = 0; i < functions->len; i++) {
    const AfOutline *outline = &g_array_index (functions, AfOutline, i);
    if (outline->first < at)
      continue;
    add_between (side, at, outline->first);
    add_function (side, outline);
    at = outline->end;
  }
  add_between (side, at, side->tokens->tokens->len);
  return side;
}

void af_side_free (AfSide *side)
{
  if (!side)
    return;
  af_tokens_free (side->tokens);
  g_array_unref (side->items);
  g_free (side->roles);
  g_free (side);
}

/* --- laid --- */

static void start_item (AfWalk *walk)
{
  walk->item = ++walk->delta->n_items;
  walk->statement = ++walk->delta->n_statements;
  walk->layout = 0;
}

/* Parts of a declaration that may come and go: fields, constants of an enum, rows of a table. */
static GArray *chunks_of (const AfSide *side, const AfItem *item)
{
  GArray *chunks = g_array_new (FALSE, FALSE, sizeof (AfItem));
  guint depth = 0, start = item->first;
  for (guint i = item->first; i < item->end; i++) {
    gboolean opens = af_token_is (side->tokens, i, "{"), closes = af_token_is (side->tokens, i, "}");
    gboolean ends = depth == 1 && (af_token_is (side->tokens, i, ";") || af_token_is (side->tokens, i, ","));
    gboolean before = closes && depth == 1;
    if (before && i > start) {
      AfItem chunk = { AF_ITEM_OTHER, start, i, 0, NULL, af_tokens_hash (side->tokens, start, i) };
      g_array_append_val (chunks, chunk);
      start = i;
    }
    depth += opens;
    depth -= closes && depth > 0;
    if (ends || (opens && depth == 1) || i + 1 == item->end) {
      AfItem chunk = { AF_ITEM_OTHER, start, i + 1, 0, NULL, af_tokens_hash (side->tokens, start, i + 1) };
      g_array_append_val (chunks, chunk);
      start = i + 1;
    }
  }
  for (guint i = 0; i < chunks->len; i++)
    g_array_index (chunks, AfItem, i).name = (char *)"";
  return chunks;
}

/* Every chunk of the gap stands for itself. */
static gboolean are_fields (const AfSide *side, const AfItem *chunks, guint from, guint to)
{
  for (guint i = from; i < to; i++)
    if (!af_token_is (side->tokens, chunks[i].end - 1, ";"))
      return FALSE;
  return TRUE;
}

/* Chunks [i, i_end) went, [k, k_end) came. */
static void walk_gap (AfWalk *walk, const AfPairing *p, const guint old_range[2], const guint new_range[2])
{
  guint i = old_range[0], k = new_range[0];
  gboolean fields = p->n_before > 1 && p->n_after > 1 && are_fields (walk->before, p->before, i, old_range[1])
                    && are_fields (walk->after, p->after, k, new_range[1]);
  guint operation = 0;
  for (; i < old_range[1]; i++) {
    if (!operation || fields)
      operation = af_walk_operation (walk, fields ? AF_OPERATION_DELETE : AF_OPERATION_REPLACE);
    af_walk_old (walk, p->before[i].end - p->before[i].first, operation);
  }
  for (; k < new_range[1]; k++) {
    if (!operation || fields)
      operation = af_walk_operation (walk, fields ? AF_OPERATION_INSERT : AF_OPERATION_REPLACE);
    af_walk_new (walk, p->after[k].end - p->after[k].first, operation);
  }
}

static void walk_declaration (AfWalk *walk, const AfItem *before, const AfItem *after)
{
  g_autoptr (GArray) old_chunks = chunks_of (walk->before, before), new_chunks = chunks_of (walk->after, after);
  g_auto (AfPairing) p = af_pairing_of (old_chunks, new_chunks);
  for (guint i = 0, k = 0; i < p.n_before || k < p.n_after;) {
    guint old_range[] = { i, i }, new_range[] = { k, k };
    while (old_range[1] < p.n_before && p.to_after[old_range[1]] < 0)
      old_range[1]++;
    while (new_range[1] < p.n_after && p.to_before[new_range[1]] < 0)
      new_range[1]++;
    walk->statement = ++walk->delta->n_statements;
    walk_gap (walk, &p, old_range, new_range);
    i = old_range[1];
    k = new_range[1];
    if (i < p.n_before && k < p.n_after) {
      af_walk_both (walk, p.before[i].end - p.before[i].first);
      i++;
      k++;
    }
  }
}

static void walk_pair (AfWalk *walk, const AfItem *before, const AfItem *after)
{
  start_item (walk);
  if (af_item_likeness (before, after) == AF_LIKENESS_SAME)
    af_walk_both (walk, before->end - before->first);
  else if (before->kind == AF_ITEM_FUNCTION)
    af_walk_function (walk, before, after);
  else
    walk_declaration (walk, before, after);
}

static void walk_single (AfWalk *walk, const AfItem *item, gboolean comes)
{
  start_item (walk);
  if (item->kind == AF_ITEM_FUNCTION) {
    const AfOutline outline = { item->first, item->body, item->end, item->first };
    AfSide *side = (AfSide *)(comes ? walk->after : walk->before);
    g_autoptr (AfTree) tree = af_tree_parse (side->tokens, &outline);
    af_roles_of_function (side, item, tree);
  }
  guint operation = af_walk_operation (walk, comes ? AF_OPERATION_INSERT : AF_OPERATION_DELETE);
  if (comes)
    af_walk_new (walk, item->end - item->first, operation);
  else
    af_walk_old (walk, item->end - item->first, operation);
}

/* --- moved --- */

typedef struct {
  GArray *pieces; /* of AfPiece */
  guint operation;
} Moved;

static void moved_free (gpointer data)
{
  Moved *moved = data;
  g_array_unref (moved->pieces);
  g_free (moved);
}

static Moved *move (AfWalk *walk, const AfItem *before, const AfItem *after)
{
  Moved *moved = g_new0 (Moved, 1);
  AfWalk inner = *walk;
  inner.pieces = moved->pieces = g_array_new (FALSE, FALSE, sizeof (AfPiece));
  inner.old_at = before->first;
  inner.new_at = after->first;
  walk_pair (&inner, before, after);
  moved->operation = af_walk_operation (&inner, AF_OPERATION_MOVE);
  af_delta_operation (walk->delta, moved->operation)->tokens = before->end - before->first + after->end - after->first;
  return moved;
}

static gboolean may_move (const AfItem *item)
{
  return item->kind != AF_ITEM_DIRECTIVE && *item->name;
}

/* Items that moved, by number of the old one (which owns them) and of the new one. */
static void find_moved (AfWalk *walk, const AfPairing *p, GHashTable *by_old, GHashTable *by_new)
{
  for (guint i = 0; i < p->n_before; i++) {
    if (p->to_after[i] >= 0 || !may_move (&p->before[i]))
      continue;
    for (guint k = 0; k < p->n_after; k++) {
      if (p->to_before[k] >= 0 || !af_item_likeness (&p->before[i], &p->after[k])
          || g_hash_table_contains (by_new, GUINT_TO_POINTER (k)))
        continue;
      Moved *moved = move (walk, &p->before[i], &p->after[k]);
      g_hash_table_insert (by_old, GUINT_TO_POINTER (i), moved);
      g_hash_table_insert (by_new, GUINT_TO_POINTER (k), moved);
      break;
    }
  }
}

static void lay_moved (AfWalk *walk, const Moved *moved, gboolean arrives)
{
  for (guint i = 0; i < moved->pieces->len; i++) {
    AfPiece piece = g_array_index (moved->pieces, AfPiece, i);
    *(arrives ? &piece.arrives : &piece.leaves) = moved->operation;
    g_array_append_val (walk->pieces, piece);
  }
}

void af_walk_items (AfWalk *walk)
{
  g_auto (AfPairing) p = af_pairing_of_items (walk->before, walk->after);
  g_autoptr (GHashTable) by_old = g_hash_table_new_full (NULL, NULL, NULL, moved_free);
  g_autoptr (GHashTable) by_new = g_hash_table_new (NULL, NULL);
  find_moved (walk, &p, by_old, by_new);
  guint i = 0, k = 0;
  while (i < p.n_before || k < p.n_after) {
    const Moved *leaves = g_hash_table_lookup (by_old, GUINT_TO_POINTER (i)),
                *arrives = g_hash_table_lookup (by_new, GUINT_TO_POINTER (k));
    if (i < p.n_before && p.to_after[i] < 0) {
      if (leaves) {
        lay_moved (walk, leaves, FALSE);
        walk->old_at = p.before[i].end;
      } else
        walk_single (walk, &p.before[i], FALSE);
      i++;
    } else if (k < p.n_after && p.to_before[k] < 0) {
      if (arrives) {
        lay_moved (walk, arrives, TRUE);
        walk->new_at = p.after[k].end;
      } else
        walk_single (walk, &p.after[k], TRUE);
      k++;
    } else
      walk_pair (walk, &p.before[i++], &p.after[k++]);
  }
  start_item (walk);
  af_walk_both (walk, 1); /* what comes after the last token */
}
