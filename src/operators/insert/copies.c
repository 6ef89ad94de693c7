/* Statements copied from elsewhere: beyond the paper.
 *
 * In:  a question.
 * Out: assignments and calls of the module that could stand here: as they are where all their names are known, else
 * with the owner's variables by those of the same type here, or fields where there are none; and the routine's own ones
 * with one variable by another. Also two neighbours at once, because what belongs together is forgotten together:
 * `l->head = NULL; l->tail = NULL;`, `free (a); free (b);`.
 *
 * What siblings keep up to date is what this routine may have forgotten. */
#include "operators/operators-internal.h"

enum { MAX_COPIES = 24, MAX_RENAMED = 12, MAX_OTHER_OBJECT = 8, MAX_TRANSLATED = 16, MAX_CHOICES = 3, MAX_RUNS = 8 };

typedef struct {
  const AfQuestion *question;
  gboolean ok;
} Rebind;

/* A function or global variable that is declared only after the routine, or whose name is that of a local variable. */
static gboolean is_unknown (const AfQuestion *question, const AfExpr *node)
{
  gboolean is_function = node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_FUNCTION;
  const AfRoutine *callee = is_function ? af_module_routine (question->module, node->name) : NULL;
  if (callee && callee != question->routine && !af_operators_is_declared (question, callee))
    return TRUE;
  return (is_function || (node->kind == AF_EXPR_VAR && node->variable_id == 0))
         && af_operators_has_variable (question->routine, node->name);
}

/* A name of another routine means the same here when a visible variable has the same name and type. */
static gboolean check_name (AfExpr *node, gpointer data)
{
  Rebind *rebind = data;
  if (node->kind == AF_EXPR_OTHER || node->in_macro || is_unknown (rebind->question, node))
    rebind->ok = FALSE;
  if (node->kind != AF_EXPR_VAR || node->variable_id == 0)
    return rebind->ok;
  gboolean found = FALSE;
  const GPtrArray *variables = rebind->question->routine->variables;
  for (guint i = 0; i < variables->len && !found; i++) {
    const AfVariable *variable = g_ptr_array_index (variables, i);
    gboolean same = variable->type == node->type && !variable->is_const && g_strcmp0 (variable->name, node->name) == 0;
    g_autoptr (AfExpr) here = same ? af_expr_var (variable->type, variable->name, variable->id) : NULL;
    found = same && af_operators_visible (rebind->question->routine, rebind->question->location, here);
  }
  rebind->ok = rebind->ok && found;
  return rebind->ok;
}

/* An assignment or call that can be written in this routine, names apart. */
static gboolean has_copyable_form (const AfQuestion *question, const AfRoutine *owner, const AfLocation *from)
{
  const AfExpr *expr = from->expr;
  if (from->kind != AF_LOCATION_STATEMENT || !from->editable || !expr || from == question->location)
    return FALSE;
  if (expr->kind != AF_EXPR_ASSIGN && expr->kind != AF_EXPR_STEP && expr->kind != AF_EXPR_CALL)
    return FALSE;
  if (expr->kind == AF_EXPR_CALL && g_strcmp0 (expr->name, question->routine->name) == 0)
    return FALSE;
  const AfRoutine *callee = expr->kind == AF_EXPR_CALL ? af_module_routine (question->module, expr->name) : NULL;
  if (callee && callee->is_static
      && (callee->definition.file != question->routine->definition.file
          || callee->definition.start > question->routine->definition.start))
    return FALSE;
  return owner->definition.file == question->routine->definition.file;
}

static gboolean is_copyable (const AfQuestion *question, const AfRoutine *owner, const AfLocation *from)
{
  Rebind rebind = { question, TRUE };
  if (!has_copyable_form (question, owner, from))
    return FALSE;
  af_expr_walk (from->expr, check_name, &rebind);
  return rebind.ok;
}

/* A statement that could be copied. */
typedef struct {
  AfExpr *expr;
  gboolean on_topic; /* assigns what the state or the violated clause speaks about */
  guint count;       /* how often it stands in the module */
  guint place;
} Copy;

static gboolean is_on_topic (const AfQuestion *question, AfExpr *expr)
{
  AfExpr *target = expr->kind == AF_EXPR_ASSIGN || expr->kind == AF_EXPR_STEP ? expr->args[0] : NULL;
  return target
         && ((question->fail && af_expr_contains (question->fail, target))
             || (question->clause && af_expr_contains (question->clause, target)));
}

