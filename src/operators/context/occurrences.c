/* Where expressions occur in the user's text.
 *
 * In:  a location.   Out: all nodes of its expression that can be edited, and how a value is written in their place.
 *
 * What is assigned, stepped or has its address taken is marked; nothing that comes from a macro is there. */
#include "operators/operators-internal.h"

typedef struct {
  GArray *found;
  AfRange range;
} Walk;

static gboolean is_lvalue_place (const AfExpr *parent, guint index)
{
  return (parent->kind == AF_EXPR_ASSIGN && index == 0) || parent->kind == AF_EXPR_STEP
         || parent->kind == AF_EXPR_ADDRESS;
}

static void walk (Walk *w, AfExpr *node, AfExpr *parent, guint index, gboolean is_target)
{
  if (node->in_macro)
    return;
  if (!af_range_is_none (node->range) && af_range_contains (w->range, node->range)) {
    AfOccurrence occurrence = { node, parent, index, is_target };
    g_array_append_val (w->found, occurrence);
  }
  for (guint i = 0; i < node->n_args; i++) {
    /* The base of an assigned `a[i].f` or `a.f` is part of the place; what a pointer points to, and an index, is read.
     */
    gboolean part_of_place = is_target && i == 0 && (node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX)
                             && !(node->kind == AF_EXPR_FIELD && node->arrow);
    walk (w, node->args[i], node, i, is_lvalue_place (node, i) || part_of_place);
  }
}

GArray *af_operators_occurrences (const AfLocation *location)
{
  Walk w = { g_array_new (FALSE, FALSE, sizeof (AfOccurrence)), location->range };
  /* each of several initialisers is a whole */
  guint n_values = location->values ? location->values->len : 0;
  for (guint i = 0; location->editable && i < n_values; i++)
    walk (&w, location->values->pdata[i], NULL, i, FALSE);
  if (location->expr && location->editable && n_values == 0)
    walk (&w, location->expr, NULL, 0, FALSE);
  return w.found;
}

gboolean af_operators_declares (const AfLocation *location, const AfExpr *expr)
{
  for (guint i = 0; expr->kind == AF_EXPR_VAR && location->declares && i < location->declares->len; i++)
    if (((const AfVariable *)location->declares->pdata[i])->id == expr->variable_id)
      return TRUE;
  return FALSE;
}

const AfVariable *af_occurrence_declared (const AfLocation *location, const AfOccurrence *occurrence)
{
  const AfVariable *variable =
    !occurrence->parent && location->declares ? location->declares->pdata[occurrence->index] : NULL;

  return variable && location->kind == AF_LOCATION_DECLARATION && af_type_is_scalar (variable->type) ? variable : NULL;
}

/* Whether the text around the range already has the parentheses. */
static gboolean is_parenthesised (const AfSource *source, AfRange range)
{
  guint before = af_text_behind_blanks (source->text, 0, range.start);
  guint after = af_text_skip_blanks (source->text, range.end, (guint)source->length);
  return before > 0 && source->text[before - 1] == '(' && after < source->length && source->text[after] == ')';
}

/* Whether C takes any expression but a comma in this place as it is. */
static gboolean is_roomy (const AfOccurrence *occurrence)
{
  const AfExpr *parent = occurrence->parent;
  if (!parent)
    return TRUE;
  return parent->kind == AF_EXPR_CALL || (parent->kind == AF_EXPR_CALL_POINTER && occurrence->index > 0)
         || (parent->kind == AF_EXPR_INDEX && occurrence->index == 1)
         || (parent->kind == AF_EXPR_ASSIGN && occurrence->index == 1);
}

/* C takes `a & b - 1`, but compilers ask for parentheses. */
static gboolean is_unclear (const AfExpr *value, const AfExpr *parent)
{
  gboolean adds = value->kind == AF_EXPR_BINARY && (value->op == AF_OP_ADD || value->op == AF_OP_SUB);
  return adds && parent && parent->kind == AF_EXPR_BINARY
         && (parent->op == AF_OP_BIT_AND || parent->op == AF_OP_BIT_OR || parent->op == AF_OP_BIT_XOR
             || parent->op == AF_OP_SHL || parent->op == AF_OP_SHR);
}

char *af_occurrence_text (const AfSource *source, const AfOccurrence *occurrence, const AfExpr *value)
{
  /* `a && b || c` is C, but compilers ask for parentheses. */
  gboolean mixes = value->kind == AF_EXPR_BINARY && value->op == AF_OP_AND && occurrence->parent
                   && occurrence->parent->kind == AF_EXPR_BINARY && occurrence->parent->op == AF_OP_OR;
  /* `a->b->c`, not `(a->b)->c`. */
  const AfExpr *parent = occurrence->parent;
  gboolean follows = parent && (parent->kind == AF_EXPR_FIELD || parent->kind == AF_EXPR_INDEX)
                     && occurrence->index == 0 && af_expr_precedence (value) == af_expr_precedence (parent);
  gboolean bare =
    follows || is_roomy (occurrence) || is_parenthesised (source, occurrence->node->range)
    || (!mixes && !is_unclear (value, parent) && af_expr_precedence (value) > af_expr_precedence (occurrence->parent));
  return bare ? g_strdup (value->text) : g_strdup_printf ("(%s)", value->text);
}
