/* Numbers that a caller gives, of which nobody says how large they may be.
 *
 * In:  a module with its clauses.   Out: for each routine the implicit clauses that such a number can break.
 *
 *     int v_at (const Vec *v, int i) { return v->items[i]; }        READABLE (v->items + i, 1)
 *
 * That it fails for an i of -1 says that v_at states too little, and nothing of the module.  A number counts as unsaid
 * in a routine if no precondition names it and the code nowhere compares it with what it may be: neither the routine,
 * nor one that it hands the number on to.  A comparison with another such number (`i < from + n`) bounds nothing, nor
 * does `n == 0`, but for a divisor.  A routine whose siblings ask as often as not about the number of that name and
 * type has forgotten to: that is a fault.
 *
 * A number that a pointer parameter leads to (`int *at`) is given, too, as long as the routine puts no other there.
 * Numbers flow through locals, casts that lose nothing, sums and products.  What % or & has cut down to size, and what
 * a routine returns, comes from the module. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

/* Parameters that are told apart; clauses of one routine, and calls through which they are handed on whatever the order
 * of the routines: beyond that a failure is a fault. */
enum { MOST_PARAMS = 64, MOST_CLAUSES = 256, MOST_ROUNDS = 16 };

/* Sets of parameters, bit by bit. */
typedef guint64 Params;

typedef struct {
  guint clause;
  Params params; /* of the routine: those that can break it */
} Weak;

typedef struct {
  const AfRoutine *routine;
  Params *flows;   /* by variable: whose values are in it */
  Params compared; /* with what they may be */
  Params equalled; /* with a constant, or asked for being 0 */
  Params named;    /* by a precondition that somebody wrote */
  Params breaking; /* those that can break a clause */
  GArray *weak;    /* of Weak */
} Numbers;

typedef struct {
  const AfModule *module;
  Numbers *rows; /* by routine */
  gboolean changed;
} Search;

/* A walk over the expressions of one routine. */
typedef struct {
  Search *search;
  Numbers *numbers;
} Walk;

static Params bit (guint i)
{
  return i < MOST_PARAMS ? (Params)1 << i : 0;
}

/* Given by value: what a caller computes. */
static gboolean is_number (const AfType *type)
{
  return type->kind == AF_TYPE_RECORD || af_type_is_integer (type);
}

/* Whether a value of @from may be lost in @to; what is cut to a few bits is no larger than they say. */
static gboolean narrows (const AfType *to, const AfType *from)
{
  if (!to || !from || to->kind == AF_TYPE_POINTER || to->kind == AF_TYPE_RECORD)
    return !to || !from || to->kind != from->kind;
  return !af_type_is_number (to) || !af_type_is_number (from) || to->bits < from->bits;
}

/* That % keeps the sign is forgotten by hash functions, and then it is a fault. */
static gboolean passes_on (AfOp op)
{
  return op == AF_OP_ADD || op == AF_OP_SUB || op == AF_OP_MUL || op == AF_OP_DIV || op == AF_OP_SHL;
}

/* `*n`, where a parameter points to a number. */
static Params flow_of_pointee (const Walk *walk, const AfExpr *expr)
{
  int param = expr->kind == AF_EXPR_DEREF ? af_routine_param (walk->numbers->routine, expr->args[0]) : -1;
  return param >= 0 && af_type_is_integer (expr->type) && !expr->type->is_char ? bit ((guint)param) : 0;
}

