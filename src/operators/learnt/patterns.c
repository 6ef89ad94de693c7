/* Patterns of a file as operators.
 *
 * In:  a location.
 * Out: what each pattern makes of the text that begins there, those of most changes first (patterns/place/place.h).
 *
 * A hole that nothing in the text binds is filled with what the state is about: the pointer of `p == NULL`, the number
 * of `n > 3`.  The paper fills it with the variable that its error message names (Getafix, section 4). */
#include "operators/learnt/patterns.h"

#include <string.h>

#include "operators/operators-internal.h"
#include "patterns/file.h"
#include "patterns/place/place.h"

enum { MOST_EDITS = 16, /* at a location */ PRIOR = 5 };

typedef struct {
  AfOperator row;
  char *id, *meaning; /* of the row, owned */
  AfPattern *pattern; /* owned */
} Learnt;

struct AfLearntOperators {
  GPtrArray *all;       /* of Learnt, owned */
  AfProvider provider;  /* of all of them: one call for each location reads the text once */
  GPtrArray *providers; /* of AfProvider: that one */
};

static void learnt_free (gpointer data)
{
  Learnt *learnt = data;
  af_pattern_free (learnt->pattern);
  g_free (learnt->id);
  g_free (learnt->meaning);
  g_free (learnt);
}

void af_learnt_operators_free (AfLearntOperators *learnt)
{
  if (!learnt)
    return;
  g_ptr_array_unref (learnt->providers);
  g_ptr_array_unref (learnt->all);
  g_free (learnt);
}

/* --- what is blamed --- */

static gboolean is_constant (const AfExpr *expr)
{
  return expr->n_args == 0 && expr->kind != AF_EXPR_VAR;
}

/* The operand that the condition is about; null: it is about nothing that could be written down. */
static const AfExpr *subject_of (const AfExpr *condition)
{
  const AfExpr *expr = condition;
  while (expr && (expr->kind == AF_EXPR_UNARY || expr->kind == AF_EXPR_BINARY) && expr->op != AF_OP_NEG)
    expr = expr->kind == AF_EXPR_BINARY && is_constant (expr->args[0]) ? expr->args[1] : expr->args[0];
  return expr && !is_constant (expr) ? expr : NULL;
}

static const char *blamed_at (const AfQuestion *question)
{
  const AfExpr *subject = question->fail ? subject_of (question->fail) : NULL;
  if (!subject && question->clause)
    subject = subject_of (question->clause);
  gboolean is_visible =
    subject && af_operators_visible (question->routine, question->location, (AfExpr *)(gpointer)subject);
  return is_visible ? subject->text : NULL;
}

/* --- a location --- */

/* From the statement's first byte; an edit may begin at the brace after it, too: what comes last in a block. */
static guint end_of_place (const AfSource *source, const AfLocation *location)
{
  guint next = af_block_skip (source, location->statement.end);
  return next < source->length && source->text[next] == '}' ? next + 1 : location->range.end;
}

/* Blanks and line breaks in a row become one blank. */
static char *on_a_line (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\n", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint i = 0; words[i]; i++)
    if (*words[i])
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", words[i]);
  return g_strdup (out->str);
}

static char *summary_of (const AfSource *source, const AfPlacedEdit *edit)
{
  g_autofree char *old_text = g_strndup (source->text + edit->start, edit->end - edit->start);
  g_autofree char *old_line = on_a_line (old_text), *line = on_a_line (edit->text);
  if (!*old_line)
    return g_strdup_printf ("insert `%s`", line);
  return *line ? g_strdup_printf ("`%s` → `%s`", old_line, line) : g_strdup_printf ("delete `%s`", old_line);
}

