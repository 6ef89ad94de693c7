/* What a candidate says anew is guarded as where it was said before.
 *
 * In:  a routine's guards, the edits of a candidate.
 * Out: the edits with guards in their text.
 *
 * A candidate that replaces text takes the guards in it away (groups.c), and what it puts in has none.  But most of
 * what it puts in was there: `isspace (s[l-1])` becomes `l > 2 || isspace (s[l-1])`.  Without a guard its read before
 * the beginning of s would go unseen until the repaired module is rebuilt with sanitizers, which is done for few.
 *
 *     `s[l-1]` guarded as `(*AFRT_E (1, 2, (s), (l-1)))`
 *     new text `l > 2 || isspace (s[l - 1])`: `l > 2 || isspace ((*AFRT_E (1, 2, (s), (l-1))))`
 *
 * Texts are compared by their tokens.  Only what is read or written is guarded, and called functions: what a place
 * demands (`n` in `a[n]`, a divisor) means nothing elsewhere, and arithmetic can be another one beside other
 * operators; the sanitizers see to that.  A text that may mean something else where it is said again gets no guard. */
#include <string.h>

#include "weave/weave-internal.h"

/* A text that is guarded where the user wrote it. */
typedef struct {
  GPtrArray *tokens; /* of char * */
  AfExprKind kind;
  char *text; /* with its guards; owned */
} AfSaid;

struct AfGuarded {
  const AfSource *source;
  const AfRoutine *routine;
  const GPtrArray *groups;
  GHashTable *by_first; /* first token to GPtrArray of AfSaid, those of more tokens first */
};

/* A token of a text. */
typedef struct {
  guint start, end;
} AfToken;

static void said_free (gpointer data)
{
  AfSaid *said = data;
  g_ptr_array_unref (said->tokens);
  g_free (said->text);
  g_free (said);
}

static GArray *list_tokens (const char *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (AfToken));
  guint length = strlen (text);

  for (guint at = af_text_skip_blanks (text, 0, length); at < length; at = af_text_skip_blanks (text, at, length)) {
    AfToken token = { at, af_text_skip_token (text, at, length) };
    g_array_append_val (tokens, token);
    at = token.end;
  }
  return tokens;
}

static char *token_text (const char *text, const GArray *tokens, guint i)
{
  AfToken token = g_array_index (tokens, AfToken, i);

  return g_strndup (text + token.start, token.end - token.start);
}

/* --- what is guarded --- */

/* Whether one name stands for two variables of the routine. */
static gboolean is_twice (const AfRoutine *routine, const char *name)
{
  guint n = 0;

  for (guint i = 0; i < routine->variables->len; i++)
    n += g_str_equal (((const AfVariable *)routine->variables->pdata[i])->name, name);
  return n > 1;
}

static gboolean is_access (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF
         || expr->kind == AF_EXPR_CALL || expr->kind == AF_EXPR_CALL_POINTER;
}

static gboolean names_one (const AfRoutine *routine, const AfExpr *expr)
{
  for (guint i = 0; i < expr->n_args; i++)
    if (!names_one (routine, expr->args[i]))
      return FALSE;
  return expr->kind != AF_EXPR_VAR || !is_twice (routine, expr->name);
}

static gboolean is_within (const AfEditGroup *group, AfRange range)
{
  for (guint i = 0; i < group->edits->len; i++)
    if (!af_range_contains (range, ((const AfEdit *)group->edits->pdata[i])->range))
      return FALSE;
  return group->edits->len > 0;
}

/* The text of @range with all guards of what is in it; that of what is around it may wrap it, too. */
static char *text_with_guards (const AfGuarded *guarded, AfRange range)
{
  g_autoptr (GPtrArray) edits = g_ptr_array_new ();

  for (guint i = 0; i < guarded->groups->len; i++) {
    const AfEditGroup *group = g_ptr_array_index (guarded->groups, i);
    if (!group->subject || !af_range_contains (range, group->subject->range) || !is_within (group, range))
      continue;
    for (guint j = 0; j < group->edits->len; j++)
      g_ptr_array_add (edits, group->edits->pdata[j]);
  }
  return af_edits_apply_in (guarded->source, range, edits);
}

static void add_said (AfGuarded *guarded, const AfExpr *subject)
{
  g_autofree char *text = af_source_slice (guarded->source, subject->range);
  g_autoptr (GArray) tokens = list_tokens (text);
  GPtrArray *list;
  guint at = 0;

  if (tokens->len == 0 || strchr (text, '#') || strchr (text, '\n'))
    return;
  AfSaid *said = g_new0 (AfSaid, 1);
  said->kind = subject->kind;
  said->text = text_with_guards (guarded, subject->range);
  said->tokens = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < tokens->len; i++)
    g_ptr_array_add (said->tokens, token_text (text, tokens, i));
  list = g_hash_table_lookup (guarded->by_first, said->tokens->pdata[0]);
  if (!list) {
    list = g_ptr_array_new_with_free_func (said_free);
    g_hash_table_insert (guarded->by_first, g_strdup (said->tokens->pdata[0]), list);
  }
  while (at < list->len && ((const AfSaid *)list->pdata[at])->tokens->len >= said->tokens->len)
    at++;
  g_ptr_array_insert (list, (gint)at, said);
}

AfGuarded *af_guarded_new (const AfSource *source, const AfRoutine *routine, const GPtrArray *groups)
{
  AfGuarded *guarded = g_new (AfGuarded, 1);

  *guarded = (AfGuarded){ source, routine, groups, NULL };
  return guarded;
}

