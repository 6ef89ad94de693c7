/* The tree after as pieces: tokens of the text where it keeps something, else words.
 *
 * In:  what the nodes and holes of the tree before stand for.   Out: what stands there after it. */
#include "patterns/place/place-internal.h"

/* --- pieces --- */

static AfPiece *add_piece (AfWriting *w, gint token, const char *word)
{
  AfPiece piece = {
    .token = token, .word = word ? g_intern_string (word) : NULL, .depth = w->depth, .breaks = w->breaks
  };
  w->breaks = FALSE;
  g_array_append_val (w->pieces, piece);
  return &g_array_index (w->pieces, AfPiece, w->pieces->len - 1);
}

static void write_kept (AfWriting *w, const AfTreeNode *node)
{
  AfTokenSpan span = w->placed->spans[node->id];
  for (guint i = span.first; i < span.end; i++)
    add_piece (w, (gint)(w->placed->outline.first + i), NULL);
}

static gboolean is_statement (AfNodeKind kind)
{
  return kind >= AF_NODE_BLOCK && kind <= AF_NODE_RETURN && kind != AF_NODE_ELSE;
}

/* Before a child of a node: whether it begins a line, one level deeper. */
static gboolean begin_child (AfWriting *w, AfNodeKind parent, AfNodeKind child, gboolean is_new)
{
  gboolean is_body = parent == AF_NODE_IF || parent == AF_NODE_WHILE || parent == AF_NODE_FOR || parent == AF_NODE_ELSE;
  gboolean stands = is_statement (child) || child == AF_NODE_DECLARATION;
  gboolean begins = is_new && is_body && stands && child != AF_NODE_BLOCK && w->pieces->len > 0;
  w->breaks = w->breaks || begins || parent == AF_NODE_BLOCK;
  return begins || (is_new && parent == AF_NODE_BLOCK);
}

static void write_after (AfWriting *w, guint j);

static AfNodeKind kind_of (const AfWriting *w, guint j)
{
  const AfPatternNode *node = &w->match->pattern->nodes[j];
  const AfTreeNode *bound = node->hole >= 0 ? w->match->holes[node->hole] : NULL;
  return bound ? bound->kind : node->kind;
}

static void write_child (AfWriting *w, AfNodeKind parent, guint j, gboolean is_new)
{
  gboolean is_deeper = begin_child (w, parent, kind_of (w, j), is_new);
  w->depth += is_deeper;
  write_after (w, j);
  w->depth -= is_deeper;
}

static void write_comma (AfWriting *w, const char *form, guint *n_written)
{
  if (form[1] == ',' && (*n_written)++ > 0)
    add_piece (w, -1, ",")->is_old = TRUE;
}

/* What the child stands for among the children of the node that its parent's partner stands for; null: it comes. */
static const AfTreeNode *stays_for (const AfWriting *w, guint j, const AfTreeNode *parent)
{
  gint partner = w->match->pattern->nodes[j].partner;
  const AfTreeNode *node = partner >= 0 ? w->match->nodes[partner] : NULL;
  return node && node->parent == parent ? node : NULL;
}

/* Whether the tree before names @node, so that it goes unless the tree after has it. */
static gboolean is_named (const AfWriting *w, const AfTreeNode *node)
{
  for (guint i = 0; i < w->match->pattern->n_before; i++)
    if (w->match->nodes[i] == node)
      return TRUE;
  return FALSE;
}

static const AfTreeNode *first_named (const AfWriting *w, const AfTreeNode *node)
{
  const AfTreeNode *at = node;
  while (at && !is_named (w, at))
    at = at->next;
  return at ? at : node;
}

typedef struct {
  const AfTreeNode *at; /* the next child that was not written */
  const char *form;
  guint n_written;
} List;

/* Children that the pattern does not name, up to @end. */
static void write_unnamed (AfWriting *w, List *list, const AfTreeNode *parent, const AfTreeNode *end)
{
  for (; list->at && list->at != end; list->at = list->at->next) {
    if (is_named (w, list->at))
      continue;
    write_comma (w, list->form, &list->n_written);
    begin_child (w, parent->kind, list->at->kind, FALSE);
    write_kept (w, list->at);
  }
}

