/* Chains: what can be said of the nodes that links of an object lead to.
 *
 * In:  an object whose part `first` leads to a record that links to its own kind.
 * Out: NODES (l->first, next)                 a length, to be held against l->count
 *      REACHES (l->first, NULL, next)         it ends
 *      REACHES (l->first, l->last, next)      another part is among them
 *
 * Chains of one node say nothing: what speaks for a statement are objects with two or more. */
#include "infer/infer-internal.h"

enum { MOST_CHAINS = 8 };

typedef struct {
  const AfModule *module;
  AfExpr *object;
  GPtrArray *chains; /* of AfExpr */
  guint most;        /* length that `chains` may have */
} AfChains;

static void add (AfChains *chains, AfExpr *expr)
{
  if (chains->chains->len < chains->most)
    g_ptr_array_add (chains->chains, af_expr_ref (expr));
}

static AfExpr *reaches (const AfChains *chains, AfExpr *first, AfExpr *last, const char *link)
{
  AfExpr *ends[] = { first, last };
  return af_expr_new (AF_EXPR_REACHES, af_module_bool_type ((AfModule *)chains->module), link, ends,
                      G_N_ELEMENTS (ends));
}

/* The type of the first count that is unsigned; C would convert -1. */
static AfType *unsigned_count (const AfType *record)
{
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (field->type->kind == AF_TYPE_INT && !field->type->is_signed && !field->type->is_char)
      return field->type;
  }
  return NULL;
}

static void add_chain (AfChains *chains, AfExpr *first, const char *link)
{
  const AfType *record = chains->object->type->target;
  AfType *type = unsigned_count (record);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, first->type, NULL, NULL, 0);
  g_autoptr (AfExpr) nodes =
    af_expr_new (AF_EXPR_NODES, af_module_int_type ((AfModule *)chains->module), link, &first, 1);
  g_autoptr (AfExpr) converted = type ? af_expr_new (AF_EXPR_CAST, type, NULL, &nodes, 1) : NULL;
  g_autoptr (AfExpr) ends = reaches (chains, first, null, link);
  add (chains, nodes);
  if (converted)
    add (chains, converted);
  add (chains, ends);
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (!field->name || !*field->name || !af_type_is_record_pointer (field->type)
        || field->type->target != first->type->target)
      continue;
    g_autoptr (AfExpr) last = af_expr_field (chains->object, field->name, field->type);
    g_autoptr (AfExpr) comes = af_expr_equal (first, last) ? NULL : reaches (chains, first, last, link);
    if (comes)
      add (chains, comes);
  }
}

void af_terms_chains (const AfModule *module, AfExpr *object, GPtrArray *wholes)
{
  const AfType *record = object->type->target;
  AfChains chains = { module, object, wholes, wholes->len + MOST_CHAINS };
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *part = record->fields->pdata[i];
    const AfType *node = af_type_is_record_pointer (part->type) ? part->type->target : NULL;
    if (!part->name || !*part->name || !node || node == record || !node->is_complete || node->is_union)
      continue;
    g_autoptr (AfExpr) first = af_expr_field (object, part->name, part->type);
    for (guint k = 0; k < node->fields->len; k++) {
      const AfField *link = node->fields->pdata[k];
      if (link->name && *link->name && af_type_is_record_pointer (link->type) && link->type->target == node)
        add_chain (&chains, first, link->name);
    }
  }
}

const AfExpr *af_chain_of (const AfExpr *expr)
{
  const AfExpr *inner = af_expr_uncast (expr);
  return inner->kind == AF_EXPR_NODES || inner->kind == AF_EXPR_REACHES ? inner : NULL;
}

static gboolean find_chain (AfExpr *node, gpointer data)
{
  *(gboolean *)data |= node->kind == AF_EXPR_NODES || node->kind == AF_EXPR_REACHES;
  return TRUE;
}

gboolean af_has_chain (AfExpr *expr)
{
  gboolean has = FALSE;
  af_expr_walk (expr, find_chain, &has);
  return has;
}

static int find_term (const AfTable *table, const AfExpr *expr)
{
  for (guint i = 0; i < table->terms->len; i++)
    if (af_expr_equal (((const AfTerm *)table->terms->pdata[i])->expr, expr))
      return (int)i;
  return -1;
}

guint af_chain_telling (const AfTable *table, const GArray *rows, const AfExpr *chain)
{
  g_autoptr (AfExpr) nodes = af_expr_new (AF_EXPR_NODES, chain->type, chain->name, chain->args, 1);
  const AfExpr *last = chain->kind == AF_EXPR_REACHES && chain->args[1]->kind != AF_EXPR_NULL ? chain->args[1] : NULL;
  int length = find_term (table, nodes), from = find_term (table, chain->args[0]);
  int to = last ? find_term (table, last) : -1;
  guint n = 0;
  for (guint i = 0; length >= 0 && i < rows->len; i++) {
    guint row = g_array_index (rows, guint, i);
    gboolean is_far = !last
                      || (to >= 0 && from >= 0 && af_table_value (table, row, to) != 0
                          && af_table_value (table, row, to) != af_table_value (table, row, from));
    n += is_far && af_table_defined (table, row, length) && af_table_value (table, row, length) > 1;
  }
  return n;
}
