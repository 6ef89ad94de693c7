/* Wholes: what can be said of strings, rows and links of an object, beyond its parts one by one.
 *
 * In:  an object.
 * Out: expressions that are either true, or numbers and pointers to hold against the object's parts:
 *
 *     strlen (b->text)                                           a length, to be held against b->len, b->room
 *     strlen (b->name) < 16                                      the string ends inside of its array
 *     FORALL (i, 1, s->n, s->items[i - 1] <= s->items[i])        sorted
 *     FORALL (i, 0, g->n, g->to[i] < g->n)                       an index is in range
 *     list_length (l->head)                                      what a query counts there, against l->n
 *     n->next->prev                                              a link and back, or to the parent
 *     NODES (l->head, next)                                      chains (chains.c)
 *     n->len == 0 || n->digits[n->len - 1] != 0                  no more elements than it takes
 *     t->text[t->len] == 0                                       a text that ends there
 *     (t->size & (t->size - 1)) == 0                             a power of two
 *     leftmost (t->root)                                         helpers (helpers.c)
 *
 * Which number counts a row is asked of the module's text: the one that its indices are kin of. */
#include "infer/infer-internal.h"

enum { MOST_WHOLES = 28 };

static gboolean is_string (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER && type->target && type->target->is_char;
}

static AfType *type_of_lengths (const AfModule *module)
{
  static const char *const names[] = { "size_t", "unsigned long" };
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    for (guint i = 0; i < module->types->len; i++) {
      AfType *type = module->types->pdata[i];
      if (type->kind == AF_TYPE_INT && !type->is_signed && type->bits == 64 && g_str_equal (type->spelling, names[k]))
        return type;
    }
  return NULL;
}

static gboolean calls_strlen (const AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const GPtrArray *callees = ((const AfRoutine *)module->routines->pdata[i])->callees;
    for (guint k = 0; k < callees->len; k++)
      if (g_str_equal (callees->pdata[k], "strlen"))
        return TRUE;
  }
  return FALSE;
}

GPtrArray *af_terms_lengths (const AfModule *module, AfExpr *text)
{
  GPtrArray *lengths = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfType *type = type_of_lengths (module);
  /* where nobody asks for lengths the header is missing, and nobody would read them */
  if (!type || !is_string (text->type) || !calls_strlen (module))
    return lengths;
  AfExpr *length = af_expr_call (type, "strlen", &text, 1, TRUE);
  g_ptr_array_add (lengths, length);
  g_ptr_array_add (lengths, af_expr_new (AF_EXPR_CAST, af_module_int_type ((AfModule *)module), NULL, &length, 1));
  return lengths;
}

/* --- rows --- */

typedef struct {
  const AfModule *module;
  const AfKinships *units;
  AfExpr *object;
  GPtrArray *wholes;
} AfWholes;

static void add_whole (AfWholes *wholes, AfExpr *expr)
{
  if (wholes->wholes->len < MOST_WHOLES)
    g_ptr_array_add (wholes->wholes, af_expr_ref (expr));
}

static AfExpr *index_new (const AfModule *module)
{
  return af_expr_var (af_module_int_type ((AfModule *)module), "i", 0);
}

static AfExpr *element (AfExpr *row, AfExpr *index)
{
  AfExpr *args[] = { row, index };
  return af_expr_new (AF_EXPR_INDEX, row->type->target, NULL, args, 2);
}

static void add_forall (AfWholes *wholes, gint64 first, AfExpr *end, AfExpr *each)
{
  g_autoptr (AfExpr) low = af_expr_int (af_module_int_type ((AfModule *)wholes->module), first);
  AfExpr *args[] = { low, end, each };
  g_autoptr (AfExpr) all =
    af_expr_new (AF_EXPR_FORALL, af_module_bool_type ((AfModule *)wholes->module), "i", args, G_N_ELEMENTS (args));
  add_whole (wholes, all);
}

/* No two are out of order; strictly, none is equal to the next. */
static void add_sorted (AfWholes *wholes, AfExpr *row, AfExpr *count)
{
  g_autoptr (AfExpr) i = index_new (wholes->module);
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type ((AfModule *)wholes->module), 1);
  g_autoptr (AfExpr) before = af_expr_binary (AF_OP_SUB, i, one);
  g_autoptr (AfExpr) left = element (row, before), right = element (row, i);
  g_autoptr (AfExpr) strictly = af_expr_binary (AF_OP_LT, left, right);
  g_autoptr (AfExpr) loosely = af_expr_binary (AF_OP_LE, left, right);
  add_forall (wholes, 1, count, strictly);
  add_forall (wholes, 1, count, loosely);
}

