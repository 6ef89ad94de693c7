/* Drop-one: which contracts that are deleted are proposed again?
 *
 * In:  a module whose postconditions, whose invariants, or one of whose preconditions are deleted.
 * Out: how many of these what is proposed and what is still written imply: by Z3, or by equal verdicts on tests.
 *
 * All postconditions are deleted at once, and so are all invariants, which is harder than one by one.  A precondition
 * is deleted by itself, since without them tests would do to objects what nobody may.  What Z3 does not derive is
 * implied if tests of mutants break it, and each of them breaks something that is proposed, too
 * (bench/infer/verdicts.c). Of an invariant that has a loop, all that it states is one condition more. */
#include "bench/infer/desk.h"

#include "util/tempdir.h"

/* One module, from which something is deleted. */
typedef struct {
  const AfDesk *desk;
  AfTempDir *temp;
  AfModule *module;
  AfSolver *solver;
  AfInference *inference;
  GPtrArray *deleted; /* of AfClause */
} Drop;

static void drop_clear (Drop *drop)
{
  g_clear_pointer (&drop->inference, af_inference_free);
  g_clear_pointer (&drop->deleted, g_ptr_array_unref);
  g_clear_pointer (&drop->solver, af_solver_free);
  g_clear_pointer (&drop->module, af_module_free);
  g_clear_pointer (&drop->temp, af_temp_dir_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drop, drop_clear)

/* Reads the module, and deletes the clauses of @kind from @from to @end - 1. */
static gboolean drop_begin (Drop *drop, AfClauseKind kind, guint from, guint end, GError **error)
{
  drop->temp = af_temp_dir_new (error);
  drop->module = drop->temp ? af_desk_read (drop->desk, af_temp_dir_path (drop->temp), error) : NULL;
  if (!drop->module)
    return FALSE;
  drop->solver = af_solver_new (0);
  drop->deleted = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  g_autoptr (GArray) chosen = af_desk_choose (drop->module, kind);
  for (guint i = from; i < MIN (end, chosen->len); i++)
    g_ptr_array_add (drop->deleted, af_desk_delete (drop->module, g_array_index (chosen, guint, i)));
  return TRUE;
}

static gboolean infer (Drop *drop, GError **error)
{
  drop->inference = af_desk_infer (drop->desk, drop->module, drop->solver, FALSE, error);
  return drop->inference != NULL;
}

static void add_wanted (GPtrArray *wanted, AfClauseKind kind, const AfRoutine *routine, const AfType *record,
                        AfExpr *expr)
{
  AfProposal *proposal = g_new0 (AfProposal, 1);
  proposal->kind = kind;
  proposal->routine = routine;
  proposal->record = record;
  proposal->expr = af_expr_ref (expr);
  g_ptr_array_add (wanted, proposal);
}

static void tell (const AfDesk *desk, const char *what, const AfDeskVerdict *verdict, const char *whose,
                  const char *text)
{
  g_autofree char *name = af_desk_name (desk);
  if (desk->rows)
    g_print ("%-9s %s: %s: %s (%u of %u tests that break it)\n", what, name, whose, text, verdict->n_alike,
             verdict->n_broken);
}

/* A clause that no test breaks counts as missed: nothing was shown. */
static gboolean is_implied (const AfDeskVerdict *verdict)
{
  return verdict->n_broken > 0 && verdict->n_alike == verdict->n_broken;
}

/* Lets tests decide of what Z3 did not derive. */
static gboolean judge (Drop *drop, GPtrArray *wanted, AfShare *share, GError **error)
{
  const AfInference missed = { .proposals = wanted };
  g_autofree AfDeskVerdict *verdicts = g_new0 (AfDeskVerdict, wanted->len + 1);
  if (wanted->len > 0 && !af_desk_judge (drop->desk, drop->module, drop->inference, &missed, verdicts, error))
    return FALSE;
  for (guint i = 0; i < wanted->len; i++) {
    const AfProposal *proposal = wanted->pdata[i];
    gboolean is_found = is_implied (&verdicts[i]);
    share->n_by_tests += is_found;
    tell (drop->desk, is_found ? "by tests" : "missed", &verdicts[i],
          proposal->routine ? proposal->routine->name : "invariant", proposal->expr->text);
  }
  return TRUE;
}

static gboolean drop_after (Drop *drop, AfShare *share, GError **error)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func ((GDestroyNotify)af_proposal_free);
  if (!drop_begin (drop, AF_CLAUSE_POSTCONDITION, 0, G_MAXUINT, error))
    return FALSE;
  if (drop->deleted->len == 0)
    return TRUE;
  if (!infer (drop, error))
    return FALSE;
  for (guint i = 0; i < drop->deleted->len; i++) {
    const AfClause *clause = drop->deleted->pdata[i];
    const AfRoutine *routine = drop->module->routines->pdata[clause->routine];
    gboolean is_found = af_infer_implies (drop->module, drop->inference, routine, clause, drop->solver);
    share->n++;
    share->n_by_solver += is_found;
    if (!is_found)
      add_wanted (wanted, clause->kind, routine, NULL, clause->expr);
  }
  return judge (drop, wanted, share, error);
}

