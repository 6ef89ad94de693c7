/* What changed between two versions of a file.
 *
 *     int f (void) { return 1; }   int f (void) { return 2; }
 *     int g (void) { ... }         int g (void) { ... }            ->  f, update 9 2
 *
 * Files are compared by the hashes of what their functions and what stands between them consist of; only the function
 * that differs is read as a tree.  The edit is replayed before the pair is believed. */
#include "learn/learn-internal.h"

#include "edits/edits.h"

/* Beyond this a function is generated, or takes longer than it is worth. */
enum { MOST_TOKENS = 20000, MOST_BYTES = 4 << 20 };

void af_pair_clear (AfPair *pair)
{
  g_free (pair->function);
  g_free (pair->before);
  g_free (pair->after);
  g_free (pair->tree);
  g_free (pair->edit);
  *pair = (AfPair){ 0 };
}

typedef struct {
  AfTokens *tokens;
  GArray *functions; /* of AfOutline */
} Side;

static void side_clear (Side *side)
{
  af_tokens_free (side->tokens);
  g_array_unref (side->functions);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

static const AfOutline *function_at (const Side *side, guint i)
{
  return &g_array_index (side->functions, AfOutline, i);
}

/* Of what stands before function @i, or after the last. */
static guint64 hash_between (const Side *side, guint i)
{
  guint from = i == 0 ? 0 : function_at (side, i - 1)->end;
  return af_tokens_hash (side->tokens, from,
                         i < side->functions->len ? function_at (side, i)->first : side->tokens->tokens->len);
}

static guint64 hash_function (const Side *side, guint i)
{
  return af_tokens_hash (side->tokens, function_at (side, i)->first, function_at (side, i)->end);
}

/* The only function that differs. */
static gboolean find_changed (const Side *before, const Side *after, guint *found, AfRefusal *refusal)
{
  guint n = before->functions->len, n_changed = 0;
  gboolean outside = n != after->functions->len;
  for (guint i = 0; i <= n && !outside; i++)
    outside = hash_between (before, i) != hash_between (after, i);
  for (guint i = 0; i < n && !outside; i++)
    if (hash_function (before, i) != hash_function (after, i)) {
      *found = i;
      n_changed++;
    }
  *refusal = outside || n_changed > 1 ? AF_REFUSAL_OUTSIDE : AF_REFUSAL_LAYOUT;
  return !outside && n_changed == 1;
}

static char *text_of (const Side *side, guint i)
{
  const AfOutline *function = function_at (side, i);
  guint start = af_token_at (side->tokens, function->first)->start;
  return g_strndup (side->tokens->text + start, af_token_at (side->tokens, function->end - 1)->end - start);
}

static guint64 mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 31);
}

/* Names by the order of their coming, so that a copy under other names is the same. */
static guint64 digest (const Side *side, guint i, GHashTable *names, guint64 hash)
{
  for (guint at = function_at (side, i)->first; at < function_at (side, i)->end; at++) {
    if (af_token_at (side->tokens, at)->kind != AF_TOKEN_NAME) {
      hash = mix (hash, af_tokens_hash (side->tokens, at, at + 1));
      continue;
    }
    char *name = af_token_text (side->tokens, at);
    guint number = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
    if (number == 0) {
      number = g_hash_table_size (names) + 1;
      g_hash_table_insert (names, name, GUINT_TO_POINTER (number));
    } else
      g_free (name);
    hash = mix (hash, number);
  }
  return mix (hash, 1);
}

static gboolean compare_trees (const Side *before, const Side *after, guint i, AfPair *pair)
{
  g_autoptr (AfTree) old_tree = af_tree_parse (before->tokens, function_at (before, i));
  g_autoptr (AfTree) new_tree = af_tree_parse (after->tokens, function_at (after, i));
  g_autoptr (AfMapping) mapping = af_mapping_new (old_tree, new_tree);
  g_autoptr (AfTreeEdit) edit = af_tree_edit_new (mapping);
  pair->tree = af_tree_rules (old_tree);
  pair->edit = af_tree_edit_text (edit);
  pair->form = af_form_name (af_tree_edit_form (edit, mapping));
  pair->whole = af_tree_is_whole (old_tree) && af_tree_is_whole (new_tree);
  /* from what is kept, as a reader of the file will do it */
  g_autoptr (AfTree) tree = af_tree_from_rules (pair->tree);
  g_autoptr (AfTreeEdit) again = af_tree_edit_from_text (pair->edit);
  g_autoptr (AfTree) replayed = tree && again ? af_tree_edit_replay (again, tree) : NULL;
  return replayed && af_tree_equal (replayed, new_tree);
}

static gboolean refuse (AfRefusal *to, AfRefusal refusal)
{
  *to = refusal;
  return FALSE;
}

gboolean af_pair_read (AfText before, AfText after, AfPair *pair, AfRefusal *refusal)
{
  guint changed = 0;
  *pair = (AfPair){ 0 };
  if (before.length > MOST_BYTES || after.length > MOST_BYTES)
    return refuse (refusal, AF_REFUSAL_LARGE);
  g_auto (Side) old_side = { af_tokens_read (before.text, before.length), NULL };
  old_side.functions = af_tokens_functions (old_side.tokens);
  g_auto (Side) new_side = { af_tokens_read (after.text, after.length), NULL };
  new_side.functions = af_tokens_functions (new_side.tokens);
  if (!find_changed (&old_side, &new_side, &changed, refusal))
    return FALSE;
  const AfOutline *old_function = function_at (&old_side, changed), *new_function = function_at (&new_side, changed);
  if (old_function->end - old_function->first > MOST_TOKENS || new_function->end - new_function->first > MOST_TOKENS)
    return refuse (refusal, AF_REFUSAL_LARGE);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  pair->function = af_token_text (old_side.tokens, old_function->name);
  pair->before = text_of (&old_side, changed);
  pair->after = text_of (&new_side, changed);
  pair->digest = (gint64)digest (&new_side, changed, names, digest (&old_side, changed, names, 0));
  gboolean valid = g_utf8_validate (pair->before, -1, NULL) && g_utf8_validate (pair->after, -1, NULL);
  if (valid && compare_trees (&old_side, &new_side, changed, pair))
    return TRUE;
  af_pair_clear (pair);
  return refuse (refusal, valid ? AF_REFUSAL_REPLAY : AF_REFUSAL_ENCODING);
}
