/* Faults: what was violated, where, and who is to blame.
 *
 * In:  a clause and the location at which the blamed routine violated it.
 * Out: an AfFault with a stable id, a title for people, and the clause in the scope of the blamed routine.
 *
 * The id hashes names and texts only, no line numbers: it is the same tomorrow.  For a precondition `i <= s->count + 1`
 * of `go (s, i)`, violated by the call `go (set, idx - 1)`, the condition is `idx - 1 <= set->count + 1`; all
 * parameters are replaced at once, for an argument may be named like another parameter.  For an invariant the object
 * `it` becomes the first parameter of the blamed routine that can hold one, or RESULT. */
#include "model/fault.h"

static char *fault_id (const AfModule *module, const AfRoutine *routine, const AfClause *clause)
{
  /* the word of the kind from when IDs were first given: they must outlive it */
  const char *kind = clause->kind == AF_CLAUSE_SANDBOX ? "cage" : af_clause_kind_name (clause->kind);
  g_autofree char *key = g_strdup_printf ("%s\n%s\n%s\n%s", module->name, routine->name, clause->text, kind);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA1, key, -1);
  return g_strdup_printf ("F-%.6s", hash);
}

/* --- the condition --- */

typedef struct {
  const char *callee;
  AfExpr *call; /* the first one found */
} CallSearch;

static gboolean visit_call (AfExpr *node, gpointer data)
{
  CallSearch *search = data;
  if (!search->call && node->kind == AF_EXPR_CALL && g_strcmp0 (node->name, search->callee) == 0)
    search->call = node;
  return !search->call;
}

static AfExpr *with_arguments (AfExpr *expr, const AfRoutine *callee, const AfExpr *call)
{
  g_autoptr (GPtrArray) formals = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  guint n = MIN (callee->n_params, call->n_args);
  for (guint i = 0; i < n; i++) {
    const AfVariable *param = callee->variables->pdata[i];
    g_ptr_array_add (formals, af_expr_var (param->type, param->name ? param->name : "", param->id));
  }
  return af_expr_substitute_all (expr, (AfExpr *const *)formals->pdata, call->args, n);
}

static AfExpr *precondition_at_call (const AfModule *module, const AfLocation *location, const AfClause *clause)
{
  if (clause->routine < 0 || !location || !location->expr)
    return af_expr_ref (clause->expr);
  const AfRoutine *callee = module->routines->pdata[clause->routine];
  CallSearch search = { callee->name, NULL };
  af_expr_walk (location->expr, visit_call, &search);
  return search.call ? with_arguments (clause->expr, callee, search.call) : af_expr_ref (clause->expr);
}

/* Null when the blamed routine has no name for an object of the type. */
static AfExpr *invariant_of_object (const AfModule *module, const AfRoutine *routine, const AfClause *clause)
{
  if (clause->routine < 0)
    return NULL;
  const AfType *record = ((const AfRoutine *)module->routines->pdata[clause->routine])->invariant_of;
  g_autoptr (AfExpr) it = af_expr_var (NULL, "it", 0);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    if (!af_type_leads_to (param->type, record))
      continue;
    g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
    return af_expr_substitute (clause->expr, it, object);
  }
  g_autoptr (AfExpr) reached = af_routine_reaches (routine, record);
  if (reached)
    return af_expr_substitute (clause->expr, it, reached);
  if (!af_type_leads_to (routine->result, record))
    return NULL;
  g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
  return af_expr_substitute (clause->expr, it, result);
}

/* Whether the memory was freed before @routine handed it to the clause's own routine: then the clause is one about the
 * call. */
static gboolean is_handed_over (const AfRoutine *routine, const AfClause *clause)
{
  return clause->kind == AF_CLAUSE_HEAP && clause->routine >= 0 && clause->routine != (int)routine->id;
}

AfFault *af_fault_new (const AfModule *module, const AfRoutine *routine, guint location, const AfClause *clause)
{
  AfFault *fault = g_new0 (AfFault, 1);
  fault->id = fault_id (module, routine, clause);
  fault->routine = routine;
  fault->location = location;
  fault->clause = clause;
  if (clause->expr && (clause->kind == AF_CLAUSE_PRECONDITION || is_handed_over (routine, clause)))
    fault->condition = precondition_at_call (module, af_routine_location (routine, location), clause);
  else if (clause->expr && clause->kind == AF_CLAUSE_INVARIANT)
    fault->condition = invariant_of_object (module, routine, clause);
  else if (clause->expr)
    fault->condition = af_expr_ref (clause->expr);
  fault->outcome.kind = AF_OUTCOME_UNKNOWN;
  fault->failing = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  fault->passing = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  fault->aside = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  return fault;
}

