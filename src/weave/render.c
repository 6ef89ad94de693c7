/* Expressions as C text with guards.
 *
 * In:  an expression of the model, to be evaluated inside of an AFRT_EVALUATE.
 * Out: text in which each dereference, index, division and signed operation is guarded, so that an undefined value ends
 * the evaluation instead of the program:
 *
 *          s->items[i] > OLD (s->n)     ((*AFRT_E (7, 7, (AFRT_P (7, 7, (s))->items), (i))) > AFRT_USE_OLD (afx_old_0))
 *
 * All guards carry the number of the clause that is being evaluated.  Every operation stands in parentheses of its own.
 */
#include "contracts/contracts.h"
#include "weave/weave-internal.h"

static void render_pointer (const AfRender *render, GString *out, const AfExpr *pointer)
{
  if (af_type_is_pointer (pointer->type) && af_type_has_size (pointer->type->target)) {
    guint head = af_type_head (pointer->type->target);
    g_autofree char *size = head > 0 ? g_strdup_printf ("%u, ", head) : g_strdup ("");
    g_string_append_printf (out, "%s (%u, %u, %s(", head > 0 ? "AFRT_HEAD" : "AFRT_P", render->clause, render->clause,
                            size);
    af_render (render, out, pointer);
    g_string_append (out, "))");
    return;
  }
  g_string_append (out, "(");
  af_render (render, out, pointer);
  g_string_append (out, ")");
}

static void render_args (const AfRender *render, GString *out, const AfExpr *expr, guint first, guint last,
                         const char *separator)
{
  for (guint i = first; i < last; i++) {
    g_string_append (out, i > first ? separator : "");
    g_string_append (out, "(");
    af_render (render, out, expr->args[i]);
    g_string_append (out, ")");
  }
}

static void render_index (const AfRender *render, GString *out, const AfExpr *expr)
{
  const AfType *type = expr->args[0]->type;
  guint clause = render->clause;

  /* 2[a] */
  if (af_type_is_number (type)) {
    AfExpr *swapped[] = { expr->args[1], expr->args[0] };
    AfExpr plain = *expr;
    plain.args = swapped;
    render_index (render, out, &plain);
    return;
  }

  if (type && type->kind == AF_TYPE_ARRAY && type->length > 1) {
    render_args (render, out, expr, 0, 1, "");
    g_string_append_printf (out, "[AFRT_I (%u, %u, ", clause, clause);
    render_args (render, out, expr, 1, 2, "");
    g_string_append_printf (out, ", %" G_GINT64_FORMAT ")]", type->length);
    return;
  }
  g_string_append_printf (out, "(*AFRT_E (%u, %u, ", clause, clause);
  render_args (render, out, expr, 0, 2, ", ");
  g_string_append (out, "))");
}

/* Only the place counts, so the last step is not guarded. */
static void render_address (const AfRender *render, GString *out, const AfExpr *object)
{
  g_string_append (out, "(&");
  if (object->kind == AF_EXPR_FIELD) {
    g_string_append (out, "(");
    af_render (render, out, object->args[0]);
    g_string_append_printf (out, ")%s%s", object->arrow ? "->" : ".", object->name);
  } else if (object->kind == AF_EXPR_INDEX) {
    render_args (render, out, object, 0, 1, "");
    g_string_append (out, "[");
    af_render (render, out, object->args[1]);
    g_string_append (out, "]");
  } else if (object->kind == AF_EXPR_DEREF) {
    g_string_append (out, "*");
    render_args (render, out, object, 0, 1, "");
  } else
    af_render (render, out, object);
  g_string_append (out, ")");
}

static gboolean is_signed_operation (const AfExpr *expr)
{
  const AfType *type = expr->type;

  for (guint i = 0; i < expr->n_args; i++)
    if (!af_type_is_number (expr->args[i]->type))
      return FALSE;
  return af_type_is_number (type) && type->is_signed && type->bits >= 32 && type->bits <= 64;
}

