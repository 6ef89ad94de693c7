/* What one version of a module keeps, asked of another.
 *
 * In:  proposals for a module, another version of it.   Out: clauses of that version, in its own types and numbers.
 *
 * Names are what two versions share: a routine is the same if it has that name and parameters of the same types, a
 * field if its record has one of that name and type.  What speaks of something else is left out. */
#include "infer/infer-internal.h"

typedef struct {
  AfModule *to;
  const AfRoutine *routine; /* of `to`: in whose scope variables are; null: of a type's invariant */
} AfTransfer;

static AfType *same_type (const AfModule *module, const AfType *type)
{
  for (guint i = 0; type && i < module->types->len; i++) {
    AfType *other = module->types->pdata[i];
    if (other->kind == type->kind && g_strcmp0 (other->spelling, type->spelling) == 0)
      return other;
  }
  return NULL;
}

static gboolean same_spelling (const AfType *a, const AfType *b)
{
  return a && b && g_strcmp0 (a->spelling, b->spelling) == 0;
}

/* The routine of that name, if callers cannot tell it from @routine. */
static const AfRoutine *same_routine (const AfModule *module, const AfRoutine *routine)
{
  const AfRoutine *other = af_module_routine (module, routine->name);
  if (!other || other->skipped || other->n_params != routine->n_params
      || !same_spelling (other->result, routine->result))
    return NULL;
  for (guint i = 0; i < routine->n_params; i++)
    if (!same_spelling (((const AfVariable *)other->variables->pdata[i])->type,
                        ((const AfVariable *)routine->variables->pdata[i])->type))
      return NULL;
  return other;
}

static gboolean has_field (const AfType *object, const char *name, const AfType *type)
{
  const AfType *record = object->kind == AF_TYPE_POINTER ? object->target : object;
  for (guint i = 0; record && record->fields && i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (g_strcmp0 (field->name, name) == 0)
      return field->type == type;
  }
  return FALSE;
}

static AfExpr *transfer_variable (const AfTransfer *transfer, const AfExpr *expr, AfType *type)
{
  if (!transfer->routine)
    return af_expr_var (type, expr->name, expr->variable_id);
  if (expr->variable_id == 0 || expr->variable_id > transfer->routine->n_params)
    return NULL;
  const AfVariable *param = transfer->routine->variables->pdata[expr->variable_id - 1];
  return af_expr_var (param->type, param->name, param->id);
}

static AfExpr *transfer_call (const AfTransfer *transfer, const AfExpr *expr, AfType *type, AfExpr *const *args)
{
  const AfRoutine *query = af_module_routine (transfer->to, expr->name);
  gboolean is_library = !query && g_str_equal (expr->name, "strlen"); /* the one that proposals call */
  gboolean fits = is_library || (query && query->is_query && query->n_params == expr->n_args && query->result == type);
  return fits ? af_expr_call (type, expr->name, args, expr->n_args, TRUE) : NULL;
}

static AfExpr *transfer_constant (const AfExpr *expr, AfType *type)
{
  AfExpr *number = af_expr_int (type, expr->value);
  if (expr->name) {
    number->name = g_strdup (expr->name);
    af_expr_finish (number);
  }
  return number;
}

/* A node whose children are there already; null: the other version does not have it. */
static AfExpr *rebuild (const AfTransfer *transfer, const AfExpr *expr, AfExpr *const *args)
{
  gboolean is_truth = expr->kind == AF_EXPR_IMPLIES || expr->kind == AF_EXPR_IFF || expr->kind == AF_EXPR_FORALL
                      || expr->kind == AF_EXPR_REACHES;
  gboolean is_int = expr->kind == AF_EXPR_NODES || (expr->kind == AF_EXPR_INT && expr->type->kind != AF_TYPE_ENUM);
  AfType *type = is_truth ? af_module_bool_type (transfer->to)
                 : is_int ? af_module_int_type (transfer->to)
                          : same_type (transfer->to, expr->type);
  switch ((int)expr->kind) {
  case AF_EXPR_BINARY:
    return af_expr_binary (expr->op, args[0], args[1]);
  case AF_EXPR_UNARY:
    return af_expr_unary (expr->op, args[0]);
  case AF_EXPR_INT:
    return type ? transfer_constant (expr, type) : NULL;
  case AF_EXPR_VAR:
    return type ? transfer_variable (transfer, expr, type) : NULL;
  case AF_EXPR_FIELD:
    return type && has_field (args[0]->type, expr->name, type) ? af_expr_field (args[0], expr->name, type) : NULL;
  case AF_EXPR_CALL:
    return type ? transfer_call (transfer, expr, type, args) : NULL;
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_NULL:
  case AF_EXPR_BOOL:
  case AF_EXPR_DEREF:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_INDEX:
  case AF_EXPR_CAST:
    return type ? af_expr_new (expr->kind, type, expr->name, args, expr->n_args) : NULL;
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    return has_field (args[0]->type, expr->name, args[0]->type)
             ? af_expr_new (expr->kind, type, expr->name, args, expr->n_args)
             : NULL;
  default:
    return NULL;
  }
}

