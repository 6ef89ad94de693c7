/* What is to be done otherwise: beyond the paper.
 *
 * In:  an `if` without else.   Out: the same with an else, of a statement that the module makes elsewhere or an update:
 *
 *     if (p->next != NULL)                     else
 *         p->next->prev = p->prev;                 l->tail = p->prev;
 *
 * Not where the `if` leaves: what comes after it is an else already.
 *
 * Of two ends that are kept up to date one is easily forgotten: the case without a neighbour.  Where another `if` of
 * the routine has its else and is the same but for names of fields, that else with these names comes first:
 *
 *     if (p->prev != NULL)  p->prev->next = p->next;
 *     else                  l->head = p->next;              next for prev, prev for next; and for head another field of
 * its type */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_COPIED = 8, MAX_UPDATES = 14, MAX_NAMES = 4, MAX_MIRRORED = 6 };

static void add_else (AfMaker *m, const AfAction *what)
{
  const AfStyle *style = m->style;
  const AfLocation *location = m->question->location;
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
  AfAction *action = af_maker_rewrite (m, ROW (PUT_ELSE), what->target, summary);
  guint end = location->statement.end;
  af_maker_edit (m, action, (AfRange){ .start = end, .end = end }, text, af_style_order_after (style, end));
}

/* --- the other way round --- */

typedef struct {
  guint n;
  const char *from[MAX_NAMES], *to[MAX_NAMES];
} Names;

static gboolean map_name (Names *names, const char *from, const char *to)
{
  for (guint i = 0; i < names->n; i++)
    if (g_strcmp0 (names->from[i], from) == 0 || g_strcmp0 (names->to[i], to) == 0)
      return g_strcmp0 (names->from[i], from) == 0 && g_strcmp0 (names->to[i], to) == 0;
  if (names->n == MAX_NAMES)
    return FALSE;
  names->from[names->n] = from;
  names->to[names->n++] = to;
  return TRUE;
}

/* Whether @b is @a with other fields in it, the same ones everywhere. */
static gboolean match (Names *names, const AfExpr *a, const AfExpr *b)
{
  if (a->kind != b->kind || a->op != b->op || a->n_args != b->n_args || a->type != b->type || a->value != b->value)
    return FALSE;
  if (a->kind == AF_EXPR_FIELD ? !map_name (names, a->name, b->name) : g_strcmp0 (a->name, b->name) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_args; i++)
    if (!match (names, a->args[i], b->args[i]))
      return FALSE;
  return TRUE;
}

static const AfType *record_of (const AfExpr *object)
{
  const AfType *type = object->type;
  return type && type->kind == AF_TYPE_POINTER ? type->target : type;
}

static const char *name_for (const Names *names, const char *name)
{
  for (guint i = 0; i < names->n; i++)
    if (g_strcmp0 (names->from[i], name) == 0)
      return names->to[i];
  return NULL;
}

/* @expr with its fields by their counterparts; one without a counterpart is the @choice-th other one of its type, or
 * null. */
static AfExpr *mirrored (const Names *names, AfExpr *expr, guint choice)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < expr->n_args; i++) {
    AfExpr *arg = mirrored (names, expr->args[i], choice);
    if (!arg)
      return NULL;
    g_ptr_array_add (args, arg);
  }
  if (expr->kind == AF_EXPR_FIELD) {
    const char *name = name_for (names, expr->name);
    const AfType *record = record_of (expr->args[0]);
    for (guint i = 0; !name && record && record->fields && i < record->fields->len; i++) {
      const AfField *field = g_ptr_array_index (record->fields, i);
      if (field->type == expr->type && g_strcmp0 (field->name, expr->name) != 0 && choice-- == 0)
        name = field->name;
    }
    return name ? af_expr_field (args->pdata[0], name, expr->type) : NULL;
  }
  if (expr->kind == AF_EXPR_ASSIGN) {
    AfExpr *copy = af_expr_new (AF_EXPR_ASSIGN, expr->type, expr->name, (AfExpr **)args->pdata, expr->n_args);
    copy->op = expr->op;
    af_expr_finish (copy);
    return copy;
  }
  return expr->n_args == 0 ? af_expr_ref (expr) : NULL;
}

