/* Blocks of memory that were taken over and not made one's own: beyond the paper.
 *
 * In:  a location.
 * Out: where a block has just been made larger, its new part cleared:
 *
 *     q = realloc (p->slots, n * sizeof *q);        q = realloc (p->slots, n * sizeof *q);
 *     if (q == NULL)                                if (q == NULL)
 *       return false;                                 return false;
 *     p->slots = q;                                 for (size_t i = p->n_slots; i < n; i++)
 *                                                     q[i] = 0;
 *                                                   p->slots = q;
 *
 *      where a pointer is taken from another object, which will free it too, a copy of what it points to, as large as
 * the module makes it:
 *
 *     free (a->cells);                              int *fresh = malloc (b->n * sizeof *fresh);
 *     a->cells = b->cells;                          if (fresh == NULL)
 *                                                     return false;
 *                                                   memcpy (fresh, b->cells, b->n * sizeof *fresh);
 *                                                   free (a->cells);
 *                                                   a->cells = fresh;
 *
 *      or what a routine of the module that copies gives:  a->name = copy_of (name);
 *
 * How large a block is, is read off the module's other assignments to that field. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_BACK = 3, MAX_OLD = 3, MAX_COPIERS = 2 };

/* The statement before this one in its block; checks between them do not count. */
static const AfLocation *previous (const AfMaker *m, const AfLocation *location)
{
  const AfRoutine *routine = m->question->routine;
  const AfLocation *found = NULL;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    gboolean before = other->kind != AF_LOCATION_CHECK && other->braced
                      && other->statement.end <= location->statement.start
                      && af_block_statement_at (routine, other->statement.start) == other
                      && af_block_around (routine, other) == af_block_around (routine, location);
    if (before && (!found || other->statement.start > found->statement.start))
      found = other;
  }
  return found;
}

/* --- the new part of a block --- */

/* What a statement gives a block to, and the call that makes the block larger. */
static const AfExpr *growth_of (const AfLocation *location, AfExpr **owner)
{
  const AfExpr *expr = location->expr, *value = NULL;
  const AfVariable *declared = location->declared;
  if (location->kind == AF_LOCATION_DECLARATION && declared && expr) {
    *owner = af_expr_var (declared->type, declared->name, declared->id);
    value = af_expr_uncast (expr);
  } else if (location->kind == AF_LOCATION_STATEMENT && expr && expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE
             && af_expr_is_pure (expr->args[0])) {
    *owner = af_expr_ref (expr->args[0]);
    value = af_expr_uncast (expr->args[1]);
  }
  return value && af_operators_reallocates (value) ? value : NULL;
}

/* Elements of the block: `n` of `n * sizeof *p`. */
static AfExpr *elements_of (const AfExpr *call, guint arg, const AfType *element)
{
  AfExpr *size = call->args[arg];
  if (size->kind == AF_EXPR_BINARY && size->op == AF_OP_MUL)
    for (guint i = 0; i < 2; i++)
      if (af_expr_is_constant (size->args[i]) && !af_expr_is_constant (size->args[1 - i]))
        return size->args[1 - i];
  return element->bits == 8 ? size : NULL;
}

static char *zero_of (const AfQuestion *question, AfType *element)
{
  if (element->kind == AF_TYPE_RECORD)
    return g_strdup_printf ("(%s){ 0 }", element->spelling);
  g_autoptr (AfExpr) zero = af_operators_zero (question, element);
  return zero ? g_strdup (zero->text) : NULL;
}

/* Numbers that may be the old size: of the type of the new one, fields of the block's object first. */
static GPtrArray *old_sizes (const AfMaker *m, const AfExpr *count, const AfExpr *block)
{
  GPtrArray *sizes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfExpr *number = af_expr_uncast (count);
  g_autoptr (GPtrArray) pool = af_operators_pool (m->question, number->type);
  const AfExpr *object = block->kind == AF_EXPR_FIELD ? block->args[0] : NULL;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < pool->len && sizes->len < MAX_OLD; i++) {
      AfExpr *size = g_ptr_array_index (pool, i);
      gboolean beside = object && size->kind == AF_EXPR_FIELD && af_expr_equal (size->args[0], object);
      if (beside == (pass == 0) && !af_expr_equal (size, number))
        g_ptr_array_add (sizes, af_expr_ref (size));
    }
  return sizes;
}

