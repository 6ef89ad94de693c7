/* What only contracts say, as C text.
 *
 * In:  an expression of a contract: RESULT, OLD (e), IMPLIES, IFF, FORALL, EXISTS, READABLE, WRITABLE, NODES, REACHES.
 * Out: text of C, with the guards of its parts (render.c). */
#include "contracts/contracts.h"
#include "weave/weave-internal.h"

static void render_quantifier (const AfRender *render, GString *out, const AfExpr *expr)
{
  int start = expr->kind == AF_EXPR_FORALL;
  const char *i = expr->name;

  g_string_append_printf (out, "(__extension__ ({ int afx_truth_%s = %d; __auto_type afx_first_%s = ", i, start, i);
  af_render_args (render, out, expr, 0, 1, "");
  g_string_append_printf (out, "; __auto_type afx_end_%s = ", i);
  af_render_args (render, out, expr, 1, 2, "");
  g_string_append_printf (out, "; for (__typeof__ (afx_first_%s + afx_end_%s) %s = afx_first_%s; ", i, i, i, i);
  g_string_append_printf (out, "%s < afx_end_%s && afx_truth_%s == %d; %s++) ", i, i, i, start, i);
  g_string_append_printf (out, "{ AFRT_STEP (); afx_truth_%s = !!", i);
  af_render_args (render, out, expr, 2, 3, "");
  g_string_append_printf (out, "; } afx_truth_%s; }))", i);
}

static void render_elements (const AfRender *render, GString *out, const AfExpr *expr)
{
  const AfType *type = expr->args[0]->type;
  gboolean sized =
    type && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY) && af_type_has_size (type->target);

  g_string_append (out, "afrt_elements (");
  af_render_args (render, out, expr, 0, 1, "");
  g_string_append (out, ", (long long)");
  af_render_args (render, out, expr, 1, 2, "");
  g_string_append (out, ", ");
  if (sized && af_type_head (type->target) > 0)
    g_string_append_printf (out, "%u)", af_type_head (type->target));
  else if (sized) {
    g_string_append (out, "sizeof *");
    af_render_args (render, out, expr, 0, 1, "");
    g_string_append (out, ")");
  } else
    g_string_append (out, "1)");
}

/* The walk itself looks whether each node is there. */
static void render_chain (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append (out, expr->kind == AF_EXPR_NODES ? "AFRT_NODES (" : "AFRT_REACHES (");
  af_render_args (render, out, expr, 0, expr->n_args, ", ");
  g_string_append_printf (out, ", %s)", expr->name);
}

static void render_old (const AfRender *render, GString *out, const AfExpr *old)
{
  for (guint i = 0; render->olds && i < render->olds->len; i++)
    if (af_expr_equal (g_ptr_array_index (render->olds, i), old)) {
      g_string_append_printf (out, "AFRT_USE_OLD (afx_old_%u)", i);
      return;
    }
  af_render (render, out, old->args[0]);
}

static void render_logic (const AfRender *render, GString *out, const AfExpr *expr)
{
  gboolean is_iff = expr->kind == AF_EXPR_IFF;

  g_string_append (out, "(!");
  af_render_args (render, out, expr, 0, 1, "");
  g_string_append (out, is_iff ? " == !" : " || ");
  af_render_args (render, out, expr, 1, 2, "");
  g_string_append (out, ")");
}

void af_render_contract (const AfRender *render, GString *out, const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_RESULT)
    g_string_append (out, "afx_result");
  else if (expr->kind == AF_EXPR_OLD)
    render_old (render, out, expr);
  else if (expr->kind == AF_EXPR_IMPLIES || expr->kind == AF_EXPR_IFF)
    render_logic (render, out, expr);
  else if (expr->kind == AF_EXPR_FORALL || expr->kind == AF_EXPR_EXISTS)
    render_quantifier (render, out, expr);
  else if (expr->kind == AF_EXPR_READABLE || expr->kind == AF_EXPR_WRITABLE)
    render_elements (render, out, expr);
  else
    render_chain (render, out, expr);
}
