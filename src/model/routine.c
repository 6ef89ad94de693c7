/* Variables, locations and routines.
 *
 * In:  what the front end and the contracts room found.
 * Out: routines with a control-flow graph, and the questions asked of it.
 *
 * cdist (l, m) of the AutoFix paper is the length of the shortest directed path in the graph, found breadth first; in
 *
 *     while (c) { a; b; }  d;        c -> a -> b -> c,  c -> d
 *
 * cdist (a, d) = 3 leads over the back edge, and cdist (d, a) is AF_UNREACHABLE. */
#include "model/routine.h"

/* --- variables, locations, contract calls --- */

AfVariable *af_variable_new (guint id, const char *name, AfType *type)
{
  AfVariable *variable = g_new0 (AfVariable, 1);
  variable->id = id;
  variable->name = g_strdup (name);
  variable->type = type;
  variable->scope = variable->name_range = AF_RANGE_NONE;
  return variable;
}

void af_variable_free (AfVariable *variable)
{
  if (!variable)
    return;
  g_free (variable->name);
  g_free (variable);
}

AfLabel *af_label_new (AfLabelKind kind, const char *name, AfRange range)
{
  AfLabel *label = g_new0 (AfLabel, 1);
  label->kind = kind;
  label->name = g_strdup (name);
  label->range = range;
  return label;
}

void af_label_free (AfLabel *label)
{
  if (!label)
    return;
  g_free (label->name);
  g_free (label);
}

AfLocation *af_location_new (guint id, AfLocationKind kind)
{
  AfLocation *location = g_new0 (AfLocation, 1);
  location->id = id;
  location->kind = kind;
  location->range = location->statement = AF_RANGE_NONE;
  location->body = location->other = AF_RANGE_NONE;
  location->next = g_array_new (FALSE, FALSE, sizeof (guint));
  location->scope = g_ptr_array_new ();
  location->loop = -1;
  return location;
}

void af_location_free (AfLocation *location)
{
  if (!location)
    return;
  af_expr_unref (location->expr);
  g_free (location->label);
  g_clear_pointer (&location->declares, g_ptr_array_unref);
  g_clear_pointer (&location->values, g_ptr_array_unref);
  g_clear_pointer (&location->cases, g_array_unref);
  g_array_unref (location->next);
  g_ptr_array_unref (location->scope);
  g_free (location);
}

static const char *const location_kinds[] = { [AF_LOCATION_ENTRY] = "entry",
                                              [AF_LOCATION_EXIT] = "exit",
                                              [AF_LOCATION_STATEMENT] = "statement",
                                              [AF_LOCATION_DECLARATION] = "declaration",
                                              [AF_LOCATION_RETURN] = "return",
                                              [AF_LOCATION_JUMP] = "jump",
                                              [AF_LOCATION_IF] = "if",
                                              [AF_LOCATION_WHILE] = "while",
                                              [AF_LOCATION_DO] = "do",
                                              [AF_LOCATION_FOR_INIT] = "for-init",
                                              [AF_LOCATION_FOR] = "for",
                                              [AF_LOCATION_FOR_STEP] = "for-step",
                                              [AF_LOCATION_SWITCH] = "switch",
                                              [AF_LOCATION_CHECK] = "check" };

const char *af_location_kind_name (AfLocationKind kind)
{
  return location_kinds[kind];
}

gboolean af_location_is_in_text (const AfLocation *location)
{
  return location->editable || location->is_written_out;
}

gboolean af_location_is_condition (const AfLocation *location)
{
  return location->kind == AF_LOCATION_IF || location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_DO
         || location->kind == AF_LOCATION_FOR || location->kind == AF_LOCATION_SWITCH;
}

gboolean af_location_is_statement (const AfLocation *location)
{
  switch (location->kind) {
  case AF_LOCATION_STATEMENT:
  case AF_LOCATION_RETURN:
  case AF_LOCATION_JUMP:
  case AF_LOCATION_IF:
  case AF_LOCATION_WHILE:
  case AF_LOCATION_DO:
  case AF_LOCATION_FOR:
  case AF_LOCATION_SWITCH:
    return TRUE;
  case AF_LOCATION_ENTRY:
  case AF_LOCATION_EXIT:
  case AF_LOCATION_DECLARATION:
  case AF_LOCATION_FOR_INIT:
  case AF_LOCATION_FOR_STEP:
  case AF_LOCATION_CHECK:
    break;
  }
  return FALSE;
}