static const char *overflow_name (AfOp op)
{
  return op == AF_OP_ADD ? "add" : op == AF_OP_SUB || op == AF_OP_NEG ? "sub" : op == AF_OP_MUL ? "mul" : NULL;
}

/* `add, (a), (b)` */
static void render_overflow_args (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append_printf (out, "%s, ", overflow_name (expr->op));
  if (expr->n_args == 1)
    g_string_append (out, "0, ");
  render_args (render, out, expr, 0, expr->n_args, ", ");
}

static void render_operation (const AfRender *render, GString *out, const AfExpr *expr)
{
  if (overflow_name (expr->op) && is_signed_operation (expr)) {
    g_string_append_printf (out, "AFRT_FITS (%u, ", render->clause);
    render_overflow_args (render, out, expr);
    g_string_append (out, ")");
    return;
  }
  g_string_append (out, "(");
  if (expr->n_args == 1)
    g_string_append (out, af_op_spelling (expr->op));
  render_args (render, out, expr, 0, 1, "");
  if (expr->n_args == 2) {
    gboolean divides = (expr->op == AF_OP_DIV || expr->op == AF_OP_MOD) && af_type_is_number (expr->args[0]->type)
                       && af_type_is_number (expr->args[1]->type);
    g_string_append_printf (out, " %s ", af_op_spelling (expr->op));
    if (divides)
      g_string_append_printf (out, "AFRT_D (%u, ", render->clause);
    render_args (render, out, expr, 1, 2, "");
    g_string_append (out, divides ? ")" : "");
  }
  g_string_append (out, ")");
}

static void render_quantifier (const AfRender *render, GString *out, const AfExpr *expr)
{
  int start = expr->kind == AF_EXPR_FORALL;
  const char *i = expr->name;

  g_string_append_printf (out, "(__extension__ ({ int afx_truth_%s = %d; __auto_type afx_first_%s = ", i, start, i);
  render_args (render, out, expr, 0, 1, "");
  g_string_append_printf (out, "; __auto_type afx_end_%s = ", i);
  render_args (render, out, expr, 1, 2, "");
  g_string_append_printf (out, "; for (__typeof__ (afx_first_%s + afx_end_%s) %s = afx_first_%s; ", i, i, i, i);
  g_string_append_printf (out, "%s < afx_end_%s && afx_truth_%s == %d; %s++) ", i, i, i, start, i);
  g_string_append_printf (out, "{ AFRT_STEP (); afx_truth_%s = !!", i);
  render_args (render, out, expr, 2, 3, "");
  g_string_append_printf (out, "; } afx_truth_%s; }))", i);
}

static void render_elements (const AfRender *render, GString *out, const AfExpr *expr)
{
  const AfType *type = expr->args[0]->type;
  gboolean sized =
    type && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY) && af_type_has_size (type->target);

  g_string_append (out, "afrt_elements (");
  render_args (render, out, expr, 0, 1, "");
  g_string_append (out, ", (long long)");
  render_args (render, out, expr, 1, 2, "");
  g_string_append (out, ", ");
  if (sized && af_type_head (type->target) > 0)
    g_string_append_printf (out, "%u)", af_type_head (type->target));
  else if (sized) {
    g_string_append (out, "sizeof *");
    render_args (render, out, expr, 0, 1, "");
    g_string_append (out, ")");
  } else
    g_string_append (out, "1)");
}

/* The walk itself looks whether each node is there. */
static void render_chain (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append (out, expr->kind == AF_EXPR_NODES ? "AFRT_NODES (" : "AFRT_REACHES (");
  render_args (render, out, expr, 0, expr->n_args, ", ");
  g_string_append_printf (out, ", %s)", expr->name);
}

