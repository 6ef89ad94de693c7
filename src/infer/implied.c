/* What is implied by the rest says nothing.
 *
 * In:  relations that held, weighty ones first; clauses that are written; what queries return by definition.
 * Out: the relations that Z3 cannot derive from all that and the ones before.
 *
 * A fact about the state before a call is stated with OLD around each part that a call may change, so `count < cap` as
 * a precondition becomes `OLD (s->count) < OLD (s->cap)`, which is how postconditions speak of it. */
#include "infer/infer-internal.h"

#include "contracts/contracts.h"

enum { MOST_ASKED = 150 };

typedef struct {
  const AfModule *module;
  const AfRoutine *routine; /* null: invariants */
  AfSolver *solver;
  GPtrArray *facts;    /* of AfExpr */
  GHashTable *defined; /* set of char *: calls whose definition is among them */
} AfBackground;

/* --- the state before --- */

static AfExpr *before (AfExpr *expr)
{
  switch ((int)expr->kind) {
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_VAR:
    return af_expr_ref (expr);
  case AF_EXPR_UNARY: {
    g_autoptr (AfExpr) inner = before (expr->args[0]);
    return af_expr_unary (expr->op, inner);
  }
  case AF_EXPR_BINARY:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF: {
    g_autoptr (AfExpr) left = before (expr->args[0]), right = before (expr->args[1]);
    AfExpr *sides[] = { left, right };
    return expr->kind == AF_EXPR_BINARY ? af_expr_binary (expr->op, left, right)
                                        : af_expr_new (expr->kind, expr->type, NULL, sides, 2);
  }
  default:
    return af_expr_new (AF_EXPR_OLD, expr->type, NULL, &expr, 1);
  }
}

/* --- facts --- */

static void take_fact (AfBackground *background, AfExpr *fact)
{
  if (fact && af_expr_is_pure (fact))
    g_ptr_array_add (background->facts, af_expr_ref (fact));
}

static AfExpr *equality (const AfModule *module, AfExpr *a, AfExpr *b)
{
  AfExpr *sides[] = { a, b };
  if (af_expr_is_boolean (a) || af_expr_is_boolean (b))
    return af_expr_new (AF_EXPR_IFF, af_module_bool_type ((AfModule *)module), NULL, sides, 2);
  return af_expr_binary (AF_OP_EQ, a, b);
}

/* A chain has a length that is not negative if it comes to an end. */
static void define_chain (AfBackground *background, const AfExpr *chain)
{
  AfModule *module = (AfModule *)background->module;
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, chain->args[0]->type, NULL, NULL, 0);
  g_autoptr (AfExpr) zero = af_expr_int (af_module_int_type (module), 0);
  g_autoptr (AfExpr) nodes = af_expr_new (AF_EXPR_NODES, af_module_int_type (module), chain->name, chain->args, 1);
  g_autoptr (AfExpr) counted = af_expr_binary (AF_OP_GE, nodes, zero);
  AfExpr *ends[] = { chain->args[0], null };
  g_autoptr (AfExpr) reaches =
    af_expr_new (AF_EXPR_REACHES, af_module_bool_type (module), chain->name, ends, G_N_ELEMENTS (ends));
  g_autoptr (AfExpr) fact = equality (background->module, reaches, counted);
  if (g_hash_table_add (background->defined, g_strdup (reaches->text)))
    take_fact (background, fact);
}

static gboolean define_call (AfExpr *node, gpointer data)
{
  AfBackground *background = data;
  if (node->kind == AF_EXPR_NODES || node->kind == AF_EXPR_REACHES)
    define_chain (background, node);
  gboolean is_old = node->kind == AF_EXPR_OLD;
  AfExpr *call = is_old ? node->args[0] : node;
  if (call->kind != AF_EXPR_CALL)
    return TRUE;
  if (!g_hash_table_add (background->defined, g_strdup (node->text)))
    return FALSE;
  g_autoptr (AfExpr) body = af_contracts_inline (background->module, call);
  g_autoptr (AfExpr) value = body && is_old ? before (body) : body ? af_expr_ref (body) : NULL;
  g_autoptr (AfExpr) fact = value ? equality (background->module, node, value) : NULL;
  take_fact (background, fact);
  return !is_old;
}

/* What queries that occur in @expr return. */
static void define_calls (AfBackground *background, AfExpr *expr)
{
  guint n = background->facts->len;
  af_expr_walk (expr, define_call, background);
  /* a query may be defined by another one */
  for (guint i = n; i < background->facts->len && background->facts->len < 60; i++)
    af_expr_walk (((const AfExpr *)background->facts->pdata[i])->args[1], define_call, background);
}

