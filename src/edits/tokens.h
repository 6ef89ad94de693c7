/* C text as tokens, without a preprocessor: comments and layout are left out, a directive is one token. */
#pragma once

#include <glib.h>

typedef enum {
  AF_TOKEN_NAME, /* identifiers and keywords */
  AF_TOKEN_NUMBER,
  AF_TOKEN_STRING, /* with its prefix */
  AF_TOKEN_CHARACTER,
  AF_TOKEN_PUNCTUATOR,
  AF_TOKEN_DIRECTIVE /* from # to the end of its last line, comments of the end left out */
} AfTokenKind;

typedef struct {
  AfTokenKind kind;
  guint start, end;   /* bytes of the text */
  guint line, column; /* from 1, in bytes */
} AfToken;

typedef struct {
  const char *text; /* not owned, must stay; any bytes: what is above 0x7f counts as letters */
  gsize length;
  GArray *tokens; /* of AfToken */
} AfTokens;

/* Never fails: what begins and does not end (a string, a comment) ends with its line, or the text. */
AfTokens *af_tokens_read (const char *text, gsize length);
void af_tokens_free (AfTokens *tokens);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTokens, af_tokens_free)

const AfToken *af_token_at (const AfTokens *tokens, guint index);
/* Whether the token at @index (false past the end) is spelled @word. */
gboolean af_token_is (const AfTokens *tokens, guint index, const char *word);
/* Owned by the caller. */
char *af_token_text (const AfTokens *tokens, guint index);
/* Of the spellings of tokens [@first, @end), layout left out. */
guint64 af_tokens_hash (const AfTokens *tokens, guint first, guint end);

/* A definition of a function: tokens [first, end), its body from the opening brace. */
typedef struct {
  guint first, body, end;
  guint name; /* token */
} AfOutline;

/* The definitions of a file in order: array of AfOutline.  Those in the style of before 1989, whose parameters are
 * declared after the parentheses, are not found. */
GArray *af_tokens_functions (const AfTokens *tokens);
