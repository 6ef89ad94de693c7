/* The behavioural model: what commands were seen to do to an object's abstract state (paper, section 4.3.3).
 *
 * In:  transitions of passing calls: the values of the Boolean observers of a type, and of the tests of its fields for
 * null and zero, before and after a command. Out: for an object and a state p = v, the commands after which p != v was
 * observed, with the share of cases.
 *
 * Example: p is `sset_before(s)`, true.  sset_forth was seen 40 times in a state where sset_before held, and never held
 * afterwards: score 1.  sset_wipe_out never led out of it: score 0, not proposed.
 *
 * The automaton is kept as its list of edges: bit i of a state is Boolean observer i of the type, in the order of
 * module->observers, and after these come the fields.  What counts of p are the conjuncts that are an observer's call
 * on the object, the body of one, or such a test of a field: one of them must change; a command that changes them all
 * (AutoFix-E: from where none holds to where all hold) comes first. Without any such conjunct a command is proposed at
 * a low priority: with `faithful` any that can be called, else one that takes only the object.  Where no single command
 * leads all the way, two may that were seen one after the other.  Arguments of commands come from the scope, by type.
 * A command whose precondition contradicts the state is left out. */
#include "operators/operators-internal.h"

#include "contracts/contracts.h"
#include "weave/driver.h"

enum { MAX_ANY = 4, MAX_PAIRS = 2 };