static AfExpr *transfer_expr (const AfTransfer *transfer, const AfExpr *expr)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < expr->n_args; i++) {
    AfExpr *arg = transfer_expr (transfer, expr->args[i]);
    if (!arg)
      return NULL;
    g_ptr_array_add (args, arg);
  }
  return rebuild (transfer, expr, (AfExpr *const *)args->pdata);
}

/* What C demands within the body says nothing of what callers must ensure. */
static gboolean has_clause (const AfRoutine *routine, AfClauseKind kind, const AfExpr *expr)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind == kind && clause->expr && af_expr_equal (clause->expr, expr))
      return TRUE;
  }
  return FALSE;
}

static void add_clause (AfModule *to, AfClause *clause, GPtrArray *added)
{
  af_module_add_clause (to, clause);
  g_ptr_array_add (added, clause);
}

static void transfer_invariant (AfModule *to, const AfProposal *proposal, GPtrArray *added)
{
  const AfType *record = same_type (to, proposal->record);
  const AfTransfer transfer = { to, NULL };
  g_autoptr (AfExpr) expr = record ? transfer_expr (&transfer, proposal->expr) : NULL;
  if (!expr)
    return;
  g_autoptr (GPtrArray) clauses = af_clauses_about (to, record, expr);
  for (guint i = 0; i < clauses->len; i++)
    add_clause (to, clauses->pdata[i], added);
}

GPtrArray *af_infer_transfer (const AfInference *inference, AfModule *to)
{
  GPtrArray *added = g_ptr_array_new ();
  for (guint i = 0; i < inference->proposals->len; i++) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    if (proposal->is_query)
      continue;
    if (proposal->record) {
      transfer_invariant (to, proposal, added);
      continue;
    }
    const AfTransfer transfer = { to, same_routine (to, proposal->routine) };
    g_autoptr (AfExpr) expr = transfer.routine ? transfer_expr (&transfer, proposal->expr) : NULL;
    if (!expr || has_clause (transfer.routine, proposal->kind, expr))
      continue;
    AfClause *clause =
      af_clause_new (proposal->kind, expr, (int)transfer.routine->id, -1, transfer.routine->name_range);
    clause->is_assumed = proposal->kind == AF_CLAUSE_PRECONDITION;
    add_clause (to, clause, added);
  }
  return added;
}

/* --- the same module --- */

guint af_infer_state (const AfInference *inference, AfModule *module, GArray *owners)
{
  guint first = module->clauses->len;
  for (guint i = 0; i < inference->proposals->len; i++) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    g_autoptr (GPtrArray) clauses = g_ptr_array_new ();
    if (proposal->record) {
      g_ptr_array_unref (clauses);
      clauses = af_clauses_about (module, proposal->record, proposal->expr);
    } else if (!proposal->is_read && !proposal->is_query)
      g_ptr_array_add (clauses, af_clause_new (proposal->kind, proposal->expr, (int)proposal->routine->id, -1,
                                               proposal->routine->name_range));
    for (guint k = 0; k < clauses->len; k++) {
      af_module_add_clause (module, clauses->pdata[k]);
      g_array_append_val (owners, i);
    }
  }
  return first;
}

void af_infer_retract (AfModule *module, guint first)
{
  af_clauses_cut (module, first);
}
