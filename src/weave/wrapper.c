/* Wrappers: the contracts of a routine around its body.
 *
 * In:  a routine f whose body has become f__afx.
 * Out: the function f that everybody calls:
 *
 *     int f (T *p, int i)
 *     {
 *       struct afrt_call afx_call = { 0, 0 };
 *       AFRT_REQUIRE (3, (i > 0), { AFRT_NOTE (0, (i)); });              the caller is to blame
 *       AFRT_INVARIANT_ENTRY (&afx_call, 0, 9, p, T_valid (p));
 *       AFRT_INVARIANT_REACHED (&afx_call, 1, p->owner, afx_reached_1, Owner_valid (afx_reached_1));
 *       AFRT_OLD (afx_old_0, p->n);
 *       AFRT_ENTER (5);                                                 from here on, f is
 *       __auto_type afx_result = f__afx (p, i);
 *       AFRT_ENSURE (4, (afx_result > AFRT_USE_OLD (afx_old_0)), {...}, 1);
 *       AFRT_INVARIANT_EXIT (&afx_call, 0, 9, p, T_valid (p), 1);
 *       AFRT_INVARIANT_EXIT (&afx_call, 1, 12, afx_reached_1, Owner_valid (afx_reached_1), 1);
 *       return afx_result;
 *     }
 *
 * The parameters are the wrapper's own and never change, so that in a postcondition they mean their values at entry.
 * Wrappers stand at the end of the file, where everything that a contract mentions has been declared. */
#include "contracts/contracts.h"
#include "weave/driver.h"
#include "weave/weave-internal.h"

enum { EXIT_LOCATION = 1 };

/* An object whose invariant the wrapper checks. */
typedef struct {
  guint index;     /* bit in afrt_call */
  char *object;    /* parameter's name, afx_result or afx_reached_N */
  AfExpr *reached; /* that last one: an object that a parameter points to at entry; else null */
  const AfClause *clause;
  const AfRoutine *function;
  gboolean is_made; /* by the call: there is nothing at entry */
} AfChecked;

static void checked_clear (gpointer data)
{
  AfChecked *checked = data;

  g_free (checked->object);
  af_expr_unref (checked->reached);
}

static void add_checked (GArray *list, const AfWeaver *weaver, const AfType *type, const char *object)
{
  const AfRoutine *function =
    af_type_is_record_pointer (type) ? af_module_invariant (weaver->module, type->target) : NULL;
  /* Another file's own function is not known here. */
  gboolean is_known = function && (function->is_public || function->definition.file == weaver->file);
  g_autoptr (GPtrArray) clauses = is_known ? af_contracts_of (weaver->module, function, AF_CLAUSE_INVARIANT) : NULL;

  if (!clauses || clauses->len == 0 || list->len >= 32)
    return;
  AfChecked checked = { list->len, g_strdup (object), NULL, g_ptr_array_index (clauses, 0), function, FALSE };
  g_array_append_val (list, checked);
}

static gboolean demands_invariants (const AfRoutine *routine)
{
  return routine->is_public && !routine->is_static && !routine->invariant_of;
}

/* A query breaks no invariant; that a test hands it no broken object must be seen to all the same. */
static gboolean checks_invariants (const AfRoutine *routine)
{
  return demands_invariants (routine) && !routine->is_query;
}

/* A call may break the invariant of an object that it was not given: `job_move (job)` that of job->queue. */
static void add_reached (GArray *list, const AfWeaver *weaver, const AfRoutine *routine)
{
  for (guint i = 0; i < weaver->module->routines->len; i++) {
    const AfRoutine *function = weaver->module->routines->pdata[i];
    g_autoptr (AfExpr) object = function->invariant_of ? af_routine_reaches (routine, function->invariant_of) : NULL;
    g_autofree char *name = g_strdup_printf ("afx_reached_%u", list->len);
    guint n = list->len;

    if (object && af_module_invariant (weaver->module, function->invariant_of) == function)
      add_checked (list, weaver, object->type, name);
    if (list->len > n)
      g_array_index (list, AfChecked, n).reached = af_expr_ref (object);
  }
}

