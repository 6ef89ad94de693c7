/* Which routines are queries.
 *
 * In:  a module whose routines have locations.
 * Out: is_query of each routine, is_pure of each call anywhere in the module.
 *
 * A routine is a query if it is marked QUERY or INVARIANT; or if it writes nothing but its own variables and calls
 * nothing but queries and pure library functions.  The inference starts with every routine that writes nothing and
 * takes away those that call something else until nothing changes, so that recursion is no obstacle.
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

typedef struct {
  const AfRoutine *routine;
  gboolean writes; /* something else than its own variables */
} AfWrites;

static gboolean visit_writes (AfExpr *node, gpointer data)
{
  AfWrites *writes = data;

  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP) {
    writes->writes |= af_write_kind (writes->routine, node->args[0]) != AF_WRITE_LOCAL;
  } else if (node->kind == AF_EXPR_CALL_POINTER)
    writes->writes |= !af_pointer_call_is_pure (node);
  else if (node->kind == AF_EXPR_OTHER && !node->is_pure)
    writes->writes |= node->writes;
  return TRUE;
}

static void find_writes (const AfRoutine *routine, AfWrites *writes)
{
  *writes = (AfWrites){ routine, routine->skipped != NULL || routine->has_static_locals };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->expr)
      af_expr_walk (location->expr, visit_writes, writes);
  }
}

/* Of a function that is not the module's own, its declaration is believed. */
static gboolean is_pure_elsewhere (const AfModule *module, const char *function)
{
  return af_libc_is_pure (function) || g_hash_table_contains (module->queries, function);
}

static gboolean callees_are_queries (const AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->callees->len; i++) {
    const char *name = g_ptr_array_index (routine->callees, i);
    const AfRoutine *callee = af_module_routine (module, name);
    if (g_str_has_prefix (name, "afx__fe_"))
      continue;
    if (callee ? !callee->is_query : !is_pure_elsewhere (module, name))
      return FALSE;
  }
  return TRUE;
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
        if (location->expr)
          af_expr_walk (location->expr, visit_evidence, &evidence);
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
    gboolean is_marked = routine->is_marked_query || routine->invariant_of;
    AfWrites writes;
    find_writes (routine, &writes);
    if (is_marked && !check_marked (module, routine, &evident[routine->id], broken))
      is_marked = routine->is_marked_query = routine->is_marked_invariant = FALSE;
    routine->is_query = is_marked || (!writes.writes && routine->result && routine->result->kind != AF_TYPE_VOID);
  }
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = g_ptr_array_index (module->routines, i);
      if (routine->is_query && !routine->is_marked_query && !routine->invariant_of
          && !callees_are_queries (module, routine)) {
        routine->is_query = FALSE;
        changed = TRUE;
      }
    }
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
  infer_queries (module, broken);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; j < routine->locations->len; j++) {
      const AfLocation *location = g_ptr_array_index (routine->locations, j);
      if (location->expr)
        af_expr_walk (location->expr, visit_mark, module);
    }
    for (guint j = 0; j < routine->contracts->len; j++) {
      const AfContractCall *call = g_ptr_array_index (routine->contracts, j);
      if (call->expr)
        af_expr_walk (call->expr, visit_mark, module);
    }
  }
}
