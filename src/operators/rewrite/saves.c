/* Values saved before they are changed: beyond the paper.
 *
 * In:  a location.
 * Out: where an earlier statement of its block changes what the location's expression reads, the value from before in a
 * new local:
 *
 *     a->x = a->y;      int saved = a->x;     free (n);            int saved = n->value;
 *     a->y = a->x;      a->x = a->y;          return n->value;     free (n);
 *                       a->y = saved;                              return saved;
 *
 * What the statement assigns, what it passes to a call as an address, and variables of the file where it calls a
 * routine of the module that is no query, count as changed.  The name is one that the routine does not use. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_DISTANCE = 4, MAX_SAVES = 8 };

/* In front of the braces that a macro's statement is marked with: what is declared in them is not seen after it. */
enum { ORDER_BEFORE_MARKS = -60000 };

/* Whether a statement may change a value. */
typedef struct {
  const AfModule *module;
  AfExpr *value;
  gboolean found;
} Change;

/* The variable that a path begins with; null: it begins with none. */
static const AfExpr *base_of (const AfExpr *expr)
{
  while (expr->n_args > 0
         && (expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF
             || expr->kind == AF_EXPR_ADDRESS || expr->kind == AF_EXPR_CAST))
    expr = expr->args[0];
  return expr->kind == AF_EXPR_VAR ? expr : NULL;
}

static gboolean visit_global (AfExpr *node, gpointer found)
{
  *(gboolean *)found |=
    node->kind == AF_EXPR_VAR && node->variable_id == 0 && node->type && node->type->kind != AF_TYPE_FUNCTION;
  return TRUE;
}

static gboolean reads_global (AfExpr *value)
{
  gboolean found = FALSE;
  af_expr_walk (value, visit_global, &found);
  return found;
}

/* Of a routine of the module that is no query one cannot say that it leaves them. */
static gboolean may_change_globals (const Change *change, const AfExpr *call)
{
  const AfRoutine *callee = call->kind == AF_EXPR_CALL ? af_module_routine (change->module, call->name) : NULL;
  return (call->kind == AF_EXPR_CALL_POINTER || (callee && !callee->is_query)) && reads_global (change->value);
}

static gboolean find_change (AfExpr *node, gpointer data)
{
  Change *change = data;
  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP)
    change->found = change->found || af_expr_contains (change->value, node->args[0]);
  if ((node->kind != AF_EXPR_CALL && node->kind != AF_EXPR_CALL_POINTER) || node->is_pure)
    return !change->found;
  change->found = change->found || may_change_globals (change, node);
  if (change->value->kind == AF_EXPR_VAR)
    return !change->found;
  for (guint i = 0; i < node->n_args; i++) {
    const AfExpr *base = base_of (node->args[i]);
    change->found = change->found
                    || (base && node->args[i]->type && node->args[i]->type->kind == AF_TYPE_POINTER
                        && af_expr_mentions (change->value, base->name));
  }
  return !change->found;
}

static gboolean may_change (const AfModule *module, const AfRoutine *routine, const AfLocation *statement,
                            AfExpr *value)
{
  Change change = { module, value, FALSE };
  for (guint i = 2; i < routine->locations->len && !change.found; i++) {
    const AfLocation *inner = af_routine_location (routine, i);
    if (inner->expr && !af_range_is_none (inner->range) && af_range_contains (statement->statement, inner->range))
      af_expr_walk (inner->expr, find_change, &change);
  }
  return change.found;
}

/* `struct node *saved`; null where the type has no plain spelling. */
static char *declaration_of (const AfType *type, const char *name)
{
  gboolean is_number = type->kind == AF_TYPE_INT || type->kind == AF_TYPE_BOOL || type->kind == AF_TYPE_FLOAT;
  const char *spelling = type->spelling;
  if (is_number || type->kind == AF_TYPE_ENUM)
    return spelling && !strchr (spelling, '(')
             ? g_strdup_printf ("%s %s", type->kind == AF_TYPE_BOOL ? "bool" : spelling, name)
             : NULL;
  if (type->kind != AF_TYPE_POINTER || !spelling || !g_str_has_suffix (spelling, "*"))
    return NULL;
  if (af_type_is_record_pointer (type) && type->target->tag && type->target->tag[0])
    return g_strdup_printf ("%s%s *%s", type->is_const ? "const " : "", type->target->tag, name);
  return g_strdup_printf ("%s%s", spelling, name);
}

/* What is worth saving: a path that is read, or what a query says of an object. */
static gboolean is_value (const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean reads = node->kind == AF_EXPR_VAR || node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX
                   || node->kind == AF_EXPR_DEREF || (node->kind == AF_EXPR_CALL && node->n_args > 0);
  return reads && !o->is_target && node->type && af_type_is_scalar (node->type) && af_expr_is_pure ((AfExpr *)node)
         && !af_expr_is_constant (node);
}

/* Edits for every occurrence of @value that is read at the location. */
static void use_saved (AfMaker *m, AfAction *action, const GArray *occurrences, const AfExpr *value, const char *name)
{
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
    if (!o->is_target && af_expr_equal (o->node, value))
      af_maker_edit (m, action, o->node->range, name, 0);
  }
}

static void save (AfMaker *m, const GArray *occurrences, AfExpr *value, const AfLocation *before, const char *name)
{
  g_autofree char *declaration = declaration_of (value->type, name);
  if (!declaration || !af_operators_visible (m->question->routine, before, value))
    return;
  g_autofree char *indent = af_source_indent (m->style->source, before->statement.start);
  g_autofree char *line = g_strdup_printf ("%s = %s;\n%s", declaration, value->text, indent);
  g_autofree char *summary = g_strdup_printf ("%s saved before line %u", value->text, before->line);
  AfAction *action = af_maker_rewrite (m, ROW (SAVE), value, summary);
  AfRange place = { .start = before->statement.start, .end = before->statement.start };
  af_maker_edit (m, action, place, line, ORDER_BEFORE_MARKS);
  use_saved (m, action, occurrences, value, name);
}

static gboolean is_first (const GArray *occurrences, guint at)
{
  for (guint i = 0; i < at; i++)
    if (af_expr_equal (g_array_index (occurrences, AfOccurrence, i).node,
                       g_array_index (occurrences, AfOccurrence, at).node)
        && !g_array_index (occurrences, AfOccurrence, i).is_target)
      return FALSE;
  return TRUE;
}

void af_produce_saved_values (AfMaker *m)
{
  static const char *const names[] = { "saved", "old", "earlier", NULL };
  const AfRoutine *routine = m->question->routine;
  const AfLocation *location = m->question->location, *before = location;
  const char *name = af_operators_unused_name (routine, names);
  gboolean fits = location->editable && location->braced && location->expr && !location->has_label
                  && (location->kind == AF_LOCATION_STATEMENT || location->kind == AF_LOCATION_RETURN
                      || location->kind == AF_LOCATION_DECLARATION || location->kind == AF_LOCATION_IF);
  if (!fits || !name)
    return;
  g_autoptr (GArray) occurrences = af_operators_occurrences (location);
  for (guint distance = 0; distance < MAX_DISTANCE; distance++) {
    before = af_block_previous (routine, m->style->source, before);
    if (!before || before->has_label)
      return;
    for (guint i = 0; i < occurrences->len && m->actions->len < MAX_SAVES; i++) {
      const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
      if (is_value (o) && is_first (occurrences, i) && may_change (m->question->module, routine, before, o->node))
        save (m, occurrences, o->node, before, name);
    }
  }
}