typedef struct {
  guint64 mask;      /* of the bits that p is about; 0: none */
  guint64 values;    /* theirs in the state */
  guint64 observers; /* the bits of all Boolean observers: what comes after them is too fine to follow a command by */
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

/* What a test of @field of @object looks like in a condition. */
static AfExpr *field_test (AfExpr *object, const AfField *field)
{
  g_autoptr (AfExpr) place = af_expr_field (object, field->name, field->type);
  if (field->type->kind == AF_TYPE_BOOL)
    return g_steal_pointer (&place);
  g_autoptr (AfExpr) zero = field->type->kind == AF_TYPE_POINTER
                              ? af_expr_new (AF_EXPR_NULL, field->type, NULL, NULL, 0)
                              : af_expr_int (field->type, 0);
  return af_expr_binary (AF_OP_EQ, place, zero);
}

/* Adds bit @bit to the state if @expr is @test, or the opposite. */
static gboolean add_if (State *state, guint bit, AfExpr *expr, AfExpr *test)
{
  g_autoptr (AfExpr) negated = af_expr_not (expr);
  gboolean same = af_expr_equal (expr, test);
  if (bit >= 64 || (!same && !af_expr_equal (negated, test)))
    return FALSE;
  state->mask |= (guint64)1 << bit;
  if (same)
    state->values |= (guint64)1 << bit;
  return TRUE;
}

/* Which observer or field of @object @expr is, whole or negated, by call or by body. */
static void match (const AfModule *module, AfExpr *object, AfExpr *expr, State *state)
{
  guint bit = 0;
  for (guint i = 0; i < module->observers->len; i++) {
    const AfRoutine *observer = g_ptr_array_index (module->observers, i);
    if (!observes (observer, object->type->target))
      continue;
    g_autoptr (AfExpr) call = af_expr_call (observer->result, observer->name, &object, 1, TRUE);
    g_autoptr (AfExpr) body = af_contracts_inline (module, call);
    if (add_if (state, bit, expr, call) || (body && add_if (state, bit, expr, body)))
      return;
    bit++;
  }
  g_autoptr (GPtrArray) fields = af_driver_state_fields (module, object->type->target);
  for (guint i = 0; i < fields->len; i++) {
    g_autoptr (AfExpr) test = field_test (object, g_ptr_array_index (fields, i));
    if (add_if (state, bit + i, expr, test))
      return;
  }
}

static State state_of (const AfQuestion *question, AfExpr *object)
{
  State state = { 0 };
  for (guint i = 0, bit = 0; i < question->module->observers->len && bit < 64; i++)
    if (observes (g_ptr_array_index (question->module->observers, i), object->type->target))
      state.observers |= (guint64)1 << bit++;
  g_autoptr (GPtrArray) conjuncts = af_expr_conjuncts (question->fail);
  for (guint i = 0; i < conjuncts->len; i++)
    match (question->module, object, g_ptr_array_index (conjuncts, i), &state);
  return state;
}

/* The observed change begins in the state. */
static gboolean begins (const AfTransition *t, State state)
{
  return (~t->before_defined & state.mask) == 0 && ((t->before ^ state.values) & state.mask) == 0;
}

/* What the end of the observed change is worth: 0 where it is in the state still, 1 where nothing of it holds. */
static double worth (const AfTransition *t, State state)
{
  guint64 changed = (t->after ^ state.values) & state.mask & t->after_defined;
  return changed == 0 ? 0 : changed == state.mask ? 1 : 0.5;
}

/* Share of the observed calls of @routine on this type from p = v that ended in p != v; @whole is set when nothing of p
 * = v was left in one of them. */
static double flips (const GArray *transitions, const AfRoutine *routine, const AfType *record, State state,
                     gboolean *whole)
{
  guint total = 0;
  double flipped = 0;
  for (guint i = 0; transitions && state.mask && i < transitions->len; i++) {
    const AfTransition *t = &g_array_index (transitions, AfTransition, i);
    if (t->type != record->id || t->routine != routine->id || t->param != 0 || (~t->after_defined & state.mask) != 0
        || !begins (t, state))
      continue;
    total += t->count;
    flipped += t->count * worth (t, state);
    *whole = *whole || worth (t, state) == 1;
  }
  return total ? flipped / total : 0;
}

/* Whether the second change could go on where the first one ended. */
static gboolean joins (const AfTransition *a, const AfTransition *b, State state)
{
  return ((b->before ^ a->after) & state.observers) == 0
         && ((b->before_defined ^ a->after_defined) & state.observers) == 0;
}

/* The same for @first and then @second: share of the cases in which first's end state is one that second leads on from
 * to where nothing of p = v is left. */
static double flips_pair (const GArray *transitions, const AfRoutine *first, const AfRoutine *second,
                          const AfType *record, State state)
{
  guint total = 0, flipped = 0;
  for (guint i = 0; transitions && state.mask && i < transitions->len; i++) {
    const AfTransition *a = &g_array_index (transitions, AfTransition, i);
    if (a->type != record->id || a->routine != first->id || a->param != 0 || !begins (a, state))
      continue;
    gboolean leads_out = FALSE;
    total += a->count;
    for (guint k = 0; k < transitions->len && !leads_out; k++) {
      const AfTransition *b = &g_array_index (transitions, AfTransition, k);
      leads_out = b->type == record->id && b->routine == second->id && b->param == 0 && joins (a, b, state)
                  && worth (b, state) == 1;
    }
    flipped += leads_out ? a->count : 0;
  }
  return total ? (double)flipped / total : 0;
}

/* Callable here, with @object as first parameter, and with an effect that may stay. */
static gboolean is_command (const AfQuestion *question, const AfRoutine *routine, const AfExpr *object)
{
  const AfVariable *first = routine->n_params ? g_ptr_array_index (routine->variables, 0) : NULL;
  return first && first->type == object->type && !routine->is_query && !routine->is_variadic && routine->consumes < 0
         && !routine->invariant_of && af_operators_is_declared (question, routine);
}

/* Call with further arguments from the scope, the first of each type; null when one is missing. */
static AfExpr *call_of (const AfQuestion *question, const AfRoutine *routine, AfExpr *object)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (args, af_expr_ref (object));
  for (guint i = 1; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    g_autoptr (GPtrArray) pool = af_operators_pool (question, param->type);
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

static void propose (GPtrArray *proposals, AfExpr *call, AfOperatorId row, double score)
{
  AfProposal *proposal = g_new (AfProposal, 1);
  *proposal = (AfProposal){ af_expr_ref (call), row, score };
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
static void propose_pairs (GPtrArray *all, const AfQuestion *question, AfExpr *object, State state,
                           const GPtrArray *commands)
{
  g_autoptr (GPtrArray) proposals = g_ptr_array_new_with_free_func (proposal_free);
  for (guint i = 0; i < commands->len; i++)
    for (guint k = 0; k < commands->len; k++) {
      const AfRoutine *first = g_ptr_array_index (commands, i), *second = g_ptr_array_index (commands, k);
      double score = flips_pair (question->transitions, first, second, object->type->target, state);
      if (i == k || score <= (question->faithful ? 0 : 0.5))
        continue;
      g_autoptr (AfExpr) a = call_of (question, first, object);
      g_autoptr (AfExpr) b = call_of (question, second, object);
      if (!a || !b || is_forbidden (question, first, a))
        continue;
      g_autoptr (AfExpr) both = af_expr_binary (AF_OP_COMMA, a, b);
      propose (proposals, both, AF_OPERATOR_CALL_PAIR, score);
    }
  g_ptr_array_sort (proposals, by_score);
  if (proposals->len > MAX_PAIRS)
    g_ptr_array_set_size (proposals, MAX_PAIRS);
  g_ptr_array_extend_and_steal (all, g_steal_pointer (&proposals));
}

/* Whether a command of which nothing is known may be proposed: where the state is none of the model's. */
static gboolean takes_any (const AfQuestion *question, const AfRoutine *routine, State state)
{
  return question->faithful ? state.mask == 0 : (state.mask & state.observers) == 0 && routine->n_params == 1;
}

/* In the state there is no object. */
static gboolean is_null (const AfQuestion *question, AfExpr *object)
{
  g_autoptr (GPtrArray) conjuncts = af_expr_conjuncts (question->fail);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, object->type, NULL, NULL, 0);
  g_autoptr (AfExpr) test = af_expr_binary (AF_OP_EQ, object, null);
  for (guint i = 0; i < conjuncts->len; i++)
    if (af_expr_equal (g_ptr_array_index (conjuncts, i), test))
      return TRUE;
  return FALSE;
}

GPtrArray *af_behaviour_propose (const AfQuestion *question, AfExpr *object)
{
  GPtrArray *proposals = g_ptr_array_new_with_free_func (proposal_free);
  g_autoptr (GPtrArray) commands = g_ptr_array_new ();
  if (is_null (question, object))
    return proposals;
  State state = state_of (question, object);
  guint n_any = 0;
  gboolean whole = FALSE;
  for (guint i = 0; i < question->module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (question->module->routines, i);
    if (!is_command (question, routine, object))
      continue;
    g_ptr_array_add (commands, (gpointer)routine);
    g_autoptr (AfExpr) call = call_of (question, routine, object);
    if (!call || is_forbidden (question, routine, call))
      continue;
    double score = flips (question->transitions, routine, object->type->target, state, &whole);
    if (score > 0)
      propose (proposals, call, AF_OPERATOR_CALL, score);
    else if (takes_any (question, routine, state) && (question->faithful || n_any++ < MAX_ANY))
      propose (proposals, call, AF_OPERATOR_CALL_ANY, 0);
  }
  g_ptr_array_sort (proposals, by_score);
  if (state.mask && !whole)
    propose_pairs (proposals, question, object, state, commands);
  return proposals;
}
