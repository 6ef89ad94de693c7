/* Failures that show a precondition which nobody wrote, and nothing of the module.
 *
 * In:  a failing test of a module of which contracts/assumed has found what numbers of callers can break, and of which
 *      arguments nothing is said.
 * Out: whether it is one of these; the corpus lists each once.
 *
 * What counts is the routine that the test itself called: the same clause, broken by numbers that the module made, is a
 * fault, and so is what a routine does with a null that another one hands it.  A crash is forgiven in the same place:
 * what is far enough from a block lies in none. */
#include <sys/syscall.h>

#include "testgen/testgen-internal.h"

/* The clause of @called that a number can break where the test crashed; null: none. */
static const AfClause *crashed_at (const AfModule *module, const AfRoutine *called, const AfOutcome *outcome)
{
  for (guint i = 0; called->gaps != NULL && i < called->gaps->len; i++) {
    const AfClause *each = module->clauses->pdata[g_array_index (called->gaps, guint, i)];

    if (each->kind == AF_CLAUSE_HEAP && each->routine == outcome->routine && each->location == outcome->location)
      return each;
  }
  return NULL;
}

/* A number that the call gives. */
static const AfClause *number_gap (const AfModule *module, const AfRoutine *called, const AfOutcome *outcome)
{
  const AfClause *clause = module->clauses->pdata[outcome->clause];
  if (clause->kind == AF_CLAUSE_CRASH)
    return crashed_at (module, called, outcome);
  return af_routine_has_gap (called, clause->id) ? clause : NULL;
}

static gboolean is_memory (const AfClause *clause)
{
  return clause->kind == AF_CLAUSE_NULL || clause->kind == AF_CLAUSE_HEAP || clause->kind == AF_CLAUSE_CRASH;
}

/* That memory is there, and is not what is written to at the same time. */
static gboolean is_block (const AfClause *clause)
{
  return clause->kind == AF_CLAUSE_HEAP || (clause->row != NULL && clause->row->guard == AF_GUARD_COPY);
}

/* The argument that @expr, a parameter, is given; null: none. */
static const AfArg *argument (const AfRoutine *called, const AfCall *call, const AfExpr *expr)
{
  int param = af_routine_param (called, expr);
  return param >= 0 && (guint)param < call->n_args ? &call->args[param] : NULL;
}

/* A null pointer, or a place that holds one. */
static gboolean is_null (const AfArg *arg, gboolean is_place)
{
  gsize size = 0;
  const char *bytes;
  if (arg == NULL || arg->kind != (is_place ? AF_ARG_BUFFER : AF_ARG_NULL))
    return FALSE;
  bytes = is_place ? g_bytes_get_data (arg->bytes, &size) : NULL;
  for (gsize i = 0; i < MIN (size, sizeof (gpointer)); i++)
    if (bytes[i] != 0)
      return FALSE;
  return TRUE;
}

static gboolean is_same (const AfArg *a, const AfArg *b)
{
  return a != NULL && b != NULL && a->kind == b->kind && af_arg_is_variable (a) && a->index == b->index;
}

/* Numbers from here on overflow when they are added up or multiplied; so many bytes, or some for each, there may not
 * be.
 */
#define EXTREME (G_GINT64_CONSTANT (1) << 30)
#define HUGE_SIZE (G_GINT64_CONSTANT (1) << 16)

/* Whether a number that the test gives up to its failure is that far from 0. */
static gboolean gives_number (const AfTest *test, const AfOutcome *outcome, gint64 least)
{
  for (guint i = 0; i <= outcome->failing_call; i++) {
    const AfCall *call = test->calls->pdata[i];
    for (guint k = 0; k < call->n_args; k++)
      if (call->args[k].kind == AF_ARG_INT && (call->args[k].integer >= least || call->args[k].integer <= -least))
        return TRUE;
  }
  return FALSE;
}

/* Whether null is followed in a module that takes memory for granted, in a test that may have asked for too much. */
static gboolean is_exhaustion (const AfModule *module, const AfTest *test, const AfOutcome *outcome)
{
  return module->trusts_allocator && is_memory (module->clauses->pdata[outcome->clause])
         && gives_number (test, outcome, HUGE_SIZE);
}

