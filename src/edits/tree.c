/* Trees: made, copied, written down.
 *
 * What a kind of node looks like in C is told by its form in grammar.def, so that a tree that an edit has changed can
 * be written down as one that was read. */
#include "edits/tree.h"

#include <string.h>

typedef struct {
  const char *name, *form;
} Kind;

static const Kind kinds[] = {
#define AF_NODE(ID, name, form) { name, form },
#include "edits/grammar.def"
#undef AF_NODE
};

const char *af_node_kind_name (AfNodeKind kind)
{
  return kinds[kind].name;
}

const char *af_node_kind_form (AfNodeKind kind)
{
  return kinds[kind].form;
}

guint af_node_kind_singles (AfNodeKind kind)
{
  guint n = 0;
  for (const char *at = kinds[kind].form; *at && *at != '%'; at++)
    n += *at == '$';
  return n;
}

AfNodeKind af_node_kind_named (const char *name)
{
  guint i = 0;
  while (i < AF_N_NODE_KINDS && strcmp (kinds[i].name, name) != 0)
    i++;
  return (AfNodeKind)i;
}

AfTree *af_tree_new (void)
{
  AfTree *tree = g_new0 (AfTree, 1);
  tree->nodes = g_ptr_array_new_with_free_func (g_free);
  tree->labels = g_string_chunk_new (1024);
  return tree;
}

void af_tree_free (AfTree *tree)
{
  if (!tree)
    return;
  g_ptr_array_unref (tree->nodes);
  g_string_chunk_free (tree->labels);
  g_free (tree);
}

AfTreeNode *af_tree_node (AfTree *tree, AfNodeKind kind, const char *label, gssize length)
{
  AfTreeNode *node = g_new0 (AfTreeNode, 1);
  node->kind = kind;
  node->id = tree->nodes->len;
  node->label = label && *label && length != 0 ? g_string_chunk_insert_len (tree->labels, label, length) : "";
  g_ptr_array_add (tree->nodes, node);
  return node;
}

void af_node_put (AfTreeNode *parent, AfTreeNode *node, guint place)
{
  AfTreeNode *after = place == G_MAXUINT ? NULL : parent->first; /* the one that will come next */
  for (guint i = 0; after && i < place; i++)
    after = after->next;
  node->parent = parent;
  node->next = after;
  node->previous = after ? after->previous : parent->last;
  *(node->previous ? &node->previous->next : &parent->first) = node;
  *(after ? &after->previous : &parent->last) = node;
}

void af_node_take (AfTreeNode *node)
{
  if (!node->parent)
    return;
  *(node->previous ? &node->previous->next : &node->parent->first) = node->next;
  *(node->next ? &node->next->previous : &node->parent->last) = node->previous;
  node->parent = node->previous = node->next = NULL;
}

guint af_node_place (const AfTreeNode *node)
{
  guint n = 0;
  for (const AfTreeNode *at = node->previous; at; at = at->previous)
    n++;
  return n;
}

gboolean af_node_is_under (const AfTreeNode *node, const AfTreeNode *ancestor)
{
  while (node && node != ancestor)
    node = node->parent;
  return node != NULL;
}

static guint64 mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

static guint64 hash_text (const char *text)
{
  guint64 hash = 0xcbf29ce484222325u;
  for (; *text; text++)
    hash = (hash ^ (guchar)*text) * 0x100000001b3u;
  return hash;
}

/* Moves the nodes from @from to @to (at their new ids), children before the sums of their parents. */
static void settle (AfTreeNode *node, GPtrArray *from, GPtrArray *to)
{
  from->pdata[node->id] = NULL;
  node->id = to->len;
  g_ptr_array_add (to, node);
  node->size = 1;
  node->height = 1;
  node->form = mix (node->kind + 1, 1);
  node->hash = mix (node->form, hash_text (node->label));
  for (AfTreeNode *child = node->first; child; child = child->next) {
    settle (child, from, to);
    node->size += child->size;
    node->height = MAX (node->height, child->height + 1);
    node->hash = mix (node->hash, child->hash);
    node->form = mix (node->form, child->form);
  }
  node->hash = mix (node->hash, 7);
  node->form = mix (node->form, 7);
}

void af_tree_settle (AfTree *tree, AfTreeNode *root)
{
  GPtrArray *nodes = g_ptr_array_new_full (tree->nodes->len, g_free);
  settle (root, tree->nodes, nodes);
  g_ptr_array_unref (tree->nodes);
  tree->nodes = nodes;
  tree->root = root;
}

static AfTreeNode *copy (AfTree *to, const AfTreeNode *node)
{
  AfTreeNode *same = af_tree_node (to, node->kind, node->label, -1);
  for (const AfTreeNode *child = node->first; child; child = child->next)
    af_node_put (same, copy (to, child), G_MAXUINT);
  return same;
}

AfTree *af_tree_copy (const AfTree *tree)
{
  AfTree *same = af_tree_new ();
  af_tree_settle (same, copy (same, tree->root));
  return same;
}