static Params flow_of (const Walk *walk, const AfExpr *expr)
{
  const AfExpr *first = expr->n_args > 0 ? expr->args[0] : NULL;
  gboolean is_sign = expr->kind == AF_EXPR_UNARY && (expr->op == AF_OP_NEG || expr->op == AF_OP_PLUS);
  gboolean is_part = expr->kind == AF_EXPR_FIELD && !expr->arrow;
  gboolean is_cast = expr->kind == AF_EXPR_CAST && !narrows (expr->type, first->type);
  if (expr->kind == AF_EXPR_VAR && expr->variable_id <= walk->numbers->routine->variables->len)
    return walk->numbers->flows[expr->variable_id]; /* [0] is of globals: none */
  if (expr->kind == AF_EXPR_BINARY && passes_on (expr->op))
    return flow_of (walk, first) | (expr->op == AF_OP_DIV || expr->op == AF_OP_SHL ? 0 : flow_of (walk, expr->args[1]));
  if (expr->kind == AF_EXPR_CONDITIONAL)
    return flow_of (walk, expr->args[1]) | flow_of (walk, expr->args[2]);
  return is_sign || is_part || is_cast ? flow_of (walk, first) : flow_of_pointee (walk, expr);
}

/* --- through locals --- */

static void add_params (Walk *walk, Params *set, Params params)
{
  if ((*set & params) == params)
    return;
  *set |= params;
  walk->search->changed = TRUE;
}

static gboolean computes (AfOp op)
{
  return op == AF_OP_NONE || op == AF_OP_ADD || op == AF_OP_SUB || op == AF_OP_MUL;
}

static gboolean visit_assignment (AfExpr *node, gpointer data)
{
  Walk *walk = data;
  Numbers *numbers = walk->numbers;
  guint id = node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_VAR ? node->args[0]->variable_id : 0;
  gboolean is_local = id > 0 && id <= numbers->routine->variables->len;
  if (is_local && computes (node->op) && !narrows (node->args[0]->type, node->args[1]->type))
    add_params (walk, &numbers->flows[id], flow_of (walk, node->args[1]));
  return TRUE;
}

static void follow (Walk *walk)
{
  Numbers *numbers = walk->numbers;
  const AfRoutine *routine = numbers->routine;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    for (guint k = 0; location->declares && k < location->declares->len; k++) {
      const AfVariable *variable = location->declares->pdata[k];
      const AfExpr *value = location->values->pdata[k];
      if (value && !narrows (variable->type, value->type) && variable->id <= routine->variables->len)
        add_params (walk, &numbers->flows[variable->id], flow_of (walk, value));
    }
    af_walk_code (location, visit_assignment, walk);
  }
}

/* --- what the code asks --- */

/* The numbers that a callee asks about are asked about. */
static void ask_callee (Walk *walk, const AfExpr *call, const AfRoutine *callee)
{
  const Numbers *theirs = &walk->search->rows[callee->id];
  for (guint i = 0; i < MIN (call->n_args, callee->n_params); i++) {
    Params params = flow_of (walk, call->args[i]);
    if (theirs->compared & bit (i))
      add_params (walk, &walk->numbers->compared, params);
    if (theirs->equalled & bit (i))
      add_params (walk, &walk->numbers->equalled, params);
  }
}

static gboolean is_comparison (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE;
}

/* Made of nothing but such numbers: `from + n`, but not `INT_MAX - n`, which is a limit. */
static gboolean is_given_whole (const Walk *walk, const AfExpr *expr)
{
  gboolean is_whole =
    expr->kind == AF_EXPR_VAR ? flow_of (walk, expr) != 0 : expr->kind == AF_EXPR_CAST || expr->kind == AF_EXPR_BINARY;
  for (guint i = 0; is_whole && i < expr->n_args; i++)
    is_whole = is_given_whole (walk, expr->args[i]);
  return is_whole;
}

/* `n = f (n)`, `*n = k` and `n %= 8` make it a number of the module. */
static gboolean is_replaced (const Walk *walk, const AfExpr *assignment)
{
  const AfExpr *target = assignment->args[0];
  gboolean is_given =
    af_routine_param (walk->numbers->routine, target) >= 0
    || (flow_of_pointee (walk, target) != 0 && !(flow_of (walk, assignment->args[1]) & flow_of_pointee (walk, target)));
  return (!computes (assignment->op) || is_given) && assignment->op != AF_OP_ADD && assignment->op != AF_OP_SUB;
}

