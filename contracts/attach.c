/* Contracts of a module, all steps in order, and questions about the result.
 *
 * In:  an AfModule as the front end gives it.
 * Out: its clauses, numbered: for each routine the written ones and after them the implicit ones, then the invariants,
 * then the backstops (no crash, termination, no forbidden system call, no leak), which belong to no routine; and the
 * observers.
 *
 * Purity comes first: whether a contract has a side effect depends on what the functions that it calls do. */
#include "contracts/contracts-internal.h"

AfType *af_contract_char_pointer (AfModule *module)
{
  static const char spelling[] = "char *";
  AfType *pointer = af_module_type (module, spelling);
  AfType *character = af_module_type (module, "char");

  if (pointer)
    return pointer;
  if (!character) {
    character = af_type_new (AF_TYPE_INT, "char");
    character->bits = 8;
    character->is_signed = character->is_char = TRUE;
    af_module_add_type (module, character);
  }
  pointer = af_type_new (AF_TYPE_POINTER, spelling);
  pointer->target = character;
  return af_module_add_type (module, pointer);
}

static gboolean is_observer (const AfRoutine *routine)
{
  const AfVariable *object = routine->n_params == 1 ? g_ptr_array_index (routine->variables, 0) : NULL;
  const AfType *result = routine->result;

  if (!object || !routine->is_public || routine->is_static || routine->is_variadic || !routine->is_query
      || routine->invariant_of)
    return FALSE;
  if (!af_type_is_record_pointer (object->type) || !result)
    return FALSE;
  if (result->kind == AF_TYPE_POINTER)
    return result->is_const && result->target && result->target->is_char;
  return af_type_is_scalar (result);
}

static void list_observers (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (is_observer (routine))
      g_ptr_array_add (module->observers, routine);
  }
}

static gboolean find_opening (AfExpr *node, gpointer data)
{
  static const char *const names[] = { "open",    "open64",    "openat", "openat64", "creat",   "fopen",
                                       "fopen64", "fdopen",    "dup",    "fmemopen", "freopen", "open_memstream",
                                       "opendir", "fdopendir", "pipe",   "pipe2",    "tmpfile", "mkstemp" };
  gboolean *found = data;
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < G_N_ELEMENTS (names) && !*found; i++)
    *found = g_strcmp0 (node->name, names[i]) == 0;
  return !*found;
}

/* Whether a routine calls a function of the library that opens files: elsewhere none can be left open. */
static gboolean opens_files (const AfModule *module)
{
  gboolean found = FALSE;
  for (guint r = 0; r < module->routines->len && !found; r++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, r);
    for (guint i = 0; i < routine->locations->len && !found; i++)
      if (af_routine_location (routine, i)->expr)
        af_expr_walk (af_routine_location (routine, i)->expr, find_opening, &found);
  }
  return found;
}

GPtrArray *af_contracts_lint (AfModule *module)
{
  static const AfClauseKind backstops[] = { AF_CLAUSE_CRASH, AF_CLAUSE_HANG, AF_CLAUSE_SANDBOX, AF_CLAUSE_LEAK };
  GPtrArray *broken = g_ptr_array_new_with_free_func ((GDestroyNotify)g_error_free);

  af_purity_infer (module, broken);
  af_behind_infer (module);
  af_consume_infer (module);
  af_objects_infer (module);
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    af_written_attach (module, routine, broken);
    af_hooks_attach (module, routine);
    af_implicit_attach (module, routine);
  }
  af_invariants_attach (module, broken);
  for (guint i = 0; i < G_N_ELEMENTS (backstops); i++)
    af_module_add_clause (module, af_clause_new (backstops[i], NULL, -1, -1, AF_RANGE_NONE));
  if (opens_files (module))
    af_module_add_clause (module, af_clause_new (AF_CLAUSE_OPEN, NULL, -1, -1, AF_RANGE_NONE));
  af_elements_infer (module);
  af_handed_infer (module);
  list_observers (module);
  return broken;
}

gboolean af_contracts_attach (AfModule *module, GError **error)
{
  g_autoptr (GPtrArray) broken = af_contracts_lint (module);

  if (broken->len > 0)
    g_propagate_error (error, g_error_copy (g_ptr_array_index (broken, 0)));
  return broken->len == 0;
}

gboolean af_contracts_any (const AfModule *module)
{
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    if (clause->kind <= AF_CLAUSE_LOOP_VARIANT)
      return TRUE;
  }
  return FALSE;
}

