/* Written contracts: macro calls to clauses.
 *
 * In:  routine->contracts as the front end saw them; INVARIANT functions.
 * Out: a clause per conjunct: `REQUIRE (s != NULL && i >= 0)` gives two preconditions; LOOP_VARIANT is one clause as it
 * is; an INVARIANT function gives one clause `stack_valid (it)`.  CONSUME is no clause.
 *
 * A contract that cannot be one is the user's error: it has a side effect, speaks of RESULT or OLD where nothing has
 * been returned yet, or asks for the old value of something that exists only inside of a quantifier. */
#include "contracts/contracts-internal.h"
#include "util/error.h"

static const struct {
  const char *macro;
  AfClauseKind kind;
} contract_macros[] = {
  { "REQUIRE", AF_CLAUSE_PRECONDITION },
  { "ENSURE", AF_CLAUSE_POSTCONDITION },
  { "CHECK", AF_CLAUSE_CHECK },
  { "LOOP_INVARIANT", AF_CLAUSE_LOOP_INVARIANT },
  { "LOOP_VARIANT", AF_CLAUSE_LOOP_VARIANT },
};

void af_contract_error (GPtrArray *broken, const AfModule *module, AfRange range, const char *hint, const char *format,
                        ...)
{
  const AfSource *source = range.file >= 0 ? af_module_source (module, range.file) : NULL;
  g_autofree char *message = NULL;
  guint line = 0, column = 0;
  GError *error = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  if (source)
    af_source_position (source, range.start, &line, &column);
  af_error_at (&error, AF_ERROR_SOURCE, source ? source->path : NULL, line, column, hint, "%s", message);
  g_ptr_array_add (broken, error);
}

static char *effect_hint (const AfModule *module, const AfExpr *effect)
{
  if (effect->kind == AF_EXPR_STEP)
    return g_strdup_printf ("drop the '%s'", effect->op == AF_OP_SUB ? "--" : "++");
  if (effect->kind == AF_EXPR_ASSIGN)
    return g_strdup (effect->op == AF_OP_NONE ? "compare with '==', or assign outside of the contract"
                                              : "assign outside of the contract");
  if (effect->kind != AF_EXPR_CALL)
    return g_strdup ("call only functions that change nothing");
  if (!af_module_routine (module, effect->name) && !af_libc_is_known (effect->name))
    return g_strdup_printf ("what '%s' does is not known: mark it QUERY if it changes nothing", effect->name);
  return g_strdup_printf ("'%s' may change something: call it before the contract, or mark it QUERY if it does not",
                          effect->name);
}

typedef struct {
  AfExpr *old;        /* first OLD or RESULT */
  AfExpr *bound;      /* first OLD that mentions an index */
  GPtrArray *indices; /* of char *, names bound around the current node */
} AfPastUse;

static void find_past_use (AfExpr *expr, AfPastUse *use)
{
  gboolean is_quantifier = expr->kind == AF_EXPR_FORALL || expr->kind == AF_EXPR_EXISTS;

  if (!use->old && (expr->kind == AF_EXPR_OLD || expr->kind == AF_EXPR_RESULT))
    use->old = expr;
  for (guint i = 0; expr->kind == AF_EXPR_OLD && i < use->indices->len && !use->bound; i++)
    if (af_expr_mentions (expr, g_ptr_array_index (use->indices, i)))
      use->bound = expr;
  for (guint i = 0; i < expr->n_args; i++) {
    if (is_quantifier && i == 2)
      g_ptr_array_add (use->indices, expr->name);
    find_past_use (expr->args[i], use);
  }
  if (is_quantifier)
    g_ptr_array_set_size (use->indices, (int)use->indices->len - 1);
}

/* Whether a loop contract stands where it says something, and CONSUME names what it can. */
static gboolean check_place (const AfModule *module, const AfRoutine *routine, const AfContractCall *call,
                             GPtrArray *broken)
{
  gboolean is_param =
    call->expr->kind == AF_EXPR_VAR && call->expr->variable_id > 0 && call->expr->variable_id <= routine->n_params;

  if (g_str_has_prefix (call->macro, "LOOP_") && af_range_is_none (call->loop)) {
    af_contract_error (broken, module, call->range, "write it as the first statement of the loop's body",
                       "%s in '%s' does not begin the body of a loop", call->macro, routine->name);
    return FALSE;
  }
  if (g_str_equal (call->macro, "CONSUME") && (!is_param || call->expr->type->kind != AF_TYPE_POINTER)) {
    af_contract_error (broken, module, af_range_is_none (call->expr->range) ? call->range : call->expr->range,
                       "only what the caller passes can be consumed: name a parameter",
                       "CONSUME of '%s' in '%s', which is not a pointer parameter", call->expr->text, routine->name);
    return FALSE;
  }
  return TRUE;
}