/* The checked parameters, and what they lead to. */
static GArray *list_checked (const AfWeaver *weaver, const AfRoutine *routine)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (AfChecked));

  g_array_set_clear_func (list, checked_clear);
  for (guint i = 0; demands_invariants (routine) && i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    guint n = list->len;
    add_checked (list, weaver, af_variable_takes (param), param->name);
    if (list->len > n)
      g_array_index (list, AfChecked, n).is_made = (int)i == routine->initialises;
  }
  if (checks_invariants (routine) && routine->initialises < 0)
    add_reached (list, weaver, routine);
  return list;
}

static gboolean is_consumed (const AfRoutine *routine, const char *object)
{
  const AfVariable *param = routine->consumes >= 0 ? g_ptr_array_index (routine->variables, routine->consumes) : NULL;

  return param && g_str_equal (param->name, object);
}

/* What is returned is taken over. Of an object that the routine was to make in its caller's storage it says whether it
 * is there: true, 0, not null. */
static void append_held (GString *out, const AfRoutine *routine, const AfChecked *checked)
{
  AfMakes makes = checked->is_made ? af_driver_makes (routine) : AF_MAKES_ALWAYS;

  g_string_append_printf (out, "afx_call.held |= %s << %u;\n",
                          makes == AF_MAKES_ALWAYS       ? "1u"
                          : makes == AF_MAKES_WHERE_TRUE ? "(afx_result ? 1u : 0u)"
                                                         : "(afx_result ? 0u : 1u)",
                          checked->index);
}

static void append_demand (GString *out, const AfChecked *checked)
{
  g_string_append_printf (out, "AFRT_INVARIANT_DEMAND (%u, %s, %s (%s));\n", checked->clause->id, checked->object,
                          checked->function->name, checked->object);
}

static void append_entry (const AfWeaver *weaver, GString *out, const AfChecked *checked)
{
  if (checked->reached) {
    AfRender render = { weaver->module, 0, NULL, NULL };
    g_autofree char *text = af_render_new (&render, checked->reached);
    g_string_append_printf (out, "__typeof__ (%s) %s;\nAFRT_INVARIANT_REACHED (&afx_call, %u, %s, %s, %s (%s));\n",
                            checked->reached->text, checked->object, checked->index, text, checked->object,
                            checked->function->name, checked->object);
    return;
  }
  g_string_append_printf (out, "AFRT_INVARIANT_ENTRY (&afx_call, %u, %u, %s, %s (%s));\n", checked->index,
                          checked->clause->id, checked->object, checked->function->name, checked->object);
}

static void append_exit (GString *out, const AfChecked *checked)
{
  g_string_append_printf (out, "AFRT_INVARIANT_EXIT (&afx_call, %u, %u, %s, %s (%s), %u);\n", checked->index,
                          checked->clause->id, checked->object, checked->function->name, checked->object,
                          EXIT_LOCATION);
}

static gboolean visit_old (AfExpr *node, gpointer data)
{
  GPtrArray *olds = data;

  if (node->kind != AF_EXPR_OLD)
    return TRUE;
  for (guint i = 0; i < olds->len; i++)
    if (af_expr_equal (g_ptr_array_index (olds, i), node))
      return FALSE;
  g_ptr_array_add (olds, node);
  return FALSE;
}

void af_wrapper_add_olds (AfExpr *expr, GPtrArray *olds)
{
  af_expr_walk (expr, visit_old, olds);
}

/* Distinct OLD nodes of the postconditions, numbered by their place in the array. */
static GPtrArray *list_olds (const GPtrArray *postconditions)
{
  GPtrArray *olds = g_ptr_array_new ();

  for (guint i = 0; i < postconditions->len; i++) {
    const AfClause *clause = g_ptr_array_index (postconditions, i);
    af_expr_walk (clause->expr, visit_old, olds);
  }
  return olds;
}