static gboolean visit_question (AfExpr *node, gpointer data)
{
  Walk *walk = data;
  Numbers *numbers = walk->numbers;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (walk->search->module, node->name) : NULL;
  if (callee)
    ask_callee (walk, node, callee);
  if (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT)
    add_params (walk, &numbers->equalled, flow_of (walk, node->args[0]));
  if (node->kind == AF_EXPR_ASSIGN && is_replaced (walk, node))
    add_params (walk, &numbers->compared, flow_of (walk, node->args[0]));
  if (!is_comparison (node))
    return TRUE;
  Params left = flow_of (walk, node->args[0]), right = flow_of (walk, node->args[1]);
  gboolean is_order = node->op != AF_OP_EQ && node->op != AF_OP_NE;
  if (!is_given_whole (walk, node->args[0]) || !is_given_whole (walk, node->args[1]))
    add_params (walk, is_order ? &numbers->compared : &numbers->equalled, left | right);
  return TRUE;
}

static void ask (Walk *walk)
{
  const AfRoutine *routine = walk->numbers->routine;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    af_walk_code (location, visit_question, walk);
    if (location->expr && location->kind == AF_LOCATION_SWITCH)
      add_params (walk, &walk->numbers->compared, flow_of (walk, location->expr));
    else if (location->expr && af_location_is_condition (location))
      add_params (walk, &walk->numbers->equalled, flow_of (walk, location->expr));
  }
}

/* --- what they can break --- */

/* Down to the sums and products that are compared, read at, or must fit. */
static gboolean visit_operand (AfExpr *node, gpointer data)
{
  Params *params = ((gpointer *)data)[1];
  *params |= flow_of (((gpointer *)data)[0], node);
  return node->kind == AF_EXPR_READABLE || node->kind == AF_EXPR_WRITABLE || node->kind == AF_EXPR_FITS
         || is_comparison (node) || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR));
}

/* Those of @params that nothing is said of; 0 where something is said of one. */
static Params unsaid (const Numbers *numbers, const AfClause *clause, Params params)
{
  gboolean divides = clause->row && clause->row->guard == AF_GUARD_DIVISOR;
  Params said = numbers->compared | numbers->named | (divides ? numbers->equalled : 0);
  return params & said ? 0 : params;
}

static void add_weak (Walk *walk, const AfClause *clause, Params params)
{
  GArray *weak = walk->numbers->weak;
  guint i = 0;
  params = unsaid (walk->numbers, clause, params);
  while (i < weak->len && g_array_index (weak, Weak, i).clause != clause->id)
    i++;
  if (params == 0 || i < weak->len || weak->len == MOST_CLAUSES)
    return;
  Weak row = { clause->id, params };
  walk->numbers->breaking |= params;
  g_array_append_val (weak, row);
  walk->search->changed = TRUE;
}

static void find_own (Walk *walk)
{
  const AfRoutine *routine = walk->numbers->routine;
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    Params params = 0;
    gpointer data[] = { walk, &params };
    /* that memory overlaps is not the numbers' doing alone */
    if (!clause->row || !clause->expr || clause->kind == AF_CLAUSE_NULL || clause->row->guard == AF_GUARD_COPY)
      continue;
    af_expr_walk (clause->expr, visit_operand, data);
    add_weak (walk, clause, params);
  }
}

/* Those of a callee that gets the numbers as they came. */
static gboolean visit_call (AfExpr *node, gpointer data)
{
  Walk *walk = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (walk->search->module, node->name) : NULL;
  const GArray *theirs = callee && callee != walk->numbers->routine ? walk->search->rows[callee->id].weak : NULL;
  for (guint i = 0; theirs && i < theirs->len; i++) {
    const Weak *weak = &g_array_index (theirs, Weak, i);
    Params params = 0;
    for (guint k = 0; k < MIN (node->n_args, callee->n_params); k++)
      if (weak->params & bit (k))
        params |= flow_of (walk, node->args[k]);
    add_weak (walk, walk->search->module->clauses->pdata[weak->clause], params);
  }
  return TRUE;
}

static void find_handed_on (Walk *walk)
{
  const AfRoutine *routine = walk->numbers->routine;
  for (guint i = 0; i < routine->locations->len; i++)
    af_walk_code (routine->locations->pdata[i], visit_call, walk);
}

