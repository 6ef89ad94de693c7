/* Names from headers that are not part of the delta, and headers that are.
 *
 * Nobody here knows which header declares `strlen`; so the first use of a name in a file needs all the includes that
 * come to it, and an include that goes needs the last uses of names to go. */
#include "delta/rules/rules-internal.h"

#include <string.h>

typedef struct {
  GArray *come, *gone; /* of guint: operations on includes */
  GHashTable *known;   /* of names in the old version; null where nothing is included anew */
  GHashTable *kept;    /* likewise in the new version, where an include goes */
} Includes;

/* The path in an include; null: the directive is another.  Owned by the caller. */
static char *included (const AfPiece *piece)
{
  g_autofree char *text = g_strndup (piece->text, piece->length);
  char *at = strstr (text, "include"), *open = at ? strpbrk (at, "<\"") : NULL;
  char *close = open ? strpbrk (open + 1, ">\"") : NULL;
  return piece->role == AF_NAME_DIRECTIVE && close ? g_strndup (open + 1, (gsize)(close - open) - 1) : NULL;
}

static GHashTable *names_in (GBytes *text)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize length = 0;
  const char *data = text ? g_bytes_get_data (text, &length) : NULL;
  g_autoptr (AfTokens) tokens = af_tokens_read (data ? data : "", length);
  for (guint i = 0; i < tokens->tokens->len; i++)
    if (af_token_at (tokens, i)->kind == AF_TOKEN_NAME)
      g_hash_table_add (names, af_token_text (tokens, i));
  return names;
}

/* A header that is created, or removed, with the delta. */
static void need_file (AfDelta *delta, const AfPiece *piece, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autofree char *own = g_path_get_basename (file->path);
    if (strcmp (own, base) != 0)
      continue;
    af_delta_need (delta, piece->come, file->created);
    af_delta_need (delta, file->deleted, piece->gone);
  }
}

static void find_includes (AfDelta *delta, const AfDeltaFile *file, Includes *includes)
{
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    g_autofree char *path = piece->come || piece->gone ? included (piece) : NULL;
    if (!path)
      continue;
    need_file (delta, piece, path);
    af_rules_add (includes->come, piece->come);
    af_rules_add (includes->gone, piece->gone);
  }
  includes->known = includes->come->len > 0 ? names_in (file->before) : NULL;
  includes->kept = includes->gone->len > 0 ? names_in (file->after) : NULL;
}

static void need_includes (AfDelta *delta, const AfDeltaFile *file, const Includes *includes, GHashTable *entities)
{
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    g_autofree char *name = g_strndup (piece->text, piece->length),
                    *local = g_strdup_printf ("%u:%s", piece->item, name);
    const AfEntity *entity = g_hash_table_lookup (entities, name);
    if (piece->role != AF_NAME_USE || (entity && (entity->in_old || entity->in_new))
        || g_hash_table_contains (entities, local))
      continue;
    if (piece->come && includes->known && !g_hash_table_contains (includes->known, name))
      for (guint k = 0; k < includes->come->len; k++)
        af_delta_need (delta, piece->come, g_array_index (includes->come, guint, k));
    if (piece->gone && includes->kept && !g_hash_table_contains (includes->kept, name))
      for (guint k = 0; k < includes->gone->len; k++)
        af_delta_need (delta, g_array_index (includes->gone, guint, k), piece->gone);
  }
}

void af_rules_includes (AfDelta *delta, GHashTable *entities)
{
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    Includes includes = { g_array_new (FALSE, FALSE, sizeof (guint)), g_array_new (FALSE, FALSE, sizeof (guint)), NULL,
                          NULL };
    if (file->is_c) {
      find_includes (delta, file, &includes);
      need_includes (delta, file, &includes, entities);
    }
    g_array_unref (includes.come);
    g_array_unref (includes.gone);
    g_clear_pointer (&includes.known, g_hash_table_unref);
    g_clear_pointer (&includes.kept, g_hash_table_unref);
  }
}