/* Whether @expr has a variable besides @param and the @bound ones (of char *) of quantifiers around it. */
static gboolean has_other (const AfExpr *expr, const AfExpr *param, GPtrArray *bound)
{
  gboolean is_quantifier = expr->kind == AF_EXPR_FORALL || expr->kind == AF_EXPR_EXISTS;
  if (expr->kind == AF_EXPR_VAR)
    return !af_expr_equal (expr, param) && !g_ptr_array_find_with_equal_func (bound, expr->name, g_str_equal, NULL);
  if (is_quantifier)
    g_ptr_array_add (bound, expr->name);
  gboolean has = FALSE;
  for (guint i = 0; i < expr->n_args && !has; i++)
    has = has_other (expr->args[i], param, bound);
  if (is_quantifier)
    g_ptr_array_set_size (bound, (int)bound->len - 1);
  return has;
}

static gboolean is_about_param (AfExpr *expr, const AfExpr *param)
{
  g_autoptr (GPtrArray) bound = g_ptr_array_new ();
  return !has_other (expr, param, bound) && af_expr_is_pure (expr);
}

/* Whether control, where the condition is true, comes to `return false`. */
static gboolean refuses (const AfRoutine *function, const AfLocation *location)
{
  if (location->kind != AF_LOCATION_IF || !location->expr || location->next->len == 0)
    return FALSE;
  const AfLocation *next = function->locations->pdata[g_array_index (location->next, guint, 0)];
  return next->kind == AF_LOCATION_RETURN && next->expr
         && (next->expr->kind == AF_EXPR_BOOL || next->expr->kind == AF_EXPR_INT) && next->expr->value == 0;
}

/* What the invariant function says of its parameter: what it returns at its end, and the opposite of each condition,
 * outside of loops and blocks, under which it returns false before.  Array of AfExpr about @object. */
static GPtrArray *list_demands (const AfRoutine *function, AfExpr *object)
{
  GPtrArray *demands = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfVariable *variable = function->variables->pdata[0];
  g_autoptr (AfExpr) param = af_expr_var (variable->type, variable->name, variable->id);
  const AfLocation *last = NULL;
  for (guint i = 0; i < function->locations->len; i++) {
    const AfLocation *location = function->locations->pdata[i];
    last =
      location->kind == AF_LOCATION_RETURN && (!last || location->range.start > last->range.start) ? location : last;
    if (location->loop >= 0 || !refuses (function, location) || !is_about_param (location->expr, param))
      continue;
    g_autoptr (AfExpr) opposite = af_expr_not (location->expr);
    g_ptr_array_add (demands, af_expr_substitute (opposite, param, object));
  }
  if (last && last->expr && last->loop < 0 && is_about_param (last->expr, param))
    g_ptr_array_add (demands, af_expr_substitute (last->expr, param, object));
  return demands;
}

static void take_invariant (AfBackground *background, AfExpr *object, gboolean at_entry, gboolean at_exit)
{
  const AfRoutine *function = af_module_invariant (background->module, object->type->target);
  g_autoptr (GPtrArray) demands = function ? list_demands (function, object) : g_ptr_array_new ();
  for (guint i = 0; i < demands->len; i++) {
    g_autoptr (AfExpr) old = before (demands->pdata[i]);
    if (at_exit)
      take_fact (background, demands->pdata[i]);
    if (at_entry)
      take_fact (background, old);
  }
}

static void take_invariants (AfBackground *background)
{
  const AfRoutine *routine = background->routine;
  for (guint i = 0; routine->is_public && i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    if (!af_type_is_record_pointer (param->type))
      continue;
    g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
    take_invariant (background, object, (int)i != routine->initialises, (int)i != routine->consumes);
  }
}

static void take_clauses (AfBackground *background)
{
  const AfRoutine *routine = background->routine;
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind != AF_CLAUSE_PRECONDITION && clause->kind != AF_CLAUSE_POSTCONDITION)
      continue;
    take_fact (background, clause->expr);
    if (clause->kind == AF_CLAUSE_PRECONDITION && !routine->is_query) {
      g_autoptr (AfExpr) old = before (clause->expr);
      g_ptr_array_set_size (background->facts, (int)background->facts->len - 1);
      take_fact (background, old);
    }
  }
}

