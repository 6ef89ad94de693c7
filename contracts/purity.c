/* Which routines are queries.
 *
 * In:  a module whose routines have locations.
 * Out: is_query of each routine, is_pure of each call anywhere in the module.
 *
 * A routine is a query if it is marked QUERY or INVARIANT; or if it changes nothing but its own variables, itself or by
 * what it calls.  What each routine changes is found from the callees up, until nothing is added, so that recursion is
 * no obstacle.  A callee that fills what its parameter points to is known for that:
 *
 *     int walk (T *t, int *at) { if (at) *at = 3; return t->n; }    fills parameter 1
 *     int next (T *t, int *to) { return walk (t, to); }             so does this one
 *     int find (T *t) { int at; return walk (t, &at) + at; }        a query: `at` is its own
 *     int size (T *t) { return walk (t, NULL); }                    a query: there is nothing to fill
 *
 * What pointers lead to from there (at->next->n) is not covered by the address of a variable, and counts as anything.
 *
 * One that is defined elsewhere is a query if its declaration says so: QUERY, or the attribute pure or const.
 *
 * A marked one is believed, since one that copies its argument and takes the copy apart changes nothing that can be
 * seen; but not where it evidently writes to a global or through a parameter: by an assignment, or by a call of a
 * routine that does so, or of a library function that writes to its argument (libc.def).  What a routine writes is
 * found from the callees up:
 *
 *     void set (T *t, int n) { t->n = n; }                   writes through parameter 0
 *     void clear (int n, T *t) { set (t, n - n); }           so this one through parameter 1
 *     QUERY int get (T *t) { T own = *t; set (&own, 1); }    its own object: nobody sees it */
#include "contracts/contracts-internal.h"

/* What a call of a routine may change that is not the routine's own. */
typedef struct {
  guint64 params; /* bit i: what parameter i points to, and nothing that pointers lead to from there */
  gboolean other; /* anything else */
  guint64 given;  /* bit i: the other is changed only if parameter i is not null */
} AfChanges;

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  AfChanges *all;     /* by routine's id */
  guint64 given;      /* parameters that cannot be null at the location */
  GHashTable *called; /* of char *, not owned: functions whose calls were seen */
  gboolean is_opaque; /* there is an expression that may hide calls */
  gboolean changed;
} AfSearch;

static void add_other (AfSearch *search, guint64 given)
{
  AfChanges *own = &search->all[search->routine->id];
  guint64 now = own->other ? own->given & (given | search->given) : given | search->given;

  search->changed |= !own->other || now != own->given;
  own->other = TRUE;
  own->given = now;
}

static void add_place (AfSearch *search, AfPlace place)
{
  AfChanges *own = &search->all[search->routine->id];
  guint64 bit = (guint64)1 << place.param;

  switch (place.kind) {
  case AF_PLACE_NOWHERE:
  case AF_PLACE_OWN:
    break;
  case AF_PLACE_PARAM:
    search->changed |= (own->params & bit) == 0;
    own->params |= bit;
    break;
  case AF_PLACE_BEYOND:
    add_other (search, bit);
    break;
  case AF_PLACE_OTHER:
    add_other (search, 0);
    break;
  }
}

/* Of a function that is not the module's own, its declaration is believed. */
static gboolean is_pure_elsewhere (const AfModule *module, const char *function)
{
  return af_libc_is_pure (function) || g_hash_table_contains (module->queries, function);
}

/* A function of a header, of which no more is read. */
static gboolean is_pure_inline (const AfModule *module, const AfRoutine *routine)
{
  return !routine->is_read && g_hash_table_contains (module->queries, routine->name);
}

/* Adds those of headers that call nothing but what is pure itself. */
static void believe_inlines (AfModule *module)
{
  for (gboolean changed = TRUE; changed;) {
    GHashTableIter at;
    gpointer name, callees;
    changed = FALSE;
    g_hash_table_iter_init (&at, module->inlines);
    while (g_hash_table_iter_next (&at, &name, &callees)) {
      gboolean is_pure = !g_hash_table_contains (module->queries, name);
      for (guint i = 0; is_pure && i < ((GPtrArray *)callees)->len; i++)
        is_pure = is_pure_elsewhere (module, ((GPtrArray *)callees)->pdata[i]);
      if (is_pure)
        changed = g_hash_table_add (module->queries, g_strdup (name));
    }
  }
}

static gboolean is_marked (const AfRoutine *routine)
{
  return routine->is_marked_query || routine->invariant_of;
}

static AfChanges changes_of (const AfSearch *search, const char *function)
{
  const AfRoutine *callee = af_module_routine (search->module, function);
  AfChanges changes = { 0, FALSE, 0 };

  if (callee)
    return is_marked (callee) || is_pure_inline (search->module, callee) ? changes : search->all[callee->id];
  for (guint i = 0; i < 10 && af_libc_only_fills (function); i++)
    if (af_contracts_demand (function, i).kind == AF_DEMAND_WRITE)
      changes.params |= (guint64)1 << i;
  changes.other = !is_pure_elsewhere (search->module, function) && !af_libc_only_fills (function);
  return changes;
}

