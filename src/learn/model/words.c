/* Where the words of a fix come from: the function, the rest of its file, or elsewhere. */
#include <git2.h>
#include <string.h>

#include "learn/model/scene.h"

static void add_words (const char *text, gsize length, gboolean numbers, GHashTable *words)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  for (guint i = 0; i < tokens->tokens->len; i++) {
    AfTokenKind kind = af_token_at (tokens, i)->kind;
    if (kind != AF_TOKEN_PUNCTUATOR && kind != AF_TOKEN_DIRECTIVE && (numbers || kind != AF_TOKEN_NUMBER))
      g_hash_table_add (words, af_token_text (tokens, i));
  }
}

static GHashTable *words_of (const char *text, gsize length, gboolean numbers)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  add_words (text, length, numbers, words);
  return words;
}

static gboolean is_common (const char *word)
{
  static const char *const common[] = { "0",    "1",      "NULL",   "return",   "if",    "else", "break",
                                        "true", "goto",   "false",  "continue", "int",   "for",  "char",
                                        "void", "sizeof", "size_t", "while",    "const", "long", "case" };
  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    if (strcmp (common[i], word) == 0)
      return TRUE;
  return FALSE;
}

static gboolean holds_all (GHashTable *words, GHashTable *wanted)
{
  GHashTableIter iter;
  gpointer word;
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    if (!is_common (word) && !g_hash_table_contains (words, word))
      return FALSE;
  return TRUE;
}

static const char *origin_of (const AfTrainingPair *pair, const char *file, gsize length, gboolean numbers)
{
  g_autoptr (GHashTable) before = words_of (pair->before, strlen (pair->before), numbers);
  g_autoptr (GHashTable) after = words_of (pair->after, strlen (pair->after), numbers);
  if (holds_all (before, after))
    return "function";
  g_autoptr (GHashTable) all = words_of (file, length, numbers);
  return holds_all (all, after) ? "file" : "elsewhere";
}

const char *af_scene_origin (const AfTrainingPair *pair, const char *file, gsize length)
{
  return origin_of (pair, file, length, TRUE);
}

const char *af_scene_origin_in (const AfTrainingPair *pair, const char *repository)
{
  const char *origin = origin_of (pair, "", 0, FALSE), *read = "file";
  git_repository *git = NULL;
  git_blob *blob = NULL;
  git_oid id;
  if (strcmp (origin, "function") == 0)
    return origin;
  if (git_repository_open (&git, repository) == 0 && git_oid_fromstr (&id, pair->before_blob) == 0
      && git_blob_lookup (&blob, git, &id) == 0)
    read = origin_of (pair, git_blob_rawcontent (blob), (gsize)git_blob_rawsize (blob), FALSE);
  git_blob_free (blob);
  git_repository_free (git);
  return read;
}