/* What a routine that is one `return e;` returns: nobody needs that again. */
static void take_body (AfBackground *background)
{
  const AfRoutine *routine = background->routine;
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  if (!routine->is_query || !routine->result)
    return;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    g_ptr_array_add (args, af_expr_var (param->type, param->name, param->id));
  }
  g_autoptr (AfExpr) call =
    af_expr_call (routine->result, routine->name, (AfExpr *const *)args->pdata, args->len, TRUE);
  g_autoptr (AfExpr) body = af_contracts_inline (background->module, call);
  g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
  g_autoptr (AfExpr) fact = body ? equality (background->module, result, body) : NULL;
  take_fact (background, fact);
}

/* --- proposals --- */

/* What is proposed for a type holds of every object of it. */
static void take_proposed (AfBackground *background, const GPtrArray *pending)
{
  for (guint k = 0; k < pending->len; k++) {
    const AfProposal *proposal = ((const AfPending *)pending->pdata[k])->proposal;
    if (proposal->kind != AF_CLAUSE_INVARIANT)
      continue;
    for (guint i = 0; i < background->routine->n_params; i++) {
      const AfVariable *param = background->routine->variables->pdata[i];
      if (!af_type_is_record_pointer (param->type) || param->type->target != proposal->record)
        continue;
      g_autoptr (AfExpr) it = af_expr_var (param->type, "it", 1);
      g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
      g_autoptr (AfExpr) now = af_expr_substitute (proposal->expr, it, object);
      g_autoptr (AfExpr) old = before (now);
      if ((int)i != background->routine->consumes)
        take_fact (background, now);
      take_fact (background, old);
    }
  }
}

static void fill (AfBackground *background, const GPtrArray *pending)
{
  if (!background->routine)
    return;
  take_clauses (background);
  take_invariants (background);
  take_proposed (background, pending);
  take_body (background);
  for (guint i = 0, n = background->facts->len; i < n; i++)
    define_calls (background, background->facts->pdata[i]);
}

static gboolean is_implied (AfBackground *background, AfExpr *expr)
{
  af_solver_set_background (background->solver, background->facts);
  return af_solver_valid (background->solver, expr) == AF_PROVED;
}

/* Of the state before the call, as postconditions speak of it. */
static AfExpr *as_asked (const AfRoutine *routine, AfClauseKind kind, AfExpr *expr)
{
  return kind == AF_CLAUSE_PRECONDITION && !routine->is_query ? before (expr) : af_expr_ref (expr);
}

static gboolean is_about (const AfPending *pending, const AfRoutine *routine, const AfType *record)
{
  return pending->proposal->routine == routine && pending->proposal->record == record;
}

/* Preconditions: what calls must keep to follows from written ones and from others alone, not from what calls did; that
 * the code relies on one is no reason to leave it out.  What stays is a fact for the rest. */
static void mark_needless (AfBackground *background, const GPtrArray *pending, gboolean *drop)
{
  const AfRoutine *routine = background->routine;
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GHashTable) defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AfBackground inner = { background->module, routine, background->solver, facts, defined };
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind == AF_CLAUSE_PRECONDITION && !clause->is_assumed)
      take_fact (&inner, clause->expr);
  }
  for (guint i = 0; i < pending->len; i++) {
    const AfProposal *proposal = ((const AfPending *)pending->pdata[i])->proposal;
    if (proposal->kind != AF_CLAUSE_PRECONDITION || proposal->routine != routine)
      continue;
    define_calls (&inner, proposal->expr);
    drop[i] = is_implied (&inner, proposal->expr);
    if (drop[i])
      continue;
    take_fact (&inner, proposal->expr);
    g_autoptr (AfExpr) asked = as_asked (routine, proposal->kind, proposal->expr);
    take_fact (background, asked);
  }
}

/* Marks in @drop those of one routine or type that the ones before imply, then those that the ones after do. */
static void mark_implied (AfBackground *background, const GPtrArray *pending, const AfType *record, gboolean *drop)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_asked = 0;
  for (guint i = 0; i < pending->len; i++) {
    const AfPending *each = pending->pdata[i];
    if (!is_about (each, background->routine, record) || each->proposal->kind == AF_CLAUSE_PRECONDITION)
      continue;
    define_calls (background, each->proposal->expr);
    drop[i] = n_asked++ >= MOST_ASKED || is_implied (background, each->proposal->expr);
    if (drop[i])
      continue;
    take_fact (background, each->proposal->expr);
    g_array_append_val (kept, i);
  }
  for (guint k = kept->len; k-- > 0;) {
    guint i = g_array_index (kept, guint, k);
    AfExpr *expr = ((const AfPending *)pending->pdata[i])->proposal->expr;
    guint at = 0;
    /* one that is not pure is no fact */
    if (g_ptr_array_find (background->facts, expr, &at))
      g_ptr_array_remove_index (background->facts, at);
    drop[i] = is_implied (background, expr);
    if (!drop[i])
      take_fact (background, expr);
  }
}

