/* Which tokens of a file are definitions of functions.
 *
 *     static int f (int a) { ... }     first: static, name: f, body: {, end: after }
 *
 * Braces are counted.  After #else they begin again as at #if, for the parts of a conditional are alternatives. */
#include "edits/tokens.h"

#include <string.h>

typedef struct {
  const AfTokens *tokens;
  GArray *functions;
  GArray *depths; /* of guint: of braces, at each #if that is open */
  guint depth;
  guint start;  /* of what stands outside of braces */
  guint parens; /* open parentheses there */
  guint name;   /* last name there that parentheses follow; G_MAXUINT: none */
  gboolean assigns, is_definition;
  AfOutline open; /* the function whose body it is in */
} Search;

static gboolean directive_is (const AfTokens *tokens, const AfToken *token, const char *word)
{
  const char *at = tokens->text + token->start + 1, *end = tokens->text + token->end;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return (gsize)(end - at) >= strlen (word) && memcmp (at, word, strlen (word)) == 0;
}

static void begin (Search *s, guint at)
{
  s->start = at;
  s->parens = 0;
  s->name = G_MAXUINT;
  s->assigns = FALSE;
}

static void at_directive (Search *s, guint i)
{
  const AfToken *token = af_token_at (s->tokens, i);
  if (directive_is (s->tokens, token, "if"))
    g_array_append_val (s->depths, s->depth);
  else if (s->depths->len > 0 && directive_is (s->tokens, token, "el"))
    s->depth = g_array_index (s->depths, guint, s->depths->len - 1);
  else if (s->depths->len > 0 && directive_is (s->tokens, token, "endif"))
    g_array_set_size (s->depths, s->depths->len - 1);
  if (s->depth == 0 && s->parens == 0 && s->name == G_MAXUINT)
    begin (s, i + 1);
}

static gboolean is_record (const Search *s)
{
  static const char *const words[] = { "struct", "union", "enum", "typedef" };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (af_token_is (s->tokens, s->start, words[i]))
      return TRUE;
  return FALSE;
}

/* At a brace outside of all others. */
static void open_brace (Search *s, guint i)
{
  gboolean after_paren = i > 0 && af_token_is (s->tokens, i - 1, ")");
  s->is_definition = s->name != G_MAXUINT && !s->assigns && s->parens == 0 && (after_paren || !is_record (s));
  s->open = (AfOutline){ s->start, i, 0, s->name };
}

static void outside (Search *s, guint i)
{
  const AfToken *token = af_token_at (s->tokens, i);
  if (af_token_is (s->tokens, i, "(")) {
    const AfToken *before = i > s->start ? af_token_at (s->tokens, i - 1) : NULL;
    if (s->parens++ == 0 && before && before->kind == AF_TOKEN_NAME && !af_token_is (s->tokens, i - 1, "__attribute__")
        && !af_token_is (s->tokens, i - 1, "__attribute"))
      s->name = i - 1;
  } else if (af_token_is (s->tokens, i, ")"))
    s->parens -= s->parens > 0;
  else if (af_token_is (s->tokens, i, ";"))
    begin (s, i + 1);
  else if (af_token_is (s->tokens, i, "=") && s->parens == 0)
    s->assigns = TRUE;
  else if (token->kind == AF_TOKEN_STRING && af_token_is (s->tokens, i + 1, "{"))
    begin (s, i + 2); /* extern "C" { */
}

GArray *af_tokens_functions (const AfTokens *tokens)
{
  g_autoptr (GArray) depths = g_array_new (FALSE, FALSE, sizeof (guint));
  Search s = { .tokens = tokens, .functions = g_array_new (FALSE, FALSE, sizeof (AfOutline)), .depths = depths };
  begin (&s, 0);
  for (guint i = 0; i < tokens->tokens->len; i++) {
    gboolean opens = af_token_is (tokens, i, "{"), closes = af_token_is (tokens, i, "}");
    if (af_token_at (tokens, i)->kind == AF_TOKEN_DIRECTIVE)
      at_directive (&s, i);
    else if (opens && i >= s.start) {
      if (s.depth++ == 0)
        open_brace (&s, i);
    } else if (closes && s.depth > 0) {
      if (--s.depth > 0)
        continue;
      s.open.end = i + 1;
      if (s.is_definition)
        g_array_append_val (s.functions, s.open);
      if (s.is_definition || !s.assigns)
        begin (&s, i + 1);
      s.is_definition = FALSE;
    } else if (s.depth == 0 && i >= s.start)
      outside (&s, i);
  }
  return s.functions;
}