static gboolean node_equal (const AfTreeNode *a, const AfTreeNode *b)
{
  if (a->kind != b->kind || strcmp (a->label, b->label) != 0)
    return FALSE;
  const AfTreeNode *left = a->first, *right = b->first;
  for (; left && right; left = left->next, right = right->next)
    if (!node_equal (left, right))
      return FALSE;
  return !left && !right;
}

gboolean af_tree_equal (const AfTree *a, const AfTree *b)
{
  return node_equal (a->root, b->root);
}

/* --- written down --- */

/* The tokens under a node, and where among them each node begins and ends. */
typedef struct {
  GPtrArray *tokens;  /* of char * */
  AfTokenSpan *spans; /* by id; or null */
} Writing;

static void add_word (Writing *writing, const char *word, gsize length)
{
  g_ptr_array_add (writing->tokens, g_strndup (word, length));
}

static void write_node (Writing *writing, const AfTreeNode *node)
{
  const AfTreeNode *child = node->first;
  const char *at = kinds[node->kind].form;
  guint first = writing->tokens->len;
  while (*at) {
    gsize length = strcspn (at, " ");
    if (at[0] == '@')
      add_word (writing, node->label, strlen (node->label));
    else if (at[0] == '$') {
      if (child)
        write_node (writing, child);
      child = child ? child->next : NULL;
    } else if (at[0] == '%') {
      for (; child; child = child->next) {
        write_node (writing, child);
        if (at[1] == ',' && child->next)
          add_word (writing, ",", 1);
      }
    } else
      add_word (writing, at, length);
    at += length + (at[length] == ' ');
  }
  if (writing->spans)
    writing->spans[node->id] = (AfTokenSpan){ first, writing->tokens->len };
}

GPtrArray *af_node_tokens (const AfTreeNode *node)
{
  Writing writing = { g_ptr_array_new_with_free_func (g_free), NULL };
  write_node (&writing, node);
  return writing.tokens;
}

AfTokenSpan *af_tree_spans (const AfTree *tree, guint *n_tokens)
{
  g_autoptr (GPtrArray) tokens = g_ptr_array_new_with_free_func (g_free);
  Writing writing = { tokens, g_new0 (AfTokenSpan, tree->nodes->len + 1) };
  write_node (&writing, tree->root);
  *n_tokens = tokens->len;
  return writing.spans;
}

char *af_node_text (const AfTreeNode *node)
{
  g_autoptr (GPtrArray) tokens = af_node_tokens (node);
  g_ptr_array_add (tokens, NULL);
  return g_strjoinv (" ", (char **)tokens->pdata);
}

static void write_rule (GString *out, const AfTreeNode *node)
{
  guint n = 0;
  for (const AfTreeNode *child = node->first; child; child = child->next)
    n++;
  g_string_append_printf (out, "%s %u", kinds[node->kind].name, n);
  if (*node->label) {
    g_autofree char *label = g_strescape (node->label, NULL);
    g_string_append_printf (out, " %s", label);
  }
  g_string_append_c (out, '\n');
  for (const AfTreeNode *child = node->first; child; child = child->next)
    write_rule (out, child);
}

char *af_tree_rules (const AfTree *tree)
{
  GString *out = g_string_new (NULL);
  write_rule (out, tree->root);
  return g_string_free (out, FALSE);
}

/* Takes the lines from *@lines on that the subtree has; null when they are wrong. */
static AfTreeNode *read_rule (AfTree *tree, char ***lines, guint depth)
{
  if (!**lines || depth > 20000)
    return NULL;
  g_auto (GStrv) words = g_strsplit (*(*lines)++, " ", 3);
  AfNodeKind kind = words[0] ? af_node_kind_named (words[0]) : AF_N_NODE_KINDS;
  guint64 n = 0;
  if (kind == AF_N_NODE_KINDS || !words[1] || !g_ascii_string_to_unsigned (words[1], 10, 0, G_MAXUINT, &n, NULL))
    return NULL;
  g_autofree char *label = g_strcompress (words[2] ? words[2] : "");
  AfTreeNode *node = af_tree_node (tree, kind, label, -1);
  for (; n > 0; n--) {
    AfTreeNode *child = read_rule (tree, lines, depth + 1);
    if (!child)
      return NULL;
    af_node_put (node, child, G_MAXUINT);
  }
  return node;
}

AfTree *af_tree_from_rules (const char *rules)
{
  g_autoptr (AfTree) tree = af_tree_new ();
  g_auto (GStrv) lines = g_strsplit (rules, "\n", -1);
  char **at = lines;
  AfTreeNode *root = read_rule (tree, &at, 0);
  if (!root || (*at && **at))
    return NULL;
  af_tree_settle (tree, root);
  return g_steal_pointer (&tree);
}

gboolean af_tree_is_whole (const AfTree *tree)
{
  for (guint i = 0; i < tree->nodes->len; i++)
    if (((const AfTreeNode *)tree->nodes->pdata[i])->kind == AF_NODE_RAW)
      return FALSE;
  return TRUE;
}
