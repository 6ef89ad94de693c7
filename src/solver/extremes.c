/* Extremal values: the smallest and largest j that a linear assertion allows, as expressions over the rest.
 *
 * In:  lambda, say 0 <= i && i <= count + 1, and j, say i.   Out: 0 and count + 1.
 *
 * Each comparison in lambda and in the background that contains j linearly with coefficient 1 or -1 (or any other, when
 * a number remains) is solved for j and gives a candidate bound b.  With L(j) = lambda, the facts about j and its
 * type's range, b is kept when Z3 proves L(j) implies b <= j (for a lower bound; j <= b for an upper one), and L(j)
 * implies L(b), so that b is feasible wherever anything is.  An assertion without any solution has no extremes. */
#include "solver/solver-internal.h"

typedef struct {
  const AfExpr *j;
  AfType *type;
  GPtrArray *lower; /* of AfExpr */
  GPtrArray *upper;
} AfBounds;

/* @op with its sides exchanged. */
static AfOp mirrored (AfOp op)
{
  if (op == AF_OP_LT)
    return AF_OP_GT;
  if (op == AF_OP_LE)
    return AF_OP_GE;
  if (op == AF_OP_GT)
    return AF_OP_LT;
  return op == AF_OP_GE ? AF_OP_LE : op;
}

static void add_unique (GPtrArray *bounds, AfExpr *bound)
{
  for (guint i = 0; i < bounds->len; i++)
    if (af_expr_equal (bounds->pdata[i], bound))
      return;
  g_ptr_array_add (bounds, af_expr_ref (bound));
}

/* j op rest, where rest = @rest / @k and k > 0. */
static void add_bound (AfBounds *bounds, AfLinear *rest, gint64 k, AfOp op)
{
  if (rest->overflow || rest->constant <= G_MININT64 + 1 || rest->constant == G_MAXINT64
      || (k != 1 && rest->terms->len > 0))
    return;
  if (op == AF_OP_LT)
    rest->constant -= 1;
  else if (op == AF_OP_GT)
    rest->constant += 1;
  if (k != 1) {
    gint64 q = rest->constant / k, r = rest->constant % k;
    gboolean is_upper = op == AF_OP_LT || op == AF_OP_LE;
    rest->constant = is_upper ? q - (r < 0) : q + (r > 0);
  }
  g_autoptr (AfExpr) bound = af_linear_expr (rest, bounds->type);
  if (op != AF_OP_LT && op != AF_OP_LE)
    add_unique (bounds->lower, bound);
  if (op != AF_OP_GT && op != AF_OP_GE)
    add_unique (bounds->upper, bound);
}

static gboolean visit_comparison (AfExpr *e, gpointer data)
{
  AfBounds *bounds = data;
  if (e->kind != AF_EXPR_BINARY || e->op < AF_OP_LT || e->op > AF_OP_EQ)
    return TRUE;
  g_autoptr (AfLinear) form = af_linear_new ();
  af_linear_add (form, e->args[0], 1, bounds->j);
  af_linear_add (form, e->args[1], -1, bounds->j);
  gint64 k = af_linear_take (form, bounds->j);
  if (k == 0 || k == G_MININT64 || form->overflow)
    return TRUE;
  /* k * j + form op 0, so j op -form / k, mirrored for a negative k. */
  AfOp op = k > 0 ? e->op : mirrored (e->op);
  if (k > 0)
    af_linear_scale (form, -1);
  add_bound (bounds, form, ABS (k), op);
  return TRUE;
}

static gboolean contains (AfExpr *e, const AfExpr *part)
{
  g_autoptr (GPtrArray) sub = af_expr_sub (e);
  for (guint i = 0; i < sub->len; i++)
    if (af_expr_equal (sub->pdata[i], part))
      return TRUE;
  return FALSE;
}

/* lambda and the facts about j with @value in the place of j, and @value within j's type.  For j itself, where lambda
 * has been evaluated, also that its signed arithmetic did not overflow. */
static Z3_ast constraint_at (AfSolver *solver, AfExpr *lambda, AfExpr *j, AfExpr *value)
{
  AfTranslator *t = &solver->translator;
  g_autofree Z3_ast *parts = g_new (Z3_ast, solver->background->len + 3);
  guint n = 0;
  g_autoptr (AfExpr) there = af_expr_substitute (lambda, j, value);
  t->collect_fits = value == j;
  parts[n++] = af_translate_truth (t, there);
  t->collect_fits = FALSE;
  for (guint i = 0; i < solver->background->len; i++) {
    AfExpr *fact = solver->background->pdata[i];
    if (!contains (fact, j))
      continue;
    g_autoptr (AfExpr) fact_there = af_expr_substitute (fact, j, value);
    parts[n++] = af_translate_truth (t, fact_there);
  }
  Z3_ast range = af_translate_in_range (t, value, j->type);
  if (range != NULL)
    parts[n++] = range;
  if (value == j && t->fits->len > 0)
    parts[n++] = Z3_mk_and (solver->context, t->fits->len, (Z3_ast *)(gpointer)t->fits->data);
  return Z3_mk_and (solver->context, n, parts);
}

/* Whether @bound is the least (@is_lower) or the largest value of j. */
static gboolean is_extremal (AfSolver *solver, AfExpr *lambda, AfExpr *j, AfExpr *bound, gboolean is_lower)
{
  if (contains (bound, j))
    return FALSE;
  af_solver_begin (solver);
  g_autoptr (AfExpr) within = af_expr_binary (is_lower ? AF_OP_LE : AF_OP_GE, bound, j);
  Z3_ast good[2] = { af_translate_truth (&solver->translator, within), constraint_at (solver, lambda, j, bound) };
  Z3_ast claim[2] = { constraint_at (solver, lambda, j, j),
                      Z3_mk_not (solver->context, Z3_mk_and (solver->context, 2, good)) };
  return af_solver_check (solver, claim, 2) == Z3_L_FALSE;
}

static gboolean has_solution (AfSolver *solver, AfExpr *lambda, AfExpr *j)
{
  af_solver_begin (solver);
  Z3_ast claim = constraint_at (solver, lambda, j, j);
  return af_solver_check (solver, &claim, 1) == Z3_L_TRUE;
}

GPtrArray *af_solver_extremes (AfSolver *solver, AfExpr *lambda, AfExpr *j)
{
  g_autoptr (GPtrArray) lower = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GPtrArray) upper = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  GPtrArray *extremes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  gboolean is_integer = j->type == NULL || af_type_is_integer (j->type);
  if (!is_integer || !af_expr_is_pure (lambda) || !af_expr_is_pure (j) || !has_solution (solver, lambda, j))
    return extremes;

  AfBounds bounds = { j, j->type, lower, upper };
  af_expr_walk (lambda, visit_comparison, &bounds);
  for (guint i = 0; i < solver->background->len; i++)
    af_expr_walk (solver->background->pdata[i], visit_comparison, &bounds);
  if (j->type != NULL && !j->type->is_signed) {
    g_autoptr (AfExpr) zero = af_expr_int (j->type, 0);
    add_unique (lower, zero);
  }
  for (guint side = 0; side < 2; side++) {
    GPtrArray *candidates = side == 0 ? lower : upper;
    for (guint i = 0; i < candidates->len; i++)
      if (is_extremal (solver, lambda, j, candidates->pdata[i], side == 0))
        add_unique (extremes, candidates->pdata[i]);
  }
  return extremes;
}
