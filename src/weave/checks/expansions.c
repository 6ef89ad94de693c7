/* Macro calls written out: checks of what a macro's body does.
 *
 * In:  a routine in which expressions are all of macro calls (AfExpr.expansion), with clauses about what the bodies do.
 * Out: groups of one edit each, which replace such a call.
 *
 *     #define AT(v, i) ((v)->items[(i)])
 *
 *     return AT (v, n - 1);      return (*AFRT_E (3, 4, ((AFRT_P (1, 2, (v))->items)), ((n - 1))));
 *
 * The body is rendered from the model, an argument stays the user's text with its own guards.  A candidate that changes
 * the call takes the whole of it away, and the call is there again. */
#include "weave/checks/checks-internal.h"

/* The text of a part of the file with the guards that are in it; owned by the caller. */
static char *guarded_text (const AfExpanded *expanded, AfRange range)
{
  g_autoptr (GPtrArray) inside = g_ptr_array_new ();

  for (guint i = 0; i < expanded->groups->len; i++)
    if (af_range_contains (range, ((const AfEditGroup *)expanded->groups->pdata[i])->whole))
      g_ptr_array_add (inside, expanded->groups->pdata[i]);
  g_autoptr (GPtrArray) edits = af_groups_merge (inside, NULL, 0);
  return af_edits_apply_in (expanded->weaver->source, range, edits);
}

gboolean af_expanded_text (const AfExpanded *expanded, GString *out, const AfExpr *expr)
{
  AfRange range = af_range_is_none (expr->range) ? expr->expansion : expr->range;

  if (expr == expanded->root || af_range_is_none (range))
    return FALSE;
  g_autofree char *text = guarded_text (expanded, range);
  g_string_append_printf (out, "(%s)", text);
  return TRUE;
}

/* Whether C demands it of what the call's body does. */
static gboolean is_of_body (const AfClause *clause, AfRange call)
{
  return clause->row && clause->subject && af_range_is_none (clause->subject->range)
         && af_range_equal (clause->range, call);
}

gboolean af_expanded_clauses (const AfExpanded *expanded, const AfExpr *subject, AfGuardKind guard, guint *low,
                              guint *high)
{
  const AfClause *first = NULL, *last = NULL;

  for (guint i = 0; i < expanded->routine->clauses->len; i++) {
    const AfClause *clause = expanded->routine->clauses->pdata[i];

    if (!is_of_body (clause, expanded->root->expansion) || !af_expr_equal (clause->subject, subject))
      continue;
    first = first ? first : clause;
    last = clause;
  }
  if (!last || last->row->guard != guard)
    return FALSE;
  *low = first->id;
  *high = last->id;
  return TRUE;
}

static gboolean has_clauses (const AfRoutine *routine, AfRange call)
{
  for (guint i = 0; i < routine->clauses->len; i++)
    if (is_of_body (routine->clauses->pdata[i], call))
      return TRUE;
  return FALSE;
}

static guint count_lines (const char *text, gsize length)
{
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == '\n';
  return n;
}

/* Appends line breaks, so that @text has as many as the call; false: it has more. */
static gboolean keep_lines (const AfSource *source, AfRange call, GString *text)
{
  guint wanted = count_lines (source->text + call.start, call.end - call.start);
  guint n = count_lines (text->str, text->len);

  for (; n < wanted; n++)
    g_string_append_c (text, '\n');
  return n == wanted;
}

/* Calls in the arguments of a call come first. */
static void write_out (const AfWeaver *weaver, const AfRoutine *routine, const AfExpr *expr, GPtrArray *groups)
{
  AfRange call = expr->expansion;

  for (guint i = 0; i < expr->n_args; i++)
    write_out (weaver, routine, expr->args[i], groups);
  if (af_range_is_none (call) || call.file != weaver->file || !has_clauses (routine, call))
    return;
  const AfExpanded expanded = { weaver, routine, groups, expr };
  const AfRender render = { weaver->module, 0, NULL, &expanded };
  g_autoptr (GString) text = g_string_new (NULL);
  af_render (&render, text, expr);
  if (!keep_lines (weaver->source, call, text))
    return;
  AfEditGroup *group = af_groups_add (groups, call);
  group->is_written_out = TRUE;
  af_group_replace (group, call.start, call.end, text->str);
}

void af_weave_expansions (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (location->expr && location->kind != AF_LOCATION_CHECK)
      write_out (weaver, routine, location->expr, groups);
  }
}
