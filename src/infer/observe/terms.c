/* Terms: what of a call is looked at.
 *
 * In:  a routine.
 * Out: expressions over its parameters (entry), and over parameters, RESULT, what objects hold after the call and, as
 * OLD (e), before it (exit):
 *
 *     bool set_add (Set *s, int x)     entry   s, x, s->n, s->items, set_size (s), set_has (s, x)
 *                                      exit    the same after the call, OLD of each, RESULT
 *
 * Parts of an object are its visible fields and its observers; queries of the call's own values come besides (asked.c).
 */
#include "infer/infer-internal.h"

#include <string.h>

enum { MAX_PARTS = 24, MAX_TERMS = 100 };

static void term_free (gpointer data)
{
  AfTerm *term = data;
  af_expr_unref (term->expr);
  g_free (term);
}

void af_terms_free (AfTerms *terms)
{
  if (!terms)
    return;
  g_ptr_array_unref (terms->entry);
  g_ptr_array_unref (terms->exit);
  g_free (terms);
}

/* Types whose values say something by themselves. */
static gboolean kind_of (const AfType *type, AfTermKind *kind)
{
  if (!type)
    return FALSE;
  if (type->kind == AF_TYPE_BOOL)
    *kind = AF_TERM_TRUTH;
  else if (af_type_is_integer (type) && type->bits > 0 && type->bits <= 64)
    *kind = AF_TERM_NUMBER;
  else if (type->kind == AF_TYPE_POINTER && type->target && type->target->kind != AF_TYPE_FUNCTION)
    *kind = AF_TERM_POINTER;
  else
    return FALSE;
  return TRUE;
}

static gboolean is_usable (const AfType *type)
{
  AfTermKind kind;
  return kind_of (type, &kind);
}

gboolean af_query_is_askable (const AfRoutine *query, const AfRoutine *routine, const AfType *record, guint n_params)
{
  const AfVariable *object = query->n_params == n_params ? query->variables->pdata[0] : NULL;
  return object && query != routine && query->is_query && !query->skipped && !query->is_variadic && !query->invariant_of
         && query->is_public && (af_type_leads_to (object->type, record) || (n_params == 1 && object->type == record))
         && is_usable (query->result);
}

gboolean af_terms_sees_fields (const AfModule *module, const AfType *record)
{
  return record->is_complete && !record->is_union && (record->is_public || module->sources->len == 1);
}

GPtrArray *af_terms_parts (const AfModule *module, AfExpr *object, const AfRoutine *routine, gboolean is_narrow)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfType *record = object->type->target;
  gboolean is_visible = af_terms_sees_fields (module, record);
  for (guint i = 0; is_visible && i < record->fields->len && parts->len < MAX_PARTS; i++) {
    const AfField *field = record->fields->pdata[i];
    if (field->name && *field->name && is_usable (field->type))
      g_ptr_array_add (parts, af_expr_field (object, field->name, field->type));
  }
  g_autoptr (AfExpr) whole = af_expr_new (AF_EXPR_DEREF, object->type->target, NULL, &object, 1);
  for (guint i = 0; i < module->routines->len && parts->len < MAX_PARTS; i++) {
    const AfRoutine *query = module->routines->pdata[i];
    const AfVariable *param = query->n_params == 1 ? query->variables->pdata[0] : NULL;
    if (af_query_is_askable (query, routine, record, 1) && !(is_narrow && param->type->kind == AF_TYPE_RECORD))
      g_ptr_array_add (parts, af_expr_call (query->result, query->name,
                                            param->type->kind == AF_TYPE_RECORD ? &whole : &object, 1, TRUE));
  }
  return parts;
}

/* --- lists --- */

AfTerm *af_scope_add (const AfScope *scope, GPtrArray *list, AfExpr *expr)
{
  AfTermKind kind = AF_TERM_NUMBER;
  if (list->len >= MAX_TERMS || !kind_of (expr->type, &kind))
    return NULL;
  AfTerm *term = g_new0 (AfTerm, 1);
  term->expr = af_expr_ref (expr);
  term->kind = af_expr_is_boolean (expr) ? AF_TERM_TRUTH : kind;
  term->unit = af_kinships_of (scope->units, scope->routine, expr);
  term->object = -1;
  term->old = -1;
  const AfExpr *inner = expr->kind == AF_EXPR_OLD ? expr->args[0] : expr;
  term->is_call = inner->kind == AF_EXPR_CALL;
  term->is_asked = term->is_call && inner->n_args > 1;
  for (guint i = 0; term->is_call && i < inner->n_args; i++)
    term->asks_result |= inner->args[i]->kind == AF_EXPR_RESULT;
  g_ptr_array_add (list, term);
  return term;
}

