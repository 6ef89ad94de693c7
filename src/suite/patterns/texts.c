/* Texts: what the program shall print is in the expected outputs of failing tests.
 *
 * In:  what a failing test printed and what is expected.
 * Out: a literal whose text was printed where they part becomes what is expected there, to the end of the line; or that
 * is printed in addition.
 *
 *     printed     Enter a word >  Name is missing
 *     expected    Enter a word > There is no such name       "Name is missing\n" -> "There is no such name\n"
 *
 * A text with digits would be the answer to this very test, and is not taken. */
#include "suite/patterns/patterns.h"

#include <string.h>

enum { MOST_TEXTS = 6, LONGEST = 300, CONTEXT = 16, LEAST_CONTEXT = 6 };

static void outputs_clear (gpointer data)
{
  AfOutputs *outputs = data;
  g_free (outputs->actual);
  g_free (outputs->expected);
}

static char *text_of (GBytes *bytes)
{
  gsize length = 0;
  const char *text = g_bytes_get_data (bytes, &length);
  return g_strndup (text ? text : "", length);
}

GArray *af_pattern_outputs (const AfPatternContext *context)
{
  const AfSuite *suite = context->suite;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (AfOutputs));
  g_array_set_clear_func (all, outputs_clear);
  for (guint i = 0; i < suite->tests->len; i++) {
    const AfSuiteTest *test = suite->tests->pdata[i];
    if (g_array_index (context->version->ends, AfSeenEnd, i).passes || !test->output)
      continue;
    AfOutputs outputs = { text_of (context->version->outs->pdata[i]), text_of (test->output), 0 };
    while (outputs.actual[outputs.parting] && outputs.actual[outputs.parting] == outputs.expected[outputs.parting])
      outputs.parting++;
    g_array_append_val (all, outputs);
  }
  return all;
}

static gboolean is_usable (const char *text)
{
  return *text && strlen (text) <= LONGEST && !strpbrk (text, "0123456789");
}

/* To the end of the line of @from in @text, its newline included; owned by the caller. */
static char *rest_of_line (const char *from)
{
  gsize length = strcspn (from, "\n");
  return g_strndup (from, length + (from[length] == '\n'));
}

static void add_text (GPtrArray *texts, char *text)
{
  if (texts->len < MOST_TEXTS && is_usable (text) && !g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_ptr_array_add (texts, text);
  else
    g_free (text);
}

static guint count_common (char **words, char **others)
{
  guint n = 0;
  for (guint i = 0; words[i]; i++)
    n += *words[i] && g_strv_contains ((const char *const *)others, words[i]);
  return n;
}

/* The end of a line of @expected, from a word on, that has most words of the literal and more than half of them; what
 * comes before may differ in ways that no test looks at.  Null: none, or the literal is there as it is. */
static char *alike (const char *expected, const char *literal)
{
  g_autofree char *plain = g_strstrip (g_strdup (literal));
  g_auto (GStrv) words = g_strsplit (plain, " ", -1);
  const char *best = NULL;
  guint most = g_strv_length (words) / 2, least = G_MAXUINT;
  for (const char *at = expected; *plain && *at && !strstr (expected, plain); at++) {
    gboolean is_start = at == expected || (!g_ascii_isalpha (at[-1]) && g_ascii_isalpha (*at));
    if (!is_start)
      continue;
    g_autofree char *rest = g_strchomp (rest_of_line (at));
    g_auto (GStrv) others = g_strsplit (rest, " ", -1);
    guint common = count_common (words, others), n = g_strv_length (others);
    if (common > most || (common == most && best && n < least)) {
      best = at;
      most = common;
      least = n;
    }
  }
  return best ? rest_of_line (best) : NULL;
}

/* Where @expected goes on after what comes before @at in @actual, blanks aside: programs differ in how they ask for
 * something, and no test looks at that.  Null: nowhere, or too little comes before. */
static const char *same_place (const char *expected, const char *actual, const char *at)
{
  char context[CONTEXT];
  guint n = 0;
  while (at > actual && n < CONTEXT)
    if (!g_ascii_isspace (*--at))
      context[n++] = *at;
  for (const char *end = expected + strlen (expected); n >= LEAST_CONTEXT && end > expected; end--) {
    const char *back = end;
    guint k = 0;
    /* directly after the last character of the context */
    if (end[-1] != context[0])
      continue;
    while (back > expected && k < n && (g_ascii_isspace (back[-1]) || back[-1] == context[k])) {
      k += !g_ascii_isspace (back[-1]);
      back--;
    }
    if (k == n)
      return end + strspn (end, " \t");
  }
  return NULL;
}

/* What is expected where the literal was printed: array of char *. */
static GPtrArray *texts_for (const GArray *all, const char *literal)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  gsize length = strlen (literal);
  for (guint i = 0; i < all->len; i++) {
    const AfOutputs *outputs = &g_array_index (all, AfOutputs, i);
    for (const char *at = strstr (outputs->actual, literal); at; at = strstr (at + 1, literal)) {
      gsize start = (gsize)(at - outputs->actual);
      gboolean parts_here = start <= outputs->parting && outputs->parting < start + length;
      const char *place = parts_here ? outputs->expected + start : same_place (outputs->expected, outputs->actual, at);
      if (!place || (!parts_here && strncmp (place, literal, length) == 0))
        continue;
      char *text = rest_of_line (place);
      if (!strchr (literal, '\n'))
        g_strdelimit (text, "\n", '\0');
      add_text (texts, text);
    }
    char *similar = strstr (outputs->actual, literal) ? alike (outputs->expected, literal) : NULL;
    if (similar && !strchr (literal, '\n'))
      g_strdelimit (similar, "\n", '\0');
    if (similar)
      add_text (texts, similar);
  }
  return texts;
}

