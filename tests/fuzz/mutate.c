/* Changing C text so that it often stays C.
 *
 * In:  a text, perhaps another one, a seed.
 * Out: the text with one to four changes, each of tokens, of bracketed groups, or of statements.
 *
 * Changed bytes hardly ever give a text that a compiler accepts, and only such a text is woven:
 *     if (a > b) { x = a; }     { x = a; }  to  { y--; return x; }, which stands elsewhere; `>` to `||`; `a` to `x[2]`
 */
#include "mutate.h"

#include <string.h>

typedef struct {
  guint start, end;
} Span;

static const char *const words[] = { "a",
                                     "0",
                                     "1",
                                     "-1",
                                     "2147483647",
                                     "0x80000000",
                                     "1ull",
                                     "'a'",
                                     "\"s\"",
                                     "sizeof (int)",
                                     "NULL",
                                     "(char) 1",
                                     "x[1]",
                                     "*p",
                                     "&x",
                                     "p->n",
                                     "+",
                                     "-",
                                     "*",
                                     "/",
                                     "%",
                                     "<<",
                                     ">>",
                                     "<",
                                     "<=",
                                     "==",
                                     "!=",
                                     "&",
                                     "|",
                                     "^",
                                     "&&",
                                     "||",
                                     "!",
                                     "~",
                                     "++",
                                     "--",
                                     "=",
                                     "+=",
                                     "-=",
                                     "*=",
                                     "/=",
                                     "<<=",
                                     ">>=",
                                     ",",
                                     "?",
                                     ":",
                                     "?:",
                                     ";",
                                     "(",
                                     ")",
                                     "{",
                                     "}",
                                     "[",
                                     "]",
                                     "->",
                                     ".",
                                     "...",
                                     "#",
                                     "##",
                                     "\\\n",
                                     "\n",
                                     "int",
                                     "unsigned",
                                     "char",
                                     "long",
                                     "short",
                                     "_Bool",
                                     "double",
                                     "void",
                                     "const",
                                     "volatile",
                                     "static",
                                     "extern",
                                     "inline",
                                     "register",
                                     "struct",
                                     "union",
                                     "enum",
                                     "typedef",
                                     "_Atomic",
                                     "__thread",
                                     "_Noreturn",
                                     "__attribute__ ((unused))",
                                     "__extension__",
                                     "_Alignas (8)",
                                     "if",
                                     "else",
                                     "while",
                                     "do",
                                     "for",
                                     "switch",
                                     "case 1:",
                                     "default:",
                                     "break;",
                                     "continue;",
                                     "return",
                                     "goto out;",
                                     "out:",
                                     "asm (\"\");",
                                     "({ 1; })",
                                     "({ int t = 1; t; })",
                                     "(int[]) { 1, 2 }",
                                     "(struct s) { .n = 1 }",
                                     "_Generic (1, int: 2, default: 3)",
                                     "__func__",
                                     "alloca (4)",
                                     "int v[n];",
                                     "for (;;)",
                                     "while (0)",
                                     "do { } while (0);",
                                     "__builtin_expect (x, 1)",
                                     "__builtin_unreachable ();",
                                     "typeof (x)",
                                     "REQUIRE (x);",
                                     "ENSURE (RESULT == OLD (x));",
                                     "CHECK (x);",
                                     "LOOP_INVARIANT (x);",
                                     "LOOP_VARIANT (x);",
                                     "CONSUME (p);",
                                     "QUERY",
                                     "INVARIANT",
                                     "RESULT",
                                     "OLD (x)",
                                     "IMPLIES (x, 1)",
                                     "IFF (x, 1)",
                                     "FORALL (i, 0, 3, x)",
                                     "EXISTS (i, 0, 3, x)",
                                     "READABLE (p, 1)",
                                     "WRITABLE (p, 1)",
                                     "assert (x);",
                                     "g_assert (x);",
                                     "abort ();",
                                     "memcpy (p, p, 1)",
                                     "free (p)",
                                     "/* c */",
                                     "// c\n",
                                     "#if 1\n",
                                     "#else\n",
                                     "#endif\n",
                                     "\n#define M(x) x\n",
                                     "M (x)",
                                     "\n#define S(x) #x\n",
                                     "S (x)" };

/* --- tokens --- */

static guint token_end (const char *text, guint at, guint length)
{
  guint end = at + 1;
  if (text[at] == '"' || text[at] == '\'') {
    while (end < length && text[end] != text[at] && text[end] != '\n')
      end += text[end] == '\\' && end + 1 < length ? 2 : 1;
    return MIN (end + 1, length);
  }
  if (g_ascii_isalnum (text[at]) || text[at] == '_')
    while (end < length && (g_ascii_isalnum (text[end]) || text[end] == '_'))
      end++;
  else if (strchr ("+-<>=&|", text[at]) && end < length
           && (text[end] == text[at] || text[end] == '=' || text[end] == '>'))
    end++;
  return end;
}

