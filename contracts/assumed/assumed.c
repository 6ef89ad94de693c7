/* Preconditions that nobody wrote: what a routine's code takes for granted of the arguments that come from outside.
 *
 * In:  a module with its clauses.
 * Out: further preconditions of those of its public routines that state none, with is_assumed.  They hold for calls
 * from tests alone: a test that breaks one is invalid, and a routine of the module that passes such an argument is
 * judged by what comes of it.
 *
 *  1. A pointer that the routine follows, or hands on to one that does, and never tests is not null.  Three things
 * speak for null being allowed, and then following it is a fault: a postcondition speaks of null; of the routines that
 * take such an object in this place and do not end it, as many test it as do not; the module itself calls the routine
 * with NULL there.  That a sibling which ends objects tests says nothing (README.md).
 *     Who states a precondition about other things than null takes objects for granted, too:
 *
 *         bool set_add (Set *s, int key) { REQUIRE (key > 0); ... }      s != NULL
 *  2. What is handed on as it came to a routine with a precondition about it, before anything is decided or changed,
 *     meets that precondition:
 *
 *         int v_get_or_stop (Vec *v, int i) { return v_at (v, i); }      0 <= i, i < v->n: v_at requires it
 *
 *  3. Where a record stands in front of a pointer, there is memory (front.c), whatever else is stated; and where a
 * parameter is declared as an array, `const char key[16]`, as many elements.
 *  4. A number that an object keeps as a divisor is not 0 (divisors.c).
 *  5. What is read or written at a pointer for as many bytes as a field of another argument says is that large
 * (sized.c).
 *
 * A random test that breaks these says nothing about the module, only that it states little. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

gboolean af_routine_is_testable (const AfRoutine *routine)
{
  return routine->is_public && !routine->is_static && !routine->skipped && routine->is_read && !routine->invariant_of;
}

static void note_null (const AfExpr *tested, gpointer speaks_of_null)
{
  if (tested->type && tested->type->kind == AF_TYPE_POINTER)
    *(gboolean *)speaks_of_null = TRUE;
}

/* What the preconditions say that somebody wrote.  Who states one has thought of them: about what it leaves out it
 * permits everything, but null only where it speaks of null. */
typedef enum { STATES_NOTHING, STATES_OTHERS, STATES_NULL } AfStates;

/* Of assert () and its like only what it says counts: who writes it in one line of many has not thought of all. */
static AfStates states (const AfRoutine *routine)
{
  AfStates said = STATES_NOTHING;
  if (!af_routine_has_contract (routine))
    return STATES_NOTHING;
  for (guint i = 0; i < routine->clauses->len && said != STATES_NULL; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    gboolean speaks_of_null = FALSE;
    if (clause->kind != AF_CLAUSE_PRECONDITION || clause->is_assumed)
      continue;
    af_tests_walk (clause->expr, TRUE, note_null, &speaks_of_null);
    said = speaks_of_null ? STATES_NULL : STATES_OTHERS;
  }
  return said;
}

static void assume (AfModule *module, const AfRoutine *routine, AfExpr *expr)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind == AF_CLAUSE_PRECONDITION && af_expr_equal (clause->expr, expr))
      return;
  }
  AfClause *clause = af_clause_new (AF_CLAUSE_PRECONDITION, expr, (int)routine->id, -1, routine->name_range);
  clause->is_assumed = TRUE;
  af_module_add_clause (module, clause);
}

/* --- pointers --- */

/* Whether what follows makes another word of it: freeze, closed, destroyed, closest. */
static gboolean goes_on (const char *rest)
{
  static const char *const endings[] = { "ze", "zing", "d", "ed", "st", NULL };
  for (guint i = 0; endings[i]; i++)
    if (g_str_has_prefix (rest, endings[i]) && !g_ascii_isalpha (rest[strlen (endings[i])]))
      return TRUE;
  return FALSE;
}

gboolean af_name_ends_object (const char *name)
{
  static const char *const words[] = { "free", "destroy", "delete", "dispose", "release", "unref", "close", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);
  for (guint i = 0; words[i]; i++) {
    const char *word = strstr (lower, words[i]);
    if (word && !goes_on (word + strlen (words[i])))
      return TRUE;
  }
  return FALSE;
}

/* Whether the routine ends the object that it is given: by what it does, or by its name.  What it must not change it
 * does not end. */
static gboolean ends_object (const AfRoutine *routine, guint param)
{
  if (routine->consumes >= 0)
    return routine->consumes == (int)param;
  return param == 0 && !((const AfVariable *)routine->variables->pdata[0])->type->is_const
         && af_name_ends_object (routine->name);
}