/* The list of a node that stays: what comes stands after the neighbour before it, else before the one after it, else
 * where something goes. */
static void write_list (AfWriting *w, guint j, guint child, const AfTreeNode *node, List *list)
{
  const AfPatternNode *nodes = w->match->pattern->nodes;
  guint end = j + nodes[j].size;
  gboolean has_neighbour = FALSE;
  for (; child < end; child += nodes[child].size) {
    const AfTreeNode *stays = NULL;
    for (guint k = child; k < end && !stays && (k == child || !has_neighbour); k += nodes[k].size)
      stays = stays_for (w, k, node);
    gboolean is_itself = stays && stays == stays_for (w, child, node);
    if (is_itself || !has_neighbour)
      write_unnamed (w, list, node, stays ? stays : first_named (w, list->at));
    write_comma (w, list->form, &list->n_written);
    write_child (w, node->kind, child, FALSE);
    has_neighbour = has_neighbour || is_itself;
    if (is_itself && list->at == stays)
      list->at = stays->next;
  }
  write_unnamed (w, list, node, NULL);
}

/* The word is written close to its operand. */
static void tighten (AfPiece *piece, AfNodeKind kind)
{
  piece->is_tight_after = kind == AF_NODE_UNARY || kind == AF_NODE_POINTER || kind == AF_NODE_MEMBER;
  piece->is_tight_before = kind == AF_NODE_POSTFIX || kind == AF_NODE_MEMBER;
}

/* @node: what it stands for; null: it is new. */
static void write_form (AfWriting *w, guint j, const AfTreeNode *node)
{
  const AfPattern *pattern = w->match->pattern;
  const AfPatternNode *wanted = &pattern->nodes[j];
  const AfTreeNode *at = node ? node->first : NULL;
  guint child = j + 1, end = j + wanted->size, place = 0;
  for (const char *form = af_node_kind_form (wanted->kind); *form;) {
    gsize length = strcspn (form, " ");
    g_autofree char *word = g_strndup (form, length);
    if (*form == '$') {
      gboolean is_given = child < end && pattern->nodes[child].place == place;
      if (is_given) {
        write_child (w, wanted->kind, child, !node);
        child += pattern->nodes[child].size;
      } else if (at && !is_named (w, at))
        write_kept (w, at);
      else
        w->is_null = TRUE;
      at = at ? at->next : NULL;
      place++;
    } else if (*form == '%') {
      List list = { at, word, 0 };
      if (node)
        write_list (w, j, child, node, &list);
      for (; !node && child < end; child += pattern->nodes[child].size) {
        write_comma (w, word, &list.n_written);
        write_child (w, wanted->kind, child, TRUE);
      }
      child = end;
    } else {
      w->breaks = w->breaks || (!node && wanted->kind == AF_NODE_BLOCK && *form == '}');
      AfPiece *piece = add_piece (w, -1, *form == '@' ? wanted->label : word);
      tighten (piece, *form == '@' || wanted->kind == AF_NODE_POINTER ? wanted->kind : AF_NODE_NOTHING);
      piece->is_old = node != NULL;
    }
    form += length + (form[length] == ' ');
  }
}

static gboolean can_be_blamed (AfNodeKind kind, const char *blamed)
{
  gsize name = strspn (blamed, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return kind == AF_N_NODE_KINDS ? TRUE : kind == AF_NODE_NAME && blamed[name] == '\0';
}

static void write_after (AfWriting *w, guint j)
{
  const AfPatternNode *wanted = &w->match->pattern->nodes[j];
  const AfTreeNode *bound = wanted->hole >= 0      ? w->match->holes[wanted->hole]
                            : wanted->partner >= 0 ? w->match->nodes[wanted->partner]
                                                   : NULL;
  if (bound && (wanted->hole >= 0 || wanted->is_kept))
    write_kept (w, bound);
  else if (wanted->hole < 0)
    write_form (w, j, bound);
  else if (w->wanted->blamed && can_be_blamed (wanted->kind, w->wanted->blamed))
    add_piece (w, -1, w->wanted->blamed);
  else
    w->is_null = TRUE;
}

void af_place_write (AfWriting *w, const AfPattern *pattern)
{
  write_after (w, pattern->n_before);
}