/* What the callee changes only if it is given something: the bits of the routine's own parameters that say so.
 * FALSE: it is given nothing. */
static gboolean translate_given (const AfSearch *search, const AfExpr *call, guint64 theirs, guint64 *own)
{
  *own = 0;
  for (guint i = 0; i < call->n_args && i < 64; i++) {
    if ((theirs >> i & 1) == 0)
      continue;
    AfPlace place = af_place_pointed_to (search->routine, call->args[i]);
    if (place.kind == AF_PLACE_NOWHERE)
      return FALSE;
    if (place.is_itself)
      *own |= (guint64)1 << place.param;
  }
  return TRUE;
}

static void search_call (AfSearch *search, const AfExpr *call)
{
  AfChanges theirs = changes_of (search, call->name);
  guint64 given;

  g_hash_table_add (search->called, call->name);
  for (guint i = 0; i < 64; i++) {
    if ((theirs.params >> i & 1) == 0)
      continue;
    AfPlace nobody_knows = { .kind = AF_PLACE_OTHER };
    add_place (search, i < call->n_args ? af_place_pointed_to (search->routine, call->args[i]) : nobody_knows);
  }
  if (theirs.other && translate_given (search, call, theirs.given, &given))
    add_other (search, given);
}

static gboolean is_contract (const char *function)
{
  return g_str_has_prefix (function, "afx__fe_");
}

static gboolean visit_changes (AfExpr *node, gpointer data)
{
  AfSearch *search = data;

  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP)
    add_place (search, af_place_written (search->routine, node->args[0]));
  else if (node->kind == AF_EXPR_CALL && !is_contract (node->name))
    search_call (search, node);
  else if (node->kind == AF_EXPR_CALL_POINTER && !af_pointer_call_is_pure (node))
    add_other (search, 0);
  else if (node->kind == AF_EXPR_OTHER && !node->is_pure) {
    search->is_opaque = TRUE;
    if (node->writes)
      add_other (search, 0);
  }
  return TRUE;
}

/* Calls that stand in no expression may be given anything. */
static void search_hidden_calls (AfSearch *search)
{
  for (guint i = 0; i < search->routine->callees->len; i++) {
    const char *name = g_ptr_array_index (search->routine->callees, i);
    AfChanges theirs = changes_of (search, name);
    gboolean is_seen = !search->is_opaque && g_hash_table_contains (search->called, name);
    if (!is_contract (name) && !is_seen && (theirs.other || theirs.params != 0))
      add_other (search, 0);
  }
}

static void search_routine (AfSearch *search, const AfRoutine *routine)
{
  g_autoptr (GHashTable) called = g_hash_table_new (g_str_hash, g_str_equal);

  search->routine = routine;
  search->called = called;
  search->is_opaque = FALSE;
  search->given = 0;
  if (routine->skipped || routine->has_static_locals)
    add_other (search, 0);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    search->given = af_params_given (routine, location);
    af_location_walk (location, visit_changes, search);
  }
  search->given = 0;
  search_hidden_calls (search);
}

/* What each routine changes; array by the routines' ids. */
static AfChanges *find_changes (const AfModule *module)
{
  AfChanges *all = g_new0 (AfChanges, module->routines->len + 1);
  AfSearch search = { .module = module, .all = all, .changed = TRUE };

  while (search.changed) {
    search.changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++)
      search_routine (&search, g_ptr_array_index (module->routines, i));
  }
  return all;
}

/* --- evident writes --- */

typedef struct {
  guint64 params; /* bit i: through parameter i */
  gboolean global;
  AfExpr *node;     /* the first of them: an assignment, a step, a call */
  const char *what; /* as its routine calls it */
} AfEvident;

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  AfEvident *all; /* by routine's id */
  gboolean changed;
} AfEvidence;

static void note_write (AfEvidence *evidence, AfExpr *node, const AfExpr *target, const char *what)
{
  AfEvident *own = &evidence->all[evidence->routine->id];

  if (af_write_kind (evidence->routine, target) != AF_WRITE_FOREIGN)
    return;
  int param = af_write_param (evidence->routine, target);
  guint64 bit = param >= 0 && param < 64 ? (guint64)1 << param : 0;
  if ((own->params & bit) == bit && (own->global || param >= 0))
    return;
  own->params |= bit;
  own->global |= param < 0;
  evidence->changed = TRUE;
  if (!own->node) {
    own->node = node;
    own->what = what;
  }
}

