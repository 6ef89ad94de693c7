/* Pieces: what a format prints between its values is in the expected outputs of failing tests; arrays that are too
 * small.
 *
 * In:  what a failing test printed and what is expected.
 * Out: a format whose pieces of text are those that stand between the same values in what is expected.
 *
 *     printed     3 1*12 2*6
 *     expected    3 1x12 2x6            " %d*%d" -> " %dx%d"
 *
 *     printed     2 vowel               "%d vowel\n" -> "%d vowels\n"
 *     expected    2 vowels
 *
 * And, as only failing tests show that it matters, a format with conversions for which there are no values, and an
 * array with room for one more, for two more, for ten times as many, in each dimension and in all, tried where its
 * elements are first used:
 *
 *     scanf ("%d%d", &n)      -> "%d"
 *     float a[11][11];        -> float a[12][11], a[11][12], a[12][12]; ...
 */
#include "suite/patterns/patterns.h"

#include <string.h>

enum { MOST_MATCHES = 400, LONGEST_PIECE = 20, MOST_DIMENSIONS = 4 };

#define CONVERSION "%[-+ #0]*[0-9]*(?:\\.[0-9]+)?(?:hh|h|ll|l|z|j|t|L)?[diouxXcsfgeEGaAp]"
#define VALUE "([-+0-9A-Za-z_.]+?)"

/* --- pieces of formats --- */

/* @format as an expression that matches what it prints, with a group for each value; owned by the caller. */
static char *as_pattern (char *const *pieces)
{
  GString *pattern = g_string_new (NULL);
  for (guint i = 0; pieces[i]; i++) {
    g_auto (GStrv) parts = g_strsplit (pieces[i], "%%", -1);
    g_autofree char *plain = g_strjoinv ("%", parts), *escaped = g_regex_escape_string (plain, -1);
    g_string_append_printf (pattern, "%s%s", i > 0 ? VALUE : "", escaped);
  }
  /* a value at the end is all of it */
  g_string_append (pattern, "(?![0-9A-Za-z_.])");
  return g_string_free (pattern, FALSE);
}

/* What stands at @at, after the last value, to the end of the line, where what was printed there is to its end, too
 * (@rest: what is printed after it); else @last, as it was; owned by the caller. */
static char *piece_after (const char *at, const char *last, const char *rest)
{
  const char *newline = strchr (last, '\n');
  gsize length = strcspn (at, "\n");
  if (newline ? newline[1] != '\0' : *rest != '\n' && *rest != '\0')
    return g_strdup (last);
  if (length > LONGEST_PIECE || (newline && at[length] == '\0'))
    return g_strdup (last);
  return g_strndup (at, length + (newline ? 1 : 0));
}

/* What stands between the values of @match in @outputs->expected, from the same place on, and after the last one, where
 * the pieces @old are printed: array of char *, or null. */
static GPtrArray *pieces_between (const GMatchInfo *match, const AfOutputs *outputs, char *const *old, guint n)
{
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func (g_free);
  int start = 0, end = 0;
  g_match_info_fetch_pos (match, 0, &start, &end);
  const char *at = (gsize)start <= strlen (outputs->expected) ? outputs->expected + start : NULL;
  for (guint i = 1; i < n && at; i++) {
    g_autofree char *value = g_match_info_fetch (match, (int)i);
    const char *next = strstr (at, value);
    if (!next || next - at > LONGEST_PIECE)
      return NULL;
    g_ptr_array_add (pieces, g_strndup (at, (gsize)(next - at)));
    at = next + strlen (value);
  }
  if (!at)
    return NULL;
  g_ptr_array_add (pieces, piece_after (at, old[n - 1], outputs->actual + end));
  return g_steal_pointer (&pieces);
}

/* The format with the pieces that are expected around its values; null: they are as they were, or a number. */
static char *changed_format (const AfFormatLiteral *literal, char *const *pieces, const GPtrArray *wanted,
                             GRegex *conversions)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_regex_match (conversions, literal->text, 0, &match);
  gboolean is_new = FALSE;
  for (guint i = 0; i < wanted->len; i++) {
    const char *piece = wanted->pdata[i];
    if (!g_str_equal (piece, pieces[i]) && strpbrk (piece, "0123456789%"))
      return NULL;
    is_new |= !g_str_equal (piece, pieces[i]);
    g_string_append (text, piece);
    if (i + 1 == wanted->len)
      break;
    g_autofree char *conversion = g_match_info_fetch (match, 0);
    g_string_append (text, conversion);
    g_match_info_next (match, NULL);
  }
  return is_new ? g_strdup (text->str) : NULL;
}

