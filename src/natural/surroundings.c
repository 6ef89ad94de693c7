/* What stands around a change.
 *
 * In:  the text of a file, and of a function in it.   Out: where the function's names are used and what for, which
 * expressions and statements the file has, and how it puts tokens in a row.
 *
 * Everything is of normalised trees (edits/normal.c), so that `p != NULL` and `p` are one habit. */
#include "natural/natural-internal.h"

#include <math.h>
#include <string.h>

#include "edits/edits.h"

/* Beyond this a file is generated, and the function's neighbours are as good as all. */
enum { MOST_TOKENS = 400000 };

gboolean af_is_statement (const AfTreeNode *node)
{
  return (node->kind >= AF_NODE_BLOCK && node->kind <= AF_NODE_ASM && node->kind != AF_NODE_ELSE)
         || node->kind == AF_NODE_DECLARATION;
}

static gpointer key_of (guint64 hash)
{
  return GSIZE_TO_POINTER ((gsize)hash);
}

static void add (GHashTable *counts, guint64 hash)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key_of (hash)));
  g_hash_table_insert (counts, key_of (hash), GUINT_TO_POINTER (n + 1));
}

guint af_count_of (GHashTable *counts, guint64 hash)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, key_of (hash)));
}

static guint64 mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

char *af_use_key (const AfTreeNode *name)
{
  return g_strconcat (name->kind == AF_NODE_FIELD ? "." : "", name->label, NULL);
}

guint64 af_argument_hash (const AfTreeNode *call, guint place, const AfTreeNode *argument)
{
  return mix (mix (call->first->hash, place), argument->hash);
}

/* --- rows of tokens --- */

static void add_grams (AfSurroundings *s, const AfTreeNode *node)
{
  g_autoptr (GPtrArray) tokens = af_node_tokens (node);
  guint64 one = 0, two = 0;
  for (guint i = 0; i < tokens->len; i++) {
    guint64 hash = g_str_hash (tokens->pdata[i]) + 1;
    add (s->grams, mix (0, hash));
    add (s->grams, mix (mix (1, one), hash));
    add (s->grams, mix (mix (mix (2, two), one), hash));
    two = one;
    one = hash;
  }
  s->n_tokens += tokens->len;
}

/* Of what the longest known row gives, backing off by 0.4 (Brants et al. 2007). */
static double likelihood (const AfSurroundings *s, const guint64 hashes[3], guint less)
{
  guint64 one = hashes[1], two = hashes[0], hash = hashes[2];
  double three = af_count_of (s->grams, mix (mix (mix (2, two), one), hash)),
         pair = af_count_of (s->grams, mix (mix (1, one), hash)), single = af_count_of (s->grams, mix (0, hash)),
         before = af_count_of (s->grams, mix (mix (1, two), one)), last = af_count_of (s->grams, mix (0, one));
  if (three > less && before > less)
    return (three - less) / (before - less);
  if (pair > less && last > less)
    return 0.4 * (pair - less) / (last - less);
  return 0.16 * (MAX (single - less, 0) + 0.5) / (s->n_tokens + 1);
}

double af_surprise (const AfSurroundings *s, const AfTreeNode *node, gboolean known)
{
  enum { MOST = 80 };
  g_autoptr (GPtrArray) tokens = af_node_tokens (node);
  guint64 hashes[3] = { 0, 0, 0 };
  guint n = MIN (tokens->len, MOST);
  double sum = 0;
  for (guint i = 0; i < n; i++) {
    hashes[0] = hashes[1];
    hashes[1] = hashes[2];
    hashes[2] = g_str_hash (tokens->pdata[i]) + 1;
    if (i >= 2)
      sum -= log2 (likelihood (s, hashes, known));
  }
  return n > 2 ? sum / (n - 2) : 0;
}

/* --- trees --- */

