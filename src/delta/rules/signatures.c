/* Parameters and arguments.
 *
 *     int f (int a);  ->  int f (int a, int b);      every call of f gets an argument more
 *
 * A head that gets another number of parameters needs all calls to change with it, and they need it; definition and
 * prototypes go together whatever changes in them, but for names of parameters.  Macros are alike.  Where a result
 * comes (`void` before), what comes around calls needs it; where it goes, it needs what was around them to go. */
#include "delta/rules/rules-internal.h"

#include <string.h>

/* Operations in the heads; calls as a whole, of another number, that come and go; what changes among the arguments of
 * calls that stay; what comes and goes beside these. */
enum { HEADS, COMING, GOING, INSIDE, AROUND_COMING, AROUND_GOING };

typedef struct {
  AfRuleLists lists;
  gboolean is_changed, seen;  /* the number of parameters; a head was seen */
  gboolean comes, goes;       /* the result */
  guint macro_old, macro_new; /* parameters of a macro in both versions, and one; 0: it is none there */
} Signature;

static gboolean piece_is (const AfPiece *piece, const char *word)
{
  return piece->length == strlen (word) && memcmp (piece->text, word, piece->length) == 0;
}

/* Parentheses from piece @open on. */
typedef struct {
  guint end;          /* piece after them */
  guint n_old, n_new; /* elements */
  GArray *operations; /* of guint: what changes the elements */
} Group;

static void count_element (Group *group, const AfPiece *piece, gboolean *filled_old, gboolean *filled_new)
{
  *filled_old |= !piece->come && !piece_is (piece, "void");
  *filled_new |= !piece->gone && !piece_is (piece, "void");
  if (!piece_is (piece, ","))
    return;
  group->n_old += !piece->come;
  group->n_new += !piece->gone;
}

static Group read_group (const AfDelta *delta, const AfDeltaFile *file, guint open)
{
  Group group = { open, 0, 0, g_array_new (FALSE, FALSE, sizeof (guint)) };
  gboolean filled_old = FALSE, filled_new = FALSE;
  guint depth = 0;
  for (guint i = open; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    gboolean opens = piece_is (piece, "("), closes = piece_is (piece, ")");
    depth += opens;
    depth -= closes && depth > 0;
    if (depth == 0) {
      group.end = i + 1;
      break;
    }
    if (depth == 1 && !(opens && i == open))
      count_element (&group, piece, &filled_old, &filled_new);
    else if (depth > 1)
      filled_old = filled_new = TRUE;
    guint operation = piece->come ? piece->come : piece->gone;
    if (operation
        && !(piece->role == AF_NAME_DEFINED_LOCAL
             && af_delta_operation (delta, operation)->kind == AF_OPERATION_RELABEL))
      af_rules_add (group.operations, operation);
  }
  group.n_old += filled_old;
  group.n_new += filled_new;
  return group;
}

/* The name alone becomes another. */
static gboolean is_renamed (const AfDelta *delta, const AfPiece *name)
{
  guint operation = name->come ? name->come : name->gone;
  return operation && af_delta_operation (delta, operation)->kind == AF_OPERATION_RELABEL;
}

/* Operations on what stands before the name in its item: the type of the result. */
static void add_before (const AfDelta *delta, const AfDeltaFile *file, guint at, GArray *to)
{
  guint item = g_array_index (file->pieces, AfPiece, at).item;
  for (guint i = at; i-- > 0 && g_array_index (file->pieces, AfPiece, i).item == item;) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    guint operation = piece->come ? piece->come : piece->gone;
    if (operation && af_delta_operation (delta, operation)->item == item)
      af_rules_add (to, operation);
  }
}

/* The item before the name says that there is no result, in one version. */
static gboolean is_void (const AfDeltaFile *file, guint at, gboolean of_new)
{
  guint item = g_array_index (file->pieces, AfPiece, at).item;
  gboolean is = FALSE, is_pointer = FALSE;
  for (guint i = at; i-- > 0 && g_array_index (file->pieces, AfPiece, i).item == item;) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    gboolean shown = of_new ? !piece->gone : !piece->come;
    is |= shown && piece_is (piece, "void");
    is_pointer |= shown && piece_is (piece, "*");
  }
  return is && !is_pointer;
}

static void note_head (AfDelta *delta, const AfDeltaFile *file, guint at, Signature *signature)
{
  const AfPiece *name = &g_array_index (file->pieces, AfPiece, at);
  Group group = read_group (delta, file, at + 1);
  gboolean as_one = (name->come || name->gone) && !is_renamed (delta, name); /* a prototype is one operation */
  signature->seen = TRUE;
  signature->is_changed |= !as_one && group.n_old != group.n_new;
  if (!as_one) {
    gboolean was = is_void (file, at, FALSE), is = is_void (file, at, TRUE);
    signature->comes |= was && !is;
    signature->goes |= !was && is;
    g_array_append_vals (signature->lists.of[HEADS], group.operations->data, group.operations->len);
    add_before (delta, file, at, signature->lists.of[HEADS]);
  } else if (af_delta_operation (delta, name->come ? name->come : name->gone)->kind == AF_OPERATION_REPLACE)
    af_rules_add (signature->lists.of[HEADS], name->come ? name->come : name->gone);
  g_array_unref (group.operations);
}