/* Whether null is usual for such objects in this place: one routine in five at most follows it without a test.  What
 * ends an object takes null by custom, which says nothing of the others. */
static gboolean siblings_test (const AfPointerUses *uses, const AfType *type, guint param)
{
  guint n_tests = 0, n_others = 0;
  for (guint i = 0; af_type_is_record_pointer (type) && i < uses->module->routines->len; i++) {
    const AfRoutine *routine = uses->module->routines->pdata[i];
    const AfVariable *variable = param < routine->n_params ? routine->variables->pdata[param] : NULL;
    if (!variable || !af_routine_is_testable (routine) || ends_object (routine, param)
        || !af_type_is_record_pointer (variable->type) || variable->type->target != type->target)
      continue;
    const AfPointerUse *use = af_pointer_use (uses, routine, param);
    n_tests += use->tests;
    n_others += use->follows && !use->tests;
  }
  return n_tests > 0 && n_tests >= 4 * n_others;
}

/* Whether a precondition that somebody wrote is about the parameter: then it cannot be evaluated without it. */
static gboolean states_about (const AfRoutine *routine, const char *param)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind == AF_CLAUSE_PRECONDITION && !clause->is_assumed && af_expr_mentions (clause->expr, param))
      return TRUE;
  }
  return FALSE;
}

/* Where STATES_OTHERS is said a pointer to anything but a record may well be null: a place for a result, a text.  And
 * there is no first object where a routine makes one of others only. */
gboolean af_null_is_unsaid (const AfPointerUses *uses, const AfRoutine *routine, guint param)
{
  const AfVariable *variable = routine->variables->pdata[param];
  AfStates said = states (routine);
  return variable->type->kind == AF_TYPE_POINTER && !af_pointer_use (uses, routine, param)->tests && said != STATES_NULL
         && !states_about (routine, variable->name) && !af_routine_is_optional (routine, param)
         && (said == STATES_NOTHING || af_type_is_record_pointer (variable->type))
         && !siblings_test (uses, variable->type, param);
}

static void assume_pointers (AfModule *module, const AfPointerUses *uses, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (!af_pointer_use (uses, routine, i)->follows || !af_null_is_unsaid (uses, routine, i))
      continue;
    g_autoptr (AfExpr) pointer = af_expr_var (variable->type, variable->name, variable->id);
    g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, variable->type, NULL, NULL, 0);
    g_autoptr (AfExpr) holds = af_expr_binary (AF_OP_NE, pointer, null);
    assume (module, routine, holds);
  }
}

/* READABLE (@place, @n); where the routine tests p for null, p == NULL || READABLE (@place, @n) */
static void assume_memory (AfModule *module, const AfPointerUses *uses, const AfRoutine *routine, guint param,
                           AfExpr *place, gint64 n)
{
  const AfVariable *variable = routine->variables->pdata[param];
  AfType *number = af_module_int_type (module);
  g_autoptr (AfExpr) pointer = af_expr_var (variable->type, variable->name, variable->id);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, variable->type, NULL, NULL, 0);
  g_autoptr (AfExpr) is_null = af_expr_binary (AF_OP_EQ, pointer, null);
  g_autoptr (AfExpr) elements = af_expr_int (number, n);
  AfExpr *args[] = { place, elements };
  g_autoptr (AfExpr) readable = af_expr_new (AF_EXPR_READABLE, number, NULL, args, 2);
  g_autoptr (AfExpr) either = af_expr_binary (AF_OP_OR, is_null, readable);
  assume (module, routine, af_pointer_use (uses, routine, param)->tests ? either : readable);
}

static void assume_fronts (AfModule *module, const AfPointerUses *uses, const AfRoutine *routine, const gint64 *fronts)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (fronts[i] == 0)
      continue;
    g_autoptr (AfExpr) pointer = af_expr_var (variable->type, variable->name, variable->id);
    g_autoptr (AfExpr) bytes = af_expr_int (af_module_int_type (module), fronts[i]);
    g_autoptr (AfExpr) place = af_expr_binary (AF_OP_SUB, pointer, bytes);
    assume_memory (module, uses, routine, i, place, 1);
  }
}

/* int, double [4] */
static gboolean holds_numbers (const AfType *type)
{
  while (type->kind == AF_TYPE_ARRAY && type->target)
    type = type->target;
  return af_type_is_number (type) || type->kind == AF_TYPE_FLOAT;
}

/* What `const char key[16]` says of numbers: C takes it for a pointer, people mean it.  Of records tests make one. */
static void assume_arrays (AfModule *module, const AfPointerUses *uses, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (variable->declared == 0 || variable->type->kind != AF_TYPE_POINTER || !holds_numbers (variable->type->target)
        || states_about (routine, variable->name))
      continue;
    g_autoptr (AfExpr) pointer = af_expr_var (variable->type, variable->name, variable->id);
    assume_memory (module, uses, routine, i, pointer, variable->declared);
  }
}