static void render_argument (const AfRender *render, GString *out, const AfExpr *call, guint i)
{
  gboolean is_ours = af_module_routine (render->module, call->name) != NULL;
  AfDemand demand =
    is_ours ? (AfDemand){ .kind = AF_DEMAND_NONE, .size = -1, .string = -1 } : af_contracts_demand (call->name, i);

  if (demand.kind == AF_DEMAND_NONE || (demand.size >= 0 && (guint)demand.size >= call->n_args)) {
    render_args (render, out, call, i, i + 1, "");
    return;
  }
  const AfType *type = call->args[i]->type;
  gboolean is_string =
    demand.kind == AF_DEMAND_READ && demand.size < 0 && type && type->target && type->target->is_char;
  const char *macro = demand.kind == AF_DEMAND_FREE ? "AFRT_F" : is_string ? "AFRT_Z" : "AFRT_M";
  g_string_append_printf (out, "%s (%u, ", macro, render->clause);
  render_args (render, out, call, i, i + 1, "");
  if (demand.kind != AF_DEMAND_FREE && !is_string) {
    g_string_append (out, ", ");
    g_string_append (out, demand.is_prefix ? "!!" : "");
    if (demand.size >= 0)
      render_args (render, out, call, (guint)demand.size, (guint)demand.size + 1, "");
    else
      g_string_append (out, "1");
  }
  g_string_append (out, ")");
}

static void render_call (const AfRender *render, GString *out, const AfExpr *call)
{
  gboolean through_pointer = call->kind == AF_EXPR_CALL_POINTER;

  if (through_pointer)
    render_args (render, out, call, 0, 1, "");
  else
    g_string_append (out, call->name);
  g_string_append (out, " (");
  for (guint i = through_pointer ? 1 : 0; i < call->n_args; i++) {
    g_string_append (out, i > (through_pointer ? 1u : 0u) ? ", " : "");
    if (through_pointer)
      render_args (render, out, call, i, i + 1, "");
    else
      render_argument (render, out, call, i);
  }
  g_string_append (out, ")");
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
  render_args (render, out, expr, 0, 1, "");
  g_string_append (out, is_iff ? " == !" : " || ");
  render_args (render, out, expr, 1, 2, "");
  g_string_append (out, ")");
}

static void render_effect (const AfRender *render, GString *out, const AfExpr *expr)
{
  const char *step = expr->op == AF_OP_SUB ? "--" : "++";

  g_string_append (out, "(");
  if (expr->kind == AF_EXPR_STEP) {
    g_string_append (out, expr->is_prefix ? step : "");
    render_args (render, out, expr, 0, 1, "");
    g_string_append (out, expr->is_prefix ? "" : step);
  } else {
    render_args (render, out, expr, 0, 1, "");
    g_string_append_printf (out, " %s= ", expr->op == AF_OP_NONE ? "" : af_op_spelling (expr->op));
    render_args (render, out, expr, 1, 2, "");
  }
  g_string_append (out, ")");
}

static void render_field (const AfRender *render, GString *out, const AfExpr *field)
{
  if (field->arrow)
    render_pointer (render, out, field->args[0]);
  else
    render_args (render, out, field, 0, 1, "");
  g_string_append_printf (out, "%s%s", field->arrow ? "->" : ".", field->name);
}

static void render_conditional (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append (out, "(");
  render_args (render, out, expr, 0, 1, "");
  g_string_append (out, " ? ");
  render_args (render, out, expr, 1, 3, " : ");
  g_string_append (out, ")");
}

static void render_fits (const AfRender *render, GString *out, const AfExpr *operation)
{
  gboolean divides = operation->op == AF_OP_DIV, shifts = operation->op == AF_OP_SHL;

  if ((!overflow_name (operation->op) && !divides && !shifts) || !is_signed_operation (operation)) {
    g_string_append (out, "1");
    return;
  }
  if (divides || shifts) {
    g_string_append (out, divides ? "AFRT_DOES_DIVIDE (" : "AFRT_DOES_SHIFT (");
    render_args (render, out, operation, 0, 2, ", ");
    g_string_append (out, ")");
    return;
  }
  g_string_append (out, "AFRT_DOES_FIT (");
  render_overflow_args (render, out, operation);
  g_string_append (out, ")");
}