/* The number of parameters of the macro that the directive defines, and one; 0: it has no list of them. */
static guint macro_parameters (const AfPiece *piece)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (piece->text + 1, piece->length - 1);
  guint n = 1;
  if (!af_token_is (tokens, 0, "define") || tokens->tokens->len < 3 || !af_token_is (tokens, 2, "(")
      || af_token_at (tokens, 1)->end != af_token_at (tokens, 2)->start)
    return 0;
  for (guint i = 3; i < tokens->tokens->len && !af_token_is (tokens, i, ")"); i++)
    n += i == 3 || af_token_is (tokens, i, ",");
  return n;
}

static void note_macro (GHashTable *all, const AfPiece *piece)
{
  guint n = piece->come || piece->gone ? macro_parameters (piece) : 0;
  if (n == 0)
    return;
  g_autofree char *name = af_rules_macro (piece);
  Signature *signature = af_rules_noted (all, name, sizeof *signature);
  *(piece->come ? &signature->macro_new : &signature->macro_old) = n;
  signature->seen = TRUE;
  signature->is_changed |= signature->macro_old && signature->macro_new && signature->macro_old != signature->macro_new;
  af_rules_add (signature->lists.of[HEADS], piece->come ? piece->come : piece->gone);
}

static void note_call (AfDelta *delta, const AfDeltaFile *file, guint at, Signature *signature)
{
  const AfPiece *name = &g_array_index (file->pieces, AfPiece, at);
  Group group = read_group (delta, file, at + 1);
  gboolean stays = is_renamed (delta, name);
  if (name->come && !stays)
    af_rules_add (signature->lists.of[COMING], name->come);
  else if (name->gone && !stays)
    af_rules_add (signature->lists.of[GOING], name->gone);
  else if (group.n_old != group.n_new)
    g_array_append_vals (signature->lists.of[INSIDE], group.operations->data, group.operations->len);
  for (guint i = 0; i < 2 && at > 0 && group.end < file->pieces->len; i++) {
    const AfPiece *beside = &g_array_index (file->pieces, AfPiece, i ? group.end : at - 1);
    if (beside->length == 1 && strchr (";{}", beside->text[0]))
      continue; /* of another statement */
    af_rules_add (signature->lists.of[AROUND_COMING], beside->come);
    af_rules_add (signature->lists.of[AROUND_GOING], beside->gone);
  }
  g_array_unref (group.operations);
}

static void note_file (AfDelta *delta, const AfDeltaFile *file, GHashTable *all)
{
  for (guint i = 0; i + 1 < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    gboolean head = piece->role == AF_NAME_DEFINED, call = piece->role == AF_NAME_USE;
    if (piece->role == AF_NAME_DIRECTIVE)
      note_macro (all, piece);
    if (piece->arrives || !(head || call) || !piece_is (piece + 1, "("))
      continue;
    g_autofree char *name = g_strndup (piece->text, piece->length);
    if (head)
      note_head (delta, file, i, af_rules_noted (all, name, sizeof (Signature)));
    else
      note_call (delta, file, i, af_rules_noted (all, name, sizeof (Signature)));
  }
}

void af_rules_signatures (AfDelta *delta)
{
  g_autoptr (GHashTable) all = af_rules_table_new ();
  GHashTableIter iter;
  gpointer value;
  for (guint f = 0; f < delta->files->len; f++)
    if (((AfDeltaFile *)delta->files->pdata[f])->is_c)
      note_file (delta, delta->files->pdata[f], all);
  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    Signature *signature = value;
    if (!signature->seen)
      continue;
    if (signature->is_changed) {
      g_array_append_vals (signature->lists.of[HEADS], signature->lists.of[INSIDE]->data,
                           signature->lists.of[INSIDE]->len);
      af_rules_all_need (delta, signature->lists.of[COMING], signature->lists.of[HEADS]);
      af_rules_all_need (delta, signature->lists.of[HEADS], signature->lists.of[GOING]);
    }
    if (signature->comes)
      af_rules_all_need (delta, signature->lists.of[AROUND_COMING], signature->lists.of[HEADS]);
    if (signature->goes)
      af_rules_all_need (delta, signature->lists.of[HEADS], signature->lists.of[AROUND_GOING]);
    af_rules_together (delta, signature->lists.of[HEADS]);
  }
}
