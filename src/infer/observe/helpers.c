/* Helpers: what functions of the module say of an object's parts.
 *
 * In:  an object whose fields are seen.
 * Out: expressions that are true, or numbers and pointers to hold against its parts:
 *
 *     size_ok (it->rows, it->cols)        a truth about one or two numbers
 *     sum_of (it->bytes, it->n)           a number of a row and its length, against it->sum
 *     words_for (it->bits)                a number, against it->n_words
 *     tree_is_sorted (it->root)           a truth about what a link leads to
 *     leftmost (it->root)                 a pointer, against it->first
 *
 * Numbers are handed to what is kin of them, and two of them also by their names. */
#include "infer/infer-internal.h"

enum { MOST_HELPED = 8 };

typedef struct {
  const AfModule *module;
  const AfKinships *units;
  AfExpr *object;
  GPtrArray *calls;
} Helping;

static void add_call (const Helping *helping, const AfRoutine *helper, AfExpr **args)
{
  if (helping->calls->len < MOST_HELPED)
    g_ptr_array_add (helping->calls, af_expr_call (helper->result, helper->name, args, helper->n_params, TRUE));
}

static gboolean is_helper (const AfRoutine *routine)
{
  return routine->is_query && !routine->skipped && !routine->is_variadic && !routine->invariant_of && routine->result
         && (routine->n_params == 1 || routine->n_params == 2);
}

/* The part that @field is; null: it has no name. */
static AfExpr *part_of (const Helping *helping, const AfField *field)
{
  return field->name && *field->name && !field->is_bitfield ? af_expr_field (helping->object, field->name, field->type)
                                                            : NULL;
}

/* Whether the number @part can be parameter @index of @helper. */
static gboolean is_fit (const Helping *helping, const AfRoutine *helper, guint index, const AfExpr *part)
{
  const AfVariable *param = helper->variables->pdata[index];
  if (!af_type_is_integer (param->type) || param->type->is_char || param->type != part->type)
    return FALSE;
  g_autoptr (AfExpr) theirs = af_expr_var (param->type, param->name, param->id);
  int kin = af_kinships_of (helping->units, helper, theirs);
  return kin >= 0 && kin == af_kinships_of (helping->units, NULL, part);
}

static void help_number (const Helping *helping, const AfRoutine *helper)
{
  const AfType *record = helping->object->type->target;
  for (guint i = 0; i < record->fields->len; i++) {
    g_autoptr (AfExpr) part = part_of (helping, record->fields->pdata[i]);
    if (part && is_fit (helping, helper, 0, part))
      add_call (helping, helper, &part);
  }
}

/* By what they are called. */
static void help_two (const Helping *helping, const AfRoutine *helper)
{
  const AfType *record = helping->object->type->target;
  g_autoptr (AfExpr) first = NULL, second = NULL;
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    g_autoptr (AfExpr) part = part_of (helping, field);
    if (part && !first && g_str_equal (field->name, ((const AfVariable *)helper->variables->pdata[0])->name)
        && is_fit (helping, helper, 0, part))
      first = g_steal_pointer (&part);
    else if (part && !second && g_str_equal (field->name, ((const AfVariable *)helper->variables->pdata[1])->name)
             && is_fit (helping, helper, 1, part))
      second = g_steal_pointer (&part);
  }
  AfExpr *args[] = { first, second };
  if (first && second)
    add_call (helping, helper, args);
}

/* Whether @row is what the helper is handed first, and @count how many elements it has. */
static gboolean is_row_of (const Helping *helping, const AfRoutine *helper, AfExpr *row, const AfExpr *count)
{
  const AfType *first = ((const AfVariable *)helper->variables->pdata[0])->type, *type = row->type;
  const AfVariable *second = helper->variables->pdata[1];
  int kin = first->kind == AF_TYPE_POINTER && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY)
              ? af_kinships_of_index (helping->units, row)
              : -1;
  return kin >= 0 && type->target == first->target && count->type == second->type && af_type_is_integer (second->type)
         && af_kinships_of (helping->units, NULL, count) == kin;
}

/* A row and its length. */
static void help_row (const Helping *helping, const AfRoutine *helper)
{
  const AfType *record = helping->object->type->target;
  for (guint i = 0; i < record->fields->len; i++)
    for (guint k = 0; k < record->fields->len; k++) {
      g_autoptr (AfExpr) row = part_of (helping, record->fields->pdata[i]);
      g_autoptr (AfExpr) count = part_of (helping, record->fields->pdata[k]);
      AfExpr *args[] = { row, count };
      if (row && count && is_row_of (helping, helper, row, count))
        add_call (helping, helper, args);
    }
}

/* Truths, and pointers; numbers are counts (wholes.c). */
static void help_link (const Helping *helping, const AfRoutine *helper)
{
  const AfType *record = helping->object->type->target, *result = helper->result;
  const AfVariable *param = helper->variables->pdata[0];
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    g_autoptr (AfExpr) part = part_of (helping, field);
    if (part && af_type_is_record_pointer (field->type) && field->type->target == param->type->target
        && field->type->target != record
        && (result->kind == AF_TYPE_BOOL
            || (af_type_is_record_pointer (result) && result->target == param->type->target)))
      add_call (helping, helper, &part);
  }
}

GPtrArray *af_terms_helped (const AfModule *module, const AfKinships *units, AfExpr *object)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const Helping helping = { module, units, object, calls };
  for (guint i = 0; af_terms_sees_fields (module, object->type->target) && i < module->routines->len; i++) {
    const AfRoutine *helper = module->routines->pdata[i];
    const AfVariable *param = is_helper (helper) ? helper->variables->pdata[0] : NULL;
    if (!param)
      continue;
    if (helper->n_params == 2 && param->type->kind == AF_TYPE_POINTER)
      help_row (&helping, helper);
    else if (helper->n_params == 2)
      help_two (&helping, helper);
    else if (af_type_is_record_pointer (param->type))
      help_link (&helping, helper);
    else
      help_number (&helping, helper);
  }
  return calls;
}