guint af_drop_implied (const AfObservation *observation, GPtrArray *pending)
{
  g_autofree gboolean *drop = g_new0 (gboolean, pending->len + 1);
  guint n_dropped = 0;
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < pending->len; i++) {
    const AfProposal *proposal = ((const AfPending *)pending->pdata[i])->proposal;
    if (!g_hash_table_add (done, proposal->routine ? (gpointer)proposal->routine : (gpointer)proposal->record))
      continue;
    g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    g_autoptr (GHashTable) defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    AfBackground background = { observation->module, proposal->routine, observation->options->solver, facts, defined };
    fill (&background, pending);
    if (proposal->record) {
      const AfTerm *term = ((const AfPending *)pending->pdata[i])->terms->pdata[0];
      take_invariant (&background, term->expr->args[0], FALSE, TRUE);
    } else
      mark_needless (&background, pending, drop);
    mark_implied (&background, pending, proposal->record, drop);
  }
  for (guint i = pending->len; i-- > 0;)
    if (drop[i]) {
      g_ptr_array_remove_index (pending, i);
      n_dropped++;
    }
  af_solver_set_background (observation->options->solver, NULL);
  return n_dropped;
}

gboolean af_infer_implies (const AfModule *module, const AfInference *inference, const AfRoutine *routine,
                           const AfClause *clause, AfSolver *solver)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GHashTable) defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) pending = g_ptr_array_new_with_free_func (g_free);
  AfBackground background = { module, routine, solver, facts, defined };
  for (guint i = 0; i < inference->proposals->len; i++) {
    AfPending each = { .proposal = inference->proposals->pdata[i] };
    g_ptr_array_add (pending, g_memdup2 (&each, sizeof each));
  }
  fill (&background, pending);
  for (guint i = 0; i < inference->proposals->len; i++) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    if (proposal->routine != routine || proposal->is_query)
      continue;
    g_autoptr (AfExpr) fact = as_asked (routine, proposal->kind, proposal->expr);
    take_fact (&background, fact);
    define_calls (&background, fact);
  }
  if (clause->kind == AF_CLAUSE_PRECONDITION) {
    g_autoptr (GPtrArray) needed = af_needed_before (module, routine, clause);
    for (guint i = 0; i < needed->len; i++)
      take_fact (&background, needed->pdata[i]);
  }
  g_autoptr (AfExpr) wanted = as_asked (routine, clause->kind, clause->expr);
  define_calls (&background, wanted);
  gboolean is_found = is_implied (&background, wanted);
  af_solver_set_background (solver, NULL);
  return is_found;
}

/* --- invariants --- */

/* Each conjunct by itself: array of AfExpr. */
static GPtrArray *split_demands (const AfRoutine *function, AfExpr *it)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) demands = list_demands (function, it);
  for (guint i = 0; i < demands->len; i++) {
    g_autoptr (GPtrArray) conjuncts = af_expr_conjuncts (demands->pdata[i]);
    for (guint k = 0; k < conjuncts->len; k++)
      if (((const AfExpr *)conjuncts->pdata[k])->kind != AF_EXPR_BOOL)
        g_ptr_array_add (parts, af_expr_ref (conjuncts->pdata[k]));
  }
  return parts;
}

guint af_infer_implied_demands (const AfModule *module, const AfInference *inference, const AfRoutine *function,
                                AfSolver *solver, GPtrArray *missed)
{
  const AfVariable *param = function->variables->pdata[0];
  g_autoptr (AfExpr) it = af_expr_var (param->type, "it", 1);
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GHashTable) defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) demands = split_demands (function, it);
  AfBackground background = { module, NULL, solver, facts, defined };
  guint n = 0;
  /* that there is an object at all is what everything else is about */
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, it->type, NULL, NULL, 0);
  g_autoptr (AfExpr) exists = af_expr_binary (AF_OP_NE, it, null);
  take_fact (&background, exists);
  for (guint i = 0; i < inference->proposals->len; i++) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    if (proposal->record != param->type->target)
      continue;
    take_fact (&background, proposal->expr);
    define_calls (&background, proposal->expr);
  }
  for (guint i = 0; i < demands->len; i++) {
    define_calls (&background, demands->pdata[i]);
    gboolean is_found = is_implied (&background, demands->pdata[i]);
    n += is_found;
    if (!is_found)
      g_ptr_array_add (missed, af_expr_ref (demands->pdata[i]));
  }
  af_solver_set_background (solver, NULL);
  return n;
}