/* A text that a format prints. */
static char *as_format (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "%", -1);
  return g_strjoinv ("%%", parts);
}

void af_pattern_texts (AfMaker *maker)
{
  g_autoptr (GArray) literals = af_pattern_literals (maker->question->location);
  g_autoptr (GArray) all = literals->len > 0 ? af_pattern_outputs (maker->data) : NULL;
  for (guint i = 0; i < literals->len; i++) {
    const AfFormatLiteral *literal = &g_array_index (literals, AfFormatLiteral, i);
    if (!literal->is_print || strchr (literal->text, '%') || !*literal->text)
      continue;
    g_autoptr (GPtrArray) texts = texts_for (all, literal->text);
    for (guint k = 0; k < texts->len; k++) {
      g_autofree char *text = as_format (texts->pdata[k]);
      af_pattern_replace (maker, literal, text);
    }
  }
}

/* From the word in which they part to the end of the line. */
static char *missing_text (const AfOutputs *outputs)
{
  gsize at = outputs->parting;
  while (at > 0 && g_ascii_isalpha (outputs->expected[at - 1]) && g_ascii_isalpha (outputs->expected[at]))
    at--;
  return rest_of_line (outputs->expected + at);
}

void af_pattern_prints (AfMaker *maker)
{
  const AfQuestion *question = maker->question;
  if (!g_ptr_array_find_with_equal_func (question->routine->callees, "printf", g_str_equal, NULL))
    return;
  g_autoptr (GArray) all = af_pattern_outputs (maker->data);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < all->len; i++)
    add_text (texts, missing_text (&g_array_index (all, AfOutputs, i)));
  for (guint i = 0; i < texts->len; i++) {
    g_autofree char *format = as_format (texts->pdata[i]), *quoted = af_pattern_quoted (format);
    AfType *integer = af_module_int_type ((AfModule *)question->module);
    g_autoptr (AfExpr) literal = af_expr_new (AF_EXPR_STRING, integer, quoted, NULL, 0);
    AfExpr *const arguments[] = { literal };
    g_autoptr (AfExpr) call = af_expr_call (integer, "printf", arguments, 1, FALSE);
    af_maker_add (maker, af_action_new (AF_ACTION_CALL, maker->row, NULL, call, AF_RANGE_NONE));
  }
}