static GHashTable *list_said (AfGuarded *guarded)
{
  const AfExpr *last = NULL;

  if (guarded->by_first)
    return guarded->by_first;
  guarded->by_first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < guarded->groups->len; i++) {
    const AfEditGroup *group = g_ptr_array_index (guarded->groups, i);
    if (group->subject && group->subject != last && is_access (group->subject)
        && names_one (guarded->routine, group->subject) && is_within (group, group->subject->range))
      add_said (guarded, group->subject);
    last = group->subject;
  }
  return guarded->by_first;
}

void af_guarded_free (AfGuarded *guarded)
{
  if (!guarded)
    return;
  g_clear_pointer (&guarded->by_first, g_hash_table_unref);
  g_free (guarded);
}

/* --- where it is said again --- */

static gboolean is_word (const char *text, AfToken token, const char *word)
{
  return token.end - token.start == strlen (word) && g_str_has_prefix (text + token.start, word);
}

static gboolean is_name (const char *text, AfToken token)
{
  return g_ascii_isalpha (text[token.start]) || text[token.start] == '_';
}

/* `int *p`, `struct node n`: what is declared is no use. */
static gboolean begins_declaration (const char *text, const GArray *tokens)
{
  const AfToken *first = &g_array_index (tokens, AfToken, 0);

  return tokens->len > 2 && is_name (text, *first) && !is_word (text, *first, "return")
         && !is_word (text, *first, "else") && !is_word (text, *first, "sizeof")
         && (is_name (text, first[1]) || (text[first[1].start] == '*' && is_name (text, first[2])));
}

/* Whether what stands before token @i, in the text or in the module, takes its address: `&a[n]` may be behind the last
 * element. */
static gboolean is_address (const AfGuarded *guarded, const AfEdit *edit, const GArray *tokens, guint i)
{
  const char *text = edit->text, *source = guarded->source->text;
  guint before = i > 0 ? g_array_index (tokens, AfToken, 0).start : 0, at;

  while (i > 0 && text[g_array_index (tokens, AfToken, i - 1).start] == '(')
    i--;
  if (i > 0) {
    at = g_array_index (tokens, AfToken, i - 1).start;
    return text[at] == '&' && (at == before || text[at - 1] != '&');
  }
  for (at = edit->range.start; at > 0 && (g_ascii_isspace (source[at - 1]) || source[at - 1] == '('); at--)
    ;
  return at > 0 && source[at - 1] == '&' && (at == 1 || source[at - 2] != '&');
}

/* Whether the tokens from @i to @next - 1 mean there what they mean alone. */
static gboolean stands_alone (const AfGuarded *guarded, AfExprKind kind, const AfEdit *edit, const GArray *tokens,
                              guint i, guint next)
{
  const char *text = edit->text;
  const AfToken *before = i > 0 ? &g_array_index (tokens, AfToken, i - 1) : NULL;
  char previous = before ? text[before->start] : '(',
       beyond = before && before->start > 0 ? text[before->start - 1] : ' ';
  char following = next < tokens->len ? text[g_array_index (tokens, AfToken, next).start] : ')';

  if (previous == '.' || (previous == '>' && beyond == '-') || is_address (guarded, edit, tokens, i))
    return FALSE;
  if (kind != AF_EXPR_DEREF)
    return TRUE;
  gboolean is_product =
    before && !is_word (text, *before, "return") && (g_ascii_isalnum (previous) || strchr ("_)]*", previous));
  gboolean is_declarator = previous == ',' && following == '=';
  return !is_product && !is_declarator && !strchr ("([.-+", following);
}

/* The longest guarded text that begins at token @i, or null. */
static const AfSaid *find_said (AfGuarded *guarded, const AfEdit *edit, const GArray *tokens, guint i)
{
  const char *text = edit->text;
  g_autofree char *first = token_text (text, tokens, i);
  const GPtrArray *list = g_hash_table_lookup (list_said (guarded), first);

  for (guint j = 0; list && j < list->len; j++) {
    const AfSaid *said = g_ptr_array_index (list, j);
    guint n = said->tokens->len;
    gboolean is_same = i + n <= tokens->len;
    for (guint k = 1; is_same && k < n; k++) {
      AfToken token = g_array_index (tokens, AfToken, i + k);
      const char *wanted = said->tokens->pdata[k];
      is_same =
        strlen (wanted) == token.end - token.start && memcmp (wanted, text + token.start, token.end - token.start) == 0;
    }
    if (is_same && stands_alone (guarded, said->kind, edit, tokens, i, i + n))
      return said;
  }
  return NULL;
}

static char *guard_text (AfGuarded *guarded, const AfEdit *edit)
{
  const char *text = edit->text;
  g_autoptr (GArray) tokens = list_tokens (text);
  GString *out = g_string_new (NULL);
  guint done = 0;

  for (guint i = begins_declaration (text, tokens) ? tokens->len : 0; i < tokens->len;) {
    const AfSaid *said = find_said (guarded, edit, tokens, i);
    if (!said) {
      i++;
      continue;
    }
    guint start = g_array_index (tokens, AfToken, i).start;
    i += said->tokens->len;
    g_string_append_len (out, text + done, start - done);
    g_string_append (out, said->text);
    done = g_array_index (tokens, AfToken, i - 1).end;
  }
  g_string_append (out, text + done);
  return g_string_free (out, FALSE);
}

GPtrArray *af_guard_edits (const GPtrArray *edits, AfGuarded *guarded)
{
  GPtrArray *result = af_edits_new ();

  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *edit = g_ptr_array_index (edits, i);
    g_autofree char *text = guard_text (guarded, edit);
    g_ptr_array_add (result, af_edit_new (edit->range, text, edit->order));
  }
  return result;
}
