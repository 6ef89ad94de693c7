/* The behavioural model: what commands were seen to do to an object's abstract state (paper, section 4.3.3).
 *
 * In:  transitions of passing calls: the values of the Boolean observers of a type before and after a command.
 * Out: for an object and a state p = v, the commands after which p != v was observed, with the share of cases.
 *
 * Example: p is `sset_before(s)`, true.  sset_forth was seen 40 times in a state where sset_before held, and never held
 * afterwards: score 1.  sset_wipe_out never led out of it: score 0, not proposed.
 *
 * The automaton is kept as its list of edges: bit i of a state is Boolean observer i of the type, in the order of module->observers.
 * p must be an observer's call on the object, or be the body of one; without such a match any command that takes only the
 * object is proposed, at a low priority.  Arguments of commands come from the scope, by type.  A command
 * whose precondition contradicts the state is left out. */
#include "synthesize/synthesize-internal.h"

#include "contracts/contracts.h"

enum { MAX_ANY = 4, MAX_PAIRS = 2 };

typedef struct {
  int bit;              /* of the observer that p is, or -1 */
  gboolean value;       /* the observer's value in the state */
  guint64 observed;     /* the bits of all Boolean observers: what lies behind them is too fine to follow a command by */
} State;

static void proposal_free (gpointer data)
{
  AfProposal *proposal = data;
  af_expr_unref (proposal->call);
  g_free (proposal);
}

static gboolean observes (const AfRoutine *observer, const AfType *record)
{
  const AfVariable *param = observer->n_params == 1 ? g_ptr_array_index (observer->variables, 0) : NULL;
  return param && observer->result && observer->result->kind == AF_TYPE_BOOL && af_type_is_record_pointer (param->type)
         && param->type->target == record;
}

/* Which observer of @object @expr is, whole or negated, by call or by body. */
static gboolean match (const AfModule *module, AfExpr *object, AfExpr *expr, State *state)
{
  g_autoptr (AfExpr) negated = af_expr_not (expr);
  int bit = 0;
  for (guint i = 0; i < module->observers->len; i++) {
    const AfRoutine *observer = g_ptr_array_index (module->observers, i);
    if (!observes (observer, object->type->target))
      continue;
    g_autoptr (AfExpr) call = af_expr_call (observer->result, observer->name, &object, 1, TRUE);
    g_autoptr (AfExpr) body = af_contracts_inline (module, call);
    gboolean same = af_expr_equal (expr, call) || (body && af_expr_equal (expr, body));
    gboolean opposite = af_expr_equal (negated, call) || (body && af_expr_equal (negated, body));
    if (same || opposite) {
      state->bit = bit;
      state->value = same;
      return TRUE;
    }
    bit++;
  }
  return FALSE;
}

static State state_of (const AfQuestion *question, AfExpr *object)
{
  State state = { -1, FALSE, 0 };
  for (guint i = 0, bit = 0; i < question->module->observers->len && bit < 64; i++)
    if (observes (g_ptr_array_index (question->module->observers, i), object->type->target))
      state.observed |= (guint64)1 << bit++;
  g_autoptr (GPtrArray) conjuncts = af_expr_conjuncts (question->fail);
  for (guint i = 0; i < conjuncts->len; i++)
    if (match (question->module, object, g_ptr_array_index (conjuncts, i), &state))
      break;
  return state;
}

static gboolean has_bit (guint64 values, int bit, gboolean value)
{
  return ((values >> bit & 1) != 0) == (value != 0);
}

/* Share of the observed calls of @routine on this type from p = v that ended in p != v. */
static double flips (const GArray *transitions, const AfRoutine *routine, const AfType *record, State state)
{
  guint total = 0, flipped = 0;
  for (guint i = 0; transitions && state.bit >= 0 && state.bit < 64 && i < transitions->len; i++) {
    const AfTransition *t = &g_array_index (transitions, AfTransition, i);
    if (t->type != record->id || t->routine != routine->id || t->param != 0)
      continue;
    if (!(t->before_defined >> state.bit & 1) || !(t->after_defined >> state.bit & 1) || !has_bit (t->before, state.bit, state.value))
      continue;
    total += t->count;
    if (!has_bit (t->after, state.bit, state.value))
      flipped += t->count;
  }
  return total ? (double)flipped / total : 0;
}

/* The same for @first and then @second: share of the cases in which first's end state is one that second leads out of. */
static double flips_pair (const GArray *transitions, const AfRoutine *first, const AfRoutine *second, const AfType *record, State state)
{
  guint total = 0, flipped = 0;
  for (guint i = 0; transitions && state.bit >= 0 && state.bit < 64 && i < transitions->len; i++) {
    const AfTransition *a = &g_array_index (transitions, AfTransition, i);
    if (a->type != record->id || a->routine != first->id || a->param != 0 || !has_bit (a->before, state.bit, state.value))
      continue;
    total += a->count;
    for (guint k = 0; k < transitions->len; k++) {
      const AfTransition *b = &g_array_index (transitions, AfTransition, k);
      if (b->type == record->id && b->routine == second->id && b->param == 0 && ((b->before ^ a->after) & state.observed) == 0
          && ((b->before_defined ^ a->after_defined) & state.observed) == 0 && !has_bit (b->after, state.bit, state.value)) {
        flipped += a->count;
        break;
      }
    }
  }
  return total ? (double)flipped / total : 0;
}

