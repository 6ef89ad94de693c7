/* Macro calls in whose place an expression can be written.
 *
 * In:  the definition of a macro.
 * Out: whether it is closed: what it stands for is one expression, whatever comes before and after a call.  And of an
 * expression that is all of such a call, AfExpr.expansion: the weaver writes it out there, with its checks.
 *
 *     #define AT(v, i) ((v)->items[(i)])     closed: in parentheses
 *     #define NEXT(p)  p->next               closed: a name, and what comes after one
 *     #define SUM(a, b) a + b                SUM (x, y) * 2 is x + y * 2, and no call of SUM has an expression
 *     #define POP(s)   do { ... } while (0)  a statement
 *     #define self     (self->next)          written out it would be read as the macro once more
 *
 * What a closed macro uses must be closed as well: the names of what is left are none of macros. */
#include <string.h>

#include "frontend/expressions/frontend-exprs-internal.h"

enum { MAX_DEPTH = 16 }; /* of macros that use each other */

typedef struct {
  const AfMacroTable *table;
  CXCursor definitions[MAX_DEPTH]; /* those that are being looked at */
  guint depth;
} Search;

static gboolean is_closed (Search *search, CXCursor definition);

/* Its spelling without the escaped newlines that libclang has in front of it; owned by the caller. */
static char *token_text (CXTranslationUnit tu, CXToken token)
{
  g_autofree char *spelling = af_clang_string (clang_getTokenSpelling (tu, token));
  const char *text = spelling;

  while (*text == '\\' && (text[1] == '\n' || (text[1] == '\r' && text[2] == '\n')))
    text += text[1] == '\n' ? 2 : 3;
  return g_strdup (text);
}

/* libclang does not know it of a macro that is taken back later. */
gboolean af_macro_takes_arguments (CXTranslationUnit tu, CXCursor definition)
{
  CXToken *all = NULL;
  unsigned n = 0, name_end = 0, next = 0;
  gboolean is_bracket = FALSE;

  if (clang_Cursor_isMacroFunctionLike (definition) || clang_Cursor_isMacroBuiltin (definition)
      || clang_Location_isInSystemHeader (clang_getCursorLocation (definition)))
    return clang_Cursor_isMacroFunctionLike (definition) != 0;
  clang_tokenize (tu, clang_getCursorExtent (definition), &all, &n);
  if (n > 1) {
    g_autofree char *text = token_text (tu, all[1]);
    clang_getFileLocation (clang_getRangeEnd (clang_getTokenExtent (tu, all[0])), NULL, NULL, NULL, &name_end);
    clang_getFileLocation (clang_getTokenLocation (tu, all[1]), NULL, NULL, NULL, &next);
    is_bracket = strcmp (text, "(") == 0;
  }
  clang_disposeTokens (tu, all, n);
  return is_bracket && name_end == next;
}

GPtrArray *af_macro_tokens (CXTranslationUnit tu, CXCursor definition, GArray *is_name)
{
  GPtrArray *tokens = g_ptr_array_new_with_free_func (g_free);
  CXToken *all = NULL;
  unsigned n = 0, first = 1;

  clang_tokenize (tu, clang_getCursorExtent (definition), &all, &n);
  if (af_macro_takes_arguments (tu, definition))
    for (gboolean is_over = FALSE; first < n && !is_over; first++) {
      g_autofree char *text = token_text (tu, all[first]);
      is_over = strcmp (text, ")") == 0;
    }
  for (unsigned i = first; i < n; i++) {
    enum CXTokenKind kind = clang_getTokenKind (all[i]);
    gboolean is_identifier = kind == CXToken_Identifier;

    if (kind == CXToken_Comment)
      continue;
    g_ptr_array_add (tokens, token_text (tu, all[i]));
    if (is_name)
      g_array_append_val (is_name, is_identifier);
  }
  clang_disposeTokens (tu, all, n);
  return tokens;
}

static gboolean is_token (const GPtrArray *tokens, guint i, const char *text)
{
  return i < tokens->len && strcmp (tokens->pdata[i], text) == 0;
}

