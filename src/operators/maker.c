/* Actions, as the functions of operators make them.
 *
 * In:  what the function found.   Out: actions that it has made, as far as compilers would take them without a word. */
#include "operators/operators-internal.h"

enum { ORDER_OUTSIDE = 1000 };

AfAction *af_maker_add (AfMaker *maker, AfAction *action)
{
  g_ptr_array_add (maker->actions, action);
  return action;
}

/* Whether @value in the place of the occurrence changes it, and compilers do not warn. */
static gboolean fits_place (const AfOccurrence *occurrence, AfExpr *value)
{
  if (af_expr_equal (value, occurrence->node) || af_operators_warns (value))
    return FALSE;
  g_autoptr (AfExpr) parent =
    occurrence->parent ? af_expr_substitute (occurrence->parent, occurrence->node, value) : NULL;
  return !parent || !af_operators_warns (parent);
}

void af_maker_replace (AfMaker *maker, const AfOccurrence *occurrence, const AfOperator *row, AfExpr *value)
{
  if (fits_place (occurrence, value))
    af_maker_add (maker, af_action_new (AF_ACTION_REPLACE, row, occurrence->node, value, occurrence->node->range));
}

AfAction *af_maker_set (AfMaker *maker, const AfOperator *row, AfExpr *target, AfExpr *value)
{
  return af_maker_add (maker, af_action_new (AF_ACTION_SET, row, target, value, AF_RANGE_NONE));
}

AfAction *af_maker_rewrite (AfMaker *maker, const AfOperator *row, AfExpr *target, const char *summary)
{
  return af_maker_add (maker, af_action_new_edits (AF_ACTION_REWRITE, row, target, summary));
}

void af_maker_edit (const AfMaker *maker, AfAction *action, AfRange range, const char *text, int order)
{
  range.file = maker->style->file;
  g_ptr_array_add (action->edits, af_edit_new (range, text, order));
}

void af_maker_put_before (const AfMaker *maker, AfAction *action, guint at, const char *text)
{
  af_maker_edit (maker, action, (AfRange){ .start = at, .end = at }, text, -ORDER_OUTSIDE);
}

void af_maker_put_after (const AfMaker *maker, AfAction *action, guint at, const char *text)
{
  /* after a simple statement also after the brace that a mark around it puts there; a loop's mark is further out */
  gboolean ends = at > 0 && maker->style->source->text[at - 1] == ';';
  int order = ends ? af_style_order_after (maker->style, at) : ORDER_OUTSIDE;
  af_maker_edit (maker, action, (AfRange){ .start = at, .end = at }, text, order);
}

void af_maker_value (AfMaker *maker, AfExpr *target, AfExpr *value)
{
  gboolean known = af_expr_equal (value, target);
  for (guint i = 0; i < maker->values->len && !known; i++)
    known = af_expr_equal (((const AfValue *)g_ptr_array_index (maker->values, i))->value, value);
  if (known)
    return;
  AfValue *entry = g_new (AfValue, 1);
  *entry = (AfValue){ af_expr_ref (value), maker->row };
  g_ptr_array_add (maker->values, entry);
}

const GPtrArray *af_maker_moduli (AfMaker *maker)
{
  if (!maker->moduli)
    maker->moduli = af_operators_moduli (maker->question);
  return maker->moduli;
}

const GPtrArray *af_maker_masks (AfMaker *maker)
{
  if (!maker->masks)
    maker->masks = af_operators_own_masks (maker->question);
  return maker->masks;
}

void af_maker_clear (AfMaker *maker)
{
  g_clear_pointer (&maker->actions, g_ptr_array_unref);
  g_clear_pointer (&maker->values, g_ptr_array_unref);
  g_clear_pointer (&maker->moduli, g_ptr_array_unref);
  g_clear_pointer (&maker->masks, g_ptr_array_unref);
}
