/* The control-flow graph, and what is certainly assigned where.
 *
 * In:  the statement tree of frontend-stmts.c, whose leaves are locations.
 * Out: AfLocation.next and AfLocation.scope.
 *
 * Edges are made from the end to the start: the entry of a statement is known once the node that follows it is.
 *     build (while (c) body, next)  =  c;   c -> build (body, c), c -> next
 * Places that are reached before they are built (labels, the top of a `for (;;)`) are joins: numbers below -1 that
 * stand for a node and are replaced at the end.  A location without a successor never goes on (a noreturn call).
 *
 * Scopes are a forward must-analysis: a variable is in scope where it is visible and assigned on every path.  An edge
 * that a constant condition never takes does not count. */
#include "frontend/frontend-internal.h"

#include <string.h>

enum { NOWHERE = -1, FIRST_JOIN = -2, EXIT = 1 };

typedef struct {
  GPtrArray *edges;   /* per location: GArray of int nodes */
  GArray *joins;      /* join number -> node */
  GHashTable *labels; /* name -> join */
  AfRoutine *routine;
} Graph;

typedef struct {
  const AfStmt *stmt;
  int entry;
} Entry;

typedef struct {
  int break_to, continue_to;
  GArray *cases; /* of Entry: of the innermost switch, last one first */
  gboolean *has_default;
} Targets;

static int new_join (Graph *graph)
{
  int target = NOWHERE;
  g_array_append_val (graph->joins, target);
  return FIRST_JOIN - (int)(graph->joins->len - 1);
}

static void set_join (Graph *graph, int join, int node)
{
  g_array_index (graph->joins, int, (guint)(FIRST_JOIN - join)) = node;
}

static int label_join (Graph *graph, const char *label)
{
  gpointer found = g_hash_table_lookup (graph->labels, label);
  if (found)
    return GPOINTER_TO_INT (found);
  int join = new_join (graph);
  g_hash_table_insert (graph->labels, g_strdup (label), GINT_TO_POINTER (join));
  return join;
}

static int resolve (const Graph *graph, int node)
{
  for (guint steps = 0; node <= FIRST_JOIN; steps++) {
    if (steps > graph->joins->len)
      return NOWHERE; /* for (;;); */
    node = g_array_index (graph->joins, int, (guint)(FIRST_JOIN - node));
  }
  return node;
}

static void add_edge (Graph *graph, int from, int to)
{
  g_array_append_val ((GArray *)g_ptr_array_index (graph->edges, (guint)from), to);
}

static int build (Graph *graph, const AfStmt *stmt, int next, Targets targets);

/* Targets are nodes that are resolved at the end. */
static void set_cases (const Graph *graph, const AfStmt *stmt, const GArray *entries, gboolean has_default, int next)
{
  AfLocation *location = g_ptr_array_index (graph->routine->locations, (guint)stmt->location);
  g_autoptr (GArray) cases = g_array_new (FALSE, FALSE, sizeof (AfCaseLabel));
  for (guint i = entries->len; i > 0; i--) {
    const Entry *entry = &g_array_index (entries, Entry, i - 1);
    AfCaseLabel each = { entry->stmt->low, entry->stmt->high, entry->stmt->is_default, (guint)entry->entry };
    if (!entry->stmt->is_default && !entry->stmt->has_value)
      return;
    g_array_append_val (cases, each);
  }
  AfCaseLabel otherwise = { 0, 0, TRUE, (guint)next };
  if (!has_default)
    g_array_append_val (cases, otherwise);
  location->cases = g_steal_pointer (&cases);
}

static int build_switch (Graph *graph, const AfStmt *stmt, int next, Targets targets)
{
  g_autoptr (GArray) cases = g_array_new (FALSE, FALSE, sizeof (Entry));
  gboolean has_default = FALSE;
  targets.break_to = next;
  targets.cases = cases;
  targets.has_default = &has_default;
  build (graph, stmt->body, next, targets);
  for (guint i = cases->len; i > 0; i--)
    add_edge (graph, stmt->location, g_array_index (cases, Entry, i - 1).entry);
  if (!has_default)
    add_edge (graph, stmt->location, next);
  set_cases (graph, stmt, cases, has_default, next);
  return stmt->location;
}

