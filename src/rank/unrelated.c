/* Comparisons of what has nothing to do with each other.
 *
 * In:  fixes, the module before them.   Out: which of them bring in such a comparison.
 *
 * Where few tests are there, some guard always tells those that fail from those that pass: a count that happened to be
 * below an index.  What a program compares, subtracts, or assigns to one another is of one kind; people compare such
 * things.
 *
 *     for (i = 0; i < n; i++) ... s - (a + b)      i and n, i and 0, s and a + b
 *     if (i < n - 1), if (s >= a + b)              are related
 *     if (i < s)                                   is not
 *
 * A sum with a number is what the rest of it is, an element of an array what its others are.  Of numbers and constants
 * anything may be asked; features.def has another row for these. */
#include "rank/rank-internal.h"

#include <string.h>

#include "edits/tree.h"

static gboolean is_constant_name (const char *name)
{
  for (; *name; name++)
    if (g_ascii_islower (*name))
      return FALSE;
  return TRUE;
}

/* What @node speaks about, owned by the caller; null for what is constant. */
static char *thing_of (const AfTreeNode *node)
{
  switch ((int)node->kind) {
  case AF_NODE_PAREN:
    return node->first ? thing_of (node->first) : NULL;
  case AF_NODE_CAST:
    return thing_of (node->last);
  case AF_NODE_INDEX: {
    g_autofree char *array = thing_of (node->first);
    return g_strconcat (array ? array : "", "[]", NULL);
  }
  case AF_NODE_MEMBER:
    return g_strconcat (".", node->last->label, NULL);
  case AF_NODE_NUMBER:
  case AF_NODE_CHARACTER:
  case AF_NODE_STRING:
  case AF_NODE_SIZEOF:
    return NULL;
  case AF_NODE_NAME:
    return is_constant_name (node->label) && strlen (node->label) > 1 ? NULL : g_strdup (node->label);
  case AF_NODE_UNARY:
    return node->first->kind == AF_NODE_NUMBER ? NULL : af_node_text (node);
  case AF_NODE_BINARY:
    if ((g_str_equal (node->label, "+") || g_str_equal (node->label, "-")) && node->last->kind == AF_NODE_NUMBER)
      return thing_of (node->first);
    return af_node_text (node);
  default:
    return af_node_text (node);
  }
}

static gboolean is_comparison (const AfTreeNode *node)
{
  static const char *const signs[] = { "<", "<=", ">", ">=", "==", "!=", NULL };
  return node->kind == AF_NODE_BINARY && g_strv_contains (signs, node->label);
}

static gboolean relates (const AfTreeNode *node)
{
  static const char *const signs[] = { "=", "+=", "-=", NULL };
  return is_comparison (node) || (node->kind == AF_NODE_BINARY && g_str_equal (node->label, "-"))
         || (node->kind == AF_NODE_ASSIGN && g_strv_contains (signs, node->label)) || node->kind == AF_NODE_INITIALISED;
}

/* Both sides, in one order whichever comes first; null where one is constant, or they are the same; owned by the
 * caller. */
static char *pair_of (const AfTreeNode *node)
{
  g_autofree char *left = thing_of (node->first), *right = thing_of (node->last);
  int order = left && right ? strcmp (left, right) : 0;
  return order == 0 ? NULL : g_strdup_printf ("%s ~ %s", order < 0 ? left : right, order < 0 ? right : left);
}

typedef void Visit (const AfTreeNode *node, gpointer data);

static void each_node (const char *text, Visit *visit, gpointer data)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  for (guint i = 0; i < functions->len; i++) {
    g_autoptr (AfTree) tree = af_tree_parse (tokens, &g_array_index (functions, AfOutline, i));
    for (guint k = 0; k < tree->nodes->len; k++)
      visit (tree->nodes->pdata[k], data);
  }
}

static void note_relation (const AfTreeNode *node, gpointer pairs)
{
  char *pair = relates (node) ? pair_of (node) : NULL;
  if (pair)
    g_hash_table_add (pairs, pair);
}

typedef struct {
  GHashTable *pairs; /* set of char *: what the module relates */
  gboolean found;    /* a comparison of others */
} Search;

static void find_unrelated (const AfTreeNode *node, gpointer data)
{
  Search *search = data;
  g_autofree char *pair = !search->found && is_comparison (node) ? pair_of (node) : NULL;
  search->found |= pair && !g_hash_table_contains (search->pairs, pair);
}

void af_rank_note_unrelated (GPtrArray *fixes, const AfModule *module)
{
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < module->sources->len; i++)
    each_node (af_module_source (module, (int)i)->text, note_relation, pairs);
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    const AfRoutine *routine = fix->candidate->routine;
    const AfSource *source = af_module_source (module, routine->definition.file);
    g_autofree char *after = af_edits_apply_in (source, routine->definition, fix->candidate->edits);
    Search search = { pairs, FALSE };
    each_node (after, find_unrelated, &search);
    fix->unrelated = search.found;
  }
}