/* The statement is the first after a growth and the tests of its result. */
void af_produce_cleared_blocks (AfMaker *m)
{
  static const char *const names[] = { "i", "k", "j", "at", NULL };
  const AfLocation *location = m->question->location, *before = location;
  const char *name = af_operators_unused_name (m->question->routine, names);
  g_autoptr (AfExpr) owner = NULL;
  const AfExpr *call = NULL;
  if (!location->editable || !location->expr || !location->braced || location->has_label
      || location->kind == AF_LOCATION_IF || !name)
    return;
  for (guint back = 0; back < MAX_BACK && !call; back++) {
    before = previous (m, before);
    if (!before)
      return;
    g_clear_pointer (&owner, af_expr_unref);
    call = growth_of (before, &owner);
    if (!call && before->kind != AF_LOCATION_IF)
      return;
  }
  AfType *element = owner && owner->type && owner->type->kind == AF_TYPE_POINTER ? owner->type->target : NULL;
  AfExpr *count = call && element && element->kind != AF_TYPE_VOID ? elements_of (call, 1, element) : NULL;
  g_autofree char *zero = count ? zero_of (m->question, element) : NULL;
  if (!zero || !af_expr_is_pure (count) || !af_operators_visible (m->question->routine, location, count))
    return;
  g_autoptr (GPtrArray) sizes = old_sizes (m, count, call->args[0]);
  for (guint i = 0; i < sizes->len; i++) {
    const AfExpr *old = g_ptr_array_index (sizes, i);
    const char *type = g_str_equal (old->type->spelling, "unsigned long") ? "size_t" : old->type->spelling;
    g_autofree char *indent = af_source_indent (m->style->source, location->statement.start);
    g_autofree char *head = g_strdup_printf ("for (%s %s = %s; %s < %s; %s++)", type, name, old->text, name,
                                             af_expr_uncast (count)->text, name);
    g_autofree char *body = g_strdup_printf ("%s[%s] = %s;", owner->text, name, zero);
    g_autofree char *spaced = af_style_text (m->style, head);
    g_autofree char *text = af_style_headed (m->style, indent, spaced, body);
    g_autofree char *summary = g_strdup_printf ("%s %s", head, body);
    af_maker_put_before (m, af_maker_rewrite (m, ROW (CLEAR_GROWN), owner, summary), location->statement.start, text);
  }
}

/* --- a copy of one's own --- */

static gboolean is_block_field (const AfExpr *expr, const AfExpr *like)
{
  return expr->kind == AF_EXPR_FIELD && g_strcmp0 (expr->name, like->name) == 0 && expr->type == like->type
         && expr->args[0]->type && like->args[0]->type;
}

/* @expr of a routine that fills @object, as it is for the object that @source points to: parameters by the fields they
 * are stored in. */
static AfExpr *for_source (const AfRoutine *owner, AfExpr *expr, const AfExpr *object, AfExpr *source)
{
  g_autoptr (GPtrArray) from = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) to = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (from, af_expr_ref ((AfExpr *)object));
  g_ptr_array_add (to, af_expr_ref (source));
  for (guint i = 2; i < owner->locations->len; i++) {
    const AfExpr *stored = af_routine_location (owner, i)->expr;
    if (!stored || stored->kind != AF_EXPR_ASSIGN || stored->op != AF_OP_NONE || stored->args[0]->kind != AF_EXPR_FIELD
        || !af_expr_equal (stored->args[0]->args[0], object) || stored->args[1]->kind != AF_EXPR_VAR)
      continue;
    g_ptr_array_add (from, af_expr_ref (stored->args[1]));
    g_ptr_array_add (to, af_expr_field (source, stored->args[0]->name, stored->args[0]->type));
  }
  return af_expr_substitute_all (expr, (AfExpr *const *)from->pdata, (AfExpr *const *)to->pdata, from->len);
}

