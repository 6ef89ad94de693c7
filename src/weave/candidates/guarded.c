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
 * Texts are compared by their tokens.  Those of an operator with operands on both sides can mean something else beside
 * other operators, and so count only where neither neighbour is one that binds as strongly. */
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

static gboolean is_within (const AfEditGroup *group, AfRange range)
{
  for (guint i = 0; i < group->edits->len; i++)
    if (!af_range_contains (range, ((const AfEdit *)group->edits->pdata[i])->range))
      return FALSE;
  return group->edits->len > 0;
}

/* The text of @range with all guards in it. */
static char *text_with_guards (const AfSource *source, const GPtrArray *groups, AfRange range)
{
  g_autoptr (GPtrArray) edits = g_ptr_array_new ();

  for (guint i = 0; i < groups->len; i++) {
    const AfEditGroup *group = g_ptr_array_index (groups, i);
    if (!group->subject || !is_within (group, range))
      continue;
    for (guint j = 0; j < group->edits->len; j++)
      g_ptr_array_add (edits, group->edits->pdata[j]);
  }
  return af_edits_apply_in (source, range, edits);
}

static void add_said (AfGuarded *guarded, const GPtrArray *groups, const AfExpr *subject)
{
  g_autofree char *text = af_source_slice (guarded->source, subject->range);
  g_autoptr (GArray) tokens = list_tokens (text);
  GPtrArray *list;
  guint at = 0;

  if (tokens->len == 0 || strchr (text, '#') || strchr (text, '\n'))
    return;
  AfSaid *said = g_new0 (AfSaid, 1);
  said->kind = subject->kind;
  said->text = text_with_guards (guarded->source, groups, subject->range);
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

AfGuarded *af_guarded_new (const AfSource *source, const GPtrArray *groups)
{
  AfGuarded *guarded = g_new0 (AfGuarded, 1);
  const AfExpr *last = NULL;

  guarded->source = source;
  guarded->by_first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < groups->len; i++) {
    const AfEditGroup *group = g_ptr_array_index (groups, i);
    if (group->subject && group->subject != last && is_within (group, group->subject->range))
      add_said (guarded, groups, group->subject);
    last = group->subject;
  }
  return guarded;
}

void af_guarded_free (AfGuarded *guarded)
{
  if (!guarded)
    return;
  g_hash_table_unref (guarded->by_first);
  g_free (guarded);
}

/* --- where it is said again --- */

static gboolean is_return (const char *text, AfToken token)
{
  return token.end - token.start == strlen ("return") && g_str_has_prefix (text + token.start, "return");
}

static gboolean ends_operand (const char *text, AfToken token)
{
  char last = text[token.end - 1];

  return (g_ascii_isalnum (last) || last == '_' || last == ')' || last == ']') && !is_return (text, token);
}

/* Whether an operator that @one begins or ends, with @other beyond it, binds less than any that is guarded: a comma, a
 * comparison, a connective. */
static gboolean is_loose (char one, char other)
{
  return strchr (",;{}?:=!", one) || (strchr ("&|", one) && one == other)
         || (strchr ("<>", one) && one != other && other != '-');
}

/* Whether what is around tokens @i to @next - 1 leaves their meaning as it is alone. */
static gboolean stands_alone (AfExprKind kind, const char *text, const GArray *tokens, guint i, guint next)
{
  const AfToken *before = i > 0 ? &g_array_index (tokens, AfToken, i - 1) : NULL;
  const AfToken *after = next < tokens->len ? &g_array_index (tokens, AfToken, next) : NULL;
  char previous = before ? text[before->start] : '(',
       beyond = before && before->start > 0 ? text[before->start - 1] : ' ';
  gboolean is_address = previous == '&' && beyond != '&' && (i < 2 || !ends_operand (text, before[-1]));

  if (previous == '.' || (previous == '>' && beyond == '-') || is_address)
    return FALSE;
  if (kind == AF_EXPR_FIELD || kind == AF_EXPR_INDEX || kind == AF_EXPR_CALL || kind == AF_EXPR_CALL_POINTER)
    return TRUE;
  if (kind == AF_EXPR_DEREF)
    return !(before && ends_operand (text, *before)) && !(after && strchr ("([.+-", text[after->start]));
  return (previous == '(' || previous == '[' || is_loose (previous, beyond) || is_return (text, *before))
         && (!after || strchr (")]", text[after->start]) || is_loose (text[after->start], text[after->start + 1]));
}

/* The longest guarded text that begins at token @i, or null. */
static const AfSaid *find_said (const AfGuarded *guarded, const char *text, const GArray *tokens, guint i)
{
  g_autofree char *first = token_text (text, tokens, i);
  const GPtrArray *list = g_hash_table_lookup (guarded->by_first, first);

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
    if (is_same && stands_alone (said->kind, text, tokens, i, i + n))
      return said;
  }
  return NULL;
}

static char *guard_text (const AfGuarded *guarded, const char *text)
{
  g_autoptr (GArray) tokens = list_tokens (text);
  GString *out = g_string_new (NULL);
  guint done = 0;

  for (guint i = 0; i < tokens->len;) {
    const AfSaid *said = find_said (guarded, text, tokens, i);
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

GPtrArray *af_guard_edits (const GPtrArray *edits, const AfGuarded *guarded)
{
  GPtrArray *result = af_edits_new ();

  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *edit = g_ptr_array_index (edits, i);
    g_autofree char *text = guard_text (guarded, edit->text);
    g_ptr_array_add (result, af_edit_new (edit->range, text, edit->order));
  }
  return result;
}