static void propose (AfMaker *maker)
{
  const AfLearntOperators *learnt = maker->data;
  const AfLocation *location = maker->question->location;
  const AfSource *source = maker->style->source;
  if (!location->editable || af_range_is_none (location->statement))
    return;
  g_autoptr (AfPlacedTree) placed = af_placed_tree_new (source->text, source->length, location->statement.start);
  const AfPlaceWanted wanted = { location->statement.start, end_of_place (source, location),
                                 blamed_at (maker->question), maker->style->unit };
  for (guint i = 0; placed && i < learnt->all->len && maker->actions->len < MOST_EDITS; i++) {
    const Learnt *one = learnt->all->pdata[i];
    g_autoptr (GPtrArray) edits = af_pattern_place (one->pattern, placed, &wanted);
    for (guint k = 0; k < edits->len && maker->actions->len < MOST_EDITS; k++) {
      const AfPlacedEdit *edit = edits->pdata[k];
      g_autofree char *summary = summary_of (source, edit);
      AfAction *action = af_maker_rewrite (maker, &one->row, NULL, summary);
      af_maker_edit (maker, action, (AfRange){ .start = edit->start, .end = edit->end }, edit->text, 0);
    }
  }
}

/* --- the file --- */

/* Node @at of the tree after stands in the condition of an if that comes. */
static gboolean is_asked (const AfPattern *pattern, guint at)
{
  const AfPatternNode *nodes = pattern->nodes;
  for (guint i = pattern->n_before; i < at; i++)
    if (nodes[i].kind == AF_NODE_IF && nodes[i].partner < 0 && nodes[i].size > 1 && nodes[i + 1].place == 0
        && at < i + 1 + nodes[i + 1].size)
      return TRUE;
  return FALSE;
}

/* At most one hole that nothing before binds, which guards ask about: elsewhere an expression of the state is as good
 * as any. */
static gboolean is_usable (const AfPattern *pattern)
{
  gint open = -1;
  for (guint i = pattern->n_before; i < pattern->n; i++) {
    gint hole = pattern->nodes[i].hole;
    gboolean is_bound = hole < 0 || hole == open;
    for (guint k = 0; k < pattern->n_before && !is_bound; k++)
      is_bound = pattern->nodes[k].hole == hole;
    if (!is_bound && (open >= 0 || !is_asked (pattern, i)))
      return FALSE;
    open = is_bound ? open : hole;
  }
  return pattern->n > pattern->n_before;
}

static void add_pattern (AfLearntOperators *learnt, AfLearntPattern *from)
{
  if (!is_usable (from->pattern))
    return;
  Learnt *one = g_new0 (Learnt, 1);
  one->id = g_strdup_printf ("pattern-%u", learnt->all->len + 1);
  one->meaning = af_pattern_code (from->pattern);
  one->pattern = g_steal_pointer (&from->pattern);
  one->row =
    (AfOperator){ .id = one->id, .prior = PRIOR, .classes = "what was repaired so elsewhere", .meaning = one->meaning };
  g_ptr_array_add (learnt->all, one);
}

AfLearntOperators *af_learnt_operators_read (const char *path, GError **error)
{
  static const AfFamily family = { .meaning = "patterns of a file", .place = 6000, .start = 2, .step = 1 };
  g_autoptr (GPtrArray) patterns = af_patterns_read (path, error);
  if (!patterns)
    return NULL;
  AfLearntOperators *learnt = g_new0 (AfLearntOperators, 1);
  learnt->all = g_ptr_array_new_with_free_func (learnt_free);
  learnt->providers = g_ptr_array_new ();
  for (guint i = 0; i < patterns->len; i++)
    add_pattern (learnt, patterns->pdata[i]);
  if (learnt->all->len == 0)
    return learnt;
  const Learnt *first = learnt->all->pdata[0];
  learnt->provider = (AfProvider){
    .row = &first->row, .family = &family, .shape = AF_SHAPE_ONCE, .function = { .once = propose }, .data = learnt
  };
  g_ptr_array_add (learnt->providers, &learnt->provider);
  return learnt;
}

const GPtrArray *af_learnt_operators_providers (const AfLearntOperators *learnt)
{
  return learnt->providers;
}