static void note_copy (GArray *copies, const AfQuestion *question, const AfLocation *from)
{
  for (guint i = 0; i < copies->len; i++) {
    Copy *copy = &g_array_index (copies, Copy, i);
    if (af_expr_equal (copy->expr, from->expr)) {
      copy->count++;
      return;
    }
  }
  Copy copy = { from->expr, is_on_topic (question, from->expr), 1, copies->len };
  g_array_append_val (copies, copy);
}

static int by_topic (gconstpointer a, gconstpointer b)
{
  const Copy *left = a, *right = b;
  if (left->on_topic != right->on_topic)
    return left->on_topic ? -1 : 1;
  if (left->count != right->count)
    return left->count > right->count ? -1 : 1;
  return left->place < right->place ? -1 : left->place > right->place;
}

static gboolean is_visible_name (const AfQuestion *question, const char *name)
{
  const GPtrArray *variables = question->routine->variables;
  for (guint i = 0; i < variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (variables, i);
    g_autoptr (AfExpr) here =
      g_strcmp0 (variable->name, name) == 0 ? af_expr_var (variable->type, variable->name, variable->id) : NULL;
    if (here && af_operators_visible (question->routine, question->location, here))
      return TRUE;
  }
  return FALSE;
}

static gboolean check_operand (AfExpr *node, gpointer data)
{
  Rebind *rebind = data;
  rebind->ok =
    rebind->ok
    && (node->kind != AF_EXPR_VAR || node->variable_id == 0 || is_visible_name (rebind->question, node->name));
  return rebind->ok;
}

/* `sizeof *q->heap` is a number, whose text has names nevertheless. */
static gboolean check_size (AfExpr *node, gpointer data)
{
  if (node->operand)
    af_expr_walk (node->operand, check_operand, data);
  return ((Rebind *)data)->ok;
}

static void add_copy (AfMaker *m, const AfOperator *row, AfExpr *expr)
{
  Rebind sizes = { m->question, TRUE };
  af_expr_walk (expr, check_size, &sizes);
  if (!sizes.ok)
    return;
  for (guint i = 0; i < m->actions->len; i++)
    if (af_expr_equal (((const AfAction *)g_ptr_array_index (m->actions, i))->value, expr))
      return;
  gboolean is_run = expr->kind == AF_EXPR_BINARY;
  AfActionKind kind = expr->kind == AF_EXPR_CALL || is_run ? AF_ACTION_CALL : AF_ACTION_SET;
  af_maker_add (m, af_action_new (kind, row, expr->n_args ? expr->args[0] : NULL, expr, AF_RANGE_NONE));
}

/* @expr of this routine with @variable by another of its type. */
static void add_renamed (AfMaker *m, AfExpr *expr, const AfVariable *variable, guint limit)
{
  const GPtrArray *variables = m->question->routine->variables;
  g_autoptr (AfExpr) old = af_expr_var (variable->type, variable->name, variable->id);
  for (guint i = 0; i < variables->len && m->actions->len < limit; i++) {
    const AfVariable *other = g_ptr_array_index (variables, i);
    if (g_strcmp0 (other->name, variable->name) == 0 || other->type != variable->type || other->is_const || !other->name
        || !other->name[0])
      continue;
    g_autoptr (AfExpr) new = af_expr_var (other->type, other->name, other->id);
    g_autoptr (AfExpr) renamed = af_expr_substitute (expr, old, new);
    Rebind rebind = { m->question, TRUE };
    af_expr_walk (renamed, check_name, &rebind);
    if (rebind.ok && !af_operators_warns (renamed))
      add_copy (m, ROW (COPY_RENAMED), renamed);
  }
}

/* The statements of @owner that could stand here with one variable by another; of a sibling only those about an object,
 * as two of a kind are kept up to date by the same statement: `a->w[a->n] = NULL;` for b. */
static void add_renamed_of (AfMaker *m, const AfRoutine *owner, guint limit)
{
  gboolean is_own = owner == m->question->routine;
  for (guint i = 0; i < owner->locations->len; i++) {
    const AfLocation *from = g_ptr_array_index (owner->locations, i);
    gboolean is_step =
      from->kind == AF_LOCATION_STATEMENT && from->editable && from->expr
      && (from->expr->kind == AF_EXPR_ASSIGN || from->expr->kind == AF_EXPR_STEP || from->expr->kind == AF_EXPR_CALL);
    if (!is_step || (!is_own && (from->expr->kind == AF_EXPR_CALL || !is_copyable (m->question, owner, from))))
      continue;
    for (guint v = 0; v < owner->variables->len; v++) {
      const AfVariable *variable = g_ptr_array_index (owner->variables, v);
      gboolean is_object = variable->type->kind == AF_TYPE_POINTER && variable->type->target->kind == AF_TYPE_RECORD;
      if (variable->name && (is_own || is_object) && af_expr_mentions (from->expr, variable->name))
        add_renamed (m, from->expr, variable, limit);
    }
  }
}