void af_fault_free (AfFault *fault)
{
  if (!fault)
    return;
  g_free (fault->id);
  af_expr_unref (fault->condition);
  af_test_free (fault->test);
  af_outcome_clear (&fault->outcome);
  g_ptr_array_unref (fault->failing);
  g_ptr_array_unref (fault->passing);
  g_ptr_array_unref (fault->aside);
  g_free (fault);
}

gboolean af_fault_is (const AfFault *fault, const AfOutcome *outcome)
{
  if (fault->seen)
    return af_fault_is (fault->seen, outcome);
  /* a subject that died without saying where is reported at the routine's exit */
  int location = outcome->location < 0 ? 1 : outcome->location;
  return outcome->kind == AF_OUTCOME_FAIL && outcome->clause == fault->clause->id
         && outcome->routine == (int)fault->routine->id && location == (int)fault->location;
}

/* --- views --- */

static gboolean calls (const AfRoutine *caller, const char *callee)
{
  return g_ptr_array_find_with_equal_func (caller->callees, callee, g_str_equal, NULL);
}

/* Distance of every routine from @start along calls, backwards if @up; G_MAXUINT: none. */
static guint *call_distances (const AfModule *module, const AfRoutine *start, gboolean up)
{
  guint n = module->routines->len;
  guint *distance = g_new (guint, n + 1);
  for (guint i = 0; i < n; i++)
    distance[i] = i == start->id ? 0 : G_MAXUINT;
  gboolean grown = TRUE;
  for (guint d = 0; grown; d++) {
    grown = FALSE;
    for (guint i = 0; i < n; i++)
      for (guint k = 0; distance[i] == d && k < n; k++) {
        const AfRoutine *from = module->routines->pdata[i], *to = module->routines->pdata[k];
        if (distance[k] != G_MAXUINT || !(up ? calls (to, from->name) : calls (from, to->name)))
          continue;
        distance[k] = d + 1;
        grown = TRUE;
      }
  }
  return distance;
}

typedef struct {
  const AfRoutine *routine;
  guint distance;
} Related;

static int by_nearness (gconstpointer a, gconstpointer b)
{
  const Related *left = a, *right = b;
  if (left->routine->is_query != right->routine->is_query)
    return left->routine->is_query ? 1 : -1;
  if (left->distance != right->distance)
    return left->distance < right->distance ? -1 : 1;
  return left->routine->id < right->routine->id ? -1 : left->routine->id > right->routine->id;
}

/* Whether the routine's call is the last one of some failing test. */
static gboolean is_tested (const AfFault *fault, const AfRoutine *routine)
{
  for (guint i = 0; i < fault->failing->len; i++)
    if (af_test_target (fault->failing->pdata[i]) == routine->id)
      return TRUE;
  return FALSE;
}

GPtrArray *af_fault_related (const AfModule *module, const AfFault *fault, guint n)
{
  GPtrArray *related = g_ptr_array_new ();
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Related));
  g_autofree guint *below = call_distances (module, fault->routine, FALSE),
                   *above = call_distances (module, fault->routine, TRUE);
  g_autofree gboolean *between = g_new0 (gboolean, module->routines->len + 1);
  for (guint i = 0; i < module->routines->len; i++) {
    if (above[i] == G_MAXUINT || !is_tested (fault, module->routines->pdata[i]))
      continue;
    g_autofree guint *from = call_distances (module, module->routines->pdata[i], FALSE);
    for (guint k = 0; k < module->routines->len; k++)
      between[k] |= above[k] != G_MAXUINT && from[k] != G_MAXUINT;
  }
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    guint distance = between[i] ? MIN (above[i], below[i]) : below[i];
    Related entry = { routine, distance };
    if (routine != fault->routine && distance != G_MAXUINT && !routine->invariant_of && !routine->skipped)
      g_array_append_val (found, entry);
  }
  g_array_sort (found, by_nearness);
  for (guint i = 0; i < MIN (n, found->len); i++)
    g_ptr_array_add (related, (gpointer)g_array_index (found, Related, i).routine);
  return related;
}

static gboolean visit_variable (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_VAR && node->variable_id != 0)
    g_ptr_array_add (data, node);
  return TRUE;
}