gboolean af_clause_is_arithmetic (const AfClause *clause)
{
  return clause->row != NULL
         && (clause->row->guard == AF_GUARD_OVERFLOW || clause->row->guard == AF_GUARD_QUOTIENT
             || clause->row->guard == AF_GUARD_SHIFTED);
}

/* Whether a number is too large for its type, which the test got by extremes. */
static gboolean is_overflow (const AfModule *module, const AfTest *test, const AfOutcome *outcome)
{
  return af_clause_is_arithmetic (module->clauses->pdata[outcome->clause]) && gives_number (test, outcome, EXTREME);
}

/* Whether the program is ended on purpose: `strtol_or_err` does so. */
static gboolean is_exit (const AfModule *module, const AfOutcome *outcome)
{
  return ((const AfClause *)module->clauses->pdata[outcome->clause])->kind == AF_CLAUSE_SANDBOX
         && outcome->detail == SYS_exit_group;
}

/* Whether a lent function crashes, in which nothing is checked: what it wants nobody can tell, nor where. */
static gboolean is_in_lent (const AfRoutine *called, const AfModule *module, const AfOutcome *outcome)
{
  return called != NULL && called->is_lent && !af_routine_has_contract (called) && outcome->routine == (int)called->id
         && ((const AfClause *)module->clauses->pdata[outcome->clause])->kind == AF_CLAUSE_CRASH;
}

/* The call of @test before call @end that has given @arg, a variable, its value; null: none, or another kind. */
static const AfCall *call_that_gave (const AfTest *test, guint end, const AfArg *arg)
{
  for (guint i = 0; arg->kind == AF_ARG_VARIABLE && i < end; i++)
    if (((const AfCall *)test->calls->pdata[i])->result == (int)arg->index)
      return test->calls->pdata[i];
  return NULL;
}

/* Whether the call takes a pointer into an object, which that gave, as memory of the caller's: what `pop` moves is not
 * there any more when it is pushed. */
static gboolean hands_back (const AfModule *module, const AfTest *test, guint index)
{
  const AfCall *call = test->calls->pdata[index];
  const AfRoutine *called = module->routines->pdata[call->thunk];

  for (guint i = 0; i < MIN (call->n_args, called->n_params); i++) {
    const AfType *type = af_variable_takes (called->variables->pdata[i]);
    const AfCall *from = type->kind == AF_TYPE_POINTER && !af_type_is_record_pointer (type)
                           ? call_that_gave (test, index, &call->args[i])
                           : NULL;
    for (guint k = 0; from != NULL && k < from->n_args; k++)
      if (af_arg_is_variable (&from->args[k]))
        return TRUE;
  }
  return FALSE;
}

/* One of its unasked preconditions that the call breaks: of null only if it @fails for memory. */
static const AfClause *unasked_gap (const AfRoutine *called, const AfCall *call, gboolean fails)
{
  for (guint i = 0; called->unasked != NULL && i < called->unasked->len; i++) {
    const AfClause *clause = called->unasked->pdata[i];
    const AfExpr *left = clause->expr->args[0], *right = clause->expr->args[1];
    gboolean is_place = left->kind == AF_EXPR_DEREF;
    if (!af_expr_is_null (right)
          ? is_same (argument (called, call, left), argument (called, call, right))
          : fails && is_null (argument (called, call, is_place ? left->args[0] : left), is_place))
      return clause;
  }
  return NULL;
}

const AfRoutine *af_call_routine (const AfModule *module, const AfCall *call)
{
  return call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;
}

/* Whether null is followed that came with an array of nulls: also later, where the array was kept. */
static gboolean follows_hollow (const AfModule *module, const AfTest *test, const AfOutcome *outcome)
{
  const AfClause *clause = module->clauses->pdata[outcome->clause];
  guint first = clause->kind == AF_CLAUSE_NULL ? 0 : outcome->failing_call;
  gboolean is_hollow = FALSE;

  for (guint i = first; is_memory (clause) && i <= outcome->failing_call; i++) {
    const AfRoutine *routine = af_call_routine (module, test->calls->pdata[i]);
    is_hollow |= routine != NULL && af_call_is_hollow (routine, test->calls->pdata[i]);
  }
  return is_hollow;
}

