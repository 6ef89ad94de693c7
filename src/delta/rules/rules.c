/* Which operations make sense together only, by the rules of C.
 *
 *     a use that comes needs the definition that comes; a definition that goes needs the uses to go
 *
 * Data that has another name is renamed as a whole: a field that is set under one name and read under another is no
 * version of the program that anybody meant.
 *
 * Names say it, without headers.  A renamed function is a definition that goes and one that comes, and each use goes
 * and comes in one operation: they need each other.  What is needed is made, too, whenever an operation is made; that
 * is the directed and the undirected coupling of Hashimoto, Mori and Izumida (2018), section 4, with rules for C. */
#include "delta/rules/rules-internal.h"

#include <string.h>

static void noted_free (gpointer noted)
{
  const AfRuleLists *lists = noted;
  for (guint i = 0; i < AF_RULE_LISTS; i++)
    g_array_unref (lists->of[i]);
  g_free (noted);
}

GHashTable *af_rules_table_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, noted_free);
}

gpointer af_rules_noted (GHashTable *table, const char *name, gsize size)
{
  AfRuleLists *noted = g_hash_table_lookup (table, name);
  if (noted)
    return noted;
  noted = g_malloc0 (size);
  for (guint i = 0; i < AF_RULE_LISTS; i++)
    noted->of[i] = g_array_new (FALSE, FALSE, sizeof (guint));
  g_hash_table_insert (table, g_strdup (name), noted);
  return noted;
}

void af_rules_all_need (AfDelta *delta, const GArray *some, const GArray *others)
{
  for (guint i = 0; i < some->len; i++)
    for (guint k = 0; k < others->len; k++)
      af_delta_need (delta, g_array_index (some, guint, i), g_array_index (others, guint, k));
}

/* Each needs the next: together they need all. */
void af_rules_together (AfDelta *delta, const GArray *all)
{
  for (guint i = 0; i < all->len; i++)
    af_delta_need (delta, g_array_index (all, guint, i), g_array_index (all, guint, (i + 1) % all->len));
}

void af_rules_add (GArray *to, guint operation)
{
  if (operation == 0 || (to->len > 0 && g_array_index (to, guint, to->len - 1) == operation))
    return;
  g_array_append_val (to, operation);
}

/* --- names --- */

typedef struct {
  AfDelta *delta;
  GHashTable *entities; /* key -> AfEntity */
  gboolean uses;        /* second pass: definitions are known */
  gboolean is_data;     /* what is defined */
  AfEntity **was, **is; /* by operation that gives a use another name: what it named, what it names */
} Naming;

/* The key of a name: members, labels and local names are kept apart. */
static char *key_of (const Naming *naming, const AfPiece *piece, AfNameRole role, const char *name)
{
  g_autofree char *local = g_strdup_printf ("%u:%s", piece->item, name);
  if (role == AF_NAME_MEMBER || role == AF_NAME_MEMBER_DEFINED)
    return g_strconcat (".", name, NULL);
  if (role == AF_NAME_LABEL || role == AF_NAME_LABEL_DEFINED)
    return g_strconcat (local, ":", NULL);
  if (role == AF_NAME_DEFINED_LOCAL || (role == AF_NAME_USE && g_hash_table_contains (naming->entities, local)))
    return g_steal_pointer (&local);
  return g_strdup (name);
}

static void note (Naming *naming, const AfPiece *piece, AfNameRole role, const char *name)
{
  gboolean defines = role == AF_NAME_DEFINED || role == AF_NAME_DEFINED_LOCAL || role == AF_NAME_MEMBER_DEFINED
                     || role == AF_NAME_LABEL_DEFINED;
  if (defines == naming->uses)
    return;
  g_autofree char *key = key_of (naming, piece, role, name);
  AfEntity *entity = af_rules_noted (naming->entities, key, sizeof *entity);
  if (defines) {
    entity->is_global = role == AF_NAME_DEFINED;
    entity->is_data |= naming->is_data;
    entity->in_old |= !piece->come;
    entity->in_new |= !piece->gone;
    entity->stays |= !piece->come && !piece->gone;
  }
  guint operation = piece->come ? piece->come : piece->gone;
  if (!defines && operation && af_delta_operation (naming->delta, operation)->kind == AF_OPERATION_RELABEL)
    *(piece->come ? &naming->is[operation] : &naming->was[operation]) = entity;
  af_rules_add (entity->lists.of[defines ? AF_BRING : AF_USES_COME], piece->come);
  af_rules_add (entity->lists.of[defines ? AF_TAKE : AF_USES_GONE], piece->gone);
}

char *af_rules_macro (const AfPiece *piece)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (piece->text + 1, piece->length - 1);
  return af_token_is (tokens, 0, "define") && tokens->tokens->len > 1 ? af_token_text (tokens, 1) : NULL;
}

