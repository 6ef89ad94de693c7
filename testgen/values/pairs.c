/* Pairs: a pointer that says where what another one points to ends.
 *
 * In:  a routine with two parameters that point to bytes.
 * Out: which of them begins and which one ends the same bytes.
 *
 *     size_t count_lines (const char *text, const char *end) { while (text < end) ... }         text .. end
 *     const char *last_word (const char *at, const char *begin) { while (at > begin && *at != ' ') ... }
 *
 * Evidence is that the code subtracts one from the other, asserts their order, or compares p + n with the other; or
 * that it compares them and steps one, up from the beginning or down from the end.  A routine that hands both on is as
 * the one that it calls.  An end that is read from points to the last byte, else behind it.  Separate memory for the
 * two would say nothing: no caller has it. */
#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

enum { MAX_DEPTH = 3, N_PARAMS = 16 };

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  int *copies; /* locals */
  gboolean is_asserted;
  /* for each two parameters: the first begins, the second ends; by an operator alone: `a < b` */
  gboolean strong[N_PARAMS][N_PARAMS], weak[N_PARAMS][N_PARAMS], equal[N_PARAMS][N_PARAMS];
  gboolean up[N_PARAMS], down[N_PARAMS], read[N_PARAMS], returned[N_PARAMS];
  gboolean replaced[N_PARAMS]; /* given a value that has nothing to do with the caller's */
  guint depth;
} Evidence;

static gboolean points_to_bytes (const AfRoutine *routine, guint index)
{
  const AfType *type = ((const AfVariable *)routine->variables->pdata[index])->type;

  return type->kind == AF_TYPE_POINTER && type->target != NULL && type->target->kind == AF_TYPE_INT
         && type->target->is_char && af_values_element_size (type->target) == 1;
}

/* p, p + i, p++: the parameter, also by the local that it is put in; -1: something else. */
static int root_of (const Evidence *evidence, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (expr->kind == AF_EXPR_STEP || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB)))
    return root_of (evidence, expr->args[0]);
  int param = af_copy_is_local (evidence->routine, expr) ? evidence->copies[expr->variable_id]
                                                         : af_routine_param (evidence->routine, expr);
  return param >= 0 && param < N_PARAMS && points_to_bytes (evidence->routine, (guint)param) ? param : -1;
}

static gboolean is_sum (const AfExpr *expr, AfOp op)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_BINARY && expr->op == op;
}

/* Whether an operand says which one begins: p + n, end - n. */
static gboolean leads (const AfExpr *begin, const AfExpr *end)
{
  return is_sum (begin, AF_OP_ADD) || is_sum (end, AF_OP_SUB);
}

static void compare (Evidence *evidence, const AfExpr *node)
{
  int left = root_of (evidence, node->args[0]), right = root_of (evidence, node->args[1]);
  gboolean is_less = node->op == AF_OP_LT || node->op == AF_OP_LE,
           is_more = node->op == AF_OP_GT || node->op == AF_OP_GE;

  if (left < 0 || right < 0 || left == right)
    return;
  if (node->op == AF_OP_SUB)
    evidence->strong[right][left] = TRUE;
  if (node->op == AF_OP_EQ || node->op == AF_OP_NE)
    evidence->equal[left][right] = evidence->equal[right][left] = TRUE;
  if (!is_less && !is_more)
    return;
  gboolean leads_left = leads (node->args[0], node->args[1]), leads_right = leads (node->args[1], node->args[0]);
  evidence->strong[left][right] |= leads_left != leads_right ? leads_left : is_less && evidence->is_asserted;
  evidence->strong[right][left] |= leads_left != leads_right ? leads_right : is_more && evidence->is_asserted;
  evidence->weak[is_less ? left : right][is_less ? right : left] = TRUE;
}

static Evidence *gather (const AfModule *module, const AfRoutine *routine, guint depth);

/* One is stepped until it equals the other, which stays and is not read: `while (p != end) p++`. */
static gboolean runs_to (const Evidence *evidence, guint begin, guint end)
{
  return evidence->equal[begin][end] && evidence->up[begin] && evidence->read[begin] && !evidence->up[end]
         && !evidence->down[end] && !evidence->read[end];
}

static gboolean begins (const Evidence *evidence, guint begin, guint end)
{
  gboolean related = evidence->weak[begin][end] || evidence->weak[end][begin];
  gboolean stepped = evidence->up[begin] || evidence->up[end] || evidence->down[begin] || evidence->down[end];

  if (evidence->strong[begin][end] || evidence->strong[end][begin])
    return evidence->strong[begin][end] && !evidence->strong[end][begin];
  if (related && stepped)
    return (evidence->up[begin] && !evidence->up[end]) || (evidence->down[end] && !evidence->down[begin]);
  return related ? evidence->weak[begin][end] && !evidence->weak[end][begin] : runs_to (evidence, begin, end);
}

static void hand_on (Evidence *evidence, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (evidence->module, call->name);
  guint n = callee && callee->is_read ? MIN (MIN (call->n_args, callee->n_params), N_PARAMS) : 0, known = 0;

  for (guint i = 0; i < n; i++)
    known += root_of (evidence, call->args[i]) >= 0;
  if (known < 2 || evidence->depth == 0)
    return;
  g_autofree Evidence *inner = gather (evidence->module, callee, evidence->depth - 1);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++) {
      int begin = root_of (evidence, call->args[i]), end = root_of (evidence, call->args[k]);

      if (begin >= 0 && end >= 0 && begin != end)
        evidence->strong[begin][end] |= begins (inner, i, k);
    }
}

