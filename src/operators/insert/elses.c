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
 * the routine has its else and is the same but for names, of fields or variables, that else with these names comes
 * first; what is tested may be the contrary there:
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

/* Fields by name, variables by themselves; of a variable that has none the counterpart is itself. */
typedef struct {
  guint n;
  const AfExpr *from[MAX_NAMES], *to[MAX_NAMES];
} Names;

static gboolean is_name (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_VAR;
}

static gboolean is_same_name (const AfExpr *a, const AfExpr *b)
{
  return a->kind == b->kind && a->variable_id == b->variable_id && g_strcmp0 (a->name, b->name) == 0;
}

static gboolean map_name (Names *names, const AfExpr *from, const AfExpr *to)
{
  for (guint i = 0; i < names->n; i++)
    if (is_same_name (names->from[i], from) || is_same_name (names->to[i], to))
      return is_same_name (names->from[i], from) && is_same_name (names->to[i], to);
  if (names->n == MAX_NAMES)
    return FALSE;
  names->from[names->n] = from;
  names->to[names->n++] = to;
  return TRUE;
}

/* Whether @b is @a with other fields and variables in it, the same ones everywhere. */
static gboolean match (Names *names, const AfExpr *a, const AfExpr *b)
{
  if (a->kind != b->kind || a->op != b->op || a->n_args != b->n_args || a->type != b->type || a->value != b->value)
    return FALSE;
  if (is_name (a) ? !map_name (names, a, b) : g_strcmp0 (a->name, b->name) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_args; i++)
    if (!match (names, a->args[i], b->args[i]))
      return FALSE;
  return TRUE;
}

/* The same of conditions, one of which may be the contrary: then *@contrary is set. */
static gboolean match_tests (Names *names, const AfExpr *a, const AfExpr *b, gboolean *contrary)
{
  g_autoptr (AfExpr) turned = af_expr_not ((AfExpr *)a);
  *contrary = !match (names, a, b);
  if (!*contrary)
    return TRUE;
  names->n = 0;
  return match (names, turned, b);
}

static const AfType *record_of (const AfExpr *object)
{
  const AfType *type = object->type;
  return type && type->kind == AF_TYPE_POINTER ? type->target : type;
}

static const AfExpr *counterpart (const Names *names, const AfExpr *name)
{
  for (guint i = 0; i < names->n; i++)
    if (is_same_name (names->from[i], name))
      return names->to[i];
  return NULL;
}

static AfExpr *mirrored_field (const Names *names, AfExpr *object, const AfExpr *field, guint choice)
{
  const AfExpr *other = counterpart (names, field);
  const char *name = other ? other->name : NULL;
  const AfType *record = record_of (field->args[0]);
  for (guint i = 0; !name && record && record->fields && i < record->fields->len; i++) {
    const AfField *one = g_ptr_array_index (record->fields, i);
    if (one->type == field->type && g_strcmp0 (one->name, field->name) != 0 && choice-- == 0)
      name = one->name;
  }
  return name ? af_expr_field (object, name, field->type) : NULL;
}

/* A variable of the file that is assigned to stands for another one, as a field does. */
static AfExpr *mirrored_target (const AfQuestion *question, AfExpr *target, guint choice)
{
  g_autoptr (GPtrArray) pool = af_operators_pool (question, target->type);
  for (guint i = 0; i < pool->len; i++) {
    AfExpr *one = g_ptr_array_index (pool, i);
    if (one->kind == AF_EXPR_VAR && one->variable_id == 0 && !is_same_name (one, target) && choice-- == 0)
      return af_expr_ref (one);
  }
  return NULL;
}

/* @expr with its names by their counterparts; a field or variable of the file that is assigned to and has none is the
 * @choice-th other one of its type; null where there is none. */
static AfExpr *mirrored (const AfQuestion *question, const Names *names, AfExpr *expr, guint choice, gboolean is_target)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfExpr *other = expr->kind == AF_EXPR_VAR ? counterpart (names, expr) : NULL;
  if (other)
    return af_expr_ref ((AfExpr *)other);
  if (expr->kind == AF_EXPR_VAR && expr->variable_id == 0 && is_target)
    return mirrored_target (question, expr, choice);
  for (guint i = 0; i < expr->n_args; i++) {
    AfExpr *arg = mirrored (question, names, expr->args[i], choice, expr->kind == AF_EXPR_ASSIGN && i == 0);
    if (!arg)
      return NULL;
    g_ptr_array_add (args, arg);
  }
  if (expr->kind == AF_EXPR_FIELD)
    return mirrored_field (names, args->pdata[0], expr, choice);
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
    Names names = { 0 };
    gboolean contrary;
    if (!match_tests (&names, other->expr, question->location->expr, &contrary))
      continue;
    const AfLocation *there = branch_of (routine, other, contrary), *otherwise = branch_of (routine, other, !contrary);
    if (!there || !otherwise || !match (&names, there->expr, then->expr))
      continue;
    for (guint choice = 0; choice < 3 && m->actions->len < MAX_MIRRORED; choice++) {
      g_autoptr (AfExpr) value = mirrored (question, &names, otherwise->expr, choice, FALSE);
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

/* Whether the statement ends with a block and a semicolon, as a call of a macro for a block does: after these there is
 * no else. */
static gboolean ends_twice (const AfMaker *m, AfRange statement)
{
  const char *text = m->style->source->text;
  guint end = statement.end > 0 && text[statement.end - 1] == ';' ? statement.end - 1 : 0;
  guint behind = af_text_behind_blanks (text, statement.start, end);
  return behind > statement.start && text[behind - 1] == '}';
}

void af_produce_elses (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  if (location->kind != AF_LOCATION_IF || !location->editable || !location->braced || location->has_label)
    return;
  if (af_block_has_else (question->routine, location) || location->statement.end == 0
      || leaves (question->routine, location) || ends_twice (m, location->statement))
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