/* The call by which the module makes a block for such a field, for the object @source; null where none is known here.
 */
static AfExpr *making_of (const AfMaker *m, const AfExpr *field, AfExpr *source)
{
  const AfQuestion *question = m->question;
  for (guint r = 0; r < question->module->routines->len; r++) {
    const AfRoutine *owner = g_ptr_array_index (question->module->routines, r);
    for (guint i = 2; i < owner->locations->len; i++) {
      const AfExpr *expr = af_routine_location (owner, i)->expr;
      if (!expr || expr->kind != AF_EXPR_ASSIGN || expr->op != AF_OP_NONE || !is_block_field (expr->args[0], field)
          || expr->args[0]->args[0]->kind != AF_EXPR_VAR)
        continue;
      const AfExpr *call = af_expr_uncast (expr->args[1]);
      const AfRoutine *helper = call->kind == AF_EXPR_CALL ? af_module_routine (question->module, call->name) : NULL;
      gboolean makes =
        call->kind == AF_EXPR_CALL
        && (helper ? helper != question->routine && call->n_args == 1 && af_operators_is_integer (call->args[0])
                   : af_operators_allocates (call));
      g_autoptr (AfExpr) made = makes ? for_source (owner, (AfExpr *)call, expr->args[0]->args[0], source) : NULL;
      if (made && af_operators_visible_but_sizes (question, made))
        return g_steal_pointer (&made);
    }
  }
  return NULL;
}

static AfExpr *grouped (AfExpr *count, const AfExpr *size)
{
  g_autoptr (AfExpr) wide = count->type && count->type->is_signed && count->kind != AF_EXPR_CAST
                              ? af_expr_new (AF_EXPR_CAST, size->type, "size_t", &count, 1)
                              : af_expr_ref (count);
  return af_expr_binary (AF_OP_MUL, wide, (AfExpr *)size);
}

/* Bytes of the block that @call makes for @name: with its own element's size; null where they cannot be told.  `malloc
 * (n * sizeof *p)` and `calloc (n, sizeof *p)` come with the new name in @call. */
static AfExpr *bytes_of (AfExpr **call, const AfType *element, const char *name)
{
  AfExpr *made = *call, *first = made->args[0];
  gboolean is_malloc = g_str_equal (made->name, "malloc"), is_calloc = g_str_equal (made->name, "calloc");
  g_autoptr (AfExpr) block = af_expr_var (NULL, name, 0);
  g_autoptr (AfExpr) content = af_expr_new (AF_EXPR_DEREF, NULL, NULL, &block, 1);
  g_autoptr (AfExpr) size = af_expr_sizeof (first->type, content);
  if (is_malloc && (!af_expr_has_trait (first) || element->bits == 8))
    return af_expr_has_trait (first) ? NULL : af_expr_ref (first);
  AfExpr *count = is_malloc ? elements_of (made, 0, element) : first;
  if (!count || af_expr_has_trait (count))
    return NULL;
  g_autoptr (AfExpr) bytes = grouped (count, size);
  if (is_malloc || is_calloc) {
    AfExpr *args[2] = { is_malloc ? bytes : count, size };
    *call = af_expr_call (made->type, made->name, args, is_malloc ? 1 : 2, FALSE);
    af_expr_unref (made);
  }
  return g_steal_pointer (&bytes);
}

/* Types go by the names that people give them. */
static char *plain (const AfStyle *style, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "(unsigned long)", -1);
  g_autofree char *joined = g_strjoinv ("(size_t)", parts);
  return af_style_text (style, joined);
}

/* Where the old block is freed directly before, the copy is made before that. */
static const AfLocation *place_of_copy (const AfMaker *m, const AfExpr *target)
{
  const AfLocation *place = m->question->location, *before = place;
  for (guint back = 0; back < 2 * MAX_BACK; back++) {
    before = previous (m, before);
    if (!before || before->kind != AF_LOCATION_STATEMENT || !before->expr || before->has_label)
      break;
    if (before->expr->kind == AF_EXPR_CALL && before->expr->n_args == 1
        && af_expr_equal (before->expr->args[0], target))
      return before;
  }
  return place;
}