typedef struct {
  const Evidence *evidence;
  int param;
  gboolean found;
} Mention;

static gboolean visit_mention (AfExpr *node, gpointer data)
{
  Mention *mention = data;

  mention->found |= node->kind == AF_EXPR_VAR && root_of (mention->evidence, node) == mention->param;
  return !mention->found;
}

static void note_assignment (Evidence *evidence, int param, AfExpr *value)
{
  Mention mention = { evidence, param, FALSE };

  af_expr_walk (value, visit_mention, &mention);
  evidence->replaced[param] |= !mention.found;
}

static gboolean visit (AfExpr *node, gpointer data)
{
  Evidence *evidence = data;
  const AfExpr *place = node->n_args > 0 ? af_expr_uncast (node->args[0]) : NULL;
  int root = place ? root_of (evidence, place) : -1;
  gboolean is_itself = root >= 0 && place->kind != AF_EXPR_BINARY;

  if (node->kind == AF_EXPR_BINARY)
    compare (evidence, node);
  else if (node->kind == AF_EXPR_CALL)
    hand_on (evidence, node);
  else if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && place->kind == AF_EXPR_VAR && root >= 0
           && af_routine_param (evidence->routine, place) == root)
    note_assignment (evidence, root, node->args[1]);
  else if (node->kind == AF_EXPR_STEP || (node->kind == AF_EXPR_ASSIGN && node->op != AF_OP_NONE))
    (node->op == AF_OP_ADD ? evidence->up : evidence->down)[MAX (root, 0)] |= root >= 0;
  else if (node->kind == AF_EXPR_DEREF || (node->kind == AF_EXPR_INDEX && !af_expr_is_constant (node->args[1])))
    evidence->read[MAX (root, 0)] |= is_itself;
  else if (node->kind == AF_EXPR_INDEX)
    evidence->read[MAX (root, 0)] |= is_itself && node->args[1]->kind == AF_EXPR_INT && node->args[1]->value >= 0;
  return TRUE;
}

static Evidence *gather (const AfModule *module, const AfRoutine *routine, guint depth)
{
  Evidence *evidence = g_new0 (Evidence, 1);

  evidence->module = module;
  evidence->routine = routine;
  evidence->depth = depth;
  evidence->copies = af_copies_in (routine);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    int returned = location->kind == AF_LOCATION_RETURN && location->expr ? root_of (evidence, location->expr) : -1;

    if (returned >= 0)
      evidence->returned[returned] = TRUE;
    evidence->is_asserted = location->kind == AF_LOCATION_CHECK;
    af_location_walk (location, visit, evidence);
  }
  evidence->is_asserted = TRUE;
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];

    if (clause->kind == AF_CLAUSE_PRECONDITION && clause->expr)
      af_expr_walk (clause->expr, visit, evidence);
  }
  g_clear_pointer (&evidence->copies, g_free);
  return evidence;
}

/* An end that is read may be a text of its own, where the types differ: copy (char *to, const char *from). */
static gboolean is_pair (const Evidence *evidence, guint begin, guint end)
{
  const AfVariable *a = evidence->routine->variables->pdata[begin], *b = evidence->routine->variables->pdata[end];

  return begins (evidence, begin, end) && !begins (evidence, end, begin) && !evidence->replaced[begin]
         && !evidence->replaced[end] && a->type->target == b->type->target
         && (a->type->is_const == b->type->is_const || !evidence->read[end]);
}

AfPair *af_param_pairs (const AfModule *module, const AfRoutine *routine)
{
  AfPair *pairs = g_new0 (AfPair, routine->n_params + 1);
  guint n = MIN (routine->n_params, N_PARAMS), n_bytes = 0;
  g_autofree gboolean *taken = g_new0 (gboolean, routine->n_params + 1);

  for (guint i = 0; i <= routine->n_params; i++)
    pairs[i].end = -1;
  for (guint i = 0; i < n; i++)
    n_bytes += points_to_bytes (routine, i);
  if (n_bytes < 2 || !routine->is_read)
    return pairs;
  g_autofree Evidence *evidence = gather (module, routine, MAX_DEPTH);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n && pairs[i].end < 0 && !taken[i]; k++)
      if (i != k && !taken[k] && points_to_bytes (routine, i) && points_to_bytes (routine, k)
          && is_pair (evidence, i, k)) {
        pairs[i].end = (int)k;
        pairs[i].is_last = evidence->read[k];
        pairs[i].is_returned = evidence->returned[i] || evidence->returned[k];
        pairs[k].is_end = taken[i] = taken[k] = TRUE;
      }
  return pairs;
}

int af_pair_apply (const AfPair *pair, AfParam *param)
{
  param->is_ended = pair->end >= 0;
  param->is_guessed &= pair->end < 0;
  param->is_last = pair->end >= 0 && pair->is_last;
  param->is_returned = pair->end >= 0 && pair->is_returned;
  return pair->end;
}

/* --- arguments --- */

void af_arg_fill_last (const AfParam *param, AfArg *arg)
{
  if (!param->is_last || (arg->kind == AF_ARG_BUFFER && g_bytes_get_size (arg->bytes) > 0))
    return;
  g_clear_pointer (&arg->bytes, g_bytes_unref);
  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new ("a", 1);
}