static gboolean check_contract (const AfModule *module, const AfRoutine *routine, const AfContractCall *call,
                                AfClauseKind kind, GPtrArray *broken)
{
  g_autoptr (GPtrArray) indices = g_ptr_array_new ();
  AfPastUse use = { NULL, NULL, indices };
  AfExpr *effect = af_effect_find (call->expr);

  if (effect) {
    g_autofree char *hint = effect_hint (module, effect);
    AfRange at = af_range_is_none (effect->range) ? call->range : effect->range;
    af_contract_error (broken, module, at, hint, "contract of '%s' has a side effect: '%s'", routine->name,
                       effect->text);
    return FALSE;
  }
  find_past_use (call->expr, &use);
  if (use.old && kind != AF_CLAUSE_POSTCONDITION) {
    af_contract_error (broken, module, af_range_is_none (use.old->range) ? call->range : use.old->range,
                       "only ENSURE can refer to what the call has done", "'%s' in %s of '%s'",
                       use.old->kind == AF_EXPR_OLD ? "OLD" : "RESULT", call->macro, routine->name);
    return FALSE;
  }
  if (use.bound) {
    af_contract_error (broken, module, af_range_is_none (use.bound->range) ? call->range : use.bound->range,
                       "OLD is taken once, at entry: take it of something that exists there",
                       "'%s' in a contract of '%s' depends on the index of a quantifier", use.bound->text,
                       routine->name);
    return FALSE;
  }
  return TRUE;
}

void af_written_add (AfModule *module, AfRoutine *routine, const AfContractCall *call, AfClauseKind kind, int location)
{
  g_autoptr (GPtrArray) conjuncts = NULL;

  if (kind == AF_CLAUSE_LOOP_VARIANT) {
    conjuncts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    g_ptr_array_add (conjuncts, af_expr_ref (call->expr));
  } else
    conjuncts = af_expr_conjuncts (call->expr);
  for (guint i = 0; i < conjuncts->len; i++) {
    AfExpr *expr = g_ptr_array_index (conjuncts, i);
    AfRange range = af_range_is_none (expr->range) ? call->range : expr->range;
    af_module_add_clause (module, af_clause_new (kind, expr, (int)routine->id, location, range));
  }
}

void af_written_attach (AfModule *module, AfRoutine *routine, GPtrArray *broken)
{
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
    if (call->is_hook || !call->expr || !check_place (module, routine, call, broken))
      continue;
    for (guint j = 0; j < G_N_ELEMENTS (contract_macros); j++) {
      AfClauseKind kind = contract_macros[j].kind;
      if (g_str_equal (contract_macros[j].macro, call->macro) && check_contract (module, routine, call, kind, broken))
        af_written_add (module, routine, call, kind, call->location);
    }
  }
}

static gboolean invariant_is_well_formed (const AfRoutine *routine)
{
  const AfVariable *object = routine->n_params == 1 ? g_ptr_array_index (routine->variables, 0) : NULL;

  if (!object || !af_type_is_record_pointer (object->type) || !object->type->is_const)
    return FALSE;
  return routine->result && (routine->result->kind == AF_TYPE_BOOL || routine->result->kind == AF_TYPE_INT);
}

void af_invariants_attach (AfModule *module, GPtrArray *broken)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (!routine->is_marked_invariant)
      continue;
    if (!invariant_is_well_formed (routine)) {
      af_contract_error (broken, module, routine->name_range, "write it as: INVARIANT bool valid (const T *it)",
                         "'%s' cannot be an invariant: it must take one pointer to const and return a truth value",
                         routine->name);
      continue;
    }
    AfVariable *object = g_ptr_array_index (routine->variables, 0);
    g_autoptr (AfExpr) it = af_expr_var (object->type, "it", 0);
    g_autoptr (AfExpr) call = af_expr_call (routine->result, routine->name, &it, 1, TRUE);
    af_module_add_clause (module, af_clause_new (AF_CLAUSE_INVARIANT, call, (int)routine->id, -1, routine->name_range));
  }
}
