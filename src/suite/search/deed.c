/* Statements of candidates, taken apart.
 *
 * In:  `if (n > 0) sum += n; else`.   Out: guard `n > 0`, target `sum`, value `(sum) + (n)`, what follows is left out.
 *
 * What is not understood is an action of its own: it does the same as one with the same text, and nothing else is known
 * of it.  Declarations, compound statements and more than one statement are not taken apart. */
#include "suite/search/deed.h"

#include <string.h>

#include "edits/tokens.h"

void af_deed_free (AfDeed *deed)
{
  if (!deed)
    return;
  g_free (deed->guard);
  g_free (deed->target);
  g_free (deed->value);
  g_free (deed->action);
  g_free (deed);
}

/* --- what changes nothing --- */

/* Functions of the library that change nothing. */
static gboolean only_looks (const char *name, gsize length)
{
  static const char *const names[] = { "sizeof",  "strlen",  "strcmp",  "strncmp", "memcmp",  "isalpha",
                                       "isdigit", "isalnum", "isspace", "isupper", "islower", "ispunct",
                                       "toupper", "tolower", "abs",     "labs",    "fabs",    NULL };
  for (guint i = 0; names[i]; i++)
    if (strlen (names[i]) == length && strncmp (names[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Bytes of a literal in quotes at @text. */
static gsize quoted_length (const char *text)
{
  gsize n = 1;
  while (text[n] && text[n] != *text)
    n += text[n] == '\\' && text[n + 1] ? 2 : 1;
  return text[n] ? n + 1 : n;
}

gboolean af_deed_is_pure (const char *text)
{
  char before = 0;
  for (const char *at = text; *at;) {
    gsize length = 1;
    if (*at == '"' || *at == '\'')
      length = quoted_length (at);
    else if (is_word (*at)) {
      while (is_word (at[length]))
        length++;
      if (at[length + strspn (at + length, " \t\n")] == '(' && !only_looks (at, length))
        return FALSE;
    } else if ((*at == '+' && at[1] == '+') || (*at == '-' && at[1] == '-') || (*at == '/' && strchr ("/*", at[1]))
               || strchr ("{};#", *at))
      return FALSE;
    else if (*at == '=' && at[1] == '=')
      length = 2;
    else if (*at == '=' && !(strchr ("!<>", before) && before))
      return FALSE;
    else if ((*at == '<' || *at == '>') && at[1] == *at && at[2] == '=')
      return FALSE;
    before = *at;
    at += length;
  }
  return text[strspn (text, " \t\n")] != '\0';
}

/* --- tokens --- */

/* The text of tokens [@first, @end); owned by the caller. */
static char *text_between (const AfTokens *tokens, guint first, guint end)
{
  if (first >= end)
    return g_strdup ("");
  guint start = af_token_at (tokens, first)->start;
  return g_strndup (tokens->text + start, af_token_at (tokens, end - 1)->end - start);
}

/* The token that closes what @open opens; the number of tokens where none does. */
static guint closing (const AfTokens *tokens, guint open)
{
  guint depth = 0;
  for (guint i = open; i < tokens->tokens->len; i++) {
    if (af_token_is (tokens, i, "(") || af_token_is (tokens, i, "[") || af_token_is (tokens, i, "{"))
      depth++;
    else if ((af_token_is (tokens, i, ")") || af_token_is (tokens, i, "]") || af_token_is (tokens, i, "}"))
             && --depth == 0)
      return i;
  }
  return tokens->tokens->len;
}

static gboolean is_among (const AfTokens *tokens, guint index, const char *const *words)
{
  for (; *words; words++)
    if (af_token_is (tokens, index, *words))
      return TRUE;
  return FALSE;
}

/* One statement, and no declaration, in tokens [@first, @end), of which the last one is a semicolon. */
static gboolean is_simple (const AfTokens *tokens, guint first, guint end)
{
  static const char *const compound[] = { "if",      "for",    "while",    "do",       "switch", "else",
                                          "case",    "{",      "default",  "struct",   "union",  "enum",
                                          "const",   "static", "int",      "char",     "short",  "long",
                                          "float",   "double", "unsigned", "void",     "signed", "_Bool",
                                          "typedef", "extern", "register", "volatile", "auto",   NULL };
  gboolean is_pair = af_token_at (tokens, first)->kind == AF_TOKEN_NAME && first + 1 < end
                     && af_token_at (tokens, first + 1)->kind == AF_TOKEN_NAME && !af_token_is (tokens, first, "return")
                     && !af_token_is (tokens, first, "goto");
  gboolean is_pointer = af_token_at (tokens, first)->kind == AF_TOKEN_NAME && af_token_is (tokens, first + 1, "*");
  if (is_among (tokens, first, compound) || is_pair || is_pointer || af_token_is (tokens, first + 1, ":"))
    return FALSE;
  for (guint i = first; i < end; i++)
    if (af_token_at (tokens, i)->kind == AF_TOKEN_DIRECTIVE || af_token_is (tokens, i, "{")
        || (af_token_is (tokens, i, ";") && i + 1 < end))
      return FALSE;
  return TRUE;
}

/* --- assignments --- */

/* The one operator of assignment outside of parentheses; the number of tokens where there is none, or more. */
static guint assigning (const AfTokens *tokens, guint first, guint end)
{
  static const char *const words[] = { "=",  "+=", "-=",  "*=",  "/=", "%=", "&=",
                                       "|=", "^=", "<<=", ">>=", "++", "--", NULL };
  guint found = tokens->tokens->len;
  for (guint i = first; i < end; i++) {
    if (af_token_is (tokens, i, "(") || af_token_is (tokens, i, "["))
      i = closing (tokens, i);
    else if (af_token_is (tokens, i, ",") || af_token_is (tokens, i, "?"))
      return tokens->tokens->len;
    else if (is_among (tokens, i, words)) {
      if (found < tokens->tokens->len)
        return tokens->tokens->len;
      found = i;
    }
  }
  return found;
}

static void set_target (AfDeed *deed, const AfTokens *tokens, guint first, guint end, char *value)
{
  deed->target = text_between (tokens, first, end);
  deed->value = value;
  if (first < end && af_deed_is_pure (deed->target) && af_deed_is_pure (deed->value)) {
    deed->is_name = end - first == 1 && af_token_at (tokens, first)->kind == AF_TOKEN_NAME;
    return;
  }
  g_clear_pointer (&deed->target, g_free);
  g_clear_pointer (&deed->value, g_free);
}

/* What tokens [@first, @end), without the semicolon, assign or return. */
static void read_value (AfDeed *deed, const AfTokens *tokens, guint first, guint end)
{
  guint at = assigning (tokens, first, end);
  if (af_token_is (tokens, first, "return")) {
    g_autofree char *value = text_between (tokens, first + 1, end);
    deed->returns = af_deed_is_pure (value);
    deed->value = deed->returns ? g_steal_pointer (&value) : NULL;
    return;
  }
  if (at >= end)
    return;
  g_autofree char *operator= af_token_text (tokens, at);
  gboolean is_step = g_str_equal (operator, "++") || g_str_equal (operator, "--");
  if (is_step && at != first && at + 1 != end)
    return;
  guint start = is_step && at == first ? first + 1 : first, stop = is_step && at == first ? end : at;
  g_autofree char *left = text_between (tokens, start, stop), *right = text_between (tokens, at + 1, end);
  char *value = is_step ? g_strdup_printf ("(%s) %c 1", left, *operator)
                : g_str_equal (operator, "=")
                  ? g_strdup (right)
                  : g_strdup_printf ("(%s) %.*s (%s)", left, (int)strlen (operator) - 1, operator, right);
  set_target (deed, tokens, start, stop, value);
}

/* --- the whole --- */

AfDeed *af_deed_read (const char *text)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  g_autoptr (AfDeed) deed = g_new0 (AfDeed, 1);
  guint n = tokens->tokens->len, at = 0, end, after;
  if (af_token_is (tokens, 0, "if") && af_token_is (tokens, 1, "(")) {
    at = closing (tokens, 1) + 1;
    deed->guard = at < n ? text_between (tokens, 2, at - 1) : NULL;
    if (!deed->guard || !af_deed_is_pure (deed->guard))
      return NULL;
  }
  gboolean is_block = deed->guard && af_token_is (tokens, at, "{");
  guint close = is_block ? closing (tokens, at) : n;
  at += is_block;
  for (end = at; end < n && !af_token_is (tokens, end, ";"); end++)
    if (af_token_is (tokens, end, "("))
      end = closing (tokens, end);
  after = is_block ? close + 1 : end + 1;
  if (end >= n || (is_block && end + 1 != close) || !is_simple (tokens, at, end + 1))
    return NULL;
  deed->skips = deed->guard && af_token_is (tokens, after, "else");
  deed->opens = deed->skips && af_token_is (tokens, after + 1, "{");
  if (after + deed->skips + deed->opens != n)
    return NULL;
  deed->action = text_between (tokens, at, end + 1);
  read_value (deed, tokens, at, end);
  return g_steal_pointer (&deed);
}

AfDeed *af_deed_condition (const char *text)
{
  if (!af_deed_is_pure (text))
    return NULL;
  AfDeed *deed = g_new0 (AfDeed, 1);
  deed->value = g_strdup (text);
  return deed;
}