static int build_for (Graph *graph, const AfStmt *stmt, int next, Targets targets)
{
  int top = stmt->location >= 0 ? stmt->location : new_join (graph);
  int after_body = stmt->step >= 0 ? stmt->step : top;
  targets.break_to = next;
  targets.continue_to = after_body;
  int body = build (graph, stmt->body, after_body, targets);
  if (stmt->step >= 0)
    add_edge (graph, stmt->step, top);
  if (stmt->location >= 0) {
    add_edge (graph, top, body);
    add_edge (graph, top, next);
  } else {
    set_join (graph, top, body);
  }
  if (stmt->init < 0)
    return top;
  add_edge (graph, stmt->init, top);
  return stmt->init;
}

static int build_loop (Graph *graph, const AfStmt *stmt, int next, Targets targets)
{
  targets.break_to = next;
  targets.continue_to = stmt->location;
  int body = build (graph, stmt->body, stmt->location, targets);
  add_edge (graph, stmt->location, body);
  add_edge (graph, stmt->location, next);
  return stmt->kind == AF_STMT_DO ? body : stmt->location;
}

static int build_jump (Graph *graph, const AfStmt *stmt, int to)
{
  add_edge (graph, stmt->location, to);
  return stmt->location;
}

static void add_targets (Graph *graph, const AfStmt *stmt)
{
  for (guint i = 0; i < stmt->targets->len; i++)
    add_edge (graph, stmt->location, label_join (graph, g_ptr_array_index (stmt->targets, i)));
}

static int build (Graph *graph, const AfStmt *stmt, int next, Targets targets)
{
  switch (stmt->kind) {
  case AF_STMT_SIMPLE:
    if (stmt->location < 0)
      return next;
    if (!stmt->stops)
      add_edge (graph, stmt->location, next);
    return stmt->location;
  case AF_STMT_SEQUENCE:
    for (guint i = stmt->items->len; i > 0; i--)
      next = build (graph, g_ptr_array_index (stmt->items, i - 1), next, targets);
    return next;
  case AF_STMT_RETURN:
    return build_jump (graph, stmt, EXIT);
  case AF_STMT_BREAK:
    return build_jump (graph, stmt, targets.break_to);
  case AF_STMT_CONTINUE:
    return build_jump (graph, stmt, targets.continue_to);
  case AF_STMT_GOTO:
    if (stmt->label)
      return build_jump (graph, stmt, label_join (graph, stmt->label));
    add_targets (graph, stmt);
    return stmt->location;
  case AF_STMT_ASM_GOTO:
    add_edge (graph, stmt->location, next);
    add_targets (graph, stmt);
    return stmt->location;
  case AF_STMT_IF: {
    int other = stmt->other ? build (graph, stmt->other, next, targets) : next;
    add_edge (graph, stmt->location, build (graph, stmt->body, next, targets));
    add_edge (graph, stmt->location, other);
    return stmt->location;
  }
  case AF_STMT_WHILE:
  case AF_STMT_DO:
    return build_loop (graph, stmt, next, targets);
  case AF_STMT_FOR:
    return build_for (graph, stmt, next, targets);
  case AF_STMT_SWITCH:
    return build_switch (graph, stmt, next, targets);
  case AF_STMT_CASE: {
    Entry entry = { stmt, build (graph, stmt->body, next, targets) };
    if (targets.cases)
      g_array_append_val (targets.cases, entry);
    if (targets.has_default)
      *targets.has_default |= stmt->is_default;
    return entry.entry;
  }
  case AF_STMT_LABEL: {
    int entry = build (graph, stmt->body, next, targets);
    set_join (graph, label_join (graph, stmt->label), entry);
    return entry;
  }
  }
  g_assert_not_reached ();
}

/* Both edges of a condition stay, even to one node; a switch names each target once. */
static void copy_edges (const Graph *graph, AfLocation *location)
{
  const GArray *edges = g_ptr_array_index (graph->edges, location->id);
  gboolean keep_doubles = af_location_is_condition (location) && location->kind != AF_LOCATION_SWITCH;
  g_array_set_size (location->next, 0);
  for (guint i = 0; i < edges->len; i++) {
    int node = resolve (graph, g_array_index (edges, int, i));
    gboolean is_known = FALSE;
    for (guint j = 0; j < location->next->len; j++)
      is_known |= (int)g_array_index (location->next, guint, j) == node;
    guint target = (guint)node;
    if (node != NOWHERE && (keep_doubles || !is_known))
      g_array_append_val (location->next, target);
  }
  for (guint i = 0; location->cases && i < location->cases->len; i++) {
    AfCaseLabel *each = &g_array_index (location->cases, AfCaseLabel, i);
    int node = resolve (graph, (int)each->target);
    if (node == NOWHERE) {
      g_clear_pointer (&location->cases, g_array_unref);
      break;
    }
    each->target = (guint)node;
  }
}