/* The words of a directive; the first after `define` is defined. */
static void note_directive (Naming *naming, const AfPiece *piece)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (piece->text + 1, piece->length - 1);
  gboolean defines = af_token_is (tokens, 0, "define");
  if (af_token_is (tokens, 0, "include"))
    return;
  for (guint i = 1; i < tokens->tokens->len; i++) {
    g_autofree char *name = af_token_text (tokens, i);
    gboolean is_member = af_token_is (tokens, i - 1, "->") || af_token_is (tokens, i - 1, ".");
    if (af_token_at (tokens, i)->kind == AF_TOKEN_NAME)
      note (naming, piece, defines && i == 1 ? AF_NAME_DEFINED : is_member ? AF_NAME_MEMBER : AF_NAME_USE, name);
  }
}

/* Piece @number defines a variable or a field: no function, type, constant. */
static gboolean is_data (const AfDeltaFile *file, guint number)
{
  static const char *const others[] = { "typedef", "enum" };
  const AfPiece *name = &g_array_index (file->pieces, AfPiece, number), *after = name + 1, *first = name;
  if (name->role == AF_NAME_MEMBER_DEFINED || name->role == AF_NAME_DEFINED_LOCAL)
    return TRUE;
  if (name->role != AF_NAME_DEFINED || number + 1 >= file->pieces->len || after->length != 1
      || !strchr (";=[,", after->text[0]))
    return FALSE;
  for (; number > 0 && g_array_index (file->pieces, AfPiece, number - 1).item == name->item; number--)
    first--;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (first->length == strlen (others[i]) && memcmp (first->text, others[i], first->length) == 0)
      return FALSE;
  return TRUE;
}

static void note_pieces (Naming *naming)
{
  for (guint f = 0; f < naming->delta->files->len; f++) {
    const AfDeltaFile *file = naming->delta->files->pdata[f];
    for (guint i = 0; i < file->pieces->len && file->is_c; i++) {
      const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
      g_autofree char *name = g_strndup (piece->text, piece->length);
      if (piece->arrives || piece->role == AF_NAME_NONE)
        continue; /* what is moved is there in both versions */
      naming->is_data = !naming->uses && is_data (file, i);
      if (piece->role == AF_NAME_DIRECTIVE)
        note_directive (naming, piece);
      else
        note (naming, piece, piece->role, name);
    }
  }
}

static void couple_names (AfDelta *delta, GHashTable *entities)
{
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, entities);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const AfEntity *entity = value;
    GArray *const *of = entity->lists.of;
    if (!entity->in_old)
      af_rules_all_need (delta, of[AF_USES_COME], of[AF_BRING]);
    if (!entity->in_new)
      af_rules_all_need (delta, of[AF_TAKE], of[AF_USES_GONE]);
    if (!entity->stays && of[AF_BRING]->len > 0 && of[AF_TAKE]->len > 0) {
      af_rules_all_need (delta, of[AF_BRING], of[AF_TAKE]);
      af_rules_all_need (delta, of[AF_TAKE], of[AF_BRING]);
      if (!entity->is_global) { /* declared in another block: for other uses */
        af_rules_all_need (delta, of[AF_USES_COME], of[AF_BRING]);
        af_rules_all_need (delta, of[AF_TAKE], of[AF_USES_GONE]);
      }
    }
    if (entity->is_global && !entity->in_old)
      af_rules_together (delta, of[AF_BRING]);
    if (entity->is_global && !entity->in_new)
      af_rules_together (delta, of[AF_TAKE]);
  }
}

/* What is read and written under a new name is there under that alone. */
static void couple_renamed (const Naming *naming)
{
  for (guint i = 1; i <= naming->delta->operations->len; i++) {
    const AfEntity *was = naming->was[i], *is = naming->is[i];
    if (was && is && was->is_data && is->is_data && was->in_old && !was->in_new && is->in_new && !is->in_old)
      af_rules_all_need (naming->delta, is->lists.of[AF_BRING], was->lists.of[AF_TAKE]);
  }
}

void af_delta_couple (AfDelta *delta)
{
  g_autoptr (GHashTable) entities = af_rules_table_new ();
  g_autofree AfEntity **was = g_new0 (AfEntity *, delta->operations->len + 1),
                      **is = g_new0 (AfEntity *, delta->operations->len + 1);
  Naming naming = { delta, entities, FALSE, FALSE, was, is };
  note_pieces (&naming);
  naming.uses = TRUE;
  note_pieces (&naming);
  couple_names (delta, entities);
  couple_renamed (&naming);
  for (guint i = 0; i < delta->inside->len; i++) {
    const AfNeed *need = &g_array_index (delta->inside, AfNeed, i);
    af_delta_need (delta, need->operation, need->needed);
  }
  af_rules_signatures (delta);
  af_rules_order (delta, entities);
  af_rules_includes (delta, entities);
  af_rules_conditionals (delta);
}