/* Something at the exit, with its value at the entry where it had one. */
void af_scope_add_changing (const AfScope *scope, GPtrArray *list, AfExpr *expr, gboolean has_old, const AfTerm *like)
{
  AfTerm *now = af_scope_add (scope, list, expr), *before = NULL;
  int place = (int)list->len - 1;
  if (!now)
    return;
  if (has_old) {
    g_autoptr (AfExpr) old = af_expr_new (AF_EXPR_OLD, expr->type, NULL, &expr, 1);
    before = af_scope_add (scope, list, old);
  }
  now->is_after = TRUE;
  now->is_part = like->is_part;
  now->object = like->object;
  if (before) {
    now->old = place + 1;
    before->old = place;
    before->is_part = like->is_part;
    before->object = like->object;
  }
}

/* Lengths of a string, at the exit. */
static void add_lengths (const AfScope *scope, GPtrArray *list, AfExpr *text, gboolean has_old, const AfTerm *like)
{
  g_autoptr (GPtrArray) lengths = scope->is_narrow ? g_ptr_array_new () : af_terms_lengths (scope->module, text);
  for (guint i = 0; i < lengths->len; i++) {
    guint first = list->len;
    af_scope_add_changing (scope, list, lengths->pdata[i], has_old, like);
    for (guint k = first; k < list->len; k++)
      ((AfTerm *)list->pdata[k])->is_length = TRUE;
  }
}

static void add_wholes (const AfScope *scope, GPtrArray *list, AfExpr *object, int number)
{
  g_autoptr (GPtrArray) wholes =
    scope->is_narrow ? g_ptr_array_new () : af_terms_wholes (scope->module, scope->units, object);
  for (guint i = 0; i < wholes->len; i++) {
    AfTerm *term = af_scope_add (scope, list, wholes->pdata[i]);
    if (!term)
      continue;
    term->is_after = term->is_part = term->is_whole = TRUE;
    term->object = number;
  }
}

AfExpr *af_param_expr (const AfRoutine *routine, guint i)
{
  const AfVariable *param = routine->variables->pdata[i];
  return af_expr_var (param->type, param->name, param->id);
}

static void add_object_entry (const AfScope *scope, GPtrArray *list, guint param)
{
  g_autoptr (AfExpr) object = af_param_expr (scope->routine, param);
  g_autoptr (GPtrArray) parts = af_terms_parts (scope->module, object, scope->routine, scope->is_narrow);
  for (guint i = 0; i < parts->len; i++) {
    AfTerm *term = af_scope_add (scope, list, parts->pdata[i]);
    if (term) {
      term->is_part = TRUE;
      term->object = (int)param;
    }
  }
  af_asked_of_object (scope, list, object, (int)param, FALSE);
}

/* Fields of a record that is handed over by value: the caller's own numbers. */
static void add_value_entry (const AfScope *scope, GPtrArray *list, guint param)
{
  g_autoptr (AfExpr) value = af_param_expr (scope->routine, param);
  const AfType *record = value->type;
  for (guint i = 0; i < record->fields->len && i < MAX_PARTS && af_terms_sees_fields (scope->module, record); i++) {
    const AfField *field = record->fields->pdata[i];
    if (!field->name || !*field->name || !is_usable (field->type))
      continue;
    g_autoptr (AfExpr) part = af_expr_field (value, field->name, field->type);
    AfTerm *term = af_scope_add (scope, list, part);
    if (term) {
      term->is_param = TRUE;
      term->object = (int)param;
    }
  }
}

