/* Relations: whoever forgot equality once has often forgotten it everywhere.
 *
 *     (a < b && b < c) || (c < b && b < a)   ->  (a <= b && b <= c) || (c <= b && b <= a); and back
 *
 * in one condition, or in all conditions of `if` of the routine at once.  All at once is the more natural one: a
 * routine of which one condition alone takes in equality contradicts itself. */
#include "suite/patterns/patterns.h"

typedef struct {
  GPtrArray *nodes;   /* of AfExpr, not owned */
  gboolean is_strict; /* those that are to take in equality */
} Search;

static gboolean find_relation (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean strict = node->op == AF_OP_LT || node->op == AF_OP_GT;
  gboolean wide = node->op == AF_OP_LE || node->op == AF_OP_GE;
  if (node->kind == AF_EXPR_BINARY && (search->is_strict ? strict : wide) && !node->in_macro
      && !af_range_is_none (node->op_range))
    g_ptr_array_add (search->nodes, node);
  return TRUE;
}

static void change_all (AfMaker *maker, const Search *search, const char *where)
{
  if (search->nodes->len < 2)
    return;
  const char *what = search->is_strict ? "< → <=, > → >=" : "<= → <, >= → >";
  g_autofree char *summary = g_strconcat (what, where, NULL);
  AfAction *action = af_maker_rewrite (maker, maker->row, search->nodes->pdata[0], summary);
  for (guint i = 0; i < search->nodes->len; i++) {
    const AfExpr *node = search->nodes->pdata[i];
    const char *text = node->op == AF_OP_LT ? "<=" : node->op == AF_OP_GT ? ">=" : node->op == AF_OP_LE ? "<" : ">";
    af_maker_edit (maker, action, node->op_range, text, 0);
  }
}

static void change_relations (AfMaker *maker, gboolean everywhere)
{
  const AfQuestion *question = maker->question;
  const AfLocation *own = question->location, *first = NULL;
  if (own->kind != AF_LOCATION_IF || !own->editable)
    return;

  for (guint strict = 0; strict < 2; strict++) {
    g_autoptr (GPtrArray) here = g_ptr_array_new (), all = g_ptr_array_new ();
    Search one = { here, strict == 0 }, every = { all, strict == 0 };
    af_expr_walk (own->expr, find_relation, &one);
    if (!everywhere)
      change_all (maker, &one, "");
    first = NULL;
    for (guint i = 0; i < question->routine->locations->len; i++) {
      const AfLocation *location = question->routine->locations->pdata[i];
      if (location->kind != AF_LOCATION_IF || !location->editable || !location->expr)
        continue;
      first = first ? first : location;
      af_expr_walk (location->expr, find_relation, &every);
    }
    if (everywhere && first == own && all->len > here->len)
      change_all (maker, &every, " in all conditions");
  }
}

void af_pattern_relations (AfMaker *maker)
{
  change_relations (maker, FALSE);
}

void af_pattern_relations_everywhere (AfMaker *maker)
{
  change_relations (maker, TRUE);
}