static GArray *split (const char *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Span));
  guint length = (guint)strlen (text);
  for (guint at = 0; at < length;) {
    Span span = { at, token_end (text, at, length) };
    if (!g_ascii_isspace (text[at]))
      g_array_append_val (tokens, span);
    at = span.end;
  }
  return tokens;
}

static Span token (const GArray *tokens, guint i)
{
  return g_array_index (tokens, Span, i);
}

/* --- choosing --- */

static guint below (GRand *rand, guint n)
{
  return n == 0 ? 0 : g_rand_int (rand) % n;
}

/* Number of the bracket that closes the one that token @open is, or @open itself. */
static guint closing (const char *text, const GArray *tokens, guint open)
{
  int depth = 0;
  for (guint i = open; i < tokens->len; i++) {
    char c = text[token (tokens, i).start];
    depth += strchr ("([{", c) ? 1 : strchr (")]}", c) ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return open;
}

/* What stands in a pair of brackets of the kind @bracket, or a single token. */
static Span group (const char *text, const GArray *tokens, char bracket, GRand *rand)
{
  guint first = below (rand, tokens->len);
  for (guint n = 0; n < tokens->len; n++) {
    guint i = (first + n) % tokens->len;
    if (text[token (tokens, i).start] != bracket)
      continue;
    return (Span){ token (tokens, i).start, token (tokens, closing (text, tokens, i)).end };
  }
  return token (tokens, first);
}

/* A statement or a declaration: from after a `;` or a brace to the next of them at the same depth. */
static Span statement (const char *text, const GArray *tokens, GRand *rand)
{
  guint first = below (rand, tokens->len);
  while (first > 0 && !strchr (";{}", text[token (tokens, first - 1).start]))
    first--;
  guint last = first;
  for (; last + 1 < tokens->len; last++) {
    char c = text[token (tokens, last).start];
    if (strchr ("([{", c))
      last = closing (text, tokens, last);
    if (strchr (";}", text[token (tokens, last).start]))
      break;
  }
  /* a bracket may have closed with the last token */
  return (Span){ token (tokens, first).start, token (tokens, MIN (last, tokens->len - 1)).end };
}

static Span some_tokens (const GArray *tokens, GRand *rand, guint most)
{
  guint first = below (rand, tokens->len);
  guint last = first + below (rand, most);
  last = MIN (last, tokens->len - 1);
  return (Span){ token (tokens, first).start, token (tokens, last).end };
}

/* --- changing --- */

static char *replace (const char *text, Span old, const char *new_text)
{
  return g_strdup_printf ("%.*s %s %s", (int)old.start, text, new_text, text + old.end);
}

static char *slice (const char *text, Span span)
{
  return g_strndup (text + span.start, span.end - span.start);
}

/* A piece of @from in the place of one of the same kind. */
static char *exchange (const char *text, const GArray *tokens, const char *from, const GArray *pieces, GRand *rand)
{
  static const char brackets[] = "({[";
  char bracket = brackets[below (rand, 3)];
  gboolean is_group = below (rand, 2) == 0;
  Span old = is_group ? group (text, tokens, bracket, rand) : statement (text, tokens, rand);
  Span piece = is_group ? group (from, pieces, bracket, rand) : statement (from, pieces, rand);
  g_autofree char *new_text = slice (from, piece);
  if (!is_group && below (rand, 2) == 0)
    old.end = old.start;
  return replace (text, old, new_text);
}

static char *change (const char *text, const char *other, GRand *rand)
{
  g_autoptr (GArray) tokens = split (text);
  g_autoptr (GArray) pieces = split (other);
  if (tokens->len == 0 || pieces->len == 0)
    return g_strdup (words[below (rand, G_N_ELEMENTS (words))]);
  switch (below (rand, 8)) {
  case 0:
    return replace (text, some_tokens (tokens, rand, 6), "");
  case 1:
    return replace (text, statement (text, tokens, rand), "");
  case 2:
    return replace (text, some_tokens (tokens, rand, 1), words[below (rand, G_N_ELEMENTS (words))]);
  case 3: {
    Span place = some_tokens (tokens, rand, 1);
    return replace (text, (Span){ place.start, place.start }, words[below (rand, G_N_ELEMENTS (words))]);
  }
  case 4: {
    g_autofree char *new_text = slice (other, some_tokens (pieces, rand, 1));
    return replace (text, some_tokens (tokens, rand, 1), new_text);
  }
  default:
    return exchange (text, tokens, other, pieces, rand);
  }
}

char *af_mutate (const char *text, const char *other, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  char *changed = g_strdup (text);
  for (guint n = 1 + below (rand, 4); n > 0; n--) {
    g_autofree char *before = g_steal_pointer (&changed);
    changed = change (before, other && below (rand, 2) == 0 ? other : before, rand);
  }
  return changed;
}