/* Of one kind, without those that do not compile. */
static GPtrArray *list_clauses (const AfWeaver *weaver, const AfRoutine *routine, AfClauseKind kind)
{
  GPtrArray *clauses = af_contracts_of (weaver->module, routine, kind);

  for (guint i = clauses->len; i-- > 0;)
    if (af_weave_left_has (weaver->plan->left, "clause", ((const AfClause *)g_ptr_array_index (clauses, i))->id))
      g_ptr_array_remove_index (clauses, i);
  return clauses;
}

/* What follows is about the clause. */
static void append_name (const AfWeaver *weaver, const AfClause *clause, GString *out)
{
  g_autofree char *name = g_strdup_printf ("afx-clause-%u", clause->id);

  if (weaver->plan->named)
    af_append_line_directive (out, 1, name);
}

/* The wrapper's own text is at the closing brace. */
static void append_place (const AfWeaver *weaver, const AfRoutine *routine, GString *out)
{
  guint line;

  af_source_position (weaver->source, routine->body.end - 1, &line, NULL);
  af_append_line_directive (out, line, weaver->source->path);
}

/* The first @n of @olds are those of @postconditions; one is about the first clause that has it. */
static void append_olds (const AfWeaver *weaver, const GPtrArray *postconditions, const GPtrArray *olds, guint n,
                         GString *out)
{
  AfRender render = { weaver->module, 0, NULL, NULL };
  guint clause = 0;

  for (guint i = 0; i < n; i++) {
    const AfExpr *old = g_ptr_array_index (olds, i);
    g_autofree char *text = af_render_new (&render, old->args[0]);
    while (!af_expr_contains (((const AfClause *)g_ptr_array_index (postconditions, clause))->expr, old))
      clause++;
    append_name (weaver, g_ptr_array_index (postconditions, clause), out);
    g_string_append_printf (out, "AFRT_OLD (afx_old_%u, (%s));\n", i, text);
  }
}

static void append_conditions (const AfWeaver *weaver, const GPtrArray *clauses, const GPtrArray *olds, GString *out)
{
  for (guint i = 0; i < clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (clauses, i);
    AfRender render = { weaver->module, clause->id, olds, NULL };
    g_autofree char *text = af_render_new (&render, clause->expr);
    g_autofree char *notes = af_render_notes (&render, clause);
    append_name (weaver, clause, out);
    if (clause->kind == AF_CLAUSE_PRECONDITION)
      g_string_append_printf (out, "%s (%u, (%s), %s);\n", clause->is_assumed ? "AFRT_ASSUME" : "AFRT_REQUIRE",
                              clause->id, text, notes);
    else
      g_string_append_printf (out, "AFRT_ENSURE (%u, (%s), %s, %u);\n", clause->id, text, notes, EXIT_LOCATION);
  }
}

/* The call of the body, or of the chosen candidate's body. */
static void append_call (const AfRoutine *routine, const GArray *clones, GString *out)
{
  g_autofree char *arguments = af_argument_list (routine);
  gboolean is_void = !routine->result || routine->result->kind == AF_TYPE_VOID;
  const char *callee = clones->len ? "afx_body" : NULL;
  g_autofree char *plain = g_strconcat (routine->name, "__afx", NULL);

  if (callee) {
    g_string_append_printf (out, "__typeof__ (&%s) afx_body = %s;\nswitch (afrt_candidate ()) {\n", plain, plain);
    for (guint i = 0; i < clones->len; i++) {
      const AfClone *clone = &g_array_index (clones, AfClone, i);
      g_string_append_printf (out, "case %u: afx_body = %s_%u; break;\n", clone->candidate, plain, clone->number);
    }
    g_string_append (out, "}\n");
  }
  g_string_append_printf (out, "%s%s (%s);\n", is_void ? "" : "__auto_type afx_result = ", callee ? callee : plain,
                          arguments);
}