/* Where an if goes to, one way or the other, if that is an assignment in it. */
static const AfLocation *branch_of (const AfRoutine *routine, const AfLocation *test, guint which)
{
  const AfLocation *to =
    which < test->next->len ? af_routine_location (routine, g_array_index (test->next, guint, which)) : NULL;
  gboolean is_inside = to && to->kind == AF_LOCATION_STATEMENT && to->expr && to->expr->kind == AF_EXPR_ASSIGN
                       && to->statement.start > test->statement.start && to->statement.end <= test->statement.end;
  return is_inside ? to : NULL;
}

static void add_mirrored (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfRoutine *routine = question->routine;
  const AfLocation *then = branch_of (routine, question->location, 0);
  for (guint i = 0; then && question->location->expr && i < routine->locations->len && m->actions->len < MAX_MIRRORED;
       i++) {
    const AfLocation *other = af_routine_location (routine, i);
    if (other->kind != AF_LOCATION_IF || other == question->location || !other->expr
        || other->statement.end <= other->statement.start)
      continue;
    const AfLocation *there = branch_of (routine, other, 0), *otherwise = branch_of (routine, other, 1);
    Names names = { 0 };
    if (!there || !otherwise || !match (&names, other->expr, question->location->expr)
        || !match (&names, there->expr, then->expr))
      continue;
    for (guint choice = 0; choice < 3 && m->actions->len < MAX_MIRRORED; choice++) {
      g_autoptr (AfExpr) value = mirrored (&names, otherwise->expr, choice);
      if (!value || af_operators_warns (value) || !af_operators_visible (routine, question->location, value))
        break;
      AfAction *what = af_action_new (AF_ACTION_SET, ROW (PUT_ELSE), value->args[0], value, AF_RANGE_NONE);
      add_else (m, what);
      af_action_free (what);
    }
  }
}

/* Whether what follows the `if` is not come to from inside of it: behind `if (c) return e;` everything is an else. */
static gboolean leaves (const AfRoutine *routine, const AfLocation *test)
{
  if (test->next->len != 2)
    return FALSE;
  guint after = g_array_index (test->next, guint, 1);
  gboolean goes_on = g_array_index (test->next, guint, 0) == after;
  for (guint i = 0; i < routine->locations->len && !goes_on; i++) {
    const AfLocation *inner = routine->locations->pdata[i];
    gboolean is_inside = inner != test && inner->statement.file == test->statement.file
                         && af_range_contains (test->statement, inner->statement);
    for (guint k = 0; is_inside && k < inner->next->len; k++)
      goes_on |= g_array_index (inner->next, guint, k) == after;
  }
  return !goes_on;
}

void af_produce_elses (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  if (location->kind != AF_LOCATION_IF || !location->editable || !location->braced || location->has_label)
    return;
  if (af_block_has_else (question->routine, location) || location->statement.end == 0
      || leaves (question->routine, location))
    return;
  add_mirrored (m);
  g_autoptr (GPtrArray) copies = af_operators_actions (af_family (AF_FAMILY_COPIES), m->style, question);
  g_autoptr (GPtrArray) updates = af_operators_actions (af_family (AF_FAMILY_UPDATES), m->style, question);
  for (guint i = 0; i < MIN (copies->len, MAX_COPIED); i++)
    add_else (m, g_ptr_array_index (copies, i));
  for (guint i = 0, n = 0; i < updates->len && n < MAX_UPDATES; i++) {
    const AfAction *update = g_ptr_array_index (updates, i);
    const AfType *type = update->target ? update->target->type : NULL;
    if (!type || (type->kind != AF_TYPE_POINTER && type->kind != AF_TYPE_BOOL && update->target->kind != AF_EXPR_FIELD))
      continue;
    add_else (m, update);
    n++;
  }
}
