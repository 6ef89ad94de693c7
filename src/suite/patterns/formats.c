/* Formats: what programs that print and read get wrong in a literal.
 *
 *     scanf ("%s", line)      -> "%[^\n]": up to the end of the line, not of the word
 *     scanf ("%c", &c)        -> " %c": blanks are skipped first; and back
 *     printf ("%d", n)        -> "%d\n", "\n%d"; and back */
#include "suite/patterns/patterns.h"

#include <string.h>

static gboolean find_formats (AfExpr *node, gpointer data)
{
  static const struct {
    const char *name;
    guint place;
    gboolean is_print;
  } calls[] = { { "printf", 0, TRUE },  { "fprintf", 1, TRUE }, { "sprintf", 1, TRUE }, { "snprintf", 2, TRUE },
                { "puts", 0, TRUE },    { "fputs", 0, TRUE },   { "scanf", 0, FALSE },  { "fscanf", 1, FALSE },
                { "sscanf", 1, FALSE }, { NULL, 0, FALSE } };
  for (guint i = 0; node->kind == AF_EXPR_CALL && calls[i].name; i++) {
    if (g_strcmp0 (node->name, calls[i].name) != 0 || calls[i].place >= node->n_args)
      continue;
    const AfExpr *literal = node->args[calls[i].place];
    gsize length = literal->name ? strlen (literal->name) : 0;
    if (literal->kind != AF_EXPR_STRING || literal->in_macro || af_range_is_none (literal->range) || length < 2
        || literal->name[0] != '"' || strstr (literal->name + 1, "\" "))
      continue;
    g_autofree char *inner = g_strndup (literal->name + 1, length - 2);
    AfFormatLiteral found = { node, literal, g_strcompress (inner), calls[i].is_print };
    g_array_append_val (data, found);
  }
  return TRUE;
}

static void literal_clear (gpointer data)
{
  g_free (((AfFormatLiteral *)data)->text);
}

GArray *af_pattern_literals (const AfLocation *location)
{
  GArray *literals = g_array_new (FALSE, FALSE, sizeof (AfFormatLiteral));
  g_array_set_clear_func (literals, literal_clear);
  if (location->expr && location->editable)
    af_expr_walk (location->expr, find_formats, literals);
  return literals;
}

char *af_pattern_quoted (const char *text)
{
  g_autofree char *escaped = g_strescape (text, NULL);
  return g_strdup_printf ("\"%s\"", escaped);
}

void af_pattern_replace (AfMaker *maker, const AfFormatLiteral *literal, const char *text)
{
  g_autofree char *quoted = af_pattern_quoted (text);
  g_autofree char *summary = g_strdup_printf ("%s → %s", literal->literal->name, quoted);
  AfAction *action = af_maker_rewrite (maker, maker->row, (AfExpr *)literal->literal, summary);
  af_maker_edit (maker, action, literal->literal->range, quoted, 0);
}

/* @text with its first @from by @to; null where it has none; owned by the caller. */
static char *with (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  return at ? g_strdup_printf ("%.*s%s%s", (int)(at - text), text, to, at + strlen (from)) : NULL;
}

static void change_input (AfMaker *maker, const AfFormatLiteral *literal)
{
  static const char *const changes[][2] = { { "%s", "%[^\n]" }, { " %c", "%c" }, { "%c", " %c" },
                                            { "%[^\n]", "%s" }, { "%d ", "%d" }, { "\n", "" } };
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autofree char *text = with (literal->text, changes[i][0], changes[i][1]);
    if (text)
      af_pattern_replace (maker, literal, text);
  }
}

static void change_output (AfMaker *maker, const AfFormatLiteral *literal)
{
  static const char *const changes[][2] = { { "%c", "%d" }, { "%d", "%c" }, { "%d", "%u" } };
  gsize length = strlen (literal->text);
  g_autofree char *longer = g_strconcat (literal->text, "\n", NULL), *later = g_strconcat ("\n", literal->text, NULL);
  g_autofree char *shorter = g_strndup (literal->text, length ? length - 1 : 0);
  if (length > 0 && literal->text[length - 1] == '\n')
    af_pattern_replace (maker, literal, shorter);
  else
    af_pattern_replace (maker, literal, longer);
  if (literal->text[0] == '\n')
    af_pattern_replace (maker, literal, literal->text + 1);
  else
    af_pattern_replace (maker, literal, later);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autofree char *text = with (literal->text, changes[i][0], changes[i][1]);
    if (text)
      af_pattern_replace (maker, literal, text);
  }
}

void af_pattern_formats (AfMaker *maker)
{
  g_autoptr (GArray) literals = af_pattern_literals (maker->question->location);
  for (guint i = 0; i < literals->len; i++) {
    const AfFormatLiteral *literal = &g_array_index (literals, AfFormatLiteral, i);
    if (literal->is_print)
      change_output (maker, literal);
    else
      change_input (maker, literal);
  }
}
