/* Who wrote it: routines by what they have to do with the violated clause.
 *
 * In:  a fault, routines that may take part in it.   Out: those of them that are worth a look.
 *
 *     CHECK (h->count < h->limit) in push    count, limit
 *     drop_newest      h->count--;           writes one of them
 *     push_all         push (h, ...);        so does what it calls
 *     can_redo         h->pos < h->count     reads one
 *     copy_text        malloc (...)          neither
 *
 * The clause's fields are those that it names, and those that its queries look at.  A field is known by its name, which
 * is enough for an order. */
#include "localize/localize-internal.h"

#define MOST_DEPTH 2 /* queries within queries */

typedef enum { WRITES, READS, NEITHER } Part;

typedef struct {
  const AfModule *module;
  GHashTable *fields; /* set of names, borrowed from expressions */
  guint depth;
} Fields;

static gboolean visit_fields (AfExpr *node, gpointer data);

static void add_fields_of (Fields *fields, const AfRoutine *routine)
{
  fields->depth++;
  af_routine_walk (routine, visit_fields, fields);
  fields->depth--;
}

static gboolean visit_fields (AfExpr *node, gpointer data)
{
  Fields *fields = data;
  const AfRoutine *query =
    node->kind == AF_EXPR_CALL ? g_hash_table_lookup (fields->module->by_name, node->name) : NULL;
  if (node->kind == AF_EXPR_FIELD && node->name)
    g_hash_table_add (fields->fields, node->name);
  if (query && query->is_query && fields->depth < MOST_DEPTH)
    add_fields_of (fields, query);
  return TRUE;
}

/* The object that @target names or is a part of: `s->items[i].next` is of `next` and `items`. */
static gboolean is_part_of (const AfExpr *target, GHashTable *fields)
{
  for (; target && target->n_args > 0; target = target->args[0])
    if (target->kind == AF_EXPR_FIELD && target->name && g_hash_table_contains (fields, target->name))
      return TRUE;
  return FALSE;
}

typedef struct {
  GHashTable *fields;
  Part part;
} Search;

static gboolean visit_uses (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean is_written = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS;
  if (is_written && is_part_of (node->args[0], search->fields))
    search->part = WRITES;
  else if (is_part_of (node, search->fields))
    search->part = MIN (search->part, READS);
  return TRUE;
}

/* In its own statements. */
static Part own_part (const AfRoutine *routine, GHashTable *fields)
{
  Search search = { fields, NEITHER };
  for (guint i = 0; i < routine->locations->len && search.part != WRITES; i++)
    af_location_walk (routine->locations->pdata[i], visit_uses, &search);
  return search.part;
}

/* Also in what it calls; the nearest that has this part in *@where (nullable). */
static Part part_of (const AfModule *module, const AfRoutine *routine, GHashTable *fields, GHashTable *seen,
                     const AfRoutine **where)
{
  Part part = own_part (routine, fields);
  if (where)
    *where = routine;
  g_hash_table_add (seen, (gpointer)routine);
  for (guint i = 0; i < routine->callees->len && part != WRITES; i++) {
    const AfRoutine *callee = g_hash_table_lookup (module->by_name, routine->callees->pdata[i]), *inner = NULL;
    Part theirs =
      callee && !g_hash_table_contains (seen, callee) ? part_of (module, callee, fields, seen, &inner) : NEITHER;
    if (theirs < part) {
      part = theirs;
      if (where)
        *where = inner;
    }
  }
  return part;
}

static GHashTable *fields_of (const AfModule *module, const AfFault *fault)
{
  Fields fields = { module, g_hash_table_new (g_str_hash, g_str_equal), 0 };
  AfExpr *clause = fault->condition ? fault->condition : fault->clause->expr;
  if (clause)
    af_expr_walk (clause, visit_fields, &fields);
  return fields.fields;
}

/* The first @n of those with the largest part, in the order of @routines. */
static GPtrArray *choose (const GPtrArray *routines, const Part *parts, guint n)
{
  g_autofree gboolean *chosen = g_new0 (gboolean, routines->len + 1);
  GPtrArray *best = g_ptr_array_new ();
  for (Part part = WRITES; part <= NEITHER; part++)
    for (guint i = 0; i < routines->len && n > 0; i++)
      if (parts[i] == part) {
        chosen[i] = TRUE;
        n--;
      }
  for (guint i = 0; i < routines->len; i++)
    if (chosen[i])
      g_ptr_array_add (best, routines->pdata[i]);
  return best;
}

GPtrArray *af_localize_related (const AfModule *module, const AfFault *fault)
{
  g_autoptr (GPtrArray) all = af_fault_related (module, fault, G_MAXUINT);
  g_autoptr (GHashTable) fields = fields_of (module, fault);
  g_autofree Part *parts = g_new (Part, all->len + 1);
  for (guint i = 0; i < all->len; i++) {
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
    parts[i] = part_of (module, all->pdata[i], fields, seen, NULL);
  }
  return choose (all, parts, AF_MAX_VIEWS);
}

GPtrArray *af_localize_writers (const AfModule *module, const AfFault *fault, const GPtrArray *routines,
                                const GPtrArray *but, guint n)
{
  g_autoptr (GHashTable) fields = fields_of (module, fault);
  g_autofree Part *parts = g_new (Part, routines->len + 1);
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  for (guint i = 0; i < routines->len; i++) {
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
    const AfRoutine *where = NULL;
    parts[i] = part_of (module, routines->pdata[i], fields, seen, &where);
    gboolean is_new = where && where != fault->routine && !where->skipped && !g_ptr_array_find (places, where, NULL)
                      && !g_ptr_array_find ((GPtrArray *)but, where, NULL);
    g_ptr_array_add (places, parts[i] == WRITES && is_new ? (gpointer)where : routines->pdata[i]);
  }
  return choose (places, parts, n);
}