static char *format_for (const AfFormatLiteral *literal, const AfOutputs *outputs)
{
  g_autoptr (GRegex) conversions = g_regex_new (CONVERSION, 0, 0, NULL);
  g_auto (GStrv) pieces = g_regex_split (conversions, literal->text, 0);
  g_autofree char *pattern = as_pattern (pieces);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  guint n = g_strv_length (pieces);
  if (n < 2 || !regex || !g_utf8_validate (outputs->actual, -1, NULL))
    return NULL;
  g_regex_match (regex, outputs->actual, 0, &match);
  for (guint i = 0; i < MOST_MATCHES && g_match_info_matches (match); i++, g_match_info_next (match, NULL)) {
    int start = 0, end = 0;
    g_match_info_fetch_pos (match, 0, &start, &end);
    if ((gsize)end <= outputs->parting)
      continue;
    g_autoptr (GPtrArray) wanted = (gsize)start <= outputs->parting ? pieces_between (match, outputs, pieces, n) : NULL;
    return wanted ? changed_format (literal, pieces, wanted, conversions) : NULL;
  }
  return NULL;
}

/* Cut where the first value would be missing; null: none is. */
static char *without_surplus (const AfFormatLiteral *literal)
{
  g_autoptr (GRegex) conversions = g_regex_new (CONVERSION, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  guint n_values = 0, n = 0;
  while (literal->call->args[n_values] != literal->literal)
    n_values++;
  n_values = literal->call->n_args - n_values - 1;
  if (strchr (literal->text, '*') || strstr (literal->text, "%[") || strstr (literal->text, "%%"))
    return NULL;
  for (g_regex_match (conversions, literal->text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL), n++) {
    int start = 0;
    g_match_info_fetch_pos (match, 0, &start, NULL);
    if (n == n_values && n > 0)
      return g_strchomp (g_strndup (literal->text, (gsize)start));
  }
  return NULL;
}

static gboolean is_format (const AfFormatLiteral *literal)
{
  return g_str_has_suffix (literal->call->name, "printf") || g_str_has_suffix (literal->call->name, "scanf");
}

void af_pattern_pieces (AfMaker *maker)
{
  g_autoptr (GArray) literals = af_pattern_literals (maker->question->location);
  g_autoptr (GArray) all = literals->len > 0 ? af_pattern_outputs (maker->data) : NULL;
  for (guint i = 0; i < literals->len; i++) {
    const AfFormatLiteral *literal = &g_array_index (literals, AfFormatLiteral, i);
    g_autofree char *shorter = is_format (literal) ? without_surplus (literal) : NULL;
    if (shorter)
      af_pattern_replace (maker, literal, shorter);
    for (guint k = 0; k < all->len && literal->is_print && is_format (literal); k++) {
      g_autofree char *text = format_for (literal, &g_array_index (all, AfOutputs, k));
      if (text)
        af_pattern_replace (maker, literal, text);
    }
  }
}

/* --- sizes of arrays --- */

/* Where the sizes after the variable's name stand: how many. */
static guint sizes_of (const AfSource *source, const AfVariable *variable, AfRange *sizes)
{
  guint n = 0, at = variable->name_range.end;
  while (n < MOST_DIMENSIONS && at < source->length && source->text[at] == '[') {
    gsize length = strcspn (source->text + at + 1, "[];");
    guint end = at + 1 + (guint)length;
    if (length == 0 || source->text[end] != ']')
      break;
    sizes[n++] = (AfRange){ variable->name_range.file, end, end };
    at = end + 1;
  }
  return n;
}

/* Whether it is the first location that has an element of the array. */
static gboolean comes_first (const AfQuestion *question, const AfVariable *variable)
{
  for (guint i = 2; i < question->routine->locations->len; i++) {
    const AfLocation *location = question->routine->locations->pdata[i];
    if (location->kind != AF_LOCATION_CHECK && location->kind != AF_LOCATION_DECLARATION && location->expr
        && af_expr_mentions (location->expr, variable->name))
      return location == question->location;
  }
  return FALSE;
}

static void enlarge (AfMaker *maker, const AfVariable *variable, const AfRange *sizes, guint n, const char *more)
{
  g_autoptr (AfExpr) target = af_expr_var (variable->type, variable->name, variable->id);
  g_autofree char *summary = g_strdup_printf ("%s of array %s%s", n > 1 ? "all sizes" : "a size", variable->name, more);
  AfAction *action = af_maker_rewrite (maker, maker->row, target, summary);
  for (guint i = 0; i < n; i++)
    af_maker_edit (maker, action, sizes[i], more, 0);
}

void af_pattern_sizes (AfMaker *maker)
{
  static const char *const more[] = { " + 1", " + 2", " * 10" };
  const AfQuestion *question = maker->question;
  for (guint i = 0; i < question->routine->variables->len; i++) {
    const AfVariable *variable = question->routine->variables->pdata[i];
    AfRange sizes[MOST_DIMENSIONS];
    if (variable->is_param || variable->type->kind != AF_TYPE_ARRAY || af_range_is_none (variable->name_range)
        || !comes_first (question, variable))
      continue;
    guint n = sizes_of (maker->style->source, variable, sizes);
    for (guint k = 0; k < G_N_ELEMENTS (more); k++) {
      for (guint d = 0; d < n; d++)
        enlarge (maker, variable, &sizes[d], 1, more[k]);
      if (n > 1)
        enlarge (maker, variable, sizes, n, more[k]);
    }
  }
}