static gboolean is_visible (const AfLocation *location, guint variable_id)
{
  for (guint i = 0; i < location->scope->len; i++)
    if (((const AfVariable *)location->scope->pdata[i])->id == variable_id)
      return TRUE;
  return FALSE;
}

/* @bound: names bound by the quantifiers around. */
static gboolean in_scope (const AfLocation *location, const AfExpr *expr, GPtrArray *bound)
{
  if (expr->kind == AF_EXPR_RESULT || expr->kind == AF_EXPR_OLD)
    return FALSE;
  if (expr->kind == AF_EXPR_VAR && expr->variable_id != 0
      && !(expr->name && g_ptr_array_find_with_equal_func (bound, expr->name, g_str_equal, NULL)))
    return is_visible (location, expr->variable_id);
  if (expr->operand && !in_scope (location, expr->operand, bound))
    return FALSE;
  gboolean binds = (expr->kind == AF_EXPR_FORALL || expr->kind == AF_EXPR_EXISTS) && expr->name;
  gboolean visible = TRUE;
  for (guint i = 0; i < expr->n_args && visible; i++) {
    gboolean is_body = binds && i + 1 == expr->n_args;
    if (is_body)
      g_ptr_array_add (bound, expr->name);
    visible = in_scope (location, expr->args[i], bound);
    if (is_body)
      g_ptr_array_set_size (bound, (int)bound->len - 1);
  }
  return visible;
}

gboolean af_location_in_scope (const AfLocation *location, AfExpr *expr)
{
  g_autoptr (GPtrArray) bound = g_ptr_array_new ();
  return in_scope (location, expr, bound);
}

AfContractCall *af_contract_call_new (const char *macro, AfExpr *expr, AfRange range, int location)
{
  AfContractCall *call = g_new0 (AfContractCall, 1);
  call->macro = g_strdup (macro);
  call->expr = expr ? af_expr_ref (expr) : NULL;
  call->range = range;
  call->location = location;
  call->loop = AF_RANGE_NONE;
  return call;
}

void af_contract_call_free (AfContractCall *call)
{
  if (!call)
    return;
  af_expr_unref (call->expr);
  g_free (call->macro);
  g_free (call);
}

/* --- routines --- */

AfRoutine *af_routine_new (guint id, const char *name)
{
  AfRoutine *routine = g_new0 (AfRoutine, 1);
  routine->id = id;
  routine->name = g_strdup (name);
  routine->consumes = -1;
  routine->initialises = -1;
  routine->threads = -1;
  routine->definition = routine->declared = routine->name_range = routine->body = AF_RANGE_NONE;
  routine->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)af_variable_free);
  routine->contracts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_contract_call_free);
  routine->clauses = g_ptr_array_new ();
  routine->locations = g_ptr_array_new_with_free_func ((GDestroyNotify)af_location_free);
  routine->labels = g_ptr_array_new_with_free_func ((GDestroyNotify)af_label_free);
  routine->callees = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (routine->locations, af_location_new (0, AF_LOCATION_ENTRY));
  g_ptr_array_add (routine->locations, af_location_new (1, AF_LOCATION_EXIT));
  return routine;
}

gboolean af_routine_has_contract (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->contracts->len; i++)
    if (!((const AfContractCall *)routine->contracts->pdata[i])->is_hook)
      return TRUE;
  return FALSE;
}

gboolean af_routine_has_gap (const AfRoutine *routine, guint clause)
{
  for (guint i = 0; routine->gaps && i < routine->gaps->len; i++)
    if (g_array_index (routine->gaps, guint, i) == clause)
      return TRUE;
  return FALSE;
}

void af_routine_free (AfRoutine *routine)
{
  if (!routine)
    return;
  g_free (routine->name);
  g_ptr_array_unref (routine->variables);
  g_ptr_array_unref (routine->contracts);
  g_ptr_array_unref (routine->clauses);
  g_ptr_array_unref (routine->locations);
  g_ptr_array_unref (routine->labels);
  g_ptr_array_unref (routine->callees);
  g_free (routine->skipped);
  g_clear_pointer (&routine->gaps, g_array_unref);
  g_clear_pointer (&routine->unasked, g_ptr_array_unref);
  g_free (routine);
}