/* The token after the bracket that closes the one at @i; 0: none does. */
static guint after_bracket (const GPtrArray *tokens, guint i)
{
  guint depth = 0;

  for (; i < tokens->len; i++) {
    depth += is_token (tokens, i, "(") || is_token (tokens, i, "[");
    if ((is_token (tokens, i, ")") || is_token (tokens, i, "]")) && --depth == 0)
      return i + 1;
  }
  return 0;
}

/* `(...)`, `p->next`, `(p)->items[i]`, `f (x)->size`; or `!` and such a one: of a number there is no more to take. */
static gboolean is_primary (const GPtrArray *tokens, const GArray *is_name)
{
  guint first = is_token (tokens, 0, "!") || is_token (tokens, 0, "~") || is_token (tokens, 0, "-") ? 1 : 0;
  gboolean is_group = is_token (tokens, first, "(");
  gboolean begins_with_name = first < tokens->len && g_array_index (is_name, gboolean, first);
  guint i = is_group ? after_bracket (tokens, first) : begins_with_name ? first + 1 : 0;

  if (i == 0 || (is_group && is_token (tokens, i, "("))) /* a cast, perhaps */
    return FALSE;
  while (i > 0 && i < tokens->len) {
    gboolean is_step = is_token (tokens, i, "->") || is_token (tokens, i, ".");

    if (is_step && i + 1 < tokens->len && g_array_index (is_name, gboolean, i + 1))
      i += 2;
    else if (is_token (tokens, i, "[") || is_token (tokens, i, "("))
      i = after_bracket (tokens, i);
    else
      return FALSE;
  }
  return i == tokens->len;
}

/* What no expression has, or only one that is not to be written a second time. */
static gboolean is_foreign (const char *token)
{
  static const char *const others[] = { ";",  "{",     "}",      "#",    "##",   "return", "if",       "for",   "while",
                                        "do", "break", "switch", "goto", "case", "else",   "_Generic", "static" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (token, others[i]) == 0)
      return TRUE;
  return g_str_has_prefix (token, "afx__");
}

/* Whether a name is none of a macro, or one of a macro that is closed. */
static gboolean is_known (Search *search, const char *name)
{
  const CXCursor *macro = af_macro_named (search->table, name);

  return !macro || is_closed (search, *macro);
}

static gboolean is_closed (Search *search, CXCursor definition)
{
  g_autoptr (GArray) is_name = g_array_new (FALSE, FALSE, sizeof (gboolean));
  g_autofree char *own = af_clang_name (definition);

  if (search->depth == MAX_DEPTH || g_hash_table_contains ((GHashTable *)search->table->hooks, own))
    return FALSE;
  for (guint i = 0; i < search->depth; i++)
    if (clang_equalCursors (search->definitions[i], definition))
      return FALSE;
  g_autoptr (GPtrArray) tokens = af_macro_tokens (search->table->tu, definition, is_name);
  gboolean may_be = search->depth > 0 || is_primary (tokens, is_name);

  search->definitions[search->depth++] = definition;
  for (guint i = 0; i < tokens->len && may_be; i++)
    may_be =
      !is_foreign (tokens->pdata[i]) && (!g_array_index (is_name, gboolean, i) || is_known (search, tokens->pdata[i]));
  search->depth--;
  return may_be;
}

gboolean af_macro_is_closed (const AfMacroTable *table, CXCursor definition)
{
  Search search = { .table = table };

  return clang_getCursorKind (definition) == CXCursor_MacroDefinition
         && !clang_Location_isInSystemHeader (clang_getCursorLocation (definition)) && is_closed (&search, definition);
}

/* How much an operator between two operands holds them together: 1 for a comma; 0: it is none. */
static int strength (const char *operator)
{
  static const struct {
    const char *spelling;
    int strength;
  } operators[] = { { ",", 1 },   { "=", 2 },  { "+=", 2 }, { "-=", 2 },  { "*=", 2 },  { "/=", 2 },
                    { "%=", 2 },  { "&=", 2 }, { "|=", 2 }, { "^=", 2 },  { "?", 3 },   { ":", 3 },
                    { "||", 4 },  { "&&", 5 }, { "|", 6 },  { "^", 7 },   { "&", 8 },   { "==", 9 },
                    { "!=", 9 },  { "<", 10 }, { ">", 10 }, { "<=", 10 }, { ">=", 10 }, { "<<", 11 },
                    { ">>", 11 }, { "+", 12 }, { "-", 12 }, { "*", 13 },  { "/", 13 },  { "%", 13 } };

  for (guint k = 0; k < G_N_ELEMENTS (operators); k++)
    if (strcmp (operator, operators[k].spelling) == 0)
      return operators[k].strength;
  return 0;
}

