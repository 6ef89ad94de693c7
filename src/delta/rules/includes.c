/* Names from headers that are not part of the delta, and headers that are.
 *
 * Nobody here knows which header declares `strlen`; so the first use of a name in a file needs all the includes that
 * come to it, and an include that goes needs the last uses of names to go.  Of a header that is part of the delta it is
 * known what it defines. */
#include "delta/rules/rules-internal.h"

#include <string.h>

/* An include that comes, or goes. */
typedef struct {
  guint operation;
  GHashTable *defined; /* set of names that the header, a file of the delta, defines; null: it is another file */
} Include;

typedef struct {
  GArray *come, *gone; /* of Include */
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

static void add_defined (GHashTable *names, const AfDeltaFile *file)
{
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    char *name = piece->role == AF_NAME_DEFINED     ? g_strndup (piece->text, piece->length)
                 : piece->role == AF_NAME_DIRECTIVE ? af_rules_macro (piece)
                                                    : NULL;
    if (name)
      g_hash_table_add (names, name);
  }
}

/* The include of @path; a header that is created, or removed, with the delta must be there. */
static Include include_of (AfDelta *delta, const AfPiece *piece, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  Include include = { piece->come ? piece->come : piece->gone, NULL };
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autofree char *own = g_path_get_basename (file->path);
    if (file->is_mode || strcmp (own, base) != 0)
      continue;
    af_delta_need (delta, piece->come, file->created);
    af_delta_need (delta, file->deleted, piece->gone);
    if (!include.defined)
      include.defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    add_defined (include.defined, file);
  }
  return include;
}

static void include_clear (gpointer data)
{
  g_clear_pointer (&((Include *)data)->defined, g_hash_table_unref);
}

static GArray *includes_new (void)
{
  GArray *includes = g_array_new (FALSE, FALSE, sizeof (Include));
  g_array_set_clear_func (includes, include_clear);
  return includes;
}

static void find_includes (AfDelta *delta, const AfDeltaFile *file, Includes *includes)
{
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    g_autofree char *path = piece->come || piece->gone ? included (piece) : NULL;
    if (!path)
      continue;
    Include include = include_of (delta, piece, path);
    g_array_append_val (piece->come ? includes->come : includes->gone, include);
  }
  includes->known = includes->come->len > 0 ? names_in (file->before) : NULL;
  includes->kept = includes->gone->len > 0 ? names_in (file->after) : NULL;
}

/* @known: what the name stands for is defined in the delta. */
static gboolean may_define (const Include *include, const char *name, gboolean known)
{
  return include->defined ? g_hash_table_contains (include->defined, name) : !known;
}

/* The first use of a name, or the last. */
static void need_for (AfDelta *delta, const AfPiece *piece, const char *name, const Includes *includes, gboolean known)
{
  gboolean comes = piece->come && includes->known && !g_hash_table_contains (includes->known, name),
           goes = piece->gone && includes->kept && !g_hash_table_contains (includes->kept, name);
  for (guint k = 0; comes && k < includes->come->len; k++) {
    const Include *include = &g_array_index (includes->come, Include, k);
    if (may_define (include, name, known))
      af_delta_need (delta, piece->come, include->operation);
  }
  for (guint k = 0; goes && k < includes->gone->len; k++) {
    const Include *include = &g_array_index (includes->gone, Include, k);
    if (may_define (include, name, known))
      af_delta_need (delta, include->operation, piece->gone);
  }
}

static void need_includes (AfDelta *delta, const AfDeltaFile *file, const Includes *includes, GHashTable *entities)
{
  for (guint i = 0; i < file->pieces->len; i++) {
    const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
    if (piece->role != AF_NAME_USE || !(piece->come || piece->gone))
      continue;
    g_autofree char *name = g_strndup (piece->text, piece->length),
                    *local = g_strdup_printf ("%u:%s", piece->item, name);
    const AfEntity *entity = g_hash_table_lookup (entities, name);
    if (!g_hash_table_contains (entities, local))
      need_for (delta, piece, name, includes, entity && (entity->in_old || entity->in_new));
  }
}

void af_rules_includes (AfDelta *delta, GHashTable *entities)
{
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    Includes includes = { includes_new (), includes_new (), NULL, NULL };
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