static void add_object_exit (const AfScope *scope, GPtrArray *list, AfExpr *object, int number)
{
  const AfRoutine *routine = scope->routine;
  g_autoptr (GPtrArray) parts = af_terms_parts (scope->module, object, routine, scope->is_narrow);
  gboolean has_old = number != AF_OBJECT_RESULT && number != routine->initialises && !routine->is_query;
  for (guint i = 0; i < parts->len; i++) {
    AfTerm like = { .is_part = TRUE, .object = number };
    af_scope_add_changing (scope, list, parts->pdata[i], has_old, &like);
    add_lengths (scope, list, parts->pdata[i], has_old, &like);
  }
  af_asked_of_object (scope, list, object, number, TRUE);
  add_wholes (scope, list, object, number);
}

static void add_algebra (const AfScope *scope, GPtrArray *list)
{
  g_autoptr (GPtrArray) calls = scope->is_narrow ? NULL : af_terms_algebra (scope->module, scope->routine);
  for (guint i = 0; calls && i < calls->len; i++) {
    const AfAlgebraic *algebraic = calls->pdata[i];
    AfTerm *term = af_scope_add (scope, list, algebraic->call);
    if (!term)
      continue;
    term->is_after = term->is_whole = TRUE;
    term->law = algebraic->law;
  }
}

gboolean af_type_is_out (const AfType *type)
{
  return type->kind == AF_TYPE_POINTER && !type->is_const && type->target
         && (af_type_is_number (type->target) || type->target->kind == AF_TYPE_POINTER) && !type->target->is_char;
}

static void add_params (const AfScope *scope, GPtrArray *list)
{
  for (guint i = 0; i < scope->routine->n_params; i++) {
    g_autoptr (AfExpr) param = af_param_expr (scope->routine, i);
    AfTerm *term = af_scope_add (scope, list, param);
    if (term) {
      term->is_param = TRUE;
      term->object = (int)i;
    }
  }
}

static void add_exit (const AfScope *scope, GPtrArray *list)
{
  const AfRoutine *routine = scope->routine;
  add_params (scope, list);
  for (guint i = 0; i < routine->n_params; i++) {
    g_autoptr (AfExpr) param = af_param_expr (routine, i);
    AfTerm like = { .object = (int)i };
    guint first = list->len;
    if (param->type->is_const || !routine->is_query)
      add_lengths (scope, list, param, FALSE, &like);
    for (guint k = first; k < list->len; k++)
      ((AfTerm *)list->pdata[k])->is_written = !param->type->is_const;
  }
  if (routine->result && is_usable (routine->result)) {
    g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
    AfTerm *term = af_scope_add (scope, list, result);
    if (term)
      term->is_result = term->is_after = TRUE;
    AfTerm like = { .object = AF_OBJECT_RESULT };
    add_lengths (scope, list, result, FALSE, &like);
    if (af_type_is_record_pointer (routine->result))
      add_object_exit (scope, list, result, AF_OBJECT_RESULT);
  }
  add_algebra (scope, list);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    g_autoptr (AfExpr) object = af_param_expr (routine, i);
    if ((int)i == routine->consumes)
      continue;
    if (af_type_is_record_pointer (param->type))
      add_object_exit (scope, list, object, (int)i);
    else if (af_type_is_out (param->type) && !routine->is_query) {
      g_autoptr (AfExpr) place = af_expr_new (AF_EXPR_DEREF, param->type->target, NULL, &object, 1);
      AfTerm like = { .object = (int)i };
      af_scope_add_changing (scope, list, place, FALSE, &like);
    }
  }
  af_asked_of_values (scope, list, TRUE);
}

AfTerms *af_terms_new (const AfModule *module, const AfKinships *units, const AfRoutine *routine, gboolean is_narrow)
{
  AfScope scope = { module, units, routine, is_narrow };
  if (routine->skipped || routine->is_variadic || !routine->is_read || routine->invariant_of
      || routine->is_always_inline || g_str_equal (routine->name, "main"))
    return NULL;
  AfTerms *terms = g_new0 (AfTerms, 1);
  terms->routine = routine;
  terms->entry = g_ptr_array_new_with_free_func (term_free);
  terms->exit = g_ptr_array_new_with_free_func (term_free);
  add_params (&scope, terms->entry);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
    if (af_type_is_record_pointer (type))
      add_object_entry (&scope, terms->entry, i);
    else if (type->kind == AF_TYPE_RECORD && !is_narrow)
      add_value_entry (&scope, terms->entry, i);
  }
  af_asked_of_values (&scope, terms->entry, FALSE);
  add_exit (&scope, terms->exit);
  return terms;
}