/* n != 0, where an object keeps n and is divided by it */
static void assume_divisors (AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (!af_param_is_kept_divisor (module, routine, i))
      continue;
    g_autoptr (AfExpr) number = af_expr_var (variable->type, variable->name, variable->id);
    g_autoptr (AfExpr) zero = af_expr_int (variable->type, 0);
    g_autoptr (AfExpr) holds = af_expr_binary (AF_OP_NE, number, zero);
    assume (module, routine, holds);
  }
}

/* --- what is handed on --- */

typedef struct {
  AfModule *module;
  const AfRoutine *routine;
  gboolean is_changed; /* something else was done before: only what this cannot change is as it came */
  GPtrArray *found;    /* of AfExpr */
} AfHandedOn;

typedef struct {
  const AfHandedOn *handed;
  const AfRoutine *callee;
  const AfExpr *call;
  gboolean comes_from_params; /* all that the clause names is handed on as it came */
} AfClauseWalk;

static gboolean visit_part (AfExpr *node, gpointer data)
{
  AfClauseWalk *walk = data;
  walk->comes_from_params &= node->kind == AF_EXPR_VAR
                               ? af_routine_param (walk->handed->routine, node) >= 0
                               : node->kind == AF_EXPR_INT || node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_CAST
                                   || node->kind == AF_EXPR_BINARY;
  return walk->comes_from_params;
}

/* A number, or a pointer to what the routine must not change, that it has not assigned. */
static gboolean is_kept (const AfHandedOn *handed, guint param)
{
  const AfType *type = ((const AfVariable *)handed->routine->variables->pdata[param])->type;
  for (guint i = 0; i < handed->routine->locations->len; i++)
    if (af_pointer_assigned (handed->routine, handed->routine->locations->pdata[i], param))
      return FALSE;
  return af_type_is_number (type)
         || (type->kind == AF_TYPE_POINTER && type->is_const && type->target->kind != AF_TYPE_RECORD);
}

/* A parameter; where neither side has a contract but assert () and its like, also what is computed from parameters:
 *
 *     int stack_top (Stack *s) { return stack_at (s, s->n - 1); }        stack_at asserts i < s->n */
static gboolean is_handed_on (AfClauseWalk *walk, AfExpr *arg)
{
  int param = af_routine_param (walk->handed->routine, arg);
  if (param >= 0)
    return !walk->handed->is_changed || is_kept (walk->handed, (guint)param);
  if (walk->handed->is_changed || af_routine_has_contract (walk->callee)
      || af_routine_has_contract (walk->handed->routine))
    return FALSE;
  af_expr_walk (arg, visit_part, walk);
  return walk->comes_from_params;
}

static gboolean visit_name (AfExpr *node, gpointer data)
{
  AfClauseWalk *walk = data;
  if (node->kind == AF_EXPR_OTHER || node->kind == AF_EXPR_FORALL || node->kind == AF_EXPR_EXISTS)
    walk->comes_from_params = FALSE;
  if (node->kind != AF_EXPR_VAR)
    return TRUE;
  int theirs = af_routine_param (walk->callee, node);
  walk->comes_from_params &=
    theirs >= 0 && (guint)theirs < walk->call->n_args && is_handed_on (walk, walk->call->args[theirs]);
  return TRUE;
}

static void note_call (const AfHandedOn *handed, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (handed->module, call->name);
  if (!callee || callee == handed->routine || callee->n_params != call->n_args)
    return;
  g_autoptr (GPtrArray) params = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < callee->n_params; i++) {
    const AfVariable *param = callee->variables->pdata[i];
    g_ptr_array_add (params, af_expr_var (param->type, param->name, param->id));
  }
  for (guint i = 0; i < callee->clauses->len; i++) {
    const AfClause *clause = callee->clauses->pdata[i];
    if (clause->kind != AF_CLAUSE_PRECONDITION || clause->is_assumed)
      continue;
    AfClauseWalk walk = { handed, callee, call, TRUE };
    af_expr_walk (clause->expr, visit_name, &walk);
    if (walk.comes_from_params)
      g_ptr_array_add (handed->found,
                       af_expr_substitute_all (clause->expr, (AfExpr *const *)params->pdata, call->args, params->len));
  }
}