/* --- siblings --- */

/* Whether as many public routines with such a number ask about it as can break a clause by it. */
static gboolean siblings_ask (const Search *search, const AfVariable *param)
{
  guint n_ask = 0, n_break = 0;
  for (guint i = 0; i < search->module->routines->len; i++) {
    const AfRoutine *routine = search->module->routines->pdata[i];
    const Numbers *numbers = &search->rows[i];
    for (guint k = 0; af_routine_is_testable (routine) && k < routine->n_params; k++) {
      const AfVariable *other = routine->variables->pdata[k];
      if (other->type != param->type || strcmp (other->name, param->name) != 0)
        continue;
      n_ask += (numbers->compared & bit (k)) != 0;
      n_break += (numbers->breaking & bit (k)) != 0;
    }
  }
  return n_ask > 0 && n_ask >= n_break;
}

static int by_number (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *)a, y = *(const guint *)b;
  return (x > y) - (x < y);
}

static void set_gaps (const Search *search, AfRoutine *routine)
{
  const Numbers *numbers = &search->rows[routine->id];
  Params forgotten = 0;
  g_clear_pointer (&routine->gaps, g_array_unref);
  routine->gaps = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint k = 0; af_routine_is_testable (routine) && k < routine->n_params; k++)
    if ((numbers->breaking & bit (k)) && siblings_ask (search, routine->variables->pdata[k]))
      forgotten |= bit (k);
  for (guint i = 0; af_routine_is_testable (routine) && i < numbers->weak->len; i++) {
    const Weak *weak = &g_array_index (numbers->weak, Weak, i);
    if (!(weak->params & forgotten))
      g_array_append_val (routine->gaps, weak->clause);
  }
  g_array_sort (routine->gaps, by_number);
}

/* --- all routines --- */

static Numbers numbers_of (const AfRoutine *routine)
{
  Numbers numbers = { .routine = routine,
                      .flows = g_new0 (Params, routine->variables->len + 1),
                      .weak = g_array_new (FALSE, FALSE, sizeof (Weak)) };
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    if (is_number (param->type) && param->id <= routine->variables->len)
      numbers.flows[param->id] = bit (i);
    for (guint k = 0; k < routine->clauses->len; k++) {
      const AfClause *clause = routine->clauses->pdata[k];
      gboolean is_stated =
        !clause->is_assumed && (clause->kind == AF_CLAUSE_PRECONDITION || clause->kind == AF_CLAUSE_CHECK);
      if (is_stated && af_expr_mentions (clause->expr, param->name))
        numbers.named |= bit (i);
    }
  }
  return numbers;
}

/* Rounds over all routines until nothing changes, at most @most; each set only grows. */
static void repeat (Search *search, void (*step) (Walk *walk), guint most)
{
  search->changed = TRUE;
  for (guint n = 0; search->changed && n < most; n++) {
    search->changed = FALSE;
    for (guint i = 0; i < search->module->routines->len; i++) {
      Walk walk = { search, &search->rows[i] };
      step (&walk);
    }
  }
}

void af_contracts_find_gaps (AfModule *module)
{
  af_unasked_find (module);
  module->trusts_allocator = af_module_trusts_allocator (module);
  Search search = { module, g_new0 (Numbers, module->routines->len + 1), FALSE };
  for (guint i = 0; i < module->routines->len; i++)
    search.rows[i] = numbers_of (module->routines->pdata[i]);
  repeat (&search, follow, G_MAXUINT);
  repeat (&search, ask, G_MAXUINT);
  repeat (&search, find_own, 1);
  repeat (&search, find_handed_on, MOST_ROUNDS);
  for (guint i = 0; i < module->routines->len; i++)
    set_gaps (&search, module->routines->pdata[i]);
  for (guint i = 0; i < module->routines->len; i++) {
    g_free (search.rows[i].flows);
    g_array_unref (search.rows[i].weak);
  }
  g_free (search.rows);
}