/* @expr, written for @from, about the parameters of @to: each name becomes the parameter of that name and type, else
 * the first of the type.  Null where there is none. */
static AfExpr *transposed (AfExpr *expr, const AfRoutine *to)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new (),
                        others = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  af_expr_walk (expr, visit_variable, names);
  for (guint i = 0; i < names->len; i++) {
    const AfExpr *name = names->pdata[i];
    const AfVariable *found = NULL;
    for (guint k = 0; k < to->n_params; k++) {
      const AfVariable *param = to->variables->pdata[k];
      if (param->name && param->type == name->type && (!found || g_str_equal (param->name, name->name)))
        found = param;
    }
    if (!found)
      return NULL;
    g_ptr_array_add (others, af_expr_var (found->type, found->name, found->id));
  }
  return af_expr_substitute_all (expr, (AfExpr *const *)names->pdata, (AfExpr *const *)others->pdata, names->len);
}

static guint call_location (const AfModule *module, const AfRoutine *routine, const AfRoutine *blamed)
{
  g_autofree guint *above = call_distances (module, blamed, TRUE);
  for (guint i = 0; i < routine->locations->len; i++)
    for (guint k = 0; k < module->routines->len; k++) {
      const AfLocation *location = routine->locations->pdata[i];
      CallSearch search = { ((const AfRoutine *)module->routines->pdata[k])->name, NULL };
      if (above[k] == G_MAXUINT || !location->expr)
        continue;
      af_expr_walk (location->expr, visit_call, &search);
      if (search.call)
        return i;
    }
  return 1;
}

AfFault *af_fault_view (const AfModule *module, const AfFault *fault, const AfRoutine *routine)
{
  AfFault *view = g_new0 (AfFault, 1);
  view->id = g_strdup (fault->id);
  view->routine = routine;
  view->location = call_location (module, routine, fault->routine);
  view->clause = fault->clause;
  view->seen = fault;
  if (fault->clause->expr && fault->clause->kind == AF_CLAUSE_INVARIANT)
    view->condition = invariant_of_object (module, routine, fault->clause);
  else if (fault->condition)
    view->condition = transposed (fault->condition, routine);
  view->outcome.kind = AF_OUTCOME_UNKNOWN;
  view->failing = g_ptr_array_ref (fault->failing);
  view->passing = g_ptr_array_ref (fault->passing);
  view->aside = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  view->most_steps = fault->most_steps;
  return view;
}

/* --- earlier calls --- */

AfFault *af_fault_earlier_view (const AfModule *module, const AfFault *fault, const AfRoutine *routine, AfExpr *clause)
{
  AfExpr *condition = transposed (clause, routine);
  AfFault *view = condition ? af_fault_view (module, fault, routine) : NULL;
  if (view) {
    view->location = 1;
    view->is_earlier = TRUE;
    af_expr_unref (view->condition);
    view->condition = condition;
  }
  return view;
}

/* --- for people --- */

static const char *owner_name (const AfModule *module, const AfClause *clause)
{
  return clause->routine >= 0 ? ((const AfRoutine *)module->routines->pdata[clause->routine])->name : "?";
}

typedef struct {
  const AfModule *module;
  const char *name; /* of the first call that leaves it; null: none yet */
  guint n;
} ForeignCall;

static gboolean visit_foreign (AfExpr *node, gpointer data)
{
  ForeignCall *call = data;
  if (node->kind == AF_EXPR_CALL && !g_hash_table_contains (call->module->by_name, node->name) && call->n++ == 0)
    call->name = node->name;
  return TRUE;
}

/* What it waits in is the call at its place; one of the module's own would be a place of its own. */
static char *hang_title (const AfModule *module, const AfFault *fault)
{
  const AfLocation *location = af_routine_location (fault->routine, fault->location);
  ForeignCall call = { module, NULL, 0 };
  if (fault->outcome.detail == 0)
    return g_strdup_printf ("'%s' does not end", fault->routine->name);
  if (location && location->expr)
    af_expr_walk (location->expr, visit_foreign, &call);
  return call.name ? g_strdup_printf ("'%s' waits for ever: blocked in `%s`", fault->routine->name, call.name)
                   : g_strdup_printf ("'%s' waits for ever", fault->routine->name);
}