/* The callee writes to what argument @i points to. */
static void note_argument (AfEvidence *evidence, AfExpr *call, guint i, const char *what)
{
  AfExpr *argument = i < call->n_args ? call->args[i] : NULL;

  if (!argument || !argument->type || argument->type->kind != AF_TYPE_POINTER)
    return;
  g_autoptr (AfExpr) target = af_expr_new (AF_EXPR_DEREF, argument->type->target, NULL, &argument, 1);
  note_write (evidence, call, target, what ? what : argument->text);
}

static void note_call (AfEvidence *evidence, AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (evidence->module, call->name);
  const AfEvident *theirs = callee ? &evidence->all[callee->id] : NULL;
  AfEvident *own = &evidence->all[evidence->routine->id];

  for (guint i = 0; i < call->n_args && i < 64; i++) {
    AfDemandKind demand = theirs ? AF_DEMAND_NONE : af_contracts_demand (call->name, i).kind;
    if (theirs ? (theirs->params >> i & 1) != 0 : demand == AF_DEMAND_WRITE || demand == AF_DEMAND_FREE)
      note_argument (evidence, call, i, theirs ? theirs->what : NULL);
  }
  if (!theirs || !theirs->global || own->global)
    return;
  own->global = evidence->changed = TRUE;
  if (!own->node) {
    own->node = call;
    own->what = theirs->what;
  }
}

static gboolean visit_evidence (AfExpr *node, gpointer data)
{
  AfEvidence *evidence = data;

  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP)
    note_write (evidence, node, node->args[0], node->args[0]->text);
  else if (node->kind == AF_EXPR_CALL)
    note_call (evidence, node);
  return TRUE;
}

/* What each routine evidently writes; array by the routines' ids. */
static AfEvident *find_evidence (const AfModule *module)
{
  AfEvident *all = g_new0 (AfEvident, module->routines->len + 1);
  AfEvidence evidence = { module, NULL, all, TRUE };

  while (evidence.changed) {
    evidence.changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      evidence.routine = g_ptr_array_index (module->routines, i);
      for (guint j = 0; j < evidence.routine->locations->len; j++) {
        const AfLocation *location = g_ptr_array_index (evidence.routine->locations, j);
        af_location_walk (location, visit_evidence, &evidence);
      }
    }
  }
  return all;
}

/* Whether a marked routine can be believed. */
static gboolean check_marked (const AfModule *module, const AfRoutine *routine, const AfEvident *evident,
                              GPtrArray *broken)
{
  const char *mark = routine->invariant_of ? "INVARIANT" : "QUERY";
  gboolean is_call = evident->node && evident->node->kind == AF_EXPR_CALL;

  if (!evident->node)
    return TRUE;
  g_autofree char *hint = g_strdup_printf ("a query does not modify what it is given: drop %s, or the %s", mark,
                                           is_call ? "call" : "assignment");
  AfRange range = af_range_is_none (evident->node->range) ? routine->name_range : evident->node->range;
  if (is_call)
    af_contract_error (broken, module, range, hint, "'%s' is marked %s but calls '%s', which writes '%s'",
                       routine->name, mark, evident->node->name, evident->what);
  else
    af_contract_error (broken, module, range, hint, "'%s' is marked %s but writes '%s'", routine->name, mark,
                       evident->what);
  return FALSE;
}

static void infer_queries (AfModule *module, GPtrArray *broken)
{
  g_autofree AfEvident *evident = find_evidence (module);

  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (is_marked (routine) && !check_marked (module, routine, &evident[routine->id], broken))
      routine->is_marked_query = routine->is_marked_invariant = FALSE;
  }
  g_autofree AfChanges *changes = find_changes (module);
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    const AfChanges *own = &changes[routine->id];
    gboolean has_value = routine->result && routine->result->kind != AF_TYPE_VOID;
    routine->is_query =
      is_marked (routine) || is_pure_inline (module, routine) || (has_value && !own->other && own->params == 0);
  }
}

static gboolean visit_mark (AfExpr *node, gpointer data)
{
  const AfModule *module = data;

  if (node->kind == AF_EXPR_CALL && !node->is_pure) {
    const AfRoutine *callee = af_module_routine (module, node->name);
    node->is_pure = callee ? callee->is_query : is_pure_elsewhere (module, node->name);
  } else if (node->kind == AF_EXPR_CALL_POINTER && !node->is_pure)
    node->is_pure = af_pointer_call_is_pure (node);
  return TRUE;
}

void af_purity_infer (AfModule *module, GPtrArray *broken)
{
  believe_inlines (module);
  infer_queries (module, broken);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; j < routine->locations->len; j++) {
      const AfLocation *location = g_ptr_array_index (routine->locations, j);
      af_location_walk (location, visit_mark, module);
    }
    for (guint j = 0; j < routine->contracts->len; j++) {
      const AfContractCall *call = g_ptr_array_index (routine->contracts, j);
      if (call->expr)
        af_expr_walk (call->expr, visit_mark, module);
    }
  }
}