/* Pointers to what may have been freed. */
static void append_takes (const AfRoutine *routine, GString *out)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    if (param->type->kind == AF_TYPE_POINTER && param->type->target && param->type->target->kind != AF_TYPE_FUNCTION)
      g_string_append_printf (out, "AFRT_TAKE (%s);\n", param->name);
  }
}

gboolean af_has_contracts (const AfWeaver *weaver, const AfRoutine *routine)
{
  g_autoptr (GPtrArray) preconditions = af_contracts_of (weaver->module, routine, AF_CLAUSE_PRECONDITION);
  g_autoptr (GPtrArray) postconditions = af_contracts_of (weaver->module, routine, AF_CLAUSE_POSTCONDITION);
  g_autoptr (GArray) checked = list_checked (weaver, routine);

  if (checks_invariants (routine))
    add_checked (checked, weaver, af_routine_gives (routine), "afx_result");
  return preconditions->len + postconditions->len + checked->len > 0;
}

void af_weave_wrapper (const AfWeaver *weaver, const AfRoutine *routine, const GArray *clones, GString *out)
{
  g_autofree char *declarator = af_declarator (weaver, routine, "", FALSE);
  g_autoptr (GPtrArray) preconditions = list_clauses (weaver, routine, AF_CLAUSE_PRECONDITION);
  g_autoptr (GPtrArray) postconditions = list_clauses (weaver, routine, AF_CLAUSE_POSTCONDITION);
  g_autoptr (GPtrArray) olds = list_olds (postconditions);
  g_autoptr (GArray) checked = list_checked (weaver, routine);
  gboolean is_void = !routine->result || routine->result->kind == AF_TYPE_VOID;
  const AfWatch *watch = af_watch_of (weaver, routine);
  guint n_entry = checked->len, n_olds = olds->len;

  if (watch)
    af_watch_list_olds (weaver, watch, olds);
  if (checks_invariants (routine) && !is_void)
    add_checked (checked, weaver, af_routine_gives (routine), "afx_result");
  append_place (weaver, routine, out);
  g_string_append_printf (out, "AFRT_GUARDED %s\n{\nstruct afrt_call afx_call = { 0, 0 };\n(void)afx_call;\n",
                          declarator);
  append_conditions (weaver, preconditions, NULL, out);
  if (weaver->plan->named)
    append_place (weaver, routine, out);
  for (guint i = 0; i < n_entry; i++) {
    const AfChecked *each = &g_array_index (checked, AfChecked, i);
    if (each->is_made)
      continue;
    if (checks_invariants (routine))
      append_entry (weaver, out, each);
    else
      append_demand (out, each);
  }
  append_olds (weaver, postconditions, olds, n_olds, out);
  if (watch) {
    af_watch_append_olds (weaver, watch, olds, n_olds, out);
    af_watch_append_entry (weaver, watch, out);
  }
  if (weaver->plan->named)
    append_place (weaver, routine, out);
  g_string_append_printf (out, "AFRT_ENTER (%u);\n", routine->id);
  append_takes (routine, out);
  append_call (routine, clones, out);
  if (watch)
    af_watch_append_exit (weaver, watch, olds, out);
  append_conditions (weaver, postconditions, olds, out);
  if (weaver->plan->named)
    append_place (weaver, routine, out);
  for (guint i = 0; i < checked->len; i++) {
    const AfChecked *each = &g_array_index (checked, AfChecked, i);
    if (each->is_made || i >= n_entry)
      append_held (out, routine, each);
    if (checks_invariants (routine) && !is_consumed (routine, each->object))
      append_exit (out, each);
  }
  g_string_append_printf (out, "%s}\n", is_void ? "" : "return afx_result;\n");
}