/* What is evaluated whatever the operands are: not the right side of && and ||, nor an arm of ?:. */
static void note_calls (const AfHandedOn *handed, const AfExpr *expr)
{
  gboolean is_choice = expr->kind == AF_EXPR_CONDITIONAL || expr->kind == AF_EXPR_IMPLIES
                       || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR));
  for (guint i = 0; i < (is_choice ? MIN (expr->n_args, 1) : expr->n_args); i++)
    note_calls (handed, expr->args[i]);
  if (expr->kind == AF_EXPR_CALL)
    note_call (handed, expr);
}

static gboolean find_effect (AfExpr *node, gpointer data)
{
  gboolean *has_effect = data;
  *has_effect |= node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_CALL_POINTER
                 || ((node->kind == AF_EXPR_OTHER || node->kind == AF_EXPR_CALL) && !node->is_pure);
  return !*has_effect;
}

/* Up to the first decision.  What was changed before that is no matter for numbers and texts that only asserts ask
 * about:
 *
 *     char *encode (const char *s) { sb_init (&sb); put (&sb, s); ... }        put asserts is_valid (s) */
static void follow_start (AfHandedOn *handed)
{
  const AfRoutine *routine = handed->routine;
  guint id = 0;
  for (guint steps = 0; steps < routine->locations->len; steps++) {
    const AfLocation *location = routine->locations->pdata[id];
    if (location->expr && location->kind != AF_LOCATION_CHECK) {
      note_calls (handed, location->expr);
      af_expr_walk (location->expr, find_effect, &handed->is_changed);
    }
    if ((handed->is_changed && af_routine_has_contract (routine)) || location->next->len != 1)
      return;
    id = g_array_index (location->next, guint, 0);
  }
}

static void assume_handed_on (AfModule *module, const AfRoutine *routine)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfHandedOn handed = { module, routine, FALSE, found };
  follow_start (&handed);
  for (guint i = 0; i < found->len; i++)
    assume (module, routine, found->pdata[i]);
}

void af_contracts_assume (AfModule *module)
{
  g_autoptr (AfPointerUses) uses = af_pointer_uses_new (module);
  g_autoptr (GPtrArray) sizes = af_sizes_of_callers (uses);
  g_autoptr (GPtrArray) fronts = af_fronts_of_callers (uses);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (!af_routine_is_testable (routine))
      continue;
    AfStates said = states (routine);
    assume_fronts (module, uses, routine, fronts->pdata[i]);
    assume_arrays (module, uses, routine);
    if (said == STATES_NULL)
      continue;
    assume_pointers (module, uses, routine);
    if (said == STATES_OTHERS)
      continue;
    for (guint k = 0; k < ((const GPtrArray *)sizes->pdata[i])->len; k++)
      assume (module, routine, ((const GPtrArray *)sizes->pdata[i])->pdata[k]);
    assume_handed_on (module, routine);
    if (!af_routine_has_contract (routine))
      assume_divisors (module, routine);
  }
}

/* What a call does to objects is read from bodies, and a change of one may hide it: tests were made for what it was. */
static void take_roles (AfRoutine *routine, const AfRoutine *theirs)
{
  routine->initialises = theirs->initialises;
  routine->consumes = theirs->consumes;
  routine->threads = theirs->threads;
  routine->starts = theirs->starts;
  routine->returns_it = theirs->returns_it;
  routine->is_chained = theirs->is_chained;
  routine->keeps = theirs->keeps;
  routine->releases = theirs->releases;
  routine->takes_out = theirs->takes_out;
  routine->finds = theirs->finds;
  routine->follows = theirs->follows;
  routine->optional = theirs->optional;
  routine->ends_root = theirs->ends_root;
}

static gboolean has_same_params (const AfRoutine *routine, const AfRoutine *theirs)
{
  gboolean is_same = routine->n_params == theirs->n_params;
  for (guint i = 0; is_same && i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i], *other = theirs->variables->pdata[i];
    is_same = g_strcmp0 (param->type->spelling, other->type->spelling) == 0;
  }
  return is_same;
}

void af_contracts_assume_alike (AfModule *module, const AfModule *original)
{
  for (guint i = 0; i < original->routines->len; i++) {
    const AfRoutine *theirs = original->routines->pdata[i];
    AfRoutine *routine = (AfRoutine *)af_module_routine (module, theirs->name);
    if (routine && has_same_params (routine, theirs))
      take_roles (routine, theirs);
  }
  for (guint i = 0; i < original->clauses->len; i++) {
    const AfClause *clause = original->clauses->pdata[i];
    const AfRoutine *theirs = clause->is_assumed ? original->routines->pdata[clause->routine] : NULL;
    const AfRoutine *routine = theirs ? af_module_routine (module, theirs->name) : NULL;
    if (routine && routine->n_params == theirs->n_params)
      assume (module, routine, clause->expr);
  }
}
