/* Questions: is it valid, equivalent, implied?
 *
 * In:  truth-valued expressions.   Out: proved, refuted, unknown.
 *
 * Each question is a Z3 solver of its own: the background, what the C types say about the atoms that occur, and the
 * negation of the claim.  No model: proved.  A model: refuted, unless an operation that was not translated (x * y, a
 * shift) could have been given an impossible value; then unknown.  A new solver costs a little and makes the answer
 * independent of what was asked before.  So an answer is remembered, by the terms that were asserted: the same few
 * states are asked about at every location of a routine.
 *
 * Example: `a < b` and `!(a >= b)` are equivalent, because (a < b) != !(a >= b) has no model. */
#include "solver/solver-internal.h"

/* A question about a dozen atoms takes some thousands; those that take more than this were not answered with ten times
 * as much either, and a few dozen of them took longer than all other work on a fault. */
#define DEFAULT_RESOURCE_LIMIT 30000

typedef struct _Z3_config AfZ3Config;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfZ3Config, Z3_del_config)

void af_question_clear (AfQuestion *question)
{
  if (question->params)
    Z3_params_dec_ref (question->context, question->params);
  if (question->solver)
    Z3_solver_dec_ref (question->context, question->solver);
}

/* Z3's own handler ends the process.  An error is asked for with Z3_get_error_code instead. */
static void on_error (Z3_context context G_GNUC_UNUSED, Z3_error_code code G_GNUC_UNUSED) {}

AfSolver *af_solver_new (guint resource_limit)
{
  g_autoptr (AfZ3Config) config = Z3_mk_config ();
  AfSolver *solver = g_new0 (AfSolver, 1);
  solver->context = Z3_mk_context (config);
  Z3_set_error_handler (solver->context, on_error);
  af_translator_init (&solver->translator, solver->context);
  solver->resource_limit = resource_limit ? resource_limit : DEFAULT_RESOURCE_LIMIT;
  solver->background = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  solver->answers = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  return solver;
}

void af_solver_free (AfSolver *solver)
{
  if (solver == NULL)
    return;
  af_translator_clear (&solver->translator);
  g_ptr_array_unref (solver->background);
  g_hash_table_unref (solver->answers);
  Z3_del_context (solver->context);
  g_free (solver);
}

void af_solver_set_background (AfSolver *solver, const GPtrArray *facts)
{
  g_ptr_array_set_size (solver->background, 0);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    if (af_expr_is_pure (facts->pdata[i]))
      g_ptr_array_add (solver->background, af_expr_ref (facts->pdata[i]));
}

void af_solver_begin (AfSolver *solver)
{
  af_translator_begin (&solver->translator);
}

gboolean af_solver_is_exact (const AfSolver *solver)
{
  for (guint i = 0; i < solver->translator.used->len; i++) {
    const AfAtom *atom = solver->translator.used->pdata[i];
    if (atom->is_operation)
      return FALSE;
  }
  return TRUE;
}

/* All that a question asserts: @assertions, the background, the ranges of the atoms in them. */
static GArray *asserted (AfSolver *solver, const Z3_ast *assertions, guint n)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Z3_ast));
  g_array_append_vals (all, assertions, n);
  for (guint i = 0; i < solver->background->len; i++) {
    Z3_ast fact = af_translate_truth (&solver->translator, solver->background->pdata[i]);
    g_array_append_val (all, fact);
  }
  for (guint i = 0; i < solver->translator.used->len; i++) {
    const AfAtom *atom = solver->translator.used->pdata[i];
    if (atom->range != NULL)
      g_array_append_val (all, atom->range);
  }
  return all;
}

static gboolean question_init (AfQuestion *question, AfSolver *solver, const GArray *all)
{
  Z3_context context = solver->context;
  *question = (AfQuestion){ context, Z3_mk_simple_solver (context), NULL };
  if (question->solver == NULL)
    return FALSE;
  Z3_solver_inc_ref (context, question->solver);
  question->params = Z3_mk_params (context);
  Z3_params_inc_ref (context, question->params);
  Z3_params_set_uint (context, question->params, Z3_mk_string_symbol (context, "rlimit"), solver->resource_limit);
  Z3_solver_set_params (context, question->solver, question->params);
  for (guint i = 0; i < all->len; i++)
    Z3_solver_assert (context, question->solver, g_array_index (all, Z3_ast, i));
  return Z3_get_error_code (context) == Z3_OK;
}

gboolean af_question_init (AfQuestion *question, AfSolver *solver, const Z3_ast *assertions, guint n)
{
  g_autoptr (GArray) all = asserted (solver, assertions, n);
  return question_init (question, solver, all);
}

Z3_lbool af_solver_check (AfSolver *solver, const Z3_ast *assertions, guint n)
{
  /* Equal terms of a context are one term, and live as long as it does: their addresses say which they are. */
  g_autoptr (GArray) all = asserted (solver, assertions, n);
  g_autoptr (GBytes) key = g_bytes_new (all->data, all->len * sizeof (Z3_ast));
  gpointer known = NULL;
  if (g_hash_table_lookup_extended (solver->answers, key, NULL, &known))
    return GPOINTER_TO_INT (known);
  g_auto (AfQuestion) question = { 0 };
  if (!question_init (&question, solver, all))
    return Z3_L_UNDEF;
  Z3_lbool answer = Z3_solver_check (solver->context, question.solver);
  if (Z3_get_error_code (solver->context) != Z3_OK)
    return Z3_L_UNDEF;
  g_hash_table_insert (solver->answers, g_steal_pointer (&key), GINT_TO_POINTER (answer));
  return answer;
}

/* The verdict on a claim whose negation is @negated. */
static AfVerdict verdict (AfSolver *solver, Z3_ast negated)
{
  gboolean exact = af_solver_is_exact (solver);
  Z3_lbool answer = af_solver_check (solver, &negated, 1);
  if (answer == Z3_L_FALSE)
    return AF_PROVED;
  return answer == Z3_L_TRUE && exact && af_solver_is_exact (solver) ? AF_REFUTED : AF_UNKNOWN;
}

AfVerdict af_solver_equivalent (AfSolver *solver, AfExpr *a, AfExpr *b)
{
  if (!af_expr_is_pure (a) || !af_expr_is_pure (b))
    return AF_UNKNOWN;
  af_solver_begin (solver);
  Z3_ast left = af_translate_truth (&solver->translator, a);
  Z3_ast right = af_translate_truth (&solver->translator, b);
  return verdict (solver, Z3_mk_xor (solver->context, left, right));
}

AfVerdict af_solver_valid (AfSolver *solver, AfExpr *e)
{
  if (!af_expr_is_pure (e))
    return AF_UNKNOWN;
  af_solver_begin (solver);
  return verdict (solver, Z3_mk_not (solver->context, af_translate_truth (&solver->translator, e)));
}

AfVerdict af_solver_implies (AfSolver *solver, AfExpr *a, AfExpr *b)
{
  if (!af_expr_is_pure (a) || !af_expr_is_pure (b))
    return AF_UNKNOWN;
  af_solver_begin (solver);
  Z3_ast both[2] = { af_translate_truth (&solver->translator, a),
                     Z3_mk_not (solver->context, af_translate_truth (&solver->translator, b)) };
  return verdict (solver, Z3_mk_and (solver->context, 2, both));
}
