/* A number cut down to what there is: beyond the paper.
 *
 * In:  a statement that uses a number.   Out: in front of it
 *
 *     end += n;        if (n > size - end)  n = size - end;    a sum or difference that the module computes elsewhere
 *     take (s, n);     if (n > s_count (s)) n = s_count (s);   a query that tells a number of an object in scope
 *     total -= n;      if (n > s->total)    n = s->total;      a field of such an object
 *
 * for the forgotten check that there is as much as was asked for. */
#include "operators/operators-internal.h"

enum { MAX_NUMBERS = 2, MAX_QUERIES = 6, MAX_FIELDS = 4 };

typedef struct {
  AfMaker *maker;
  const AfQuestion *question;
  AfExpr *number;
} Clamps;

static void clamp (Clamps *c, AfExpr *bound)
{
  if (bound->type != c->number->type || af_expr_contains (bound, c->number) || af_operators_warns (bound)
      || !af_operators_writable (c->question->routine, c->question->location, bound))
    return;
  const AfStyle *style = c->maker->style;
  guint at = c->question->location->statement.start;
  g_autofree char *indent = af_source_indent (style->source, at);
  g_autofree char *body = g_strdup_printf ("%s = %s;", c->number->text, bound->text);
  g_autofree char *head = g_strdup_printf ("if (%s > %s)", c->number->text, bound->text);
  g_autofree char *spaced_body = af_style_text (style, body), *spaced_head = af_style_text (style, head);
  g_autofree char *text = af_style_headed (style, indent, spaced_head, spaced_body);
  g_autofree char *summary = g_strdup_printf ("%s %s", head, body);
  af_maker_put_before (c->maker, af_maker_rewrite (c->maker, ROW (CLAMP), c->number, summary), at, text);
}

static void clamp_to_queries (Clamps *c)
{
  const AfRoutine *own = c->question->routine;
  for (guint i = 0, n = 0; i < c->question->module->routines->len && n < MAX_QUERIES; i++) {
    const AfRoutine *query = g_ptr_array_index (c->question->module->routines, i);
    if (!af_operators_is_declared (c->question, query) || !query->is_query || query->skipped || query->n_params != 1
        || query->result != c->number->type)
      continue;
    const AfVariable *taken = g_ptr_array_index (query->variables, 0);
    for (guint k = 0; k < own->n_params && n < MAX_QUERIES; k++) {
      const AfVariable *param = g_ptr_array_index (own->variables, k);
      if (!af_type_is_record_pointer (taken->type) || param->type->kind != AF_TYPE_POINTER
          || param->type->target != taken->type->target || !param->name || !param->name[0])
        continue;
      g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
      g_autoptr (AfExpr) call = af_expr_call (query->result, query->name, &object, 1, TRUE);
      clamp (c, call);
      n++;
    }
  }
}

static void clamp_to_fields (Clamps *c)
{
  g_autoptr (GPtrArray) pool = af_operators_pool (c->question, c->number->type);
  for (guint i = 0, n = 0; i < pool->len && n < MAX_FIELDS; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (value->kind != AF_EXPR_FIELD)
      continue;
    clamp (c, value);
    n++;
  }
}

static gboolean is_number (const AfType *type)
{
  return type && type->kind == AF_TYPE_INT && !type->is_char && !type->is_const && type->bits >= 32;
}

void af_produce_clamps (AfMaker *m)
{
  const AfQuestion *question = m->question;
  Clamps c = { m, question, NULL };
  const AfLocation *location = question->location;
  AfExpr *expr = location->expr;
  if ((location->kind != AF_LOCATION_STATEMENT && location->kind != AF_LOCATION_RETURN) || !location->editable
      || !location->braced || location->has_label || !expr)
    return;
  for (guint i = 0, n = 0; i < question->routine->n_params && n < MAX_NUMBERS; i++) {
    const AfVariable *param = g_ptr_array_index (question->routine->variables, i);
    if (!is_number (param->type) || param->is_const || !param->name || !param->name[0])
      continue;
    g_autoptr (AfExpr) number = af_expr_var (param->type, param->name, param->id);
    gboolean is_set = expr->kind == AF_EXPR_ASSIGN && af_expr_equal (expr->args[0], number);
    if (is_set || !af_expr_contains (expr, number) || !af_operators_modifiable (question, number))
      continue;
    c.number = number;
    n++;
    g_autoptr (GPtrArray) sums = af_operators_siblings (question, number->type);
    for (guint k = 0; k < sums->len; k++)
      clamp (&c, g_ptr_array_index (sums, k));
    clamp_to_queries (&c);
    clamp_to_fields (&c);
  }
}