static void copy_block (AfMaker *m, AfExpr *target, AfExpr *value)
{
  static const char *const names[] = { "fresh", "copied", NULL };
  const char *name = af_operators_unused_name (m->question->routine, names);
  const AfType *element = target->type->target;
  if (target->kind != AF_EXPR_FIELD || value->kind != AF_EXPR_FIELD || !is_block_field (value, target)
      || af_expr_equal (value->args[0], target->args[0]) || element->kind == AF_TYPE_FUNCTION
      || element->kind == AF_TYPE_VOID || !name || target->type->is_const
      || !g_str_has_suffix (target->type->spelling, "*") || !af_operators_includes (m->style, "string.h"))
    return;
  g_autoptr (AfExpr) made = making_of (m, target, value->args[0]);
  g_autofree char *leave = af_leave_failed (m->question);
  if (!made || !leave)
    return;
  const AfLocation *place = place_of_copy (m, target);
  g_autofree char *indent = af_source_indent (m->style->source, place->statement.start);
  g_autoptr (AfExpr) bytes = bytes_of (&made, element, name);
  if (!bytes)
    return;
  g_autofree char *check = g_strdup_printf ("if (%s == NULL)", name);
  g_autofree char *checked = af_style_headed (m->style, indent, check, leave);
  g_autofree char *make = g_strdup_printf ("%s%s = %s;", target->type->spelling, name, made->text);
  g_autofree char *copy = g_strdup_printf ("memcpy(%s, %s, %s);", name, value->text, bytes->text);
  g_autofree char *spaced_make = plain (m->style, make);
  g_autofree char *spaced_copy = plain (m->style, copy);
  g_autofree char *text = g_strdup_printf ("%s\n%s%s%s\n%s", spaced_make, indent, checked, spaced_copy, indent);
  g_autofree char *summary = g_strdup_printf ("a copy of %s for %s", value->text, target->text);
  AfAction *action = af_maker_rewrite (m, ROW (OWN_COPY), target, summary);
  af_maker_put_before (m, action, place->statement.start, text);
  af_maker_edit (m, action, value->range, name, 0);
}

/* Routines of the module that give a new object for one of the same type. */
static void copy_object (AfMaker *m, AfExpr *target, AfExpr *value)
{
  const AfQuestion *question = m->question;
  for (guint i = 0, n = 0; i < question->module->routines->len && n < MAX_COPIERS; i++) {
    const AfRoutine *copier = g_ptr_array_index (question->module->routines, i);
    const AfType *param =
      copier->n_params == 1 ? ((const AfVariable *)g_ptr_array_index (copier->variables, 0))->type : NULL;
    if (!af_operators_is_declared (question, copier) || !param || !copier->result || copier->result != target->type
        || param->kind != AF_TYPE_POINTER || param->target != target->type->target || copier->is_marked_query
        || !af_operators_copies (copier))
      continue;
    g_autoptr (AfExpr) call = af_expr_call (copier->result, copier->name, &value, 1, FALSE);
    af_maker_add (m, af_action_new (AF_ACTION_REPLACE, ROW (OWN_COPY), value, call, value->range));
    n++;
  }
}

void af_produce_own_copies (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  AfExpr *expr = location->expr;
  if (!location->editable || !expr || location->kind != AF_LOCATION_STATEMENT || !location->braced
      || location->has_label || expr->kind != AF_EXPR_ASSIGN || expr->op != AF_OP_NONE
      || expr->args[0]->kind == AF_EXPR_VAR || !expr->args[0]->type || expr->args[0]->type->kind != AF_TYPE_POINTER)
    return;
  AfExpr *value = expr->args[1];
  if (value->in_macro || af_range_is_none (value->range) || !af_expr_is_pure (value) || value->kind == AF_EXPR_NULL)
    return;
  copy_block (m, expr->args[0], value);
  copy_object (m, expr->args[0], value);
}