/* The token before an operator between operands ends one. */
static gboolean ends_operand (const GPtrArray *tokens, const GArray *is_name, guint i)
{
  return g_array_index (is_name, gboolean, i) || is_token (tokens, i, ")") || is_token (tokens, i, "]")
         || g_ascii_isdigit (*(const char *)tokens->pdata[i]);
}

int af_macro_openness (const AfMacroTable *table, CXCursor definition)
{
  g_autoptr (GArray) is_name = g_array_new (FALSE, FALSE, sizeof (gboolean));
  int least = 0;

  if (clang_getCursorKind (definition) != CXCursor_MacroDefinition)
    return 0;
  g_autoptr (GPtrArray) tokens = af_macro_tokens (table->tu, definition, is_name);
  for (guint i = 0; i < tokens->len; i++) {
    guint after = is_token (tokens, i, "(") || is_token (tokens, i, "[") ? after_bracket (tokens, i) : 0;
    int found = i > 0 && ends_operand (tokens, is_name, i - 1) ? strength (tokens->pdata[i]) : 0;

    least = found > 0 && (least == 0 || found < least) ? found : least;
    i = after > 0 ? after - 1 : i;
  }
  return least;
}

/* --- expressions --- */

typedef struct {
  AfRange call;
  gboolean is_sayable;
} Saying;

static gboolean visit_sayable (AfExpr *node, gpointer data)
{
  Saying *saying = data;
  gboolean is_float = node->kind == AF_EXPR_FLOAT && g_strcmp0 (node->type->spelling, "double") != 0;

  if (!af_range_is_none (node->range)) { /* an argument: as the file has it */
    saying->is_sayable &= saying->call.start < node->range.start && node->range.end < saying->call.end;
    return FALSE;
  }
  switch (node->kind) {
  case AF_EXPR_OTHER:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
    saying->is_sayable = FALSE;
    break;
  case AF_EXPR_BOOL:
  case AF_EXPR_INT:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_CAST:
    saying->is_sayable &= !is_float;
    break;
  }
  return saying->is_sayable;
}

/* Whether something of a macro's body stands where one whole call is. */
static gboolean is_call (const AfUnit *unit, AfPlace place)
{
  return place.in_macro && !af_range_is_none (place.range)
         && af_place_expansion_end (unit, place.range.start) == place.range.end;
}

AfRange af_expansion_begin (const AfUnit *unit, AfPlace place)
{
  gboolean is_closed_call =
    is_call (unit, place) && g_hash_table_contains (unit->closed, GUINT_TO_POINTER (place.range.start));

  return is_closed_call && !af_range_equal (place.range, unit->expanded) ? place.range : AF_RANGE_NONE;
}

/* How much the operator of @cursor holds its operands together; 0: it has none between operands. */
static int strength_of (CXCursor cursor)
{
  switch ((int)clang_getCursorKind (cursor)) {
  case CXCursor_BinaryOperator:
    return clang_getCursorBinaryOperatorKind (cursor) == CXBinaryOperator_Assign
             ? strength ("=")
             : strength (af_op_spelling (af_frontend_binary_op (cursor)));
  case CXCursor_CompoundAssignOperator:
    return strength ("=");
  case CXCursor_ConditionalOperator:
    return strength ("?");
  default:
    return 0;
  }
}

gboolean af_expansion_is_cut (const AfUnit *unit, AfPlace place, CXCursor cursor)
{
  gpointer openness =
    is_call (unit, place) ? g_hash_table_lookup (unit->open, GUINT_TO_POINTER (place.range.start)) : NULL;

  return openness != NULL && strength_of (cursor) != GPOINTER_TO_INT (openness);
}

void af_expansion_note (AfExpr *expr, AfRange call)
{
  Saying saying = { call, TRUE };

  if (af_range_is_none (call) || !expr->in_macro)
    return;
  af_expr_walk (expr, visit_sayable, &saying);
  if (saying.is_sayable)
    expr->expansion = call;
}