/* Elements that are kin of a number of the object are indices, or counts of something. */
static void add_ranges (AfWholes *wholes, AfExpr *row, AfExpr *count)
{
  const AfType *record = wholes->object->type->target;
  g_autoptr (AfExpr) i = index_new (wholes->module);
  g_autoptr (AfExpr) each = element (row, i);
  int kin = af_kinships_of (wholes->units, NULL, each);
  for (guint k = 0; kin >= 0 && k < record->fields->len; k++) {
    const AfField *field = record->fields->pdata[k];
    if (!field->name || field->is_bitfield || field->type->kind != AF_TYPE_INT
        || field->type->is_signed != row->type->target->is_signed)
      continue;
    g_autoptr (AfExpr) limit = af_expr_field (wholes->object, field->name, field->type);
    g_autoptr (AfExpr) below = af_expr_binary (AF_OP_LT, each, limit);
    if (af_kinships_of (wholes->units, NULL, limit) == kin)
      add_forall (wholes, 0, count, below);
  }
  g_autoptr (AfExpr) zero = af_expr_int (af_module_int_type ((AfModule *)wholes->module), 0);
  g_autoptr (AfExpr) positive = af_expr_binary (AF_OP_GE, each, zero);
  if (kin >= 0 && row->type->target->is_signed)
    add_forall (wholes, 0, count, positive);
}

/* `n == 0 || digits[n - 1] != 0`: that the number of elements is no larger than it has to be. */
static void add_tight (AfWholes *wholes, AfExpr *row, AfExpr *count)
{
  AfType *number = af_module_int_type ((AfModule *)wholes->module);
  g_autoptr (AfExpr) one = af_expr_int (number, 1), zero = af_expr_int (number, 0);
  g_autoptr (AfExpr) at = af_expr_binary (AF_OP_SUB, count, one);
  g_autoptr (AfExpr) last = element (row, at);
  g_autoptr (AfExpr) is_empty = af_expr_binary (AF_OP_EQ, count, zero);
  g_autoptr (AfExpr) is_set = af_expr_binary (AF_OP_NE, last, zero);
  g_autoptr (AfExpr) tight = af_expr_binary (AF_OP_OR, is_empty, is_set);
  add_whole (wholes, tight);
}

/* `text[len] == 0`, which a text with zeros inside does not say by its strlen. */
static void add_end (AfWholes *wholes, AfExpr *row, AfExpr *count)
{
  g_autoptr (AfExpr) zero = af_expr_int (af_module_int_type ((AfModule *)wholes->module), 0);
  g_autoptr (AfExpr) after = element (row, count);
  g_autoptr (AfExpr) ends = af_expr_binary (AF_OP_EQ, after, zero);
  add_whole (wholes, ends);
}

/* `(size & (size - 1)) == 0`: a power of two. */
static void add_power (AfWholes *wholes, AfExpr *part)
{
  AfType *number = af_module_int_type ((AfModule *)wholes->module);
  g_autoptr (AfExpr) one = af_expr_int (number, 1), zero = af_expr_int (number, 0);
  g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, part, one);
  g_autoptr (AfExpr) shared = af_expr_binary (AF_OP_BIT_AND, part, less);
  g_autoptr (AfExpr) power = af_expr_binary (AF_OP_EQ, shared, zero);
  add_whole (wholes, power);
}

static void add_present (AfWholes *wholes, AfExpr *row, AfExpr *count)
{
  g_autoptr (AfExpr) i = index_new (wholes->module);
  g_autoptr (AfExpr) each = element (row, i);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, each->type, NULL, NULL, 0);
  g_autoptr (AfExpr) present = af_expr_binary (AF_OP_NE, each, null);
  add_forall (wholes, 0, count, present);
}

