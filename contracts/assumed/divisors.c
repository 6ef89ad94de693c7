/* Divisors that an object keeps: a number that its maker is given.
 *
 * In:  a module with its implicit clauses.
 * Out: for a parameter whether it must not be 0.
 *
 *     Map *map_new (unsigned cells) { ... m->cells = cells; ... }      cells != 0
 *     ... m->slots[hash % m->cells] ...
 *
 * if the module nowhere asks about either: neither the routine about the parameter, nor any about that field with a
 * constant, which would say that 0 has been thought of. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

typedef struct {
  const AfVariable *param;
  const AfType *record; /* in which the parameter is kept as it is; null: in none */
  const char *field;
  gboolean asks; /* the routine, about the parameter */
} Kept;

static gboolean is_comparison (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE;
}

static gboolean is_param (const Kept *kept, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_VAR && expr->variable_id == kept->param->id;
}

static const AfType *record_of (const AfExpr *field)
{
  const AfType *type = field->args[0]->type;
  return type && type->kind == AF_TYPE_POINTER ? type->target : type;
}

static gboolean visit_kept (AfExpr *node, gpointer data)
{
  Kept *kept = data;
  gboolean assigns = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP;
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && node->args[0]->kind == AF_EXPR_FIELD
      && is_param (kept, node->args[1])) {
    kept->record = record_of (node->args[0]);
    kept->field = node->args[0]->name;
  }
  kept->asks |= assigns && is_param (kept, node->args[0]);
  for (guint i = 0; is_comparison (node) && i < 2; i++)
    kept->asks |= is_param (kept, node->args[i]);
  return TRUE;
}

static void note_truth (const AfExpr *tested, gpointer data)
{
  Kept *kept = data;
  kept->asks |= is_param (kept, tested);
}

/* --- what others do with the field --- */

typedef struct {
  const Kept *kept;
  gboolean asks;
} Asks;

static gboolean is_field (const Kept *kept, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_FIELD && strcmp (expr->name, kept->field) == 0 && record_of (expr) == kept->record;
}

static gboolean visit_question (AfExpr *node, gpointer data)
{
  Asks *asks = data;
  for (guint i = 0; is_comparison (node) && i < 2; i++)
    asks->asks |= is_field (asks->kept, node->args[i]) && af_expr_uncast (node->args[1 - i])->kind == AF_EXPR_INT;
  return TRUE;
}

static void note_field (const AfExpr *tested, gpointer data)
{
  Asks *asks = data;
  asks->asks |= is_field (asks->kept, tested);
}

static gboolean divides_by (const Kept *kept, const AfClause *clause)
{
  return clause->row && clause->row->guard == AF_GUARD_DIVISOR && clause->expr->kind == AF_EXPR_BINARY
         && is_field (kept, clause->expr->args[0]);
}

static gboolean is_divisor (const AfModule *module, const Kept *kept)
{
  for (guint i = 0; i < module->clauses->len; i++)
    if (divides_by (kept, module->clauses->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean is_asked_about (const AfModule *module, const Kept *kept)
{
  Asks asks = { kept, FALSE };
  for (guint i = 0; i < module->routines->len && !asks.asks; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < routine->locations->len; k++) {
      const AfLocation *location = routine->locations->pdata[k];
      af_walk_code (location, visit_question, &asks);
      if (location->expr)
        af_tests_walk (location->expr, af_location_is_condition (location), note_field, &asks);
    }
  }
  return asks.asks;
}

gboolean af_param_is_kept_divisor (const AfModule *module, const AfRoutine *routine, guint param)
{
  Kept kept = { .param = routine->variables->pdata[param] };
  if (!af_type_is_integer (kept.param->type))
    return FALSE;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    af_walk_code (location, visit_kept, &kept);
    if (location->expr)
      af_tests_walk (location->expr, af_location_is_condition (location), note_truth, &kept);
  }
  return kept.field && !kept.asks && is_divisor (module, &kept) && !is_asked_about (module, &kept);
}