AfType *af_variable_takes (const AfVariable *param)
{
  return param->seen_as ? param->seen_as : param->type;
}

AfType *af_routine_gives (const AfRoutine *routine)
{
  return routine->seen_as ? routine->seen_as : routine->result;
}

AfExpr *af_routine_reaches (const AfRoutine *routine, const AfType *record)
{
  AfExpr *reached = NULL;
  gboolean is_given = af_type_leads_to (af_routine_gives (routine), record);
  for (guint i = 0; i < routine->n_params && !is_given; i++)
    is_given = af_type_leads_to (af_variable_takes (routine->variables->pdata[i]), record);
  for (guint i = 0; i < routine->n_params && !is_given && !reached; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    const AfType *own = af_type_is_record_pointer (param->type) ? param->type->target : NULL;
    for (guint k = 0; own && own->fields && k < own->fields->len && !reached; k++) {
      const AfField *field = own->fields->pdata[k];
      if (!af_type_leads_to (field->type, record))
        continue;
      g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
      reached = af_expr_field (object, field->name, field->type);
    }
  }
  return reached;
}

int af_routine_param (const AfRoutine *routine, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  for (guint i = 0; expr->kind == AF_EXPR_VAR && i < routine->n_params; i++)
    if (((const AfVariable *)routine->variables->pdata[i])->id == expr->variable_id)
      return (int)i;
  return -1;
}

const AfLocation *af_routine_location (const AfRoutine *routine, guint id)
{
  return id < routine->locations->len ? routine->locations->pdata[id] : NULL;
}

static GArray *distances_new (guint n)
{
  GArray *distances = g_array_sized_new (FALSE, FALSE, sizeof (guint), n);
  guint unreachable = AF_UNREACHABLE;
  for (guint i = 0; i < n; i++)
    g_array_append_val (distances, unreachable);
  return distances;
}

/* Breadth first over @edges (per location an array of guint), which point away from @start. */
static GArray *search (GPtrArray *edges, guint start)
{
  GArray *distances = distances_new (edges->len);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  if (start >= edges->len)
    return distances;
  g_array_index (distances, guint, start) = 0;
  g_array_append_val (queue, start);
  for (guint i = 0; i < queue->len; i++) {
    guint from = g_array_index (queue, guint, i);
    const GArray *ends = edges->pdata[from];
    for (guint k = 0; k < ends->len; k++) {
      guint to = g_array_index (ends, guint, k);
      if (to >= edges->len || g_array_index (distances, guint, to) != AF_UNREACHABLE)
        continue;
      g_array_index (distances, guint, to) = g_array_index (distances, guint, from) + 1;
      g_array_append_val (queue, to);
    }
  }
  return distances;
}

guint af_routine_cdist (const AfRoutine *routine, guint from, guint to)
{
  g_autoptr (GPtrArray) edges = g_ptr_array_new ();
  for (guint i = 0; i < routine->locations->len; i++)
    g_ptr_array_add (edges, ((const AfLocation *)routine->locations->pdata[i])->next);
  g_autoptr (GArray) distances = search (edges, from);
  return to < distances->len ? g_array_index (distances, guint, to) : AF_UNREACHABLE;
}

GArray *af_routine_distances (const AfRoutine *routine, guint to)
{
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  for (guint i = 0; i < routine->locations->len; i++)
    g_ptr_array_add (edges, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint from = 0; from < routine->locations->len; from++) {
    const GArray *next = ((const AfLocation *)routine->locations->pdata[from])->next;
    for (guint k = 0; k < next->len; k++)
      if (g_array_index (next, guint, k) < edges->len)
        g_array_append_val (edges->pdata[g_array_index (next, guint, k)], from);
  }
  return search (edges, to);
}

void af_location_walk (const AfLocation *location, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data)
{
  if (location->expr)
    af_expr_walk (location->expr, visit, data);
}

void af_routine_walk (const AfRoutine *routine, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data)
{
  for (guint i = 0; i < routine->locations->len; i++)
    af_location_walk (routine->locations->pdata[i], visit, data);
}