static void add_all_renamed (AfMaker *m)
{
  add_renamed_of (m, m->question->routine, m->actions->len + MAX_RENAMED);
  guint limit = m->actions->len + MAX_OTHER_OBJECT;
  for (guint r = 0; r < m->question->module->routines->len; r++) {
    const AfRoutine *owner = g_ptr_array_index (m->question->module->routines, r);
    if (owner != m->question->routine)
      add_renamed_of (m, owner, limit);
  }
}

/* --- with the owner's variables by ours --- */

static gboolean collect_names (AfExpr *node, gpointer data)
{
  GPtrArray *names = data;
  if (node->kind == AF_EXPR_VAR && node->variable_id > 0) {
    for (guint i = 0; i < names->len; i++)
      if (af_expr_equal (g_ptr_array_index (names, i), node))
        return FALSE;
    g_ptr_array_add (names, node);
  }
  return TRUE;
}

/* Fields of that type to which our variables lead: `job->queue` for the `q` of another routine. */
static void add_fields (const AfQuestion *question, const AfExpr *name, GPtrArray *found)
{
  const GPtrArray *variables = question->routine->variables;
  for (guint i = 0; i < variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (variables, i);
    const AfType *record = af_type_is_record_pointer (variable->type) ? variable->type->target : NULL;
    g_autoptr (AfExpr) object =
      record && variable->name && variable->name[0] ? af_expr_var (variable->type, variable->name, variable->id) : NULL;
    if (!object || !record->fields || !af_operators_visible (question->routine, question->location, object))
      continue;
    for (guint k = 0; k < record->fields->len && found->len < MAX_CHOICES; k++) {
      const AfField *field = g_ptr_array_index (record->fields, k);
      if (field->type == name->type && field->name && field->name[0])
        g_ptr_array_add (found, af_expr_field (object, field->name, field->type));
    }
  }
}

/* What could stand for @name here: the variable of the same name and type, else those of its type, else fields of it.
 */
static GPtrArray *stand_ins (const AfQuestion *question, const AfExpr *name)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const GPtrArray *variables = question->routine->variables;
  for (guint pass = 0; pass < 2 && (pass == 0 || found->len == 0); pass++)
    for (guint i = 0; i < variables->len && found->len < MAX_CHOICES; i++) {
      const AfVariable *variable = g_ptr_array_index (variables, i);
      gboolean same = g_strcmp0 (variable->name, name->name) == 0;
      if (variable->type != name->type || variable->is_const || !variable->name || !variable->name[0]
          || same != (pass == 0))
        continue;
      g_autoptr (AfExpr) here = af_expr_var (variable->type, variable->name, variable->id);
      if (af_operators_visible (question->routine, question->location, here))
        g_ptr_array_add (found, g_steal_pointer (&here));
    }
  if (found->len == 0 && name->type && name->type->kind == AF_TYPE_POINTER)
    add_fields (question, name, found);
  return found;
}

enum { MAX_TRANSLATED_NAMES = 3 };

/* A statement of another routine, and what could stand for its names here. */
typedef struct {
  AfMaker *maker;
  const AfOperator *row;
  AfExpr *expr;
  const GPtrArray *names;   /* of AfExpr */
  const GPtrArray *choices; /* of GPtrArray of AfExpr, per name */
  AfExpr *chosen[MAX_TRANSLATED_NAMES];
  guint limit;
} Translation;

/* All ways to give the names from number @at on their stand-ins, different ones for different names. */
static void translate (Translation *t, guint at)
{
  if (at == t->names->len) {
    g_autoptr (AfExpr) copy =
      af_expr_substitute_all (t->expr, (AfExpr *const *)t->names->pdata, t->chosen, t->names->len);
    if (!af_operators_warns (copy))
      add_copy (t->maker, t->row, copy);
    return;
  }
  const GPtrArray *options = g_ptr_array_index (t->choices, at);
  for (guint i = 0; i < options->len && t->maker->actions->len < t->limit; i++) {
    AfExpr *option = g_ptr_array_index (options, i);
    gboolean taken = FALSE;
    for (guint k = 0; k < at && !taken; k++)
      taken = af_expr_equal (t->chosen[k], option);
    t->chosen[at] = option;
    if (!taken)
      translate (t, at + 1);
  }
}

