/* From text to tokens.
 *
 *     f (a, "c") in text   ->   f ( a , "c" )
 *
 * A preprocessor would need the project's headers and flags, and changes are made of what stands in the file: macros
 * are names, and directives tokens of their own. */
#include "edits/tokens.h"

#include <string.h>

typedef struct {
  const char *text;
  gsize length, at;
  guint line;
  gsize line_start;
  gboolean fresh; /* nothing but blanks since the line began */
  GArray *tokens;
} Reader;

static char peek (const Reader *r, gsize ahead)
{
  return r->at + ahead < r->length ? r->text[r->at + ahead] : '\0';
}

static void new_line (Reader *r)
{
  r->line++;
  r->line_start = r->at;
  r->fresh = TRUE;
}

static void step (Reader *r)
{
  if (r->text[r->at++] == '\n')
    new_line (r);
}

static void skip_comment (Reader *r)
{
  gboolean fresh = r->fresh;
  r->at += 2;
  while (r->at < r->length && !(peek (r, 0) == '*' && peek (r, 1) == '/'))
    step (r);
  r->at = MIN (r->at + 2, r->length);
  r->fresh = r->fresh || fresh;
}

/* The end of a line that a backslash joins to the next; 0: none. */
static gsize joint (const Reader *r)
{
  return peek (r, 0) != '\\' ? 0 : peek (r, 1) == '\n' ? 2 : peek (r, 1) == '\r' && peek (r, 2) == '\n' ? 3 : 0;
}

static void skip_line (Reader *r)
{
  while (r->at < r->length && peek (r, 0) != '\n')
    if (joint (r))
      for (gsize n = joint (r); n > 0; n--)
        step (r);
    else
      r->at++;
}

static void skip_blanks (Reader *r)
{
  for (;;) {
    char c = peek (r, 0);
    if (r->at >= r->length)
      return;
    if (c == '/' && peek (r, 1) == '*')
      skip_comment (r);
    else if (c == '/' && peek (r, 1) == '/')
      skip_line (r);
    else if (g_ascii_isspace (c) || c == '\0' || joint (r))
      step (r);
    else
      return;
  }
}

static gboolean is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

static void skip_quoted (Reader *r)
{
  char quote = r->text[r->at++];
  while (r->at < r->length && peek (r, 0) != quote && peek (r, 0) != '\n') {
    if (peek (r, 0) == '\\' && r->at + 1 < r->length)
      step (r);
    step (r);
  }
  if (peek (r, 0) == quote)
    r->at++;
}

/* A comment may go on over the ends of lines. */
static gsize skip_directive (Reader *r)
{
  gsize end = r->at;
  while (r->at < r->length && peek (r, 0) != '\n') {
    if (peek (r, 0) == '/' && peek (r, 1) == '*') {
      skip_comment (r);
      continue;
    }
    if (peek (r, 0) == '/' && peek (r, 1) == '/') {
      skip_line (r);
      break;
    }
    if (joint (r)) {
      skip_line (r);
      end = r->at;
      break;
    }
    if (!g_ascii_isspace (r->text[r->at++]))
      end = r->at;
  }
  return end;
}

static void skip_number (Reader *r)
{
  while (is_letter (peek (r, 0)) || peek (r, 0) == '.'
         || (strchr ("+-", peek (r, 0)) && peek (r, 0) && strchr ("eEpP", r->text[r->at - 1])))
    r->at++;
}

static void skip_punctuator (Reader *r)
{
  static const char *const longer[] = { "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                        "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##" };
  gboolean is_alone = strchr ("(){}[];,~?:", r->text[r->at]) != NULL; /* most are */
  for (guint i = 0; i < G_N_ELEMENTS (longer) && !is_alone; i++) {
    gsize n = strlen (longer[i]);
    if (r->at + n <= r->length && memcmp (r->text + r->at, longer[i], n) == 0) {
      r->at += n;
      return;
    }
  }
  r->at++;
}

static void read_token (Reader *r)
{
  AfToken token = { AF_TOKEN_PUNCTUATOR, (guint)r->at, 0, r->line, (guint)(r->at - r->line_start) + 1 };
  char c = peek (r, 0);
  gsize end = 0;
  gboolean is_first = r->fresh;
  r->fresh = FALSE;
  if (c == '#' && is_first) {
    token.kind = AF_TOKEN_DIRECTIVE;
    end = skip_directive (r);
  } else if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (peek (r, 1)))) {
    token.kind = AF_TOKEN_NUMBER;
    r->at++;
    skip_number (r);
  } else {
    while (is_letter (peek (r, 0)))
      r->at++;
    gboolean is_prefix = r->at - token.start <= 2; /* L"", u8"" */
    if ((peek (r, 0) == '"' || peek (r, 0) == '\'') && is_prefix) {
      token.kind = peek (r, 0) == '"' ? AF_TOKEN_STRING : AF_TOKEN_CHARACTER;
      skip_quoted (r);
    } else if (r->at > token.start)
      token.kind = AF_TOKEN_NAME;
    else
      skip_punctuator (r);
  }
  token.end = (guint)(end ? end : r->at);
  g_array_append_val (r->tokens, token);
}

AfTokens *af_tokens_read (const char *text, gsize length)
{
  AfTokens *tokens = g_new0 (AfTokens, 1);
  Reader r = { text, MIN (length, G_MAXUINT / 2), 0, 1, 0, TRUE, g_array_new (FALSE, FALSE, sizeof (AfToken)) };
  *tokens = (AfTokens){ text, r.length, r.tokens };
  for (skip_blanks (&r); r.at < r.length; skip_blanks (&r))
    read_token (&r);
  return tokens;
}

void af_tokens_free (AfTokens *tokens)
{
  if (!tokens)
    return;
  g_array_unref (tokens->tokens);
  g_free (tokens);
}

const AfToken *af_token_at (const AfTokens *tokens, guint index)
{
  return &g_array_index (tokens->tokens, AfToken, index);
}

gboolean af_token_is (const AfTokens *tokens, guint index, const char *word)
{
  if (index >= tokens->tokens->len)
    return FALSE;
  const AfToken *token = af_token_at (tokens, index);
  const char *text = tokens->text + token->start;
  gsize length = token->end - token->start;
  return text[0] == word[0] && strlen (word) == length && memcmp (text, word, length) == 0;
}

char *af_token_text (const AfTokens *tokens, guint index)
{
  const AfToken *token = af_token_at (tokens, index);
  return g_strndup (tokens->text + token->start, token->end - token->start);
}

guint64 af_tokens_hash (const AfTokens *tokens, guint first, guint end)
{
  guint64 hash = 0xcbf29ce484222325u; /* FNV-1a */
  for (guint i = first; i < end; i++) {
    const AfToken *token = af_token_at (tokens, i);
    for (guint at = token->start; at < token->end; at++)
      hash = (hash ^ (guchar)tokens->text[at]) * 0x100000001b3u;
    hash = (hash ^ 0xff) * 0x100000001b3u;
  }
  return hash;
}