GPtrArray *af_contracts_of (const AfModule *module, const AfRoutine *routine, AfClauseKind kind)
{
  GPtrArray *clauses = g_ptr_array_new ();

  /* The routine lists them: those of a large module are too many to look at all each time. */
  (void)module;
  for (guint i = 0; i < routine->clauses->len; i++) {
    AfClause *clause = g_ptr_array_index (routine->clauses, i);
    if (clause->kind == kind)
      g_ptr_array_add (clauses, clause);
  }
  return clauses;
}

/* The returned expression of a body that does nothing else, or null. */
static AfExpr *only_return (const AfRoutine *routine)
{
  AfExpr *returned = NULL;

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->kind == AF_LOCATION_ENTRY || location->kind == AF_LOCATION_EXIT)
      continue;
    if (location->kind != AF_LOCATION_RETURN || returned || !location->expr)
      return NULL;
    returned = location->expr;
  }
  return returned;
}

AfExpr *af_contracts_inline (const AfModule *module, const AfExpr *call)
{
  const AfRoutine *callee = call->kind == AF_EXPR_CALL ? af_module_routine (module, call->name) : NULL;
  AfExpr *body = callee && callee->is_query && callee->n_params == call->n_args ? only_return (callee) : NULL;
  g_autoptr (GPtrArray) params = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);

  if (!body)
    return NULL;
  for (guint i = 0; i < callee->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (callee->variables, i);
    g_ptr_array_add (params, af_expr_var (param->type, param->name, param->id));
  }
  return af_expr_substitute_all (body, (AfExpr *const *)params->pdata, call->args, params->len);
}

typedef struct {
  const AfRoutine *routine;
  const AfVariable *pointer;
  int length;
} AfLengthSearch;

static gboolean visit_length (AfExpr *node, gpointer data)
{
  AfLengthSearch *search = data;

  if ((node->kind != AF_EXPR_READABLE && node->kind != AF_EXPR_WRITABLE) || node->args[0]->kind != AF_EXPR_VAR
      || node->args[1]->kind != AF_EXPR_VAR || g_strcmp0 (node->args[0]->name, search->pointer->name) != 0)
    return TRUE;
  for (guint i = 0; i < search->routine->n_params && search->length < 0; i++) {
    const AfVariable *param = g_ptr_array_index (search->routine->variables, i);
    if (g_strcmp0 (param->name, node->args[1]->name) == 0 && af_type_is_integer (param->type))
      search->length = (int)i;
  }
  return TRUE;
}

int af_contracts_length_param (const AfModule *module, const AfRoutine *routine, guint pointer_param)
{
  g_autoptr (GPtrArray) preconditions = af_contracts_of (module, routine, AF_CLAUSE_PRECONDITION);
  AfLengthSearch search = { routine, NULL, -1 };

  if (pointer_param >= routine->n_params)
    return -1;
  search.pointer = g_ptr_array_index (routine->variables, pointer_param);
  for (guint i = 0; i < preconditions->len; i++) {
    const AfClause *clause = g_ptr_array_index (preconditions, i);
    af_expr_walk (clause->expr, visit_length, &search);
  }
  return search.length;
}

typedef struct {
  const AfVariable *pointer;
  gint64 room;
} AfRoomSearch;

static gboolean visit_room (AfExpr *node, gpointer data)
{
  AfRoomSearch *search = data;

  if ((node->kind == AF_EXPR_READABLE || node->kind == AF_EXPR_WRITABLE) && node->args[0]->kind == AF_EXPR_VAR
      && node->args[1]->kind == AF_EXPR_INT && g_strcmp0 (node->args[0]->name, search->pointer->name) == 0)
    search->room = MAX (search->room, node->args[1]->value);
  return TRUE;
}

guint af_contracts_room (const AfModule *module, const AfRoutine *routine, guint pointer_param)
{
  enum { MOST = 65536 };
  g_autoptr (GPtrArray) preconditions = af_contracts_of (module, routine, AF_CLAUSE_PRECONDITION);
  AfRoomSearch search = { g_ptr_array_index (routine->variables, pointer_param), 0 };

  for (guint i = 0; i < preconditions->len; i++)
    af_expr_walk (((const AfClause *)g_ptr_array_index (preconditions, i))->expr, visit_room, &search);
  return search.room <= MOST ? (guint)search.room : 0;
}