static void free_edges (gpointer edges)
{
  g_array_unref (edges);
}

void af_frontend_cfg (AfRoutine *routine, const AfStmt *body)
{
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func (free_edges);
  g_autoptr (GArray) joins = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Graph graph = { edges, joins, labels, routine };
  for (guint i = 0; i < routine->locations->len; i++)
    g_ptr_array_add (edges, g_array_new (FALSE, FALSE, sizeof (int)));
  add_edge (&graph, 0, build (&graph, body, EXIT, (Targets){ NOWHERE, NOWHERE, NULL, NULL }));
  for (guint i = 0; i < routine->locations->len; i++)
    copy_edges (&graph, g_ptr_array_index (routine->locations, i));
}

/* --- definite assignment: sets are arrays of bytes indexed by variable id --- */

static gboolean is_aggregate (const AfType *type)
{
  return type->kind == AF_TYPE_RECORD || type->kind == AF_TYPE_ARRAY;
}

/* The aggregate variable that a field or element belongs to, or null. */
static const AfExpr *base_of (const AfExpr *expr)
{
  while ((expr->kind == AF_EXPR_FIELD && !expr->arrow) || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_ADDRESS)
    expr = expr->args[0];
  return expr->kind == AF_EXPR_VAR && is_aggregate (expr->type) ? expr : NULL;
}

/* `&x` for a variable x: its number, else 0. */
static guint addressed_variable (const AfExpr *expr)
{
  gboolean is_variable = expr->kind == AF_EXPR_ADDRESS && expr->args[0]->kind == AF_EXPR_VAR;
  return is_variable ? expr->args[0]->variable_id : 0;
}

/* What evaluating @expr certainly assigns.  An aggregate counts as assigned once a part of it is, or a call got its
 * address; where calls are trusted, other variables do, too. */
static void collect_assigned (const AfExpr *expr, gboolean trusts_calls, guint8 *assigned)
{
  gboolean is_assignment = expr->kind == AF_EXPR_ASSIGN;
  gboolean is_call = expr->kind == AF_EXPR_CALL || expr->kind == AF_EXPR_CALL_POINTER;
  gboolean is_lazy = expr->kind == AF_EXPR_CONDITIONAL
                     || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR));
  /* in a statement expression it may depend on anything */
  if (expr->kind == AF_EXPR_OTHER && !expr->is_pure)
    return;
  if (is_assignment && expr->args[0]->kind == AF_EXPR_VAR)
    assigned[expr->args[0]->variable_id] = 1;
  for (guint i = 0; i < expr->n_args; i++) {
    const AfExpr *base = is_call || (is_assignment && i == 0) ? base_of (expr->args[i]) : NULL;
    if (base)
      assigned[base->variable_id] = 1;
    if (is_call && trusts_calls)
      assigned[addressed_variable (expr->args[i])] = 1;
    if (i == 0 || !is_lazy)
      collect_assigned (expr->args[i], trusts_calls, assigned);
  }
}

/* Variables that the declaration at @location initialises: those whose scope begins where it ends. */
static void collect_declared (const AfRoutine *routine, const AfLocation *location, guint8 *assigned)
{
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (routine->variables, i);
    if (!variable->is_param && variable->scope.start == location->range.end)
      assigned[variable->id] = 1;
  }
}

static guint8 *assigned_by (const AfRoutine *routine, const AfLocation *location, gboolean trusts_calls)
{
  guint8 *assigned = g_malloc0 (routine->variables->len + 1);
  if (location->kind == AF_LOCATION_CHECK)
    return assigned;
  if (location->expr)
    collect_assigned (location->expr, trusts_calls, assigned);
  if (location->declared)
    assigned[location->declared->id] = 1;
  if (location->kind == AF_LOCATION_DECLARATION || location->kind == AF_LOCATION_FOR_INIT)
    collect_declared (routine, location, assigned);
  return assigned;
}