/* Callable here, with @object as first parameter, and with an effect that may stay. */
static gboolean is_command (const AfQuestion *question, const AfRoutine *routine, const AfExpr *object)
{
  const AfVariable *first = routine->n_params ? g_ptr_array_index (routine->variables, 0) : NULL;
  if (!first || first->type != object->type || routine->is_query || routine->is_variadic || routine == question->routine
      || routine->consumes >= 0 || routine->invariant_of)
    return FALSE;
  return routine->is_public
         || (routine->definition.file == question->routine->definition.file && routine->definition.start < question->routine->definition.start);
}

/* Call with further arguments from the scope, the first of each type; null when one is missing. */
static AfExpr *call_of (const AfQuestion *question, const AfRoutine *routine, AfExpr *object)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (args, af_expr_ref (object));
  for (guint i = 1; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    g_autoptr (GPtrArray) pool = af_synthesize_pool (question, param->type);
    if (pool->len == 0)
      return NULL;
    g_ptr_array_add (args, af_expr_ref (g_ptr_array_index (pool, 0)));
  }
  return af_expr_call (routine->result, routine->name, (AfExpr *const *)args->pdata, args->len, FALSE);
}

/* Whether a precondition of the called routine is proved false in the state. */
static gboolean is_forbidden (const AfQuestion *question, const AfRoutine *routine, const AfExpr *call)
{
  if (!question->solver)
    return FALSE;
  g_autoptr (GPtrArray) clauses = af_contracts_of (question->module, routine, AF_CLAUSE_PRECONDITION);
  for (guint i = 0; i < clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (clauses, i);
    g_autoptr (AfExpr) condition = clause->expr ? af_expr_ref (clause->expr) : NULL;
    for (guint k = 0; condition && k < routine->n_params && k < call->n_args; k++) {
      const AfVariable *param = g_ptr_array_index (routine->variables, k);
      g_autoptr (AfExpr) name = af_expr_var (param->type, param->name, param->id);
      g_autoptr (AfExpr) next = af_expr_substitute (condition, name, call->args[k]);
      af_expr_unref (condition);
      condition = g_steal_pointer (&next);
    }
    g_autoptr (AfExpr) broken = condition ? af_expr_not (condition) : NULL;
    if (broken && af_solver_implies (question->solver, question->fail, broken) == AF_PROVED)
      return TRUE;
  }
  return FALSE;
}

static void propose (GPtrArray *proposals, AfExpr *call, AfRule rule, double score)
{
  AfProposal *proposal = g_new (AfProposal, 1);
  *proposal = (AfProposal){ af_expr_ref (call), rule, score };
  g_ptr_array_add (proposals, proposal);
}

static int by_score (gconstpointer a, gconstpointer b)
{
  const AfProposal *left = *(AfProposal *const *)a, *right = *(AfProposal *const *)b;
  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  if (left->call->n_args != right->call->n_args)
    return left->call->n_args < right->call->n_args ? -1 : 1;
  return g_strcmp0 (left->call->text, right->call->text);
}

/* The second command may be one that the state itself forbids: the first makes it possible. */
static void propose_pairs (GPtrArray *proposals, const AfQuestion *question, AfExpr *object, State state, const GPtrArray *commands)
{
  for (guint i = 0; i < commands->len; i++)
    for (guint k = 0; k < commands->len; k++) {
      const AfRoutine *first = g_ptr_array_index (commands, i), *second = g_ptr_array_index (commands, k);
      double score = flips_pair (question->transitions, first, second, object->type->target, state);
      if (i == k || score <= 0.5)
        continue;
      g_autoptr (AfExpr) a = call_of (question, first, object);
      g_autoptr (AfExpr) b = call_of (question, second, object);
      if (!a || !b || is_forbidden (question, first, a))
        continue;
      g_autoptr (AfExpr) both = af_expr_binary (AF_OP_COMMA, a, b);
      propose (proposals, both, AF_RULE_CALL_PAIR, score);
    }
  g_ptr_array_sort (proposals, by_score);
  if (proposals->len > MAX_PAIRS)
    g_ptr_array_set_size (proposals, MAX_PAIRS);
}

GPtrArray *af_behaviour_propose (const AfQuestion *question, AfExpr *object)
{
  GPtrArray *proposals = g_ptr_array_new_with_free_func (proposal_free);
  g_autoptr (GPtrArray) commands = g_ptr_array_new ();
  State state = state_of (question, object);
  guint n_any = 0;
  for (guint i = 0; i < question->module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (question->module->routines, i);
    if (!is_command (question, routine, object))
      continue;
    g_ptr_array_add (commands, (gpointer)routine);
    g_autoptr (AfExpr) call = call_of (question, routine, object);
    if (!call || is_forbidden (question, routine, call))
      continue;
    double score = flips (question->transitions, routine, object->type->target, state);
    if (score > 0)
      propose (proposals, call, AF_RULE_CALL, score);
    else if (state.bit < 0 && routine->n_params == 1 && n_any++ < MAX_ANY)
      propose (proposals, call, AF_RULE_CALL_ANY, 0);
  }
  g_ptr_array_sort (proposals, by_score);
  if (proposals->len == 0 && state.bit >= 0 && !question->faithful)
    propose_pairs (proposals, question, object, state, commands);
  return proposals;
}