static gboolean has_loop (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    AfLocationKind kind = ((const AfLocation *)routine->locations->pdata[i])->kind;
    if (kind == AF_LOCATION_WHILE || kind == AF_LOCATION_DO || kind == AF_LOCATION_FOR)
      return TRUE;
  }
  return FALSE;
}

static gboolean drop_between (Drop *drop, AfShare *share, GError **error)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func ((GDestroyNotify)af_proposal_free);
  if (!drop_begin (drop, AF_CLAUSE_INVARIANT, 0, G_MAXUINT, error))
    return FALSE;
  if (drop->deleted->len == 0)
    return TRUE;
  if (!infer (drop, error))
    return FALSE;
  for (guint i = 0; i < drop->deleted->len; i++) {
    const AfRoutine *function = drop->module->routines->pdata[((const AfClause *)drop->deleted->pdata[i])->routine];
    const AfVariable *param = function->variables->pdata[0];
    g_autoptr (GPtrArray) missed = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    guint n = af_infer_implied_demands (drop->module, drop->inference, function, drop->solver, missed);
    share->n += n + missed->len;
    share->n_by_solver += n;
    for (guint k = 0; k < missed->len; k++)
      add_wanted (wanted, AF_CLAUSE_INVARIANT, NULL, param->type->target, missed->pdata[k]);
    if (!has_loop (function))
      continue;
    AfExpr *it = af_expr_var (param->type, "it", 1);
    g_autoptr (AfExpr) all = af_expr_call (af_module_bool_type (drop->module), function->name, &it, 1, TRUE);
    af_expr_unref (it);
    add_wanted (wanted, AF_CLAUSE_INVARIANT, NULL, param->type->target, all);
    share->n++;
  }
  return judge (drop, wanted, share, error);
}

static gboolean drop_before (Drop *drop, guint number, AfShare *share, GError **error)
{
  AfDeskVerdict verdict = { 0 };
  guint n_more = 0;
  if (!drop_begin (drop, AF_CLAUSE_PRECONDITION, number, number + 1, error))
    return FALSE;
  if (drop->deleted->len == 0)
    return TRUE;
  if (!infer (drop, error))
    return FALSE;
  const AfClause *clause = drop->deleted->pdata[0];
  const AfRoutine *routine = drop->module->routines->pdata[clause->routine];
  share->n++;
  if (af_infer_implies (drop->module, drop->inference, routine, clause, drop->solver)) {
    share->n_by_solver++;
    return TRUE;
  }
  /* without what the code takes for granted */
  g_auto (Drop) anew = { .desk = drop->desk };
  if (!drop_begin (&anew, AF_CLAUSE_PRECONDITION, number, number + 1, error)
      || !af_desk_judge_calls (drop->desk, anew.module, drop->inference, anew.deleted->pdata[0], &verdict, &n_more,
                               error))
    return FALSE;
  share->n_by_tests += is_implied (&verdict);
  tell (drop->desk, is_implied (&verdict) ? "by tests" : "missed", &verdict, routine->name, clause->expr->text);
  if (n_more > 0 && drop->desk->rows)
    g_print ("strong    %s: %s: %u calls are refused that may be made\n", drop->module->name, routine->name, n_more);
  return TRUE;
}

gboolean af_desk_drop (const AfDesk *desk, AfClauseKind kind, guint number, AfDropSum *sum, GError **error)
{
  g_auto (Drop) drop = { .desk = desk };
  if (kind == AF_CLAUSE_POSTCONDITION)
    return drop_after (&drop, &sum->after, error);
  return kind == AF_CLAUSE_INVARIANT ? drop_between (&drop, &sum->between, error)
                                     : drop_before (&drop, number, &sum->before, error);
}