static void count_nodes (AfSurroundings *s, const AfTree *tree)
{
  for (guint i = 1; i < tree->nodes->len; i++) {
    const AfTreeNode *node = tree->nodes->pdata[i];
    if (node->size >= 2)
      add (s->exact, node->hash);
    if (node->size >= 3)
      add (s->forms, node->form);
    guint place = 0;
    if (node->kind == AF_NODE_CALL)
      for (const AfTreeNode *argument = node->first->next; argument; argument = argument->next)
        add (s->arguments, af_argument_hash (node, place++, argument));
  }
}

static void read_file (AfSurroundings *s, const char *file, gsize length)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (file, length);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  for (guint i = 0; i < functions->len; i++) {
    const AfOutline *outline = &g_array_index (functions, AfOutline, i);
    if (outline->end > MOST_TOKENS)
      break;
    g_autoptr (AfTree) tree = af_tree_parse (tokens, outline);
    af_tree_normalise (tree);
    count_nodes (s, tree);
    add_grams (s, tree->root);
  }
}

AfTree *af_natural_tree (const char *text, gsize length)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  if (functions->len != 1)
    return NULL;
  AfTree *tree = af_tree_parse (tokens, &g_array_index (functions, AfOutline, 0));
  af_tree_normalise (tree);
  return tree;
}

static const char *kind_of (const AfTreeNode *name)
{
  const AfTreeNode *at = name->parent;
  while (at && at->kind != AF_NODE_PARAMETER && at->kind != AF_NODE_DECLARATION && at->kind != AF_NODE_FUNCTION)
    at = at->parent;
  return at && at->kind == AF_NODE_PARAMETER ? "parameter" : at && at->kind == AF_NODE_DECLARATION ? "local" : NULL;
}

static void note_use (AfSurroundings *s, const AfTreeNode *node)
{
  g_autofree char *key = af_use_key (node);
  const AfUse use = { af_role_of (node), s->statements[node->id] };
  GArray *uses = g_hash_table_lookup (s->uses, key);
  const char *kind = use.role == AF_ROLE_DECLARED && node->kind == AF_NODE_NAME ? kind_of (node) : NULL;
  if (kind)
    g_hash_table_insert (s->kinds, g_strdup (key), (gpointer)kind);
  if (!uses) {
    uses = g_array_new (FALSE, FALSE, sizeof (AfUse));
    g_hash_table_insert (s->uses, g_steal_pointer (&key), uses);
  }
  g_array_append_val (uses, use);
}

static void read_function (AfSurroundings *s)
{
  GPtrArray *nodes = s->tree->nodes;
  s->statements = g_new0 (guint, nodes->len);
  for (guint i = 1; i < nodes->len; i++) {
    const AfTreeNode *node = nodes->pdata[i];
    gboolean counts = af_is_statement (node) && node->kind != AF_NODE_BLOCK;
    s->statements[i] = counts ? ++s->n_statements : s->statements[node->parent->id];
    if (node->size >= 2)
      add (s->inside, node->hash);
    if (node->kind == AF_NODE_NAME || node->kind == AF_NODE_FIELD)
      note_use (s, node);
  }
}

AfSurroundings *af_surroundings_new (const char *file, gsize length, const char *function)
{
  AfSurroundings *s = g_new0 (AfSurroundings, 1);
  s->tree = af_natural_tree (function, strlen (function));
  s->uses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  s->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  s->inside = g_hash_table_new (NULL, NULL);
  s->exact = g_hash_table_new (NULL, NULL);
  s->forms = g_hash_table_new (NULL, NULL);
  s->arguments = g_hash_table_new (NULL, NULL);
  s->grams = g_hash_table_new (NULL, NULL);
  if (s->tree) {
    read_function (s);
    read_file (s, file, length);
  }
  return s;
}

void af_surroundings_free (AfSurroundings *s)
{
  if (!s)
    return;
  g_clear_pointer (&s->tree, af_tree_free);
  g_free (s->statements);
  g_hash_table_unref (s->uses);
  g_hash_table_unref (s->kinds);
  g_hash_table_unref (s->inside);
  g_hash_table_unref (s->exact);
  g_hash_table_unref (s->forms);
  g_hash_table_unref (s->arguments);
  g_hash_table_unref (s->grams);
  g_free (s);
}