/* Whether the i-th edge of a condition is one that its constant value never takes. */
static gboolean is_dead_edge (const AfLocation *location, guint i)
{
  const AfExpr *expr = location->expr;
  if (!af_location_is_condition (location) || location->kind == AF_LOCATION_SWITCH || !expr || location->next->len != 2
      || (expr->kind != AF_EXPR_INT && expr->kind != AF_EXPR_BOOL))
    return FALSE;
  return (expr->value != 0) == (i == 1);
}

/* One round; true when something changed. */
static gboolean propagate (const AfRoutine *routine, guint8 **before, guint8 **gen)
{
  gboolean changed = FALSE;
  guint n = routine->variables->len + 1;
  for (guint l = 0; l < routine->locations->len; l++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, l);
    for (guint i = 0; i < location->next->len; i++) {
      guint8 *target = before[g_array_index (location->next, guint, i)];
      for (guint v = 0; v < n && !is_dead_edge (location, i); v++)
        if (target[v] && !before[l][v] && !gen[l][v]) {
          target[v] = 0;
          changed = TRUE;
        }
    }
  }
  return changed;
}

/* Arrays are filled by loops, of which no analysis of paths knows that they run at all: where calls are trusted, an
 * array counts as assigned from where it may have been. */
static void spread_arrays (const AfRoutine *routine, guint8 **before, guint8 **gen)
{
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint l = 0; l < routine->locations->len; l++) {
      const AfLocation *location = g_ptr_array_index (routine->locations, l);
      for (guint i = 0; i < location->next->len; i++) {
        guint8 *target = before[g_array_index (location->next, guint, i)];
        for (guint v = 0; v < routine->variables->len; v++) {
          const AfVariable *variable = g_ptr_array_index (routine->variables, v);
          guint id = variable->id;
          if (variable->type->kind == AF_TYPE_ARRAY && !target[id] && (before[l][id] || gen[l][id]))
            target[id] = changed = TRUE;
        }
      }
    }
  }
}

static gboolean is_visible (const AfVariable *variable, const AfLocation *location)
{
  return location->range.start >= variable->scope.start && location->range.start < variable->scope.end;
}

static void fill_scope (const AfRoutine *routine, AfLocation *location, const guint8 *assigned)
{
  g_ptr_array_set_size (location->scope, 0);
  for (guint i = 0; i < routine->variables->len; i++) {
    AfVariable *variable = g_ptr_array_index (routine->variables, i);
    gboolean is_hidden = FALSE;
    if (!variable->is_param && !is_visible (variable, location))
      continue;
    for (guint j = i + 1; j < routine->variables->len; j++) {
      const AfVariable *inner = g_ptr_array_index (routine->variables, j);
      is_hidden |= is_visible (inner, location) && strcmp (inner->name, variable->name) == 0;
    }
    if (!is_hidden && (assigned[variable->id] || variable->is_param || variable->is_static))
      g_ptr_array_add (location->scope, variable);
  }
}

void af_frontend_scopes (AfRoutine *routine, gboolean trusts_calls)
{
  guint n_locations = routine->locations->len, n = routine->variables->len + 1;
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) gen = g_ptr_array_new_with_free_func (g_free);
  for (guint l = 0; l < n_locations; l++) {
    guint8 *all = g_malloc (n);
    memset (all, l != 0, n);
    g_ptr_array_add (before, all);
    g_ptr_array_add (gen, assigned_by (routine, g_ptr_array_index (routine->locations, l), trusts_calls));
  }
  while (propagate (routine, (guint8 **)before->pdata, (guint8 **)gen->pdata))
    continue;
  if (trusts_calls)
    spread_arrays (routine, (guint8 **)before->pdata, (guint8 **)gen->pdata);
  for (guint l = 0; l < n_locations; l++) {
    AfLocation *location = g_ptr_array_index (routine->locations, l);
    if (location->kind == AF_LOCATION_ENTRY || location->kind == AF_LOCATION_EXIT) {
      /* Locals are not visible at the edges of the body. */
      g_ptr_array_set_size (location->scope, 0);
      for (guint i = 0; i < routine->n_params; i++)
        g_ptr_array_add (location->scope, g_ptr_array_index (routine->variables, i));
    } else {
      fill_scope (routine, location, g_ptr_array_index (before, l));
    }
  }
}

void af_frontend_trust_calls (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint l = 0; l < routine->locations->len; l++)
      g_ptr_array_set_size (((AfLocation *)g_ptr_array_index (routine->locations, l))->scope, 0);
    if (routine->is_read)
      af_frontend_scopes (routine, TRUE);
  }
}
