/* What a change writes and calls that its routine did not.
 *
 * In:  a candidate.   Out: how often each field is assigned and each function called in the text of the routine, before
 * the change and after it.
 *
 * Candidates are text, so this reads text: a field is written where an assignment or a step follows its name, or
 * where a step stands before the chain that it ends; what an index leads to is no field.
 *
 *     s->items[s->n++] = value;      writes n, and something through a pointer
 *     --it.list->count;              writes count */
#include "rank/rank-internal.h"

#include <string.h>

typedef struct {
  char *field;      /* that the chain of names ends in; null: none */
  gboolean follows; /* a name comes after `->` or `.` next */
  gboolean operand; /* what came last is a value */
  gboolean through; /* the chain follows a pointer */
  gboolean indexed; /* an index follows the field */
  gboolean stepped; /* ++ or -- stands before the chain */
} Chain;

typedef struct {
  const char *text;
  guint length;
  Chain chain;
  GArray *around; /* of Chain: those that the open brackets interrupt */
  AfUses *uses;
} Scan;

static void count (GHashTable *counts, const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n + 1));
}

static void note_write (const Scan *scan)
{
  if (!scan->chain.field)
    return;
  if (!scan->chain.indexed)
    count (scan->uses->writes, scan->chain.field);
  scan->uses->n_through += scan->chain.through;
}

static void end_chain (Scan *scan)
{
  if (scan->chain.stepped)
    note_write (scan);
  g_clear_pointer (&scan->chain.field, g_free);
  scan->chain = (Chain){ 0 };
}

static void take_name (Scan *scan, guint start, guint end)
{
  g_autofree char *name = g_strndup (scan->text + start, end - start);
  guint next = af_text_skip_blanks (scan->text, end, scan->length);
  if (!scan->chain.follows) {
    gboolean stepped = scan->chain.stepped && !scan->chain.operand;
    scan->chain.stepped = stepped;
    if (!stepped)
      end_chain (scan);
    if (next < scan->length && scan->text[next] == '(')
      count (scan->uses->calls, name);
  } else {
    g_free (scan->chain.field);
    scan->chain.field = g_steal_pointer (&name);
    scan->chain.indexed = FALSE;
  }
  scan->chain.follows = FALSE;
  scan->chain.operand = TRUE;
}

static void open_bracket (Scan *scan)
{
  g_array_append_val (scan->around, scan->chain);
  scan->chain = (Chain){ 0 };
}

static void close_bracket (Scan *scan, char bracket)
{
  end_chain (scan);
  if (scan->around->len > 0) {
    scan->chain = g_array_index (scan->around, Chain, scan->around->len - 1);
    g_array_set_size (scan->around, scan->around->len - 1);
  }
  scan->chain.through |= bracket == ']';
  scan->chain.indexed |= bracket == ']';
  scan->chain.operand = TRUE;
  if (bracket == '}')
    end_chain (scan);
}

/* The operator at @text: its length. */
static guint operator_length (const char *text)
{
  static const char *const longer[] = { "<<=", ">>=", "->", "++", "--", "==", "!=", "<=", ">=", "+=", "-=",
                                        "*=",  "/=",  "%=", "&=", "|=", "^=", "&&", "||", "<<", ">>", NULL };
  for (guint i = 0; longer[i]; i++)
    if (g_str_has_prefix (text, longer[i]))
      return (guint)strlen (longer[i]);
  return 1;
}

static gboolean assigns (const char *text, guint length)
{
  static const char *const comparisons[] = { "==", "!=", "<=", ">=", NULL };
  for (guint i = 0; comparisons[i]; i++)
    if (length == 2 && g_str_has_prefix (text, comparisons[i]))
      return FALSE;
  return text[length - 1] == '=';
}

static guint take_operator (Scan *scan, guint start)
{
  const char *text = scan->text + start;
  guint length = MIN (operator_length (text), scan->length - start);
  gboolean is_arrow = length == 2 && text[0] == '-' && text[1] == '>';
  gboolean is_step = length == 2 && (text[0] == '+' || text[0] == '-') && text[1] == text[0];
  if (is_arrow || (*text == '.' && scan->chain.operand)) {
    scan->chain.follows = TRUE;
    scan->chain.through |= is_arrow;
    return start + length;
  }
  if (assigns (text, length) || (is_step && scan->chain.operand))
    note_write (scan);
  end_chain (scan);
  scan->chain.stepped = is_step;
  return start + length;
}

static void scan_all (Scan *scan)
{
  for (guint i = af_text_skip_blanks (scan->text, 0, scan->length); i < scan->length;
       i = af_text_skip_blanks (scan->text, i, scan->length)) {
    char first = scan->text[i];
    guint end = af_text_skip_token (scan->text, i, scan->length);
    if (g_ascii_isalpha (first) || first == '_')
      take_name (scan, i, end);
    else if (strchr ("([{", first))
      open_bracket (scan);
    else if (strchr (")]}", first))
      close_bracket (scan, first);
    else if (end == i + 1 && g_ascii_ispunct (first))
      end = take_operator (scan, i);
    else
      end_chain (scan);
    i = MAX (end, i + 1);
  }
  end_chain (scan);
  while (scan->around->len > 0)
    close_bracket (scan, '}');
}

void af_uses_clear (AfUses *uses)
{
  g_clear_pointer (&uses->writes, g_hash_table_unref);
  g_clear_pointer (&uses->calls, g_hash_table_unref);
}

void af_uses_of_text (const char *text, AfUses *uses)
{
  g_autoptr (GArray) around = g_array_new (FALSE, FALSE, sizeof (Chain));
  Scan scan = { .text = text, .length = (guint)strlen (text), .around = around, .uses = uses };
  *uses = (AfUses){ .writes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                    .calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  scan_all (&scan);
}

char *af_uses_changed_text (const AfSource *source, AfRange range, const GPtrArray *edits)
{
  g_autoptr (GPtrArray) effective = af_edits_effective (edits);
  GString *text = g_string_new (NULL);
  guint done = range.start;
  for (guint i = 0; i < effective->len; i++) {
    const AfEdit *edit = effective->pdata[i];
    if (edit->range.start < done || edit->range.end > range.end)
      continue;
    g_string_append_len (text, source->text + done, edit->range.start - done);
    g_string_append (text, edit->text);
    done = edit->range.end;
  }
  g_string_append_len (text, source->text + done, range.end - done);
  return g_string_free (text, FALSE);
}
