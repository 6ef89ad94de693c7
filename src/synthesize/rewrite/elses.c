/* What is to be done otherwise: beyond the paper.
 *
 * In:  an `if` without else.   Out: the same with an else, of a statement that the module makes elsewhere or an update:
 *
 *     if (p->next != NULL)                     else
 *         p->next->prev = p->prev;                 l->tail = p->prev;
 *
 * Of two ends that are kept up to date one is easily forgotten: the case without a neighbour. */
#include "synthesize/synthesize-internal.h"

#include <string.h>

enum { MAX_COPIED = 8, MAX_UPDATES = 14 };

static void add_else (GPtrArray *actions, const AfStyle *style, const AfLocation *location, const AfAction *what)
{
  g_autofree char *indent = af_source_indent (style->source, location->statement.start);
  g_autofree char *inner = g_strconcat (indent, style->unit, NULL);
  g_autofree char *snippet = af_style_snippet (style, what, inner);
  gboolean is_block = style->source->text[location->statement.end - 1] == '}';
  gboolean braces = is_block || style->braces || strchr (snippet, '\n') != NULL;
  g_autofree char *word = is_block && !style->allman ? g_strdup (" else") : g_strdup_printf ("\n%selse", indent);
  g_autofree char *open = !braces ? g_strdup ("") : style->allman ? g_strdup_printf ("\n%s{", indent) : g_strdup (" {");
  g_autofree char *close = braces ? g_strdup_printf ("\n%s}", indent) : g_strdup ("");
  g_autofree char *text = g_strdup_printf ("%s%s\n%s%s%s", word, open, inner, snippet, close);
  g_auto (GStrv) lines = g_strsplit (snippet, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    g_strstrip (lines[i]);
  g_autofree char *line = g_strjoinv (" ", lines);
  g_autofree char *summary = g_strdup_printf ("else %s", line);
  AfAction *action = af_action_new_rewrite (af_rule_name (AF_RULE_PUT_ELSE), what->target, NULL, summary);
  guint end = location->statement.end;
  g_ptr_array_add (action->edits, af_edit_new ((AfRange){ style->file, end, end }, text, af_style_order_behind (style, end)));
  g_ptr_array_add (actions, action);
}

GPtrArray *af_elses_of (const AfStyle *style, const AfQuestion *question)
{
  GPtrArray *actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  const AfLocation *location = question->location;
  if (location->kind != AF_LOCATION_IF || !location->editable || !location->braced || location->has_label)
    return actions;
  g_autofree char *text = af_source_slice (style->source, location->statement);
  if (strstr (text, "else") || location->statement.end == 0)
    return actions;
  g_autoptr (GPtrArray) copies = af_copies_of (question), updates = af_updates_of (question);
  for (guint i = 0; i < MIN (copies->len, MAX_COPIED); i++)
    add_else (actions, style, location, g_ptr_array_index (copies, i));
  for (guint i = 0, n = 0; i < updates->len && n < MAX_UPDATES; i++) {
    const AfAction *update = g_ptr_array_index (updates, i);
    const AfType *type = update->target ? update->target->type : NULL;
    if (!type || (type->kind != AF_TYPE_POINTER && type->kind != AF_TYPE_BOOL && update->target->kind != AF_EXPR_FIELD))
      continue;
    add_else (actions, style, location, update);
    n++;
  }
  return actions;
}