typedef struct {
  const AfQuestion *question;
  gboolean ok;
} Plain;

static gboolean check_plain (AfExpr *node, gpointer data)
{
  Plain *plain = data;
  plain->ok = plain->ok && node->kind != AF_EXPR_OTHER && !node->in_macro && !is_unknown (plain->question, node);
  return plain->ok;
}

static void add_translated (AfMaker *m, const AfOperator *row, AfExpr *expr, guint limit)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  Plain plain = { m->question, TRUE };
  af_expr_walk (expr, check_plain, &plain);
  af_expr_walk (expr, collect_names, names);
  if (!plain.ok || names->len == 0 || names->len > MAX_TRANSLATED_NAMES)
    return;
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (choices, stand_ins (m->question, g_ptr_array_index (names, i)));
  Translation translation = { m, row, expr, names, choices, { NULL }, limit };
  translate (&translation, 0);
}

static void add_all_translated (AfMaker *m)
{
  guint limit = m->actions->len + MAX_TRANSLATED;
  for (guint r = 0; r < m->question->module->routines->len; r++) {
    const AfRoutine *owner = g_ptr_array_index (m->question->module->routines, r);
    for (guint i = 0; owner != m->question->routine && i < owner->locations->len && m->actions->len < limit; i++) {
      const AfLocation *from = g_ptr_array_index (owner->locations, i);
      if (has_copyable_form (m->question, owner, from) && !is_copyable (m->question, owner, from))
        add_translated (m, ROW (COPY_TRANSLATED), from->expr, limit);
    }
  }
}

/* --- two neighbours at once --- */

static gboolean is_known (const AfQuestion *question, AfExpr *expr)
{
  Rebind rebind = { question, TRUE };
  af_expr_walk (expr, check_name, &rebind);
  return rebind.ok;
}

/* @first and the statement after it in its block, both of a form that can be copied; or null. */
static AfExpr *run_from (const AfQuestion *question, const AfRoutine *owner, const AfLocation *first)
{
  const AfSource *source = af_module_source (question->module, owner->body.file);
  if (!first->braced || !has_copyable_form (question, owner, first))
    return NULL;
  const AfLocation *second = af_block_next (owner, source, first);
  if (!second || second == question->location || !has_copyable_form (question, owner, second))
    return NULL;
  return af_expr_binary (AF_OP_COMMA, first->expr, second->expr);
}

/* Those whose names are known here, the routine's own first; then those of siblings with their variables by ours. */
static void add_runs (AfMaker *m)
{
  for (guint pass = 0; pass < 3; pass++)
    for (guint r = 0, limit = m->actions->len + MAX_RUNS; r < m->question->module->routines->len; r++) {
      const AfRoutine *owner = g_ptr_array_index (m->question->module->routines, r);
      for (guint i = 0;
           (owner == m->question->routine) == (pass == 0) && i < owner->locations->len && m->actions->len < limit;
           i++) {
        g_autoptr (AfExpr) run = run_from (m->question, owner, g_ptr_array_index (owner->locations, i));
        if (run && is_known (m->question, run) != (pass == 2)) {
          if (pass < 2)
            add_copy (m, ROW (COPY_RUN), run);
          else
            add_translated (m, ROW (COPY_RUN), run, limit);
        }
      }
    }
}

void af_produce_copies (AfMaker *m)
{
  const AfQuestion *question = m->question;
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (Copy));
  /* Siblings first: what other routines keep up to date is what this one may have forgotten. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint r = 0; r < question->module->routines->len; r++) {
      const AfRoutine *owner = g_ptr_array_index (question->module->routines, r);
      if ((owner == question->routine) != (pass == 1))
        continue;
      for (guint i = 0; i < owner->locations->len; i++) {
        const AfLocation *from = g_ptr_array_index (owner->locations, i);
        if (is_copyable (question, owner, from))
          note_copy (copies, question, from);
      }
    }
  g_array_sort (copies, by_topic);
  for (guint i = 0; i < MIN (copies->len, MAX_COPIES); i++)
    add_copy (m, ROW (COPY_STATEMENT), g_array_index (copies, Copy, i).expr);
  add_all_renamed (m);
  add_all_translated (m);
  add_runs (m);
}
