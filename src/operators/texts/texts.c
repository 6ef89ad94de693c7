/* Another text: beyond the paper.
 *
 * In:  a text.   Out: the text by another one of the module that is formatted alike. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_TEXTS = 4 };

/* What a format takes: `d`, `lu`, `*s` for each directive, whatever its flags, width and precision; owned by the
 * caller. */
static char *directives_of (const char *text)
{
  GString *all = g_string_new (NULL);
  for (const char *at = strchr (text, '%'); at; at = strchr (at, '%')) {
    at++;
    if (*at == '%') {
      at++;
      continue;
    }
    for (; *at && strchr ("-+ #0123456789.*", *at); at++)
      if (*at == '*')
        g_string_append_c (all, '*');
    for (; *at && strchr ("hlLqjzt", *at); at++)
      g_string_append_c (all, *at);
    if (*at)
      g_string_append_c (all, *at == 'i' ? 'd' : *at);
    g_string_append_c (all, ' ');
  }
  return g_string_free (all, FALSE);
}

typedef struct {
  GPtrArray *found;
  const AfOccurrence *like;
  char *directives;
  gboolean beside; /* only texts that are passed in the same place */
} Texts;

static void note_text (Texts *texts, AfExpr *text)
{
  if (text->kind != AF_EXPR_STRING || text->in_macro || !text->name || texts->found->len >= MAX_TEXTS
      || af_expr_equal (text, texts->like->node) || af_operators_has_expr (texts->found, text))
    return;
  g_autofree char *directives = directives_of (text->name);
  if (g_str_equal (directives, texts->directives))
    g_ptr_array_add (texts->found, text);
}

static gboolean visit_text (AfExpr *node, gpointer data)
{
  Texts *texts = data;
  const AfExpr *call = texts->like->parent;
  guint index = texts->like->index;
  if (!texts->beside)
    note_text (texts, node);
  else if (node->kind == AF_EXPR_CALL && call && call->kind == AF_EXPR_CALL && g_strcmp0 (node->name, call->name) == 0
           && index < node->n_args)
    note_text (texts, node->args[index]);
  return TRUE;
}

/* The texts that are passed to the same routine come first, then those of the routine, then of the module; a format
 * only by one that takes the same. */
void af_produce_known_texts (AfMaker *m, const AfOccurrence *o)
{
  if (o->node->kind != AF_EXPR_STRING || !o->node->name)
    return;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  Texts texts = { found, o, directives_of (o->node->name), FALSE };
  for (guint pass = 0; pass < 3; pass++)
    for (guint k = 0; k < m->question->module->routines->len; k++) {
      const AfRoutine *routine = g_ptr_array_index (m->question->module->routines, k);
      texts.beside = pass == 0;
      for (guint i = 0; (pass != 1 || routine == m->question->routine) && i < routine->locations->len; i++) {
        AfExpr *expr = af_routine_location (routine, i)->expr;
        if (expr)
          af_expr_walk (expr, visit_text, &texts);
      }
    }
  for (guint i = 0; i < found->len; i++)
    af_maker_replace (m, o, ROW (CHANGE_TEXT), g_ptr_array_index (found, i));
  g_free (texts.directives);
}