/* The only call at its place; among several it may be any, and a silent death has no place. */
static char *sandbox_title (const AfModule *module, const AfFault *fault)
{
  const AfLocation *location = af_routine_location (fault->routine, fault->location);
  ForeignCall call = { module, NULL, 0 };
  if (location && location->expr)
    af_expr_walk (location->expr, visit_foreign, &call);
  return call.n == 1 ? g_strdup_printf ("'%s' leaves the sandbox by `%s` (allowed by --no-sandbox)",
                                        fault->routine->name, call.name)
                     : g_strdup_printf ("'%s' leaves the sandbox (allowed by --no-sandbox)", fault->routine->name);
}

char *af_fault_title (const AfModule *module, const AfFault *fault)
{
  const char *routine = fault->routine->name, *owner = owner_name (module, fault->clause);
  switch (fault->clause->kind) {
  case AF_CLAUSE_PRECONDITION:
    return g_strdup_printf ("precondition of '%s' violated by '%s'", owner, routine);
  case AF_CLAUSE_POSTCONDITION:
    return g_strdup_printf ("postcondition of '%s' violated", routine);
  case AF_CLAUSE_INVARIANT:
    return g_strdup_printf ("invariant '%s' violated by '%s'", owner, routine);
  case AF_CLAUSE_CHECK:
    return g_strdup_printf ("check in '%s' violated", routine);
  case AF_CLAUSE_LOOP_INVARIANT:
    return g_strdup_printf ("loop invariant in '%s' violated", routine);
  case AF_CLAUSE_LOOP_VARIANT:
    return g_strdup_printf ("loop variant in '%s' does not decrease", routine);
  case AF_CLAUSE_NULL:
  case AF_CLAUSE_HEAP:
  case AF_CLAUSE_BOUNDS:
  case AF_CLAUSE_ARITH:
    if (is_handed_over (fault->routine, fault->clause))
      return g_strdup_printf ("freed memory passed to '%s' by '%s'", owner, routine);
    return g_strdup_printf ("%s in '%s'", fault->clause->row ? fault->clause->row->title : "implicit contract violated",
                            routine);
  case AF_CLAUSE_CRASH:
    return g_strdup_printf ("'%s' crashes", routine);
  case AF_CLAUSE_HANG:
    return hang_title (module, fault);
  case AF_CLAUSE_SANDBOX:
    return sandbox_title (module, fault);
  case AF_CLAUSE_LEAK:
    return g_strdup_printf ("'%s' leaks memory", routine);
  case AF_CLAUSE_OPEN:
    return g_strdup_printf ("'%s' leaves a file open", routine);
  case AF_CLAUSE_TEST:
    return g_strdup_printf ("a test that runs '%s' fails", routine);
  }
  return g_strdup (routine);
}

char *af_outcome_text (const AfModule *module, const AfOutcome *outcome)
{
  if (outcome->kind == AF_OUTCOME_INVALID)
    return g_strdup ("the last call is no longer permitted");
  if (outcome->kind != AF_OUTCOME_FAIL || outcome->clause >= module->clauses->len || outcome->routine < 0
      || (guint)outcome->routine >= module->routines->len)
    return g_strdup ("it ends without a report");
  const AfRoutine *routine = module->routines->pdata[outcome->routine];
  guint location = outcome->location >= 0 ? (guint)outcome->location : 0;
  g_autoptr (AfFault) fault = af_fault_new (module, routine, location, module->clauses->pdata[outcome->clause]);
  fault->outcome.detail = outcome->detail;
  g_autofree char *title = af_fault_title (module, fault);
  return g_strdup_printf ("%s: %s", title, fault->clause->text);
}

void af_fault_position (const AfModule *module, const AfFault *fault, const char **path, guint *line, guint *column)
{
  const AfLocation *location = af_routine_location (fault->routine, fault->location);
  gboolean is_inside = location && location->kind != AF_LOCATION_EXIT && location->kind != AF_LOCATION_ENTRY;
  AfRange body = fault->routine->body;
  AfRange place = is_inside ? location->range : body;
  guint offset = is_inside || body.end == 0                        ? place.start
                 : location && location->kind == AF_LOCATION_ENTRY ? body.start
                                                                   : body.end - 1;
  const AfSource *source = af_module_source (module, place.file);
  *path = source                 ? source->path
          : module->sources->len ? ((const AfSource *)module->sources->pdata[0])->path
                                 : module->name;
  *line = is_inside ? location->line : fault->routine->line;
  *column = is_inside ? location->column : 0;
  if (source && offset <= source->length)
    af_source_position (source, offset, line, column);
}