/* @row with each number of the object that its indices are kin of. */
static void add_row (AfWholes *wholes, AfExpr *row)
{
  const AfType *record = wholes->object->type->target, *type = row->type->target;
  int kin = af_kinships_of_index (wholes->units, row);
  for (guint k = 0; kin >= 0 && k < record->fields->len; k++) {
    const AfField *field = record->fields->pdata[k];
    if (!field->name || field->is_bitfield || field->type->kind != AF_TYPE_INT)
      continue;
    g_autoptr (AfExpr) count = af_expr_field (wholes->object, field->name, field->type);
    if (af_kinships_of (wholes->units, NULL, count) != kin)
      continue;
    if (type->kind == AF_TYPE_POINTER)
      add_present (wholes, row, count);
    else if (type->is_char)
      add_end (wholes, row, count);
    else if (type->kind == AF_TYPE_INT && !type->is_char) {
      add_sorted (wholes, row, count);
      add_ranges (wholes, row, count);
      add_tight (wholes, row, count);
    }
  }
}

/* --- strings in arrays, links --- */

static void add_ending (AfWholes *wholes, AfExpr *array)
{
  AfType *type = type_of_lengths (wholes->module);
  if (!type || array->type->length <= 0 || !calls_strlen (wholes->module))
    return;
  g_autoptr (AfExpr) length = af_expr_call (type, "strlen", &array, 1, TRUE);
  g_autoptr (AfExpr) room = af_expr_int (af_module_int_type ((AfModule *)wholes->module), array->type->length);
  g_autoptr (AfExpr) ends = af_expr_binary (AF_OP_LT, length, room);
  add_whole (wholes, ends);
}

/* `count_nodes (it->head)`: what the module's own routines count from there, to be held against the object's numbers.
 */
static void add_counts (AfWholes *wholes, AfExpr *link)
{
  for (guint i = 0; i < wholes->module->routines->len; i++) {
    const AfRoutine *query = wholes->module->routines->pdata[i];
    const AfVariable *param = query->n_params == 1 ? query->variables->pdata[0] : NULL;
    if (!param || !query->is_query || query->skipped || query->is_variadic || query->invariant_of || !query->result
        || query->result->kind != AF_TYPE_INT || query->result->is_char || !af_type_is_record_pointer (param->type)
        || param->type->target != link->type->target)
      continue;
    g_autoptr (AfExpr) count = af_expr_call (query->result, query->name, &link, 1, TRUE);
    add_whole (wholes, count);
  }
}

static void add_links (AfWholes *wholes, AfExpr *link)
{
  const AfType *record = link->type->target;
  for (guint k = 0; record->is_complete && !record->is_union && k < record->fields->len; k++) {
    const AfField *field = record->fields->pdata[k];
    if (!field->name || !af_type_is_record_pointer (field->type))
      continue;
    g_autoptr (AfExpr) further = af_expr_field (link, field->name, field->type);
    add_whole (wholes, further);
  }
}

GPtrArray *af_terms_wholes (const AfModule *module, const AfKinships *units, AfExpr *object)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfType *record = object->type->target;
  AfWholes wholes = { module, units, object, all };
  gboolean is_visible = af_terms_sees_fields (module, record);
  for (guint i = 0; is_visible && i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (!field->name || !*field->name || field->is_bitfield)
      continue;
    g_autoptr (AfExpr) part = af_expr_field (object, field->name, field->type);
    if (field->type->kind == AF_TYPE_ARRAY && field->type->target->is_char)
      add_ending (&wholes, part);
    else if (af_type_is_record_pointer (field->type))
      add_links (&wholes, part);
    if (af_type_is_record_pointer (field->type) && field->type->target != record)
      add_counts (&wholes, part);
    if ((field->type->kind == AF_TYPE_POINTER || field->type->kind == AF_TYPE_ARRAY) && field->type->target)
      add_row (&wholes, part);
  }
  if (is_visible && all->len > 0)
    add_whole (&wholes, object);
  for (guint i = 0; is_visible && i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (!field->name || !*field->name || field->is_bitfield || field->type->kind != AF_TYPE_INT
        || field->type->bits < 16)
      continue;
    g_autoptr (AfExpr) part = af_expr_field (object, field->name, field->type);
    add_power (&wholes, part);
  }
  g_autoptr (GPtrArray) helped = af_terms_helped (module, units, object);
  for (guint i = 0; i < helped->len; i++)
    g_ptr_array_add (all, af_expr_ref (helped->pdata[i]));
  if (is_visible)
    af_terms_chains (module, object, all);
  return all;
}