/* By value: the spelling may need a header or a variable that is not there (`sizeof *p`). */
static void render_integer (GString *out, const AfExpr *expr)
{
  gboolean is_int = !expr->type || (expr->type->bits == 32 && expr->type->is_signed) || !expr->type->spelling;
  const char *type = expr->type && expr->type->spelling ? expr->type->spelling : "long long";

  if (is_int && expr->value >= 0 && expr->value <= G_MAXINT32)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, expr->value);
  else if (expr->value == G_MININT64)
    g_string_append_printf (out, "((__typeof__ (%s))(-%" G_GINT64_FORMAT "LL - 1))", type, G_MAXINT64);
  else
    g_string_append_printf (out, "((__typeof__ (%s))%" G_GINT64_FORMAT "LL)", type, expr->value);
}

static void render_dereference (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append (out, "(*");
  render_pointer (render, out, expr->args[0]);
  g_string_append (out, ")");
}

void af_render (const AfRender *render, GString *out, const AfExpr *expr)
{
  switch (expr->kind) {
  case AF_EXPR_BOOL:
    g_string_append (out, expr->value ? "1" : "0");
    break;
  case AF_EXPR_INT:
    render_integer (out, expr);
    break;
  case AF_EXPR_NULL:
    /* The user need not have NULL to say nonnull. */
    g_string_append (out, "AFRT_NULL");
    break;
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
    g_string_append (out, expr->text);
    break;
  case AF_EXPR_OTHER:
    g_string_append_printf (out, "(%s)", expr->name);
    break;
  case AF_EXPR_RESULT:
    g_string_append (out, "afx_result");
    break;
  case AF_EXPR_OLD:
    render_old (render, out, expr);
    break;
  case AF_EXPR_FIELD:
    render_field (render, out, expr);
    break;
  case AF_EXPR_INDEX:
    render_index (render, out, expr);
    break;
  case AF_EXPR_DEREF:
    render_dereference (render, out, expr);
    break;
  case AF_EXPR_ADDRESS:
    render_address (render, out, expr->args[0]);
    break;
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
    render_operation (render, out, expr);
    break;
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
    render_effect (render, out, expr);
    break;
  case AF_EXPR_CONDITIONAL:
    render_conditional (render, out, expr);
    break;
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
    render_call (render, out, expr);
    break;
  case AF_EXPR_CAST:
    g_string_append_printf (out, "((__typeof__ (%s))", expr->type->spelling);
    render_args (render, out, expr, 0, 1, "");
    g_string_append (out, ")");
    break;
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
    render_logic (render, out, expr);
    break;
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
    render_quantifier (render, out, expr);
    break;
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
    render_elements (render, out, expr);
    break;
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    render_chain (render, out, expr);
    break;
  case AF_EXPR_FITS:
    render_fits (render, out, expr->args[0]);
    break;
  }
}

char *af_render_new (const AfRender *render, const AfExpr *expr)
{
  GString *out = g_string_new (NULL);

  af_render (render, out, expr);
  return g_string_free (out, FALSE);
}

char *af_render_notes (const AfRender *render, const AfClause *clause)
{
  g_autoptr (GPtrArray) operands = af_clause_operands (clause);
  GString *out = g_string_new ("{");

  for (guint i = 0; i < operands->len; i++) {
    const AfExpr *operand = g_ptr_array_index (operands, i);
    g_autofree char *text = af_render_new (render, operand);
    g_string_append_printf (out, " AFRT_NOTE (%u, (%s));", i, text);
  }
  g_string_append (out, " }");
  return g_string_free (out, FALSE);
}

char *af_weave_guarded (const AfModule *module, AfExpr *expr)
{
  AfRender render = { module, 0, NULL };

  return af_render_new (&render, expr);
}