/* What fails by what a routine without contracts is given, and says nothing of the module. */
static gboolean is_unfit (const AfModule *module, const AfTest *test, const AfOutcome *outcome)
{
  return is_overflow (module, test, outcome) || follows_hollow (module, test, outcome)
         || (is_block (module->clauses->pdata[outcome->clause]) && hands_back (module, test, outcome->failing_call));
}

gboolean af_gap_is_shown (const AfModule *module, const AfTest *test, const AfOutcome *outcome, AfSeenGap *seen)
{
  const AfRoutine *called = NULL, *given = NULL;
  const AfClause *clause = NULL;
  gboolean is_silent;

  if (outcome->kind != AF_OUTCOME_FAIL || outcome->failing_call >= test->calls->len
      || outcome->clause >= module->clauses->len)
    return FALSE;
  called = af_call_routine (module, test->calls->pdata[outcome->failing_call]);
  is_silent = called != NULL && called->unasked != NULL && !af_routine_has_contract (called);
  if (called != NULL)
    clause = number_gap (module, called, outcome);
  /* what one object in two places spoils shows later */
  for (guint i = 0; i <= outcome->failing_call && clause == NULL; i++) {
    const AfCall *call = test->calls->pdata[outcome->failing_call - i];
    given = af_call_routine (module, call);
    if (given != NULL)
      clause = unasked_gap (given, call, i == 0 && is_memory (module->clauses->pdata[outcome->clause]));
  }
  if (clause == NULL && is_silent && is_unfit (module, test, outcome))
    clause = module->clauses->pdata[outcome->clause];
  if (seen != NULL)
    *seen = (AfSeenGap){ given != NULL && clause != NULL && !af_clause_is_implicit (clause) ? given : called, clause };
  return clause != NULL || is_in_lent (called, module, outcome)
         || (is_silent && (is_exhaustion (module, test, outcome) || is_exit (module, outcome)));
}

/* Says once what no precondition can say. */
static void note_untold (const AfModule *module, const AfTest *test, const AfOutcome *outcome, GPtrArray *notices)
{
  const AfRoutine *called = af_call_routine (module, test->calls->pdata[outcome->failing_call]);
  g_autofree char *notice = NULL;

  if (called != NULL && is_exit (module, outcome))
    notice = g_strdup_printf ("'%s' ends the program: what comes after that is not tested", called->name);
  else if (is_in_lent (called, module, outcome))
    notice = g_strdup_printf (
      "'%s' crashes, a function of a header or of another file, in which nothing is checked: that is not reported",
      called->name);
  if (notice != NULL && !g_ptr_array_find_with_equal_func (notices, notice, g_str_equal, NULL))
    g_ptr_array_add (notices, g_steal_pointer (&notice));
}

void af_gap_list (AfCorpus *corpus, const AfRoutine *routine, const AfClause *clause)
{
  AfSeenGap seen = { routine, clause };

  for (guint i = 0; i < corpus->gaps->len; i++) {
    const AfSeenGap *known = &g_array_index (corpus->gaps, AfSeenGap, i);
    if (known->routine == routine && known->clause == clause)
      return;
  }
  g_array_append_val (corpus->gaps, seen);
}

gboolean af_gap_note (const AfModule *module, const AfTest *test, const AfOutcome *outcome, AfCorpus *corpus)
{
  AfSeenGap seen;

  if (!af_gap_is_shown (module, test, outcome, &seen))
    return FALSE;
  if (seen.clause == NULL) { /* that there is memory, say, no caller can state */
    note_untold (module, test, outcome, corpus->notices);
    return TRUE;
  }
  af_gap_list (corpus, seen.routine, seen.clause);
  return TRUE;
}
